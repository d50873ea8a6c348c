#include "app/editor/messages/localized.h"

#include <QCoreApplication>
#include <QFile>

#include "viewport/overlay/panel.h"

namespace texeleton::editor {

namespace {

MessageTemplates& templates() {
  static MessageTemplates templates;
  return templates;
}

}  // namespace

QString localized(const QString& message) { return templates().translated(message); }
QString localized(const std::string& message) { return localized(QString::fromStdString(message)); }

QString localized(const Error& error) {
  const QString message = localized(error.message);
  const QString file = QString::fromStdString(error.file);
  return error.file.empty() ? message
                            : templates().joined(u": ", file == "the document" ? localized(file) : file, message);
}

void useMessages(MessageTemplates wanted) {
  templates() = std::move(wanted);
  setPanelWording([](const std::string& label) { return localized(label).toStdString(); });
}

MessageTemplates installedMessages() {
  QFile list(":/texeleton/i18n/messages.txt");
  std::vector<MessageTemplates::Entry> entries;
  if (list.open(QIODevice::ReadOnly)) {
    for (QString line : QString::fromUtf8(list.readAll()).split('\n', Qt::SkipEmptyParts)) {
      line.replace("\\n", "\n").replace("\\\\", "\\");
      const QString translation = QCoreApplication::translate("messages", line.toUtf8().constData());
      entries.push_back({line, translation});
    }
  }
  return MessageTemplates(entries);
}

}  // namespace texeleton::editor

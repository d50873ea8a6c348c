#include "app/editor/messages/localized.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <vector>

#include "core/model/names.h"
#include "viewport/overlay/panel.h"

namespace texeleton::editor {

namespace {

MessageTemplates& templates() {
  static MessageTemplates templates;
  return templates;
}

}  // namespace

QString inWordsOfTheForm(QString text) {
  if (!text.contains(u"--") && !text.contains(u"loop=")) {
    return text;
  }
  struct Wording {
    QRegularExpression option;
    const char* words;
  };
  static const QString unquoted = QString::fromUtf8("(?<![\"“])");
  static const std::vector<Wording> wordings = {
      {QRegularExpression("\"--scale ([0-9.eE+-]+)\""), QT_TRANSLATE_NOOP("FormWords", "a unit of %1 m")},
      {QRegularExpression(unquoted + "--scale\\b"), QT_TRANSLATE_NOOP("FormWords", "unit")},
      {QRegularExpression(unquoted + "--max-size ([0-9]+)"),
       QT_TRANSLATE_NOOP("FormWords", "a maximum width of %1 px")},
      {QRegularExpression(unquoted + "--fps ([0-9.]*[0-9])"), QT_TRANSLATE_NOOP("FormWords", "a rate of %1 Hz")},
      {QRegularExpression(unquoted + "--size exact"), QT_TRANSLATE_NOOP("FormWords", "the exact size")},
      {QRegularExpression(unquoted + "--pixel-format rgba32f"), QT_TRANSLATE_NOOP("FormWords", "32-bit texels")},
      {QRegularExpression(unquoted + "--loop auto"), QT_TRANSLATE_NOOP("FormWords", "automatic looping")},
      {QRegularExpression(unquoted + "--root\\b"), QT_TRANSLATE_NOOP("FormWords", "“Root node” under Root motion")},
      {QRegularExpression("\"--no-authored-lods\""),
       QT_TRANSLATE_NOOP("FormWords", "leaving out “Use the model's own levels”")},
      {QRegularExpression("\\bloop=off\\b"), QT_TRANSLATE_NOOP("FormWords", "“Once” under Loop")},
  };
  for (const Wording& wording : wordings) {
    for (auto found = wording.option.match(text); found.hasMatch();
         found = wording.option.match(text, found.capturedStart() + 1)) {
      QString words = QCoreApplication::translate("FormWords", wording.words);
      if (wording.option.captureCount() > 0) {
        words.replace("%1", found.captured(1));
      }
      text.replace(found.capturedStart(), found.capturedLength(), words);
    }
  }
  return text;
}

QString localized(const QString& message) { return inWordsOfTheForm(templates().translated(message)); }
QString localized(const std::string& message) {
  // A file chooses what a message quotes; what nobody would read is not looked through for known texts either.
  return localized(QString::fromStdString(shortenedText(message)));
}

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

#include "app/editor/window/notices.h"

#include <QMessageBox>

namespace texeleton::editor {

Notices::Notices(QWidget& window) : m_window(window) {}

void Notices::tell(const QString& title, const QString& text) {
  auto* box = new QMessageBox(QMessageBox::Warning, "Texeleton", title, QMessageBox::Ok, &m_window);
  box->setObjectName("message");
  box->setInformativeText(text);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

void Notices::warn(const QString& text) { add({Severity::Warning, verbatim(text.toStdString()), {}}); }

}  // namespace texeleton::editor

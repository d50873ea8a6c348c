#pragma once

#include <QLocale>

class QApplication;

namespace texeleton::editor {

/// Sets the interface's language to a locale's, or English without a translation; numbers follow it. Existing widgets
/// must be recreated.
void speak(QApplication& application, const QLocale& locale);

}  // namespace texeleton::editor

#pragma once

#include <QLocale>

class QApplication;

namespace texeleton::editor {

/// Lets the interface speak the language of a locale, English where there is no translation; numbers follow it. What
/// exists already keeps its words: it has to be made anew.
void speak(QApplication& application, const QLocale& locale);

}  // namespace texeleton::editor

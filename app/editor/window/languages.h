#pragma once

#include <QLocale>

class QApplication;
class QUndoStack;

namespace texeleton::editor {

/// Sets the interface's language to a locale's, or English without a translation; numbers follow it. Existing widgets
/// must be recreated.
void speak(QApplication& application, const QLocale& locale);

/// Says the texts of edits in the current language, whatever language was spoken when they were made.
void translateAgain(const QUndoStack& edits);

}  // namespace texeleton::editor

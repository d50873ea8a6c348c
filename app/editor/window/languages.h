#pragma once

#include <QLocale>

class QApplication;
class QUndoStack;

namespace texeleton::editor {

/// Sets the interface's language to a locale's, or English without a translation; numbers follow it. Existing widgets
/// must be recreated.
void speak(QApplication& application, const QLocale& locale);

/// Translates the texts of edits from the language in which they were made to the current one.
void translateAgain(const QUndoStack& edits);

}  // namespace texeleton::editor

#pragma once

#include <QDialog>

namespace texeleton::editor {

/// Gives the visible buttons, check boxes and labels of fields of a dialog an Alt key each, as long as there are free
/// letters: one of the text's own, else "(&X)" behind it. Existing keys are kept.
void giveAltKeys(QDialog& dialog);

}  // namespace texeleton::editor

#pragma once

#include <QDoubleSpinBox>
#include <QLineEdit>

namespace texeleton::editor {

/// A number with its unit. Emits a change when input is complete (Enter, Tab, another field), not for every key; Esc
/// cancels the input. Ctrl+Z during input undoes text; afterwards it undoes the document's last edit. The minimum is
/// shown as the special text, if there is one.
class NumberField : public QDoubleSpinBox {
  Q_OBJECT

 public:
  NumberField(double least, double most, int decimals, const QString& unit, QWidget* parent = nullptr);
  /// Does not emit a signal. Text being typed is kept.
  void show(double value);
  /// Shows a dash for several differing values until a number is typed. Does not emit a signal.
  void showMixed();
  bool isMixed() const { return m_mixed; }
  /// Whether text was typed that is not applied yet.
  bool isBeingTyped() const;

 protected:
  QString textFromValue(double value) const override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  bool m_mixed = false;
  bool m_typed = false;  ///< Since the dash is shown.
};

/// Whether a key belongs to the document's undo, not to a field with this text.
bool isDocumentUndo(const QEvent& event, const QLineEdit& edit);

/// Passes Ctrl+Z and redo to the document in a field whose text was applied.
void letUndoThrough(QLineEdit& edit);

}  // namespace texeleton::editor

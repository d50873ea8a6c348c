#pragma once

#include <QDoubleSpinBox>
#include <QLineEdit>

namespace texeleton::editor {

/// A number with its unit. Tells of what was typed when it is done (Enter, Tab, another field), not of every key; Esc
/// takes back what is being typed. Ctrl+Z while typing undoes letters; once the number is done it is the document's,
/// whose last edit is that number. For the least value the special text is shown, where there is one.
class NumberField : public QDoubleSpinBox {
  Q_OBJECT

 public:
  NumberField(double least, double most, int decimals, const QString& unit, QWidget* parent = nullptr);
  /// Without a signal. What is being typed is left alone: it counts once it is done.
  void show(double value);
  /// For several things whose values differ: a dash, until a number is typed. Without a signal.
  void showMixed();
  bool isMixed() const { return m_mixed; }
  /// Letters have been typed that were not taken over yet.
  bool isBeingTyped() const;

 protected:
  QString textFromValue(double value) const override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  bool m_mixed = false;
  bool m_typed = false;  ///< Since the dash is there.
};

/// Whether a key belongs to the undo of the document, and not to a field with these letters.
bool isDocumentUndo(const QEvent& event, const QLineEdit& edit);

/// Lets Ctrl+Z and its opposite through to the document in a field whose letters were taken over by it.
void letUndoThrough(QLineEdit& edit);

}  // namespace texeleton::editor

#pragma once

#include <QDoubleSpinBox>
#include <QLineEdit>
#include <optional>

namespace texeleton::editor {

/// A number with its unit, as people type it (number_text.h). Emits a change when input is complete (Enter, Tab,
/// another field), not for every key; Esc cancels the input. Text that is not a number of the range has a red border;
/// when it is complete, a tip says why it is refused and the old number returns. Ctrl+Z during input undoes text;
/// afterwards it undoes the document's last edit. The minimum is shown as the special text, if there is one.
class NumberField : public QDoubleSpinBox {
  Q_OBJECT

 public:
  /// `decimals`: of computed numbers; typed ones keep theirs. 0: whole numbers.
  NumberField(double least, double most, int decimals, const QString& unit, QWidget* parent = nullptr);
  /// Does not emit a signal. Text being typed is kept.
  void show(double value);
  /// Shows a dash for several differing values until a number is typed. Does not emit a signal.
  void showMixed();
  /// Decimals of computed numbers.
  void setShownDecimals(int decimals) { m_shownDecimals = decimals; }
  bool isMixed() const { return m_mixed; }
  /// Whether text was typed that is not applied yet.
  bool isBeingTyped() const;

 protected:
  /// The number denoted by a text without its unit; nothing if it is not a number.
  virtual std::optional<double> read(const QString& text) const;
  QValidator::State validate(QString& text, int& place) const override;
  void fixup(QString& text) const override;
  double valueFromText(const QString& text) const override;
  QString textFromValue(double value) const override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString shownText() const;
  QString withoutSuffix(const QString& text) const;
  void markWrong(bool isWrong);
  QString refusal(const QString& text) const;

  int m_shownDecimals;
  bool m_mixed = false;
  bool m_typed = false;  ///< Since the dash is shown.
};

/// Whether a key belongs to the document's undo, not to a field with this text.
bool isDocumentUndo(const QEvent& event, const QLineEdit& edit);

/// Passes Ctrl+Z and redo to the document in a field whose text was applied.
void letUndoThrough(QLineEdit& edit);

}  // namespace texeleton::editor

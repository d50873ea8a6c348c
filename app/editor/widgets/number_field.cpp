#include "app/editor/widgets/number_field.h"

#include <QKeyEvent>
#include <QLocale>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/number_text.h"

namespace texeleton::editor {

namespace {

constexpr int kKeptDecimals = 9;

class UndoFilter : public QObject {
 public:
  explicit UndoFilter(QLineEdit& edit) : QObject(&edit), m_edit(edit) {}

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (isDocumentUndo(*event, m_edit)) {
      event->setAccepted(event->type() == QEvent::KeyPress);
      return true;
    }
    return QObject::eventFilter(watched, event);
  }

 private:
  QLineEdit& m_edit;
};

}  // namespace

// A key arrives as a shortcut if ShortcutOverride is not accepted, and as a key press only if the document has nothing
// to undo; it must not restore old text then.
bool isDocumentUndo(const QEvent& event, const QLineEdit& edit) {
  if (edit.isModified() || (event.type() != QEvent::ShortcutOverride && event.type() != QEvent::KeyPress)) {
    return false;
  }
  const auto& key = static_cast<const QKeyEvent&>(event);
  return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

void letUndoThrough(QLineEdit& edit) {
  edit.installEventFilter(new UndoFilter(edit));
  QObject::connect(&edit, &QLineEdit::editingFinished, &edit, [&edit] { edit.setModified(false); });
}

NumberField::NumberField(double least, double most, int decimals, const QString& unit, QWidget* parent)
    : QDoubleSpinBox(parent), m_shownDecimals(decimals) {
  setDecimals(decimals == 0 ? 0 : kKeptDecimals);
  setRange(least, most);
  setSuffix(unit.isEmpty() ? QString() : " " + unit);
  setButtonSymbols(QAbstractSpinBox::NoButtons);
  setKeyboardTracking(false);
  setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setFont(figuresFont(font()));
  // Connected first, because other slots may show another number in response.
  connect(this, &QDoubleSpinBox::valueChanged, this, [this] {
    m_mixed = false;
    lineEdit()->setModified(false);
  });
  // The number behind the dash may equal the typed one, which is no change to a spin box.
  connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
    m_typed = true;
    markWrong(!refusal(text).isEmpty());
  });
  connect(this, &QDoubleSpinBox::editingFinished, this, [this] {
    lineEdit()->setModified(false);
    markWrong(false);
    if (m_mixed && m_typed) {
      m_mixed = false;
      emit valueChanged(value());
    }
  });
}

void NumberField::markWrong(bool isWrong) {
  if (property("wrong").toBool() != isWrong) {
    setState(*this, "wrong", isWrong);
  }
}

bool NumberField::isBeingTyped() const { return hasFocus() && lineEdit()->isModified(); }

void NumberField::show(double value) {
  if (isBeingTyped()) {
    return;
  }
  const QSignalBlocker quiet(this);
  const bool wasMixed = std::exchange(m_mixed, false);
  setValue(value);
  if (wasMixed) {
    lineEdit()->setText(shownText());
  }
}

void NumberField::showMixed() {
  if (isBeingTyped()) {
    return;
  }
  const QSignalBlocker quiet(this);
  m_mixed = true;
  m_typed = false;
  lineEdit()->setText(QString::fromUtf8("–") + suffix());  // Selecting the number excludes its unit.
}

QString NumberField::shownText() const {
  const bool isSpecial = !specialValueText().isEmpty() && value() == minimum() && !m_mixed;
  return isSpecial ? specialValueText() : prefix() + textFromValue(value()) + suffix();
}

// The interface's language and the system may write numbers differently; ambiguous numbers are refused.
std::optional<double> NumberField::read(const QString& text) const {
  const auto number = readNumber(text, suffix().trimmed(), locale());
  return number == readNumber(text, suffix().trimmed(), QLocale::system()) ? number : std::nullopt;
}

// The unit follows the typed text unless that replaces it.
QString NumberField::withoutSuffix(const QString& text) const {
  const QString unit = suffix();
  return !unit.isEmpty() && text.endsWith(unit) ? text.chopped(unit.size()) : text;
}

/// Why a text is not a valid number of this field; empty if it is.
QString NumberField::refusal(const QString& text) const {
  if (withoutSuffix(text) == textFromValue(value()) || (m_mixed && !m_typed) ||
      (!specialValueText().isEmpty() && text == specialValueText())) {
    return {};
  }
  const auto number = read(withoutSuffix(text));
  if (!number && readNumber(withoutSuffix(text), suffix().trimmed(), locale())) {
    return tr("“%1” is ambiguous: the separator may be a decimal point or separate thousands").arg(text);
  }
  if (!number) {
    return suffix().isEmpty() ? tr("“%1” is not a number").arg(text)
                              : tr("“%1” is not a number, or its unit is not %2").arg(text, suffix().trimmed());
  }
  if (decimals() == 0 && *number != std::round(*number)) {
    return tr("Only whole numbers");
  }
  if (*number != 0.0 && std::abs(*number) < std::pow(10.0, -decimals())) {
    return tr("“%1” is too close to 0").arg(text);
  }
  // A tolerance, because limits are rounded for display.
  const double slack = std::pow(10.0, -decimals()) / 2.0;
  return *number < minimum() - slack || *number > maximum() + slack
             ? tr("From %1 to %2").arg(textFromValue(minimum()) + suffix(), textFromValue(maximum()) + suffix())
             : QString();
}

QValidator::State NumberField::validate(QString& text, int& /*place*/) const {
  return refusal(text).isEmpty() ? QValidator::Acceptable : QValidator::Intermediate;
}

void NumberField::fixup(QString& text) const {
  QToolTip::showText(mapToGlobal(QPoint(0, height())), refusal(text), const_cast<NumberField*>(this));
}

double NumberField::valueFromText(const QString& text) const {
  const QString bare = withoutSuffix(text);
  if (bare == textFromValue(value())) {
    return value();  // The value has more digits than are shown.
  }
  return std::clamp(read(bare).value_or(value()), minimum(), maximum());
}

QString NumberField::textFromValue(double value) const {
  if (m_mixed) {
    return QString::fromUtf8("–");
  }
  // A typed 0.001 stays visible in a field of two decimals.
  constexpr int kDigits = 3;
  int shown = m_shownDecimals;
  const double magnitude = std::abs(value);
  if (decimals() > 0 && magnitude > 0.0 && magnitude < std::pow(10.0, -shown)) {
    shown = std::min(decimals(), static_cast<int>(std::ceil(-std::log10(magnitude))) + kDigits - 1);
  }
  // Without separators of thousands: an edited "12,000" could become "12,00".
  QLocale plain = locale();
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  QString text = plain.toString(value, 'f', shown);
  // 30, not 30.00.
  const QString point = locale().decimalPoint();
  if (text.contains(point)) {
    while (text.endsWith('0')) {
      text.chop(1);
    }
    if (text.endsWith(point)) {
      text.chop(point.size());
    }
  }
  return text == locale().negativeSign() + locale().zeroDigit() ? locale().zeroDigit() : text;
}

bool NumberField::event(QEvent* event) {
  if (isDocumentUndo(*event, *lineEdit())) {
    event->setAccepted(event->type() == QEvent::KeyPress);
    return true;
  }
  return QDoubleSpinBox::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && lineEdit()->isModified()) {
    m_typed = false;
    markWrong(false);
    lineEdit()->setText(shownText());
    selectAll();
    return;
  }
  QDoubleSpinBox::keyPressEvent(event);
}

}  // namespace texeleton::editor

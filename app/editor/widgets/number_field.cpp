#include "app/editor/widgets/number_field.h"

#include <QKeyEvent>
#include <QLocale>
#include <QWheelEvent>
#include <utility>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

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
    : QDoubleSpinBox(parent) {
  setRange(least, most);
  setDecimals(decimals);
  setSuffix(unit.isEmpty() ? QString() : " " + unit);
  setButtonSymbols(QAbstractSpinBox::NoButtons);
  setKeyboardTracking(false);
  setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setGroupSeparatorShown(true);
  setFont(figuresFont(font()));
  // Connected first, because other slots may show another number in response.
  connect(this, &QDoubleSpinBox::valueChanged, this, [this] {
    m_mixed = false;
    lineEdit()->setModified(false);
  });
  // The number behind the dash may equal the typed one, which is no change to a spin box.
  connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_typed = true; });
  connect(this, &QDoubleSpinBox::editingFinished, this, [this] {
    lineEdit()->setModified(false);
    if (m_mixed && m_typed) {
      m_mixed = false;
      emit valueChanged(value());
    }
  });
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
    lineEdit()->setText(prefix() + textFromValue(value) + suffix());
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

QString NumberField::textFromValue(double value) const {
  if (m_mixed) {
    return QString::fromUtf8("–");
  }
  QString text = QDoubleSpinBox::textFromValue(value);
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
  return text;
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
    const bool isSpecial = !specialValueText().isEmpty() && value() == minimum() && !m_mixed;
    lineEdit()->setText(isSpecial ? specialValueText() : prefix() + textFromValue(value()) + suffix());
    selectAll();
    return;
  }
  QDoubleSpinBox::keyPressEvent(event);
}

void NumberField::wheelEvent(QWheelEvent* event) {
  if (hasFocus()) {
    QDoubleSpinBox::wheelEvent(event);
  } else {
    event->ignore();  // Scrolling a panel must not change settings.
  }
}

}  // namespace texeleton::editor

#include "app/editor/widgets/time_field.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace texeleton::editor {

namespace {

constexpr int kShownDecimals = 3;
constexpr int kKeptDecimals = 9;  // For frames with periodic decimals: 1/30.

bool isOneOf(const QString& word, const char* english, const QString& own) {
  const QString words = QString(english) + " " + own;
  return words.split(' ', Qt::SkipEmptyParts).contains(word, Qt::CaseInsensitive);
}

std::optional<TypedTime::Unit> unitCalled(const QString& word) {
  if (word.isEmpty()) {
    return TypedTime::Plain;
  }
  if (isOneOf(word, "f fr frame frames", QCoreApplication::translate("TimeField", "f frame frames", "typed units"))) {
    return TypedTime::Frames;
  }
  if (isOneOf(word, "ms", QCoreApplication::translate("TimeField", "ms", "typed units"))) {
    return TypedTime::Milliseconds;
  }
  if (isOneOf(word, "s sec second seconds", QCoreApplication::translate("TimeField", "s sec seconds", "typed units"))) {
    return TypedTime::Seconds;
  }
  return std::nullopt;
}

}  // namespace

double TypedTime::seconds(double frameRate) const {
  constexpr double kMilli = 1e-3;
  return unit == Frames ? number / frameRate : unit == Milliseconds ? number * kMilli : number;
}

std::optional<TypedTime> readTime(const QString& text, const QLocale& locale) {
  const QString whole = text.trimmed();
  qsizetype end = whole.size();
  while (end > 0 && whole[end - 1].isLetter()) {
    --end;
  }
  const auto unit = unitCalled(whole.mid(end));
  bool isNumber = false;
  double number = locale.toDouble(whole.left(end).trimmed(), &isNumber);
  if (!isNumber) {  // A point is accepted in every language.
    number = QLocale::c().toDouble(whole.left(end).trimmed(), &isNumber);
  }
  return unit && isNumber ? std::optional(TypedTime{number, *unit}) : std::nullopt;
}

TimeField::TimeField(double least, double most, QWidget* parent)
    : NumberField(least, most, kKeptDecimals, tr("s"), parent) {
  setFrameRate(m_frameRate);
  setToolTip(tr("Seconds, or frames: 30f"));
  connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
    const auto time = readTime(bare(text), locale());
    m_frames = time && time->unit == TypedTime::Frames ? std::optional(time->number) : std::nullopt;
  });
  // Steps by keys and wheel are in seconds.
  connect(this, &QDoubleSpinBox::editingFinished, this, [this] { m_frames.reset(); });
}

void TimeField::setFrameRate(double hertz) {
  m_frameRate = hertz > 0.0 ? hertz : 30.0;
  setSingleStep(1.0 / m_frameRate);
}

// The unit follows the typed text unless that replaces it.
QString TimeField::bare(const QString& text) const {
  const QString unit = suffix();
  return text.endsWith(unit) ? text.chopped(unit.size()) : text;
}

QValidator::State TimeField::validate(QString& text, int& /*place*/) const {
  if (readTime(bare(text), locale()) || readTime(text, locale())) {
    return QValidator::Acceptable;
  }
  // Intermediate text: only characters of numbers and units.
  const bool can = std::all_of(text.begin(), text.end(), [this](QChar letter) {
    return letter.isLetterOrNumber() || letter.isSpace() || QString("+-.,").contains(letter) ||
           locale().decimalPoint().contains(letter) || locale().groupSeparator().contains(letter);
  });
  return can ? QValidator::Intermediate : QValidator::Invalid;
}

double TimeField::valueFromText(const QString& text) const {
  if (bare(text) == textFromValue(value())) {
    return value();  // The value has more digits than are shown.
  }
  auto time = readTime(bare(text), locale());
  if (!time) {
    time = readTime(text, locale());
  }
  return time ? std::clamp(time->seconds(m_frameRate), minimum(), maximum()) : value();
}

QString TimeField::textFromValue(double value) const {
  if (isMixed()) {
    return NumberField::textFromValue(value);
  }
  QString text = locale().toString(value, 'f', kShownDecimals);
  const QString point = locale().decimalPoint();
  while (text.contains(point) && text.endsWith('0')) {
    text.chop(1);
  }
  return text.endsWith(point) ? text.chopped(point.size()) : text;
}

}  // namespace texeleton::editor

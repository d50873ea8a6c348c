#include "app/editor/widgets/time_field.h"

#include <QCoreApplication>

#include "app/editor/widgets/number_text.h"

namespace texeleton::editor {

namespace {

constexpr int kShownDecimals = 3;

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
  const auto number = readNumber(whole.left(end), "?", locale);  // Terms have no units of their own.
  return unit && number ? std::optional(TypedTime{*number, *unit}) : std::nullopt;
}

TimeField::TimeField(double least, double most, QWidget* parent)
    : NumberField(least, most, kShownDecimals, tr("s"), parent) {
  setFrameRate(m_frameRate);
  setToolTip(tr("Seconds, or frames: 30f"));
  connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
    const QString bare = text.endsWith(suffix()) ? text.chopped(suffix().size()) : text;
    const auto time = readTime(bare, locale());
    m_frames = time && time->unit == TypedTime::Frames ? std::optional(time->number) : std::nullopt;
  });
  // Steps by keys and wheel are in seconds.
  connect(this, &QDoubleSpinBox::editingFinished, this, [this] { m_frames.reset(); });
}

void TimeField::setFrameRate(double hertz) {
  m_frameRate = hertz > 0.0 ? hertz : 30.0;
  setSingleStep(1.0 / m_frameRate);
}

std::optional<double> TimeField::read(const QString& text) const {
  const auto time = readTime(text, locale());
  return time ? std::optional(time->seconds(m_frameRate)) : NumberField::read(text);
}

}  // namespace texeleton::editor

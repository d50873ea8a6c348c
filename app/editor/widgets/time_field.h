#pragma once

#include <QLocale>
#include <optional>

#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

/// A time as people type it.
struct TypedTime {
  double number = 0.0;
  enum Unit { Plain, Seconds, Milliseconds, Frames } unit = Plain;

  /// `frameRate`: in frames a second; > 0.
  double seconds(double frameRate) const;
};

/// "1.5", "1.5 s", "250 ms", "30f", "30 frames", in words of English and of the interface's language. Nothing where it
/// is none of these.
std::optional<TypedTime> readTime(const QString& text, const QLocale& locale);

/// A time in seconds that can be typed in frames too ("30f"). Up and Down step a frame.
class TimeField : public NumberField {
  Q_OBJECT

 public:
  TimeField(double least, double most, QWidget* parent = nullptr);
  /// What frames are counted by.
  void setFrameRate(double hertz);
  /// The number of frames that was typed last; unset: it was seconds.
  const std::optional<double>& typedFrames() const { return m_frames; }

 protected:
  QValidator::State validate(QString& text, int& place) const override;
  double valueFromText(const QString& text) const override;
  QString textFromValue(double value) const override;

 private:
  QString bare(const QString& text) const;

  double m_frameRate = 30.0;
  std::optional<double> m_frames;
};

}  // namespace texeleton::editor

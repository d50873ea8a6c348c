#pragma once

#include <QLocale>
#include <optional>

#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

/// A typed time.
struct TypedTime {
  double number = 0.0;
  enum Unit { Plain, Seconds, Milliseconds, Frames } unit = Plain;

  /// `frameRate`: frames a second; > 0.
  double seconds(double frameRate) const;
};

/// "1.5", "1.5 s", "250 ms", "30f", "30 frames", with words of English and the interface's language. Nothing for other
/// text.
std::optional<TypedTime> readTime(const QString& text, const QLocale& locale);

/// A time in seconds that can also be typed in frames ("30f"). Up and Down step by a frame.
class TimeField : public NumberField {
  Q_OBJECT

 public:
  TimeField(double least, double most, QWidget* parent = nullptr);
  /// The rate by which frames are counted.
  void setFrameRate(double hertz);
  /// The number of frames if frames were typed last; unset: it was seconds.
  const std::optional<double>& typedFrames() const { return m_frames; }

 protected:
  std::optional<double> read(const QString& text) const override;

 private:
  double m_frameRate = 30.0;
  std::optional<double> m_frames;
};

}  // namespace texeleton::editor

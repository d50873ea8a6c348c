#pragma once

#include <optional>

namespace texeleton::editor {

enum class ErrorGrade { Good, Warning, Error };

/// Errors above which a clip is graded as questionable or wrong.
struct ErrorLimits {
  double warningMillimetres = 0.0;
  double errorMillimetres = 0.0;  ///< At least the warning's.
  double heightMetres = 1.0;      ///< Height of the model.
  bool isOwn = false;             ///< The limit is set by the document or one of its clips.

  ErrorGrade gradeOf(double millimetres) const;
  double shareOfHeight(double millimetres) const { return millimetres / (heightMetres * 1000.0); }
};

/// Replaces a limit of zero where it is a divisor.
inline constexpr double kLeastLimitMillimetres = 1e-9;

/// Limits as shares of the model's height: 9 and 36 mm for a person.
inline constexpr double kQuestionableShare = 0.005;
inline constexpr double kWrongShare = 0.02;

/// Limits for a model of this height. Without a limit of the user's, in millimetres, an error above kQuestionableShare
/// of the height is questionable at most: engines blend frames in the same way. With one, an error above it is
/// questionable, and above kWrongShare of the height wrong.
ErrorLimits errorLimits(const std::optional<double>& ownMillimetres, double heightMetres);

}  // namespace texeleton::editor

#pragma once

#include <optional>

namespace texeleton::editor {

enum class ErrorGrade { Good, Warning, Error };

/// From which error on something looks questionable, and wrong.
struct ErrorLimits {
  double warningMillimetres = 0.0;
  double errorMillimetres = 0.0;  ///< No less than the warning's.
  double heightMetres = 1.0;      ///< Of the model.
  bool isOwn = false;             ///< The document, or one of its clips, says what is too much.

  ErrorGrade gradeOf(double millimetres) const;
  double shareOfHeight(double millimetres) const { return millimetres / (heightMetres * 1000.0); }
};

/// What counts as the limit where a division needs one and it is zero.
inline constexpr double kLeastLimitMillimetres = 1e-9;

/// Shares of the model's height that are questionable and wrong where nobody has set a limit: 9 and 36 mm of a person.
inline constexpr double kQuestionableShare = 0.005;
inline constexpr double kWrongShare = 0.02;

/// The limits for a model of that height. A limit of the user's, in millimetres, decides what is questionable; what is
/// over that and over kWrongShare of the height is wrong.
ErrorLimits errorLimits(const std::optional<double>& ownMillimetres, double heightMetres);

}  // namespace texeleton::editor

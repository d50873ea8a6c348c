#include "app/editor/document/error_limits.h"

#include <algorithm>

namespace texeleton::editor {

namespace {

constexpr double kMillimetresAMetre = 1000.0;

}  // namespace

ErrorGrade ErrorLimits::gradeOf(double millimetres) const {
  // The user's own limit may be reached; a limit derived from the size may not.
  const auto isOver = [&](double limit) { return isOwn ? millimetres > limit : millimetres >= limit; };
  return !isOver(warningMillimetres)         ? ErrorGrade::Good
         : isOwn && isOver(errorMillimetres) ? ErrorGrade::Error
                                             : ErrorGrade::Warning;
}

ErrorLimits errorLimits(const std::optional<double>& ownMillimetres, double heightMetres) {
  ErrorLimits limits;
  limits.heightMetres = heightMetres;
  limits.isOwn = ownMillimetres.has_value();
  limits.warningMillimetres = ownMillimetres.value_or(kQuestionableShare * heightMetres * kMillimetresAMetre);
  limits.errorMillimetres = std::max(limits.warningMillimetres, kWrongShare * heightMetres * kMillimetresAMetre);
  return limits;
}

}  // namespace texeleton::editor

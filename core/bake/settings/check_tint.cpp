#include <cmath>
#include <string>

#include "core/bake/settings/bake_settings.h"
#include "core/base/name_expression.h"

namespace texeleton::bake {

Result<void> checkTint(const TintSettings& settings) {
  for (const std::string& pattern : settings.materials) {
    TRY(NameExpression::compile(pattern));
  }
  if (settings.source == TintSource::Material && settings.materials.empty()) {
    return fail(ErrorCode::InvalidArgument, "the tint mask: no material is named");
  }
  const bool isStep = std::isfinite(settings.stepU) && std::isfinite(settings.stepV) &&
                      std::abs(settings.stepU) <= 1.0 && std::abs(settings.stepV) <= 1.0 &&
                      (settings.stepU != 0.0 || settings.stepV != 0.0);
  if (settings.source == TintSource::Palette && (!isStep || settings.entryCount < 1 || settings.entryCount > 65536)) {
    return fail(ErrorCode::InvalidArgument,
                "the palette: its steps must lie between -1 and 1 and not both be 0, and it must have 1 to 65536 "
                "entries");
  }
  return {};
}

}  // namespace texeleton::bake

#pragma once

#include <array>

#include "core/animator/controller.h"
#include "core/base/words.h"

namespace texeleton::animator {

// The words of recipes for parameters and conditions.

constexpr std::array<Word<ParameterKind>, 3> wordTable(ParameterKind /*unused*/) {
  return {{{"number", ParameterKind::Number}, {"flag", ParameterKind::Flag}, {"trigger", ParameterKind::Trigger}}};
}

constexpr std::array<Word<Compare>, 4> wordTable(Compare /*unused*/) {
  return {
      {{"greater", Compare::Greater}, {"less", Compare::Less}, {"set", Compare::IsSet}, {"unset", Compare::IsNotSet}}};
}

}  // namespace texeleton::animator

#pragma once

#include <cstddef>

#include "core/model/model.h"

namespace texeleton::model {

/// Whether components [first, first + count) of a track with `components` per key are equal in all its `keyCount` keys
/// and, in a spline, all their tangents 0.
bool isStill(const Track& track, std::size_t keyCount, std::size_t components, std::size_t first, std::size_t count);

/// Sets the stillness of every track of a model that passes checkModel.
void noteStillness(Model& model);

}  // namespace texeleton::model

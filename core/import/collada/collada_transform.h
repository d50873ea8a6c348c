#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/collada/collada_document.h"

namespace texeleton::importing::collada {

/// The matrix of 16 numbers, row by row.
glm::dmat4 rowMatrix(const std::vector<double>& v);

/// The matrix of one transformation element.
glm::dmat4 matrixOf(const Transform& transform);

/// The matrix of a node's transformation elements.
glm::dmat4 localMatrix(const std::vector<Transform>& transforms);

/// The first number and the count of the part of a transformation that "X", "ANGLE" or "(3)(0)" selects; all numbers
/// for an empty selection, nothing if there is no such part.
std::optional<std::pair<std::size_t, std::size_t>> membersOf(const Transform& transform, std::string_view member);

}  // namespace texeleton::importing::collada

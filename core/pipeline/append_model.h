#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "core/model/model.h"

namespace texeleton::pipeline {

// Shared steps of combining one model with another.

/// Appends vertices and triangles, without influences. Attributes that only one side has are filled in.
void appendVertices(model::VertexData& to, const model::VertexData& from);

/// Appends the materials of a model with their images; identical images are stored once.
void appendMaterials(model::Model& to, const model::Model& from);

/// The direction of a vector; `otherwise` if it has none.
glm::vec3 unitOr(const glm::dvec3& v, const glm::vec3& otherwise);

/// Transforms all vertices of a model. A mirroring matrix also reverses the triangles.
void transformVertices(model::VertexData& vertices, const glm::dmat4& matrix);

void sortPalette(model::Model& model);

}  // namespace texeleton::pipeline

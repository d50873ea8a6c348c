#pragma once

#include <QImage>
#include <vector>

namespace texeleton::viewport {

/// Heights over a unit square of texture coordinates, row 0 first, −1 … 1 with a mean of 0; all 0 for a flat map.
struct HeightField {
  int width = 0;
  int height = 0;
  std::vector<float> values;
};

/// The surface of a normal map (glTF: x right, y up, in RGB): the integrable one whose slopes are nearest to the map's
/// (Frankot, Chellappa, "A method for enforcing integrability in shape from shading algorithms", 1988). It tiles like
/// the map. The largest height or depth is ±1, because maps do not state the size of their texels. At most `mostTexels`
/// a side, rounded down to a power of two.
HeightField heightsOfNormals(const QImage& normals, int mostTexels = 512);

}  // namespace texeleton::viewport

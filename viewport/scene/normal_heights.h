#pragma once

#include <QImage>
#include <vector>

namespace texeleton::viewport {

/// Heights over a square of texture coordinates, row 0 first, −1 … 1 with a mean of 0; all 0 where the map is flat.
struct HeightField {
  int width = 0;
  int height = 0;
  std::vector<float> values;
};

/// The surface whose slopes a normal map (glTF: x right, y up, in RGB) holds: the integrable one that is nearest to
/// them (Frankot, Chellappa, "A method for enforcing integrability in shape from shading algorithms", 1988). Repeats
/// like the map. The highest or deepest place is at ±1: maps do not tell how large their texels are. At most
/// `mostTexels` a side, rounded down to a power of two.
HeightField heightsOfNormals(const QImage& normals, int mostTexels = 512);

}  // namespace texeleton::viewport

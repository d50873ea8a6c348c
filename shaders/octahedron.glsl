// A stretched octahedron from (0, 0, 0) to (0, 0, 1), its ring of radius 1 at z = `waist`: 24 vertices, flat faces.

vec3 octahedronRing(int i, float waist) {
  return i % 4 == 0   ? vec3(1.0, 0.0, waist)
         : i % 4 == 1 ? vec3(0.0, 1.0, waist)
         : i % 4 == 2 ? vec3(-1.0, 0.0, waist)
                      : vec3(0.0, -1.0, waist);
}

// Counter-clockwise seen from outside.
vec3 octahedronCorner(int vertex, float waist) {
  int face = vertex / 3;
  int corner = vertex % 3;
  if (face < 4) {
    return corner == 0 ? vec3(0.0) : octahedronRing(corner == 1 ? face + 1 : face, waist);
  }
  return corner == 0 ? vec3(0.0, 0.0, 1.0) : octahedronRing(corner == 1 ? face : face + 1, waist);
}

// The face normal under scales of the ring and the length; not normalised.
vec3 octahedronNormal(int vertex, float waist, vec3 scale) {
  int first = vertex - vertex % 3;
  vec3 a = octahedronCorner(first, waist) * scale;
  vec3 b = octahedronCorner(first + 1, waist) * scale;
  vec3 c = octahedronCorner(first + 2, waist) * scale;
  return cross(b - a, c - a);
}

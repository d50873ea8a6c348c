#version 440
#extension GL_GOOGLE_include_directive : require

// A vertex of a tessellated triangle: on a curved triangle given by the normals at its corners (Vlachos, Peters, Boyd,
// Mitchell, "Curved PN Triangles", 2001), displaced along the normal. Shared edges stay closed: edges between two
// corners at a crease are straight, and the displacement is 0 along seams (tessellation.glsl). SHADOW: draws into the
// shadow map. EDGES: draws edges slightly in front of the surface. EXTRAS as in crowd_vertex.glsl.
#include "frame_block.glsl"
#include "material_block.glsl"
#include "tessellation.glsl"

layout(triangles, fractional_odd_spacing, ccw) in;

layout(location = 0) in vec3 cornerPosition[];
layout(location = 1) in vec4 cornerNormal[];
layout(location = 2) in vec2 cornerUv[];
layout(location = 3) in vec4 cornerTint[];
layout(location = 4) in vec3 cornerViewColor[];
#ifdef EXTRAS
layout(location = 5) in vec4 cornerColor[];
layout(location = 6) in vec4 cornerTangent[];
layout(location = 7) in vec2 cornerUv1[];
layout(location = 8) in float cornerTintMask[];
#endif
layout(location = 9) in float cornerPathShare[];
layout(location = 10) in uint cornerSeams[];
layout(location = 11) in float cornerScale[];

#if defined(SHADOW) || defined(EDGES)
layout(location = 2) out vec2 uv;
#else
layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec4 worldNormal;
layout(location = 2) out vec2 uv;
layout(location = 3) out vec4 tint;
layout(location = 4) out vec3 viewColor;
#ifdef EXTRAS
layout(location = 5) out vec4 color;
layout(location = 6) out vec4 worldTangent;
layout(location = 7) out vec2 uv1;
layout(location = 8) out float tintMask;
#endif
layout(location = 9) flat out float pathShare;
#endif

layout(binding = 11) uniform sampler2D heightMap;  // −1 … 1.

#define BETWEEN(corners) (gl_TessCoord.x * corners[0] + gl_TessCoord.y * corners[1] + gl_TessCoord.z * corners[2])

bool isCurved(int i, int j) { return (cornerSeams[i] & cornerSeams[j] & kCrease) == 0u; }

// The point a third of the way from corner i to corner j on their curve.
vec3 edgePoint(int i, int j) {
  vec3 along = cornerPosition[j] - cornerPosition[i];
  vec3 straight = cornerPosition[i] + along / 3.0;
  if (!isCurved(i, j)) {
    return straight;
  }
  vec3 normal = normalize(cornerNormal[i].xyz);
  return straight - normal * (dot(along, normal) / 3.0);
}

vec3 curved(vec3 at) {
  if (!isCurved(0, 1) && !isCurved(1, 2) && !isCurved(2, 0)) {
    return BETWEEN(cornerPosition);
  }
  vec3 ab = edgePoint(0, 1);
  vec3 ba = edgePoint(1, 0);
  vec3 bc = edgePoint(1, 2);
  vec3 cb = edgePoint(2, 1);
  vec3 ca = edgePoint(2, 0);
  vec3 ac = edgePoint(0, 2);
  vec3 edges = (ab + ba + bc + cb + ca + ac) / 6.0;
  vec3 middle = edges + (edges - (cornerPosition[0] + cornerPosition[1] + cornerPosition[2]) / 3.0) * 0.5;
  float u = at.x;
  float v = at.y;
  float w = at.z;
  // The terms of an edge are paired, so that the result does not depend on their order in the triangle.
  return u * u * u * cornerPosition[0] + v * v * v * cornerPosition[1] + w * w * w * cornerPosition[2] +
         3.0 * ((u * u * v * ab + v * v * u * ba) + (v * v * w * bc + w * w * v * cb) + (w * w * u * ca + u * u * w * ac)) +
         6.0 * u * v * w * middle;
}

// Share of the displacement: 0 at seams, 1 from half the distance to the opposite corner or edge on.
float heightShare(vec3 at) {
  bvec3 seam = bvec3((cornerSeams[0] & kSeam) != 0u, (cornerSeams[1] & kSeam) != 0u, (cornerSeams[2] & kSeam) != 0u);
  float nearest = 0.5;
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3;
    nearest = seam[i] ? min(nearest, 1.0 - at[i]) : nearest;
    nearest = seam[i] && seam[j] ? min(nearest, at[3 - i - j]) : nearest;
  }
  return 2.0 * nearest;
}

float heightAt(vec2 place, vec3 position) {
  // Selects the mipmap that segments can resolve, by position only, which triangles at an edge share.
  float away = frame.cameraPosition.w > 0.5 ? distance(position, frame.cameraPosition.xyz) : 1.0;
  float segment = tessellation.edges.y * away / tessellation.edges.x;
  float level = max(log2(segment / max(tessellation.height.y, 1e-9)), 0.0);
  return textureLod(heightMap, place, level).r * clamp(material.surface.z, -1.0, 1.0);
}

void main() {
  vec3 position = curved(gl_TessCoord);
  vec4 normal = BETWEEN(cornerNormal);
  vec2 place = BETWEEN(cornerUv);
  uv = place;
#ifdef EXTRAS
  vec2 place1 = BETWEEN(cornerUv1);
  if ((material.flags.y & 4u) != 0u) {  // The uv set of the normal map.
    place = place1;
  }
#endif
  float height = tessellation.height.x * cornerScale[0];
  if (height != 0.0 && (material.flags.x & kNormalMap) != 0u) {
    position += normalize(normal.xyz) * (height * heightAt(place, position) * heightShare(gl_TessCoord));
  }
#ifdef SHADOW
  gl_Position = frame.lightViewProjection * vec4(position, 1.0);
#elif defined(EDGES)
  // Offset by two pixels, because QRhi's depth bias on OpenGL does not apply to lines.
  bool perspective = frame.cameraPosition.w > 0.5;
  vec3 towards = perspective ? frame.cameraPosition.xyz - position : -frame.cameraForward.xyz;
  gl_Position = frame.viewProjection * vec4(position + towards * (2.0 / tessellation.edges.x), 1.0);
#else
  worldPosition = position;
  worldNormal = normal;
  tint = cornerTint[0];
  viewColor = BETWEEN(cornerViewColor);
#ifdef EXTRAS
  color = BETWEEN(cornerColor);
  worldTangent = BETWEEN(cornerTangent);
  uv1 = place1;
  tintMask = BETWEEN(cornerTintMask);
#endif
  pathShare = cornerPathShare[0];
  gl_Position = frame.viewProjection * vec4(position, 1.0);
#endif
}

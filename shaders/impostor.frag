#version 440
#extension GL_GOOGLE_include_directive : require

// A far character from its pictures: blends those of the directions around the camera's, each sampled where it shows
// the visible surface (found by its depth), and lights the result like crowd.frag.
#include "frame_block.glsl"
#include "srgb.glsl"
#include "shadow.glsl"
#include "lighting.glsl"
#include "impostor.glsl"

layout(location = 0) in vec2 place;
layout(location = 1) flat in vec3 toward;
layout(location = 2) flat in vec4 rotation;
layout(location = 3) flat in vec4 middle;
layout(location = 4) flat in vec4 tint;
layout(location = 5) flat in uvec4 views;
layout(location = 6) flat in vec3 weights;
layout(location = 7) flat in uvec2 squares;
layout(location = 8) flat in float share;
layout(location = 9) flat in vec3 viewColor;

layout(location = 0) out vec4 result;

layout(binding = 6) uniform sampler2D colors;
layout(binding = 7) uniform sampler2D shapes;
layout(binding = 8) uniform sampler2D surfaces;

const float kCoarsest = 4.0;      // Mipmaps: tiles of two texels.
const float kLeastWeight = 0.03;  // Pictures below this weight are skipped.
const float kSmall = 5.0;         // Texels a pixel above which one picture is enough.

vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

// Position in the atlas, with a margin to neighbouring tiles.
vec2 inAtlas(vec2 corner, vec2 at, float inset) {
  float side = float(impostor.sizes.y);
  vec2 texel = clamp((at * 0.5 + 0.5) * side, vec2(inset), vec2(side - inset));
  return corner + texel;
}

struct Picture {
  vec4 color;
  vec4 shape;
  vec3 offset;  // Offset of the surface from the centre, pack space.
  vec2 texel;
};

Picture pictureAt(vec2 at, vec2 corner, vec2 texelSize, float mip, float inset) {
  Picture picture;
  picture.texel = inAtlas(corner, at, inset) * texelSize;
  bool outside = max(abs(at.x), abs(at.y)) > 1.0;
  picture.color = outside ? vec4(0.0) : textureLod(colors, picture.texel, mip);
  picture.shape = textureLod(shapes, picture.texel, mip);
  return picture;
}

Picture lookAt(uint number, vec2 square, vec3 seen, vec2 texelSize, float mip, float inset) {
  ImpostorView view = impostorViewOf(number);
  vec2 corner = square + vec2(number % impostor.sizes.x, number / impostor.sizes.x) * float(impostor.sizes.y);
  vec2 at = vec2(dot(seen, view.right), dot(seen, view.up)) / view.reach.xy;
  // Intersects the ray with the surface that the picture shows there, and samples that point.
  float depth = (textureLod(shapes, inAtlas(corner, at, inset) * texelSize, mip).a * 2.0 - 1.0) * view.reach.z;
  vec3 surface = view.right * (at.x * view.reach.x) + view.up * (at.y * view.reach.y) + view.toward * depth;
  vec3 moved = seen + toward * dot(surface, toward);
  at = vec2(dot(moved, view.right), dot(moved, view.up)) / view.reach.xy;
  Picture picture = pictureAt(at, corner, texelSize, mip, inset);
  picture.offset = moved;
  return picture;
}

// Jimenez (crowd_path.glsl).
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715)))); }

void main() {
  uint different = views.w;
  ImpostorView basis = impostorView(toward);
  vec3 seen = basis.right * (place.x * basis.reach.x) + basis.up * (place.y * basis.reach.y);
  vec2 perPixel = vec2(length(vec2(dFdx(place.x), dFdy(place.x))), length(vec2(dFdx(place.y), dFdy(place.y))));
  float texels = max(sqrt(perPixel.x * perPixel.y) * 0.5 * float(impostor.sizes.y), 1e-4);
  float mip = clamp(log2(texels) + impostor.halfExtents.w, 0.0, kCoarsest);
  float inset = 0.5 * exp2(ceil(mip));
  float random = noise(gl_FragCoord.xy + vec2(different & 63u, different >> 6 & 63u));
  bool showsA = share < 1.0 && random > share;
  uint number = showsA ? squares.x : squares.y;
  vec2 square = vec2(number % impostor.sizes.z, number / impostor.sizes.z) * float(impostor.sizes.x * impostor.sizes.y);
  vec2 texelSize = 1.0 / vec2(textureSize(colors, 0));

  vec4 color = vec4(0.0);
  vec3 normal = vec3(0.0);
  vec3 offset = vec3(0.0);
  vec2 surfaceAt = vec2(0.0);
  float largest = 0.0;
  float least = texels > kSmall ? max(max(weights.x, weights.y), weights.z) : kLeastWeight;
  float sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    float weight = weights[i];
    if (weight < least) {
      continue;
    }
    Picture picture = lookAt(views[i], square, seen, texelSize, mip, inset);
    color += weight * picture.color;
    normal += weight * (picture.shape.rgb * 2.0 - picture.color.a);
    offset += weight * picture.offset;
    if (weight > largest) {
      largest = weight;
      surfaceAt = picture.texel;
    }
    sum += weight;
  }
  float covered = color.a / sum;
  int samples = int(impostor.frames.z);
  // Covers a proportional number of the pixel's samples, which differ from pixel to pixel.
  int count = int(covered * float(samples) + 0.5);
  if (count <= 0 || color.a <= 0.0) {
    discard;
  }
  int all = (1 << samples) - 1;
  int turn = int(different) & (samples - 1);
  int bits = (1 << min(count, samples)) - 1;
  gl_SampleMask[0] = ((bits << turn) | (bits >> (samples - turn))) & all;

  vec4 kept = textureLod(surfaces, surfaceAt, mip);
  float part = max(textureLod(colors, surfaceAt, mip).a, 1.0 / 255.0);
  kept = clamp(kept / part, 0.0, 1.0);
  vec3 tinted = tint.rgb;
  normal = turned(rotation, dot(normal, normal) > 1e-12 ? normalize(normal) : toward);
  vec3 base = fromSrgb(color.rgb / color.a) * mix(vec3(1.0), tinted, kept.b);
  vec3 shown = base;
  uint view = frame.options.x;
  if (view == kViewNormals) {
    shown = pow(normalize(mat3(frame.view) * normal) * 0.5 + 0.5, vec3(2.2));
  } else if (view != kViewTextured) {
    Surface s;
    s.base = base * (1.0 - kept.a);
    s.metallic = kept.g;
    s.roughness = kept.r;
    s.occlusion = 1.0;
    s.normal = normal;
    s.position = middle.xyz + turned(rotation, offset / sum * middle.w);
    vec3 emission = base * kept.a;
    if (view != kViewLit) {
      s.base = viewColor;
      s.metallic = 0.0;
      s.roughness = 0.8;
      emission = vec3(0.0);
    }
    vec2 pixel = vec2(gl_FragCoord.x, frame.options.y != 0u ? frame.viewport.y - gl_FragCoord.y : gl_FragCoord.y);
    s.keyLight = keyLightAt(s.position, normal, pixel);
    shown = lit(s) + emission;
  }
  result = vec4(shown, 1.0);
}

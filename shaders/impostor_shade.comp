#version 440
#extension GL_GOOGLE_include_directive : require

// Lights the visible far characters of each pixel, once for each character, like crowd.frag lights the mesh: one
// invocation a pixel (impostor_samples.glsl).

#include "frame_block.glsl"
#include "srgb.glsl"
#include "shadow.glsl"
#include "lighting.glsl"
#include "impostor.glsl"
#include "impostor_record.glsl"
#define IMPOSTOR_SAMPLES
#include "impostor_samples.glsl"
#include "impostor_rectangle.glsl"
#include "impostor_look.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 5) readonly buffer Runs { uvec2 runs[]; };  // slots.glsl

vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

vec3 shownAt(uint row, vec2 place, vec2 pixel) {
  Look look = lookOf(row, pixel);
  uvec4 marks = impostorRows[row + 5u];
  vec4 toward = impostorRow(row + 3u);
  vec4 color = vec4(0.0);
  vec3 normal = vec3(0.0);
  float towards = 0.0;
  vec2 surfaceAt = vec2(0.0);
  float largest = 0.0;
  float sum = 0.0;
  for (uint i = 0u; i < 3u; ++i) {
    float weight = look.weights[i];
    if (weight < look.least) {
      continue;
    }
    Seen seen = seenIn(look, i, place);
    vec4 own = seen.outside ? vec4(0.0) : textureLod(colors, seen.at, look.mip);
    color += weight * own;
    normal += weight * (textureLod(shapes, seen.at, look.mip).rgb * 2.0 - own.a);
    towards += weight * seen.towards;
    if (weight > largest) {
      largest = weight;
      surfaceAt = seen.at;
    }
    sum += weight;
  }
  vec4 kept = textureLod(surfaces, surfaceAt, look.mip);
  kept = clamp(kept / max(textureLod(colors, surfaceAt, look.mip).a, 1.0 / 255.0), 0.0, 1.0);
  bool hasNormal = dot(normal, normal) > 1e-12;
  normal = hasNormal ? turned(impostorRow(row + 4u), normalize(normal)) : normalize(toward.xyz);
  vec3 base = fromSrgb(color.rgb / max(color.a, 1e-6)) * mix(vec3(1.0), unpackUnorm4x8(marks.x).rgb, kept.b);
  uint view = frame.options.x;
  if (view == kViewTextured) {
    return base;
  }
  if (view == kViewNormals) {
    return pow(normalize(mat3(frame.view) * normal) * 0.5 + 0.5, vec3(2.2));
  }
  Surface s;
  s.base = base * (1.0 - kept.a);
  s.metallic = kept.g;
  s.roughness = kept.r;
  s.occlusion = 1.0;
  s.normal = normal;
  s.position = impostorRow(row).xyz + impostorRow(row + 1u).xyz * place.x + impostorRow(row + 2u).xyz * place.y +
               toward.xyz * (towards / sum);
  vec3 emission = base * kept.a;
  if (view != kViewLit) {
    s.base = vec3(unpackHalf2x16(marks.y), unpackHalf2x16(marks.z).x);
    s.metallic = 0.0;
    s.roughness = 0.8;
    emission = vec3(0.0);
  }
  s.keyLight = keyLightAt(s.position, normal, pixel);
  return lit(s) + emission;
}

float depthAt(uint row, vec2 place) {
  vec3 world = impostorRow(row).xyz + impostorRow(row + 1u).xyz * place.x + impostorRow(row + 2u).xyz * place.y;
  vec4 clip = frame.viewProjection * vec4(world, 1.0);
  return clamp(clip.z / clip.w, 0.0, 1.0);
}

void main() {
  uvec2 pixel = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(pixel, uvec2(frame.viewport.xy)))) {
    return;
  }
  uint word = wordOf(pixel);
  uint slotMask = (1u << slotBits(runs[0].x)) - 1u;
  uint covered = 0u;
  uint before = kNobody;
  vec3 sum = vec3(0.0);
  vec3 shown = vec3(0.0);
  float nearest = 1.0;
  for (uint i = 0u; i < samplesOfPixel(); ++i) {
    uint key = impostorSamples[word + i];
    if (key == kNobody) {
      continue;
    }
    if (key != before) {
      before = key;
      uint row = (key & slotMask) * kImpostorRows;
      vec2 place = placeAt(rectangleOf(row), vec2(pixel));
      shown = min(shownAt(row, place, vec2(pixel) + 0.5), vec3(65504.0));
      nearest = min(nearest, depthAt(row, place));
    }
    sum += shown;
    covered |= 1u << i;
  }
  if (covered == 0u) {
    impostorSamples[word + 2u] = kNobody;
    return;
  }
  vec3 mean = sum / float(bitCount(covered));
  impostorSamples[word] = packHalf2x16(mean.rg);
  impostorSamples[word + 1u] = packHalf2x16(vec2(mean.b, 0.0)) | covered << 16;
  impostorSamples[word + 2u] = floatBitsToUint(nearest);
}

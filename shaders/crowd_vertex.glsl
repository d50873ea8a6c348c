// A vertex of a crowd, from the animation texture. The including shader defines BONE_MODE, VERTEX_MODE, SKINNED (for
// vertices skinned by shaders/skin.comp) or STILL (for the bind pose alone); QUATERNION, OFFSET16 or BASIS for these
// encodings; CALM and POSE_BUFFER as in crowd_instance.glsl; FULL for vertices in floats; LAYERS for a second clip on
// some bones; HEAT for additional skinned positions; WIDE for bone indices of 16 bits; EXTRAS for colours, tangents and
// a second set of texture coordinates. The rules are those of core/pack/FORMAT.md, "Playing"; the layouts those of
// viewport/scene/gpu/draw_vertices.h and viewport/scene/crowd/crowd.h.

#include "crowd_instance.glsl"
#include "packing.glsl"
#ifdef LAYERS
#include "layers.glsl"
#endif

#ifdef SKINNED
#ifdef FULL
layout(location = 4) in vec2 vertexUv;
#else
layout(location = 4) in uint vertexUv;
#endif
layout(location = 5) in vec3 skinnedPosition;
layout(location = 6) in uvec2 skinnedDirections;  // Normal, whose lowest bit is set if the pose mirrors; tangent.
#elif defined(STILL)
layout(location = 4) in uvec4 vertexPacked;  // Position xy; z; normal; uv.
#elif defined(BONE_MODE)
#ifdef POSE_BUFFER
#ifdef FULL
vec3 vertexPosition;
vec3 vertexNormal;
vec2 vertexUv;
uvec4 vertexBones;
vec4 vertexWeights;

vec4 fourFloats(uint at) {
  return uintBitsToFloat(uvec4(vertexWords[at], vertexWords[at + 1u], vertexWords[at + 2u], vertexWords[at + 3u]));
}
void readVertex() {
  uint at = 16u * vertexNumber();
  vec4 second = fourFloats(at + 4u);
  vertexPosition = fourFloats(at).xyz;
  vertexNormal = vec3(uintBitsToFloat(vertexWords[at + 3u]), second.xy);
  vertexUv = second.zw;
  vertexBones = uvec4(vertexWords[at + 8u], vertexWords[at + 9u], vertexWords[at + 10u], vertexWords[at + 11u]);
  vertexWeights = fourFloats(at + 12u);
}
#else
uvec4 vertexPacked;
#ifdef WIDE
uvec3 vertexSkin;
#else
uvec2 vertexSkin;
#endif
void readVertex() {
#ifdef WIDE
  uint at = 7u * vertexNumber();
  vertexSkin = uvec3(vertexWords[at + 4u], vertexWords[at + 5u], vertexWords[at + 6u]);
#else
  uint at = 6u * vertexNumber();
  vertexSkin = uvec2(vertexWords[at + 4u], vertexWords[at + 5u]);
#endif
  vertexPacked = uvec4(vertexWords[at], vertexWords[at + 1u], vertexWords[at + 2u], vertexWords[at + 3u]);
}
#endif
#elif defined(FULL)
layout(location = 4) in vec3 vertexPosition;
layout(location = 5) in vec3 vertexNormal;
layout(location = 6) in vec2 vertexUv;
layout(location = 7) in uvec4 vertexBones;
layout(location = 8) in vec4 vertexWeights;
#else
layout(location = 4) in uvec4 vertexPacked;  // Position xy; z and weight 1; normal; uv.
#ifdef WIDE
layout(location = 5) in uvec3 vertexSkin;  // Bones 0 and 1; 2 and 3; weights 2 and 3.
#else
layout(location = 5) in uvec2 vertexSkin;  // Bones; weights 2 and 3.
#endif
#endif
#elif defined(POSE_BUFFER)
#ifdef FULL
uint vertexElement;
vec3 vertexNormal;
vec2 vertexUv;
void readVertex() {
  uint at = 6u * vertexNumber();
  vertexElement = vertexWords[at];
  vertexNormal = uintBitsToFloat(uvec3(vertexWords[at + 1u], vertexWords[at + 2u], vertexWords[at + 3u]));
  vertexUv = uintBitsToFloat(uvec2(vertexWords[at + 4u], vertexWords[at + 5u]));
}
#else
uvec3 vertexPacked;
void readVertex() {
  uint at = 3u * vertexNumber();
  vertexPacked = uvec3(vertexWords[at], vertexWords[at + 1u], vertexWords[at + 2u]);
}
#endif
#else
#ifdef FULL
layout(location = 4) in uint vertexElement;
layout(location = 5) in vec3 vertexNormal;
layout(location = 6) in vec2 vertexUv;
#else
layout(location = 4) in uvec3 vertexPacked;  // Element; normal; uv.
#endif
#endif
#if defined(EXTRAS) && defined(POSE_BUFFER)
uvec4 vertexExtras;
#elif defined(EXTRAS)
layout(location = 9) in uvec4 vertexExtras;  // Colour; tangent; second uv; tint mask.
#endif
#ifdef HEAT
layout(location = 10) in vec3 referencePosition;  // The same vertex by compute skinning.
layout(location = 11) in float residual;          // Deviation of its piece from the rigid motion, millimetres.
#endif

struct CrowdVertex {
  vec3 position;  // Pack space.
  vec3 normal;    // Unit vector.
  vec3 tangent;
  vec2 uv;
  float mirror;  // -1 if the pose mirrors the surface, so that the winding of its triangles is reversed; else 1.
};

#ifdef SKINNED

CrowdVertex crowdVertex() {
  CrowdVertex result;
  result.position = skinnedPosition;
  result.normal = unpackDirection(skinnedDirections.x & 0xfffffffeu);
  result.mirror = (skinnedDirections.x & 1u) != 0u ? -1.0 : 1.0;
  result.tangent = unpackDirection(skinnedDirections.y & 0xfffffffeu);
#ifdef FULL
  result.uv = vertexUv;
#else
  result.uv = unpackUv(vertexUv, crowd.uvRange);
#endif
  return result;
}

#elif defined(STILL)

CrowdVertex crowdVertex() {
  uvec3 quantised = uvec3(vertexPacked.x & 0xffffu, vertexPacked.x >> 16, vertexPacked.y & 0xffffu);
  CrowdVertex result;
  result.position = crowd.positionMin.xyz + vec3(quantised) * (1.0 / 65535.0) * crowd.positionExtent.xyz;
  result.normal = unpackDirection(vertexPacked.z);
  result.mirror = 1.0;
  result.tangent = vec3(0.0);
  result.uv = unpackUv(vertexPacked.w, crowd.uvRange);
  return result;
}

#elif defined(BONE_MODE)

struct SkinMatrix {
  vec4 rows[3];
};

#ifdef POSE_BUFFER
void addPosed(inout SkinMatrix m, uint bone, float weight) {
  m.rows[0] += weight * posedRow(bone, 0u);
  m.rows[1] += weight * posedRow(bone, 1u);
  m.rows[2] += weight * posedRow(bone, 2u);
}
#else
#ifdef QUATERNION
void addTurn(inout SkinMatrix m, CrowdMoment moment, uint bone, float weight) {
  BoneRows rows = turnRows(moment, bone);
  for (int i = 0; i < 3; ++i) {
    m.rows[i] += weight * rows.rows[i];
  }
}
#endif

// `rows`: first texture rows of the two frames; `weights`: the bone's weight in each.
void addBone(inout SkinMatrix m, ivec2 rows, uint bone, vec2 weights) {
  uint texel = elementTexel(crowdLayout().z, bone, 0u);
  if (crowdLayout().y == 1u) {
    int x = int(texel);
    m.rows[0] += weights.x * texelFetch(animation, ivec2(x, rows.x), 0) + weights.y * texelFetch(animation, ivec2(x, rows.y), 0);
    m.rows[1] += weights.x * texelFetch(animation, ivec2(x + 1, rows.x), 0) + weights.y * texelFetch(animation, ivec2(x + 1, rows.y), 0);
    m.rows[2] += weights.x * texelFetch(animation, ivec2(x + 2, rows.x), 0) + weights.y * texelFetch(animation, ivec2(x + 2, rows.y), 0);
    return;
  }
  uvec2 place = placeOfTexel(texel);
  for (uint row = 0u; row < 3u; ++row) {
    ivec2 at = ivec2(place);
    m.rows[row] += weights.x * texelFetch(animation, ivec2(at.x, rows.x + at.y), 0) +
                   weights.y * texelFetch(animation, ivec2(at.x, rows.y + at.y), 0);
    place = placeAfter(place);
  }
}

void addClip(inout SkinMatrix m, CrowdFrames frames, uvec4 bones, vec4 weights) {
  // In pairs: reading two bones together costs less than one by one, and many models have no more than two.
  ivec2 rows = ivec2(uvec2(frames.current, frames.next) * crowdLayout().y);
  vec2 shares = vec2(1.0 - frames.fraction, frames.fraction);
  addBone(m, rows, bones.x, weights.x * shares);
  addBone(m, rows, bones.y, weights.y * shares);
  if (weights.z != 0.0) {
    addBone(m, rows, bones.z, weights.z * shares);
    addBone(m, rows, bones.w, weights.w * shares);
  }
}

#endif

void readSkin(out uvec4 bones, out vec4 weights) {
#ifdef FULL
  bones = vertexBones;
  weights = vertexWeights;
#else
  // Weights descend, so the second is at most 1/2, the third 1/3, the fourth 1/4: each is stored in 16 bits over that
  // range.
#ifdef WIDE
  bones = uvec4(vertexSkin.x & 0xffffu, vertexSkin.x >> 16, vertexSkin.y & 0xffffu, vertexSkin.y >> 16);
  uint rest = vertexSkin.z;
#else
  bones = (uvec4(vertexSkin.x) >> uvec4(0u, 8u, 16u, 24u)) & 0xffu;
  uint rest = vertexSkin.y;
#endif
  vec3 small = vec3(float(vertexPacked.y >> 16) * (0.5 / 65535.0), float(rest & 0xffffu) * (1.0 / 3.0 / 65535.0),
                    float(rest >> 16) * (0.25 / 65535.0));
  weights = vec4(1.0 - small.x - small.y - small.z, small);
#endif
}

CrowdVertex crowdVertex() {
#ifdef POSE_BUFFER
  readVertex();
#ifdef EXTRAS
  vertexExtras = extras[vertexNumber()];
#endif
#endif
#ifdef FULL
  vec3 position = vertexPosition;
  vec3 normal = vertexNormal;
  vec2 uv = vertexUv;
#else
  uvec3 quantised = uvec3(vertexPacked.x & 0xffffu, vertexPacked.x >> 16, vertexPacked.y & 0xffffu);
  vec3 position = crowd.positionMin.xyz + vec3(quantised) * (1.0 / 65535.0) * crowd.positionExtent.xyz;
  vec3 normal = unpackDirection(vertexPacked.z);
  vec2 uv = unpackUv(vertexPacked.w, crowd.uvRange);
#endif
  uvec4 bones;
  vec4 weights;
  readSkin(bones, weights);

  SkinMatrix m;
  m.rows[0] = m.rows[1] = m.rows[2] = vec4(0.0);
#ifdef POSE_BUFFER
  addPosed(m, bones.x, weights.x);
  addPosed(m, bones.y, weights.y);
  if (weights.z != 0.0) {
    addPosed(m, bones.z, weights.z);
    addPosed(m, bones.w, weights.w);
  }
#elif defined(LAYERS)
  CrowdMoment moment = crowdMoment();
  CrowdMoment over = layerMoment();
  for (int i = 0; i < 4; ++i) {
    if (weights[i] != 0.0) {
      mat4 rows = transpose(layeredBone(moment, over, bones[i]));
      m.rows[0] += weights[i] * rows[0];
      m.rows[1] += weights[i] * rows[1];
      m.rows[2] += weights[i] * rows[2];
    }
  }
#elif defined(QUATERNION)
  CrowdMoment moment = crowdMoment();
  addTurn(m, moment, bones.x, weights.x);
  addTurn(m, moment, bones.y, weights.y);
  if (weights.z != 0.0) {
    addTurn(m, moment, bones.z, weights.z);
    addTurn(m, moment, bones.w, weights.w);
  }
#elif defined(CALM)
  addClip(m, framesOfClipB(), bones, weights);
#else
  float fade = fadeWeight();
  if (fade > 0.0) {
    addClip(m, framesOfClipB(), bones, weights * fade);
  }
  if (fade < 1.0) {
    addClip(m, framesOfClipA(), bones, weights * (1.0 - fade));
  }
#endif
  vec3 a = m.rows[0].xyz;
  vec3 b = m.rows[1].xyz;
  vec3 c = m.rows[2].xyz;
  vec3 bc = cross(b, c);
  vec3 turned = vec3(dot(bc, normal), dot(cross(c, a), normal), dot(cross(a, b), normal));

  CrowdVertex result;
  vec4 p = vec4(position, 1.0);
  result.position = vec3(dot(m.rows[0], p), dot(m.rows[1], p), dot(m.rows[2], p));
  result.mirror = dot(a, bc) < 0.0 ? -1.0 : 1.0;
  result.normal = unitOr(result.mirror * turned, normal);
  result.uv = uv;
#ifdef EXTRAS
  vec3 tangent = unpackDirection(vertexExtras.y & 0xfffffffeu);
  result.tangent = unitOr(vec3(dot(a, tangent), dot(b, tangent), dot(c, tangent)), tangent);
#else
  result.tangent = vec3(0.0);
#endif
  return result;
}

#else

#if defined(OFFSET16) || defined(BASIS)
#include "offset16.glsl"

// The range of positions.
#ifdef POSE_BUFFER
vec3 offsetSmallest() { return crowd.positionMin.xyz; }
vec3 offsetExtent() { return crowd.positionExtent.xyz; }
#else
vec3 offsetSmallest() { return constantTexel(uvec2(0u, 0u)).xyz; }
vec3 offsetExtent() { return constantTexel(placeAfter(uvec2(0u, 0u))).xyz; }
#endif
#endif

#ifdef OFFSET16
void addOffset(inout vec3 position, inout vec3 normal, CrowdFrames frames, uvec2 place, float weight) {
  vec3 smallest = offsetSmallest();
  vec3 extent = offsetExtent();
  vec4 a = texelFetch(animation, ivec2(uvec2(place.x, frames.current * crowdLayout().y + place.y)), 0);
  vec4 b = texelFetch(animation, ivec2(uvec2(place.x, frames.next * crowdLayout().y + place.y)), 0);
  position += weight * mix(offsetPosition(a, smallest, extent), offsetPosition(b, smallest, extent), frames.fraction);
  normal += weight * mix(offsetNormal(a), offsetNormal(b), frames.fraction);
}
#endif

#ifdef BASIS
#include "basis.glsl"

#include "shape_weights.glsl"

// The normal is not normalised.
void sumShapes(uint element, out vec3 position, out vec3 normal) {
  uint shapeCount = crowdConstants().z;
  uvec2 at = placeOfShapes(2u + shapeCount + element * (shapeCount + 1u));
  vec4 base = constantTexel(at);
  position = offsetPosition(base, offsetSmallest(), offsetExtent());
  normal = offsetNormal(base);
#ifndef POSE_BUFFER
  CrowdMoment moment = crowdMoment();
  ShapeWeights weights = firstShapeWeights();
#endif
  for (uint k = 0u; k < shapeCount; ++k) {
#ifdef POSE_BUFFER
    uvec4 two = poses[poseBegin + 1u + k / 2u];
    vec2 weight = uintBitsToFloat((k & 1u) == 0u ? two.xy : two.zw);
#else
    vec2 weight = nextShapeWeights(weights, moment, k);
#endif
    at = placeAfter(at);
    vec4 texel = constantTexel(at);
    position += weight.x * shapeOffset(texel);
    normal += weight.y * shapeNormal(texel);
  }
}
#endif

CrowdVertex crowdVertex() {
#ifdef POSE_BUFFER
  readVertex();
#ifdef EXTRAS
  vertexExtras = extras[vertexNumber()];
#endif
#endif
#ifdef FULL
  uint element = vertexElement;
  vec3 bindNormal = vertexNormal;
  vec2 uv = vertexUv;
#else
  uint element = vertexPacked.x;
  vec3 bindNormal = unpackDirection(vertexPacked.y);
  vec2 uv = unpackUv(vertexPacked.z, crowd.uvRange);
#endif
#ifdef BASIS
  vec3 position;
  vec3 normal;
  sumShapes(element, position, normal);
#elif defined(OFFSET16)
  uvec2 place = placeOfTexel(elementTexel(crowdLayout().z, element, 0u));
  CrowdMoment moment = crowdMoment();
  vec3 position = vec3(0.0);
  vec3 normal = vec3(0.0);
  addOffset(position, normal, moment.to, place, moment.share);
#ifndef CALM
  if (moment.share < 1.0) {
    addOffset(position, normal, moment.from, place, 1.0 - moment.share);
  }
#endif
#else
  uvec2 place = placeOfTexel(elementTexel(crowdLayout().z, element, 0u));
  uvec2 after = placeAfter(place);
#ifdef CALM
  CrowdFrames frames = framesOfClipB();
  vec3 position = blendedTexel(frames, place).xyz;
  vec3 normal = blendedTexel(frames, after).xyz;
#elif defined(POSE_BUFFER)
  CrowdMoment moment = crowdMoment();
  vec3 position = blendedTexel(moment, place).xyz;
  vec3 normal = blendedTexel(moment, after).xyz;
#else
  vec3 position = vec3(0.0);
  vec3 normal = vec3(0.0);
  float fade = fadeWeight();
  if (fade > 0.0) {
    CrowdFrames frames = framesOfClipB();
    position += fade * blendedTexel(frames, place).xyz;
    normal += fade * blendedTexel(frames, after).xyz;
  }
  if (fade < 1.0) {
    CrowdFrames frames = framesOfClipA();
    position += (1.0 - fade) * blendedTexel(frames, place).xyz;
    normal += (1.0 - fade) * blendedTexel(frames, after).xyz;
  }
#endif
#endif
  CrowdVertex result;
  result.position = position;
  result.normal = unitOr(normal, bindNormal);
  result.mirror = 1.0;  // Unknown from the texture.
  result.tangent = vec3(0.0);
  result.uv = uv;
  return result;
}

#endif

#ifdef HEAT
// At scale 1, whatever the instance's scale.
float heatMillimetres(CrowdVertex vertex) {
  return distance(vertex.position, referencePosition) * 1000.0 + residual;
}
#endif

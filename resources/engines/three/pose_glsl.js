// The pose of a vertex from the animation texture, in GLSL ES 3.00 for the vertex shader. It follows the pack's
// FORMAT.md ("Playing"); integer time is computed as in ../web/crowd_clock.js.

/** Instances per row of the textures with their states and matrices. */
export const INSTANCES_PER_ROW = 256;

/** Texels per row of the table of clips and variants. */
export const TABLE_WIDTH = 256;

/** Numbers per row of the list of drawn instances. */
export const VISIBLE_WIDTH = 1024;

/**
 * Declarations and functions, to be placed before main(). texeletonPose() writes the pose, in the crowd's space, to
 * texPosition, texNormal and texTangent. Defines: see poseDefines().
 */
export const POSE_HEAD = /* glsl */ `
uniform highp sampler2D texAnimation;
uniform highp usampler2D texTables;   // A texel per clip: first frame, number of frames, whether it loops. Then bits of visible meshes. Then masks.
#ifdef TEXELETON_LAYERS
uniform highp usampler2D texLayers;   // Two texels per instance: crowd_state.js.
uniform highp uvec2 texMaskLayout;    // First texel of the masks in texTables; texels of each, one per bone: weight, anchor + 1.
#endif
#ifdef TEXELETON_LISTED
uniform highp usampler2D texStates;   // Four texels per instance: crowd_state.js.
uniform highp sampler2D texPlaces;    // Three texels per instance: the rows of its matrix.
uniform highp usampler2D texVisible;  // The drawn instances.
#else
attribute uvec4 texState0;            // The same as instance attributes, which are faster than texels.
attribute uvec4 texState1;
#ifdef TEXELETON_FADES
attribute uvec4 texState2;
attribute uvec4 texState3;
#endif
attribute vec4 texPlace0;
attribute vec4 texPlace1;
attribute vec4 texPlace2;
#endif
uniform highp uvec3 texLayout;        // Width, rows per frame, 1: stepped.
uniform highp uvec2 texClock;         // Ticks, rest of a tick.
uniform vec3 texBoxMin;               // The mesh's box, which positions are relative to.
uniform vec3 texBoxSize;
#ifdef TEXELETON_CONSTANTS
uniform highp uvec3 texConstants;     // constantsOf() in asset.js.
#endif
#ifdef TEXELETON_FRAME_TABLE
uniform highp uint texTableRow;       // First row of the frame table.
#endif
// See packed_vertices.js.
#if !defined(TEXELETON_BONES)
attribute uvec3 texVertex;  // Element, normal, texture coordinates.
uint texElement;
#else
#ifdef TEXELETON_FLOAT_POSITION
attribute uvec3 texVertex;  // Weight 1 above, normal, texture coordinates.
#else
attribute uvec4 texVertex;  // Position x and y; z and weight 1; normal; texture coordinates.
#endif
// Bones; if any vertex has more than two, weights 2 and 3.
#if defined(TEXELETON_WIDE) && TEXELETON_BONES > 2
attribute uvec3 texSkin;
#elif TEXELETON_BONES > 2
attribute uvec2 texSkin;
#else
attribute uint texSkin;
#endif
uvec4 texBones;
vec4 texWeights;
#endif
vec3 texBindPosition;
vec3 texBindNormal;
#ifdef TEXELETON_PACKED_UV
vec2 texUv;
#define uv texUv
#endif

#ifdef TEXELETON_LISTED
int texInstance;
#endif
uvec4 texStateA;  // Number of frames and variant, start and length of the fade, tint.
uvec4 texStateB;  // Phase, step, low step and palette entry, first frame and whether it loops.
float texMirror;  // -1: the pose mirrors the surface.
vec3 texPosition;
vec3 texNormal;
#ifdef USE_TANGENT
vec3 texTangent;
#endif

struct TexFrames {
  uint current;
  uint next;
  float fraction;
};

uint texLoopPhase(uint phase, int stepHigh, uint stepLow) {
  uint high = uint(stepHigh);
  uint whole = high * texClock.x + stepLow * (texClock.x >> 16) + ((stepLow * (texClock.x & 0xffffu)) >> 16);
  uint part = uint((stepHigh >> 16) * int(texClock.y)) + (((high & 0xffffu) * texClock.y) >> 16);
  return phase + whole + part;
}

// Upper half of a product of two 32-bit numbers.
uint texHighProduct(uint a, uint b) {
  uint low = (a & 0xffffu) * (b & 0xffffu);
  uint middle = (a >> 16) * (b & 0xffffu) + (low >> 16);
  uint other = (a & 0xffffu) * (b >> 16) + (middle & 0xffffu);
  return (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);
}

// x: position in turns * 2^32; y: 1 for a whole turn.
uvec2 texOncePhase(uint phase, int stepHigh, uint stepLow) {
  if (stepHigh == 0 && stepLow == 0u) {
    return uvec2(phase, 0u);
  }
  bool backward = stepHigh < 0;
  uint low = backward ? (0u - stepLow) & 0xffffu : stepLow;
  uint high = backward ? ~uint(stepHigh) + (stepLow == 0u ? 1u : 0u) : uint(stepHigh);
  uint elapsed = texClock.x - phase;
  uint made = 0u;
  bool whole = false;
  if (elapsed < 0x80000000u) {
    whole = texHighProduct(high, elapsed) != 0u;
    uint a = high * elapsed;
    uint b = a + low * (elapsed >> 16) + ((low * (elapsed & 0xffffu)) >> 16);
    made = b + (high >> 16) * texClock.y + (((high & 0xffffu) * texClock.y) >> 16);
    whole = whole || b < a || made < b;
  }
  if (whole) {
    return uvec2(0u, backward ? 0u : 1u);
  }
  return backward ? uvec2(0u - made, made == 0u ? 1u : 0u) : uvec2(made, 0u);
}

// entry: first frame, number of frames, whether it loops.
TexFrames texFramesOf(uvec3 entry, uint phase, uint stepHigh, uint stepLow) {
  bool loops = entry.z != 0u;
  uvec2 at = loops ? uvec2(texLoopPhase(phase, int(stepHigh), stepLow), 0u)
                   : texOncePhase(phase, int(stepHigh), stepLow);
  uint last = entry.y - 1u;
  uint steps = loops ? entry.y : last;
  uint position = at.y != 0u ? last << 16 : (at.x >> 16) * steps + (((at.x & 0xffffu) * steps) >> 16);
  uint frame = position >> 16;
  TexFrames frames;
  frames.current = entry.x + frame;
  frames.next = entry.x + (frame < last ? frame + 1u : (loops ? 0u : last));
  frames.fraction = texLayout.z != 0u ? 0.0 : float(position & 0xffffu) * (1.0 / 65536.0);
#ifdef TEXELETON_FRAME_TABLE
  // Stored frames (FORMAT.md, "Frame table").
  vec4 stored = texelFetch(texAnimation, ivec2(frames.current % texLayout.x, texTableRow + frames.current / texLayout.x), 0);
  uint code = uint(stored.z);
  frames.current = uint(stored.x) + 1024u * uint(stored.y);
  frames.next = uint(int(frames.current) + int(stored.w));
  frames.fraction = (float(code & 31u) + frames.fraction) / float((code >> 5) + 1u);
#endif
  return frames;
}

float texFadeShare(uint start, uint ticks) {
  uint elapsed = texClock.x - start;
  if (elapsed >= 0x80000000u) {
    return 0.0;
  }
  if (elapsed >= ticks) {
    return 1.0;
  }
  return min((float(elapsed) + float(texClock.y) * (1.0 / 65536.0)) / float(ticks), 1.0);
}

#ifdef TEXELETON_LISTED
uvec4 texState(int texel) {
  return texelFetch(texStates, ivec2((texInstance & 255) * 4 + texel, texInstance >> 8), 0);
}
#endif

#if defined(TEXELETON_FADES) || defined(TEXELETON_LAYERS)
uvec3 texClip(uint clip) {
  return texelFetch(texTables, ivec2(int(clip & 255u), int(clip >> 8)), 0).xyz;
}
#endif

// Clip C, the current one.
TexFrames texTopFrames() {
  uvec3 entry = uvec3(texStateB.w & 0x7fffffffu, texStateA.x & 0xffffu, texStateB.w >> 31);
  return texFramesOf(entry, texStateB.x, texStateB.y, texStateB.z & 0xffffu);
}

#ifdef TEXELETON_FADES
// Clip B or A, below C. share: of B over A.
TexFrames texLowerFrames(bool isB, out float share) {
#ifdef TEXELETON_LISTED
  uvec4 below = texState(2);
  uvec4 phases = texState(3);
#else
  uvec4 below = texState2;
  uvec4 phases = texState3;
#endif
  share = isB ? texFadeShare(below.y, below.z) : 1.0;
  return texFramesOf(texClip(isB ? below.x >> 16 : below.x & 0xffffu), isB ? phases.z : phases.x,
                     isB ? phases.w : phases.y, isB ? below.w >> 16 : below.w & 0xffffu);
}
#endif

vec4 texTexel(uint frame, uint texel) {
#ifdef TEXELETON_FOLDED
  return texelFetch(texAnimation, ivec2(texel % texLayout.x, frame * texLayout.y + texel / texLayout.x), 0);
#else
  return texelFetch(texAnimation, ivec2(texel, frame), 0);
#endif
}

vec4 texBlended(TexFrames frames, uint texel) {
  return mix(texTexel(frames.current, texel), texTexel(frames.next, texel), frames.fraction);
}

vec3 texUnitOr(vec3 v, vec3 otherwise) {
  float squared = dot(v, v);
  return squared < 1e-20 ? otherwise : v * inversesqrt(squared);
}

#ifdef TEXELETON_CONSTANTS
// Constant texels follow the frames.
vec4 texConstant(uint texel) {
#if defined(TEXELETON_FOLDED) || defined(TEXELETON_BASIS)
  return texelFetch(texAnimation, ivec2(texel % texLayout.x, texConstants.x + texel / texLayout.x), 0);
#else
  return texelFetch(texAnimation, ivec2(texel, texConstants.x), 0);
#endif
}
#endif

#if defined(TEXELETON_OFFSET16) || defined(TEXELETON_BASIS)
// The integer that a half float encodes.
uint texCode(float half_) {
  uint bits = floatBitsToUint(half_);
  uint magnitude = (bits & 0x7fffffffu) >> 13;
  uint steps = magnitude < 115712u ? 0u : min(magnitude - 115712u, 30719u);
  return (bits & 0x80000000u) != 0u ? 30719u - steps : 30720u + steps;
}

vec3 texCodes(vec4 texel) { return vec3(float(texCode(texel.x)), float(texCode(texel.y)), float(texCode(texel.z))); }

// A unit normal from its code.
vec3 texDirection(uint code) {
  vec2 octahedral = vec2(float(code % 247u), float(code / 247u)) * (2.0 / 246.0) - 1.0;
  vec3 n = vec3(octahedral, 1.0 - abs(octahedral.x) - abs(octahedral.y));
  if (n.z < 0.0) {
    n.xy = (1.0 - abs(octahedral.yx)) * vec2(octahedral.x < 0.0 ? -1.0 : 1.0, octahedral.y < 0.0 ? -1.0 : 1.0);
  }
  return normalize(n);
}
#endif

#ifdef TEXELETON_BONES
vec4 texRowX;
vec4 texRowY;
vec4 texRowZ;
#endif

#if defined(TEXELETON_QUATERNION)
// Rotations cannot be summed, so each bone needs all clips that an instance shows.
TexFrames texFramesC;
#ifdef TEXELETON_FADES
TexFrames texFramesB;
TexFrames texFramesA;
float texShareC;  // Above the other clips.
float texShareB;  // Above A.
#endif

struct TexTurn {
  vec4 rotation;
  vec4 moved;  // Displacement of the pivot, scale.
};

// Along the shorter arc.
TexTurn texBlendTurns(TexTurn a, TexTurn b, float share) {
  float to = dot(a.rotation, b.rotation) < 0.0 ? -share : share;
  vec4 q = a.rotation * (1.0 - share) + b.rotation * to;
  float squared = dot(q, q);
  return TexTurn(squared > 1e-30 ? q * inversesqrt(squared) : vec4(0.0, 0.0, 0.0, 1.0), mix(a.moved, b.moved, share));
}

TexTurn texTurnOf(TexFrames frames, uint texel) {
  return texBlendTurns(TexTurn(texTexel(frames.current, texel), texTexel(frames.current, texel + 1u)),
                       TexTurn(texTexel(frames.next, texel), texTexel(frames.next, texel + 1u)), frames.fraction);
}

// A texel of a bone stored as a matrix.
vec4 texFaded(uint texel) {
  vec4 shown = texBlended(texFramesC, texel);
#ifdef TEXELETON_FADES
  if (texShareC < 1.0) {
    shown = mix(mix(texBlended(texFramesA, texel), texBlended(texFramesB, texel), texShareB), shown, texShareC);
  }
#endif
  return shown;
}

void texAddBone(uint bone, float weight) {
  uint first = 2u * bone;
  vec4 pivot = texConstant(first);
  if (pivot.w != 0.0) {
    vec4 third = texConstant(first + 1u);
    texRowX += weight * texFaded(first);
    texRowY += weight * texFaded(first + 1u);
    texRowZ += weight * texFaded(texConstants.y + uint(third.x) + 1024u * uint(third.y));
    return;
  }
  TexTurn turn = texTurnOf(texFramesC, first);
#ifdef TEXELETON_FADES
  if (texShareC < 1.0) {
    TexTurn below = texTurnOf(texFramesB, first);
    if (texShareB < 1.0) {
      below = texBlendTurns(texTurnOf(texFramesA, first), below, texShareB);
    }
    turn = texBlendTurns(below, turn, texShareC);
  }
#endif
  vec4 q = turn.rotation;
  vec3 x = turn.moved.w * vec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y));
  vec3 y = turn.moved.w * vec3(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z - q.w * q.x));
  vec3 z = turn.moved.w * vec3(2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
  vec3 to = pivot.xyz + turn.moved.xyz - vec3(dot(x, pivot.xyz), dot(y, pivot.xyz), dot(z, pivot.xyz));
  texRowX += weight * vec4(x, to.x);
  texRowY += weight * vec4(y, to.y);
  texRowZ += weight * vec4(z, to.z);
}
#elif defined(TEXELETON_BONES)
void texAddBone(TexFrames frames, uint bone, float weight) {
  uint first = 3u * bone;
  texRowX += weight * texBlended(frames, first);
  texRowY += weight * texBlended(frames, first + 1u);
  texRowZ += weight * texBlended(frames, first + 2u);
}

// In pairs: fetching neighbouring texels together is faster, and many vertices have at most two bones.
void texAdd(TexFrames frames, float share) {
  texAddBone(frames, texBones.x, texWeights.x * share);
#if TEXELETON_BONES > 1
  texAddBone(frames, texBones.y, texWeights.y * share);
#endif
#if TEXELETON_BONES > 2
  if (texWeights.z + texWeights.w > 0.0) {
    texAddBone(frames, texBones.z, texWeights.z * share);
    texAddBone(frames, texBones.w, texWeights.w * share);
  }
#endif
}
#endif
#if defined(TEXELETON_LAYERS) && defined(TEXELETON_BONES)
// A second clip on the bones of a mask (FORMAT.md, "Playing", Layers).
TexFrames texFramesL;
float texShareL;  // 0: the instance has no layer.
uint texMaskL;

void texLayer() {
#ifdef TEXELETON_LISTED
  int number = texInstance;
#else
  int number = gl_InstanceID;
#endif
  ivec2 at = ivec2((number & 255) * 2, number >> 8);
  uvec4 first = texelFetch(texLayers, at, 0);
  uvec4 fades = texelFetch(texLayers, at + ivec2(1, 0), 0);
  texShareL = 0.0;
  if (first.x >> 16 != 0u) {
    texShareL = texFadeShare(fades.x, fades.y) * (first.w >> 16 != 0u ? 1.0 - texFadeShare(fades.z, fades.w) : 1.0);
    texFramesL = texFramesOf(texClip(first.x & 0xffffu), first.y, first.z, first.w & 0xffffu);
    texMaskL = texMaskLayout.x + ((first.x >> 16) - 1u) * texMaskLayout.y;
  }
}

// The pose below the layer.
void texAddOwn(uint bone, float weight) {
#ifdef TEXELETON_QUATERNION
  texAddBone(bone, weight);
#elif defined(TEXELETON_FADES)
  TexFrames frames = texTopFrames();
  float share = texFadeShare(texStateA.y, texStateA.z);
  float rest = weight;
  for (int below = 0; below < 3 && rest > 0.0; ++below) {
    if (below > 0) {
      frames = texLowerFrames(below == 1, share);
    }
    if (share > 0.0) {
      texAddBone(frames, bone, rest * share);
    }
    rest *= 1.0 - share;
  }
#else
  texAddBone(texTopFrames(), bone, weight);
#endif
}

void texAddOver(uint bone) {
#ifdef TEXELETON_QUATERNION
  TexFrames top = texFramesC;
  texFramesC = texFramesL;
#ifdef TEXELETON_FADES
  float share = texShareC;
  texShareC = 1.0;
  texAddBone(bone, 1.0);
  texShareC = share;
#else
  texAddBone(bone, 1.0);
#endif
  texFramesC = top;
#else
  texAddBone(texFramesL, bone, 1.0);
#endif
}

// Transposed: its columns are the rows of the skin matrix.
mat4 texMatrixOf(bool isOver, uint bone) {
  vec4 x = texRowX;
  vec4 y = texRowY;
  vec4 z = texRowZ;
  texRowX = vec4(0.0);
  texRowY = vec4(0.0);
  texRowZ = vec4(0.0);
  if (isOver) {
    texAddOver(bone);
  } else {
    texAddOwn(bone, 1.0);
  }
  mat4 m = mat4(texRowX, texRowY, texRowZ, vec4(0.0, 0.0, 0.0, 1.0));
  texRowX = x;
  texRowY = y;
  texRowZ = z;
  return m;
}

void texAddLayered(uint bone, float weight) {
  uint texel = texMaskL + bone;
  uvec2 masked = texelFetch(texTables, ivec2(int(texel & 255u), int(texel >> 8)), 0).xy;
  float share = texShareL > 0.0 ? texShareL * uintBitsToFloat(masked.x) : 0.0;
  if (share < 1.0) {
    texAddOwn(bone, weight * (1.0 - share));
  }
  if (share > 0.0) {
    mat4 over = texMatrixOf(true, bone);
    if (masked.y != 0u) {
      mat4 from = texMatrixOf(true, masked.y - 1u);
      if (abs(determinant(from)) >= 1e-20) {
        over = over * inverse(from) * texMatrixOf(false, masked.y - 1u);
      }
    }
    texRowX += weight * share * over[0];
    texRowY += weight * share * over[1];
    texRowZ += weight * share * over[2];
  }
}
#endif
#if defined(TEXELETON_BONES)
#elif defined(TEXELETON_OFFSET16)
void texAdd(TexFrames frames, float share) {
  vec4 current = texTexel(frames.current, texElement);
  vec4 next = texTexel(frames.next, texElement);
  vec3 codes = mix(texCodes(current), texCodes(next), frames.fraction);
  texPosition += share * (texConstant(0u).xyz + codes * (1.0 / 61439.0) * texConstant(1u).xyz);
  texNormal += share * mix(texDirection(texCode(current.w)), texDirection(texCode(next.w)), frames.fraction);
}
#elif defined(TEXELETON_BASIS)
void texAdd(TexFrames frames, float share) {
  uint shapes = texConstants.y;
  uint first = 2u + shapes + texElement * (shapes + 1u);
  vec4 base = texConstant(first);
  texPosition += share * (texConstant(0u).xyz + texCodes(base) * (1.0 / 61439.0) * texConstant(1u).xyz);
  texNormal += share * texDirection(texCode(base.w));
  for (uint k = 0u; k < shapes; ++k) {
    vec4 range = texConstant(2u + k);
    uint at = texConstants.z + k / 4u;
    float current = float(texCode(texTexel(frames.current, at)[k % 4u]));
    float next = float(texCode(texTexel(frames.next, at)[k % 4u]));
    float weight = share * (range.x + mix(current, next, frames.fraction) * (1.0 / 61439.0) * range.y);
    vec4 texel = texConstant(first + 1u + k);
    uint digits = texCode(texel.w);
    vec3 turn = (vec3(float(digits % 39u), float(digits / 39u % 39u), float(digits / 1521u)) - 19.0) * (1.0 / 19.0);
    texPosition += weight * range.z * (texCodes(texel) - 30720.0) * (1.0 / 30719.0);
    texNormal += weight * range.w * turn;
  }
}
#else
void texAdd(TexFrames frames, float share) {
  texPosition += share * texBlended(frames, 2u * texElement).xyz;
  texNormal += share * texBlended(frames, 2u * texElement + 1u).xyz;
}
#endif

// Transforms a normal by the cofactors of a matrix (given by rows), so that it points outward even if the matrix
// mirrors.
vec3 texTurned(vec3 x, vec3 y, vec3 z, vec3 n, out float side) {
  vec3 yz = cross(y, z);
  side = dot(x, yz) < 0.0 ? -1.0 : 1.0;
  return side * vec3(dot(yz, n), dot(cross(z, x), n), dot(cross(x, y), n));
}

vec3 texOctahedral(uint bits) {
  vec2 at = max(vec2(float(int(bits << 16) >> 16), float(int(bits) >> 16)) * (1.0 / 32767.0), -1.0);
  vec3 n = vec3(at, 1.0 - abs(at.x) - abs(at.y));
  float below = max(-n.z, 0.0);
  n.x += n.x >= 0.0 ? -below : below;
  n.y += n.y >= 0.0 ? -below : below;
  return normalize(n);
}

vec2 texShares(uint bits) { return vec2(float(bits & 0xffffu), float(bits >> 16)) * (1.0 / 65535.0); }

void texUnpack() {
#if !defined(TEXELETON_BONES)
  texElement = texVertex.x;
  texBindNormal = texOctahedral(texVertex.y);
#ifdef TEXELETON_DAMAGED
  texBindPosition = texBoxMin + texBoxSize * position;
#endif
#ifdef TEXELETON_PACKED_UV
  texUv = texShares(texVertex.z);
#endif
#else
#ifdef TEXELETON_FLOAT_POSITION
  texBindPosition = position;
  uint second = texVertex.x >> 16;
  uvec2 other = texVertex.yz;
#else
  vec2 z = texShares(texVertex.y);
  texBindPosition = texBoxMin + texBoxSize * vec3(texShares(texVertex.x), z.x);
  uint second = texVertex.y >> 16;
  uvec2 other = texVertex.zw;
#endif
  texBindNormal = texOctahedral(other.x);
#ifdef TEXELETON_PACKED_UV
  texUv = texShares(other.y);
#endif
#if TEXELETON_BONES > 2
  uvec2 rest;
#ifdef TEXELETON_WIDE
  texBones = uvec4(texSkin.x & 0xffffu, texSkin.x >> 16, texSkin.y & 0xffffu, texSkin.y >> 16);
  rest = uvec2(texSkin.z & 0xffffu, texSkin.z >> 16);
#else
  texBones = (uvec4(texSkin.x) >> uvec4(0u, 8u, 16u, 24u)) & 255u;
  rest = uvec2(texSkin.y & 0xffffu, texSkin.y >> 16);
#endif
  // Their sum is 65,535.
  texWeights = vec4(uvec4(65535u - second - rest.x - rest.y, second, rest)) * (1.0 / 65535.0);
#else
#ifdef TEXELETON_WIDE
  texBones = uvec4(texSkin & 0xffffu, texSkin >> 16, 0u, 0u);
#else
  texBones = uvec4(texSkin & 255u, texSkin >> 8 & 255u, 0u, 0u);
#endif
  texWeights = vec4(uvec4(65535u - second, second, 0u, 0u)) * (1.0 / 65535.0);
#endif
#endif
}

void texeletonPose() {
  texUnpack();
#ifdef TEXELETON_LISTED
  texInstance = int(texelFetch(texVisible, ivec2(gl_InstanceID & 1023, gl_InstanceID >> 10), 0).x);
  texStateA = texState(0);
  texStateB = texState(1);
#else
  texStateA = texState0;
  texStateB = texState1;
#endif
#ifdef TEXELETON_DAMAGED
  texPosition = texBindPosition;
  texNormal = texBindNormal;
  texMirror = 1.0;
#ifdef USE_TANGENT
  texTangent = tangent.xyz;
#endif
#else
  texPosition = vec3(0.0);
  texNormal = vec3(0.0);
#ifdef TEXELETON_BONES
  texRowX = vec4(0.0);
  texRowY = vec4(0.0);
  texRowZ = vec4(0.0);
#endif
#ifdef TEXELETON_QUATERNION
  texFramesC = texTopFrames();
#ifdef TEXELETON_FADES
  texShareC = texFadeShare(texStateA.y, texStateA.z);
  if (texShareC < 1.0) {
    float whole;
    texFramesB = texLowerFrames(true, texShareB);
    texFramesA = texLowerFrames(false, whole);
  }
#endif
#endif
#if defined(TEXELETON_LAYERS) && defined(TEXELETON_BONES)
  texLayer();
  for (int i = 0; i < 4; ++i) {
    if (texWeights[i] > 0.0) {
      texAddLayered(texBones[i], texWeights[i]);
    }
  }
#elif defined(TEXELETON_QUATERNION)
  texAddBone(texBones.x, texWeights.x);
#if TEXELETON_BONES > 1
  texAddBone(texBones.y, texWeights.y);
#endif
#if TEXELETON_BONES > 2
  if (texWeights.z + texWeights.w > 0.0) {
    texAddBone(texBones.z, texWeights.z);
    texAddBone(texBones.w, texWeights.w);
  }
#endif
#elif defined(TEXELETON_FADES)
  TexFrames frames = texTopFrames();
  float share = texFadeShare(texStateA.y, texStateA.z);
  float rest = 1.0;
  for (int layer = 0; layer < 3 && rest > 0.0; ++layer) {
    if (layer > 0) {
      frames = texLowerFrames(layer == 1, share);
    }
    if (share > 0.0) {
      texAdd(frames, rest * share);
    }
    rest *= 1.0 - share;
  }
#else
  texAdd(texTopFrames(), 1.0);
#endif
#ifdef TEXELETON_BONES
  vec4 p = vec4(texBindPosition, 1.0);
  texPosition = vec3(dot(texRowX, p), dot(texRowY, p), dot(texRowZ, p));
#ifndef TEXELETON_SHADOW
  texNormal = texUnitOr(texTurned(texRowX.xyz, texRowY.xyz, texRowZ.xyz, texBindNormal, texMirror), texBindNormal);
#endif
#ifdef USE_TANGENT
  texTangent = texUnitOr(vec3(dot(texRowX.xyz, tangent.xyz), dot(texRowY.xyz, tangent.xyz),
                              dot(texRowZ.xyz, tangent.xyz)), tangent.xyz);
#endif
#else
  texMirror = 1.0;
  texNormal = texUnitOr(texNormal, texBindNormal);
#ifdef USE_TANGENT
  // The smallest rotation from the bind pose's normal to this one.
  vec3 half_ = texBindNormal + texNormal;
  float cosine = dot(texBindNormal, texNormal);
  texTangent = tangent.xyz;
  if (1.0 + cosine >= 1e-6) {
    texTangent += 2.0 * texNormal * dot(texBindNormal, tangent.xyz) - half_ * (dot(half_, tangent.xyz) / (1.0 + cosine));
  }
  texTangent = texUnitOr(texTangent - texNormal * dot(texNormal, texTangent), tangent.xyz);
#endif
#endif
#endif
}

// From the pack's space to the crowd's.
void texeletonPlace() {
#ifdef TEXELETON_LISTED
  ivec2 at = ivec2((texInstance & 255) * 3, texInstance >> 8);
  vec4 x = texelFetch(texPlaces, at, 0);
  vec4 y = texelFetch(texPlaces, at + ivec2(1, 0), 0);
  vec4 z = texelFetch(texPlaces, at + ivec2(2, 0), 0);
#else
  vec4 x = texPlace0;
  vec4 y = texPlace1;
  vec4 z = texPlace2;
#endif
  vec4 p = vec4(texPosition, 1.0);
  texPosition = vec3(dot(x, p), dot(y, p), dot(z, p));
#ifndef TEXELETON_SHADOW
  float side;
  texNormal = texUnitOr(texTurned(x.xyz, y.xyz, z.xyz, texNormal, side), texNormal);
  texMirror *= side;
#endif
#ifdef USE_TANGENT
  texTangent = vec3(dot(x.xyz, texTangent), dot(y.xyz, texTangent), dot(z.xyz, texTangent));
#endif
}
`;

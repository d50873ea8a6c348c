// The vertex shader's part: pose of a vertex from the animation texture, in GLSL ES 3.00. The rules are those of the
// pack's FORMAT.md ("Playing"); integer time is that of ../web/crowd_clock.js, of which this is the twin.

/** Instances in a row of the textures that hold their state and their places. */
export const INSTANCES_PER_ROW = 256;

/** Texels in a row of the table of clips and variants. */
export const TABLE_WIDTH = 256;

/** Numbers in a row of the list of what is drawn. */
export const VISIBLE_WIDTH = 1024;

/**
 * Declarations and functions, ahead of main(). After texeletonPose() the pose is in texPosition, texNormal, texTangent, in
 * the crowd's space. Bone mode with TEXELETON_BONES, else vertex mode; of the encoding "basis" with TEXELETON_BASIS; several rows a frame with TEXELETON_FOLDED; the bind
 * pose, without the animation texture, with TEXELETON_DAMAGED.
 */
export const POSE_HEAD = /* glsl */ `
uniform highp sampler2D texAnimation;
uniform highp usampler2D texTables;   // A texel a clip: first frame, number of frames, whether it loops. Then bits: meshes seen.
uniform highp usampler2D texStates;   // Four texels an instance: crowd_state.js.
uniform highp sampler2D texPlaces;    // Three texels an instance: the rows of its matrix.
uniform highp usampler2D texVisible;  // The instances that are drawn.
uniform highp uvec4 texLayout;        // Width, rows a frame, 1: stepped, 1: texVisible holds.
uniform highp uvec2 texClock;         // Ticks, rest of a tick.
uniform vec3 texBoxMin;               // Of the mesh: positions are shares of it.
uniform vec3 texBoxSize;
#ifdef TEXELETON_BASIS
uniform highp uvec3 texShapes;        // Row behind the frames, shapes, a frame's first texel of weights.
#endif
#ifdef TEXELETON_BONES
attribute uvec4 texBones;
attribute vec4 texWeights;
#else
attribute uint texElement;
#endif

int texInstance;
uvec4 texStateA;  // Clip and variant, start and length of the fade, tint.
uvec4 texStateB;  // Phase, step, low step and palette entry.
float texMirror;  // -1 where the pose turns the surface inside out.
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

TexFrames texFramesOf(uint clip, uint phase, uint stepHigh, uint stepLow) {
  uvec4 entry = texelFetch(texTables, ivec2(int(clip & 255u), int(clip >> 8)), 0);
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

uvec4 texState(int texel) {
  return texelFetch(texStates, ivec2((texInstance & 255) * 4 + texel, texInstance >> 8), 0);
}

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

#ifdef TEXELETON_BONES
vec4 texRows[3];

void texAddBone(TexFrames frames, uint bone, float weight) {
  if (weight > 0.0) {
    for (uint row = 0u; row < 3u; ++row) {
      texRows[row] += weight * texBlended(frames, 3u * bone + row);
    }
  }
}

void texAddClip(uint clip, uint phase, uint stepHigh, uint stepLow, float share) {
  TexFrames frames = texFramesOf(clip, phase, stepHigh, stepLow);
  texAddBone(frames, texBones.x, texWeights.x * share);
  texAddBone(frames, texBones.y, texWeights.y * share);
  texAddBone(frames, texBones.z, texWeights.z * share);
  texAddBone(frames, texBones.w, texWeights.w * share);
}
#elif defined(TEXELETON_BASIS)
// The whole number that a half float stands for.
uint texCode(float half_) {
  uint bits = floatBitsToUint(half_);
  uint magnitude = (bits & 0x7fffffffu) >> 13;
  uint steps = magnitude < 115712u ? 0u : min(magnitude - 115712u, 30719u);
  return (bits & 0x80000000u) != 0u ? 30719u - steps : 30720u + steps;
}

vec3 texCodes(vec4 texel) { return vec3(float(texCode(texel.x)), float(texCode(texel.y)), float(texCode(texel.z))); }

// Of what stays, behind the frames.
vec4 texConstant(uint texel) {
  return texelFetch(texAnimation, ivec2(texel % texLayout.x, texShapes.x + texel / texLayout.x), 0);
}

void texAddClip(uint clip, uint phase, uint stepHigh, uint stepLow, float share) {
  TexFrames frames = texFramesOf(clip, phase, stepHigh, stepLow);
  uint first = 2u + texShapes.y + texElement * (texShapes.y + 1u);
  vec4 base = texConstant(first);
  texPosition += share * (texConstant(0u).xyz + texCodes(base) * (1.0 / 61439.0) * texConstant(1u).xyz);
  uint code = texCode(base.w);
  vec2 octahedral = vec2(float(code % 247u), float(code / 247u)) * (2.0 / 246.0) - 1.0;
  vec3 normal_ = vec3(octahedral, 1.0 - abs(octahedral.x) - abs(octahedral.y));
  if (normal_.z < 0.0) {
    normal_.xy = (1.0 - abs(octahedral.yx)) * vec2(octahedral.x < 0.0 ? -1.0 : 1.0, octahedral.y < 0.0 ? -1.0 : 1.0);
  }
  texNormal += share * normalize(normal_);
  for (uint k = 0u; k < texShapes.y; ++k) {
    vec4 range = texConstant(2u + k);
    uint at = texShapes.z + k / 4u;
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
void texAddClip(uint clip, uint phase, uint stepHigh, uint stepLow, float share) {
  TexFrames frames = texFramesOf(clip, phase, stepHigh, stepLow);
  texPosition += share * texBlended(frames, 2u * texElement).xyz;
  texNormal += share * texBlended(frames, 2u * texElement + 1u).xyz;
}
#endif

// Normals go by the cofactors of a matrix, given by its rows, and point outward where it mirrors.
vec3 texTurned(vec3 x, vec3 y, vec3 z, vec3 n, out float side) {
  vec3 yz = cross(y, z);
  side = dot(x, yz) < 0.0 ? -1.0 : 1.0;
  return side * vec3(dot(yz, n), dot(cross(z, x), n), dot(cross(x, y), n));
}

void texeletonPose() {
  texInstance = gl_InstanceID;
  if (texLayout.w != 0u) {
    texInstance = int(texelFetch(texVisible, ivec2(texInstance & 1023, texInstance >> 10), 0).x);
  }
  texStateA = texState(0);
  texStateB = texState(1);
#ifdef TEXELETON_DAMAGED
  texPosition = texBoxMin + texBoxSize * position;
  texNormal = normal;
  texMirror = 1.0;
#ifdef USE_TANGENT
  texTangent = tangent.xyz;
#endif
#else
  texPosition = vec3(0.0);
  texNormal = vec3(0.0);
#ifdef TEXELETON_BONES
  texRows = vec4[3](vec4(0.0), vec4(0.0), vec4(0.0));
#endif
  float share = texFadeShare(texStateA.y, texStateA.z);
  if (share > 0.0) {
    texAddClip(texStateA.x & 0xffffu, texStateB.x, texStateB.y, texStateB.z & 0xffffu, share);
  }
  if (share < 1.0) {
    uvec4 below = texState(2);
    uvec4 phases = texState(3);
    float second = texFadeShare(below.y, below.z);
    if (second > 0.0) {
      texAddClip(below.x >> 16, phases.z, phases.w, below.w >> 16, (1.0 - share) * second);
    }
    if (second < 1.0) {
      texAddClip(below.x & 0xffffu, phases.x, phases.y, below.w & 0xffffu, (1.0 - share) * (1.0 - second));
    }
  }
#ifdef TEXELETON_BONES
  vec4 p = vec4(texBoxMin + texBoxSize * position, 1.0);
  texPosition = vec3(dot(texRows[0], p), dot(texRows[1], p), dot(texRows[2], p));
  texNormal = texUnitOr(texTurned(texRows[0].xyz, texRows[1].xyz, texRows[2].xyz, normal, texMirror), normal);
#ifdef USE_TANGENT
  texTangent = texUnitOr(vec3(dot(texRows[0].xyz, tangent.xyz), dot(texRows[1].xyz, tangent.xyz),
                              dot(texRows[2].xyz, tangent.xyz)), tangent.xyz);
#endif
#else
  texMirror = 1.0;
  texNormal = texUnitOr(texNormal, normal);
#ifdef USE_TANGENT
  // The shortest turn from the bind pose's normal to this one.
  vec3 half_ = normal + texNormal;
  float cosine = dot(normal, texNormal);
  texTangent = tangent.xyz;
  if (1.0 + cosine >= 1e-6) {
    texTangent += 2.0 * texNormal * dot(normal, tangent.xyz) - half_ * (dot(half_, tangent.xyz) / (1.0 + cosine));
  }
  texTangent = texUnitOr(texTangent - texNormal * dot(texNormal, texTangent), tangent.xyz);
#endif
#endif
#endif
}

// From the pack's space into the crowd's.
void texeletonPlace() {
  ivec2 at = ivec2((texInstance & 255) * 3, texInstance >> 8);
  vec4 x = texelFetch(texPlaces, at, 0);
  vec4 y = texelFetch(texPlaces, at + ivec2(1, 0), 0);
  vec4 z = texelFetch(texPlaces, at + ivec2(2, 0), 0);
  vec4 p = vec4(texPosition, 1.0);
  texPosition = vec3(dot(x, p), dot(y, p), dot(z, p));
  float side;
  texNormal = texUnitOr(texTurned(x.xyz, y.xyz, z.xyz, texNormal, side), texNormal);
  texMirror *= side;
#ifdef USE_TANGENT
  texTangent = vec3(dot(x.xyz, texTangent), dot(y.xyz, texTangent), dot(z.xyz, texTangent));
#endif
}
`;

// The vertex shader's part: pose of a vertex from the animation texture, in GLSL ES 3.00. The rules are those of the
// pack's FORMAT.md ("Playing"); integer time is that of ../web/crowd_clock.js, of which this is the twin.

/**
 * Declarations and functions, ahead of main(). After texeletonPose() the pose is in texPosition, texNormal, texTangent.
 * Bone mode with TEXELETON_BONES, else vertex mode; several rows a frame with TEXELETON_FOLDED.
 */
export const POSE_HEAD = /* glsl */ `
uniform highp sampler2D texAnimation;
uniform highp usampler2D texClips;  // A texel a clip: first frame, number of frames, whether it loops.
uniform highp uvec4 texLayout;      // Width, rows a frame, 1: stepped.
uniform highp uvec2 texClock;       // Ticks, rest of a tick.
attribute uvec4 texPlay;            // Clips A and B; start of the fade; its ticks; low bits of steps A and B.
attribute uvec4 texPhase;           // Phase A, step A, phase B, step B.
#ifdef TEXELETON_BONES
attribute uvec4 texBones;
attribute vec4 texWeights;
#else
attribute float texElement;
#endif

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
  uvec4 entry = texelFetch(texClips, ivec2(int(clip), 0), 0);
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

float texFadeShare() {
  uint elapsed = texClock.x - texPlay.y;
  if (elapsed >= 0x80000000u) {
    return 0.0;
  }
  if (elapsed >= texPlay.z) {
    return 1.0;
  }
  return min((float(elapsed) + float(texClock.y) * (1.0 / 65536.0)) / float(texPlay.z), 1.0);
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
void texAddBone(inout vec4 rows[3], TexFrames frames, uint bone, float weight) {
  if (weight > 0.0) {
    for (uint row = 0u; row < 3u; ++row) {
      rows[row] += weight * texBlended(frames, 3u * bone + row);
    }
  }
}

void texAddClip(inout vec4 rows[3], TexFrames frames, float share) {
  texAddBone(rows, frames, texBones.x, texWeights.x * share);
  texAddBone(rows, frames, texBones.y, texWeights.y * share);
  texAddBone(rows, frames, texBones.z, texWeights.z * share);
  texAddBone(rows, frames, texBones.w, texWeights.w * share);
}
#endif

void texeletonPose() {
  float share = texFadeShare();
  TexFrames a = texFramesOf(texPlay.x & 0xffffu, texPhase.x, texPhase.y, texPlay.w & 0xffffu);
  TexFrames b = texFramesOf(texPlay.x >> 16, texPhase.z, texPhase.w, texPlay.w >> 16);
#ifdef TEXELETON_BONES
  vec4 rows[3] = vec4[3](vec4(0.0), vec4(0.0), vec4(0.0));
  if (share < 1.0) {
    texAddClip(rows, a, 1.0 - share);
  }
  if (share > 0.0) {
    texAddClip(rows, b, share);
  }
  vec4 p = vec4(position, 1.0);
  texPosition = vec3(dot(rows[0], p), dot(rows[1], p), dot(rows[2], p));
  vec3 x = rows[0].xyz;
  vec3 y = rows[1].xyz;
  vec3 z = rows[2].xyz;
  vec3 yz = cross(y, z);
  vec3 turned = vec3(dot(yz, normal), dot(cross(z, x), normal), dot(cross(x, y), normal));
  texNormal = texUnitOr(dot(x, yz) < 0.0 ? -turned : turned, normal);
#ifdef USE_TANGENT
  texTangent = texUnitOr(vec3(dot(x, tangent.xyz), dot(y, tangent.xyz), dot(z, tangent.xyz)), tangent.xyz);
#endif
#else
  uint texel = 2u * uint(texElement + 0.5);
  texPosition = vec3(0.0);
  vec3 blended = vec3(0.0);
  if (share < 1.0) {
    texPosition += (1.0 - share) * texBlended(a, texel).xyz;
    blended += (1.0 - share) * texBlended(a, texel + 1u).xyz;
  }
  if (share > 0.0) {
    texPosition += share * texBlended(b, texel).xyz;
    blended += share * texBlended(b, texel + 1u).xyz;
  }
  texNormal = texUnitOr(blended, normal);
#ifdef USE_TANGENT
  texTangent = tangent.xyz;
#endif
#endif
}
`;

// An instance of a crowd: its placement and the frames of the animation texture that it shows. The layout is that of
// viewport/scene/crowd/instance_record.h. STILL: without playback. CALM: see below. POSE_BUFFER: reads poses that were
// decoded beforehand. POSE_PASS: for shaders that read records themselves.

#include "texel_address.glsl"
#include "crowd_clock.glsl"
#include "crowd_block.glsl"
#include "quaternion.glsl"

#ifdef POSE_BUFFER
#include "pose_buffer.glsl"
#endif
#if !defined(POSE_BUFFER) || defined(VERTEX_MODE)
layout(binding = 3) uniform sampler2D animation;

#ifdef POSE_PASS
vec4 instancePlace;
uvec4 instanceLook;
uvec4 instanceClips;
uvec4 instancePhases;
#elif !defined(POSE_BUFFER)
layout(location = 0) in vec4 instancePlace;    // xyz: position; w: scale.
layout(location = 1) in uvec4 instanceLook;    // Rotation xy, zw; tint; fade duration and user bits.
#ifndef STILL
layout(location = 2) in uvec4 instanceClips;   // Clip A, clip B, fade start, low bits of steps A and B.
layout(location = 3) in uvec4 instancePhases;  // Phase A, step A, phase B, step B.
#endif
void readInstance() {}
uint vertexNumber() { return uint(gl_VertexIndex); }
#endif

#if !defined(STILL) && !defined(POSE_BUFFER)
// CALM: for instances that loop and do not cross-fade, which are most instances of most crowds. A shader for all
// instances needs so many registers that every vertex is slower, whichever branch it takes. Shaders without CALM draw
// the rest from a separate buffer.
CrowdFrames framesOf(uint clip, uint phase, uint stepHigh, uint stepLow) {
  bool loops = true;
  uvec2 at = uvec2(crowdLoopPhase(phase, int(stepHigh), stepLow, crowd.clock.x, crowd.clock.y), 0u);
#ifndef CALM
  if ((clip & 0x8000u) == 0u) {
    loops = false;
    at = crowdOncePhase(phase, int(stepHigh), stepLow, crowd.clock.x, crowd.clock.y);
  }
#endif
  CrowdFrames frames = crowdFrames(clip & 0x7fffu, clip >> 16, loops, at.x, at.y != 0u);
  if (crowd.clock.z != 0u) {
    frames.fraction = 0.0;
  }
  return frames;
}

// In frames of the clips.
CrowdFrames shownFramesOfClipA() {
  return framesOf(instanceClips.x, instancePhases.x, instancePhases.y, instanceClips.w & 0xffffu);
}

CrowdFrames shownFramesOfClipB() {
  return framesOf(instanceClips.y, instancePhases.z, instancePhases.w, instanceClips.w >> 16);
}

// Converts frames of clips to stored frames, which for uneven frames a table has. Twin of core/vat/frame_table.h.
CrowdFrames storedFrames(CrowdFrames frames) {
  uint row = crowdTableRow();
  if (row == 0u) {
    return frames;
  }
  uint width = crowdLayout().x;
  vec4 entry = texelFetch(animation, ivec2(uvec2(frames.current % width, row + frames.current / width)), 0);
  uint code = uint(entry.z);
  frames.current = uint(entry.x) + 1024u * uint(entry.y);
  frames.next = uint(int(frames.current) + int(entry.w));
  frames.fraction = (float(code & 31u) + frames.fraction) / float((code >> 5) + 1u);
  return frames;
}

CrowdFrames framesOfClipA() { return storedFrames(shownFramesOfClipA()); }
CrowdFrames framesOfClipB() { return storedFrames(shownFramesOfClipB()); }

// Weight of clip B: 1 when no fade is active.
float fadeWeight() {
  return crowdFadeWeight(instanceClips.z, instanceLook.w & 0xffffu, crowd.clock.x, crowd.clock.y);
}
#endif

#ifndef STILL
// Blends a texel at a place within a frame.
vec4 blendedTexel(CrowdFrames frames, uvec2 place) {
  uvec2 a = uvec2(place.x, frames.current * crowdLayout().y + place.y);
  uvec2 b = uvec2(place.x, frames.next * crowdLayout().y + place.y);
  return mix(texelFetch(animation, ivec2(a), 0), texelFetch(animation, ivec2(b), 0), frames.fraction);
}

uvec2 placeOfTexel(uint texel) { return texelInFrame(crowdLayout().x, crowdLayout().y, texel); }
uvec2 placeAfter(uvec2 place) { return texelAfter(crowdLayout().x, place); }

// The frames that an instance shows, of one clip, or of two during a cross-fade.
struct CrowdMoment {
  CrowdFrames from;
  CrowdFrames to;
  float share;  // Weight of `to`.
};

#ifdef POSE_BUFFER
CrowdMoment crowdMoment() {
  uvec4 frames = poses[poseBegin];
  CrowdMoment moment;
  moment.to = CrowdFrames(frames.x & 0xffffu, frames.x >> 16, uintBitsToFloat(frames.y));
  moment.from = CrowdFrames(frames.z & 0xffffu, frames.z >> 16, uintBitsToFloat(frames.w));
  moment.share = fadeWeight();
  return moment;
}
#else
CrowdMoment crowdMoment() {
  CrowdMoment moment;
  moment.to = framesOfClipB();
#ifdef CALM
  moment.from = moment.to;
  moment.share = 1.0;
#else
  moment.share = fadeWeight();
  moment.from = moment.to;
  if (moment.share < 1.0) {
    moment.from = framesOfClipA();
  }
#endif
  return moment;
}
#endif

vec4 blendedTexel(CrowdMoment moment, uvec2 place) {
#ifdef CALM
  return blendedTexel(moment.to, place);
#else
  vec4 texel = vec4(0.0);
  if (moment.share > 0.0) {
    texel = moment.share * blendedTexel(moment.to, place);
  }
  if (moment.share < 1.0) {
    texel += (1.0 - moment.share) * blendedTexel(moment.from, place);
  }
  return texel;
#endif
}

vec4 constantTexel(uvec2 place) { return texelFetch(animation, ivec2(uvec2(place.x, crowdConstants().x + place.y)), 0); }

BoneTurn turnAt(uint frame, uvec2 place, uvec2 after) {
  uint row = frame * crowdLayout().y;
  return BoneTurn(texelFetch(animation, ivec2(uvec2(place.x, row + place.y)), 0),
                  texelFetch(animation, ivec2(uvec2(after.x, row + after.y)), 0));
}

BoneTurn turnBetween(CrowdFrames frames, uvec2 place, uvec2 after) {
  return blendTurns(turnAt(frames.current, place, after), turnAt(frames.next, place, after), frames.fraction);
}

struct BoneRows {
  vec4 rows[3];
};

// The skin matrix of a bone of the encoding "quaternion".
BoneRows turnRows(CrowdMoment moment, uint bone) {
  uvec2 place = placeOfTexel(2u * bone);
  uvec2 after = placeAfter(place);
  vec4 pivot = constantTexel(place);
  BoneRows result;
  if (pivot.w != 0.0) {  // Stored as a matrix: the third row follows all bones.
    vec4 third = constantTexel(after);
    result.rows[0] = blendedTexel(moment, place);
    result.rows[1] = blendedTexel(moment, after);
    result.rows[2] = blendedTexel(moment, placeOfTexel(2u * crowdLayout().w + uint(third.x) + 1024u * uint(third.y)));
    return result;
  }
  BoneTurn turn = turnBetween(moment.to, place, after);
#ifndef CALM
  if (moment.share < 1.0) {
    turn = blendTurns(turnBetween(moment.from, place, after), turn, moment.share);
  }
#endif
  result.rows[0] = turnRowX(turn, pivot.xyz);
  result.rows[1] = turnRowY(turn, pivot.xyz);
  result.rows[2] = turnRowZ(turn, pivot.xyz);
  return result;
}
#endif
#endif

vec4 instanceRotation() {
  vec4 q = vec4(unpackSnorm2x16(instanceLook.x), unpackSnorm2x16(instanceLook.y));
  return q * inversesqrt(max(dot(q, q), 1e-20));
}

vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

// Whether shaders with CALM skip the instance.
bool isRestless() { return (instanceLook.w & 0x80000000u) != 0u; }
// Whether the pose of the instance does not follow its clip (GpuCrowd::setOwnPoses()).
bool hasOwnPose() { return (instanceLook.z & 0xff000000u) == 0u; }
uint instanceVariant() { return (instanceLook.w >> 24) & 0x7fu; }
uint instancePaletteEntry() { return (instanceLook.w >> 16) & 0xffu; }

// Whether the instance's variant shows a vertex.
bool isShown(uint vertex) {
  if (crowdPartCount() == 0u) {
    return true;
  }
  uint first = 0u;
  for (uint count = crowdPartCount(); count > 1u;) {
    uint half_ = count / 2u;
    uint middle = first + half_ - 1u;
    uint end = (middle & 1u) == 0u ? crowd.parts[middle >> 1].x : crowd.parts[middle >> 1].z;
    first = vertex >= end ? first + half_ : first;
    count = vertex >= end ? count - half_ : half_;
  }
  uint seen = (first & 1u) == 0u ? crowd.parts[first >> 1].y : crowd.parts[first >> 1].w;
  return (seen >> instanceVariant() & 1u) != 0u;
}

// Position of hidden vertices: the whole triangle collapses to one point outside the picture.
const vec4 kNowhere = vec4(2.0, 2.0, 2.0, 1.0);

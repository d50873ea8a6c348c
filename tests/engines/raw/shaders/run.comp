#version 450
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform texture2D texeleton_animation;
layout(std430, binding = 1) readonly buffer Requests { uvec4 requests[]; };
layout(std430, binding = 2) writeonly buffer Results { vec4 results[]; };
#include "texeleton_decode.glsl"

void main() {
  uint at = 2u + 7u * gl_WorkGroupID.x;
  TexeletonLayout sizes = TexeletonLayout(requests[0].x, requests[0].y);
  uvec4 a = requests[at];
  uvec4 b = requests[at + 1u];
  vec4 c = uintBitsToFloat(requests[at + 2u]);
  vec4 d = uintBitsToFloat(requests[at + 3u]);
  vec4 e = uintBitsToFloat(requests[at + 4u]);
  uvec4 f = requests[at + 5u];
  vec4 g = uintBitsToFloat(requests[at + 6u]);
  TexeletonMoment moment = TexeletonMoment(TexeletonFrames(a.x, a.y, uintBitsToFloat(a.z)),
                                           TexeletonFrames(b.x, b.y, uintBitsToFloat(b.z)), uintBitsToFloat(a.w));
  moment.from = texeleton_stored_frames(sizes, requests[1].x, moment.from);
  moment.to = texeleton_stored_frames(sizes, requests[1].x, moment.to);
  mat4 result = mat4(0.0);
  if (b.w == 0u || b.w == 1u) {
    TexeletonVertex v = b.w == 0u ? texeleton_decode_bone(sizes, moment, c.xyz, d.xyz, e, f, g)
                                  : texeleton_decode_vertex(sizes, moment, f.x, d.xyz, e);
    result[0].xyz = v.position;
    result[1].xyz = v.normal;
    result[2] = v.tangent;
  } else if (b.w == 4u) {
    TexeletonVertex v = texeleton_decode_shapes(sizes, TexeletonShapes(f.y, f.z, f.w), moment, f.x, d.xyz, e);
    result[0].xyz = v.position;
    result[1].xyz = v.normal;
    result[2] = v.tangent;
  } else if (b.w == 5u) {
    TexeletonVertex v = texeleton_decode_turns(sizes, TexeletonPivots(requests[0].z, requests[0].w), moment, c.xyz, d.xyz, e, f, g);
    result[0].xyz = v.position;
    result[1].xyz = v.normal;
    result[2] = v.tangent;
  } else if (b.w == 8u || b.w == 9u) {
    // A layer: its frames are those of `to`; the high half of bones has the anchors, tangents are the mask's weights.
    TexeletonMoment below = texeleton_moment(moment.from);
    TexeletonMoment over = texeleton_moment(moment.to);
    uvec4 bones = f & 0xffffu;
    ivec4 anchors = ivec4(f >> 16) - 1;
    TexeletonVertex v = b.w == 8u ? texeleton_decode_layered(sizes, below, over, moment.share, c.xyz, d.xyz, vec4(1.0), bones, g, e, anchors)
                                  : texeleton_decode_layered_turns(sizes, TexeletonPivots(requests[0].z, requests[0].w), below, over,
                                                                   moment.share, c.xyz, d.xyz, vec4(1.0), bones, g, e, anchors);
    result[0].xyz = v.position;
    result[1].xyz = v.normal;
  } else if (b.w == 10u || b.w == 11u) {
    TexeletonMoment below = texeleton_moment(moment.from);
    TexeletonMoment over = texeleton_moment(moment.to);
    int anchor = int(f.x >> 16) - 1;
    float weight = moment.share * c.w;
    result = texeleton_socket_of(b.w == 10u ? texeleton_layered_rows(sizes, below, over, f.x & 0xffffu, weight, anchor)
                                            : texeleton_layered_turned_rows(sizes, TexeletonPivots(requests[0].z, requests[0].w), below,
                                                                            over, f.x & 0xffffu, weight, anchor),
                                 c.xyz, e, g.xyz);
  } else if (b.w == 6u) {
    TexeletonVertex v = texeleton_decode_offset(sizes, requests[0].z, moment, f.x, d.xyz, e);
    result[0].xyz = v.position;
    result[1].xyz = v.normal;
    result[2] = v.tangent;
  } else if (b.w == 2u) {
    result = texeleton_socket(sizes, moment, f.x, c.xyz, e, g.xyz);
  } else if (b.w == 7u) {
    result = texeleton_socket_of(texeleton_turned_rows(sizes, TexeletonPivots(requests[0].z, requests[0].w), moment, f.x),
                                 c.xyz, e, g.xyz);
  } else {
    TexeletonFrames frames = texeleton_crowd_frames(TexeletonClip(a.x, a.y, a.z != 0u),
                                                    TexeletonCrowdRecord(b.x, int(b.y), b.z), TexeletonCrowdClock(f.x, f.y));
    if (f.z != 0u) {
      frames = texeleton_stepped(frames);
    }
    result[0] = vec4(float(frames.current), float(frames.next), frames.fraction, 0.0);
    result[1].x = texeleton_fade_share(a.w, f.w, TexeletonCrowdClock(f.x, f.y));
  }
  for (int i = 0; i < 4; ++i) {
    results[4u * gl_WorkGroupID.x + uint(i)] = result[i];
  }
}

[[vk::binding(0)]] Texture2D<float4> texeleton_animation;
[[vk::binding(1)]] StructuredBuffer<uint4> requests;
[[vk::binding(2)]] RWStructuredBuffer<float4> results;
#include "texeleton_decode.hlsl"

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID) {
  uint at = 2u + 7u * group.x;
  TexeletonLayout sizes;
  sizes.width = requests[0].x;
  sizes.rows_per_frame = requests[0].y;
  TexeletonPivots pivots;
  pivots.first_row = requests[0].z;
  pivots.third_rows = requests[0].w;
  uint4 a = requests[at];
  uint4 b = requests[at + 1u];
  float4 c = asfloat(requests[at + 2u]);
  float4 d = asfloat(requests[at + 3u]);
  float4 e = asfloat(requests[at + 4u]);
  uint4 f = requests[at + 5u];
  float4 g = asfloat(requests[at + 6u]);
  TexeletonMoment moment;
  moment.from.current = a.x;
  moment.from.next = a.y;
  moment.from.fraction = asfloat(a.z);
  moment.to.current = b.x;
  moment.to.next = b.y;
  moment.to.fraction = asfloat(b.z);
  moment.share = asfloat(a.w);
  moment.from = texeleton_stored_frames(sizes, requests[1].x, moment.from);
  moment.to = texeleton_stored_frames(sizes, requests[1].x, moment.to);
  float4 r0 = float4(0.0, 0.0, 0.0, 0.0);
  float4 r1 = r0;
  float4 r2 = r0;
  float4 r3 = r0;
  if (b.w == 0u || b.w == 1u) {
    TexeletonVertex v;
    if (b.w == 0u) {
      v = texeleton_decode_bone(sizes, moment, c.xyz, d.xyz, e, f, g);
    } else {
      v = texeleton_decode_vertex(sizes, moment, f.x, d.xyz, e);
    }
    r0.xyz = v.position;
    r1.xyz = v.normal;
    r2 = v.tangent;
  } else if (b.w == 4u) {
    TexeletonShapes shapes;
    shapes.count = f.y;
    shapes.first_row = f.z;
    shapes.first_weight = f.w;
    TexeletonVertex v = texeleton_decode_shapes(sizes, shapes, moment, f.x, d.xyz, e);
    r0.xyz = v.position;
    r1.xyz = v.normal;
    r2 = v.tangent;
  } else if (b.w == 5u || b.w == 6u) {
    TexeletonVertex v;
    if (b.w == 5u) {
      v = texeleton_decode_turns(sizes, pivots, moment, c.xyz, d.xyz, e, f, g);
    } else {
      v = texeleton_decode_offset(sizes, pivots.first_row, moment, f.x, d.xyz, e);
    }
    r0.xyz = v.position;
    r1.xyz = v.normal;
    r2 = v.tangent;
  } else if (b.w == 8u || b.w == 9u) {
    // A layer: its frames are those of `to`; the high half of bones has the anchors, tangents are the mask's weights.
    TexeletonMoment below = texeleton_moment(moment.from);
    TexeletonMoment over = texeleton_moment(moment.to);
    uint4 bones = f & 0xffffu;
    int4 anchors = int4(f >> 16) - 1;
    float4 tangent = float4(1.0, 1.0, 1.0, 1.0);
    TexeletonVertex v;
    if (b.w == 8u) {
      v = texeleton_decode_layered(sizes, below, over, moment.share, c.xyz, d.xyz, tangent, bones, g, e, anchors);
    } else {
      v = texeleton_decode_layered_turns(sizes, pivots, below, over, moment.share, c.xyz, d.xyz, tangent, bones, g, e, anchors);
    }
    r0.xyz = v.position;
    r1.xyz = v.normal;
  } else if (b.w == 10u || b.w == 11u) {
    TexeletonMoment below = texeleton_moment(moment.from);
    TexeletonMoment over = texeleton_moment(moment.to);
    int anchor = int(f.x >> 16) - 1;
    float weight = moment.share * c.w;
    TexeletonRows rows;
    if (b.w == 10u) {
      rows = texeleton_layered_rows(sizes, below, over, f.x & 0xffffu, weight, anchor);
    } else {
      rows = texeleton_layered_turned_rows(sizes, pivots, below, over, f.x & 0xffffu, weight, anchor);
    }
    TexeletonSocketPose pose = texeleton_socket_of(rows, c.xyz, e, g.xyz);
    r0 = float4(pose.x_axis, 0.0);
    r1 = float4(pose.y_axis, 0.0);
    r2 = float4(pose.z_axis, 0.0);
    r3 = float4(pose.position, 1.0);
  } else if (b.w == 2u || b.w == 7u) {
    TexeletonSocketPose pose;
    if (b.w == 2u) {
      pose = texeleton_socket(sizes, moment, f.x, c.xyz, e, g.xyz);
    } else {
      pose = texeleton_socket_of(texeleton_turned_rows(sizes, pivots, moment, f.x), c.xyz, e, g.xyz);
    }
    r0 = float4(pose.x_axis, 0.0);
    r1 = float4(pose.y_axis, 0.0);
    r2 = float4(pose.z_axis, 0.0);
    r3 = float4(pose.position, 1.0);
  } else {
    TexeletonClip clip;
    clip.frame_begin = a.x;
    clip.frame_count = a.y;
    clip.loops = a.z != 0u;
    TexeletonCrowdRecord record;
    record.phase = b.x;
    record.step_high = asint(b.y);
    record.step_low = b.z;
    TexeletonCrowdClock now;
    now.ticks = f.x;
    now.rest = f.y;
    TexeletonFrames frames = texeleton_crowd_frames(clip, record, now);
    if (f.z != 0u) {
      frames = texeleton_stepped(frames);
    }
    r0 = float4(float(frames.current), float(frames.next), frames.fraction, 0.0);
    r1.x = texeleton_fade_share(a.w, f.w, now);
  }
  results[4u * group.x] = r0;
  results[4u * group.x + 1u] = r1;
  results[4u * group.x + 2u] = r2;
  results[4u * group.x + 3u] = r3;
}

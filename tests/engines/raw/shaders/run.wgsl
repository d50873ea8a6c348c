@group(0) @binding(0) var animation: texture_2d<f32>;
@group(0) @binding(1) var<storage, read> requests: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> results: array<vec4f>;

@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) group: vec3u) {
  let at = 2u + 7u * group.x;
  let sizes = TexeletonLayout(requests[0].x, requests[0].y);
  let a = requests[at];
  let b = requests[at + 1u];
  let c = bitcast<vec4f>(requests[at + 2u]);
  let d = bitcast<vec4f>(requests[at + 3u]);
  let e = bitcast<vec4f>(requests[at + 4u]);
  let f = requests[at + 5u];
  let g = bitcast<vec4f>(requests[at + 6u]);
  let before = TexeletonFrames(a.x, a.y, bitcast<f32>(a.z));
  let after = TexeletonFrames(b.x, b.y, bitcast<f32>(b.z));
  let moment = TexeletonMoment(texeleton_stored_frames(animation, sizes, requests[1].x, before),
                               texeleton_stored_frames(animation, sizes, requests[1].x, after), bitcast<f32>(a.w));
  var result = mat4x4f();
  if (b.w == 0u || b.w == 1u) {
    var v: TexeletonVertex;
    if (b.w == 0u) {
      v = texeleton_decode_bone(animation, sizes, moment, c.xyz, d.xyz, e, f, g);
    } else {
      v = texeleton_decode_vertex(animation, sizes, moment, f.x, d.xyz, e);
    }
    result[0] = vec4f(v.position, 0.0);
    result[1] = vec4f(v.normal, 0.0);
    result[2] = v.tangent;
  } else if (b.w == 4u) {
    let v = texeleton_decode_shapes(animation, sizes, TexeletonShapes(f.y, f.z, f.w), moment, f.x, d.xyz, e);
    result[0] = vec4f(v.position, 0.0);
    result[1] = vec4f(v.normal, 0.0);
    result[2] = v.tangent;
  } else if (b.w == 5u) {
    let pivots = TexeletonPivots(requests[0].z, requests[0].w);
    let v = texeleton_decode_turns(animation, sizes, pivots, moment, c.xyz, d.xyz, e, f, g);
    result[0] = vec4f(v.position, 0.0);
    result[1] = vec4f(v.normal, 0.0);
    result[2] = v.tangent;
  } else if (b.w == 8u || b.w == 9u) {
    // A layer: its frames are those of `after`; the high half of bones has the anchors, tangents are the mask's
    // weights.
    let below = texeleton_moment(moment.before);
    let over = texeleton_moment(moment.after);
    let bones = f & vec4u(0xffffu);
    let anchors = vec4i(f >> vec4u(16u)) - vec4i(1);
    var v: TexeletonVertex;
    if (b.w == 8u) {
      v = texeleton_decode_layered(animation, sizes, below, over, moment.share, c.xyz, d.xyz, vec4f(1.0), bones, g, e, anchors);
    } else {
      v = texeleton_decode_layered_turns(animation, sizes, TexeletonPivots(requests[0].z, requests[0].w), below, over, moment.share,
                                         c.xyz, d.xyz, vec4f(1.0), bones, g, e, anchors);
    }
    result[0] = vec4f(v.position, 0.0);
    result[1] = vec4f(v.normal, 0.0);
  } else if (b.w == 10u || b.w == 11u) {
    let below = texeleton_moment(moment.before);
    let over = texeleton_moment(moment.after);
    let anchor = i32(f.x >> 16u) - 1;
    let weight = moment.share * c.w;
    var rows: TexeletonRows;
    if (b.w == 10u) {
      rows = texeleton_layered_rows(animation, sizes, below, over, f.x & 0xffffu, weight, anchor);
    } else {
      rows = texeleton_layered_turned_rows(animation, sizes, TexeletonPivots(requests[0].z, requests[0].w), below, over, f.x & 0xffffu,
                                           weight, anchor);
    }
    result = texeleton_socket_of(rows, c.xyz, e, g.xyz);
  } else if (b.w == 6u) {
    let v = texeleton_decode_offset(animation, sizes, requests[0].z, moment, f.x, d.xyz, e);
    result[0] = vec4f(v.position, 0.0);
    result[1] = vec4f(v.normal, 0.0);
    result[2] = v.tangent;
  } else if (b.w == 2u) {
    result = texeleton_socket(animation, sizes, moment, f.x, c.xyz, e, g.xyz);
  } else if (b.w == 7u) {
    let pivots = TexeletonPivots(requests[0].z, requests[0].w);
    result = texeleton_socket_of(texeleton_turned_rows(animation, sizes, pivots, moment, f.x), c.xyz, e, g.xyz);
  } else {
    let now = TexeletonCrowdClock(f.x, f.y);
    var frames = texeleton_crowd_frames(TexeletonClip(a.x, a.y, a.z), TexeletonCrowdRecord(b.x, bitcast<i32>(b.y), b.z), now);
    if (f.z != 0u) {
      frames = texeleton_stepped(frames);
    }
    result[0] = vec4f(f32(frames.current), f32(frames.next), frames.fraction, 0.0);
    result[1] = vec4f(texeleton_fade_share(a.w, f.w, now), 0.0, 0.0, 0.0);
  }
  for (var i = 0u; i < 4u; i++) {
    results[4u * group.x + i] = result[i];
  }
}

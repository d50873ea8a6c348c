// texeleton_decode.wgsl: decodes Texeleton's animation textures, for WebGPU. MIT licence.
//
// Put it before your shader's code. The texture is NAME.ktx2 as "rgba16float" or "rgba32float", row 0 first as in the
// file:
//
//     @group(0) @binding(0) var animation: texture_2d<f32>;
//
//     let moment = texeleton_moment(TexeletonFrames(current, next, fraction));
//     let v = texeleton_decode_bone(animation, sizes, moment, position, normal, tangent, bones, weights);
//     out.position = view_projection * model * vec4f(v.position, 1.0);
//
// Frames come from the CPU, or here from integers (texeleton_crowd_frames()).

// From the header of the .texbin: texture_width, rows_per_frame.
struct TexeletonLayout {
  width: u32,
  rows_per_frame: u32,
}

// Two frames of the texture and the fraction between them.
struct TexeletonFrames {
  current: u32,
  next: u32,
  fraction: f32,
}

// One clip (share 0), or a cross-fade.
struct TexeletonMoment {
  before: TexeletonFrames,
  after: TexeletonFrames,
  share: f32,  // of `after`
}

struct TexeletonVertex {
  position: vec3f,
  normal: vec3f,
  tangent: vec4f,  // xyz of length 1; bitangent = w * cross(normal, tangent.xyz)
}

fn texeleton_moment(frames: TexeletonFrames) -> TexeletonMoment {
  return TexeletonMoment(frames, frames, 0.0);
}

// Shows frames without blending.
fn texeleton_stepped(frames: TexeletonFrames) -> TexeletonFrames {
  return TexeletonFrames(frames.current, frames.current, 0.0);
}

// Packs with uneven rows store only some frames of their clips, and a table that places the others between them.
// table_row: from the .texbin (texeleton_table_row()); 0: there is no table, and frames are unchanged. Call it for all
// frames before decoding, or texeleton_stored_frames() of texeleton_pack.h on the CPU.
fn texeleton_stored_frames(animation: texture_2d<f32>, sizes: TexeletonLayout, table_row: u32,
                           frames: TexeletonFrames) -> TexeletonFrames {
  if (table_row == 0u) {
    return frames;
  }
  let entry = textureLoad(animation, vec2u(frames.current % sizes.width, table_row + frames.current / sizes.width), 0);
  let current = u32(entry.x) + 1024u * u32(entry.y);
  let code = u32(entry.z);
  return TexeletonFrames(current, u32(i32(current) + i32(entry.w)),
                         (f32(code & 31u) + frames.fraction) / f32((code >> 5u) + 1u));
}

fn texeleton_texel(animation: texture_2d<f32>, sizes: TexeletonLayout, frame: u32, texel: u32) -> vec4f {
  let at = vec2u(texel % sizes.width, frame * sizes.rows_per_frame + texel / sizes.width);
  return textureLoad(animation, at, 0);
}

fn texeleton_between(animation: texture_2d<f32>, sizes: TexeletonLayout, frames: TexeletonFrames, texel: u32) -> vec4f {
  let current = texeleton_texel(animation, sizes, frames.current, texel);
  if (frames.fraction <= 0.0) {
    return current;
  }
  return current + (texeleton_texel(animation, sizes, frames.next, texel) - current) * frames.fraction;
}

fn texeleton_blended(animation: texture_2d<f32>, sizes: TexeletonLayout, moment: TexeletonMoment, texel: u32) -> vec4f {
  let before = texeleton_between(animation, sizes, moment.before, texel);
  if (moment.share <= 0.0) {
    return before;
  }
  return before * (1.0 - moment.share) + texeleton_between(animation, sizes, moment.after, texel) * moment.share;
}

// The normalized vector, or `otherwise` if a scale of 0 left no direction.
fn texeleton_unit(v: vec3f, otherwise: vec3f) -> vec3f {
  let squared = dot(v, v);
  if (squared < 1e-20) {
    return otherwise;
  }
  return v * inverseSqrt(squared);
}

// The rows of a 3x4 matrix.
struct TexeletonRows {
  x: vec4f,
  y: vec4f,
  z: vec4f,
}

fn texeleton_rows(animation: texture_2d<f32>, sizes: TexeletonLayout, moment: TexeletonMoment,
                  first_texel: u32) -> TexeletonRows {
  return TexeletonRows(texeleton_blended(animation, sizes, moment, first_texel),
                       texeleton_blended(animation, sizes, moment, first_texel + 1u),
                       texeleton_blended(animation, sizes, moment, first_texel + 2u));
}

fn texeleton_added(sum: TexeletonRows, weight: f32, rows: TexeletonRows) -> TexeletonRows {
  return TexeletonRows(sum.x + weight * rows.x, sum.y + weight * rows.y, sum.z + weight * rows.z);
}

fn texeleton_skinned(m: TexeletonRows, position: vec3f, normal: vec3f, tangent: vec4f) -> TexeletonVertex {
  // Normals are transformed by the cofactors, whose rows are the cross products of the matrix' rows: correct for any
  // scale.
  let c0 = cross(m.y.xyz, m.z.xyz);
  let c1 = cross(m.z.xyz, m.x.xyz);
  let c2 = cross(m.x.xyz, m.y.xyz);
  let side = select(1.0, -1.0, dot(m.x.xyz, c0) < 0.0);
  var v: TexeletonVertex;
  v.position = vec3f(dot(m.x.xyz, position), dot(m.y.xyz, position), dot(m.z.xyz, position)) +
               vec3f(m.x.w, m.y.w, m.z.w);
  v.normal = texeleton_unit(side * vec3f(dot(c0, normal), dot(c1, normal), dot(c2, normal)), normal);
  let along = vec3f(dot(m.x.xyz, tangent.xyz), dot(m.y.xyz, tangent.xyz), dot(m.z.xyz, tangent.xyz));
  v.tangent = vec4f(texeleton_unit(along, tangent.xyz), tangent.w * side);
  return v;
}

// Bone mode, encoding "matrix3x4". Bones are indices of elements; weights sum to 1.
fn texeleton_decode_bone(animation: texture_2d<f32>, sizes: TexeletonLayout, moment: TexeletonMoment, position: vec3f,
                         normal: vec3f, tangent: vec4f, bones: vec4u, weights: vec4f) -> TexeletonVertex {
  var m = TexeletonRows();
  for (var i = 0u; i < 4u; i++) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i], texeleton_rows(animation, sizes, moment, 3u * bones[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// Constant texels follow the frames. first_row: frame_count * rows_per_frame.
fn texeleton_constant(animation: texture_2d<f32>, sizes: TexeletonLayout, first_row: u32, texel: u32) -> vec4f {
  return textureLoad(animation, vec2u(texel % sizes.width, first_row + texel / sizes.width), 0);
}

// Bone mode, encoding "quaternion": a bone is a rotation, a displacement of its pivot and a scale, blended along the arc.
struct TexeletonPivots {
  first_row: u32,   // frame_count * rows_per_frame
  third_rows: u32,  // 2 * element_count: bones with shear are stored as matrices, whose third rows follow the bones
}

struct TexeletonTurn {
  rotation: vec4f,  // x, y, z, w
  moved: vec4f,     // displacement, scale
}

fn texeleton_turn_between(a: TexeletonTurn, b: TexeletonTurn, share: f32) -> TexeletonTurn {
  let to = select(share, -share, dot(a.rotation, b.rotation) < 0.0);
  let q = a.rotation * (1.0 - share) + b.rotation * to;
  let squared = dot(q, q);
  let moved = a.moved + (b.moved - a.moved) * share;
  if (squared <= 1e-30) {
    return TexeletonTurn(vec4f(0.0, 0.0, 0.0, 1.0), moved);
  }
  return TexeletonTurn(q * inverseSqrt(squared), moved);
}

fn texeleton_turn_of(animation: texture_2d<f32>, sizes: TexeletonLayout, frames: TexeletonFrames,
                     texel: u32) -> TexeletonTurn {
  let current = TexeletonTurn(texeleton_texel(animation, sizes, frames.current, texel),
                              texeleton_texel(animation, sizes, frames.current, texel + 1u));
  let next = TexeletonTurn(texeleton_texel(animation, sizes, frames.next, texel),
                           texeleton_texel(animation, sizes, frames.next, texel + 1u));
  return texeleton_turn_between(current, next, frames.fraction);
}

// A bone's skin matrix.
fn texeleton_turned_rows(animation: texture_2d<f32>, sizes: TexeletonLayout, pivots: TexeletonPivots,
                         moment: TexeletonMoment, bone: u32) -> TexeletonRows {
  let pivot = texeleton_constant(animation, sizes, pivots.first_row, 2u * bone);
  if (pivot.w != 0.0) {
    let third = texeleton_constant(animation, sizes, pivots.first_row, 2u * bone + 1u);
    let third_row = pivots.third_rows + u32(third.x) + 1024u * u32(third.y);
    return TexeletonRows(texeleton_blended(animation, sizes, moment, 2u * bone),
                         texeleton_blended(animation, sizes, moment, 2u * bone + 1u),
                         texeleton_blended(animation, sizes, moment, third_row));
  }
  var turn = texeleton_turn_of(animation, sizes, moment.before, 2u * bone);
  if (moment.share > 0.0) {
    turn = texeleton_turn_between(turn, texeleton_turn_of(animation, sizes, moment.after, 2u * bone), moment.share);
  }
  let q = turn.rotation;
  let s = turn.moved.w;
  let x = s * vec3f(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y));
  let y = s * vec3f(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z - q.w * q.x));
  let z = s * vec3f(2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
  let to = pivot.xyz + turn.moved.xyz - vec3f(dot(x, pivot.xyz), dot(y, pivot.xyz), dot(z, pivot.xyz));
  return TexeletonRows(vec4f(x, to.x), vec4f(y, to.y), vec4f(z, to.z));
}

fn texeleton_decode_turns(animation: texture_2d<f32>, sizes: TexeletonLayout, pivots: TexeletonPivots,
                          moment: TexeletonMoment, position: vec3f, normal: vec3f, tangent: vec4f, bones: vec4u,
                          weights: vec4f) -> TexeletonVertex {
  var m = TexeletonRows();
  for (var i = 0u; i < 4u; i++) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i], texeleton_turned_rows(animation, sizes, pivots, moment, bones[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// Layers, in bone mode: a second clip on the bones of a mask, such as an attack over a run. A bone has a weight in the
// mask and an anchor, the bone relative to which it is posed as in the second clip (TexeletonMaskBone in
// texeleton_pack.h).

// anchor * inverse(from) * over: moves `over` from the second clip's anchor to the first one's; `over` if `from` has no
// inverse.
fn texeleton_carried(anchor: TexeletonRows, start: TexeletonRows, over: TexeletonRows) -> TexeletonRows {
  let c0 = cross(start.y.xyz, start.z.xyz);
  let c1 = cross(start.z.xyz, start.x.xyz);
  let c2 = cross(start.x.xyz, start.y.xyz);
  let determinant_ = dot(start.x.xyz, c0);
  if (abs(determinant_) < 1e-20) {
    return over;
  }
  let m0 = over.x - vec4f(0.0, 0.0, 0.0, start.x.w);
  let m1 = over.y - vec4f(0.0, 0.0, 0.0, start.y.w);
  let m2 = over.z - vec4f(0.0, 0.0, 0.0, start.z.w);
  let scale = 1.0 / determinant_;
  let b0 = (c0.x * m0 + c1.x * m1 + c2.x * m2) * scale;
  let b1 = (c0.y * m0 + c1.y * m1 + c2.y * m2) * scale;
  let b2 = (c0.z * m0 + c1.z * m1 + c2.z * m2) * scale;
  return TexeletonRows(anchor.x.x * b0 + anchor.x.y * b1 + anchor.x.z * b2 + vec4f(0.0, 0.0, 0.0, anchor.x.w),
                       anchor.y.x * b0 + anchor.y.y * b1 + anchor.y.z * b2 + vec4f(0.0, 0.0, 0.0, anchor.y.w),
                       anchor.z.x * b0 + anchor.z.y * b1 + anchor.z.z * b2 + vec4f(0.0, 0.0, 0.0, anchor.z.w));
}

fn texeleton_mixed(a: TexeletonRows, b: TexeletonRows, share: f32) -> TexeletonRows {
  return TexeletonRows(mix(a.x, b.x, share), mix(a.y, b.y, share), mix(a.z, b.z, share));
}

// A bone's skin matrix, encoding "matrix3x4". `weight`: its weight times the layer's share. anchor: -1: none.
fn texeleton_layered_rows(animation: texture_2d<f32>, sizes: TexeletonLayout, moment: TexeletonMoment,
                          layer: TexeletonMoment, bone: u32, weight: f32, anchor: i32) -> TexeletonRows {
  let own = texeleton_rows(animation, sizes, moment, 3u * bone);
  if (weight <= 0.0) {
    return own;
  }
  var over = texeleton_rows(animation, sizes, layer, 3u * bone);
  if (anchor >= 0) {
    over = texeleton_carried(texeleton_rows(animation, sizes, moment, 3u * u32(anchor)),
                             texeleton_rows(animation, sizes, layer, 3u * u32(anchor)), over);
  }
  return texeleton_mixed(own, over, weight);
}

fn texeleton_decode_layered(animation: texture_2d<f32>, sizes: TexeletonLayout, moment: TexeletonMoment,
                            layer: TexeletonMoment, share: f32, position: vec3f, normal: vec3f, tangent: vec4f,
                            bones: vec4u, weights: vec4f, mask_weights: vec4f, anchors: vec4i) -> TexeletonVertex {
  var m = TexeletonRows();
  for (var i = 0u; i < 4u; i++) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i],
                          texeleton_layered_rows(animation, sizes, moment, layer, bones[i], share * mask_weights[i], anchors[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// The same, encoding "quaternion".
fn texeleton_layered_turned_rows(animation: texture_2d<f32>, sizes: TexeletonLayout, pivots: TexeletonPivots,
                                 moment: TexeletonMoment, layer: TexeletonMoment, bone: u32, weight: f32,
                                 anchor: i32) -> TexeletonRows {
  let own = texeleton_turned_rows(animation, sizes, pivots, moment, bone);
  if (weight <= 0.0) {
    return own;
  }
  var over = texeleton_turned_rows(animation, sizes, pivots, layer, bone);
  if (anchor >= 0) {
    over = texeleton_carried(texeleton_turned_rows(animation, sizes, pivots, moment, u32(anchor)),
                             texeleton_turned_rows(animation, sizes, pivots, layer, u32(anchor)), over);
  }
  return texeleton_mixed(own, over, weight);
}

fn texeleton_decode_layered_turns(animation: texture_2d<f32>, sizes: TexeletonLayout, pivots: TexeletonPivots,
                                  moment: TexeletonMoment, layer: TexeletonMoment, share: f32, position: vec3f,
                                  normal: vec3f, tangent: vec4f, bones: vec4u, weights: vec4f, mask_weights: vec4f,
                                  anchors: vec4i) -> TexeletonVertex {
  var m = TexeletonRows();
  for (var i = 0u; i < 4u; i++) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i], texeleton_layered_turned_rows(animation, sizes, pivots, moment, layer, bones[i],
                                                                       share * mask_weights[i], anchors[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// The tangent rotates with the normal. `normal` and `tangent` are the bind pose's; `shown` has any length.
fn texeleton_turned(position: vec3f, shown: vec3f, normal: vec3f, tangent: vec4f) -> TexeletonVertex {
  var v: TexeletonVertex;
  v.position = position;
  v.normal = texeleton_unit(shown, normal);
  let together = 1.0 + dot(normal, v.normal);
  var turned = tangent.xyz;
  if (together >= 1e-6) {
    let between = normal + v.normal;
    turned += 2.0 * v.normal * dot(normal, tangent.xyz) - between * (dot(between, tangent.xyz) / together);
  }
  v.tangent = vec4f(texeleton_unit(turned - v.normal * dot(v.normal, turned), tangent.xyz), tangent.w);
  return v;
}

// Vertex mode, encoding "positionNormal". `normal` and `tangent` are the bind pose's.
fn texeleton_decode_vertex(animation: texture_2d<f32>, sizes: TexeletonLayout, moment: TexeletonMoment, element: u32,
                           normal: vec3f, tangent: vec4f) -> TexeletonVertex {
  return texeleton_turned(texeleton_blended(animation, sizes, moment, 2u * element).xyz,
                          texeleton_blended(animation, sizes, moment, 2u * element + 1u).xyz, normal, tangent);
}

// The integer 0 ... 61,439 that a half encodes, in ascending order of halves.
fn texeleton_codes(texel: vec4f) -> vec4f {
  let bits = bitcast<vec4u>(texel);
  let magnitude = (bits & vec4u(0x7fffffffu)) >> vec4u(13u);
  let steps = min(max(magnitude, vec4u(115712u)) - vec4u(115712u), vec4u(30719u));
  return vec4f(select(vec4u(30720u) + steps, vec4u(30719u) - steps, bits >= vec4u(0x80000000u)));
}

// A unit normal from its code.
fn texeleton_direction(code: u32) -> vec3f {
  let u = f32(code % 247u) * (2.0 / 246.0) - 1.0;
  let v = f32(code / 247u) * (2.0 / 246.0) - 1.0;
  var n = vec3f(u, v, 1.0 - abs(u) - abs(v));
  if (n.z < 0.0) {
    n = vec3f((1.0 - abs(v)) * select(1.0, -1.0, u < 0.0), (1.0 - abs(u)) * select(1.0, -1.0, v < 0.0), n.z);
  }
  return normalize(n);
}

// Vertex mode, encoding "offset16": a vertex is one texel of integers: its position within a range, stored after the
// frames, and its normal. first_row: frame_count * rows_per_frame.
struct TexeletonOffset {
  share: vec3f,   // of the range
  normal: vec3f,  // of any length
}

fn texeleton_offset_of(animation: texture_2d<f32>, sizes: TexeletonLayout, frames: TexeletonFrames,
                       element: u32) -> TexeletonOffset {
  let current = texeleton_codes(texeleton_texel(animation, sizes, frames.current, element));
  var offset = TexeletonOffset(current.xyz, texeleton_direction(u32(current.w)));
  if (frames.fraction > 0.0) {
    let next = texeleton_codes(texeleton_texel(animation, sizes, frames.next, element));
    offset.share += (next.xyz - offset.share) * frames.fraction;
    offset.normal += (texeleton_direction(u32(next.w)) - offset.normal) * frames.fraction;
  }
  return offset;
}

fn texeleton_decode_offset(animation: texture_2d<f32>, sizes: TexeletonLayout, first_row: u32, moment: TexeletonMoment,
                           element: u32, normal: vec3f, tangent: vec4f) -> TexeletonVertex {
  var offset = texeleton_offset_of(animation, sizes, moment.before, element);
  if (moment.share > 0.0) {
    let to = texeleton_offset_of(animation, sizes, moment.after, element);
    offset.share += (to.share - offset.share) * moment.share;
    offset.normal += (to.normal - offset.normal) * moment.share;
  }
  let position = texeleton_constant(animation, sizes, first_row, 0u).xyz +
                 offset.share * (1.0 / 61439.0) * texeleton_constant(animation, sizes, first_row, 1u).xyz;
  return texeleton_turned(position, offset.normal, normal, tangent);
}

// Vertex mode, encoding "basis": shape_count of the .texbin is not 0. A vertex is its position in a base shape plus a
// weighted sum of shapes, stored after the frames; a frame holds the weights.
struct TexeletonShapes {
  count: u32,         // shape_count
  first_row: u32,     // frame_count * rows_per_frame
  first_weight: u32,  // 3 * number of sockets
}

fn texeleton_weights(animation: texture_2d<f32>, sizes: TexeletonLayout, frames: TexeletonFrames, texel: u32) -> vec4f {
  let current = texeleton_codes(texeleton_texel(animation, sizes, frames.current, texel));
  if (frames.fraction <= 0.0) {
    return current;
  }
  return current + (texeleton_codes(texeleton_texel(animation, sizes, frames.next, texel)) - current) * frames.fraction;
}

fn texeleton_decode_shapes(animation: texture_2d<f32>, sizes: TexeletonLayout, shapes: TexeletonShapes,
                           moment: TexeletonMoment, element: u32, normal: vec3f, tangent: vec4f) -> TexeletonVertex {
  let first = 2u + shapes.count + element * (shapes.count + 1u);
  let base = texeleton_codes(texeleton_constant(animation, sizes, shapes.first_row, first));
  var position = texeleton_constant(animation, sizes, shapes.first_row, 0u).xyz +
                 base.xyz * (1.0 / 61439.0) * texeleton_constant(animation, sizes, shapes.first_row, 1u).xyz;
  var shown = texeleton_direction(u32(base.w));
  for (var k = 0u; k < shapes.count; k += 4u) {
    let texel = shapes.first_weight + k / 4u;
    var weights = texeleton_weights(animation, sizes, moment.before, texel);
    if (moment.share > 0.0) {
      weights += (texeleton_weights(animation, sizes, moment.after, texel) - weights) * moment.share;
    }
    for (var i = 0u; i < 4u && k + i < shapes.count; i++) {
      let range = texeleton_constant(animation, sizes, shapes.first_row, 2u + k + i);
      let offset = texeleton_codes(texeleton_constant(animation, sizes, shapes.first_row, first + 1u + k + i));
      let weight = range.x + weights.x * (1.0 / 61439.0) * range.y;
      weights = weights.yzwx;
      let digits = u32(offset.w);
      let turn = vec3f(f32(digits % 39u), f32(digits / 39u % 39u), f32(digits / 1521u));
      position += weight * range.z * (offset.xyz - 30720.0) * (1.0 / 30719.0);
      shown += weight * range.w * (turn - 19.0) * (1.0 / 19.0);
    }
  }
  return texeleton_turned(position, shown, normal, tangent);
}

// A socket's pose as a matrix: axes without scale, then the position. `m`: its matrix, see below. position, rotation,
// scale: the socket's frame from the .texbin.
fn texeleton_socket_of(m: TexeletonRows, position: vec3f, q: vec4f, scale: vec3f) -> mat4x4f {
  let frame_x = vec3f(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.z * q.w), 2.0 * (q.x * q.z - q.y * q.w));
  let frame_y = vec3f(2.0 * (q.x * q.y - q.z * q.w), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z + q.x * q.w));
  let frame_z = vec3f(2.0 * (q.x * q.z + q.y * q.w), 2.0 * (q.y * q.z - q.x * q.w), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
  let along_y = scale.y * vec3f(dot(m.x.xyz, frame_y), dot(m.y.xyz, frame_y), dot(m.z.xyz, frame_y));
  let along_z = scale.z * vec3f(dot(m.x.xyz, frame_z), dot(m.y.xyz, frame_z), dot(m.z.xyz, frame_z));
  // Gram-Schmidt on Z, then Y; an axis without length is replaced by the frame's.
  let z = texeleton_unit(along_z, frame_z);
  let across = cross(z, frame_x);
  let spare = texeleton_unit(frame_y - z * dot(z, frame_y), texeleton_unit(across - z * dot(z, across), frame_y));
  let y = texeleton_unit(along_y - z * dot(z, along_y), spare);
  let at = vec3f(dot(m.x.xyz, position), dot(m.y.xyz, position), dot(m.z.xyz, position)) +
           vec3f(m.x.w, m.y.w, m.z.w);
  return mat4x4f(vec4f(cross(y, z), 0.0), vec4f(y, 0.0), vec4f(z, 0.0), vec4f(at, 1.0));
}

// `first_texel`: bone mode ("matrix3x4") 3 * bone; vertex mode: 3 * index of the socket, plus 2 * element_count with
// "positionNormal" or element_count with "offset16". With "quaternion": texeleton_socket_of(
// texeleton_turned_rows(animation, sizes, pivots, moment, bone), position, rotation, scale).
fn texeleton_socket(animation: texture_2d<f32>, sizes: TexeletonLayout, moment: TexeletonMoment, first_texel: u32,
                    position: vec3f, rotation: vec4f, scale: vec3f) -> mat4x4f {
  return texeleton_socket_of(texeleton_rows(animation, sizes, moment, first_texel), position, rotation, scale);
}

// ---- A crowd's time in integers, as in texeleton_pack.h: an instance that only plays needs no CPU work.

// From the .texbin: frame_begin, frame_count (1 if length_seconds is 0), whether it loops (1).
struct TexeletonClip {
  frame_begin: u32,
  frame_count: u32,
  loops: u32,
}

struct TexeletonCrowdRecord {
  phase: u32,
  step_high: i32,
  step_low: u32,
}

struct TexeletonCrowdClock {
  ticks: u32,  // of 1/1024 s
  rest: u32,   // rest of a tick, in 1/65,536
}

// Turns * 2^32; `at_end`: a whole turn, which 32 bits cannot hold.
struct TexeletonPhase {
  phase: u32,
  at_end: bool,
}

fn texeleton_loop_phase(record: TexeletonCrowdRecord, clock: TexeletonCrowdClock) -> u32 {
  let high = bitcast<u32>(record.step_high);
  let whole = high * clock.ticks + record.step_low * (clock.ticks >> 16u) +
              ((record.step_low * (clock.ticks & 0xffffu)) >> 16u);
  let part = bitcast<u32>(record.step_high >> 16u) * clock.rest + (((high & 0xffffu) * clock.rest) >> 16u);
  return record.phase + whole + part;
}

fn texeleton_once_phase(record: TexeletonCrowdRecord, clock: TexeletonCrowdClock) -> TexeletonPhase {
  if (record.step_high == 0 && record.step_low == 0u) {
    return TexeletonPhase(record.phase, false);
  }
  let backward = record.step_high < 0;
  let signed_high = bitcast<u32>(record.step_high);
  let low = select(record.step_low, (0u - record.step_low) & 0xffffu, backward);
  let high = select(signed_high, ~signed_high + select(0u, 1u, record.step_low == 0u), backward);
  let elapsed = clock.ticks - record.phase;
  var made = 0u;
  var whole = false;
  if (elapsed < 0x80000000u) {
    whole = high != 0u && elapsed > 0xffffffffu / max(high, 1u);
    let a = high * elapsed;
    let b = a + low * (elapsed >> 16u) + ((low * (elapsed & 0xffffu)) >> 16u);
    made = b + (high >> 16u) * clock.rest + (((high & 0xffffu) * clock.rest) >> 16u);
    whole = whole || b < a || made < b;
  }
  if (whole) {
    return TexeletonPhase(0u, !backward);
  }
  return TexeletonPhase(select(made, 0u - made, backward), backward && made == 0u);
}

fn texeleton_crowd_frames(clip: TexeletonClip, record: TexeletonCrowdRecord, clock: TexeletonCrowdClock) -> TexeletonFrames {
  let loops = clip.loops != 0u;
  var place: TexeletonPhase;
  if (loops) {
    place = TexeletonPhase(texeleton_loop_phase(record, clock), false);
  } else {
    place = texeleton_once_phase(record, clock);
  }
  let last = clip.frame_count - 1u;
  let steps = select(last, clip.frame_count, loops);
  let at = select((place.phase >> 16u) * steps + (((place.phase & 0xffffu) * steps) >> 16u), last << 16u, place.at_end);
  let frame = at >> 16u;
  let next = select(select(last, 0u, loops), frame + 1u, frame < last);
  return TexeletonFrames(clip.frame_begin + frame, clip.frame_begin + next, f32(at & 0xffffu) / 65536.0);
}

// Share of the incoming clip in a cross-fade: 0 before it begins, 1 after it ends.
fn texeleton_fade_share(start_ticks: u32, duration_ticks: u32, clock: TexeletonCrowdClock) -> f32 {
  let elapsed = clock.ticks - start_ticks;
  if (elapsed >= 0x80000000u) {
    return 0.0;
  }
  if (elapsed >= duration_ticks) {
    return 1.0;
  }
  return min((f32(elapsed) + f32(clock.rest) / 65536.0) / f32(duration_ticks), 1.0);
}

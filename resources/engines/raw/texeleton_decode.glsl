// texeleton_decode.glsl: decodes Texeleton's animation textures, for GLSL 3.30, ES 3.00 and Vulkan. MIT licence.
//
// Include it after the declaration of the texture (NAME.ktx2: nearest, no mip maps, no sRGB, row 0 first as in the
// file):
//
//     uniform highp sampler2D texeleton_animation;
//     #include "texeleton_decode.glsl"
//
//     TexeletonMoment moment = texeleton_moment(TexeletonFrames(current, next, fraction));
//     TexeletonVertex v = texeleton_decode_bone(texeleton_layout, moment, position, normal, tangent, bone_indices, bone_weights);
//     gl_Position = view_projection * model * vec4(v.position, 1.0);
//
// To access the texture in another way, define TEXELETON_FETCH(x, y) first; it returns texel (x, y) as vec4. Frames
// come from the CPU (texeleton_frames() of texeleton_pack.h), or here from integers (texeleton_crowd_frames()).
#ifndef TEXELETON_DECODE_GLSL
#define TEXELETON_DECODE_GLSL

#ifndef TEXELETON_FETCH
#define TEXELETON_FETCH(x, y) texelFetch(texeleton_animation, ivec2(x, y), 0)
#endif

// From the header of the .texbin: texture_width, rows_per_frame.
struct TexeletonLayout {
  uint width;
  uint rows_per_frame;
};

// Two frames of the texture and the fraction between them.
struct TexeletonFrames {
  uint current;
  uint next;
  float fraction;
};

// One clip (share 0), or a cross-fade.
struct TexeletonMoment {
  TexeletonFrames from;
  TexeletonFrames to;
  float share;  // of `to`
};

struct TexeletonVertex {
  vec3 position;
  vec3 normal;
  vec4 tangent;  // xyz of length 1; bitangent = w * cross(normal, tangent.xyz)
};

TexeletonMoment texeleton_moment(TexeletonFrames frames) {
  TexeletonMoment moment;
  moment.from = frames;
  moment.to = frames;
  moment.share = 0.0;
  return moment;
}

TexeletonFrames texeleton_frames_of(uint current, uint next, float fraction) {
  TexeletonFrames frames;
  frames.current = current;
  frames.next = next;
  frames.fraction = fraction;
  return frames;
}

// Shows frames without blending.
TexeletonFrames texeleton_stepped(TexeletonFrames frames) {
  return texeleton_frames_of(frames.current, frames.current, 0.0);
}

// Packs with uneven rows store only some frames of their clips, and a table that places the others between them.
// table_row: from the .texbin (texeleton_table_row()); 0: there is no table, and frames are unchanged. Call it for all
// frames before decoding, or texeleton_stored_frames() of texeleton_pack.h on the CPU.
TexeletonFrames texeleton_stored_frames(TexeletonLayout layout_, uint table_row, TexeletonFrames frames) {
  if (table_row == 0u) {
    return frames;
  }
  vec4 entry = TEXELETON_FETCH(int(frames.current % layout_.width), int(table_row + frames.current / layout_.width));
  uint current = uint(entry.x) + 1024u * uint(entry.y);
  uint code = uint(entry.z);
  float fraction = (float(code & 31u) + frames.fraction) / float((code >> 5u) + 1u);
  return texeleton_frames_of(current, uint(int(current) + int(entry.w)), fraction);
}

vec4 texeleton_texel(TexeletonLayout layout_, uint frame, uint texel) {
  return TEXELETON_FETCH(int(texel % layout_.width), int(frame * layout_.rows_per_frame + texel / layout_.width));
}

vec4 texeleton_between(TexeletonLayout layout_, TexeletonFrames frames, uint texel) {
  vec4 current = texeleton_texel(layout_, frames.current, texel);
  if (frames.fraction <= 0.0) {
    return current;
  }
  return current + (texeleton_texel(layout_, frames.next, texel) - current) * frames.fraction;
}

vec4 texeleton_blended(TexeletonLayout layout_, TexeletonMoment moment, uint texel) {
  vec4 shown = texeleton_between(layout_, moment.from, texel);
  if (moment.share <= 0.0) {
    return shown;
  }
  return shown * (1.0 - moment.share) + texeleton_between(layout_, moment.to, texel) * moment.share;
}

// The normalized vector, or `otherwise` if a scale of 0 left no direction.
vec3 texeleton_unit(vec3 v, vec3 otherwise) {
  float squared = dot(v, v);
  return squared < 1e-20 ? otherwise : v * inversesqrt(squared);
}

// The rows of a 3x4 matrix.
struct TexeletonRows {
  vec4 x;
  vec4 y;
  vec4 z;
};

TexeletonRows texeleton_rows_of(vec4 x, vec4 y, vec4 z) {
  TexeletonRows rows;
  rows.x = x;
  rows.y = y;
  rows.z = z;
  return rows;
}

TexeletonRows texeleton_no_rows() {
  vec4 zero = vec4(0.0, 0.0, 0.0, 0.0);
  return texeleton_rows_of(zero, zero, zero);
}

TexeletonRows texeleton_rows(TexeletonLayout layout_, TexeletonMoment moment, uint first_texel) {
  return texeleton_rows_of(texeleton_blended(layout_, moment, first_texel),
                           texeleton_blended(layout_, moment, first_texel + 1u),
                           texeleton_blended(layout_, moment, first_texel + 2u));
}

TexeletonRows texeleton_added(TexeletonRows sum, float weight, TexeletonRows rows) {
  return texeleton_rows_of(sum.x + weight * rows.x, sum.y + weight * rows.y, sum.z + weight * rows.z);
}

TexeletonVertex texeleton_skinned(TexeletonRows m, vec3 position, vec3 normal, vec4 tangent) {
  // Normals are transformed by the cofactors, whose rows are the cross products of the matrix' rows: correct for any
  // scale.
  vec3 c0 = cross(m.y.xyz, m.z.xyz);
  vec3 c1 = cross(m.z.xyz, m.x.xyz);
  vec3 c2 = cross(m.x.xyz, m.y.xyz);
  float side = dot(m.x.xyz, c0) < 0.0 ? -1.0 : 1.0;
  TexeletonVertex v;
  v.position = vec3(dot(m.x.xyz, position), dot(m.y.xyz, position), dot(m.z.xyz, position)) + vec3(m.x.w, m.y.w, m.z.w);
  v.normal = texeleton_unit(side * vec3(dot(c0, normal), dot(c1, normal), dot(c2, normal)), normal);
  vec3 along = vec3(dot(m.x.xyz, tangent.xyz), dot(m.y.xyz, tangent.xyz), dot(m.z.xyz, tangent.xyz));
  v.tangent = vec4(texeleton_unit(along, tangent.xyz), tangent.w * side);
  return v;
}

// Bone mode, encoding "matrix3x4". Bones are indices of elements; weights sum to 1.
TexeletonVertex texeleton_decode_bone(TexeletonLayout layout_, TexeletonMoment moment, vec3 position, vec3 normal,
                                      vec4 tangent, uvec4 bones, vec4 weights) {
  TexeletonRows m = texeleton_no_rows();
  for (int i = 0; i < 4; ++i) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i], texeleton_rows(layout_, moment, 3u * bones[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// Constant texels follow the frames. first_row: frame_count * rows_per_frame.
vec4 texeleton_constant(TexeletonLayout layout_, uint first_row, uint texel) {
  return TEXELETON_FETCH(int(texel % layout_.width), int(first_row + texel / layout_.width));
}

// Bone mode, encoding "quaternion": a bone is a rotation, a displacement of its pivot and a scale, blended along the arc.
struct TexeletonPivots {
  uint first_row;   // frame_count * rows_per_frame
  uint third_rows;  // 2 * element_count: bones with shear are stored as matrices, whose third rows follow the bones
};

struct TexeletonTurn {
  vec4 rotation;  // x, y, z, w
  vec4 moved;     // displacement, scale
};

TexeletonTurn texeleton_turn_from(vec4 rotation, vec4 moved) {
  TexeletonTurn turn;
  turn.rotation = rotation;
  turn.moved = moved;
  return turn;
}

TexeletonTurn texeleton_turn_between(TexeletonTurn a, TexeletonTurn b, float share) {
  float to = dot(a.rotation, b.rotation) < 0.0 ? -share : share;
  vec4 q = a.rotation * (1.0 - share) + b.rotation * to;
  float squared = dot(q, q);
  vec4 rotation = squared > 1e-30 ? q * inversesqrt(squared) : vec4(0.0, 0.0, 0.0, 1.0);
  return texeleton_turn_from(rotation, a.moved + (b.moved - a.moved) * share);
}

TexeletonTurn texeleton_turn_of(TexeletonLayout layout_, TexeletonFrames frames, uint texel) {
  TexeletonTurn current = texeleton_turn_from(texeleton_texel(layout_, frames.current, texel),
                                              texeleton_texel(layout_, frames.current, texel + 1u));
  TexeletonTurn next = texeleton_turn_from(texeleton_texel(layout_, frames.next, texel),
                                           texeleton_texel(layout_, frames.next, texel + 1u));
  return texeleton_turn_between(current, next, frames.fraction);
}

TexeletonRows texeleton_rows_of_turn(TexeletonTurn turn, vec3 pivot) {
  vec4 q = turn.rotation;
  vec3 x = vec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y));
  vec3 y = vec3(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z - q.w * q.x));
  vec3 z = vec3(2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
  x *= turn.moved.w;
  y *= turn.moved.w;
  z *= turn.moved.w;
  vec3 to = pivot + turn.moved.xyz - vec3(dot(x, pivot), dot(y, pivot), dot(z, pivot));
  return texeleton_rows_of(vec4(x, to.x), vec4(y, to.y), vec4(z, to.z));
}

// A bone's skin matrix.
TexeletonRows texeleton_turned_rows(TexeletonLayout layout_, TexeletonPivots pivots, TexeletonMoment moment, uint bone) {
  vec4 pivot = texeleton_constant(layout_, pivots.first_row, 2u * bone);
  if (pivot.w != 0.0) {
    vec4 third = texeleton_constant(layout_, pivots.first_row, 2u * bone + 1u);
    uint third_texel = pivots.third_rows + uint(third.x) + 1024u * uint(third.y);
    return texeleton_rows_of(texeleton_blended(layout_, moment, 2u * bone),
                             texeleton_blended(layout_, moment, 2u * bone + 1u),
                             texeleton_blended(layout_, moment, third_texel));
  }
  TexeletonTurn turn = texeleton_turn_of(layout_, moment.from, 2u * bone);
  if (moment.share > 0.0) {
    turn = texeleton_turn_between(turn, texeleton_turn_of(layout_, moment.to, 2u * bone), moment.share);
  }
  return texeleton_rows_of_turn(turn, pivot.xyz);
}

TexeletonVertex texeleton_decode_turns(TexeletonLayout layout_, TexeletonPivots pivots, TexeletonMoment moment,
                                       vec3 position, vec3 normal, vec4 tangent, uvec4 bones, vec4 weights) {
  TexeletonRows m = texeleton_no_rows();
  for (int i = 0; i < 4; ++i) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i], texeleton_turned_rows(layout_, pivots, moment, bones[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// Layers, in bone mode: a second clip on the bones of a mask, such as an attack over a run. A bone has a weight in the
// mask and an anchor, the bone relative to which it is posed as in the second clip (TexeletonMaskBone in
// texeleton_pack.h).

// anchor * inverse(start) * over: moves `over` from the second clip's anchor to the first one's; `over` if `start` has no
// inverse.
TexeletonRows texeleton_carried(TexeletonRows anchor, TexeletonRows start, TexeletonRows over) {
  vec3 c0 = cross(start.y.xyz, start.z.xyz);
  vec3 c1 = cross(start.z.xyz, start.x.xyz);
  vec3 c2 = cross(start.x.xyz, start.y.xyz);
  float determinant_ = dot(start.x.xyz, c0);
  if (abs(determinant_) < 1e-20) {
    return over;
  }
  vec4 m0 = over.x - vec4(0.0, 0.0, 0.0, start.x.w);
  vec4 m1 = over.y - vec4(0.0, 0.0, 0.0, start.y.w);
  vec4 m2 = over.z - vec4(0.0, 0.0, 0.0, start.z.w);
  float scale = 1.0 / determinant_;
  vec4 b0 = (c0.x * m0 + c1.x * m1 + c2.x * m2) * scale;
  vec4 b1 = (c0.y * m0 + c1.y * m1 + c2.y * m2) * scale;
  vec4 b2 = (c0.z * m0 + c1.z * m1 + c2.z * m2) * scale;
  return texeleton_rows_of(anchor.x.x * b0 + anchor.x.y * b1 + anchor.x.z * b2 + vec4(0.0, 0.0, 0.0, anchor.x.w),
                           anchor.y.x * b0 + anchor.y.y * b1 + anchor.y.z * b2 + vec4(0.0, 0.0, 0.0, anchor.y.w),
                           anchor.z.x * b0 + anchor.z.y * b1 + anchor.z.z * b2 + vec4(0.0, 0.0, 0.0, anchor.z.w));
}

TexeletonRows texeleton_mixed(TexeletonRows a, TexeletonRows b, float share) {
  return texeleton_rows_of(mix(a.x, b.x, share), mix(a.y, b.y, share), mix(a.z, b.z, share));
}

// A bone's skin matrix, encoding "matrix3x4". `weight`: its weight times the layer's share. anchor: -1: none.
TexeletonRows texeleton_layered_rows(TexeletonLayout layout_, TexeletonMoment moment, TexeletonMoment layer, uint bone,
                                     float weight, int anchor) {
  TexeletonRows own = texeleton_rows(layout_, moment, 3u * bone);
  if (weight <= 0.0) {
    return own;
  }
  TexeletonRows over = texeleton_rows(layout_, layer, 3u * bone);
  if (anchor >= 0) {
    over = texeleton_carried(texeleton_rows(layout_, moment, 3u * uint(anchor)),
                             texeleton_rows(layout_, layer, 3u * uint(anchor)), over);
  }
  return texeleton_mixed(own, over, weight);
}

TexeletonVertex texeleton_decode_layered(TexeletonLayout layout_, TexeletonMoment moment, TexeletonMoment layer, float share,
                                         vec3 position, vec3 normal, vec4 tangent, uvec4 bones, vec4 weights,
                                         vec4 mask_weights, ivec4 anchors) {
  TexeletonRows m = texeleton_no_rows();
  for (int i = 0; i < 4; ++i) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i],
                          texeleton_layered_rows(layout_, moment, layer, bones[i], share * mask_weights[i], anchors[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// The same, encoding "quaternion".
TexeletonRows texeleton_layered_turned_rows(TexeletonLayout layout_, TexeletonPivots pivots, TexeletonMoment moment,
                                            TexeletonMoment layer, uint bone, float weight, int anchor) {
  TexeletonRows own = texeleton_turned_rows(layout_, pivots, moment, bone);
  if (weight <= 0.0) {
    return own;
  }
  TexeletonRows over = texeleton_turned_rows(layout_, pivots, layer, bone);
  if (anchor >= 0) {
    over = texeleton_carried(texeleton_turned_rows(layout_, pivots, moment, uint(anchor)),
                             texeleton_turned_rows(layout_, pivots, layer, uint(anchor)), over);
  }
  return texeleton_mixed(own, over, weight);
}

TexeletonVertex texeleton_decode_layered_turns(TexeletonLayout layout_, TexeletonPivots pivots, TexeletonMoment moment,
                                               TexeletonMoment layer, float share, vec3 position, vec3 normal, vec4 tangent,
                                               uvec4 bones, vec4 weights, vec4 mask_weights, ivec4 anchors) {
  TexeletonRows m = texeleton_no_rows();
  for (int i = 0; i < 4; ++i) {
    if (weights[i] > 0.0) {
      m = texeleton_added(m, weights[i], texeleton_layered_turned_rows(layout_, pivots, moment, layer, bones[i],
                                                                       share * mask_weights[i], anchors[i]));
    }
  }
  return texeleton_skinned(m, position, normal, tangent);
}

// The tangent rotates with the normal. `normal` and `tangent` are the bind pose's; `shown` has any length.
TexeletonVertex texeleton_turned(vec3 position, vec3 shown, vec3 normal, vec4 tangent) {
  TexeletonVertex v;
  v.position = position;
  v.normal = texeleton_unit(shown, normal);
  float together = 1.0 + dot(normal, v.normal);
  vec3 turned = tangent.xyz;
  if (together >= 1e-6) {
    vec3 between = normal + v.normal;
    turned += 2.0 * v.normal * dot(normal, tangent.xyz) - between * (dot(between, tangent.xyz) / together);
  }
  v.tangent = vec4(texeleton_unit(turned - v.normal * dot(v.normal, turned), tangent.xyz), tangent.w);
  return v;
}

// Vertex mode, encoding "positionNormal". `normal` and `tangent` are the bind pose's.
TexeletonVertex texeleton_decode_vertex(TexeletonLayout layout_, TexeletonMoment moment, uint element, vec3 normal,
                                        vec4 tangent) {
  return texeleton_turned(texeleton_blended(layout_, moment, 2u * element).xyz,
                          texeleton_blended(layout_, moment, 2u * element + 1u).xyz, normal, tangent);
}

// The integer 0 ... 61,439 that a half encodes, in ascending order of halves.
uint texeleton_code(float half_) {
  uint bits = floatBitsToUint(half_);
  uint magnitude = (bits & 0x7fffffffu) >> 13u;
  uint steps = magnitude < 115712u ? 0u : min(magnitude - 115712u, 30719u);
  return (bits & 0x80000000u) != 0u ? 30719u - steps : 30720u + steps;
}

vec4 texeleton_codes(vec4 texel) {
  return vec4(float(texeleton_code(texel.x)), float(texeleton_code(texel.y)), float(texeleton_code(texel.z)),
              float(texeleton_code(texel.w)));
}

// A unit normal from its code.
vec3 texeleton_direction(uint code) {
  float u = float(code % 247u) * (2.0 / 246.0) - 1.0;
  float v = float(code / 247u) * (2.0 / 246.0) - 1.0;
  vec3 n = vec3(u, v, 1.0 - abs(u) - abs(v));
  if (n.z < 0.0) {
    float side_u = u < 0.0 ? -1.0 : 1.0;
    float side_v = v < 0.0 ? -1.0 : 1.0;
    n = vec3((1.0 - abs(v)) * side_u, (1.0 - abs(u)) * side_v, n.z);
  }
  return normalize(n);
}

struct TexeletonPoint {
  vec3 position;
  vec3 normal;  // of any length
};

// Vertex mode, encoding "offset16": a vertex is one texel of integers: its position within a range, stored after the
// frames, and its normal. first_row: frame_count * rows_per_frame.
TexeletonPoint texeleton_offset_point(TexeletonLayout layout_, uint first_row, TexeletonFrames frames, uint element) {
  vec4 codes = texeleton_codes(texeleton_texel(layout_, frames.current, element));
  vec3 offset = codes.xyz;
  TexeletonPoint shown;
  shown.normal = texeleton_direction(uint(codes.w));
  if (frames.fraction > 0.0) {
    vec4 next = texeleton_codes(texeleton_texel(layout_, frames.next, element));
    offset += (next.xyz - offset) * frames.fraction;
    shown.normal += (texeleton_direction(uint(next.w)) - shown.normal) * frames.fraction;
  }
  vec3 range = texeleton_constant(layout_, first_row, 1u).xyz;
  shown.position = texeleton_constant(layout_, first_row, 0u).xyz + offset * (1.0 / 61439.0) * range;
  return shown;
}

TexeletonVertex texeleton_decode_offset(TexeletonLayout layout_, uint first_row, TexeletonMoment moment, uint element,
                                        vec3 normal, vec4 tangent) {
  TexeletonPoint shown = texeleton_offset_point(layout_, first_row, moment.from, element);
  if (moment.share > 0.0) {
    TexeletonPoint to = texeleton_offset_point(layout_, first_row, moment.to, element);
    shown.position += (to.position - shown.position) * moment.share;
    shown.normal += (to.normal - shown.normal) * moment.share;
  }
  return texeleton_turned(shown.position, shown.normal, normal, tangent);
}

// Vertex mode, encoding "basis": shape_count of the .texbin is not 0. A vertex is its position in a base shape plus a
// weighted sum of shapes, stored after the frames; a frame holds the weights.
struct TexeletonShapes {
  uint count;         // shape_count
  uint first_row;     // frame_count * rows_per_frame
  uint first_weight;  // 3 * number of sockets
};

vec4 texeleton_weights(TexeletonLayout layout_, TexeletonFrames frames, uint texel) {
  vec4 current = texeleton_codes(texeleton_texel(layout_, frames.current, texel));
  if (frames.fraction <= 0.0) {
    return current;
  }
  return current + (texeleton_codes(texeleton_texel(layout_, frames.next, texel)) - current) * frames.fraction;
}

TexeletonPoint texeleton_shapes_point(TexeletonLayout layout_, TexeletonShapes shapes, TexeletonMoment moment, uint element) {
  uint first = 2u + shapes.count + element * (shapes.count + 1u);
  vec4 base = texeleton_codes(texeleton_constant(layout_, shapes.first_row, first));
  vec3 size = texeleton_constant(layout_, shapes.first_row, 1u).xyz;
  TexeletonPoint shown;
  shown.position = texeleton_constant(layout_, shapes.first_row, 0u).xyz + base.xyz * (1.0 / 61439.0) * size;
  shown.normal = texeleton_direction(uint(base.w));
  for (uint k = 0u; k < shapes.count; k += 4u) {
    uint texel = shapes.first_weight + k / 4u;
    vec4 weights = texeleton_weights(layout_, moment.from, texel);
    if (moment.share > 0.0) {
      weights += (texeleton_weights(layout_, moment.to, texel) - weights) * moment.share;
    }
    for (uint i = 0u; i < 4u && k + i < shapes.count; ++i) {
      vec4 range = texeleton_constant(layout_, shapes.first_row, 2u + k + i);
      vec4 offset = texeleton_codes(texeleton_constant(layout_, shapes.first_row, first + 1u + k + i));
      float weight = range.x + weights.x * (1.0 / 61439.0) * range.y;
      weights = weights.yzwx;
      uint digits = uint(offset.w);
      vec3 turn = vec3(float(digits % 39u), float(digits / 39u % 39u), float(digits / 1521u));
      shown.position += weight * range.z * (offset.xyz - 30720.0) * (1.0 / 30719.0);
      shown.normal += weight * range.w * (turn - 19.0) * (1.0 / 19.0);
    }
  }
  return shown;
}

TexeletonVertex texeleton_decode_shapes(TexeletonLayout layout_, TexeletonShapes shapes, TexeletonMoment moment,
                                        uint element, vec3 normal, vec4 tangent) {
  TexeletonPoint shown = texeleton_shapes_point(layout_, shapes, moment, element);
  return texeleton_turned(shown.position, shown.normal, normal, tangent);
}

// The columns of a socket's pose: its axes without scale, then its position.
mat4 texeleton_columns(vec3 x_axis, vec3 y_axis, vec3 z_axis, vec3 position) {
  return mat4(vec4(x_axis, 0.0), vec4(y_axis, 0.0), vec4(z_axis, 0.0), vec4(position, 1.0));
}

// A socket's pose. `m`: its matrix, see below. position, q, scale: the socket's frame from the .texbin.
mat4 texeleton_socket_of(TexeletonRows m, vec3 position, vec4 q, vec3 scale) {
  vec3 frame_x = vec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.z * q.w), 2.0 * (q.x * q.z - q.y * q.w));
  vec3 frame_y = vec3(2.0 * (q.x * q.y - q.z * q.w), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z + q.x * q.w));
  vec3 frame_z = vec3(2.0 * (q.x * q.z + q.y * q.w), 2.0 * (q.y * q.z - q.x * q.w), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
  vec3 along_y = scale.y * vec3(dot(m.x.xyz, frame_y), dot(m.y.xyz, frame_y), dot(m.z.xyz, frame_y));
  vec3 along_z = scale.z * vec3(dot(m.x.xyz, frame_z), dot(m.y.xyz, frame_z), dot(m.z.xyz, frame_z));
  // Gram-Schmidt on Z, then Y; an axis without length is replaced by the frame's.
  vec3 z = texeleton_unit(along_z, frame_z);
  vec3 across = cross(z, frame_x);
  vec3 spare = texeleton_unit(frame_y - z * dot(z, frame_y), texeleton_unit(across - z * dot(z, across), frame_y));
  vec3 y = texeleton_unit(along_y - z * dot(z, along_y), spare);
  vec3 at = vec3(dot(m.x.xyz, position), dot(m.y.xyz, position), dot(m.z.xyz, position)) + vec3(m.x.w, m.y.w, m.z.w);
  return texeleton_columns(cross(y, z), y, z, at);
}

// `first_texel`: bone mode ("matrix3x4") 3 * bone; vertex mode: 3 * index of the socket, plus 2 * element_count with
// "positionNormal" or element_count with "offset16". With "quaternion":
// texeleton_socket_of(texeleton_turned_rows(layout_, pivots, moment, bone), position, rotation, scale).
mat4 texeleton_socket(TexeletonLayout layout_, TexeletonMoment moment, uint first_texel, vec3 position, vec4 rotation,
                      vec3 scale) {
  return texeleton_socket_of(texeleton_rows(layout_, moment, first_texel), position, rotation, scale);
}

// ---- A crowd's time in integers, as in texeleton_pack.h: an instance that only plays needs no CPU work.

// From the .texbin: frame_begin, frame_count (1 if length_seconds is 0), whether it loops.
struct TexeletonClip {
  uint frame_begin;
  uint frame_count;
  bool loops;
};

struct TexeletonCrowdRecord {
  uint phase;
  int step_high;
  uint step_low;
};

struct TexeletonCrowdClock {
  uint ticks;  // of 1/1024 s
  uint rest;   // rest of a tick, in 1/65,536
};

uint texeleton_loop_phase(TexeletonCrowdRecord record, TexeletonCrowdClock clock_) {
  uint high = uint(record.step_high);
  uint lower = record.step_low * (clock_.ticks >> 16u) + ((record.step_low * (clock_.ticks & 0xffffu)) >> 16u);
  uint whole = high * clock_.ticks + lower;
  uint part = uint((record.step_high >> 16) * int(clock_.rest)) + (((high & 0xffffu) * clock_.rest) >> 16u);
  return record.phase + whole + part;
}

// Turns * 2^32; `at_end`: a whole turn, which 32 bits cannot hold.
struct TexeletonPhase {
  uint phase;
  bool at_end;
};

TexeletonPhase texeleton_phase_of(uint phase, bool at_end) {
  TexeletonPhase place;
  place.phase = phase;
  place.at_end = at_end;
  return place;
}

// Upper half of a product of two 32-bit numbers.
uint texeleton_high_product(uint a, uint b) {
  uint low = (a & 0xffffu) * (b & 0xffffu);
  uint middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  uint other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
  return (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);
}

TexeletonPhase texeleton_once_phase(TexeletonCrowdRecord record, TexeletonCrowdClock clock_) {
  if (record.step_high == 0 && record.step_low == 0u) {
    return texeleton_phase_of(record.phase, false);
  }
  // Backward the distance counts from the end: the 48 bits are negated.
  bool backward = record.step_high < 0;
  uint signed_high = uint(record.step_high);
  uint carry = record.step_low == 0u ? 1u : 0u;
  uint low = backward ? (0u - record.step_low) & 0xffffu : record.step_low;
  uint high = backward ? ~signed_high + carry : signed_high;
  uint elapsed = clock_.ticks - record.phase;
  uint made = 0u;
  bool whole = false;
  if (elapsed < 0x80000000u) {
    // A sum beyond 32 bits is a whole turn or more.
    whole = texeleton_high_product(high, elapsed) != 0u;
    uint a = high * elapsed;
    uint b = a + low * (elapsed >> 16u) + ((low * (elapsed & 0xffffu)) >> 16u);
    made = b + (high >> 16u) * clock_.rest + (((high & 0xffffu) * clock_.rest) >> 16u);
    whole = whole || b < a || made < b;
  }
  if (whole) {
    return texeleton_phase_of(0u, !backward);
  }
  if (backward) {
    return texeleton_phase_of(0u - made, made == 0u);
  }
  return texeleton_phase_of(made, false);
}

TexeletonFrames texeleton_crowd_frames(TexeletonClip clip, TexeletonCrowdRecord record, TexeletonCrowdClock clock_) {
  bool loops = clip.loops;
  TexeletonPhase place = texeleton_phase_of(texeleton_loop_phase(record, clock_), false);
  if (!loops) {
    place = texeleton_once_phase(record, clock_);
  }
  uint last = clip.frame_count - 1u;
  uint steps = loops ? clip.frame_count : last;
  uint moved = (place.phase >> 16u) * steps + (((place.phase & 0xffffu) * steps) >> 16u);
  uint at = place.at_end ? last << 16u : moved;
  uint frame = at >> 16u;
  uint wrapped = loops ? 0u : last;
  uint next = frame < last ? frame + 1u : wrapped;
  return texeleton_frames_of(clip.frame_begin + frame, clip.frame_begin + next, float(at & 0xffffu) / 65536.0);
}

// Share of the incoming clip in a cross-fade: 0 before it begins, 1 after it ends.
float texeleton_fade_share(uint start_ticks, uint duration_ticks, TexeletonCrowdClock clock_) {
  uint elapsed = clock_.ticks - start_ticks;
  if (elapsed >= 0x80000000u) {
    return 0.0;
  }
  if (elapsed >= duration_ticks) {
    return 1.0;
  }
  return min((float(elapsed) + float(clock_.rest) / 65536.0) / float(duration_ticks), 1.0);
}

#endif

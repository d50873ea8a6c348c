// A second clip over the first on the bones of a mask. Twin of core/runtime/layers.h, which defines the rule, and of
// Crowd::layerAhead in viewport/scene/crowd/crowd.h. Needs crowd_instance.glsl.

CrowdFrames framesOfLayer() {
  uint phase = crowd.layerClip.y;
  if (crowd.layerShare.y > 0.5) {
    phase += (floatBitsToUint(instancePlace.x) ^ (floatBitsToUint(instancePlace.z) << 7)) * 2654435769u;
  }
  uint at = crowdLoopPhase(phase, int(crowd.layerClip.z), crowd.layerClip.w, crowd.clock.x, crowd.clock.y);
  CrowdFrames frames = crowdFrames(crowd.layerClip.x & 0x7fffu, crowd.layerClip.x >> 16, true, at, false);
  if (crowd.clock.z != 0u) {
    frames.fraction = 0.0;
  }
  return storedFrames(frames);
}

CrowdMoment layerMoment() {
  CrowdMoment moment;
  moment.to = framesOfLayer();
  moment.from = moment.to;
  moment.share = 1.0;
  return moment;
}

// For both encodings of bone mode.
mat4 boneMatrix(CrowdMoment moment, uint bone) {
  vec4 rows[3];
  if (crowdConstants().y != 0u) {
    rows = turnRows(moment, bone).rows;
  } else {
    uvec2 place = placeOfTexel(elementTexel(crowdLayout().z, bone, 0u));
    for (int i = 0; i < 3; ++i) {
      rows[i] = blendedTexel(moment, place);
      place = placeAfter(place);
    }
  }
  return transpose(mat4(rows[0], rows[1], rows[2], vec4(0.0, 0.0, 0.0, 1.0)));
}

mat4 inverseAffine(mat4 m) {
  vec3 bc = cross(m[1].xyz, m[2].xyz);
  float determinant_ = dot(m[0].xyz, bc);
  if (abs(determinant_) < 1e-20) {
    return mat4(1.0);
  }
  mat3 back = transpose(mat3(bc, cross(m[2].xyz, m[0].xyz), cross(m[0].xyz, m[1].xyz))) * (1.0 / determinant_);
  vec3 place = -(back * m[3].xyz);
  return mat4(vec4(back[0], 0.0), vec4(back[1], 0.0), vec4(back[2], 0.0), vec4(place, 1.0));
}

// `base`: the instance's own clip; `layer`: the layer's.
mat4 layeredBone(CrowdMoment base, CrowdMoment layer, uint bone) {
  mat4 own = boneMatrix(base, bone);
  vec4 two = crowd.layerMask[bone >> 1];
  vec2 masked = (bone & 1u) == 0u ? two.xy : two.zw;
  float weight = masked.x * crowd.layerShare.x;
  if (weight <= 0.0) {
    return own;
  }
  mat4 over = boneMatrix(layer, bone);
  if (masked.y >= 0.0) {
    uint anchor = uint(masked.y);
    mat4 from = boneMatrix(layer, anchor);
    over = boneMatrix(base, anchor) * (inverseAffine(from) * over);
  }
  return own * (1.0 - weight) + over * weight;
}

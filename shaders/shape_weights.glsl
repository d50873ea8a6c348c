// The weights of an instance's shapes (encoding "basis"), one after the other. Include crowd_instance.glsl,
// offset16.glsl and basis.glsl first.

// Place of constant texel `t`; constants fill as many rows as they need.
uvec2 placeOfShapes(uint t) { return uvec2(t % crowdLayout().x, t / crowdLayout().x); }

// Four weights of a frame, relative to their ranges.
vec4 sharesOf(CrowdFrames frames, uvec2 place) {
  vec4 a = texelFetch(animation, ivec2(uvec2(place.x, frames.current * crowdLayout().y + place.y)), 0);
  vec4 b = texelFetch(animation, ivec2(uvec2(place.x, frames.next * crowdLayout().y + place.y)), 0);
  return mix(weightShares(a), weightShares(b), frames.fraction);
}

struct ShapeWeights {
  uvec2 range;   // Texel of the next shape's limits.
  uvec2 place;   // Texel of the next four weights.
  vec4 shares;   // The four current weights, next first.
};

ShapeWeights firstShapeWeights() {
  ShapeWeights weights;
  weights.range = placeOfShapes(2u);
  weights.place = placeOfTexel(crowdConstants().w);
  weights.shares = vec4(0.0);
  return weights;
}

// Weights of shape `k`, which must follow the previous one: for positions, for normals.
vec2 nextShapeWeights(inout ShapeWeights weights, CrowdMoment moment, uint k) {
  if ((k & 3u) == 0u) {
    weights.shares = sharesOf(moment.to, weights.place);
#ifndef CALM
    if (moment.share < 1.0) {
      weights.shares = mix(sharesOf(moment.from, weights.place), weights.shares, moment.share);
    }
#endif
    weights.place = placeAfter(weights.place);
  }
  vec4 limits = constantTexel(weights.range);
  weights.range = placeAfter(weights.range);
  float weight = limits.x + weights.shares.x * limits.y;
  weights.shares = weights.shares.yzwx;
  return weight * limits.zw;
}

// What the shapes of an instance weigh (encoding "basis"), one after the other. Needs crowd_instance.glsl, offset16.glsl and
// basis.glsl before it.

// Texel `t` of those that stay; they take as many rows as they need.
uvec2 placeOfShapes(uint t) { return uvec2(t % crowdLayout().x, t / crowdLayout().x); }

// Four weights of a frame, as shares of their ranges.
vec4 sharesOf(CrowdFrames frames, uvec2 place) {
  vec4 a = texelFetch(animation, ivec2(uvec2(place.x, frames.current * crowdLayout().y + place.y)), 0);
  vec4 b = texelFetch(animation, ivec2(uvec2(place.x, frames.next * crowdLayout().y + place.y)), 0);
  return mix(weightShares(a), weightShares(b), frames.fraction);
}

struct ShapeWeights {
  uvec2 range;   // Of the next shape's limits.
  uvec2 place;   // Of the next four weights.
  vec4 shares;   // Of four, the next first.
};

ShapeWeights firstShapeWeights() {
  ShapeWeights weights;
  weights.range = placeOfShapes(2u);
  weights.place = placeOfTexel(crowdConstants().w);
  weights.shares = vec4(0.0);
  return weights;
}

// Of shape `k`, which follows the one before: of positions, of normals.
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

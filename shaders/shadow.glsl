// Share of the key light that reaches a point: percentage closer filtering (Reeves et al. 1987) of the shadow map on a
// spiral that is rotated from pixel to pixel. Needs frame_block.glsl.

layout(binding = 9) uniform sampler2D shadowMap;

// 0 … 1. `pixel`: from the picture's upper left corner; `normal`: for the offset that avoids self-shadowing.
float keyLightAt(vec3 world, vec3 normal, vec2 pixel) {
  if (frame.keyDirection.w <= 0.0) {
    return 1.0;
  }
  vec3 lifted = world + normal * frame.shadow.x;  // By some texels of the map, in metres.
  vec3 at = (frame.shadowMatrix * vec4(lifted, 1.0)).xyz;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) {
    return 1.0;
  }
  const int kTaps = 20;
  const int kProbes = 6;  // The outermost come first: where they agree, the point is most likely far from any shadow
                          // edge.
  const vec2 kGoldenTurn = vec2(-0.73736886, 0.67549032);  // Cosine and sine of the golden angle.
  float turn = 6.2831853 * fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715))));
  vec2 direction = vec2(cos(turn), sin(turn));
  float reached = 0.0;
  int looked = 0;
  while (looked < kTaps && (looked != kProbes || (reached > 0.0 && reached < float(kProbes)))) {
    vec2 offset = sqrt(1.0 - (float(looked) + 0.5) / float(kTaps)) * frame.shadow.y * direction;
    reached += textureLod(shadowMap, at.xy + offset, 0.0).r >= at.z ? 1.0 : 0.0;
    direction = vec2(direction.x * kGoldenTurn.x - direction.y * kGoldenTurn.y,
                     direction.x * kGoldenTurn.y + direction.y * kGoldenTurn.x);
    ++looked;
  }
  vec2 toEdge = min(at.xy, 1.0 - at.xy);
  float inside = smoothstep(0.0, 0.06, min(toEdge.x, toEdge.y));  // Fades towards the end of the map.
  return mix(1.0, reached / float(looked), inside * frame.keyDirection.w);
}

// How much of the key light reaches a place: the shadow map looked up at many points around it (percentage closer
// filtering; Reeves et al. 1987) on a spiral that is turned from pixel to pixel. Needs frame_block.glsl.

layout(binding = 9) uniform sampler2D shadowMap;

// 0 … 1. `pixel`: from the picture's upper left corner; `normal` keeps surfaces from shadowing themselves.
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
  float turn = 6.2831853 * fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715))));
  float reached = 0.0;
  for (int i = 0; i < kTaps; ++i) {
    float angle = turn + 2.3999632 * float(i);
    vec2 offset = sqrt((float(i) + 0.5) / float(kTaps)) * vec2(cos(angle), sin(angle));
    reached += textureLod(shadowMap, at.xy + offset * frame.shadow.y, 0.0).r >= at.z ? 1.0 : 0.0;
  }
  vec2 toEdge = min(at.xy, 1.0 - at.xy);
  float inside = smoothstep(0.0, 0.06, min(toEdge.x, toEdge.y));  // The map's end is not seen.
  return mix(1.0, reached / float(kTaps), inside * frame.keyDirection.w);
}

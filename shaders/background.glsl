// The background, a soft gradient. `uv` covers the whole picture. Needs frame_block.glsl.
vec3 backgroundAt(vec2 uv) {
  vec3 color = mix(frame.backgroundTop.rgb, frame.backgroundBottom.rgb, smoothstep(0.0, 1.0, uv.y));
  vec2 fromMiddle = (uv - vec2(0.5, 0.45)) * vec2(min(frame.viewport.x * frame.viewport.w, 1.6), 1.0);
  float glow = 1.0 - smoothstep(0.0, 0.95, length(fromMiddle));
  return color * (0.72 + 0.75 * glow);
}

// What all vertices of a crowd share. Twin of CrowdUniforms in viewport/scene/gpu_crowd.h.

layout(std140, binding = 1) uniform CrowdBlock {
  uvec4 clock;           // Ticks, rest of a tick, 1: stepped instead of interpolated.
  uvec4 layout_;         // Width, rows per frame, texels per element, elements.
  vec4 positionMin;      // Of packed positions.
  vec4 positionExtent;
  vec4 uvRange;          // Of packed texture coordinates: smallest, extent.
  vec4 uv1Range;
  uvec4 variants;        // x: how many of the parts below there are; 0: everything is seen.
  uvec4 parts[32];       // Two each: the vertex after the part's last, and bit n: variant n shows it.
} crowd;

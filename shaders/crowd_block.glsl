// Uniforms of a crowd. Twin of CrowdUniforms in viewport/scene/gpu/gpu_crowd.h.
//
// Values that vertex shaders branch on are stored twice and read at an index from the buffer. Mesa's software Vulkan
// (lavapipe) compiles uniforms used in conditions into the code: it would compile and keep a shader for every draw.

layout(std140, binding = 1) uniform CrowdBlock {
  uvec4 clock;           // Ticks, fraction of a tick, 1: stepped instead of interpolated; 0: the index.
  uvec4 layouts[2];      // Width, rows per frame, texels per element, elements.
  uvec4 constants[2];    // x: the texture's first row of constants; y: 1 if bones are quaternions (socket.glsl); z:
                         // shapes; w: texel of a frame's first weight.
  vec4 positionMin;      // Range of packed positions: minimum.
  vec4 positionExtent;
  vec4 uvRange;          // Range of packed texture coordinates: minimum, extent.
  vec4 uv1Range;
  // x: number of the parts below; 0: everything is visible. y: first row of the frame table, 0: none.
  uvec4 variants[2];
  uvec4 parts[32];       // Two each: one past the part's last vertex, and bit n: variant n shows it.
  uvec4 layerClip;       // The layer (layers.glsl): packed clip, phase, step, low bits of the step.
  vec4 layerShare;       // x: weight of the layer; y: 1 if instances are at different places of it.
  vec4 layerMask[128];   // Two bones each: weight; anchor, −1: none. Floats, because QRhi 6.4 sets only the first
                         // element of other arrays on OpenGL.
} crowd;

uvec4 crowdLayout() { return crowd.layouts[crowd.clock.w]; }
uvec4 crowdConstants() { return crowd.constants[crowd.clock.w]; }
uint crowdPartCount() { return crowd.variants[crowd.clock.w].x; }
uint crowdTableRow() { return crowd.variants[crowd.clock.w].y; }

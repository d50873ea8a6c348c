// What all vertices of a crowd share. Twin of CrowdUniforms in viewport/scene/gpu_crowd.h.
//
// What vertex shaders branch on is there twice and read at an index that only the buffer holds. Mesa's software Vulkan
// (lavapipe) writes uniforms that it sees in conditions into the code: it would compile the shader anew for every draw,
// and keep each of them.

layout(std140, binding = 1) uniform CrowdBlock {
  uvec4 clock;           // Ticks, rest of a tick, 1: stepped instead of interpolated; 0: the index.
  uvec4 layouts[2];      // Width, rows per frame, texels per element, elements.
  uvec4 constants[2];    // x: the texture's first row of what does not change in time; y: 1 where bones are turns (socket.glsl); z: shapes; w: texel of a frame's first weight.
  vec4 positionMin;      // Of packed positions.
  vec4 positionExtent;
  vec4 uvRange;          // Of packed texture coordinates: smallest, extent.
  vec4 uv1Range;
  // x: how many of the parts below there are; 0: everything is seen. y: first row of the frame table, 0: none.
  uvec4 variants[2];
  uvec4 parts[32];       // Two each: the vertex after the part's last, and bit n: variant n shows it.
  uvec4 layerClip;       // Of the layer (layers.glsl): the clip as records hold it, phase, step, low bits of the step.
  vec4 layerShare;       // x: of the layer; y: 1 where instances are at different places of it.
  vec4 layerMask[128];   // Two bones each: weight; anchor, −1: none. Floats: of other arrays QRhi 6.4 sets the first element alone on OpenGL.
} crowd;

uvec4 crowdLayout() { return crowd.layouts[crowd.clock.w]; }
uvec4 crowdConstants() { return crowd.constants[crowd.clock.w]; }
uint crowdPartCount() { return crowd.variants[crowd.clock.w].x; }
uint crowdTableRow() { return crowd.variants[crowd.clock.w].y; }

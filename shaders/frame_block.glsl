// Uniforms shared by all passes of a frame. Twin of FrameUniforms in viewport/passes/frame_uniforms.h.

layout(std140, binding = 0) uniform FrameBlock {
  mat4 viewProjection;  // World to clip space in the backend's conventions.
  mat4 inverseViewProjection;
  mat4 view;            // World to view space.
  mat4 lightViewProjection;  // World to the key light's clip space.
  mat4 shadowMatrix;    // World to the shadow map: xy 0 to 1, z depth.
  vec4 cameraPosition;  // xyz; w: 1 perspective, 0 orthographic.
  vec4 cameraForward;   // xyz.
  vec4 keyDirection;    // Towards the light; w: strength of its shadow, 0: none.
  vec4 keyColor;
  vec4 fillDirection;
  vec4 fillColor;
  vec4 skyColor;
  vec4 groundColor;
  vec4 backgroundTop;
  vec4 backgroundBottom;
  vec4 grid;       // x: metres between lines; y: metres at which they have faded; zw: xz of their centre.
  vec4 shadow;     // x: metres in front of a surface where its shadow is sampled; y: softness, as a share of the map.
  vec4 viewport;   // Pixels: width, height, 1/width, 1/height.
  vec4 paths;      // Cross-over from skinning to the texture (crowd_path.glsl): metres where it begins, 1/its length,
                   // offset.
  uvec4 options;   // x: view mode; y: 1 if the first row of framebuffers is at the bottom; z: tone mapping; w: 1 for
                   // lines on the ground.
  vec4 compare;    // x: 1 split, 2 overlay; y: position of the split; z: millimetres at the end of the heat map's
                   // scale; w: 1 if there is a background.
  uvec4 views[2];  // x: view mode again, for the reasons in crowd_block.glsl.
} frame;

const uint kViewLit = 0u;
const uint kViewTextured = 1u;
const uint kViewNormals = 2u;
const uint kViewWeights = 3u;
const uint kViewClips = 4u;
const uint kViewVertexLit = 7u;
const uint kViewPaths = 6u;  // 5 is the heat map, which has its own shaders.

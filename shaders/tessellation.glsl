// Uniforms of tessellation. Twin of TessellationNumbers in viewport/scene/gpu/gpu_tessellation.cpp.

layout(std140, binding = 15) uniform TessellationBlock {
  vec4 edges;   // x: pixels of a metre at a distance of a metre, orthographic: anywhere; y: target length of a segment
                // in pixels; z: maximum segments of an edge; w: vertices in a row of vertexSeams.
  vec4 height;  // x: metres of a height of 1 at scale 1; y: average size of a texel of the height maps, metres.
} tessellation;

// Bits of a vertex (viewport/scene/gpu/vertex_seams.h).
const uint kCrease = 1u;
const uint kSeam = 2u;

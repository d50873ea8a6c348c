// How triangles are cut into smaller ones. Twin of TessellationNumbers in viewport/scene/gpu_tessellation.cpp.

layout(std140, binding = 15) uniform TessellationBlock {
  vec4 edges;   // x: pixels of a metre at a distance of a metre, orthographic: at any; y: pixels that a segment of an edge should have; z: most segments of an edge; w: vertices in a row of vertexSeams.
  vec4 height;  // x: metres of a height of 1, in the model's own size; y: metres of a texel of the height maps, on average.
} tessellation;

// Bits of a vertex (viewport/scene/vertex_seams.h).
const uint kCrease = 1u;
const uint kSeam = 2u;

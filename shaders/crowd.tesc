#version 440
#extension GL_GOOGLE_include_directive : require

// Chooses the number of segments of a triangle's edges by their length in the picture, which is the same for both
// triangles of an edge. EXTRAS as in crowd_vertex.glsl; all other attributes pass through to crowd.tese.
#include "frame_block.glsl"
#include "tessellation.glsl"

layout(vertices = 3) out;

layout(location = 0) in vec3 worldPosition[];
layout(location = 1) in vec4 worldNormal[];
layout(location = 2) in vec2 uv[];
layout(location = 3) in vec4 tint[];
layout(location = 4) in vec3 viewColor[];
#ifdef EXTRAS
layout(location = 5) in vec4 color[];
layout(location = 6) in vec4 worldTangent[];
layout(location = 7) in vec2 uv1[];
layout(location = 8) in float tintMask[];
#endif
layout(location = 9) flat in float pathShare[];
layout(location = 10) flat in uint vertexId[];
layout(location = 11) flat in float instanceScale[];

layout(location = 0) out vec3 cornerPosition[];
layout(location = 1) out vec4 cornerNormal[];
layout(location = 2) out vec2 cornerUv[];
layout(location = 3) out vec4 cornerTint[];
layout(location = 4) out vec3 cornerViewColor[];
#ifdef EXTRAS
layout(location = 5) out vec4 cornerColor[];
layout(location = 6) out vec4 cornerTangent[];
layout(location = 7) out vec2 cornerUv1[];
layout(location = 8) out float cornerTintMask[];
#endif
layout(location = 9) out float cornerPathShare[];
layout(location = 10) out uint cornerSeams[];
layout(location = 11) out float cornerScale[];

layout(binding = 16) uniform sampler2D vertexSeams;

float segmentsOf(vec3 a, vec3 b) {
  float pixels = distance(a, b) * tessellation.edges.x;
  if (frame.cameraPosition.w > 0.5) {
    pixels /= max(distance((a + b) * 0.5, frame.cameraPosition.xyz), 1e-6);
  }
  return clamp(pixels / tessellation.edges.y, 1.0, tessellation.edges.z);
}

// As kNowhere in crowd_instance.glsl.
bool isHidden(vec4 at) { return at == vec4(2.0, 2.0, 2.0, 1.0); }

void main() {
  cornerPosition[gl_InvocationID] = worldPosition[gl_InvocationID];
  cornerNormal[gl_InvocationID] = worldNormal[gl_InvocationID];
  cornerUv[gl_InvocationID] = uv[gl_InvocationID];
  cornerTint[gl_InvocationID] = tint[gl_InvocationID];
  cornerViewColor[gl_InvocationID] = viewColor[gl_InvocationID];
#ifdef EXTRAS
  cornerColor[gl_InvocationID] = color[gl_InvocationID];
  cornerTangent[gl_InvocationID] = worldTangent[gl_InvocationID];
  cornerUv1[gl_InvocationID] = uv1[gl_InvocationID];
  cornerTintMask[gl_InvocationID] = tintMask[gl_InvocationID];
#endif
  cornerPathShare[gl_InvocationID] = pathShare[gl_InvocationID];
  int row = int(tessellation.edges.w);
  int number = int(vertexId[gl_InvocationID]);
  cornerSeams[gl_InvocationID] = uint(texelFetch(vertexSeams, ivec2(number % row, number / row), 0).r * 255.0 + 0.5);
  cornerScale[gl_InvocationID] = instanceScale[gl_InvocationID];
  if (gl_InvocationID == 0) {
    bool hidden =
        isHidden(gl_in[0].gl_Position) && isHidden(gl_in[1].gl_Position) && isHidden(gl_in[2].gl_Position);
    vec3 segments = vec3(segmentsOf(worldPosition[1], worldPosition[2]), segmentsOf(worldPosition[2], worldPosition[0]),
                         segmentsOf(worldPosition[0], worldPosition[1]));
    segments = hidden ? vec3(0.0) : segments;  // Culls the triangle.
    gl_TessLevelOuter[0] = segments.x;
    gl_TessLevelOuter[1] = segments.y;
    gl_TessLevelOuter[2] = segments.z;
    gl_TessLevelInner[0] = max(segments.x, max(segments.y, segments.z));
  }
}

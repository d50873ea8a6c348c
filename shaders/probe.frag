#version 440

layout(location = 0) flat in vec4 position;
layout(location = 1) flat in vec4 normal;
layout(location = 0) out vec4 shownPosition;
layout(location = 1) out vec4 shownNormal;

void main() {
  shownPosition = position;
  shownNormal = normal;
}

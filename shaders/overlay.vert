#version 440

// A corner of a triangle over the frame.
layout(location = 0) in vec2 place;  // In clip space.
layout(location = 1) in vec4 shown;  // sRGB, premultiplied.

layout(location = 0) out vec4 color;

void main() {
  color = shown;
  gl_Position = vec4(place, 0.0, 1.0);
}

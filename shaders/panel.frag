#version 440

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 result;
layout(binding = 1) uniform sampler2D picture;  // sRGB, premultiplied.

void main() { result = texture(picture, uv); }

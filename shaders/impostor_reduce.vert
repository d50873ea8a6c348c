#version 440

// One triangle over a square of the atlas; where its fragments are, gl_FragCoord tells.
void main() {
  gl_Position = vec4(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0, 0.5, 1.0);
}

// Where a texel of an animation texture lies. Twin of core/bake/texture_layout.h.

// x to the right, y down: texel `t` of frame `frame` in a texture of this width and rows per frame.
uvec2 texelAddress(uint width, uint rowsPerFrame, uint frame, uint t) {
  return uvec2(t % width, frame * rowsPerFrame + t / width);
}

// Number inside its frame of texel `k` of element `element`.
uint elementTexel(uint texelsPerElement, uint element, uint k) { return element * texelsPerElement + k; }

// Number inside its frame of row `row` of socket `socket` (vertex mode).
uint socketTexel(uint elementCount, uint texelsPerElement, uint socket, uint row) {
  return elementCount * texelsPerElement + 3u * socket + row;
}

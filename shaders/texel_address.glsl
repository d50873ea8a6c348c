// Position of a texel in an animation texture. Twin of core/vat/texture_layout.h.

// x to the right, y down: texel `t` of frame `frame` in a texture of this width and rows per frame.
uvec2 texelAddress(uint width, uint rowsPerFrame, uint frame, uint t) {
  return uvec2(t % width, frame * rowsPerFrame + t / width);
}

// The same in two steps, for reading one place in several frames: the place of texel `t` within a frame (x, row) …
uvec2 texelInFrame(uint width, uint rowsPerFrame, uint t) {
  return rowsPerFrame == 1u ? uvec2(t, 0u) : uvec2(t % width, t / width);  // Divisions are the most expensive operation
                                                                           // here.
}

// … and the texel after it.
uvec2 texelAfter(uint width, uvec2 place) {
  return place.x + 1u == width ? uvec2(0u, place.y + 1u) : uvec2(place.x + 1u, place.y);
}

// Number within its frame of texel `k` of element `element`.
uint elementTexel(uint texelsPerElement, uint element, uint k) { return element * texelsPerElement + k; }

// Number within its frame of row `row` of socket `socket` (vertex mode).
uint socketTexel(uint elementCount, uint texelsPerElement, uint socket, uint row) {
  return elementCount * texelsPerElement + 3u * socket + row;
}

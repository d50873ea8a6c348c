// The rectangle of a far character in the picture, and its key in the samples that it covers (impostor_samples.glsl).
// Needs frame_block.glsl, impostor.glsl and impostor_record.glsl.

uint slotBits(uint count) { return uint(findMSB(max(count - 1u, 1u))) + 1u; }

// Packs a distance along the line of sight, from one to 65,536 of the largest box's sides, as float bits into the bits
// left by the slot.
uint distanceBits(float metres, uint bitsOfSlot) {
  float sides = metres / (2.0 * max(max(impostor.halfExtents.x, impostor.halfExtents.y), impostor.halfExtents.z));
  uint steps = floatBitsToUint(clamp(sides, 1.0, 60000.0)) - floatBitsToUint(1.0);  // 27 bits.
  uint left = 32u - bitsOfSlot;
  return left >= 27u ? steps : steps >> (27u - left);
}

// A character's rectangle in clip space: its centre and half sides; x, y, w.
struct Rectangle {
  vec3 middle;
  vec3 right;
  vec3 up;
};

Rectangle rectangleOf(uint row) {
  Rectangle made;
  made.middle = (frame.viewProjection * vec4(impostorRow(row).xyz, 1.0)).xyw;
  made.right = (frame.viewProjection * vec4(impostorRow(row + 1u).xyz, 0.0)).xyw;
  made.up = (frame.viewProjection * vec4(impostorRow(row + 2u).xyz, 0.0)).xyw;
  return made;
}

// The point of the rectangle, in half sides, at the centre of a pixel.
vec2 placeAt(Rectangle of, vec2 pixel) {
  vec2 ndc = (pixel + 0.5) * frame.viewport.zw * 2.0 - 1.0;
  vec2 u = of.right.xy - ndc * of.right.z;
  vec2 v = of.up.xy - ndc * of.up.z;
  vec2 r = ndc * of.middle.z - of.middle.xy;
  return vec2(r.x * v.y - r.y * v.x, u.x * r.y - u.y * r.x) / (u.x * v.y - u.y * v.x);
}

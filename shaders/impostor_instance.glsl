// The pictures that an instance shows. Needs frame_block.glsl, crowd_instance.glsl, impostor.glsl and palette.glsl, and
// from the including shader a sampler `impostorFrames`: for each frame of the animation texture, the frame that has
// pictures.

uint squareOf(CrowdFrames frames) {
  uint shown = frames.fraction < 0.5 ? frames.current : frames.next;
  uint side = impostor.frames.y;
  float number = texelFetch(impostorFrames, ivec2(int(shown % side), int(shown / side)), 0).r;
  uint look = instanceVariant() * impostor.sizes.w + min(instancePaletteEntry(), impostor.sizes.w - 1u);
  return look * impostor.frames.x + uint(number + 0.5);
}

struct ImpostorInstance {
  vec4 rotation;
  vec4 middle;     // Centre of the rectangle, world; w: scale.
  vec3 toward;     // To the camera, pack space.
  uvec3 views;     // Three directions around `toward`.
  vec3 weights;    // Their weights.
  uint random;     // 16 bits that differ between instances.
  uvec2 squares;   // Atlas squares of clip A and clip B.
  float share;     // Weight of clip B.
  vec3 viewColor;
};

ImpostorInstance impostorInstance() {
  ImpostorInstance shown;
  shown.rotation = instanceRotation();
  vec4 back = vec4(-shown.rotation.xyz, shown.rotation.w);
  vec3 center = rotated(shown.rotation, impostor.center.xyz * instancePlace.w);
  shown.middle = vec4(instancePlace.xyz + center, instancePlace.w);
  vec3 towardCamera =
      frame.cameraPosition.w > 0.5 ? normalize(frame.cameraPosition.xyz - shown.middle.xyz) : -frame.cameraForward.xyz;
  shown.toward = rotated(back, towardCamera);

  // The three surrounding corners in the grid of directions.
  float last = float(impostor.sizes.x - 1u);
  vec2 at = (impostorPlace(shown.toward) * 0.5 + 0.5) * last;
  vec2 corner = clamp(floor(at), vec2(0.0), vec2(last - 1.0));
  vec2 inside = clamp(at - corner, 0.0, 1.0);
  uint first = uint(corner.y) * impostor.sizes.x + uint(corner.x);
  bool lower = inside.x + inside.y < 1.0;
  shown.views = uvec3(first + (lower ? 0u : impostor.sizes.x + 1u), first + 1u, first + impostor.sizes.x);
  shown.weights = lower ? vec3(1.0 - inside.x - inside.y, inside.x, inside.y)
                        : vec3(inside.x + inside.y - 1.0, 1.0 - inside.y, 1.0 - inside.x);
  shown.random = ((floatBitsToUint(instancePlace.x) ^ (floatBitsToUint(instancePlace.z) << 7)) * 2654435769u) >> 16;

  shown.share = fadeWeight();
  shown.squares = uvec2(squareOf(shownFramesOfClipB()));
  if (shown.share < 1.0) {
    shown.squares.x = squareOf(shownFramesOfClipA());
  }
  uint view = frame.views[crowd.clock.w].x;
  shown.viewColor = vec3(0.02, 0.35, 0.05);  // As in kViewPaths.
  if (view == kViewClips) {
    shown.viewColor =
        mix(paletteColor(instanceClips.x & 0x7fffu), paletteColor(instanceClips.y & 0x7fffu), shown.share);
  }
  return shown;
}

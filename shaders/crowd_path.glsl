// Decides which of two draws shows an instance (viewport/scene/scene.h, DrawPath::Hybrid): near ones are skinned, far
// ones posed by the animation texture; in between both are drawn, each to the pixels that the other discards. Needs
// frame_block.glsl.

// Share of its pixels that the texture's draw covers, by distance from the camera: 0 near, 1 far.
float textureShare(vec3 place) {
  float share = clamp((distance(place, frame.cameraPosition.xyz) - frame.paths.x) * frame.paths.y + frame.paths.z, 0.0, 1.0);
  return share < 0.001 ? 0.0 : share > 0.999 ? 1.0 : share;
}

// Whether only the other draw shows the instance.
bool isLeftToTheOther(float share) {
#ifdef SKINNED
  return share == 1.0;
#else
  return share == 0.0;
#endif
}

// Passed from vertices to fragments: the share; below −0.5 for draws of skinned instances.
const float kSkinnedOffset = 2.0;

// Whether the other draw covers the pixel. The threshold is Jimenez' interleaved gradient noise ("Next Generation Post
// Processing in Call of Duty: Advanced Warfare", 2014).
bool isOtherDraws(float pathShare, vec2 pixel) {
  bool skinned = pathShare < -0.5;
  float share = skinned ? pathShare + kSkinnedOffset : pathShare;
  float threshold = fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715))));
  bool texture_ = share > 0.9995 || threshold < share;
  return texture_ == skinned;
}

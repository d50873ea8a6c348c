// Decides which of two draws shows an instance (viewport/scene/scene.h, DrawPath::Hybrid): near ones are skinned, far
// ones posed by the animation texture; in between both are drawn, each to the pixels that the other discards. An
// instance whose pose does not follow its clip (hasOwnPose()) is skinned at every distance. Needs frame_block.glsl.

// Share of its pixels that the texture's draw covers, by the instance's distance from the camera: 0 near, 1 far.
float textureShare(vec3 place, bool ownPose) {
  float metres = ownPose ? 0.0 : distance(place, frame.cameraPosition.xyz);
  float share = clamp((metres - frame.paths.x) * frame.paths.y + frame.paths.z, 0.0, 1.0);
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

// The same for what has no pixels to share (shadows, edges, outlines): the draw with the larger share shows it. Twin of
// isSkinned() in viewport/scene/shown_pose.h.
bool isMostlyTheOther(float share) {
#ifdef SKINNED
  return share >= 0.5;
#else
  return share < 0.5;
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

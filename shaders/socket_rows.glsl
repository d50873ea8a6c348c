// The animated matrix of a socket of an instance, from the animation texture: three rows, from bind pose to animated
// pose. Needs crowd_instance.glsl.

#ifdef LAYERS
#include "layers.glsl"
#endif

struct SocketRows {
  vec4 rows[3];
};

void addSocketRows(inout vec4 rows[3], CrowdFrames frames, uint texel, float weight) {
  for (uint row = 0u; row < 3u; ++row) {
    rows[row] += weight * blendedTexel(frames, placeOfTexel(texel + row));
  }
}

// `texel`: the first one of its matrix within a frame.
SocketRows socketRows(uint texel) {
  SocketRows result;
#ifdef LAYERS
  mat4 posed = transpose(layeredBone(crowdMoment(), layerMoment(), texel / crowdLayout().z));
  result.rows[0] = posed[0];
  result.rows[1] = posed[1];
  result.rows[2] = posed[2];
#else
  result.rows[0] = result.rows[1] = result.rows[2] = vec4(0.0);
  if (crowdConstants().y != 0u) {
    result.rows = turnRows(crowdMoment(), texel / 2u).rows;
    return result;
  }
  float fade = fadeWeight();
  if (fade > 0.0) {
    addSocketRows(result.rows, framesOfClipB(), texel, fade);
  }
  if (fade < 1.0) {
    addSocketRows(result.rows, framesOfClipA(), texel, 1.0 - fade);
  }
#endif
  return result;
}

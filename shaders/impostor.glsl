// Pictures of a character from directions of the upper hemisphere. Twin of viewport/scene/crowd/impostor_plan.h and of
// ImpostorUniforms in viewport/passes/gpu_impostors.h.

layout(std140, binding = 11) uniform ImpostorBlock {
  vec4 center;       // xyz: centre of the pictured box, pack space; w: 1 or −1: whether framebuffer rows go up or down.
  vec4 halfExtents;  // xyz: of the box; w: mipmap bias.
  uvec4 sizes;       // Views a side; texels of a tile; squares a row of the atlas; entries of the palette.
  uvec4 frames;      // Frames with pictures; width of the table of frames; samples a pixel.
} impostor;

struct ImpostorView {
  vec3 right;
  vec3 up;
  vec3 toward;  // To the camera.
  vec3 reach;   // Half extents of the box along the three, metres.
};

vec3 impostorDirection(vec2 place) {
  vec3 v = vec3(place.x + place.y, 0.0, place.x - place.y) * 0.5;
  v.y = 1.0 - abs(v.x) - abs(v.z);
  return normalize(v);
}

// −1 … 1; directions below the horizon are clamped to it.
vec2 impostorPlace(vec3 direction) {
  vec3 v = vec3(direction.x, max(direction.y, 0.0), direction.z);
  v /= max(abs(v.x) + v.y + abs(v.z), 1e-6);
  return vec2(v.x + v.z, v.x - v.z);
}

ImpostorView impostorView(vec3 toward) {
  ImpostorView view;
  view.toward = toward;
  vec2 flat_ = vec2(toward.z, -toward.x);  // Y × toward
  float length_ = length(flat_);
  view.right = length_ < 1e-4 ? vec3(1.0, 0.0, 0.0) : vec3(flat_.x, 0.0, flat_.y) / length_;
  view.up = cross(toward, view.right);
  view.reach = vec3(dot(abs(view.right), impostor.halfExtents.xyz), dot(abs(view.up), impostor.halfExtents.xyz),
                    dot(abs(toward), impostor.halfExtents.xyz));
  return view;
}

ImpostorView impostorViewOf(uint number) {
  uint side = impostor.sizes.x;
  vec2 place = vec2(number % side, number / side) * (2.0 / float(side - 1u)) - 1.0;
  return impostorView(impostorDirection(place));
}

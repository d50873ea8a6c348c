// Samples a far character's pictures at a point of its rectangle, from its record: blends those of the directions
// around the camera's, each sampled where it shows the visible surface (found by its depth). Needs impostor.glsl and
// impostor_record.glsl.

layout(binding = 6) uniform sampler2D colors;
layout(binding = 7) uniform sampler2D shapes;
layout(binding = 8) uniform sampler2D surfaces;

const float kLeastWeight = 0.03;  // Pictures below this weight are skipped.
const float kSmallMip = 1.97;     // Mipmap above which one picture is enough: five texels a pixel.

vec2 unpackedCorner(uint corner) { return vec2(corner & 0xffffu, corner >> 16); }

// Jimenez (crowd_path.glsl).
float noise(vec2 pixel) { return fract(52.9829189 * fract(dot(floor(pixel), vec2(0.06711056, 0.00583715)))); }

// Values shared by the pictures of one character at a pixel.
struct Look {
  uint row;      // First row of its record.
  vec2 square;   // Position in the atlas, in texels.
  vec2 texel;    // Size of a texel in atlas coordinates.
  float mip;
  float inset;   // Margin to neighbouring tiles, in texels.
  vec3 weights;
  float least;   // Pictures below this weight are skipped.
};

Look lookOf(uint row, vec2 pixel) {
  uvec4 shown = impostorRows[row + 6u];
  Look look;
  look.row = row;
  float share = uintBitsToFloat(shown.z);
  bool showsA = false;
  if (share < 1.0) {
    uint different = impostorRows[row + 5u].w;
    showsA = noise(pixel + vec2(different & 63u, different >> 6 & 63u)) > share;
  }
  look.square = unpackedCorner(showsA ? shown.x : shown.y);
  look.texel = 1.0 / vec2(textureSize(colors, 0));
  look.mip = uintBitsToFloat(shown.w);
  look.inset = 0.5 * exp2(ceil(look.mip));
  look.weights = vec3(impostorRow(row + 1u).w, impostorRow(row + 2u).w, impostorRow(row + 3u).w);
  look.least = look.mip > kSmallMip ? max(max(look.weights.x, look.weights.y), look.weights.z) : kLeastWeight;
  return look;
}

vec2 inAtlas(Look look, vec2 corner, vec2 at) {
  float side = float(impostor.sizes.y);
  return (corner + clamp((at * 0.5 + 0.5) * side, vec2(look.inset), vec2(side - look.inset))) * look.texel;
}

// What picture `i` shows at a point of the rectangle: where the ray meets the picture's surface.
struct Seen {
  vec2 at;        // Position in the atlas.
  bool outside;   // Outside the picture.
  float towards;  // Distance of the surface from the rectangle towards the camera, pack metres.
};

Seen seenIn(Look look, uint i, vec2 place) {
  uint row = look.row + kFirstPictureRow + 3u * i;
  vec4 steps = impostorRow(row);
  vec4 metres = impostorRow(row + 1u);
  vec2 corner = look.square + unpackedCorner(floatBitsToUint(metres.w));
  vec2 at = steps.xy * place.x + steps.zw * place.y;
  float depth = textureLod(shapes, inAtlas(look, corner, at), look.mip).a * 2.0 - 1.0;
  Seen seen;
  seen.towards = dot(metres.xyz, vec3(place, depth));
  at += seen.towards * impostorRow(row + 2u).xy;
  seen.outside = max(abs(at.x), abs(at.y)) > 1.0;
  seen.at = inAtlas(look, corner, at);
  return seen;
}

// 0 … 1.
float coveredAt(Look look, vec2 place) {
  float covered = 0.0;
  float sum = 0.0;
  for (uint i = 0u; i < 3u; ++i) {
    float weight = look.weights[i];
    if (weight < look.least) {
      continue;
    }
    Seen seen = seenIn(look, i, place);
    covered += seen.outside ? 0.0 : weight * textureLod(colors, seen.at, look.mip).a;
    sum += weight;
  }
  return covered / sum;
}

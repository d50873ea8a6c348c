#include "core/pack/canary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

#include "core/pack/pack_limits.h"
#include "core/vat/encoding.h"

namespace texeleton::pack {

namespace {

using Texels = std::array<glm::dvec4, kCanaryTexels>;

// Purposes: middle values with and without alpha (sRGB, premultiplied, exchanged channels); values beyond 0 … 1
// (clamped, unsigned); values between 8-bit steps; values beyond half floats; the rest makes neighbours differ
// (filters, blocks). All except the fifth are exact as half floats.
constexpr std::array<std::array<float, 4>, kCanaryTexels> kValues = {
    {{0.0f, 0.25f, 0.5f, 1.0f},
     {0.75f, 0.5f, 0.25f, 0.5f},
     {-1.5f, 2.5f, 1000.5f, -0.5f},
     {0.50390625f, 0.25390625f, 0.0029296875f, 0.75390625f},
     {0.1f, 2.7182818f, 1000.1f, 0.33333334f},
     {1.0f, 0.0f, 0.125f, 0.25f},
     {0.25f, 1.0f, 0.0f, 0.75f},
     {0.625f, 0.125f, 1.0f, 1.0f}}};

constexpr CanaryDamage kDamages[] = {
    {"resized", said("The texture has another size than it was exported with."),
     said("Allow textures of that size, and switch off scaling to powers of two.")},
    {"flipped-vertically", said("The rows of the texture are upside down."),
     said("Switch off the vertical flip of the importer or of the tool that saved it.")},
    {"flipped-horizontally", said("The texture is mirrored from left to right."),
     said("Export it again, and do not edit the texture.")},
    {"alpha-lost", said("The alpha channel of the texture is lost."),
     said("Import it with alpha, in a format of four channels, and not as opaque.")},
    {"half", said("The texture was exported with floats and holds half floats."),
     said("Import it with 32 bits a channel, or bake with the pixel format rgba16f.")},
    {"swapped", said("Red and blue are exchanged."), said("Export it again, and do not edit the texture.")},
    {"premultiplied", said("The colours were multiplied by alpha."), said("Switch off premultiplied alpha.")},
    {"unsigned", said("Values below 0 are lost."),
     said("Import it as signed half or float texture, without compression.")},
    {"clamped", said("Values below 0 and above 1 are lost."),
     said("Import it as half or float texture (HDR), not in a format of 0 to 1.")},
    {"8-bit", said("The texture has 8 bits a channel."),
     said("Import it as half or float texture (HDR), without compression.")},
    {"srgb-decoded", said("The texture was taken for sRGB colours and made linear."),
     said("Switch off sRGB: the texture is data, its values are linear.")},
    {"srgb-encoded", said("The texture was taken for linear colours and made sRGB."),
     said("Switch off the conversion to sRGB: the texture is data.")},
    {"filtered", said("The texels are mixed with their neighbours."),
     said("Set the filter to nearest (point), and switch off mip maps.")},
    {"compressed", said("The values of the texture are only near what was exported."),
     said("Switch off texture compression, and set the filter to nearest (point) without mip maps.")},
    {"empty", said("The texture holds nothing but zeros."),
     said("Check that the texture was loaded, and is the one of this pack.")},
    {"foreign", said("The texture is not the one that was exported."),
     said("Export again, switch off texture compression, and check that mesh and texture are of the same character.")},
};

const CanaryDamage* named(std::string_view name) {
  const auto it = std::ranges::find(kDamages, name, &CanaryDamage::name);
  return it == std::end(kDamages) ? nullptr : &*it;
}

glm::dvec4 clamped(const glm::dvec4& v) { return glm::clamp(v, 0.0, 1.0); }

glm::dvec4 withRgb(const glm::dvec4& v, double (*change)(double)) {
  return {change(v.x), change(v.y), change(v.z), v.w};
}

double srgbDecoded(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double srgbEncoded(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055; }

/// Whether all texels equal the known ones after `change`, within absolute + relative·|value|.
template <class Change>
bool agrees(const Texels& known, const Texels& seen, bool alphaToo, double absolute, double relative,
            const Change& change) {
  for (std::size_t i = 0; i < known.size(); ++i) {
    const glm::dvec4 wanted = change(known[i]);
    for (int c = 0; c < (alphaToo ? 4 : 3); ++c) {
      if (!(std::abs(seen[i][c] - wanted[c]) <= absolute + relative * std::abs(wanted[c]))) {
        return false;
      }
    }
  }
  return true;
}

/// Whether each texel is the same mixture of itself and its neighbours: a share a of the previous one, c of the next
/// one. Mixtures may have been stored as half floats, so large values determine the shares less precisely.
bool isMixture(const Texels& known, const Texels& seen, double tolerance) {
  double aa = 0.0;
  double ac = 0.0;
  double cc = 0.0;
  double av = 0.0;
  double cv = 0.0;
  const auto each = [&](const auto& use) {
    for (std::size_t i = 1; i + 1 < known.size(); ++i) {
      for (int channel = 0; channel < 4; ++channel) {
        const double value = known[i][channel];
        const double slack = tolerance * std::max(1.0, std::abs(value)) + std::abs(seen[i][channel]) / 1024.0;
        use((known[i - 1][channel] - value) / slack, (known[i + 1][channel] - value) / slack,
            (seen[i][channel] - value) / slack);
      }
    }
  };
  each([&](double before, double after, double difference) {
    aa += before * before;
    ac += before * after;
    cc += after * after;
    av += before * difference;
    cv += after * difference;
  });
  const double determinant = aa * cc - ac * ac;
  const double a = (av * cc - cv * ac) / determinant;
  const double c = (cv * aa - av * ac) / determinant;
  if (!(a > -0.01 && c > -0.01 && a + c > 0.01 && a + c < 1.01)) {
    return false;
  }
  bool fits = true;
  each([&](double before, double after, double difference) {
    fits = fits && std::abs(a * before + c * after - difference) <= 1.0;
  });
  return fits;
}

/// The similarity of the colours, −1 … 1, clamped to 0 … 1.
double likeness(const Texels& known, const Texels& seen) {
  double n = 0.0;
  glm::dvec2 sum(0.0);
  glm::dvec3 squares(0.0);
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (int c = 0; c < 3; ++c) {
      const double x = std::clamp(known[i][c], 0.0, 1.0);
      const double y = std::isfinite(seen[i][c]) ? std::clamp(seen[i][c], 0.0, 1.0) : 0.0;
      n += 1.0;
      sum += glm::dvec2(x, y);
      squares += glm::dvec3(x * x, y * y, x * y);
    }
  }
  const double spread = std::sqrt((squares.x - sum.x * sum.x / n) * (squares.y - sum.y * sum.y / n));
  return spread > 1e-9 ? (squares.z - sum.x * sum.y / n) / spread : 0.0;
}

/// The name of the damage to the values; nothing if unknown, an empty name if they are intact.
std::optional<const char*> valueDamage(const Texels& known, const Texels& seen, vat::PixelFormat format,
                                       bool alphaToo) {
  const auto same = [](const glm::dvec4& v) { return v; };
  const auto is = [&](double absolute, double relative, const auto& change) {
    return agrees(known, seen, alphaToo, absolute, relative, change);
  };
  if (is(1e-6, 1e-6, same)) {
    return "";
  }
  if (format == vat::PixelFormat::Rgba32F && is(1e-6, 1.0 / 1024.0, same)) {
    return "half";
  }
  if (is(1e-6, 1.0 / 1024.0, [](const glm::dvec4& v) { return glm::dvec4(v.z, v.y, v.x, v.w); })) {
    return "swapped";
  }
  if (is(1e-6, 1.0 / 1024.0, [](const glm::dvec4& v) { return glm::max(v, 0.0); })) {
    return "unsigned";
  }
  if (is(1e-4, 0.0, clamped)) {
    return "clamped";
  }
  if (is(1.05 / 255.0, 0.0, clamped)) {
    return "8-bit";
  }
  Texels inside = seen;
  std::transform(inside.begin(), inside.end(), inside.begin(), clamped);
  const auto isInside = [&](double absolute, const auto& change) {
    return agrees(known, inside, alphaToo, absolute, 0.0, change);
  };
  if (isInside(0.01, [](const glm::dvec4& v) { return withRgb(clamped(v), srgbDecoded); })) {
    return "srgb-decoded";
  }
  if (isInside(0.02, [](const glm::dvec4& v) { return withRgb(clamped(v), srgbEncoded); })) {
    return "srgb-encoded";
  }
  if (alphaToo) {
    const auto multiplied = [](const glm::dvec4& v) { return glm::dvec4(glm::dvec3(v) * v.w, v.w); };
    if (is(1e-6, 1.0 / 512.0, multiplied) ||
        isInside(1.2 / 255.0, [&](const glm::dvec4& v) { return multiplied(clamped(v)); })) {
      return "premultiplied";
    }
    Texels all = known;
    std::transform(all.begin(), all.end(), all.begin(), clamped);
    if (isMixture(known, seen, 2e-3) || isMixture(all, seen, 1.2 / 255.0)) {
      return "filtered";
    }
  }
  return std::nullopt;
}

std::vector<const CanaryDamage*> placeDamages(bool vertically, bool horizontally) {
  std::vector<const CanaryDamage*> damages;
  if (vertically) {
    damages.push_back(named("flipped-vertically"));
  }
  if (horizontally) {
    damages.push_back(named("flipped-horizontally"));
  }
  return damages;
}

bool isOpaque(const Texels& texels) {
  return std::all_of(texels.begin(), texels.end(), [](const glm::dvec4& t) { return std::abs(t.w - 1.0) <= 1e-3; });
}

Texels knownTexels(vat::PixelFormat format) {
  Texels texels;
  for (std::uint32_t i = 0; i < kCanaryTexels; ++i) {
    texels[i] = glm::dvec4(canaryTexel(i, format));
  }
  return texels;
}

}  // namespace

glm::vec4 canaryTexel(std::uint32_t i, vat::PixelFormat format) {
  const auto& value = kValues[i];
  glm::vec4 texel(value[0], value[1], value[2], value[3]);
  for (int c = 0; c < 4 && format == vat::PixelFormat::Rgba16F; ++c) {
    texel[c] = vat::halfToFloat(vat::floatToHalf(texel[c]));
  }
  return texel;
}

vat::TexelAddress canaryAddress(const vat::TextureLayout& layout, std::uint32_t row, std::uint32_t i) {
  return {i % layout.width, row + i / layout.width};
}

std::uint32_t canaryRows(std::uint32_t width) { return (kCanaryTexels + width - 1) / width; }

void addCanary(vat::BakedAnimation& animation) {
  vat::TextureLayout& layout = animation.layout;
  if (!layout.canaryRow) {
    const std::uint32_t rows = canaryRows(layout.width);
    const std::uint64_t used = vat::usedRows(vat::encodingOf(animation), layout);
    if (used + rows > layout.height) {
      const std::uint64_t height = used + rows;
      if (height > vat::kMaxTextureSize ||
          height * layout.width * vat::texelBytes(animation.pixelFormat) > kMaxTextureBytes) {
        return;
      }
      vat::TexelBuffer larger(animation.pixelFormat, layout.width, static_cast<std::uint32_t>(height));
      for (std::uint32_t y = 0; y < used; ++y) {
        std::memcpy(larger.row(y), animation.texels.row(y), larger.rowBytes());
        animation.texels.release(y, 1);
        larger.release(y, 1);
      }
      animation.texels = std::move(larger);
      layout.height = static_cast<std::uint32_t>(height);
    }
    layout.canaryRow = layout.height - rows;
  }
  for (std::uint32_t i = 0; i < kCanaryTexels; ++i) {
    const vat::TexelAddress at = canaryAddress(layout, *layout.canaryRow, i);
    animation.texels.setTexel(at.x, at.y, canaryTexel(i, animation.pixelFormat));
  }
}

std::span<const CanaryDamage> canaryDamages() { return kDamages; }

std::vector<const CanaryDamage*> diagnoseCanary(const vat::TextureLayout& layout, vat::PixelFormat format,
                                                const SeenTexture& seen) {
  std::array<vat::TexelAddress, kCanaryTexels> places{};
  for (std::uint32_t i = 0; i < kCanaryTexels; ++i) {
    places[i] = canaryAddress(layout, *layout.canaryRow, i);
  }
  return diagnoseTexels({layout.width, layout.height}, places, knownTexels(format), format, seen);
}

std::vector<const CanaryDamage*> diagnoseTexels(glm::uvec2 size,
                                                const std::array<vat::TexelAddress, kCanaryTexels>& places,
                                                const std::array<glm::dvec4, kCanaryTexels>& known,
                                                vat::PixelFormat format, const SeenTexture& seen) {
  if (seen.width != size.x || seen.height != size.y) {
    return {named("resized")};
  }
  double best = 0.4;  // Below that it is another texture.
  std::vector<const CanaryDamage*> nearest = {named("foreign")};
  for (const auto& [vertically, horizontally] :
       {std::pair(false, false), std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
    Texels texels;
    for (std::uint32_t i = 0; i < kCanaryTexels; ++i) {
      const vat::TexelAddress at = places[i];
      texels[i] =
          glm::dvec4(seen.texel(horizontally ? size.x - 1 - at.x : at.x, vertically ? size.y - 1 - at.y : at.y));
    }
    std::vector<const CanaryDamage*> damages = placeDamages(vertically, horizontally);
    const bool opaque = isOpaque(texels);
    const auto value = valueDamage(known, texels, format, !opaque);
    if (opaque && !isOpaque(known)) {
      damages.push_back(named("alpha-lost"));
    }
    if (value && **value != 0) {
      damages.push_back(named(*value));
    }
    if (value) {
      return damages;
    }
    const bool empty =
        std::all_of(texels.begin(), texels.end(), [](const glm::dvec4& t) { return glm::dvec3(t) == glm::dvec3(0.0); });
    if (empty && !vertically && !horizontally) {
      nearest = {named("empty")};
    }
    if (const double alike = likeness(known, texels); alike > best) {
      best = alike;
      nearest = placeDamages(vertically, horizontally);
      nearest.push_back(named("compressed"));
    }
  }
  return nearest;
}

}  // namespace texeleton::pack

// canary.json: a small texture, and the changes that importers, tools and uploads make to it. They are reproduced by
// definition, independently of the detection in core/pack/canary.cpp.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>

#include "core/pack/canary.h"
#include "tests/vectors/vectors.h"

namespace texeleton::vectors {

namespace {

struct Image {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<glm::dvec4> texels;

  const glm::dvec4& at(std::int64_t x, std::int64_t y) const {  // The edge is repeated outside.
    const auto within = [](std::int64_t i, std::uint32_t n) { return std::clamp<std::int64_t>(i, 0, n - 1); };
    return texels[static_cast<std::size_t>(within(y, height) * width + within(x, width))];
  }
};

using PerTexel = std::function<glm::dvec4(const glm::dvec4&)>;
using PerPlace = std::function<glm::dvec4(const Image&, std::int64_t, std::int64_t)>;

Image changed(const Image& image, const PerTexel& change) {
  Image result = image;
  std::transform(result.texels.begin(), result.texels.end(), result.texels.begin(), change);
  return result;
}

Image resampled(const Image& image, std::uint32_t width, std::uint32_t height, const PerPlace& texel) {
  Image result{width, height, {}};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      result.texels.push_back(texel(image, x, y));
    }
  }
  return result;
}

double rounded(double value, double steps) { return std::floor(std::clamp(value, 0.0, 1.0) * steps + 0.5) / steps; }

glm::dvec4 eachChannel(const glm::dvec4& v, const std::function<double(double)>& change) {
  return {change(v.x), change(v.y), change(v.z), change(v.w)};
}
glm::dvec4 eachColour(const glm::dvec4& v, const std::function<double(double)>& change) {
  return {change(v.x), change(v.y), change(v.z), v.w};
}

Image eightBits(const Image& image) {
  return changed(image, [](const auto& v) { return eachChannel(v, [](double x) { return rounded(x, 255.0); }); });
}
/// Like Godot's Image.convert().
Image eightBitsCutOff(const Image& image) {
  return changed(image, [](const auto& v) {
    return eachChannel(v, [](double x) { return std::floor(std::clamp(x, 0.0, 1.0) * 255.0) / 255.0; });
  });
}
Image sixteenBits(const Image& image) {
  return changed(image, [](const auto& v) { return eachChannel(v, [](double x) { return rounded(x, 65535.0); }); });
}
Image halves(const Image& image) {
  return changed(image, [](const auto& v) {
    return eachChannel(v, [](double x) { return vat::halfToFloat(vat::floatToHalf(static_cast<float>(x))); });
  });
}
Image toLinear(const Image& image) {
  return changed(image, [](const auto& v) {
    return eachColour(v, [](double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); });
  });
}
Image toSrgb(const Image& image) {
  return changed(image, [](const auto& v) {
    return eachColour(v, [](double x) { return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055; });
  });
}
Image flippedRows(const Image& image) {
  return resampled(image, image.width, image.height,
                   [](const Image& i, std::int64_t x, std::int64_t y) { return i.at(x, i.height - 1 - y); });
}
Image mirrored(const Image& image) {
  return resampled(image, image.width, image.height,
                   [](const Image& i, std::int64_t x, std::int64_t y) { return i.at(i.width - 1 - x, y); });
}
Image opaque(const Image& image) {
  return changed(image, [](const auto& v) { return glm::dvec4(glm::dvec3(v), 1.0); });
}
Image multiplied(const Image& image) {
  return changed(image, [](const auto& v) { return glm::dvec4(glm::dvec3(v) * v.w, v.w); });
}
Image exchanged(const Image& image) {
  return changed(image, [](const auto& v) { return glm::dvec4(v.z, v.y, v.x, v.w); });
}

/// Bilinear scaling to another size.
Image scaled(const Image& image, std::uint32_t width, std::uint32_t height) {
  return resampled(image, width, height, [width, height](const Image& i, std::int64_t x, std::int64_t y) {
    const double u = (static_cast<double>(x) + 0.5) * i.width / width - 0.5;
    const double v = (static_cast<double>(y) + 0.5) * i.height / height - 0.5;
    const auto left = static_cast<std::int64_t>(std::floor(u));
    const auto top = static_cast<std::int64_t>(std::floor(v));
    return glm::mix(glm::mix(i.at(left, top), i.at(left + 1, top), u - std::floor(u)),
                    glm::mix(i.at(left, top + 1), i.at(left + 1, top + 1), u - std::floor(u)), v - std::floor(v));
  });
}

/// The result of a linear filter at `share` of a texel to the right of the centre.
Image shifted(const Image& image, double share) {
  return resampled(image, image.width, image.height, [share](const Image& i, std::int64_t x, std::int64_t y) {
    return glm::mix(i.at(x, y), i.at(x + 1, y), share);
  });
}

/// A level of a mip chain, scaled back to the full size.
Image blurred(const Image& image) {
  return resampled(image, image.width, image.height, [](const Image& i, std::int64_t x, std::int64_t y) {
    return 0.25 * (i.at(x - 1, y) + 2.0 * i.at(x, y) + i.at(x + 1, y));
  });
}

/// The texels of a block of 4 × 4, with the edge repeated.
std::array<glm::dvec4, 16> blockAt(const Image& image, std::int64_t x, std::int64_t y) {
  std::array<glm::dvec4, 16> block{};
  for (std::int64_t i = 0; i < 16; ++i) {
    block[static_cast<std::size_t>(i)] = image.at(x / 4 * 4 + i % 4, y / 4 * 4 + i / 4);
  }
  return block;
}

/// Blocks of 4 × 4: a line through the block's colours along their widest spread, and for every texel the nearest of
/// `steps` + 1 colours on it, like the families of BC and ASTC.
Image inBlocks(const Image& image, int steps) {
  return resampled(image, image.width, image.height, [steps](const Image& i, std::int64_t x, std::int64_t y) {
    const auto block = blockAt(i, x, y);
    glm::dvec4 middle(0.0);
    for (const glm::dvec4& texel : block) {
      middle += texel / 16.0;
    }
    glm::dvec4 axis(1.0, 0.9, 0.8, 0.7);
    for (int round = 0; round < 60; ++round) {  // Power iteration.
      glm::dvec4 next(0.0);
      for (const glm::dvec4& texel : block) {
        next += (texel - middle) * glm::dot(texel - middle, axis);
      }
      axis = glm::length(next) > 1e-12 ? glm::normalize(next) : axis;
    }
    double least = 1e30;
    double most = -1e30;
    for (const glm::dvec4& texel : block) {
      least = std::min(least, glm::dot(texel - middle, axis));
      most = std::max(most, glm::dot(texel - middle, axis));
    }
    const double along = (glm::dot(i.at(x, y) - middle, axis) - least) / std::max(most - least, 1e-12);
    return glm::clamp(middle + axis * (least + rounded(along, steps) * (most - least)), 0.0, 1.0);
  });
}

struct Damage {
  const char* what;
  std::vector<std::string> names;
  std::function<Image(const Image&)> apply;
};

std::vector<Damage> damages(vat::PixelFormat format) {
  const bool isFloat = format == vat::PixelFormat::Rgba32F;
  const std::vector<std::string> none;
  return {
      {"as it was written", none, [](const Image& i) { return i; }},
      {"uploaded as half floats", isFloat ? std::vector<std::string>{"half"} : none, halves},
      {"8 bits a channel", {"8-bit"}, eightBits},
      {"8 bits a channel, cut off", {"8-bit"}, eightBitsCutOff},
      {"16 bits a channel, 0 to 1", {"clamped"}, sixteenBits},
      {"clamped to 0 to 1",
       {"clamped"},
       [](const Image& i) { return changed(i, [](const auto& v) { return glm::clamp(v, 0.0, 1.0); }); }},
      {"an unsigned float format",
       {"unsigned"},
       [](const Image& i) { return changed(i, [](const auto& v) { return glm::max(v, 0.0); }); }},
      {"8 bits, read as sRGB", {"srgb-decoded"}, [](const Image& i) { return toLinear(eightBits(i)); }},
      {"saved again as sRGB with 8 bits", {"srgb-encoded"}, [](const Image& i) { return eightBits(toSrgb(i)); }},
      {"upside down", {"flipped-vertically"}, flippedRows},
      {"mirrored", {"flipped-horizontally"}, mirrored},
      {"turned by half",
       {"flipped-vertically", "flipped-horizontally"},
       [](const Image& i) { return mirrored(flippedRows(i)); }},
      {"upside down, 8 bits, read as sRGB",
       {"flipped-vertically", "srgb-decoded"},
       [](const Image& i) { return toLinear(eightBits(flippedRows(i))); }},
      {"without alpha", {"alpha-lost"}, opaque},
      {"without alpha, 8 bits", {"alpha-lost", "8-bit"}, [](const Image& i) { return opaque(eightBits(i)); }},
      {"premultiplied", {"premultiplied"}, multiplied},
      {"8 bits, premultiplied", {"premultiplied"}, [](const Image& i) { return eightBits(multiplied(eightBits(i))); }},
      {"red and blue exchanged", {"swapped"}, exchanged},
      {"half the size", {"resized"}, [](const Image& i) { return scaled(i, i.width / 2, i.height / 2); }},
      {"next power of two", {"resized"}, [](const Image& i) { return scaled(i, 16, 8); }},
      {"linear filter, a quarter of a texel off", {"filtered"}, [](const Image& i) { return shifted(i, 0.25); }},
      {"linear filter between two texels", {"filtered"}, [](const Image& i) { return shifted(i, 0.5); }},
      {"linear filter between two texels, half floats",
       {"filtered"},
       [](const Image& i) { return halves(shifted(i, 0.5)); }},
      {"mip map", {"filtered"}, blurred},
      {"mip map of half floats", {"filtered"}, [](const Image& i) { return halves(blurred(i)); }},
      {"mip map of 8 bits", {"filtered"}, [](const Image& i) { return eightBits(blurred(eightBits(i))); }},
      {"blocks of 4 x 4, 4 colours", {"compressed"}, [](const Image& i) { return inBlocks(eightBits(i), 3); }},
      {"blocks of 4 x 4, 16 colours", {"compressed"}, [](const Image& i) { return inBlocks(eightBits(i), 15); }},
      {"nothing was loaded",
       {"empty"},
       [](const Image& i) { return changed(i, [](const auto&) { return glm::dvec4(0.0); }); }},
      {"rows moved",
       {"foreign"},
       [](const Image& image) {
         return resampled(image, image.width, image.height,
                          [](const Image& i, std::int64_t x, std::int64_t y) { return i.at(x, (y + 2) % i.height); });
       }},
  };
}

/// Rows of matrices as in a texture, and the canary.
vat::BakedAnimation texture(vat::PixelFormat format, std::uint32_t width, std::uint32_t frames, std::uint32_t height) {
  vat::BakedAnimation animation;
  animation.pixelFormat = format;
  vat::TextureLayout& layout = animation.layout;
  layout.width = width;
  layout.height = height;
  layout.elementCount = width / vat::kTexelsPerBone;
  layout.texelsPerFrame = layout.elementCount * vat::kTexelsPerBone;
  layout.frameCount = frames;
  animation.texels = vat::TexelBuffer(format, width, height);
  for (std::uint32_t y = 0; y < frames; ++y) {
    for (std::uint32_t x = 0; x < layout.texelsPerFrame; ++x) {
      const double angle = 0.37 * x + 0.61 * y;
      glm::vec4 texel(0.02f * static_cast<float>(std::sin(3.0 * angle)));
      texel[static_cast<int>(x % 3)] = static_cast<float>(std::cos(angle));
      texel.w = static_cast<float>(1.3 * std::sin(angle) - 0.2 * static_cast<double>(y));
      animation.texels.setTexel(x, y, texel);
    }
  }
  pack::addCanary(animation);
  return animation;
}

Image imageOf(const vat::BakedAnimation& animation) {
  Image image{animation.layout.width, animation.layout.height, {}};
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      image.texels.emplace_back(animation.texels.texel(x, y));
    }
  }
  return image;
}

/// The fewest digits that give the same float.
double shortNumber(float value) {
  char text[32];
  *std::to_chars(text, text + sizeof text - 1, value).ptr = 0;
  return std::strtod(text, nullptr);
}

const char* nameOf(vat::PixelFormat format) { return format == vat::PixelFormat::Rgba16F ? "rgba16f" : "rgba32f"; }

}  // namespace

Json canaryVectors() {
  Json json = {{"texels", Json::object()}, {"damages", Json::array()}, {"cases", Json::array()}};
  for (const pack::CanaryDamage& damage : pack::canaryDamages()) {
    json["damages"].push_back({{"name", damage.name}, {"text", damage.text}, {"mend", damage.mend}});
  }
  for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
    for (std::uint32_t i = 0; i < pack::kCanaryTexels; ++i) {
      const glm::vec4 texel = pack::canaryTexel(i, format);
      json["texels"][nameOf(format)].push_back(
          {shortNumber(texel.x), shortNumber(texel.y), shortNumber(texel.z), shortNumber(texel.w)});
    }
    // With rows to spare, with none, and narrower than the canary.
    for (const auto& [width, frames, height] :
         {std::tuple(9u, 3u, 6u), std::tuple(8u, 3u, 3u), std::tuple(3u, 3u, 7u)}) {
      const vat::BakedAnimation animation = texture(format, width, frames, height);
      for (const Damage& damage : damages(format)) {
        const bool isNarrow = width < pack::kCanaryTexels;
        if (isNarrow && damage.names.size() == 1 &&
            (damage.names[0] == "filtered" || damage.names[0] == "compressed")) {
          continue;  // The texels of the canary are not adjacent there.
        }
        const Image image = damage.apply(imageOf(animation));
        Json numbers = Json::array();
        for (const glm::dvec4& texel : image.texels) {
          for (int c = 0; c < 4; ++c) {
            numbers.push_back(shortNumber(static_cast<float>(texel[c])));
          }
        }
        json["cases"].push_back({{"what", damage.what},
                                 {"exported",
                                  {{"width", animation.layout.width},
                                   {"height", animation.layout.height},
                                   {"canaryRow", *animation.layout.canaryRow},
                                   {"pixelFormat", nameOf(format)}}},
                                 {"width", image.width},
                                 {"height", image.height},
                                 {"texels", std::move(numbers)},
                                 {"names", damage.names}});
      }
    }
  }
  return json;
}

}  // namespace texeleton::vectors

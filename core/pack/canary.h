#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::pack {

// Known values in texels that no frame uses (FORMAT.md, "Canary"). A player reads them before it plays: they reveal
// changes of the texture by an importer, a tool or an upload.

inline constexpr std::uint32_t kCanaryTexels = 8;

/// The value of canary texel `i` in a texture of that format.
glm::vec4 canaryTexel(std::uint32_t i, vat::PixelFormat format);

/// Returns the address of canary texel `i`: from the start of its row, in further rows where the texture is narrower
/// than that.
vat::TexelAddress canaryAddress(const vat::TextureLayout& layout, std::uint32_t row, std::uint32_t i);

/// Number of rows that the canary takes in a texture of that width.
std::uint32_t canaryRows(std::uint32_t width);

/// Writes the canary into the last rows of the texture. If frames use them all, rows are added; if the texture cannot
/// become larger, it gets no canary. An existing one is written again. The layout records its place. Nothing else
/// changes. Throws std::bad_alloc.
void addCanary(vat::BakedAnimation& animation);

/// One kind of damage to a texture.
struct CanaryDamage {
  const char* name;  ///< "srgb-decoded", also in tests/vectors/canary.json and all run-times.
  const char* text;  ///< Description of the damage, a sentence.
  const char* mend;  ///< The remedy, a sentence.
};

std::span<const CanaryDamage> canaryDamages();

/// A texture in a player.
struct SeenTexture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::function<glm::vec4(std::uint32_t x, std::uint32_t y)> texel;  ///< Row 0 is the pack's first.
};

/// Returns the damage to the texture, if any: displaced (flipped) texels before changed values. The layout must have a
/// canary.
std::vector<const CanaryDamage*> diagnoseCanary(const vat::TextureLayout& layout, vat::PixelFormat format,
                                                const SeenTexture& seen);

/// The same for a file that a tool may have saved in any form: nothing if the canary is intact or the layout has none.
/// Errors: BadFile (no EXR of scan lines, or cut short).
Result<std::vector<const CanaryDamage*>> examineTexture(const std::filesystem::path& file,
                                                        const vat::TextureLayout& layout, vat::PixelFormat format);

/// The same for a texture without a canary, by other texels. `exported`: the content of the exported EXR file.
Result<std::vector<const CanaryDamage*>> examineTexture(const std::filesystem::path& file, std::string_view exported,
                                                        vat::PixelFormat format);

/// As diagnoseCanary(), with other texels of known values.
std::vector<const CanaryDamage*> diagnoseTexels(glm::uvec2 size,
                                                const std::array<vat::TexelAddress, kCanaryTexels>& places,
                                                const std::array<glm::dvec4, kCanaryTexels>& known,
                                                vat::PixelFormat format, const SeenTexture& seen);

}  // namespace texeleton::pack

#pragma once

#include <array>

#include "core/bake/settings/bake_settings.h"
#include "core/base/words.h"

namespace texeleton::bake {

// The keywords of the enumerations of bake_settings.h in files and options.

constexpr auto wordTable(RowSpacing) {
  return std::to_array<Word<RowSpacing>>({{"even", RowSpacing::Even}, {"uneven", RowSpacing::Uneven}});
}
constexpr auto wordTable(LoopMode) {
  return std::to_array<Word<LoopMode>>(
      {{"auto", LoopMode::Auto}, {"on", LoopMode::On}, {"off", LoopMode::Off}, {"close", LoopMode::Close}});
}
constexpr auto wordTable(TextureUse) {
  return std::to_array<Word<TextureUse>>({{"baseColor", TextureUse::BaseColor},
                                          {"metallicRoughness", TextureUse::MetallicRoughness},
                                          {"normal", TextureUse::Normal},
                                          {"occlusion", TextureUse::Occlusion},
                                          {"emissive", TextureUse::Emissive}});
}

}  // namespace texeleton::bake

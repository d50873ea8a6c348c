#pragma once

#include <array>

#include "core/bake/bake_settings.h"
#include "core/base/words.h"

namespace texeleton::root_motion {

constexpr auto wordTable(RootMotionMode) {
  return std::to_array<Word<RootMotionMode>>(
      {{"keep", RootMotionMode::Keep}, {"remove", RootMotionMode::Remove}, {"extract", RootMotionMode::Extract}});
}

}  // namespace texeleton::root_motion

namespace texeleton::bake {

// The words of the enumerations of bake_settings.h and root_motion.h, in files and options.

constexpr auto wordTable(BakeMode) {
  return std::to_array<Word<BakeMode>>({{"bone", BakeMode::Bone}, {"vertex", BakeMode::Vertex}});
}
constexpr auto wordTable(PixelFormat) {
  return std::to_array<Word<PixelFormat>>({{"rgba16f", PixelFormat::Rgba16F}, {"rgba32f", PixelFormat::Rgba32F}});
}
constexpr auto wordTable(SizeRule) {
  return std::to_array<Word<SizeRule>>({{"pow2", SizeRule::PowerOfTwo}, {"exact", SizeRule::Exact}});
}
constexpr auto wordTable(RowSpacing) {
  return std::to_array<Word<RowSpacing>>({{"even", RowSpacing::Even}, {"uneven", RowSpacing::Uneven}});
}
constexpr auto wordTable(LoopMode) {
  return std::to_array<Word<LoopMode>>(
      {{"auto", LoopMode::Auto}, {"on", LoopMode::On}, {"off", LoopMode::Off}, {"close", LoopMode::Close}});
}
constexpr auto wordTable(ColorChannel) {
  return std::to_array<Word<ColorChannel>>(
      {{"r", ColorChannel::R}, {"g", ColorChannel::G}, {"b", ColorChannel::B}, {"a", ColorChannel::A}});
}
constexpr auto wordTable(TextureUse) {
  return std::to_array<Word<TextureUse>>({{"baseColor", TextureUse::BaseColor},
                                          {"metallicRoughness", TextureUse::MetallicRoughness},
                                          {"normal", TextureUse::Normal},
                                          {"occlusion", TextureUse::Occlusion},
                                          {"emissive", TextureUse::Emissive}});
}

}  // namespace texeleton::bake

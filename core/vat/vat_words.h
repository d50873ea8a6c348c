#pragma once

#include <array>

#include "core/base/words.h"
#include "core/vat/texture_settings.h"

namespace texeleton::vat {

// The keywords of the enumerations of texture_settings.h in files and options.

constexpr auto wordTable(BakeMode) {
  return std::to_array<Word<BakeMode>>({{"bone", BakeMode::Bone}, {"vertex", BakeMode::Vertex}});
}
constexpr auto wordTable(PixelFormat) {
  return std::to_array<Word<PixelFormat>>({{"rgba16f", PixelFormat::Rgba16F}, {"rgba32f", PixelFormat::Rgba32F}});
}
constexpr auto wordTable(SizeRule) {
  return std::to_array<Word<SizeRule>>({{"pow2", SizeRule::PowerOfTwo}, {"exact", SizeRule::Exact}});
}
constexpr auto wordTable(RootMotionMode) {
  return std::to_array<Word<RootMotionMode>>(
      {{"keep", RootMotionMode::Keep}, {"remove", RootMotionMode::Remove}, {"extract", RootMotionMode::Extract}});
}
constexpr auto wordTable(ColorChannel) {
  return std::to_array<Word<ColorChannel>>(
      {{"r", ColorChannel::R}, {"g", ColorChannel::G}, {"b", ColorChannel::B}, {"a", ColorChannel::A}});
}

}  // namespace texeleton::vat

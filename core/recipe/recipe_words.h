#pragma once

#include "core/bake/bake_settings.h"
#include "core/import/import_options.h"
#include "core/pack/pack.h"
#include "core/recipe/json_fields.h"

namespace texeleton {

// Internal to core/recipe: the words of the file, the first for each value being the one that is written.

inline constexpr JsonWord<BakeMode> kModeWords[] = {{"bone", BakeMode::Bone}, {"vertex", BakeMode::Vertex}};
inline constexpr JsonWord<PixelFormat> kPixelFormatWords[] = {{"rgba16f", PixelFormat::Rgba16F},
                                                              {"rgba32f", PixelFormat::Rgba32F}};
inline constexpr JsonWord<SizeRule> kSizeWords[] = {{"pow2", SizeRule::PowerOfTwo}, {"exact", SizeRule::Exact}};
inline constexpr JsonWord<LoopMode> kLoopWords[] = {
    {"auto", LoopMode::Auto}, {"on", LoopMode::On}, {"off", LoopMode::Off}, {"close", LoopMode::Close}};
inline constexpr JsonWord<RootMotionMode> kRootMotionWords[] = {
    {"keep", RootMotionMode::Keep}, {"remove", RootMotionMode::Remove}, {"extract", RootMotionMode::Extract}};
inline constexpr JsonWord<UpAxis> kUpWords[] = {{"y", UpAxis::Y}, {"z", UpAxis::Z}};
inline constexpr JsonWord<TextureCompression> kCompressionWords[] = {
    {"none", TextureCompression::None}, {"rle", TextureCompression::Rle}, {"zip", TextureCompression::Zip}};

inline constexpr JsonWord<ColorChannel> kChannelWords[] = {
    {"r", ColorChannel::R}, {"g", ColorChannel::G}, {"b", ColorChannel::B}, {"a", ColorChannel::A}};
inline constexpr JsonWord<TextureUse> kTextureWords[] = {{"baseColor", TextureUse::BaseColor},
                                                         {"metallicRoughness", TextureUse::MetallicRoughness},
                                                         {"normal", TextureUse::Normal},
                                                         {"occlusion", TextureUse::Occlusion},
                                                         {"emissive", TextureUse::Emissive}};

/// The word for a value.
template <class T, std::size_t n>
std::string wordFor(T value, const JsonWord<T> (&words)[n]) {
  for (const JsonWord<T>& word : words) {
    if (word.value == value) {
      return std::string(word.word);
    }
  }
  return {};
}

inline constexpr const char* kRecipeFormat = "texeleton-recipe";

}  // namespace texeleton

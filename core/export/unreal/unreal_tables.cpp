#include "core/export/unreal/unreal_tables.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include "core/base/mapped.h"
#include "core/export/unreal/unreal_mesh.h"
#include "core/export/unreal/unreal_names.h"
#include "core/vat/vat_words.h"

namespace texeleton::exporting {

namespace {

using UnrealJson = nlohmann::ordered_json;

constexpr double kUnitsPerMetre = 100.0;

UnrealJson rowVector(const glm::dvec3& v) { return {{"X", v.x}, {"Y", v.y}, {"Z", v.z}}; }
UnrealJson numbers(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
UnrealJson numbers(const glm::dvec4& v) { return {v.x, v.y, v.z, v.w}; }

std::vector<std::string> clipRowNames(const vat::BakedAnimation& animation) {
  return unrealRowNames(mapped(animation.clips, &vat::BakedClip::name));
}

std::vector<std::string> socketRowNames(const vat::BakedAnimation& animation) {
  return unrealRowNames(mapped(animation.sockets, &vat::Socket::name));
}

std::vector<std::string> maskRowNames(const vat::BakedAnimation& animation) {
  return unrealRowNames(mapped(animation.masks, &vat::BakedMask::name));
}

std::string asText(const UnrealJson& json) {
  return json.dump(1, ' ', false, UnrealJson::error_handler_t::replace) + "\n";
}

const char* channelName(vat::ColorChannel channel) {
  constexpr const char* kColorChannelNames[] = {"r", "g", "b", "a"};
  return kColorChannelNames[static_cast<int>(channel)];
}

UnrealJson slotJson(const model::TextureSlot& slot) {
  if (!slot.image.isValid()) {
    return nullptr;
  }
  constexpr const char* kWraps[] = {"repeat", "clamp", "mirror"};
  return {{"image", slot.image.value},
          {"uv", slot.uvSet},
          {"wrapU", kWraps[static_cast<int>(slot.wrapU)]},
          {"wrapV", kWraps[static_cast<int>(slot.wrapV)]},
          {"nearest", slot.nearest}};
}

UnrealJson materialJson(const vat::BakedAnimation& animation, std::uint32_t number) {
  const model::Material& material = animation.mesh.materials[number];
  constexpr const char* kModes[] = {"opaque", "mask", "blend"};
  UnrealJson json = {{"slot", unrealSlot(number)},
                     {"name", material.name},
                     {"asset", unrealAssetName(material.name)},
                     {"alphaMode", kModes[static_cast<int>(material.alphaMode)]},
                     {"alphaCutoff", material.alphaCutoff},
                     {"twoSided", material.doubleSided},
                     {"unlit", material.unlit},
                     {"baseColor", numbers(glm::dvec4(material.baseColorFactor))},
                     {"baseColorTexture", slotJson(material.baseColorTexture)},
                     {"metallic", material.metallicFactor},
                     {"roughness", material.roughnessFactor},
                     {"metallicRoughnessTexture", slotJson(material.metallicRoughnessTexture)},
                     {"normalTexture", slotJson(material.normalTexture)},
                     {"normalScale", material.normalScale},
                     {"occlusionTexture", slotJson(material.occlusionTexture)},
                     {"occlusionStrength", material.occlusionStrength},
                     {"emissive", numbers(glm::dvec3(material.emissiveFactor))},
                     {"emissiveTexture", slotJson(material.emissiveTexture)},
                     {"vertexColors", !animation.mesh.colors.empty()}};
  // The tint mask of this material comes from the vertex mask, from a texture's channel, or from neither.
  double vertexMask = 1.0;
  if (animation.tint) {
    const vat::BakedTint& tint = *animation.tint;
    const MaterialIndex index(number);
    vertexMask = tint.perVertex ? 1.0 : 0.0;
    for (const vat::TintTexture& texture : tint.textures) {
      if (texture.material == index) {
        json["tintTexture"] = {
            {"image", texture.image.value}, {"uv", texture.uvSet}, {"channel", channelName(texture.channel)}};
      }
    }
    if (tint.palette && std::ranges::find(tint.palette->materials, index) != tint.palette->materials.end()) {
      json["paletteStep"] = {tint.palette->stepU, tint.palette->stepV};
    }
  }
  json["vertexTint"] = vertexMask;
  return json;
}

UnrealJson socketJson(const vat::BakedAnimation& animation, std::uint32_t number, const std::string& row) {
  const vat::Socket& socket = animation.sockets[number];
  const glm::dmat3 turn = glm::mat3_cast(socket.rotation);
  UnrealJson rows = UnrealJson::array();
  for (int r = 0; r < 3; ++r) {
    rows.push_back(
        {turn[0][r] * socket.scale.x, turn[1][r] * socket.scale.y, turn[2][r] * socket.scale.z, socket.position[r]});
  }
  return {{"name", socket.name}, {"row", row}, {"texel", vat::firstTexelOf(animation, number)}, {"frameRows", rows}};
}

/// The screen sizes of the levels: a level is used if its error stays within one of 1,080 lines and the
/// displacement of its colours within two, and never earlier than the level before it.
UnrealJson screenSizes(const vat::BakedAnimation& animation) {
  UnrealJson sizes = {1.0};
  double before = 1.0;
  for (const vat::BakedLod& lod : animation.mesh.lods) {
    const double millimetres = std::max(lod.maxMillimetres, 0.5 * lod.colorMillimetres.value_or(0.0));
    const double share = millimetres / 1000.0 / std::max(animation.sizeMetres, 1e-6);
    before = std::clamp(1.0 / (1080.0 * std::max(share, 1e-6)), 0.005, 0.7 * before);
    sizes.push_back(std::round(before * 1e4) / 1e4);
  }
  return sizes;
}

/// Some non-zero texels, spread over the texture, which the check reads back from the GPU.
UnrealJson someTexels(const vat::TexelBuffer& texels, std::uint32_t tailRow) {
  UnrealJson result = UnrealJson::array();
  const auto add = [&](std::uint32_t x, std::uint32_t y) {
    const glm::vec4 t = texels.texel(x, y);
    result.push_back({x, y, t.x, t.y, t.z, t.w});
  };
  add(0, tailRow);
  constexpr std::uint32_t kSampleCount = 15;
  const std::uint64_t all = std::uint64_t{texels.width()} * tailRow;
  for (std::uint32_t i = 0; i < kSampleCount; ++i) {
    for (std::uint64_t t = all * i / kSampleCount; t < all * (i + 1) / kSampleCount; ++t) {
      const auto x = static_cast<std::uint32_t>(t % texels.width());
      const auto y = static_cast<std::uint32_t>(t / texels.width());
      if (texels.texel(x, y) != glm::vec4(0.0f)) {
        add(x, y);
        break;
      }
    }
  }
  return result;
}

UnrealJson boxJson(const model::Box& box) {
  return {{"min", numbers(kUnitsPerMetre * glm::dvec3(box.min))},
          {"max", numbers(kUnitsPerMetre * glm::dvec3(box.max))}};
}

UnrealJson meshesJson(const std::vector<UnrealMeshFiles>& meshes) {
  return mapped(meshes, [](const UnrealMeshFiles& mesh) -> UnrealJson {
    return {{"asset", mesh.asset},
            {"variant", mesh.variant},
            {"files", mesh.files},
            {"bindBounds", boxJson(mesh.bindBounds)}};
  });
}

/// The layout with the plug-in's names.
UnrealJson animToTextureJson(const vat::BakedAnimation& animation, const AnimToTextureFiles& files) {
  const AnimToTexture& layout = files.layout;
  UnrealJson json = {{"mode", wordOf(animation.mode)},    {"numFrames", animation.layout.frameCount},
                     {"sampleRate", layout.sampleRateHz}, {"rowsPerFrame", layout.rowsPerFrame},
                     {"minBBox", numbers(layout.boxMin)}, {"sizeBBox", numbers(layout.boxSize)}};
  if (animation.mode == vat::BakeMode::Bone) {
    json["numBones"] = animation.layout.elementCount;
    json["weightRowsPerFrame"] = layout.weightRowsPerFrame;
  }
  for (std::size_t i = 0; i < layout.images.size(); ++i) {
    json["images"].push_back({{"role", layout.images[i].role},
                              {"file", files.imageFiles[i]},
                              {"width", layout.images[i].texels.width()},
                              {"height", layout.images[i].texels.height()}});
  }
  json["meshes"] = meshesJson(files.meshes);
  for (const vat::BakedClip& clip : animation.clips) {
    json["clips"].push_back({{"name", clip.name},
                             {"startFrame", clip.frameBegin},
                             {"endFrame", clip.frameBegin + clip.frameCount - 1},
                             {"playRate", animToTexturePlayRate(layout, clip)},
                             {"loop", clip.loop}});
  }
  return json;
}

}  // namespace

double animToTexturePlayRate(const AnimToTexture& layout, const vat::BakedClip& clip) {
  return clip.frameRate / layout.sampleRateHz;
}

std::string unrealClipRows(const vat::BakedAnimation& animation) {
  const std::vector<std::string> rows = clipRowNames(animation);
  UnrealJson json = UnrealJson::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const vat::BakedClip& clip = animation.clips[i];
    json.push_back({{"Name", rows[i]},
                    {"ClipName", clip.name},
                    {"Clip", i},
                    {"FirstFrame", clip.frameBegin},
                    {"FrameCount", clip.frameCount},
                    {"FrameRate", clip.frameRate},
                    {"LengthSeconds", clip.lengthSeconds},
                    {"bLoop", clip.loop},
                    {"BoundsMin", rowVector(kUnitsPerMetre * glm::dvec3(clip.bounds.min))},
                    {"BoundsMax", rowVector(kUnitsPerMetre * glm::dvec3(clip.bounds.max))}});
  }
  return asText(json);
}

std::string unrealEventRows(const vat::BakedAnimation& animation) {
  const std::vector<std::string> clipRows = clipRowNames(animation);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < animation.clips.size(); ++c) {
    for (const model::ClipEvent& event : animation.clips[c].events) {
      names.push_back(clipRows[c] + "." + event.name);
    }
  }
  const std::vector<std::string> rows = unrealRowNames(names);
  UnrealJson json = UnrealJson::array();
  for (std::size_t c = 0; c < animation.clips.size(); ++c) {
    for (const model::ClipEvent& event : animation.clips[c].events) {
      json.push_back({{"Name", rows[json.size()]},
                      {"ClipRow", clipRows[c]},
                      {"Clip", c},
                      {"EventName", event.name},
                      {"TimeSeconds", event.timeSeconds},
                      {"Parameter", event.parameter}});
    }
  }
  return asText(json);
}

std::string unrealSocketRows(const vat::BakedAnimation& animation) {
  const std::vector<std::string> rows = socketRowNames(animation);
  UnrealJson json = UnrealJson::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const vat::Socket& socket = animation.sockets[i];
    const UnrealJson texel = socketJson(animation, static_cast<std::uint32_t>(i), rows[i])["texel"];
    json.push_back(
        {{"Name", rows[i]},
         {"SocketName", socket.name},
         {"FirstTexel", texel},
         {"Position", rowVector(kUnitsPerMetre * socket.position)},
         {"Rotation",
          {{"X", socket.rotation.x}, {"Y", socket.rotation.y}, {"Z", socket.rotation.z}, {"W", socket.rotation.w}}},
         {"Scale", rowVector(socket.scale)}});
  }
  return asText(json);
}

std::string unrealMaskRows(const vat::BakedAnimation& animation) {
  const std::vector<std::string> rows = maskRowNames(animation);
  UnrealJson json = UnrealJson::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    json.push_back(
        {{"Name", rows[i]}, {"MaskName", animation.masks[i].name}, {"LayerMask", unrealMaskTexel(animation, i)}});
  }
  return asText(json);
}

std::string unrealDescription(const vat::BakedAnimation& animation, const UnrealTexture& texture,
                              const UnrealExport& files) {
  UnrealJson json = {
      {"format", "texeleton-unreal"},
      {"version", 1},
      {"generator", "texeleton " TEXELETON_VERSION},
      {"character", files.character},
      {"asset", files.asset},
      {"folder", files.folder},
      {"mode", wordOf(animation.mode)},
      {"texture",
       {{"file", files.textureFile},
        {"float32", texture.texels.format() == vat::PixelFormat::Rgba32F},
        {"width", texture.texels.width()},
        {"height", texture.texels.height()},
        {"rowsPerFrame", texture.rowsPerFrame},
        {"tailRow", texture.tailRow},
        {"texels", someTexels(texture.texels, texture.tailRow)}}},
      {"bounds", boxJson(animation.bounds)},
      {"screenSizes", screenSizes(animation)},
      {"uvChannels", animation.mode == vat::BakeMode::Bone ? 6 : 3},
  };
  json["meshes"] = meshesJson(files.meshes);
  json["images"] = UnrealJson::array();
  for (std::size_t i = 0; i < files.imageFiles.size(); ++i) {
    json["images"].push_back({{"file", files.imageFiles[i]}, {"name", animation.mesh.images[i].name}});
  }
  json["materials"] = UnrealJson::array();
  for (std::uint32_t i = 0; i < animation.mesh.materials.size(); ++i) {
    json["materials"].push_back(materialJson(animation, i));
  }
  const std::vector<std::string> clipRows = clipRowNames(animation);
  json["clips"] = UnrealJson::array();
  for (std::size_t i = 0; i < animation.clips.size(); ++i) {
    const vat::BakedClip& clip = animation.clips[i];
    UnrealJson entry = {{"name", clip.name},
                        {"row", clipRows[i]},
                        {"firstFrame", clip.frameBegin},
                        {"frameCount", clip.frameCount},
                        {"lengthSeconds", clip.lengthSeconds},
                        {"loop", clip.loop}};
    if (clip.rootMotion && !clip.rootMotion->samples.empty()) {
      UnrealJson track = UnrealJson::array();
      for (const vat::RootSample& sample : clip.rootMotion->samples) {
        const glm::dvec3 at = kUnitsPerMetre * sample.position;
        track.push_back({at.x, at.y, at.z, glm::degrees(sample.yawRadians)});
      }
      entry["rootMotion"] = track;  // X, Y, Z in centimetres, yaw in degrees as in FRotator.
    }
    json["clips"].push_back(entry);
  }
  const std::vector<std::string> socketRows = socketRowNames(animation);
  json["sockets"] = UnrealJson::array();
  for (std::uint32_t i = 0; i < animation.sockets.size(); ++i) {
    json["sockets"].push_back(socketJson(animation, i, socketRows[i]));
  }
  json["masks"] = UnrealJson::array();
  const std::vector<std::string> maskRows = maskRowNames(animation);
  for (std::size_t i = 0; i < animation.masks.size(); ++i) {
    json["masks"].push_back(
        {{"name", animation.masks[i].name}, {"row", maskRows[i]}, {"texel", unrealMaskTexel(animation, i)}});
  }
  if (animation.tint && animation.tint->palette) {
    json["paletteEntries"] = animation.tint->palette->entryCount;
  }
  if (files.animToTexture) {
    json["animToTexture"] = animToTextureJson(animation, *files.animToTexture);
  }
  return asText(json);
}

}  // namespace texeleton::exporting

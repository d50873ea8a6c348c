#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>

#include "core/bake/bake.h"
#include "core/pack/pack.h"
#include "core/runtime/pack_player.h"
#include "tests/support/made_models.h"
#include "tests/vectors/vectors.h"

namespace texeleton::vectors {

model::Model smallModel(bool scales, std::size_t joints, std::size_t keysPerTrack) {
  test::CharacterSpec character;
  character.seed = 5;
  character.joints = joints;
  character.vertices = 150;
  character.keysPerTrack = keysPerTrack;
  character.scales = scales;
  return test::makeCharacter(character);
}

namespace {

Json numbers(const glm::vec3& v) { return {v.x, v.y, v.z}; }

struct PackSpec {
  const char* name;
  vat::BakeMode mode;
  vat::PixelFormat pixelFormat;
  std::uint32_t maxSize;  ///< 16: frames are folded into several rows.
  vat::SizeRule size;
  pack::TextureCompression compression;
  const char* encoding = "";
  bool scales = true;                ///< Joints are mirrored and scaled unevenly, which not every encoding can hold.
  double maxErrorMillimetres = 0.0;  ///< Above 0: of the frames only those are stored that keep it.
};

constexpr std::array kPacks = {
    PackSpec{"bone-half", vat::BakeMode::Bone, vat::PixelFormat::Rgba16F, 8192, vat::SizeRule::PowerOfTwo,
             pack::TextureCompression::Zip},
    PackSpec{"bone-float-folded", vat::BakeMode::Bone, vat::PixelFormat::Rgba32F, 256, vat::SizeRule::Exact,
             pack::TextureCompression::Rle},
    PackSpec{"vertex-half", vat::BakeMode::Vertex, vat::PixelFormat::Rgba16F, 8192, vat::SizeRule::Exact,
             pack::TextureCompression::None},
    PackSpec{"vertex-float-folded", vat::BakeMode::Vertex, vat::PixelFormat::Rgba32F, 256, vat::SizeRule::PowerOfTwo,
             pack::TextureCompression::Zip},
};

/// Encodings that a run-time may reject by name.
constexpr std::array kEncodedPacks = {
    PackSpec{"bone-quaternion-half", vat::BakeMode::Bone, vat::PixelFormat::Rgba16F, 8192, vat::SizeRule::PowerOfTwo,
             pack::TextureCompression::Zip, "quaternion", false},
    PackSpec{"bone-quaternion-float-folded", vat::BakeMode::Bone, vat::PixelFormat::Rgba32F, 64, vat::SizeRule::Exact,
             pack::TextureCompression::Rle, "quaternion"},
    PackSpec{"vertex-offset16-folded", vat::BakeMode::Vertex, vat::PixelFormat::Rgba16F, 64, vat::SizeRule::Exact,
             pack::TextureCompression::Zip, "offset16"},
    PackSpec{"vertex-basis", vat::BakeMode::Vertex, vat::PixelFormat::Rgba16F, 8192, vat::SizeRule::Exact,
             pack::TextureCompression::Zip, "basis"},
};

/// With frame tables, some of them over several rows; a run-time may reject them.
constexpr std::array kUnevenPacks = {
    PackSpec{"bone-uneven", vat::BakeMode::Bone, vat::PixelFormat::Rgba16F, 8192, vat::SizeRule::PowerOfTwo,
             pack::TextureCompression::Zip, "matrix3x4", true, 100.0},
    PackSpec{"bone-quaternion-uneven-float-folded", vat::BakeMode::Bone, vat::PixelFormat::Rgba32F, 80,
             vat::SizeRule::Exact, pack::TextureCompression::Zip, "quaternion", true, 100.0},
    PackSpec{"vertex-uneven", vat::BakeMode::Vertex, vat::PixelFormat::Rgba16F, 8192, vat::SizeRule::Exact,
             pack::TextureCompression::Zip, "positionNormal", true, 100.0},
    PackSpec{"vertex-offset16-uneven-folded", vat::BakeMode::Vertex, vat::PixelFormat::Rgba16F, 155,
             vat::SizeRule::Exact, pack::TextureCompression::Zip, "offset16", true, 100.0},
};

/// A small character: mirrored and non-uniformly scaled joints, two sockets, one looping clip and one that plays once.
vat::BakedAnimation bakeSmall(const PackSpec& spec) {
  bake::BakeSettings settings;
  settings.mode = spec.mode;
  settings.encoding = spec.encoding;
  settings.pixelFormat = spec.pixelFormat;
  settings.maxSize = spec.maxSize;
  settings.size = spec.size;
  settings.sampleRateHz = 4.0;
  if (spec.maxErrorMillimetres > 0.0) {
    settings.sampleRateHz = 64.0;
    settings.rows = bake::RowSpacing::Uneven;
    settings.maxErrorMillimetres = spec.maxErrorMillimetres;
  }
  settings.expose = {{"Joint (3|17)", false}};
  settings.clips.resize(2);
  settings.clips[0].clip = ClipIndex{0};
  settings.clips[0].loop = bake::LoopMode::On;
  settings.clips[1].clip = ClipIndex{1};
  settings.clips[1].loop = bake::LoopMode::Off;
  if (spec.mode == vat::BakeMode::Bone) {
    settings.masks = {{"below", {kMaskedFrom}, 0, {}},
                      {"painted", {"Joint 3"}, 2, {{"Joint 5", 0.25}, {"Joint 20", 0.0}}}};
  }
  JobContext job;
  const bool isUneven = spec.maxErrorMillimetres > 0.0;  // Slower motions, which blending approximates well.
  auto baked = bake::bake(smallModel(spec.scales, isUneven ? 24 : 90, isUneven ? 3 : 5), settings, job);
  if (!baked) {
    throw std::runtime_error(baked.error().message.text());
  }
  return std::move(*baked);
}

Json frames(const runtime::AnimationTickOutput& output) { return {output.current, output.next, output.interpolate}; }

runtime::DecodedVertex vertexAt(const vat::BakedAnimation& animation, std::uint32_t vertex,
                                const runtime::AnimationTickOutput& tick) {
  return runtime::decodeVertex(animation, vertex, tick);
}
runtime::DecodedVertex vertexAt(const vat::BakedAnimation& animation, std::uint32_t vertex,
                                const runtime::CrossFade& fade) {
  return runtime::decodeFadedVertex(animation, vertex, fade);
}
runtime::SocketPose socketAt(const vat::BakedAnimation& animation, SocketIndex socket,
                             const runtime::AnimationTickOutput& tick) {
  return runtime::decodeSocket(animation, socket, tick);
}
runtime::SocketPose socketAt(const vat::BakedAnimation& animation, SocketIndex socket, const runtime::CrossFade& fade) {
  return runtime::decodeFadedSocket(animation, socket, fade);
}

/// All sockets, and every seventh vertex.
template <class Time>
Json decoded(const vat::BakedAnimation& animation, const Time& time) {
  Json vertices = Json::array();
  for (std::uint32_t vertex = 0; vertex < animation.mesh.vertexCount(); vertex += 7) {
    const runtime::DecodedVertex v = vertexAt(animation, vertex, time);
    vertices.push_back({{"vertex", vertex}, {"position", numbers(v.position)}, {"normal", numbers(v.normal)}});
  }
  Json sockets = Json::array();
  for (std::uint32_t socket = 0; socket < animation.sockets.size(); ++socket) {
    const runtime::SocketPose pose = socketAt(animation, SocketIndex{socket}, time);
    sockets.push_back({{"position", numbers(pose.position)},
                       {"rotation", {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}},
                       {"scale", numbers(pose.scale)}});
  }
  return {{"vertices", vertices}, {"sockets", sockets}};
}

}  // namespace

namespace {

/// The results that a reader must decode from the packs of a folder.
Json vectorsOf(std::span<const PackSpec> specs, const std::filesystem::path& folder) {
  Json packs = Json::array();
  for (const PackSpec& spec : specs) {
    const std::string name = std::string(spec.name) + ".texpack";
    JobContext job;
    const auto pack = pack::readPack(folder / name, job);
    if (!pack) {
      throw std::runtime_error(pack.error().message.text());
    }
    const vat::BakedAnimation& animation = pack->animation;
    Json shown = Json::array();
    for (const vat::BakedClip& clip : animation.clips) {
      const runtime::ClipTiming timing = runtime::clipTiming(clip);
      for (const double turn : {0.0, 0.31, 0.5, 0.99}) {
        const runtime::AnimationTickOutput tick = runtime::sampleClip(timing, turn * clip.lengthSeconds);
        Json one = {{"frames", frames(tick)}};
        one.update(decoded(animation, tick));
        shown.push_back(std::move(one));
      }
    }
    Json fades = Json::array();
    for (const float share : {0.0f, 0.25f, 0.5f, 1.0f}) {
      const runtime::CrossFade fade{runtime::sampleClip(runtime::clipTiming(animation.clips[0]), 0.4),
                                    runtime::sampleClip(runtime::clipTiming(animation.clips[1]), 0.7), share};
      Json one = {{"from", frames(fade.from)}, {"to", frames(fade.to)}, {"share", share}};
      one.update(decoded(animation, fade));
      fades.push_back(std::move(one));
    }
    packs.push_back({{"pack", name}, {"shown", shown}, {"fades", fades}});
  }
  return {{"packs", packs}};
}

std::string bytesOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The manifest without the compression of the files.
Json meaningOf(const std::filesystem::path& pack) {
  Json manifest = Json::parse(bytesOf(pack / "manifest.json"), nullptr, false);
  if (manifest.is_object()) {
    manifest.erase("files");
    manifest.erase("checksum");
  }
  return manifest;
}

bool isSameTexel(const vat::BakedAnimation& a, const glm::vec4& x, const glm::vec4& y) {
  if (a.mode == vat::BakeMode::Vertex) {
    return x == y;
  }
  // A matrix or rotation computed in another order may be rounded differently.
  const float step = a.pixelFormat == vat::PixelFormat::Rgba16F ? 1.0f / 1024.0f : 1e-6f;
  return glm::all(glm::lessThanEqual(glm::abs(x - y), step * glm::max(glm::abs(x), glm::vec4(0.25f))));
}

/// Whether two packs differ only in their compression and in the last bit.
bool meanTheSame(const std::filesystem::path& one, const std::filesystem::path& other) {
  JobContext job;
  const auto a = pack::readPack(one, job);
  const auto b = pack::readPack(other, job);
  if (!a || !b || !agree(meaningOf(one), meaningOf(other), 1e-3) ||
      bytesOf(one / "mesh.glb") != bytesOf(other / "mesh.glb")) {
    return false;  // Bounds follow from texels and are rounded like them.
  }
  const vat::TextureLayout& layout = a->animation.layout;
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    for (std::uint32_t x = 0; x < layout.width; ++x) {
      if (!isSameTexel(a->animation, a->animation.texels.texel(x, y), b->animation.texels.texel(x, y))) {
        return false;
      }
    }
  }
  return true;
}

/// A committed pack that is equivalent to core's current bake is kept, so that neither another compression library nor
/// another order of summation rewrites it.
void bakePacks(std::span<const PackSpec> specs, const std::filesystem::path& folder) {
  for (const PackSpec& spec : specs) {
    const std::filesystem::path place = folder / (std::string(spec.name) + ".texpack");
    std::filesystem::path fresh = place;
    fresh += ".fresh";
    pack::Pack pack;
    pack.generator = "texeleton test vectors";
    pack.animation = bakeSmall(spec);
    JobContext job;
    pack::PackWriteOptions options;
    options.compression = spec.compression;
    if (auto written = pack::writePack(fresh, pack, options, job); !written) {
      throw std::runtime_error(written.error().message.text());
    }
    if (!meanTheSame(place, fresh)) {
      std::filesystem::remove_all(place);
      std::filesystem::rename(fresh, place);
    }
    std::filesystem::remove_all(fresh);
  }
}

}  // namespace

void bakePacks(const std::filesystem::path& folder) {
  bakePacks(kPacks, folder);
  bakePacks(kEncodedPacks, folder);
  bakePacks(kUnevenPacks, folder);
}

Json packVectors(const std::filesystem::path& folder) { return vectorsOf(kPacks, folder); }

Json encodedPackVectors(const std::filesystem::path& folder) { return vectorsOf(kEncodedPacks, folder); }

Json unevenPackVectors(const std::filesystem::path& folder) { return vectorsOf(kUnevenPacks, folder); }

bool agree(const Json& a, const Json& b, double tolerance) {
  if (a.is_number_float() && b.is_number_float()) {
    const double x = a.get<double>();
    return std::abs(x - b.get<double>()) <= tolerance * std::max(1.0, std::abs(x));
  }
  if (!a.is_structured() || a.type() != b.type() || a.size() != b.size()) {
    return a == b;
  }
  auto other = b.items().begin();
  for (const auto& [key, value] : a.items()) {
    if (key != other.key() || !agree(value, other.value(), tolerance)) {
      return false;
    }
    ++other;
  }
  return true;
}

}  // namespace texeleton::vectors

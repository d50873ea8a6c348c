#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/pack/pack.h"
#include "core/runtime/pack_player.h"

// Core's vertices of a pack, for tests of exports: at some moments of some clips, within cross-fades too, in Unreal's
// space; and sockets. The conversion is written here, independent of the export.
// write_reference PACK OUT [frames]: OUT.json (moments, triangles, sockets), OUT.bin (by moment and vertex: position in
// centimetres and normal, as floats). With "frames", moments are frames of the texture.

using namespace texeleton;
using Json = nlohmann::json;

namespace {

constexpr std::size_t kClips = 5;

struct Moment {
  std::size_t clip = 0;
  double seconds = 0.0;
  std::size_t fadeClip = 0;
  double fadeSeconds = 0.0;
  float share = 1.0f;
};

glm::vec3 unrealAxes(const glm::vec3& v) { return {v.x, v.z, v.y}; }

runtime::AnimationTickOutput at(const vat::BakedAnimation& animation, std::size_t clip, double seconds) {
  return runtime::sampleClip(runtime::clipTiming(animation.clips[clip]), seconds);
}

/// Some clips, spread over all of them, at times on and off frames, in later loops too; cross-fades between neighbours.
std::vector<Moment> someMoments(const vat::BakedAnimation& animation) {
  const std::size_t count = std::min(kClips, animation.clips.size());
  std::vector<Moment> moments;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t clip = i * animation.clips.size() / count;
    const double length = animation.clips[clip].lengthSeconds;
    for (const double turns : {0.0, 0.3125, 0.71, 3.4}) {
      moments.push_back({clip, turns * length, 0, 0.0, 1.0f});
    }
    const std::size_t other = (clip + 1) % animation.clips.size();
    moments.push_back({clip, 0.25 * length, other, 0.4 * animation.clips[other].lengthSeconds, 0.375f});
  }
  return moments;
}

/// Frames of every clip: its first, its last and three between them.
std::vector<Moment> someFrames(const vat::BakedAnimation& animation) {
  std::vector<Moment> moments;
  for (std::size_t clip = 0; clip < animation.clips.size(); ++clip) {
    const vat::BakedClip& c = animation.clips[clip];
    const std::uint32_t steps = c.loop ? c.frameCount : std::max(1u, c.frameCount - 1);
    for (std::uint32_t i = 0; i < 5; ++i) {
      const std::uint32_t frame = i * (c.frameCount - 1) / 4;
      moments.push_back({clip, c.lengthSeconds * frame / steps, 0, 0.0, 1.0f});
    }
  }
  return moments;
}

}  // namespace

int main(int argc, char** argv) {
  const bool frames = argc == 4 && std::string(argv[3]) == "frames";
  if (argc != 3 && !frames) {
    std::fprintf(stderr, "usage: write_reference PACK OUT [frames]\n");
    return 2;
  }
  JobContext job;
  const auto pack = pack::readPack(argv[1], job);
  if (!pack) {
    std::fprintf(stderr, "%s\n", describe(pack.error()).c_str());
    return 1;
  }
  const vat::BakedAnimation& animation = pack->animation;
  const std::string out = argv[2];
  std::ofstream binary(out + ".bin", std::ios::binary);
  Json json = {{"vertexCount", animation.mesh.vertexCount()}, {"sizeMetres", animation.sizeMetres}};
  for (const Moment& m : frames ? someFrames(animation) : someMoments(animation)) {
    const runtime::CrossFade fade{at(animation, m.fadeClip, m.fadeSeconds), at(animation, m.clip, m.seconds), m.share};
    const bool fades = m.share < 1.0f;
    for (std::uint32_t v = 0; v < animation.mesh.vertexCount(); ++v) {
      const runtime::DecodedVertex d =
          fades ? runtime::decodeFadedVertex(animation, v, fade) : runtime::decodeVertex(animation, v, fade.to);
      const glm::vec3 values[2] = {100.0f * unrealAxes(d.position), unrealAxes(d.normal)};
      binary.write(reinterpret_cast<const char*>(values), sizeof(values));
    }
    Json entry = {{"clip", m.clip}, {"seconds", m.seconds}, {"share", m.share}, {"sockets", Json::array()}};
    entry["frame"] = fade.to.current + (fade.to.interpolate > 0.5f ? 1 : 0);
    if (fades) {
      entry["fadeClip"] = m.fadeClip;
      entry["fadeSeconds"] = m.fadeSeconds;
    }
    for (std::size_t s = 0; s < animation.sockets.size(); ++s) {
      const runtime::SocketPose pose = fades ? runtime::decodeFadedSocket(animation, SocketIndex(s), fade)
                                             : runtime::decodeSocket(animation, SocketIndex(s), fade.to);
      const glm::vec3 p = 100.0f * unrealAxes(pose.position);
      // The directions of the socket's axes with their lengths: Unreal's X, Y and Z are the pack's X, Z and Y.
      const glm::mat3 turn = glm::mat3_cast(pose.rotation);
      Json axes = Json::array();
      for (const int axis : {0, 2, 1}) {
        const glm::vec3 a = unrealAxes(turn[axis] * pose.scale[axis]);
        axes.push_back({a.x, a.y, a.z});
      }
      entry["sockets"].push_back({{"position", {p.x, p.y, p.z}}, {"axes", axes}});
    }
    json["moments"].push_back(entry);
  }
  const auto indices = [&](const std::vector<vat::BakedPrimitive>& primitives, const std::vector<std::uint32_t>& all) {
    Json level = Json::array();
    for (const vat::BakedPrimitive& p : primitives) {
      level.push_back({{"material", p.material.value},
                       {"indices", std::vector<std::uint32_t>(all.begin() + p.firstIndex,
                                                              all.begin() + p.firstIndex + p.indexCount)}});
    }
    return level;
  };
  json["levels"].push_back(indices(animation.mesh.primitives, animation.mesh.indices));
  for (const vat::BakedLod& lod : animation.mesh.lods) {
    json["levels"].push_back(indices(lod.primitives, lod.indices));
  }
  for (std::size_t v = 0; v < animation.mesh.vertexCount(); ++v) {
    const glm::vec2 uv = animation.mesh.uv0.empty() ? glm::vec2(0.0f) : animation.mesh.uv0[v];
    json["uv0"].push_back({uv.x, uv.y});
  }
  std::ofstream(out + ".json") << json.dump();
  return binary.good() ? 0 : 1;
}

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/import/gltf/gltf_parts.h"
#include "core/import/number_in.h"

namespace texeleton::importing {

namespace {

std::optional<model::TrackTarget> targetOf(std::string_view path) {
  using Target = model::TrackTarget;
  return path == "translation" ? std::optional(Target::Translation)
         : path == "rotation"  ? std::optional(Target::Rotation)
         : path == "scale"     ? std::optional(Target::Scale)
         : path == "weights"   ? std::optional(Target::MorphWeights)
                               : std::nullopt;
}

/// Converts a channel of KHR_animation_pointer that targets a node's translation, rotation, scale or weights to the
/// equivalent ordinary channel.
std::optional<GltfChannel> asNodeChannel(const GltfChannel& channel) {
  constexpr std::string_view kNodes = "/nodes/";
  const std::string_view pointer = channel.pointer;
  const std::size_t slash = pointer.rfind('/');
  if (pointer.substr(0, kNodes.size()) != kNodes || slash < kNodes.size()) {
    return std::nullopt;
  }
  const auto node = numberIn<GltfIndex>(pointer.substr(kNodes.size(), slash - kNodes.size()));
  std::string path(pointer.substr(slash + 1));
  if (!node || !targetOf(path)) {
    return std::nullopt;
  }
  return GltfChannel{channel.sampler, *node, std::move(path), {}};
}

/// The kind of a pointer's target, for a message.
const char* pointedAt(std::string_view pointer) {
  const auto beginsWith = [&](std::string_view start) { return pointer.substr(0, start.size()) == start; };
  if (beginsWith("/materials/") || beginsWith("/textures/")) {
    return said("that animate materials (KHR_animation_pointer), which changes looks only");
  }
  if (beginsWith("/cameras/") || beginsWith("/extensions/KHR_lights")) {
    return said("that animate cameras or lights (KHR_animation_pointer), which changes looks only");
  }
  if (beginsWith("/meshes/") || (beginsWith("/nodes/") && pointer.find("/weights") != std::string_view::npos)) {
    return said("that animate single morph weights or those of a mesh (KHR_animation_pointer), which is not supported");
  }
  if (beginsWith("/nodes/") && pointer.find("visib") != std::string_view::npos) {
    return said("that animate the visibility of nodes (KHR_animation_pointer), which is not supported");
  }
  return said("that animate something else (KHR_animation_pointer), which is not supported");
}

class AnimationReader {
 public:
  AnimationReader(const GltfContext& context, SourceScene& scene) : m_context(context), m_scene(scene) {}

  Result<void> read(const GltfAnimation& source, std::size_t index) {
    m_what = shownGltfName(said("animation"), source.name, index);
    SourceClip clip;
    clip.name = source.name;
    clip.startSeconds = 0.0;
    clip.tracks.reserve(source.channels.size());
    for (std::size_t i = 0; i < source.channels.size(); ++i) {
      auto track = readChannel(source, i);
      TRY(track);
      if (*track) {
        clip.tracks.push_back(std::move(**track));
      }
    }
    if (!source.extras.empty()) {
      readGltfAnimationExtras(source.extras, m_what, clip, m_context.job);
    }
    m_scene.clips.push_back(std::move(clip));
    return {};
  }

  /// Reports channels that were left out or corrected, once per file and reason.
  void report() {
    for (const auto& [reason, count] : m_skipped) {
      m_context.job.warn(
          message(count == 1 ? "%1 animation channel %2: left out" : "%1 animation channels %2: left out", count,
                  message(reason.c_str())));
    }
    for (const auto& [reason, count] : m_guessed) {
      m_context.job.warn(
          message(count == 1 ? "%1 animation channel %2" : "%1 animation channels %2", count, message(reason.c_str())));
    }
  }

 private:
  /// nullopt: the channel is left out.
  Result<std::optional<SourceTrack>> readChannel(const GltfAnimation& source, std::size_t index) {
    const GltfChannel& written = source.channels[index];
    const bool pointer = written.path == "pointer" && !written.pointer.empty();
    const std::optional<GltfChannel> pointed = pointer ? asNodeChannel(written) : std::nullopt;
    if (pointer && !pointed) {
      ++m_skipped[pointedAt(written.pointer)];
      return std::nullopt;
    }
    const GltfChannel& channel = pointed ? *pointed : written;
    const Message what = message("%1, channel %2", m_what, index);
    const auto target = targetOf(channel.path);
    if (!target || channel.node == kNoGltfIndex) {
      ++m_skipped[target ? said("without a node") : said("with an unknown target")];
      return std::nullopt;
    }
    if (channel.node >= m_scene.nodes.size()) {
      return fail(ErrorCode::BadFile,
                  message("%1 aims at node %2, but the file has %3 nodes", what, channel.node, m_scene.nodes.size()));
    }
    if (channel.sampler >= source.samplers.size()) {
      return fail(ErrorCode::BadFile, message("%1 uses sampler %2, but the animation has %3", what, channel.sampler,
                                              source.samplers.size()));
    }
    std::size_t components = *target == model::TrackTarget::Rotation ? 4 : 3;
    if (*target == model::TrackTarget::MorphWeights) {
      components = morphTargetCount(channel.node);
      if (components == 0) {
        ++m_skipped[said("that move morph weights of nodes without morph targets")];
        return std::nullopt;
      }
    }
    SourceTrack track;
    track.target = *target;
    track.node = channel.node;
    TRY(readKeys(source.samplers[channel.sampler], components, track, what));
    if (track.times.empty()) {
      ++m_skipped[said("without keys")];
      return std::nullopt;
    }
    return track;
  }

  Result<void> readKeys(const GltfAnimationSampler& sampler, std::size_t components, SourceTrack& track,
                        const Message& what) {
    if (sampler.interpolation == "STEP") {
      track.interpolation = model::Interpolation::Step;
    } else if (sampler.interpolation == "CUBICSPLINE") {
      track.interpolation = model::Interpolation::CubicSpline;
    } else if (sampler.interpolation != "LINEAR") {
      ++m_guessed[said("with an unknown interpolation: read as linear")];
    }
    if (auto times = keyTimes(sampler.input); times) {
      track.times = **times;
    } else {
      return fail(times.error().code, message("%1, key times: %2", what, times.error().message));
    }
    const bool weights = track.target == model::TrackTarget::MorphWeights;
    auto values = m_context.accessors.floats(sampler.output, weights ? 1 : static_cast<std::uint32_t>(components));
    if (!values) {
      return fail(values.error().code, message("%1, key values: %2", what, values.error().message));
    }
    const std::size_t perKey = track.interpolation == model::Interpolation::CubicSpline ? 3 * components : components;
    if (values->size() != track.times.size() * perKey) {
      return fail(ErrorCode::BadFile, message("%1: key counts differ: %2 key times need %3 numbers, and there are %4",
                                              what, track.times.size(), track.times.size() * perKey, values->size()));
    }
    track.values = std::move(*values);
    return {};
  }

  Result<const std::vector<double>*> keyTimes(GltfIndex accessor) {
    if (const auto known = m_times.find(accessor); known != m_times.end()) {
      return &known->second;
    }
    const auto times = m_context.accessors.floats(accessor, 1);
    TRY(times);
    return &m_times.emplace(accessor, std::vector<double>(times->begin(), times->end())).first->second;
  }

  std::size_t morphTargetCount(std::size_t node) const {
    const int mesh = m_context.document.structure.nodes[node].mesh;
    if (mesh < 0 || static_cast<std::size_t>(mesh) >= m_scene.meshes.size()) {
      return 0;
    }
    const auto& primitives = m_scene.meshes[static_cast<std::size_t>(mesh)].primitives;
    return primitives.empty() ? 0 : primitives.front().morphTargets.size();
  }

  const GltfContext& m_context;
  SourceScene& m_scene;
  Message m_what;
  std::map<GltfIndex, std::vector<double>> m_times;  ///< Cached, since channels often share key times.
  std::map<std::string, std::size_t> m_skipped;
  std::map<std::string, std::size_t> m_guessed;
};

}  // namespace

Result<void> readGltfAnimations(const GltfContext& context, SourceScene& scene) {
  AnimationReader reader(context, scene);
  const auto& animations = context.document.animations;
  scene.clips.reserve(animations.size());
  for (std::size_t i = 0; i < animations.size(); ++i) {
    if (context.job.isCancelled()) {
      return fail(ErrorCode::Cancelled, "cancelled");
    }
    TRY(reader.read(animations[i], i));
  }
  reader.report();
  return {};
}

}  // namespace texeleton::importing

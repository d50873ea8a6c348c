#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/pack/pack.h"
#include "core/runtime/crowd_clock.h"
#include "core/runtime/event_scheduler.h"
#include "core/runtime/layers.h"
#include "tests/vectors/vectors.h"

namespace texeleton::vectors {

namespace {

Json numbers(const glm::vec3& v) { return {v.x, v.y, v.z}; }
Json frames(const runtime::AnimationTickOutput& output) { return {output.current, output.next, output.interpolate}; }

runtime::AnimationTickOutput onFrame(const vat::BakedClip& clip, std::uint32_t frame) {
  const std::uint32_t at = clip.frameBegin + frame % clip.frameCount;
  return {at, at, 0.0f};
}

Json decoded(const vat::BakedAnimation& animation, const runtime::LayeredMoment& moment) {
  Json vertices = Json::array();
  for (std::uint32_t vertex = 0; vertex < animation.mesh.vertexCount(); vertex += 7) {
    const runtime::DecodedVertex v = runtime::decodeLayeredVertex(animation, vertex, moment);
    vertices.push_back({{"vertex", vertex}, {"position", numbers(v.position)}, {"normal", numbers(v.normal)}});
  }
  Json sockets = Json::array();
  for (std::uint32_t socket = 0; socket < animation.sockets.size(); ++socket) {
    const runtime::SocketPose pose = runtime::decodeLayeredSocket(animation, SocketIndex{socket}, moment);
    sockets.push_back({{"position", numbers(pose.position)},
                       {"rotation", {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w}},
                       {"scale", numbers(pose.scale)}});
  }
  return {{"vertices", vertices}, {"sockets", sockets}};
}

Json shownOf(const vat::BakedAnimation& animation, std::size_t number) {
  const runtime::LayerMask mask = runtime::layerMask(animation, animation.masks[number].name).value();
  const vat::BakedClip& first = animation.clips[0];
  const vat::BakedClip& second = animation.clips[1];
  Json shown = Json::array();
  const auto add = [&](const runtime::AnimationTickOutput& base, const runtime::AnimationTickOutput& layer,
                       float share) {
    Json one = {{"base", frames(base)}, {"layer", frames(layer)}, {"share", share}};
    one.update(decoded(animation, {base, layer, &mask, share}));
    shown.push_back(std::move(one));
  };
  add(onFrame(first, 1), onFrame(second, 2), 1.0f);  // On frames: equal to composing the clips in the skeleton.
  add(onFrame(first, 3), onFrame(second, 5), 1.0f);
  add(runtime::sampleClip(runtime::clipTiming(first), 0.4), runtime::sampleClip(runtime::clipTiming(second), 0.7),
      1.0f);
  add(runtime::sampleClip(runtime::clipTiming(first), 0.9), runtime::sampleClip(runtime::clipTiming(second), 0.3),
      0.375f);
  return shown;
}

/// The playback of an instance: a clip, and a layer over it. Recorded step by step.
class LayerRun {
 public:
  LayerRun(std::size_t clip, double speed) {
    m_scheduler.set(0, timedClips()[clip].track(), speed, 0.0, 0);
    m_steps.push_back({{"play", {{"clip", clip}, {"speed", speed}}}});
  }

  void playLayer(std::size_t clip, double speed, std::optional<double> startSeconds, double fadeSeconds, bool hold) {
    const runtime::ClipTiming& timing = timedClips()[clip].timing;
    const double start = startSeconds.value_or(speed < 0.0 && !timing.loop ? timing.lengthSeconds : 0.0);
    const std::uint64_t now = m_time.ticks;
    const std::uint32_t fade = ticksOf(fadeSeconds);
    m_layer = Layer{clip, runtime::crowdPhase(timing, speed, start, static_cast<std::uint32_t>(now)), now, fade, {}, 0};
    if (const auto end = hold || timing.loop ? std::nullopt : endOf(timing, m_layer->record, now)) {
      m_layer->outStart = *end > now + fade ? *end - fade : now;
      m_layer->outTicks = static_cast<std::uint32_t>(*end - *m_layer->outStart);
    }
    m_scheduler.set(1, timedClips()[clip].track(), speed, start, now);
    Json told = {{"clip", clip}, {"speed", speed}};
    if (startSeconds) {
      told["startSeconds"] = *startSeconds;
    }
    told["fadeSeconds"] = fadeSeconds;
    told["hold"] = hold;
    m_steps.push_back({{"playLayer", told}});
  }

  void stopLayer(double fadeSeconds) {
    m_steps.push_back({{"stopLayer", fadeSeconds}});
    const std::uint32_t fade = ticksOf(fadeSeconds);
    if (!m_layer || (m_layer->outStart && *m_layer->outStart <= m_time.ticks && fade > 0)) {
      return;
    }
    m_layer->outStart = m_time.ticks;
    m_layer->outTicks = fade;
    if (fade == 0) {
      end();
    }
  }

  void update(double seconds) {
    m_seconds += seconds;
    m_time = runtime::crowdTime(m_seconds);
    Json fired = Json::array();
    const auto fire = [&](std::uint64_t ticks) {
      while (const auto event = m_scheduler.next(ticks)) {
        fired.push_back({event->instance, event->tick, event->event.index, event->event.loop});
      }
    };
    if (m_layer && m_layer->outStart && *m_layer->outStart + m_layer->outTicks <= m_time.ticks) {
      fire(*m_layer->outStart + m_layer->outTicks);
      end();
    }
    fire(m_time.ticks);
    Json step = {{"update", seconds}, {"fired", fired}, {"layer", nullptr}};
    if (m_layer) {
      const runtime::CrowdClock clock = runtime::crowdClock(m_time, 0);
      const auto share = [&](std::uint64_t start, std::uint32_t ticks) {
        return static_cast<double>(runtime::crowdFadeWeight(static_cast<std::uint32_t>(start), ticks, clock));
      };
      const double out = m_layer->outStart ? share(*m_layer->outStart, m_layer->outTicks) : 0.0;
      const runtime::CrowdClip entry = runtime::crowdClip(timedClips()[m_layer->clip].timing);
      step["layer"] = {{"frames", frames(runtime::crowdOutput(entry, m_layer->record, clock))},
                       {"share", share(m_layer->inStart, m_layer->inTicks) * (1.0 - out)}};
    }
    m_steps.push_back(std::move(step));
  }

  Json steps() const { return {{"steps", m_steps}}; }

 private:
  struct Layer {
    std::size_t clip = 0;
    runtime::CrowdPhase record;
    std::uint64_t inStart = 0;
    std::uint32_t inTicks = 0;
    std::optional<std::uint64_t> outStart;
    std::uint32_t outTicks = 0;
  };

  static std::uint32_t ticksOf(double seconds) {
    return seconds > 0.0 ? std::max(1u, static_cast<std::uint32_t>(seconds * runtime::kTicksPerSecond + 0.5)) : 0;
  }

  /// The first tick at which it has ended, by testing each.
  static std::optional<std::uint64_t> endOf(const runtime::ClipTiming& timing, const runtime::CrowdPhase& record,
                                            std::uint64_t now) {
    if (record.stepHigh == 0 && record.stepLow == 0) {
      return std::nullopt;
    }
    for (std::uint64_t tick = now; tick < now + 100000; ++tick) {
      const runtime::OncePhase at = runtime::oncePhaseAt(record, {static_cast<std::uint32_t>(tick), 0});
      if (record.stepHigh < 0 ? at.phase == 0 && !at.atEnd : at.atEnd) {
        return tick;
      }
    }
    throw std::runtime_error("a clip of " + std::to_string(timing.lengthSeconds) + " s does not end");
  }

  void end() {
    m_scheduler.remove(1);
    m_layer.reset();
  }

  runtime::EventScheduler m_scheduler;
  std::optional<Layer> m_layer;
  double m_seconds = 0.0;
  runtime::CrowdTime m_time = runtime::crowdTime(0.0);
  Json m_steps = Json::array();
};

Json runs() {
  constexpr std::size_t kWalk = 0;
  constexpr std::size_t kAttack = 1;
  constexpr std::size_t kPose = 2;
  constexpr std::size_t kOdd = 4;
  Json all = Json::array();
  // A clip that plays once ends by itself; its events and the first clip's both fire.
  LayerRun leaves(kWalk, 1.0);
  leaves.update(0.25);
  leaves.playLayer(kAttack, 1.0, std::nullopt, 0.25, false);
  for (int i = 0; i < 12; ++i) {
    leaves.update(0.109375);
  }
  all.push_back(leaves.steps());
  // Also in one long step; backwards; shorter than its fade; from its middle.
  for (const auto& [speed, start, fade] :
       {std::tuple(-1.0, std::optional<double>(), 0.125), std::tuple(4.0, std::optional<double>(), 0.25),
        std::tuple(1.0, std::optional<double>(0.4), 0.0)}) {
    LayerRun run(kOdd, 0.73);
    run.update(0.015625);
    run.playLayer(kAttack, speed, start, fade, false);
    run.update(0.125);
    run.update(0.1);
    run.update(3.0);
    all.push_back(run.steps());
  }
  // One that holds, and one that loops, stay until they are stopped; stopped while fading in, they do not jump.
  LayerRun holds(kWalk, -1.0);
  holds.playLayer(kAttack, 1.0, std::nullopt, 0.5, true);
  holds.update(0.25);
  holds.stopLayer(0.5);
  holds.update(0.25);
  holds.stopLayer(0.125);
  holds.update(0.125);
  holds.update(0.25);
  holds.playLayer(kAttack, 2.0, std::nullopt, 0.0, true);
  holds.update(2.0);
  holds.stopLayer(0.0);
  holds.update(0.5);
  holds.playLayer(kOdd, 1.0, 0.6, 0.25, false);
  holds.update(2.5);
  holds.playLayer(kPose, 1.0, std::nullopt, 0.25, false);
  holds.update(0.125);
  holds.update(5.0);
  holds.stopLayer(0.25);
  holds.update(0.1);
  holds.update(0.2);
  all.push_back(holds.steps());
  return all;
}

}  // namespace

Json layerVectors(const std::filesystem::path& folder) {
  Json packs = Json::array();
  for (const char* name : {"bone-half", "bone-float-folded", "bone-quaternion-half", "bone-quaternion-float-folded",
                           "bone-uneven", "bone-quaternion-uneven-float-folded"}) {
    const std::string file = std::string(name) + ".texpack";
    JobContext job;
    const auto pack = pack::readPack(folder / file, job);
    if (!pack) {
      throw std::runtime_error(pack.error().message);
    }
    Json masks = Json::array();
    for (std::size_t i = 0; i < pack->animation.masks.size(); ++i) {
      const runtime::LayerMask mask = runtime::layerMask(pack->animation, pack->animation.masks[i].name).value();
      Json anchors = Json::array();
      for (const runtime::LayerMask::Bone& bone : mask.bones) {
        anchors.push_back(bone.anchor);
      }
      masks.push_back(
          {{"name", pack->animation.masks[i].name}, {"anchors", anchors}, {"shown", shownOf(pack->animation, i)}});
    }
    packs.push_back({{"pack", file}, {"masks", masks}});
  }
  return {{"packs", packs}, {"clips", clipTable()}, {"runs", runs()}};
}

}  // namespace texeleton::vectors

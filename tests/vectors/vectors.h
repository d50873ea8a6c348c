#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/runtime/event_track.h"

/// What every run-time, in whatever language, must compute: inputs and core's results as JSON (README.md says how to
/// read them).
namespace texeleton::vectors {

using Json = nlohmann::ordered_json;

/// A clip with events for the vectors of time: owns what an EventTrack refers to.
struct TimedClip {
  std::string name;
  runtime::ClipTiming timing;
  std::vector<model::ClipEvent> events;

  runtime::EventTrack track() const { return {timing, events}; }
};

/// Clips that loop and play once, of odd lengths, of one frame, without length, with events at their ends and twice at
/// one time.
const std::vector<TimedClip>& timedClips();
Json clipTable();

Json tickerVectors();      ///< ticker.json: one object at a time, in seconds.
Json crowdVectors();       ///< crowd.json: integer time of crowds, re-basing, fades.
Json scheduleVectors();    ///< schedule.json: events of a crowd by due time.
Json rootMotionVectors();  ///< root-motion.json

Json canaryVectors();  ///< canary.json: textures that were damaged, and what a run-time says of each.

/// What the packs of the vectors are baked from; `scales`: joints are mirrored and scaled unevenly.
model::Model smallModel(bool scales, std::size_t joints = 90, std::size_t keysPerTrack = 5);
/// The bone from which the mask "below" of the packs goes down.
inline constexpr const char* kMaskedFrom = "Joint 4";

/// Bakes the small packs of the vectors into `folder`.
void bakePacks(const std::filesystem::path& folder);
/// What a reader must decode from those that lie in `folder`: decoded.json.
Json packVectors(const std::filesystem::path& folder);
/// The same for encodings that a run-time may refuse: encodings.json.
Json encodedPackVectors(const std::filesystem::path& folder);
/// The same for packs with uneven rows, which a run-time may refuse: uneven.json.
Json unevenPackVectors(const std::filesystem::path& folder);

/// What masks of those packs that are in bone mode make of two clips, and how layers come and go: layers.json.
Json layerVectors(const std::filesystem::path& folder);

/// Whether two values say the same: numbers with a fraction may differ by `tolerance`, of those above 1 relatively.
bool agree(const Json& a, const Json& b, double tolerance);

}  // namespace texeleton::vectors

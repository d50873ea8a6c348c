#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/runtime/event_track.h"

/// Expected results for every run-time, in any language: inputs and core's results as JSON (see README.md).
namespace texeleton::vectors {

using Json = nlohmann::ordered_json;

/// A clip with events for the vectors of time: owns the data of its EventTrack.
struct TimedClip {
  std::string name;
  runtime::ClipTiming timing;
  std::vector<model::ClipEvent> events;

  runtime::EventTrack track() const { return {timing, events}; }
};

/// Clips that loop and play once, of odd lengths, of one frame, of zero length, with events at their ends and two at
/// the same time.
const std::vector<TimedClip>& timedClips();
Json clipTable();

Json tickerVectors();      ///< ticker.json: one object at a time, in seconds.
Json crowdVectors();       ///< crowd.json: integer time of crowds, re-basing, fades.
Json scheduleVectors();    ///< schedule.json: events of a crowd by due time.
Json rootMotionVectors();  ///< root-motion.json

Json canaryVectors();  ///< canary.json: textures that were damaged, and what a run-time says of each.

/// The source of the packs; `scales`: joints are mirrored and scaled non-uniformly.
model::Model smallModel(bool scales, std::size_t joints = 90, std::size_t keysPerTrack = 5);
/// The root bone of the mask "below" of the packs.
inline constexpr const char* kMaskedFrom = "Joint 4";

/// Bakes the small packs of the vectors into `folder`.
void bakePacks(const std::filesystem::path& folder);
/// The results that a reader must decode from the packs in `folder`: decoded.json.
Json packVectors(const std::filesystem::path& folder);
/// The same for encodings that a run-time may reject: encodings.json.
Json encodedPackVectors(const std::filesystem::path& folder);
/// The same for packs with uneven rows, which a run-time may reject: uneven.json.
Json unevenPackVectors(const std::filesystem::path& folder);

/// Results of masks on two clips, for packs in bone mode, and the fading of layers: layers.json.
Json layerVectors(const std::filesystem::path& folder);

/// Whether two values agree: fractional numbers may differ by `tolerance`, relative for those above 1.
bool agree(const Json& a, const Json& b, double tolerance);

}  // namespace texeleton::vectors

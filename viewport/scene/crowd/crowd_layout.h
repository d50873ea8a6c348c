#pragma once

#include <cstdint>

#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

/// A deterministic pseudo-random number in [0, 1): number `stream` of instance `instance`.
float crowdRandom(std::uint64_t seed, std::uint32_t instance, std::uint32_t stream);

/// Place `i` of a crowd around the origin, on the ground (x, z), in metres. Deterministic: depends on the arguments
/// only.
glm::vec2 crowdPlace(CrowdLayout layout, std::uint32_t i, std::uint32_t count, float spacing, std::uint64_t seed);

/// Metres between neighbours that keep models of these bounds apart.
float crowdSpacing(const model::Box& bounds);

/// Returns the playback of instance `i` of a crowd from its time 0 on.
CrowdMotion crowdMotion(const CrowdSettings& settings, std::span<const runtime::ClipTiming> clips, std::uint32_t i);

InstanceRecord crowdRecord(const CrowdSettings& settings, std::span<const runtime::ClipTiming> clips, float spacing,
                           std::uint32_t i, const CrowdLooks& looks = {});

}  // namespace texeleton::viewport

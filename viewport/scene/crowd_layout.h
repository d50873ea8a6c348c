#pragma once

#include <cstdint>

#include "viewport/scene/crowd.h"

namespace texeleton::viewport {

/// Numbers that look random and are the same everywhere: number `stream` of instance `instance`, in [0, 1).
float crowdRandom(std::uint64_t seed, std::uint32_t instance, std::uint32_t stream);

/// Places around the origin, on the ground (x, z), in metres. Deterministic; place `i` depends on nothing but the
/// arguments.
glm::vec2 crowdPlace(CrowdLayout layout, std::uint32_t i, std::uint32_t count, float spacing, std::uint64_t seed);

/// Metres between neighbours that keep a model of these bounds from touching the next.
float crowdSpacing(const model::Box& bounds);

/// Record `i` of a crowd at tick 0.
/// Returns the playback of instance `i` of a crowd from its time 0 on.
CrowdMotion crowdMotion(const CrowdSettings& settings, std::span<const runtime::ClipTiming> clips, std::uint32_t i);

InstanceRecord crowdRecord(const CrowdSettings& settings, std::span<const runtime::ClipTiming> clips, float spacing,
                           std::uint32_t i, const CrowdLooks& looks = {});

}  // namespace texeleton::viewport

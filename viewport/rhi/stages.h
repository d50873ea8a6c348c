#pragma once

#include <cstdint>

#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

/// Stages of shaders that bindings are visible to.
inline constexpr auto kVertexStage = QRhiShaderResourceBinding::VertexStage;
inline constexpr auto kFragmentStage = QRhiShaderResourceBinding::FragmentStage;
inline constexpr auto kComputeStage = QRhiShaderResourceBinding::ComputeStage;

/// Work groups side by side in one dispatch, at most. Every graphics interface takes 65,535.
inline constexpr std::uint32_t kGroupsAside = 32768;

}  // namespace texeleton::viewport

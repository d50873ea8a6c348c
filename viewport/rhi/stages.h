#pragma once

#include <cstdint>

#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

/// Shader stages to which bindings are visible.
inline constexpr auto kVertexStage = QRhiShaderResourceBinding::VertexStage;
inline constexpr auto kFragmentStage = QRhiShaderResourceBinding::FragmentStage;
inline constexpr auto kComputeStage = QRhiShaderResourceBinding::ComputeStage;

/// Maximum work groups along one side of a dispatch. Every graphics interface supports 65,535.
inline constexpr std::uint32_t kGroupsAside = 32768;

}  // namespace texeleton::viewport

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace texeleton::viewport {

/// Figures of a frame, counted by the passes. Byte counts include only what the drawn path needs.
struct FrameStatistics {
  std::uint64_t instances = 0;  ///< In the crowd.
  std::uint32_t drawCalls = 0;
  std::uint64_t instancesDrawn = 0;
  std::uint64_t instancesCulled = 0;
  std::uint64_t instancesSkinned = 0;           ///< Drawn by skinning; in a cross-over also by the texture.
  std::uint64_t instancesPosed = 0;             ///< Posed beforehand (GpuPoses), for picture and shadow.
  std::uint64_t impostors = 0;                  ///< Drawn as impostors.
  std::uint64_t shadowInstances = 0;            ///< Drawn into the shadow map.
  std::vector<std::uint64_t> instancesAtLevel;  ///< Drawn instances by level of detail.
  std::uint64_t triangles = 0;                  ///< Before tessellation.
  bool isTessellated = false;                   ///< More triangles are drawn, which are not counted.
  std::uint64_t vertices = 0;                   ///< Upper bound of vertex shader invocations.
  double animationSeconds = 0.0;                ///< CPU time: posing skeletons.
  double skinningSeconds = 0.0;                 ///< CPU time: skinning vertices, uploading matrices.
  double cullingSeconds = 0.0;                  ///< CPU time: testing cells.
  double cpuSeconds = 0.0;                      ///< Total CPU time to record the frame.
  std::optional<double> gpuSeconds;             ///< Unset: unknown.
  std::optional<double> gpuSkinningSeconds;     ///< The part of it that skins or decodes poses (GpuPoses).
  std::uint64_t textureBytes = 0;               ///< Animation texture.
  std::uint64_t bufferBytes = 0;                ///< Mesh, instances; vertices, matrices and results of skinning.
  std::uint64_t imageBytes = 0;                 ///< Images of the materials.
};

}  // namespace texeleton::viewport

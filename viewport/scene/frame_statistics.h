#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace texeleton::viewport {

/// Figures of a frame, counted by the passes. Bytes are those that the path that is drawn needs.
struct FrameStatistics {
  std::uint64_t instances = 0;  ///< Of the crowd.
  std::uint32_t drawCalls = 0;
  std::uint64_t instancesDrawn = 0;
  std::uint64_t instancesCulled = 0;
  std::uint64_t instancesSkinned = 0;           ///< Of those drawn, by skinning; in a cross-over also by the texture.
  std::uint64_t instancesPosed = 0;             ///< Of the picture and the shadow, posed before (GpuPoses).
  std::uint64_t impostors = 0;                  ///< Of those drawn, by pictures of them.
  std::uint64_t shadowInstances = 0;            ///< Drawn into the shadow map.
  std::vector<std::uint64_t> instancesAtLevel;  ///< Of those drawn, by level of detail.
  std::uint64_t triangles = 0;                  ///< Before tessellation.
  bool isTessellated = false;                   ///< More triangles are drawn, which nobody counts.
  std::uint64_t vertices = 0;                   ///< As the vertex shader is asked for them, at most.
  double animationSeconds = 0.0;                ///< Of the CPU: posing skeletons.
  double skinningSeconds = 0.0;                 ///< Of the CPU: skinning vertices, handing matrices over.
  double cullingSeconds = 0.0;                  ///< Of the CPU: looking at cells.
  double cpuSeconds = 0.0;                      ///< All that the CPU did to record the frame.
  std::optional<double> gpuSeconds;             ///< Unset: cannot be told.
  std::optional<double> gpuSkinningSeconds;     ///< Of these, what skinned, or decoded poses (GpuPoses).
  std::uint64_t textureBytes = 0;               ///< The animation's.
  std::uint64_t bufferBytes = 0;                ///< Mesh, instances; vertices, matrices and results of skinning.
  std::uint64_t imageBytes = 0;                 ///< Of the materials.
};

}  // namespace texeleton::viewport

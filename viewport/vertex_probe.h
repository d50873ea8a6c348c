#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

class GpuDevice;

/// A vertex as the GPU decodes it, in the world.
struct ProbedVertex {
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f};
  float millimetres = 0.0f;  ///< The error shown by the heat map; 0 without a reference.
};

/// A socket as the GPU poses it, in pack space.
struct ProbedSocket {
  glm::vec3 position{0.0f};
  glm::vec3 axes[3]{glm::vec3(0.0f), glm::vec3(0.0f), glm::vec3(0.0f)};  ///< Unit.
  glm::vec3 scale{0.0f};
};

/// Reads what the vertex shader that draws crowds makes of every vertex of an instance: each is drawn as a point to a
/// pixel of its own of a floating-point target. For tests, and for showing errors.
class VertexProbe {
 public:
  /// The shaders to probe: those that decode the texture, or those that read poses that were decoded before (GpuPoses).
  enum class Of : std::uint8_t { Texture, Poses };

  /// Errors: those of FrameRenderer::render; Limit (more vertices than a target has pixels), Unsupported (the GPU draws
  /// no floating-point targets). `device` must outlive it. `reference`: of the same animation, to measure the distance
  /// from compute skinning as the heat map does.
  static Result<std::unique_ptr<VertexProbe>> create(GpuDevice& device,
                                                     std::shared_ptr<const bake::BakedAnimation> animation,
                                                     VertexPrecision precision,
                                                     std::shared_ptr<const Skeleton> reference = nullptr,
                                                     Of of = Of::Texture);
  ~VertexProbe();

  /// The vertices of instance `instance` of a crowd of the animation, at the crowd's time.
  Result<std::vector<ProbedVertex>> read(const Crowd& crowd, std::uint32_t instance);
  /// A socket of the animation in that instance.
  Result<ProbedSocket> readSocket(const Crowd& crowd, std::uint32_t instance, std::uint32_t socket);

 private:
  struct Parts;
  explicit VertexProbe(GpuDevice& device);
  Result<void> prepareSockets();

  GpuDevice& m_device;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace texeleton::viewport

#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

class GpuDevice;
struct ProbedPoint;

/// A vertex as the GPU decodes it, in world space.
struct ProbedVertex {
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f};
  float millimetres = 0.0f;  ///< Error in the heat map; 0 without a reference.
};

/// A socket as the GPU poses it, in pack space.
struct ProbedSocket {
  glm::vec3 position{0.0f};
  glm::vec3 axes[3]{glm::vec3(0.0f), glm::vec3(0.0f), glm::vec3(0.0f)};  ///< Unit vectors.
  glm::vec3 scale{0.0f};
};

/// Reads back the output of the crowd's vertex shader for every vertex of an instance: each is drawn as a point to its
/// own pixel of a floating-point target. For tests and for showing errors.
class VertexProbe {
 public:
  /// The shaders to probe: those that decode the texture, or those that read poses decoded beforehand (GpuPoses).
  enum class Of : std::uint8_t { Texture, Poses };

  /// Errors: those of FrameRenderer::render; Limit (more vertices than a target has pixels), Unsupported (the GPU
  /// cannot draw to floating-point targets). `device` must outlive it. `reference`: of the same animation, to measure
  /// the distance from compute skinning like the heat map.
  static Result<std::unique_ptr<VertexProbe>> create(GpuDevice& device,
                                                     std::shared_ptr<const vat::BakedAnimation> animation,
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
  template <class Prepare, class Record>
  Result<std::vector<ProbedPoint>> draw(const Crowd& crowd, std::uint32_t points, const Prepare& prepare,
                                        const Record& record);

  GpuDevice& m_device;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace texeleton::viewport

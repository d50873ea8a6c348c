#pragma once

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

/// Draws marks over instances: an outline around selected ones, made with the stencil to follow the whole silhouette,
/// and a flash on those for which an event has just fired; the first kMostInstances of either.
class HighlightPass : public Pass {
 public:
  static constexpr std::size_t kMostInstances = 256;

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

 private:
  enum Kind : std::uint8_t { Mask, Ring, Flash };
  void choose(const FrameContext& context);
  void upload(const FrameContext& context);
  Result<void> createPipelines(const FrameContext& context, CrowdPart part);
  void draw(const FrameContext& context, Kind kind, std::uint32_t instance, std::uint32_t block);

  std::vector<std::uint32_t> m_outlined;
  std::vector<std::pair<std::uint32_t, float>> m_flashing;  ///< Instance and strength.
  std::unique_ptr<QRhiBuffer> m_block;                      ///< Uniforms of the outline's offsets, then of each flash.
  quint32 m_stride = 0;
  MaterialResources m_resources;
  using Pipelines = std::array<std::unique_ptr<QRhiGraphicsPipeline>, 3>;
  std::map<CrowdPart, Pipelines> m_pipelines;  ///< By Kind.
  PassInputs m_inputs;
};

}  // namespace texeleton::viewport

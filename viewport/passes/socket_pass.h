#pragma once

#include <memory>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

/// Draws the sockets of every instance, posed on the GPU from the animation texture: their axes, or a sample object.
/// One draw for each socket.
class SocketPass : public Pass {
 public:
  enum class Part : std::uint8_t {
    Objects,  ///< Hidden by surfaces in front of them.
    Axes,     ///< Over everything.
  };
  explicit SocketPass(Part part) : m_part(part) {}

  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

  /// The vertex input: instances only.
  static QRhiVertexInputLayout inputLayout();

 private:
  bool isWanted(const FrameContext& context) const;
  Result<void> createBlock(const FrameContext& context);
  Result<void> createPipeline(const FrameContext& context);

  Part m_part;
  std::unique_ptr<QRhiBuffer> m_block;  ///< SocketUniforms of each socket.
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  RhiSize m_stride = 0;
  std::uint32_t m_sockets = 0;
  CrowdInputs m_inputs;
};

}  // namespace texeleton::viewport

#pragma once

#include <array>
#include <memory>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

/// Draws the sockets of every instance: their axes, or a sample object. The animation texture poses them in one draw
/// for each socket; those of skinned instances are posed by the skeleton, in a draw each.
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

 private:
  enum Source : std::uint8_t { ByTexture, Posed };
  bool isWanted(const FrameContext& context) const;
  Result<void> createBindings(const FrameContext& context);
  Result<void> createPipeline(const FrameContext& context, Source source);
  void drawPosed(const FrameContext& context, std::uint32_t socket, quint32 vertices) const;

  Part m_part;
  std::unique_ptr<QRhiBuffer> m_block;  ///< SocketUniforms of each socket.
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::array<std::unique_ptr<QRhiGraphicsPipeline>, 2> m_pipelines;  ///< By Source, made on demand.
  quint32 m_stride = 0;
  std::uint32_t m_sockets = 0;
  PassInputs m_inputs;
};

}  // namespace texeleton::viewport

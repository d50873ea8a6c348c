#pragma once

#include <memory>
#include <string>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// A simple pass without vertex buffers; the frame's uniforms are at binding 0.
struct ScreenDraw {
  std::string vertexShader;
  std::string fragmentShader;
  quint32 vertexCount = 3;
  QRhiGraphicsPipeline::Topology topology = QRhiGraphicsPipeline::Triangles;
  bool depthTest = false;
  bool blend = false;
  bool readsPicture = false;  ///< context.linearPicture at binding 1, context.comparedPicture at 2.
  bool readsShadow = false;   ///< context.shadowMap at binding 9.
};

/// The pipeline of a ScreenDraw, recreated when its target or inputs change.
class ScreenPipeline {
 public:
  explicit ScreenPipeline(ScreenDraw draw) : m_draw(std::move(draw)) {}
  Result<void> prepare(const FrameContext& context);
  void record(const FrameContext& context);
  void release();

 private:
  ScreenDraw m_draw;
  std::unique_ptr<QRhiSampler> m_sampler;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  quint64 m_frameBlock = 0;  // The same for each input: QRhi resource ids, because addresses are reused.
  quint64 m_picture = 0;
  quint64 m_compared = 0;
  QVector<quint32> m_targetFormat;
  int m_sampleCount = 0;
};

/// Draws the ground after opaque surfaces: lines that fade with distance, the axes x (red) and z (blue), the shadow.
class GridPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override { m_pipeline.release(); }

 private:
  ScreenPipeline m_pipeline{{.vertexShader = "grid.vert",
                             .fragmentShader = "grid.frag",
                             .vertexCount = 4,
                             .topology = QRhiGraphicsPipeline::TriangleStrip,
                             .depthTest = true,
                             .blend = true,
                             .readsShadow = true}};
};

/// Converts the linear picture to the final target: background, tone mapping, sRGB, dither.
class OutputPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Output; }
  Result<void> prepare(const FrameContext& context) override { return m_pipeline.prepare(context); }
  void record(const FrameContext& context) override { m_pipeline.record(context); }
  void release() override { m_pipeline.release(); }

 private:
  ScreenPipeline m_pipeline{{.vertexShader = "screen.vert", .fragmentShader = "output.frag", .readsPicture = true}};
};

}  // namespace texeleton::viewport

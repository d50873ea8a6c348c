#pragma once

#include <memory>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// A simple pass without vertex buffers; the frame's uniforms are at binding 0.
struct ScreenDraw {
  PipelineSettings pipeline;  ///< Without its bindings and target.
  quint32 vertexCount = 3;
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
  PassInputs m_inputs;
};

/// Draws the ground after opaque surfaces: lines that fade with distance, the axes x (red) and z (blue), the shadow.
class GridPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Scene; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override { m_pipeline.release(); }

 private:
  ScreenPipeline m_pipeline{{.pipeline = {.shaders = {"grid.vert", "grid.frag"},
                                          .topology = QRhiGraphicsPipeline::TriangleStrip,
                                          .depthTest = true,
                                          .blends = {kBlendByAlpha}},
                             .vertexCount = 4,
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
  ScreenPipeline m_pipeline{{.pipeline = {.shaders = {"screen.vert", "output.frag"}}, .readsPicture = true}};
};

}  // namespace texeleton::viewport

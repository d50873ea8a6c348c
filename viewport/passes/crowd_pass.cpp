#include "viewport/passes/passes.h"

#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "viewport/passes/crowd_input.h"

namespace texeleton::viewport {

namespace {

class CrowdPass : public Pass {
 public:
  explicit CrowdPass(SurfaceLayer layer) : m_layer(layer) {}

  PassStage stage() const override { return PassStage::Scene; }

  Result<void> prepare(const FrameContext& context) override {
    m_draws.clear();
    if (context.scene.view.mode == ViewMode::Heat) {
      return {};  // HeatPass draws the crowd.
    }
    if (PassInputs inputs = crowdInputs(context); inputs != m_inputs) {
      release();
      m_inputs = std::move(inputs);
    }
    m_resources.prepare(context, true);
    const auto& levels = context.pack.levels();
    const ViewOptions& view = context.scene.view;
    const bool lines = context.device.canDrawWireframe();
    const Fill fill = view.wireframe && lines ? Fill::Wireframe : Fill::Surface;
    const bool edges = context.tessellation != nullptr && view.edges && lines && fill == Fill::Surface;
    for (const CrowdPart part : surfaceParts(context)) {
      for (std::uint32_t level = 0; level < levels.size(); ++level) {
        for (const GpuPack::Primitive& primitive : levels[level]) {
          const GpuMaterials::Drawn& material = context.pack.materials().materials()[primitive.material];
          if (material.blended != (m_layer == SurfaceLayer::Blended)) {
            continue;
          }
          auto pipeline = pipelineFor(context, part, material, fill);
          TRY(pipeline);
          m_draws.push_back({primitive, level, part, *pipeline, nullptr});
          if (edges) {
            auto over = pipelineFor(context, part, material, Fill::EdgesOver);
            TRY(over);
            m_draws.back().edges = *over;
          }
        }
      }
    }
    return {};
  }

  void record(const FrameContext& context) override {
    const auto record = [&](const Draw& draw, QRhiGraphicsPipeline* pipeline) {
      setPipeline(context, *pipeline);
      setResources(*context.commands, m_resources.of(draw.part, draw.primitive.material));
      drawCrowd(context, context.crowdDraws, draw.part, draw.level, draw.primitive, context.pack.hasExtras());
    };
    for (const Draw& draw : m_draws) {
      record(draw, draw.pipeline);
    }
    for (const Draw& draw : m_draws) {
      if (draw.edges != nullptr) {
        record(draw, draw.edges);
      }
    }
    if (m_layer == SurfaceLayer::Opaque && context.scene.view.mode != ViewMode::Heat) {
      count(context);
    }
  }

  void release() override {
    m_draws.clear();
    m_pipelines.clear();
    m_resources.release();
  }

 private:
  struct Draw {
    GpuPack::Primitive primitive;
    std::uint32_t level = 0;
    CrowdPart part = CrowdPart::Texture;
    QRhiGraphicsPipeline* pipeline = nullptr;
    QRhiGraphicsPipeline* edges = nullptr;  ///< Null: no edges are drawn over it.
  };
  /// The fill mode of triangles.
  enum class Fill : std::uint8_t { Surface, Wireframe, EdgesOver };
  using PipelineKey =
      std::tuple<CrowdPart, bool, bool, Fill, bool>;  ///< shadersOf(), double-sided, solid, …, per vertex.
  Result<QRhiGraphicsPipeline*> pipelineFor(const FrameContext& context, CrowdPart part,
                                            const GpuMaterials::Drawn& material, Fill fill) {
    const bool doubleSided = material.doubleSided;
    // Where two draws share the pixels of an instance, each discards some.
    const bool solid = material.solid && !context.scene.view.needs(DrawPath::Hybrid);
    const bool perVertex = context.scene.view.mode == ViewMode::VertexLit;
    auto& pipeline = m_pipelines[{shadersOf(part), doubleSided, solid, fill, perVertex}];
    if (pipeline) {
      return pipeline.get();
    }
    const bool extras = context.pack.hasExtras();
    const bool filled = fill == Fill::Surface;
    const bool over = fill == Fill::EdgesOver;
    std::string vertexShader = crowdShader("crowd", context.pack, context.crowd, part, extras);
    if (perVertex) {
      vertexShader = shaderVariant(std::move(vertexShader), "_gouraud");
    }
    const std::string surface = std::string("crowd") + (solid ? "_solid" : "") + (extras ? "_extras" : "") + ".frag";
    PipelineSettings settings{
        .shaders = {tessellatedShader(context, std::move(vertexShader)), over ? "edges.frag" : surface},
        .inputs = crowdInputLayout(context.pack.vertexKind(), part, extras),
        .bindings = m_resources.of(part, 0),
        .target = context.target,
        .polygons = filled ? QRhiGraphicsPipeline::Fill : QRhiGraphicsPipeline::Line,
        .cull = doubleSided || !filled ? QRhiGraphicsPipeline::None : QRhiGraphicsPipeline::Back,
        .depthTest = true,
        .depthWrite = m_layer == SurfaceLayer::Opaque && !over,
        .refusal = said("the GPU's driver refuses the shaders of the crowd")};
    if (m_layer == SurfaceLayer::Blended || over) {
      settings.blends = {kBlendByAlpha};
    }
    addTessellation(context, over ? "_edges" : "", settings);
    TRY(makePipeline(context.device.rhi(), pipeline, settings));
    return pipeline.get();
  }

  void count(const FrameContext& context) const {
    FrameStatistics& statistics = context.statistics;
    statistics.instancesAtLevel.assign(context.pack.levels().size(), 0);
    for (const CrowdRun& run : context.crowdDraws.runs) {
      if (run.level != kImpostorLevel) {
        statistics.instancesAtLevel[run.level] += run.count;
      }
      statistics.instancesDrawn += run.count;
    }
    statistics.instancesCulled = context.crowd.count() - statistics.instancesDrawn;
    std::uint64_t drawn = 0;
    for (const CrowdRun& run : context.crowdDraws.ordered) {
      drawn += context.crowdDraws.byTexture && run.level != kImpostorLevel ? run.count : 0;
    }
    if (context.skin != nullptr) {
      forEachSkinned(context.crowdDraws, [&](const auto&, const auto&) { ++statistics.instancesSkinned; });
    }
    drawn += statistics.instancesSkinned;
    statistics.vertices += std::uint64_t{context.pack.vertexInfo().count} * drawn;
  }

  SurfaceLayer m_layer;
  SurfaceResources m_resources;
  std::map<PipelineKey, std::unique_ptr<QRhiGraphicsPipeline>> m_pipelines;
  std::vector<Draw> m_draws;
  PassInputs m_inputs;  ///< The inputs for which the above were made.
};

}  // namespace

std::unique_ptr<Pass> makeCrowdPass(SurfaceLayer layer) { return std::make_unique<CrowdPass>(layer); }

}  // namespace texeleton::viewport

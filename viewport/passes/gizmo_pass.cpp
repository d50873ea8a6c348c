#include "viewport/passes/passes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

/// A vertex of shaders/overlay.vert.
struct Corner {
  glm::vec2 place{0.0f};
  glm::vec4 color{0.0f};  ///< Premultiplied.
};
static_assert(sizeof(Corner) == 24);

/// Triangles in pixels, with a feathered border.
class Mesh {
 public:
  explicit Mesh(double ratio) : m_ratio(ratio) {}

  void add(const GizmoShape& shape) {
    std::vector<glm::dvec2> points;
    for (const glm::dvec2& point : shape.points) {
      if (points.empty() || glm::length(point * m_ratio - points.back()) > kSamePixel) {
        points.push_back(point * m_ratio);
      }
    }
    if (shape.filled && points.size() > 2) {
      fill(points, shape.color);
    } else if (!shape.filled && points.size() > 1) {
      stroke(points, std::max(shape.width * m_ratio, 1.0) * 0.5, shape.color);
    }
  }

  std::vector<Corner> corners;

 private:
  static constexpr double kSamePixel = 0.05;
  static constexpr double kMostMitre = 3.0;

  void triangle(const Corner& a, const Corner& b, const Corner& c) { corners.insert(corners.end(), {a, b, c}); }
  void quad(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  static Corner at(const glm::dvec2& place, const glm::vec4& color, float share) {
    const float alpha = color.a * share;
    return {glm::vec2(place), glm::vec4(glm::vec3(color) * alpha, alpha)};
  }

  /// Miter vector between two edges, scaled to keep the width of the stroke; its length is limited at sharp corners.
  static glm::dvec2 mitre(const glm::dvec2& before, const glm::dvec2& after) {
    const glm::dvec2 a(-before.y, before.x);
    const glm::dvec2 b(-after.y, after.x);
    const glm::dvec2 sum = a + b;
    const double squared = glm::dot(sum, sum);
    return squared < 2.0 / kMostMitre ? b : sum * std::min(2.0 / squared, kMostMitre);
  }

  void stroke(const std::vector<glm::dvec2>& points, double half, const glm::vec4& color) {
    const std::size_t n = points.size();
    const bool closed = glm::length(points.front() - points.back()) < kSamePixel * 4.0 && n > 3;
    const auto direction = [&](std::size_t i) { return glm::normalize(points[i + 1] - points[i]); };
    std::vector<std::array<Corner, 4>> across;
    for (std::size_t i = 0; i < n; ++i) {
      const glm::dvec2 after = i + 1 < n ? direction(i) : closed ? direction(0) : direction(i - 1);
      const glm::dvec2 before = i > 0 ? direction(i - 1) : closed ? direction(n - 2) : after;
      const glm::dvec2 out = mitre(before, after);
      const double inner = std::max(half - 0.5, 0.0);
      const double outer = half + 0.5;
      across.push_back({at(points[i] - out * outer, color, 0.0f), at(points[i] - out * inner, color, 1.0f),
                        at(points[i] + out * inner, color, 1.0f), at(points[i] + out * outer, color, 0.0f)});
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        quad(across[i][k], across[i][k + 1], across[i + 1][k + 1], across[i + 1][k]);
      }
    }
  }

  void fill(const std::vector<glm::dvec2>& points, const glm::vec4& color) {
    const std::size_t n = points.size();
    glm::dvec2 middle(0.0);
    double area = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const glm::dvec2& a = points[i];
      const glm::dvec2& b = points[(i + 1) % n];
      middle += a / static_cast<double>(n);
      area += a.x * b.y - b.x * a.y;
    }
    const double side = area < 0.0 ? 1.0 : -1.0;  // Which side of an edge is outside.
    std::vector<Corner> inner;
    std::vector<Corner> outer;
    for (std::size_t i = 0; i < n; ++i) {
      const glm::dvec2 before = glm::normalize(points[i] - points[(i + n - 1) % n]);
      const glm::dvec2 after = glm::normalize(points[(i + 1) % n] - points[i]);
      const glm::dvec2 out = mitre(before, after) * (0.5 * side);
      inner.push_back(at(points[i] - out, color, 1.0f));
      outer.push_back(at(points[i] + out, color, 0.0f));
    }
    const Corner centre = at(middle, color, 1.0f);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t next = (i + 1) % n;
      triangle(centre, inner[i], inner[next]);
      quad(inner[i], outer[i], outer[next], inner[next]);
    }
  }

  double m_ratio;
};

class GizmoPass : public Pass {
 public:
  PassStage stage() const override { return PassStage::Output; }

  Result<void> prepare(const FrameContext& context) override {
    m_count = 0;
    if (!context.scene.gizmo) {
      return {};
    }
    const double ratio = std::max(static_cast<double>(context.scene.view.pixelRatio), 0.1);
    const QSize pixels = context.target.pixelSize;
    const GizmoView view(context.scene.camera, glm::dvec2(pixels.width(), pixels.height()) / ratio);
    Mesh mesh(ratio);
    for (const GizmoShape& shape : gizmoShapes(*context.scene.gizmo, view)) {
      mesh.add(shape);
    }
    if (mesh.corners.empty()) {
      return {};
    }
    const float down = context.device.rhi().isYUpInNDC() ? -1.0f : 1.0f;
    for (Corner& corner : mesh.corners) {
      corner.place.x = 2.0f * corner.place.x / static_cast<float>(pixels.width()) - 1.0f;
      corner.place.y = down * (2.0f * corner.place.y / static_cast<float>(pixels.height()) - 1.0f);
    }
    if (PassInputs inputs = passInputs(context, {}); !m_pipeline || inputs != m_inputs) {
      TRY(createPipeline(context));
      m_inputs = std::move(inputs);
    }
    TRY(uploadVertices(context.device.rhi(), *context.updates, m_vertices, mesh.corners));
    m_count = static_cast<std::uint32_t>(mesh.corners.size());
    return {};
  }

  void record(const FrameContext& context) override {
    if (m_count == 0) {
      return;
    }
    setPipeline(context, *m_pipeline);
    context.commands->setShaderResources(m_bindings.get());
    const QRhiCommandBuffer::VertexInput input(m_vertices.get(), 0);
    context.commands->setVertexInput(0, 1, &input);
    context.commands->draw(m_count);
  }

  void release() override {
    m_pipeline.reset();
    m_bindings.reset();
    m_vertices.reset();
    m_count = 0;
  }

 private:
  Result<void> createPipeline(const FrameContext& context) {
    using Attribute = QRhiVertexInputAttribute;
    m_bindings = makeBindings(context.device.rhi(), {});
    return makePipeline(
        context.device.rhi(), m_pipeline,
        {.shaders = {"overlay.vert", "solid.frag"},
         .inputs = vertexInputs({{sizeof(Corner)}}, {{0, 0, Attribute::Float2, 0}, {0, 1, Attribute::Float4, 8}}),
         .bindings = m_bindings.get(),
         .target = context.target,
         .blends = {kBlendPremultiplied},
         .refusal = said("the GPU's driver refuses the shaders of the gizmo")});
  }

  std::unique_ptr<QRhiBuffer> m_vertices;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiGraphicsPipeline> m_pipeline;
  PassInputs m_inputs;
  std::uint32_t m_count = 0;
};

}  // namespace

std::unique_ptr<Pass> makeGizmoPass() { return std::make_unique<GizmoPass>(); }

}  // namespace texeleton::viewport

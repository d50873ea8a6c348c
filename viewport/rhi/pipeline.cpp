#include "viewport/rhi/pipeline.h"

#include <QFile>

#include "viewport/rhi/buffers.h"

namespace texeleton::viewport {

namespace {

static_assert(static_cast<int>(QRhiShaderStage::Compute) == static_cast<int>(QShader::ComputeStage));

/// Loads a shader embedded by the build, by its name ("crowd_bone.vert").
Result<QRhiShaderStage> loadStage(const std::string& name) {
  QFile file(QString::fromStdString(":/texeleton/shaders/" + name + ".qsb"));
  if (!file.open(QIODevice::ReadOnly)) {
    return fail(ErrorCode::NotFound, message("the shader %1 is not in this program: its build is broken", name));
  }
  const QShader shader = QShader::fromSerialized(file.readAll());
  if (!shader.isValid()) {
    return fail(ErrorCode::NotFound, message("the shader %1 cannot be read by this version of Qt", name));
  }
  return QRhiShaderStage(static_cast<QRhiShaderStage::Type>(shader.stage()), shader);
}

}  // namespace

std::unique_ptr<QRhiShaderResourceBindings> makeBindings(QRhi& rhi, std::initializer_list<BindingList> lists) {
  BindingList all;
  for (const BindingList& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
  }
  std::unique_ptr<QRhiShaderResourceBindings> bindings(rhi.newShaderResourceBindings());
  bindings->setBindings(all.begin(), all.end());
  return bindings->create() ? std::move(bindings) : nullptr;
}

std::vector<quint64> idsOf(std::initializer_list<const QRhiResource*> resources) {
  std::vector<quint64> ids;
  for (const QRhiResource* const resource : resources) {
    ids.push_back(resource != nullptr ? resource->globalResourceId() : 0);
  }
  return ids;
}

QRhiVertexInputLayout vertexInputs(const std::vector<QRhiVertexInputBinding>& bindings,
                                   const std::vector<QRhiVertexInputAttribute>& attributes) {
  QRhiVertexInputLayout layout;
  layout.setBindings(bindings.begin(), bindings.end());
  layout.setAttributes(attributes.begin(), attributes.end());
  return layout;
}

Result<void> makePipeline(QRhi& rhi, std::unique_ptr<QRhiGraphicsPipeline>& pipeline,
                          const PipelineSettings& settings) {
  pipeline.reset();
  if (settings.bindings == nullptr) {
    return fail(noGpuMemory());
  }
  std::vector<QRhiShaderStage> stages;
  for (const std::string& name : settings.shaders) {
    auto stage = loadStage(name);
    TRY(stage);
    stages.push_back(*stage);
  }
  std::unique_ptr<QRhiGraphicsPipeline> made(rhi.newGraphicsPipeline());
  made->setShaderStages(stages.begin(), stages.end());
  made->setVertexInputLayout(settings.inputs);
  made->setShaderResourceBindings(settings.bindings);
  made->setRenderPassDescriptor(settings.target.descriptor);
  made->setSampleCount(settings.target.sampleCount);
  made->setTopology(settings.topology);
  made->setPatchControlPointCount(3);
  made->setPolygonMode(settings.polygons);
  made->setCullMode(settings.cull);
  made->setFrontFace(settings.front);
  made->setDepthTest(settings.depthTest);
  made->setDepthWrite(settings.depthWrite);
  made->setDepthOp(settings.depthOp);
  made->setDepthBias(settings.depthBias);
  made->setSlopeScaledDepthBias(settings.slopeBias);
  if (settings.stencil) {
    made->setFlags(QRhiGraphicsPipeline::UsesStencilRef);
    made->setStencilTest(true);
    made->setStencilFront(*settings.stencil);
    made->setStencilBack(*settings.stencil);
  }
  made->setTargetBlends(settings.blends.begin(), settings.blends.end());
  if (!made->create()) {
    return fail(ErrorCode::Unsupported, settings.refusal == nullptr
                                            ? message("the GPU's driver refuses the shader %1", settings.shaders.back())
                                            : message(settings.refusal));
  }
  pipeline = std::move(made);
  return {};
}

Result<void> ComputeShader::prepare(QRhi& rhi, const std::string& shader, const std::vector<quint64>& resources,
                                    const BindingList& bindings, const char* refusal) {
  if (!m_bindings || m_resources != resources) {
    m_bindings = makeBindings(rhi, {bindings});
    if (!m_bindings) {
      return fail(noGpuMemory());
    }
    m_resources = resources;
  }
  if (m_pipeline && m_shader == shader) {
    return {};
  }
  auto stage = loadStage(shader);
  TRY(stage);
  m_pipeline.reset(rhi.newComputePipeline());
  m_pipeline->setShaderStage(*stage);
  m_pipeline->setShaderResourceBindings(m_bindings.get());
  if (!m_pipeline->create()) {
    m_pipeline.reset();
    return fail(ErrorCode::Unsupported, message(refusal));
  }
  m_shader = shader;
  return {};
}

void ComputeShader::record(QRhiCommandBuffer& commands, std::uint32_t groupsAside, std::uint32_t groupsBelow) const {
  commands.beginComputePass();
  commands.setComputePipeline(m_pipeline.get());
  commands.setShaderResources(m_bindings.get());
  commands.dispatch(static_cast<int>(groupsAside), static_cast<int>(groupsBelow), 1);
  commands.endComputePass();
}

}  // namespace texeleton::viewport

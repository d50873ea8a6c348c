#include "viewport/passes/skeleton_pass.h"

#include <algorithm>

#include "viewport/rhi/shader.h"
#include "viewport/scene/bone_lines.h"
#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

constexpr float kThickness = 0.10f;      // In lengths of the bone.
constexpr float kThickestBone = 0.018f;  // In sizes of the model.
constexpr float kFaintBones = 0.22f;
constexpr quint32 kBoneVertices = 24;
const glm::vec4 kBoneColor(0.62f, 0.68f, 0.78f, 0.9f);
const glm::vec4 kHighlightColor(1.0f, 0.42f, 0.03f, 1.0f);

}  // namespace

std::vector<DrawnBone> drawnBones(const Scene& scene, ShownPose& pose) {
  const float thickest = kThickestBone * static_cast<float>(scene.animation->sizeMetres);
  std::vector<DrawnBone> bones;
  for (const BoneLine& line : boneLines(scene, pose)) {
    const float length = glm::distance(line.from, line.to);
    const bool isHighlighted = scene.view.highlightedNode.isValid() && scene.view.highlightedNode == line.node;
    bones.push_back({line.from, std::min(length * kThickness, thickest * line.instanceScale), line.to,
                     packColor(isHighlighted ? kHighlightColor : kBoneColor)});
  }
  return bones;
}

Result<void> SkeletonPass::prepare(const FrameContext& context) {
  m_count = 0;
  const Scene& scene = context.scene;
  if (scene.view.skeleton == SkeletonView::Hidden) {
    m_pose = {};
    return {};
  }
  m_pose.show(scene, context.path);
  const std::vector<DrawnBone> bones = m_pose.hasSkeleton() ? drawnBones(scene, m_pose) : std::vector<DrawnBone>();
  if (bones.empty()) {
    return {};
  }
  const QVector<quint32> format = context.target.descriptor->serializedFormat();
  const quint64 frameBlock = context.frameBlock->globalResourceId();
  if (!m_pipelines[OnTop] || m_targetFormat != format || m_frameBlock != frameBlock) {
    if (auto made = createPipelines(context); !made) {
      return made;
    }
    m_targetFormat = format;
    m_frameBlock = frameBlock;
  }
  return upload(context, bones);
}

Result<void> SkeletonPass::upload(const FrameContext& context, const std::vector<DrawnBone>& bones) {
  const auto count = static_cast<std::uint32_t>(bones.size());
  if (count > m_capacity) {
    m_bones.reset(context.device.rhi().newBuffer(QRhiBuffer::Static, QRhiBuffer::VertexBuffer,
                                                 static_cast<RhiSize>(count * sizeof(DrawnBone))));
    m_capacity = count;
    if (!m_bones->create()) {
      m_bones.reset();
      m_capacity = 0;
      return fail(ErrorCode::Limit, "the GPU has no memory left");
    }
  }
  context.updates->uploadStaticBuffer(m_bones.get(), 0, static_cast<RhiSize>(count * sizeof(DrawnBone)), bones.data());
  m_count = count;
  return {};
}

Result<void> SkeletonPass::createPipelines(const FrameContext& context) {
  QRhi& rhi = context.device.rhi();
  m_stride = static_cast<RhiSize>(rhi.ubufAligned(sizeof(glm::vec4)));
  m_block.reset(rhi.newBuffer(QRhiBuffer::Dynamic, QRhiBuffer::UniformBuffer, m_stride * 2));
  if (!m_block->create()) {
    return fail(ErrorCode::Limit, "the GPU has no memory left");
  }
  const glm::vec4 faint(kFaintBones);
  const glm::vec4 full(1.0f);
  context.updates->updateDynamicBuffer(m_block.get(), 0, sizeof(faint), &faint);
  context.updates->updateDynamicBuffer(m_block.get(), m_stride, sizeof(full), &full);
  m_bindings.reset(rhi.newShaderResourceBindings());
  m_bindings->setBindings(
      {QRhiShaderResourceBinding::uniformBuffer(0, QRhiShaderResourceBinding::VertexStage, context.frameBlock),
       QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(2, QRhiShaderResourceBinding::FragmentStage,
                                                                 m_block.get(), sizeof(glm::vec4))});
  m_bindings->create();
  auto stages = loadStages("bone.vert", "bone.frag");
  TRY(stages);
  using Attribute = QRhiVertexInputAttribute;
  QRhiVertexInputLayout layout;
  layout.setBindings({QRhiVertexInputBinding(sizeof(DrawnBone), QRhiVertexInputBinding::PerInstance)});
  layout.setAttributes({Attribute(0, 0, Attribute::Float4, 0), Attribute(0, 1, Attribute::Float3, 16),
                        Attribute(0, 2, Attribute::UInt, 28)});
  QRhiGraphicsPipeline::TargetBlend blend;
  blend.enable = true;
  blend.srcColor = QRhiGraphicsPipeline::SrcAlpha;
  for (const Kind kind : {Behind, Front, OnTop}) {
    std::unique_ptr<QRhiGraphicsPipeline> made(rhi.newGraphicsPipeline());
    made->setShaderStages(stages->begin(), stages->end());
    made->setVertexInputLayout(layout);
    made->setShaderResourceBindings(m_bindings.get());
    made->setRenderPassDescriptor(context.target.descriptor);
    made->setSampleCount(context.target.sampleCount);
    made->setCullMode(QRhiGraphicsPipeline::Back);
    made->setDepthTest(kind != OnTop);
    made->setDepthOp(kind == Behind ? QRhiGraphicsPipeline::Greater : QRhiGraphicsPipeline::LessOrEqual);
    made->setTargetBlends({blend});
    if (!made->create()) {
      return fail(ErrorCode::Unsupported, "the GPU's driver refuses the shaders of the skeleton");
    }
    m_pipelines[kind] = std::move(made);
  }
  return {};
}

void SkeletonPass::record(const FrameContext& context) {
  if (m_count == 0) {
    return;
  }
  QRhiCommandBuffer& commands = *context.commands;
  const QSize size = context.target.pixelSize;
  const auto draw = [&](Kind kind) {
    commands.setGraphicsPipeline(m_pipelines[kind].get());
    commands.setViewport({0.0f, 0.0f, static_cast<float>(size.width()), static_cast<float>(size.height())});
    const QRhiCommandBuffer::DynamicOffset offset(2, kind == Behind ? 0u : static_cast<quint32>(m_stride));
    commands.setShaderResources(m_bindings.get(), 1, &offset);
    const QRhiCommandBuffer::VertexInput input(m_bones.get(), 0);
    commands.setVertexInput(0, 1, &input);
    commands.draw(kBoneVertices, m_count);
  };
  if (context.scene.view.skeleton == SkeletonView::OnTop) {
    draw(OnTop);
  } else {
    draw(Behind);
    draw(Front);
  }
}

void SkeletonPass::release() {
  m_pipelines = {};
  m_bindings.reset();
  m_block.reset();
  m_bones.reset();
  m_capacity = 0;
  m_count = 0;
  m_pose = {};
}

}  // namespace texeleton::viewport

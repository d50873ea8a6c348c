#include "viewport/passes/crowd_input.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/vat/encoding.h"
#include "core/vat/texture_layout.h"
#include "viewport/passes/frame_uniforms.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

namespace {

using InputAttribute = QRhiVertexInputAttribute;

constexpr int kVertexBinding = 0;
constexpr int kInstanceBinding = 1;
constexpr int kExtrasBinding = 2;
constexpr int kFirstVertexLocation = static_cast<int>(kInstanceAttributes.size());
constexpr int kExtrasLocation = 9;
constexpr int kSkinnedLocation = 5;  // Position, normal and tangent start here; location 4 is the uv.

bool isFull(VertexKind kind) { return kind == VertexKind::BoneFull || kind == VertexKind::VertexFull; }

/// Offset of the texture coordinates in a vertex, in bytes.
quint32 uvOffset(VertexKind kind) {
  switch (kind) {
    case VertexKind::BonePacked:
    case VertexKind::BonePackedWide:
    case VertexKind::StillPacked:
      return 12;
    case VertexKind::BoneFull:
      return 24;
    case VertexKind::VertexPacked:
      return 8;
    case VertexKind::VertexFull:
      return 16;
  }
  return 0;
}

std::vector<InputAttribute::Format> formatsOf(VertexKind kind) {
  switch (kind) {
    case VertexKind::BonePacked:
      return {InputAttribute::UInt4, InputAttribute::UInt2};
    case VertexKind::BonePackedWide:
      return {InputAttribute::UInt4, InputAttribute::UInt3};
    case VertexKind::BoneFull:
      return {InputAttribute::Float3, InputAttribute::Float3, InputAttribute::Float2, InputAttribute::UInt4,
              InputAttribute::Float4};
    case VertexKind::VertexPacked:
      return {InputAttribute::UInt3};
    case VertexKind::VertexFull:
      return {InputAttribute::UInt, InputAttribute::Float3, InputAttribute::Float2};
    case VertexKind::StillPacked:
      return {InputAttribute::UInt4};
  }
  return {};
}

quint32 bytesOf(InputAttribute::Format format) {
  switch (format) {
    case InputAttribute::UInt4:
    case InputAttribute::Float4:
      return 16;
    case InputAttribute::UInt3:
    case InputAttribute::Float3:
      return 12;
    case InputAttribute::UInt2:
    case InputAttribute::Float2:
      return 8;
    default:
      return 4;
  }
}

}  // namespace

std::vector<InputAttribute> instanceAttributes(int binding, bool withMotion, std::span<const InstanceAttribute> all) {
  std::vector<InputAttribute> attributes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const InstanceAttribute& attribute = all[i];
    if (withMotion || !attribute.isOfMotion) {
      attributes.emplace_back(binding, static_cast<int>(i),
                              attribute.isFloat ? InputAttribute::Float4 : InputAttribute::UInt4, attribute.offset);
    }
  }
  return attributes;
}

QRhiVertexInputLayout crowdInputLayout(VertexKind kind, bool extras) {
  std::vector<QRhiVertexInputBinding> bindings = {
      QRhiVertexInputBinding(vertexStride(kind)),
      QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance)};
  std::vector<InputAttribute> attributes = instanceAttributes(kInstanceBinding, kind != VertexKind::StillPacked);
  quint32 offset = 0;
  int location = kFirstVertexLocation;
  for (const InputAttribute::Format format : formatsOf(kind)) {
    attributes.emplace_back(kVertexBinding, location++, format, offset);
    offset += bytesOf(format);
  }
  if (extras) {
    bindings.emplace_back(kExtrasStride);
    attributes.emplace_back(kExtrasBinding, kExtrasLocation, InputAttribute::UInt4, 0);
  }
  return vertexInputs(bindings, attributes);
}

QRhiVertexInputLayout instanceInputLayout() {
  return vertexInputs({{sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance}}, instanceAttributes(0));
}

QRhiVertexInputLayout crowdInputLayout(VertexKind kind, CrowdPart part, bool extras) {
  switch (part) {
    case CrowdPart::Skinned:
      return skinnedInputLayout(kind, extras);
    case CrowdPart::Posed:
      return posedInputLayout();
    default:
      return crowdInputLayout(kind, extras);
  }
}

void addFollowedInput(std::vector<QRhiVertexInputBinding>& bindings, std::vector<InputAttribute>& attributes) {
  constexpr int kFirstRowLocation = 9;
  const auto binding = static_cast<int>(bindings.size());
  bindings.emplace_back(GpuFollowed::kBytes, QRhiVertexInputBinding::PerInstance);
  for (int row = 0; row < 3; ++row) {
    attributes.emplace_back(binding, kFirstRowLocation + row, InputAttribute::Float4, static_cast<quint32>(16 * row));
  }
}

QRhiVertexInputLayout posedInputLayout() {
  return vertexInputs({{sizeof(std::uint32_t), QRhiVertexInputBinding::PerInstance}},
                      {{0, 0, InputAttribute::UInt, 0}});
}

QRhiVertexInputLayout skinnedInputLayout(VertexKind kind, bool extras) {
  constexpr int kSkinned = 2;
  std::vector<QRhiVertexInputBinding> bindings = {
      QRhiVertexInputBinding(vertexStride(kind)),
      QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance),
      QRhiVertexInputBinding(kSkinnedVertexWords * sizeof(std::uint32_t))};
  std::vector<InputAttribute> attributes = instanceAttributes(kInstanceBinding);
  attributes.emplace_back(kVertexBinding, kFirstVertexLocation,
                          isFull(kind) ? InputAttribute::Float2 : InputAttribute::UInt, uvOffset(kind));
  attributes.emplace_back(kSkinned, kSkinnedLocation, InputAttribute::Float3, 0);
  attributes.emplace_back(kSkinned, kSkinnedLocation + 1, InputAttribute::UInt2, 12);
  if (extras) {
    bindings.emplace_back(kExtrasStride);
    attributes.emplace_back(kSkinned + 1, kExtrasLocation, InputAttribute::UInt4, 0);
  }
  return vertexInputs(bindings, attributes);
}

bool hasPart(const FrameContext& context, CrowdPart part) {
  if (part == CrowdPart::Skinned) {
    return context.skin != nullptr && context.skin->characterCount() > 0;
  }
  if (part == CrowdPart::Posed) {
    return context.poses != nullptr && context.crowdDraws.byTexture;
  }
  if (!context.crowdDraws.byTexture || part == CrowdPart::Texture) {
    return context.crowdDraws.byTexture;
  }
  if (context.crowd.isLayered() || context.scene.view.mode == ViewMode::VertexLit || context.tessellation != nullptr) {
    return false;  // One shader draws all instances.
  }
  const VertexKind kind = context.pack.vertexKind();
  const std::size_t restless = context.crowd.restless().size();
  return !isFull(kind) && kind != VertexKind::StillPacked && restless < context.crowd.count() &&
         (part == CrowdPart::Calm || restless > 0);
}

std::vector<CrowdPart> surfaceParts(const FrameContext& context) {
  std::vector<CrowdPart> parts = {CrowdPart::Skinned, CrowdPart::Texture};
  if (hasPart(context, CrowdPart::Posed)) {
    parts = {CrowdPart::Skinned, CrowdPart::Posed};
  } else if (hasPart(context, CrowdPart::Calm)) {
    parts = {CrowdPart::Skinned, CrowdPart::Calm, CrowdPart::Restless};
  }
  std::erase_if(parts, [&](CrowdPart part) { return !hasPart(context, part); });
  return parts;
}

CrowdPart shadersOf(CrowdPart part) { return part == CrowdPart::Restless ? CrowdPart::Texture : part; }

namespace {

/// The restless instances of a run, as a range in GpuCrowd::restlessInstances().
CrowdRun restlessOf(const GpuCrowd& crowd, const CrowdRun& run) {
  const std::span<const std::uint32_t> all = crowd.restless();
  const auto first = std::lower_bound(all.begin(), all.end(), run.first);
  const auto last = std::lower_bound(first, all.end(), run.first + run.count);
  return {static_cast<std::uint32_t>(first - all.begin()), static_cast<std::uint32_t>(last - first), run.level};
}

/// A range of consecutive slots.
struct SlotRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

void drawSlots(const FrameContext& context, const SlotRange& range, const GpuPack::Primitive& primitive) {
  const QRhiCommandBuffer::VertexInput input(context.poses->slotNumbers(),
                                             range.first * static_cast<quint32>(sizeof(std::uint32_t)));
  context.commands->setVertexInput(0, 1, &input, context.pack.indexBuffer(), 0, QRhiCommandBuffer::IndexUInt32);
  context.commands->drawIndexed(primitive.indexCount, range.count, primitive.firstIndex);
  ++context.statistics.drawCalls;
  context.statistics.triangles += std::uint64_t{primitive.indexCount} / 3 * range.count;
}

bool isBlended(const FrameContext& context, const GpuPack::Primitive& primitive) {
  return context.pack.materials().materials()[primitive.material].blended;
}

// Draws all of a level at once; blended materials run by run, farthest first.
void drawPosed(const FrameContext& context, const CrowdDraws& draws, std::uint32_t level,
               const GpuPack::Primitive& primitive) {
  const bool blended = isBlended(context, primitive);
  std::vector<SlotRange> ranges;
  std::uint32_t slot = draws.firstSlot;
  for (const CrowdRun& run : draws.inSlots) {
    if (run.level == level) {
      if (!blended && !ranges.empty() && ranges.back().first + ranges.back().count == slot) {
        ranges.back().count += run.count;
      } else {
        ranges.push_back({slot, run.count});
      }
    }
    slot += run.level == kImpostorLevel ? 0 : run.count;
  }
  if (blended) {
    std::ranges::reverse(ranges);
  }
  for (const SlotRange& range : ranges) {
    drawSlots(context, range, primitive);
  }
}

void drawRun(const FrameContext& context, CrowdPart part, CrowdRun run, const GpuPack::Primitive& primitive,
             bool extras) {
  std::uint32_t leftOut = 0;
  if (part != CrowdPart::Texture) {
    const CrowdRun restless = restlessOf(context.crowd, run);
    leftOut = part == CrowdPart::Calm ? restless.count : 0;
    run = part == CrowdPart::Restless ? restless : run;
  }
  if (run.count == leftOut) {
    return;
  }
  CrowdBuffers buffers = crowdBuffers(context.pack, context.crowd, run.first);
  if (part == CrowdPart::Restless) {
    buffers.inputs[kInstanceBinding].first = context.crowd.restlessInstances();
  }
  context.commands->setVertexInput(0, extras ? buffers.count : 2, buffers.inputs.data(), context.pack.indexBuffer(), 0,
                                   QRhiCommandBuffer::IndexUInt32);
  context.commands->drawIndexed(primitive.indexCount, run.count, primitive.firstIndex);
  context.statistics.triangles += std::uint64_t{primitive.indexCount} / 3 * (run.count - leftOut);
  ++context.statistics.drawCalls;
}

// The slot of an instance among the skinned characters.
std::optional<std::size_t> slotOf(const FrameContext& context, std::uint32_t instance) {
  const std::span<const SkinnedInstance> skinned = context.crowdDraws.skinned;
  const auto at = std::lower_bound(skinned.begin(), skinned.end(), instance,
                                   [](const SkinnedInstance& each, std::uint32_t i) { return each.instance < i; });
  return at != skinned.end() && at->instance == instance ? std::optional<std::size_t>(at->slot) : std::nullopt;
}

void drawCharacter(const FrameContext& context, const SkinnedInstance& skinned, const GpuPack::Primitive& primitive,
                   bool extras) {
  const CrowdBuffers own = crowdBuffers(context.pack, context.crowd, skinned.instance);
  CrowdBuffers buffers;
  buffers.inputs[0] = own.inputs[kVertexBinding];
  buffers.inputs[1] = own.inputs[kInstanceBinding];
  buffers.inputs[2] = {context.skin->skinned(), static_cast<quint32>(context.skin->bytesOfACharacter() * skinned.slot)};
  buffers.inputs[3] = own.inputs[kExtrasBinding];
  context.commands->setVertexInput(0, extras ? 4 : 3, buffers.inputs.data(), context.pack.indexBuffer(), 0,
                                   QRhiCommandBuffer::IndexUInt32);
  context.commands->drawIndexed(primitive.indexCount, 1, primitive.firstIndex);
  context.statistics.triangles += std::uint64_t{primitive.indexCount} / 3;
  ++context.statistics.drawCalls;
}

}  // namespace

void drawCrowd(const FrameContext& context, const CrowdDraws& draws, CrowdPart part, std::uint32_t level,
               const GpuPack::Primitive& primitive, bool extras) {
  if (part == CrowdPart::Posed) {
    drawPosed(context, draws, level, primitive);
    return;
  }
  if (part != CrowdPart::Skinned) {
    const std::size_t count = draws.ordered.size();
    const bool blended = isBlended(context, primitive);
    for (std::size_t i = 0; i < count; ++i) {
      const CrowdRun& run = draws.ordered[blended ? count - 1 - i : i];  // Blended: farthest first.
      if (run.level == level) {
        drawRun(context, part, run, primitive, extras);
      }
    }
    return;
  }
  // Characters that are far enough for impostors but have poses of their own are drawn at the coarsest level.
  const auto coarsest = static_cast<std::uint32_t>(context.pack.levels().size() - 1);
  forEachSkinned(draws, [&](const SkinnedInstance& skinned, const CrowdRun& run) {
    if (std::min(run.level, coarsest) == level) {
      drawCharacter(context, skinned, primitive, extras);
    }
  });
}

void forEachSkinned(const CrowdDraws& draws,
                    const std::function<void(const SkinnedInstance& skinned, const CrowdRun& run)>& draw) {
  auto next = draws.skinned.begin();
  for (const CrowdRun& run : draws.runs) {
    while (next != draws.skinned.end() && next->instance < run.first) {
      ++next;
    }
    for (; next != draws.skinned.end() && next->instance < run.first + run.count; ++next) {
      draw(*next, run);
    }
  }
}

std::optional<CrowdPart> partOf(const FrameContext& context, std::uint32_t instance) {
  if (instance >= context.crowd.count()) {
    return std::nullopt;
  }
  if (hasPart(context, CrowdPart::Skinned) && slotOf(context, instance) &&
      isSkinned(context.scene, context.path, instance)) {
    return CrowdPart::Skinned;
  }
  return context.crowdDraws.byTexture ? std::optional(CrowdPart::Texture) : std::nullopt;
}

void drawInstance(const FrameContext& context, CrowdPart part, std::uint32_t instance,
                  const GpuPack::Primitive& primitive) {
  CrowdBuffers buffers = crowdBuffers(context.pack, context.crowd, instance);
  if (part == CrowdPart::Skinned) {
    const std::size_t slot = slotOf(context, instance).value_or(0);
    buffers.inputs[2] = {context.skin->skinned(), static_cast<quint32>(context.skin->bytesOfACharacter() * slot)};
  }
  context.commands->setVertexInput(0, part == CrowdPart::Skinned ? 3 : 2, buffers.inputs.data(),
                                   context.pack.indexBuffer(), 0, QRhiCommandBuffer::IndexUInt32);
  context.commands->drawIndexed(primitive.indexCount, 1, primitive.firstIndex);
}

CrowdBuffers crowdBuffers(const GpuPack& pack, const GpuCrowd& crowd, std::uint32_t firstInstance) {
  CrowdBuffers buffers;
  buffers.inputs[kVertexBinding] = {pack.vertexBuffer(), 0};
  buffers.inputs[kInstanceBinding] = {crowd.instances(), firstInstance * static_cast<quint32>(sizeof(InstanceRecord))};
  if (pack.hasExtras()) {
    buffers.inputs[kExtrasBinding] = {pack.extraBuffer(), 0};
    buffers.count = 3;
  }
  return buffers;
}

void setResources(QRhiCommandBuffer& commands, QRhiShaderResourceBindings* resources) {
  const QRhiCommandBuffer::DynamicOffset offset(0, 0);
  commands.setShaderResources(resources, 1, &offset);
}

BindingList crowdBindings(const GpuPack& pack, const GpuCrowd& crowd) {
  return {QRhiShaderResourceBinding::uniformBuffer(1, kVertexStage, crowd.uniforms()),
          QRhiShaderResourceBinding::sampledTexture(3, kVertexStage, pack.texture(), pack.textureSampler())};
}

BindingList posedBindings(const GpuPack& pack, const GpuPoses& poses) {
  BindingList bindings = {QRhiShaderResourceBinding::bufferLoad(12, kVertexStage, poses.poses()),
                          QRhiShaderResourceBinding::bufferLoad(13, kVertexStage, pack.pulledVertices())};
  if (pack.hasExtras()) {
    bindings.push_back(QRhiShaderResourceBinding::bufferLoad(14, kVertexStage, pack.pulledExtras()));
  }
  return bindings;
}

BindingList materialBindings(const GpuMaterials& materials, const GpuMaterials::Drawn& material, bool all,
                             QRhiShaderResourceBinding::StageFlags stages) {
  const auto map = [](int binding, const GpuMaterials::Map& from) {
    return QRhiShaderResourceBinding::sampledTexture(binding, kFragmentStage, from.texture, from.sampler);
  };
  BindingList bindings = {QRhiShaderResourceBinding::uniformBuffer(2, stages, materials.buffer(), material.offset,
                                                                   GpuMaterials::numberBytes()),
                          map(4, material.baseColor)};
  if (all) {
    bindings.insert(bindings.end(), {map(5, material.surface), map(6, material.normal), map(7, material.occlusion),
                                     map(8, material.emissive), map(10, material.tint)});
  }
  return bindings;
}

QRhiShaderResourceBinding shadowBinding(const FrameContext& context) {
  return QRhiShaderResourceBinding::sampledTexture(9, kFragmentStage, context.shadowMap, context.shadowSampler);
}

namespace {

/// Adds the tessellation stages, if it is on.
QRhiShaderResourceBinding::StageFlags surfaceStages(const FrameContext& context,
                                                    QRhiShaderResourceBinding::StageFlags stages) {
  return context.tessellation == nullptr ? stages
                                         : stages | QRhiShaderResourceBinding::TessellationControlStage |
                                               QRhiShaderResourceBinding::TessellationEvaluationStage;
}

}  // namespace

MaterialResources SurfaceResources::make(const FrameContext& context, bool lit, bool posed) {
  const auto stages = surfaceStages(context, lit ? kVertexStage | kFragmentStage : kVertexStage);
  const GpuMaterials& materials = context.pack.materials();
  MaterialResources all;
  for (const GpuMaterials::Drawn& material : materials.materials()) {
    all.push_back(makeBindings(
        context.device.rhi(),
        {{QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(0, stages, context.frameBlock,
                                                                    sizeof(FrameUniforms))},
         crowdBindings(context.pack, context.crowd),
         materialBindings(materials, material, lit, surfaceStages(context, kFragmentStage)),
         lit ? BindingList{shadowBinding(context)} : BindingList(),
         posed ? posedBindings(context.pack, *context.poses) : BindingList(),
         context.tessellation != nullptr ? context.tessellation->bindings(context.pack, all.size()) : BindingList()}));
  }
  return all;
}

void SurfaceResources::prepare(const FrameContext& context, bool lit) {
  if (m_resources.empty()) {
    m_resources = make(context, lit, false);
  }
  if (hasPart(context, CrowdPart::Posed) && m_posedBy != context.poses->poses()->globalResourceId()) {
    m_posed = make(context, lit, true);
    m_posedBy = context.poses->poses()->globalResourceId();
  }
}

QRhiShaderResourceBindings* SurfaceResources::of(CrowdPart part, std::size_t material) const {
  return (part == CrowdPart::Posed ? m_posed : m_resources)[material].get();
}

void SurfaceResources::release() {
  m_resources.clear();
  m_posed.clear();
  m_posedBy = 0;
}

MaterialResources flatColorResources(const FrameContext& context, QRhiBuffer& block) {
  MaterialResources all;
  for (const GpuMaterials::Drawn& material : context.pack.materials().materials()) {
    all.push_back(makeBindings(context.device.rhi(),
                               {{QRhiShaderResourceBinding::uniformBuffer(0, kVertexStage, context.frameBlock),
                                 QRhiShaderResourceBinding::uniformBufferWithDynamicOffset(
                                     5, kVertexStage | kFragmentStage, &block, sizeof(FlatColorUniforms))},
                                crowdBindings(context.pack, context.crowd),
                                materialBindings(context.pack.materials(), material, false)}));
  }
  return all;
}

PipelineSettings flatColorPipeline(const FrameContext& context, CrowdPart part, const MaterialResources& resources) {
  return {.shaders = {crowdShader("highlight", context.pack, context.crowd, part, false), "highlight.frag"},
          .inputs = crowdInputLayout(context.pack.vertexKind(), part, false),
          .bindings = resources.front().get(),
          .target = context.target};
}

PassInputs crowdInputs(const FrameContext& context, std::initializer_list<const QRhiResource*> more) {
  PassInputs inputs =
      passInputs(context, {context.pack.texture(), context.frameBlock, context.crowd.uniforms(), context.shadowMap});
  inputs.resources.push_back(context.tessellation != nullptr ? context.tessellation->id() : 0);
  inputs.resources.push_back(context.crowd.isLayered() ? 1 : 0);
  const std::vector<quint64> added = idsOf(more);
  inputs.resources.insert(inputs.resources.end(), added.begin(), added.end());
  return inputs;
}

namespace {

/// The part of shader names that depends on a pack: vertex kind and encoding.
std::string shaderWord(const GpuPack& pack) {
  const std::string encoding = pack.vertexKind() == VertexKind::StillPacked ? "" : pack.encoding().shader;
  return vertexKindWord(pack.vertexKind()) + (encoding.empty() ? "" : "_" + encoding);
}

}  // namespace

std::string shaderVariant(std::string shader, const char* word) {
  const std::size_t extras = shader.rfind("_extras.");
  return shader.insert(extras != std::string::npos ? extras : shader.rfind('.'), word);
}

std::string tessellatedShader(const FrameContext& context, std::string vertexShader) {
  return context.tessellation != nullptr ? shaderVariant(std::move(vertexShader), "_tess") : vertexShader;
}

void addTessellation(const FrameContext& context, const char* variant, PipelineSettings& settings) {
  if (context.tessellation == nullptr) {
    return;
  }
  const std::string extras = context.pack.hasExtras() ? "_extras" : "";
  settings.shaders.push_back("crowd" + extras + ".tesc");
  settings.shaders.push_back(std::string("crowd") + variant + extras + ".tese");
  settings.topology = QRhiGraphicsPipeline::Patches;
}

std::string crowdShader(const char* base, const GpuPack& pack, bool extras) {
  return std::string(base) + "_" + shaderWord(pack) + (extras ? "_extras" : "") + ".vert";
}

std::string socketShader(const char* base, const GpuCrowd& crowd) {
  return std::string(base) + (crowd.isLayered() ? "_layers.vert" : ".vert");
}

std::string crowdShader(const char* base, const GpuPack& pack, const GpuCrowd& crowd, CrowdPart part, bool extras) {
  const bool calm = part == CrowdPart::Calm;
  if (part == CrowdPart::Posed) {
    // Bones have been decoded already, whatever their encoding.
    const bool ofBones = pack.animation()->mode == vat::BakeMode::Bone;
    return std::string(base) + "_" + (ofBones ? vertexKindWord(pack.vertexKind()) : shaderWord(pack)) + "_posed" +
           (extras ? "_extras" : "") + ".vert";
  }
  if (crowd.isLayered() && part != CrowdPart::Skinned) {
    return std::string(base) + "_" + vertexKindWord(pack.vertexKind()) + "_layers" + (extras ? "_extras" : "") +
           ".vert";
  }
  const std::string kind = part != CrowdPart::Skinned  ? shaderWord(pack)
                           : isFull(pack.vertexKind()) ? "skinned_full"
                                                       : "skinned";
  return std::string(base) + "_" + kind + (calm ? "_calm" : "") + (extras ? "_extras" : "") + ".vert";
}

SocketUniforms socketUniforms(const vat::BakedAnimation& animation, const vat::TextureLayout& layout,
                              std::uint32_t number, float axisMetres, std::uint32_t linePixels) {
  const vat::Socket& socket = animation.sockets[number];
  const glm::dmat3 axes = glm::mat3_cast(socket.rotation);
  SocketUniforms block;
  for (int i = 0; i < 3; ++i) {
    block.axes[i] = glm::vec4(glm::vec3(axes[i]), static_cast<float>(socket.scale[i]));
  }
  block.origin = glm::vec4(glm::vec3(socket.position), axisMetres);
  const std::uint32_t texel = animation.mode == vat::BakeMode::Bone
                                  ? vat::elementTexel(layout, static_cast<std::uint32_t>(socket.bone), 0)
                                  : vat::socketTexel(layout, number, 0);
  block.place = {texel, linePixels, 0u, 0u};
  return block;
}

}  // namespace texeleton::viewport

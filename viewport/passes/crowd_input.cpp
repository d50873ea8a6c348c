#include "viewport/passes/crowd_input.h"

#include <vector>

namespace texeleton {

namespace {

using Attribute = QRhiVertexInputAttribute;

constexpr int kVertices = 0;
constexpr int kInstances = 1;
constexpr int kExtras = 2;
constexpr int kFirstVertexLocation = 4;
constexpr int kExtrasLocation = 9;
constexpr int kSkinnedLocation = 5;  // Position, then normal and tangent; location 4 is the uv.

bool isFull(VertexKind kind) { return kind == VertexKind::BoneFull || kind == VertexKind::VertexFull; }

/// Where the texture coordinates of a vertex lie, in bytes.
quint32 uvOffset(VertexKind kind) {
  switch (kind) {
    case VertexKind::BonePacked:
    case VertexKind::BonePackedWide:
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

std::vector<Attribute> instanceAttributes() {
  return {Attribute(kInstances, 0, Attribute::Float4, 0), Attribute(kInstances, 1, Attribute::UInt4, 16),
          Attribute(kInstances, 2, Attribute::UInt4, 32), Attribute(kInstances, 3, Attribute::UInt4, 48)};
}

std::vector<Attribute::Format> formatsOf(VertexKind kind) {
  switch (kind) {
    case VertexKind::BonePacked:
      return {Attribute::UInt4, Attribute::UInt2};
    case VertexKind::BonePackedWide:
      return {Attribute::UInt4, Attribute::UInt3};
    case VertexKind::BoneFull:
      return {Attribute::Float3, Attribute::Float3, Attribute::Float2, Attribute::UInt4, Attribute::Float4};
    case VertexKind::VertexPacked:
      return {Attribute::UInt3};
    case VertexKind::VertexFull:
      return {Attribute::UInt, Attribute::Float3, Attribute::Float2};
  }
  return {};
}

quint32 bytesOf(Attribute::Format format) {
  switch (format) {
    case Attribute::UInt4:
    case Attribute::Float4:
      return 16;
    case Attribute::UInt3:
    case Attribute::Float3:
      return 12;
    case Attribute::UInt2:
    case Attribute::Float2:
      return 8;
    default:
      return 4;
  }
}

}  // namespace

QRhiVertexInputLayout crowdInputLayout(VertexKind kind, bool extras) {
  std::vector<QRhiVertexInputBinding> bindings = {
      QRhiVertexInputBinding(vertexStride(kind)),
      QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance)};
  std::vector<Attribute> attributes = instanceAttributes();
  quint32 offset = 0;
  int location = kFirstVertexLocation;
  for (const Attribute::Format format : formatsOf(kind)) {
    attributes.emplace_back(kVertices, location++, format, offset);
    offset += bytesOf(format);
  }
  if (extras) {
    bindings.emplace_back(kExtrasStride);
    attributes.emplace_back(kExtras, kExtrasLocation, Attribute::UInt4, 0);
  }
  QRhiVertexInputLayout layout;
  layout.setBindings(bindings.begin(), bindings.end());
  layout.setAttributes(attributes.begin(), attributes.end());
  return layout;
}

QRhiVertexInputLayout crowdInputLayout(const FrameContext& context, bool extras) {
  const VertexKind kind = context.pack.vertexKind();
  if (context.skin == nullptr) {
    return crowdInputLayout(kind, extras);
  }
  constexpr int kSkinned = 2;
  std::vector<QRhiVertexInputBinding> bindings = {
      QRhiVertexInputBinding(vertexStride(kind)),
      QRhiVertexInputBinding(sizeof(InstanceRecord), QRhiVertexInputBinding::PerInstance),
      QRhiVertexInputBinding(kSkinnedVertexWords * sizeof(std::uint32_t))};
  std::vector<Attribute> attributes = instanceAttributes();
  attributes.emplace_back(kVertices, kFirstVertexLocation, isFull(kind) ? Attribute::Float2 : Attribute::UInt,
                          uvOffset(kind));
  attributes.emplace_back(kSkinned, kSkinnedLocation, Attribute::Float3, 0);
  attributes.emplace_back(kSkinned, kSkinnedLocation + 1, Attribute::UInt2, 12);
  if (extras) {
    bindings.emplace_back(kExtrasStride);
    attributes.emplace_back(kSkinned + 1, kExtrasLocation, Attribute::UInt4, 0);
  }
  QRhiVertexInputLayout layout;
  layout.setBindings(bindings.begin(), bindings.end());
  layout.setAttributes(attributes.begin(), attributes.end());
  return layout;
}

std::uint32_t drawnInstances(const FrameContext& context) {
  return context.skin == nullptr ? context.crowd.count() : context.skin->characterCount();
}

void drawCrowd(const FrameContext& context, std::uint32_t firstIndex, std::uint32_t indexCount, bool extras) {
  QRhiCommandBuffer& commands = *context.commands;
  context.statistics.triangles += std::uint64_t{indexCount} / 3 * drawnInstances(context);
  if (context.skin == nullptr) {
    const CrowdBuffers buffers = crowdBuffers(context.pack, context.crowd, 0);
    commands.setVertexInput(0, extras ? buffers.count : 2, buffers.inputs.data(), context.pack.indexBuffer(), 0,
                            QRhiCommandBuffer::IndexUInt32);
    commands.drawIndexed(indexCount, context.crowd.count(), firstIndex);
    ++context.statistics.drawCalls;
    return;
  }
  for (std::uint32_t i = 0; i < context.skin->characterCount(); ++i) {
    const CrowdBuffers own = crowdBuffers(context.pack, context.crowd, i);
    CrowdBuffers buffers;
    buffers.inputs[0] = own.inputs[kVertices];
    buffers.inputs[1] = own.inputs[kInstances];
    buffers.inputs[2] = {context.skin->skinned(), static_cast<quint32>(context.skin->bytesOfACharacter() * i)};
    buffers.inputs[3] = own.inputs[kExtras];
    commands.setVertexInput(0, extras ? 4 : 3, buffers.inputs.data(), context.pack.indexBuffer(), 0,
                            QRhiCommandBuffer::IndexUInt32);
    commands.drawIndexed(indexCount, 1, firstIndex);
    ++context.statistics.drawCalls;
  }
}

void drawInstance(const FrameContext& context, std::uint32_t instance, std::uint32_t firstIndex,
                  std::uint32_t indexCount) {
  CrowdBuffers buffers = crowdBuffers(context.pack, context.crowd, instance);
  if (context.skin != nullptr) {
    buffers.inputs[2] = {context.skin->skinned(), static_cast<quint32>(context.skin->bytesOfACharacter() * instance)};
  }
  context.commands->setVertexInput(0, context.skin != nullptr ? 3 : 2, buffers.inputs.data(),
                                   context.pack.indexBuffer(), 0, QRhiCommandBuffer::IndexUInt32);
  context.commands->drawIndexed(indexCount, 1, firstIndex);
}

CrowdBuffers crowdBuffers(const GpuPack& pack, const GpuCrowd& crowd, std::uint32_t firstInstance) {
  CrowdBuffers buffers;
  buffers.inputs[kVertices] = {pack.vertexBuffer(), 0};
  buffers.inputs[kInstances] = {crowd.instances(), firstInstance * static_cast<quint32>(sizeof(InstanceRecord))};
  if (pack.hasExtras()) {
    buffers.inputs[kExtras] = {pack.extraBuffer(), 0};
    buffers.count = 3;
  }
  return buffers;
}

std::array<QRhiShaderResourceBinding, 2> crowdBindings(const GpuPack& pack, const GpuCrowd& crowd) {
  return {QRhiShaderResourceBinding::uniformBuffer(1, QRhiShaderResourceBinding::VertexStage, crowd.uniforms()),
          QRhiShaderResourceBinding::sampledTexture(3, QRhiShaderResourceBinding::VertexStage, pack.texture(),
                                                    pack.textureSampler())};
}

CrowdInputs crowdInputs(const FrameContext& context) {
  return {context.pack.texture()->globalResourceId(),
          context.frameBlock->globalResourceId(),
          context.crowd.uniforms()->globalResourceId(),
          context.shadowMap->globalResourceId(),
          context.target.descriptor->serializedFormat(),
          context.target.sampleCount,
          context.skin != nullptr};
}

std::string crowdShader(const char* base, const GpuPack& pack, bool extras) {
  return std::string(base) + "_" + vertexKindWord(pack.vertexKind()) + (extras ? "_extras" : "") + ".vert";
}

std::string crowdShader(const char* base, const FrameContext& context, bool extras) {
  if (context.skin == nullptr) {
    return crowdShader(base, context.pack, extras);
  }
  return std::string(base) + (isFull(context.pack.vertexKind()) ? "_skinned_full" : "_skinned") +
         (extras ? "_extras" : "") + ".vert";
}

}  // namespace texeleton

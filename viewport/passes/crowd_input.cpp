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
  std::vector<Attribute> attributes = {
      Attribute(kInstances, 0, Attribute::Float4, 0), Attribute(kInstances, 1, Attribute::UInt4, 16),
      Attribute(kInstances, 2, Attribute::UInt4, 32), Attribute(kInstances, 3, Attribute::UInt4, 48)};
  quint32 offset = 0;
  int location = kFirstVertexLocation;
  for (const Attribute::Format format : formatsOf(kind)) {
    attributes.emplace_back(kVertices, location++, format, offset);
    offset += bytesOf(format);
  }
  if (extras) {
    bindings.emplace_back(kExtrasStride);
    attributes.emplace_back(kExtras, kExtrasLocation, Attribute::UInt3, 0);
  }
  QRhiVertexInputLayout layout;
  layout.setBindings(bindings.begin(), bindings.end());
  layout.setAttributes(attributes.begin(), attributes.end());
  return layout;
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
  return {context.pack.texture()->globalResourceId(),    context.frameBlock->globalResourceId(),
          context.crowd.uniforms()->globalResourceId(),  context.shadowMap->globalResourceId(),
          context.target.descriptor->serializedFormat(), context.target.sampleCount};
}

std::string crowdShader(const char* base, const GpuPack& pack, bool extras) {
  return std::string(base) + "_" + vertexKindWord(pack.vertexKind()) + (extras ? "_extras" : "") + ".vert";
}

}  // namespace texeleton

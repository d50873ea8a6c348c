#pragma once

#include <array>
#include <string>

#include "viewport/passes/pass.h"

namespace texeleton {

/// What every pass that draws a crowd by its animation texture feeds to shaders/crowd_vertex.glsl.

/// Attributes of a vertex kind: binding 0 vertices, 1 instances, 2 extras.
QRhiVertexInputLayout crowdInputLayout(VertexKind kind, bool extras);

/// The buffers in the same order; `firstInstance` moves the start of the instances (no interface that QRhi speaks can
/// be counted on for a first instance).
struct CrowdBuffers {
  std::array<QRhiCommandBuffer::VertexInput, 3> inputs;
  int count = 2;
};
CrowdBuffers crowdBuffers(const GpuPack& pack, const GpuCrowd& crowd, std::uint32_t firstInstance);

/// The crowd's numbers (binding 1) and the animation texture (binding 3), for the vertex stage.
std::array<QRhiShaderResourceBinding, 2> crowdBindings(const GpuPack& pack, const GpuCrowd& crowd);

/// What pipelines and bindings of a pass over a crowd are made for. By the ids of QRhi: addresses come again.
struct CrowdInputs {
  quint64 texture = 0;
  quint64 frameBlock = 0;
  quint64 crowdBlock = 0;
  quint64 shadowMap = 0;
  QVector<quint32> targetFormat;
  int sampleCount = 0;
  bool operator==(const CrowdInputs&) const = default;
};
CrowdInputs crowdInputs(const FrameContext& context);

/// Name of a vertex shader in the variant of a pack: "crowd" becomes "crowd_bone.vert".
std::string crowdShader(const char* base, const GpuPack& pack, bool extras);

}  // namespace texeleton

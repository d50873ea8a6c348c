#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewport/passes/pass.h"
#include "viewport/scene/instance_record.h"

namespace texeleton::viewport {

/// The input of every pass that draws a crowd to shaders/crowd_vertex.glsl: vertices that are posed by the animation
/// texture, or, where the frame has a GpuSkin, skinned ones.

/// The attributes of an instance record (see kInstanceAttributes) in a binding.
std::vector<QRhiVertexInputAttribute> instanceAttributes(int binding, bool withMotion = true,
                                                         std::span<const InstanceAttribute> all = kInstanceAttributes);

/// Attributes of a vertex kind: binding 0 vertices, 1 instances, then extras.
QRhiVertexInputLayout crowdInputLayout(VertexKind kind, bool extras);
/// Of instances alone: binding 0.
QRhiVertexInputLayout instanceInputLayout();
/// Of skinned vertices: binding 2 is those.
QRhiVertexInputLayout skinnedInputLayout(VertexKind kind, bool extras);

/// Of slots of GpuPoses.
QRhiVertexInputLayout posedInputLayout();

/// The buffers in the same order; `firstInstance` moves the start of the instances (no interface that QRhi speaks can
/// be counted on for a first instance).
struct CrowdBuffers {
  std::array<QRhiCommandBuffer::VertexInput, 4> inputs;
  int count = 2;
};
CrowdBuffers crowdBuffers(const GpuPack& pack, const GpuCrowd& crowd, std::uint32_t firstInstance);

/// Instances that one draw can have.
enum class CrowdPart : std::uint8_t {
  Texture,   ///< All that the texture poses.
  Calm,      ///< Those of them that loop and do not go over into another clip, which the faster CALM shaders draw.
  Restless,  ///< The others, for the same shaders as Texture.
  Skinned,
  Posed,  ///< The same as Texture, posed before (GpuPoses): with shaders that read poses and vertices from buffers.
};
inline constexpr std::size_t kCrowdParts = 5;
/// Whether a frame has anything to draw of a part. Calm and Restless: of packed vertices only, where some are calm.
bool hasPart(const FrameContext& context, CrowdPart part);
/// Returns the parts, of Posed, Texture, Calm and Restless, that together draw what the texture poses, for a pass whose
/// shaders come with CALM ("crowd" and "shadow").
std::vector<CrowdPart> textureParts(const FrameContext& context);
/// The part that has the same shaders: Texture for Restless.
CrowdPart shadersOf(CrowdPart part);

/// Draws triangles of the instances in those of the runs that are of a level: those of the texture each run in one
/// draw, skinned ones one character after the other. Pipeline, viewport and resources are set. Counts draws and
/// triangles.
void drawCrowd(const FrameContext& context, const CrowdDraws& draws, CrowdPart part, std::uint32_t level,
               const GpuPack::Primitive& primitive, bool extras);

/// Texture or Skinned: how an instance is drawn over the picture; nothing where it is not drawn at all.
std::optional<CrowdPart> partOf(const FrameContext& context, std::uint32_t instance);
/// Draws triangles of one instance, posed by the texture or skinned, without extras, and counts nothing: what is drawn
/// over the picture.
void drawInstance(const FrameContext& context, CrowdPart part, std::uint32_t instance,
                  const GpuPack::Primitive& primitive);

/// The crowd's numbers (binding 1) and the animation texture (binding 3), for the vertex stage.
std::array<QRhiShaderResourceBinding, 2> crowdBindings(const GpuPack& pack, const GpuCrowd& crowd);
/// Poses (binding 12), vertices (13) and extras (14) of what is posed, for the vertex stage.
std::vector<QRhiShaderResourceBinding> posedBindings(const GpuPack& pack, const GpuPoses& poses);

/// Stages that see what vertex and fragment shaders of a crowd share: tessellation's too where it is on.
QRhiShaderResourceBinding::StageFlags crowdStages(const FrameContext& context,
                                                  QRhiShaderResourceBinding::StageFlags stages);
/// If tessellation is on, inserts it between the vertex shader "crowd" and the fragments of a pipeline: `vertexShader`
/// becomes the variant for it.
std::string tessellatedShader(const FrameContext& context, std::string vertexShader);
/// … and its stages are added. `variant` of shaders/crowd.tese: "", "_edges", "_shadow".
Result<void> addTessellation(const FrameContext& context, const char* variant, std::vector<QRhiShaderStage>& stages,
                             QRhiGraphicsPipeline& pipeline);
/// "crowd_bone.vert" and "_word" become "crowd_bone_word.vert"; the same before "_extras.vert".
std::string shaderVariant(std::string shader, const char* word);

/// The numbers of shaders/highlight.vert, which draws instances once more in one colour.
struct FlatColorUniforms {
  glm::vec4 color{0.0f};
  glm::vec4 offset{0.0f};  ///< xy: in clip space, for w = 1.
};
/// Its resources for each material of the pack; `block` has FlatColorUniforms, at offsets chosen when drawing.
std::vector<std::unique_ptr<QRhiShaderResourceBindings>> flatColorBindings(const FrameContext& context,
                                                                           QRhiBuffer& block);

/// The resources of pipelines and bindings of a pass over a crowd. By the ids of QRhi: addresses come again.
struct CrowdInputs {
  quint64 texture = 0;
  quint64 frameBlock = 0;
  quint64 crowdBlock = 0;
  quint64 shadowMap = 0;
  quint64 tessellation = 0;  ///< 0: none.
  bool layered = false;
  QVector<quint32> targetFormat;
  int sampleCount = 0;
  bool operator==(const CrowdInputs&) const = default;
};
CrowdInputs crowdInputs(const FrameContext& context);

/// Name of a vertex shader in the variant of a pack: "crowd" becomes "crowd_bone.vert".
std::string crowdShader(const char* base, const GpuPack& pack, bool extras);
/// Of a part: of the pack's kind, or of skinned vertices. Of a crowd with a layer: those that pose it.
std::string crowdShader(const char* base, const GpuPack& pack, const GpuCrowd& crowd, CrowdPart part, bool extras);
/// "socket" becomes "socket.vert", or what poses the sockets of a crowd with a layer.
std::string socketShader(const char* base, const GpuCrowd& crowd);
QRhiVertexInputLayout crowdInputLayout(VertexKind kind, CrowdPart part, bool extras);

}  // namespace texeleton::viewport

#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewport/passes/pass.h"
#include "viewport/scene/crowd/instance_record.h"

namespace texeleton::viewport {

/// The input of shaders/crowd_vertex.glsl for every pass that draws a crowd: vertices posed by the animation texture
/// or, where the frame has a GpuSkin, skinned vertices.

/// The attributes of an instance record (see kInstanceAttributes) in a binding.
std::vector<QRhiVertexInputAttribute> instanceAttributes(int binding, bool withMotion = true,
                                                         std::span<const InstanceAttribute> all = kInstanceAttributes);

/// Layout for a vertex kind: binding 0 vertices, 1 instances, then extras.
QRhiVertexInputLayout crowdInputLayout(VertexKind kind, bool extras);
/// Layout for instances alone: binding 0.
QRhiVertexInputLayout instanceInputLayout();
/// Layout for skinned vertices, which are binding 2.
QRhiVertexInputLayout skinnedInputLayout(VertexKind kind, bool extras);

/// Adds the rows of a node of GpuFollowed (locations 9 to 11) to a layout, as its last binding.
void addFollowedInput(std::vector<QRhiVertexInputBinding>& bindings, std::vector<QRhiVertexInputAttribute>& attributes);

/// Layout for slots of GpuPoses.
QRhiVertexInputLayout posedInputLayout();

/// The buffers in the same order. `firstInstance` offsets the instance buffer, because not every graphics interface
/// supports a first instance.
struct CrowdBuffers {
  std::array<QRhiCommandBuffer::VertexInput, 4> inputs;
  int count = 2;
};
CrowdBuffers crowdBuffers(const GpuPack& pack, const GpuCrowd& crowd, std::uint32_t firstInstance);

/// Subsets of the instances that one draw can have.
enum class CrowdPart : std::uint8_t {
  Texture,   ///< All instances that the texture poses.
  Calm,      ///< Those of Texture that loop and do not cross-fade; the faster CALM shaders draw them.
  Restless,  ///< The rest of Texture, with the same shaders.
  Skinned,
  Posed,  ///< The same instances as Texture, posed beforehand (GpuPoses): shaders read poses and vertices from buffers.
};
inline constexpr std::size_t kCrowdParts = 5;
/// Whether a frame draws anything of a part. Calm and Restless require packed vertices and some calm instances.
bool hasPart(const FrameContext& context, CrowdPart part);
/// Returns the parts (of Posed, Texture, Calm, Restless) that together draw all instances posed by the texture, for a
/// pass whose shaders have CALM variants ("crowd" and "shadow").
std::vector<CrowdPart> textureParts(const FrameContext& context);
/// The part whose shaders are used: Texture for Restless.
CrowdPart shadersOf(CrowdPart part);

/// Draws a primitive for all runs of the given level: one draw a run where the texture poses, one a character where it
/// is skinned. Pipeline, viewport and resources must be set. Adds to the counts of draws and triangles.
void drawCrowd(const FrameContext& context, const CrowdDraws& draws, CrowdPart part, std::uint32_t level,
               const GpuPack::Primitive& primitive, bool extras);

/// Calls `draw` for each skinned instance in a run, with the run.
void forEachSkinned(const CrowdDraws& draws,
                    const std::function<void(const SkinnedInstance& skinned, const CrowdRun& run)>& draw);

/// How an instance is drawn over the picture, Texture or Skinned; nothing where it is not drawn.
std::optional<CrowdPart> partOf(const FrameContext& context, std::uint32_t instance);
/// Draws a primitive of one instance over the picture, posed by the texture or skinned, without extras. Counts nothing.
void drawInstance(const FrameContext& context, CrowdPart part, std::uint32_t instance,
                  const GpuPack::Primitive& primitive);

/// Binding of the frame's uniforms (0), with a dynamic offset: for setResources().
QRhiShaderResourceBinding frameBlockBinding(const FrameContext& context, QRhiShaderResourceBinding::StageFlags stages);
/// Binds resources that have the frame's uniforms. QRhi's OpenGL backend sets uniforms only when it binds resources,
/// and skips this for a pipeline that had the same ones last, even in an earlier frame with other contents (Qt 6.4);
/// it always binds resources with a dynamic offset. Resources that several pipelines use must be bound so.
void setResources(QRhiCommandBuffer& commands, QRhiShaderResourceBindings& resources);
/// Bindings of the crowd's uniforms (1) and the animation texture (3) for the vertex stage.
std::array<QRhiShaderResourceBinding, 2> crowdBindings(const GpuPack& pack, const GpuCrowd& crowd);
/// Bindings of poses (12), vertices (13) and extras (14) of instances posed beforehand, for the vertex stage.
std::vector<QRhiShaderResourceBinding> posedBindings(const GpuPack& pack, const GpuPoses& poses);

/// Adds the tessellation stages to stages that share crowd resources, if tessellation is on.
QRhiShaderResourceBinding::StageFlags crowdStages(const FrameContext& context,
                                                  QRhiShaderResourceBinding::StageFlags stages);
/// Returns the name of the vertex shader for a pipeline of "crowd": with tessellation the variant that feeds its
/// stages.
std::string tessellatedShader(const FrameContext& context, std::string vertexShader);
/// Adds the tessellation stages to a pipeline if it is on. `variant` of shaders/crowd.tese: "", "_edges", "_shadow".
Result<void> addTessellation(const FrameContext& context, const char* variant, std::vector<QRhiShaderStage>& stages,
                             QRhiGraphicsPipeline& pipeline);
/// Inserts a word into a shader name: "crowd_bone.vert" and "_word" give "crowd_bone_word.vert"; it goes before
/// "_extras.vert".
std::string shaderVariant(std::string shader, const char* word);

/// Uniforms of shaders/highlight.vert, which draws instances again in one colour.
struct FlatColorUniforms {
  glm::vec4 color{0.0f};
  glm::vec4 offset{0.0f};  ///< xy: offset in clip space, for w = 1.
};
/// Its resources for each material of the pack; `block` holds FlatColorUniforms, at dynamic offsets.
std::vector<std::unique_ptr<QRhiShaderResourceBindings>> flatColorBindings(const FrameContext& context,
                                                                           QRhiBuffer& block);

/// The resources that a crowd pass's pipelines and bindings refer to, as QRhi resource ids, because addresses are
/// reused.
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

/// Name of a vertex shader's variant for a pack: "crowd" gives "crowd_bone.vert".
std::string crowdShader(const char* base, const GpuPack& pack, bool extras);
/// The variant for a part: the pack's vertex kind or skinned vertices; with a layer, the layered variant.
std::string crowdShader(const char* base, const GpuPack& pack, const GpuCrowd& crowd, CrowdPart part, bool extras);
/// Name of the socket shader by the texture: "socket.vert", or its layered variant for a crowd with a layer.
std::string socketShader(const char* base, const GpuCrowd& crowd);
QRhiVertexInputLayout crowdInputLayout(VertexKind kind, CrowdPart part, bool extras);

}  // namespace texeleton::viewport

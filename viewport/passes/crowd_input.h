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

/// Adds the rows of a node of GpuFollowed (locations 9 to 11) to the input of a pass, as its last binding.
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
/// Returns the parts (of Skinned, Posed, Texture, Calm, Restless) that together draw all instances, for a pass whose
/// shaders have CALM variants ("crowd" and "shadow").
std::vector<CrowdPart> surfaceParts(const FrameContext& context);
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

/// Binds resources whose frame uniforms (0) have a dynamic offset. QRhi's OpenGL backend sets uniforms only when it
/// binds resources, and skips this for a pipeline that had the same ones last, even in an earlier frame with other
/// contents (Qt 6.4); it always binds resources with a dynamic offset. Use it for all resources that several pipelines
/// share.
void setResources(QRhiCommandBuffer& commands, QRhiShaderResourceBindings* resources);
/// Bindings of the crowd's uniforms (1) and the animation texture (3) for the vertex stage.
BindingList crowdBindings(const GpuPack& pack, const GpuCrowd& crowd);
/// Bindings of poses (12), vertices (13) and extras (14) of instances posed beforehand, for the vertex stage.
BindingList posedBindings(const GpuPack& pack, const GpuPoses& poses);
/// Bindings of a material: its base colour (4) and, if `all`, its other images (5 to 8, 10) for the fragment stage; its
/// numbers (2) for `stages`.
BindingList materialBindings(const GpuMaterials& materials, const GpuMaterials::Drawn& material, bool all,
                             QRhiShaderResourceBinding::StageFlags stages = kFragmentStage);
/// Binding of the shadow map (9).
QRhiShaderResourceBinding shadowBinding(const FrameContext& context);

/// Resources by material.
using MaterialResources = std::vector<std::unique_ptr<QRhiShaderResourceBindings>>;

/// Resources of a pass that draws the surfaces of the crowd ("crowd" and "shadow"): those of the crowd and a material,
/// with poses and tessellation where the frame has them.
class SurfaceResources {
 public:
  /// Makes what is missing. `lit`: with all images and the shadow map.
  void prepare(const FrameContext& context, bool lit);
  QRhiShaderResourceBindings* of(CrowdPart part, std::size_t material) const;
  void release();

 private:
  static MaterialResources make(const FrameContext& context, bool lit, bool posed);

  MaterialResources m_resources;
  MaterialResources m_posed;
  quint64 m_posedBy = 0;  ///< Id of the poses that m_posed refer to.
};

/// Returns the name of the vertex shader for a pipeline of SurfaceResources: with tessellation the variant that feeds
/// its stages.
std::string tessellatedShader(const FrameContext& context, std::string vertexShader);
/// Adds the tessellation stages to a pipeline if it is on. `variant` of shaders/crowd.tese: "", "_edges", "_shadow".
void addTessellation(const FrameContext& context, const char* variant, PipelineSettings& settings);
/// Inserts a word into a shader name: "crowd_bone.vert" and "_word" give "crowd_bone_word.vert"; it goes before
/// "_extras.vert".
std::string shaderVariant(std::string shader, const char* word);

/// Uniforms of shaders/highlight.vert, which draws instances again in one colour.
struct FlatColorUniforms {
  glm::vec4 color{0.0f};
  glm::vec4 offset{0.0f};  ///< xy: offset in clip space, for w = 1.
};
/// Its resources; `block` holds FlatColorUniforms, at dynamic offsets.
MaterialResources flatColorResources(const FrameContext& context, QRhiBuffer& block);
/// Its pipeline with these resources, for one of CrowdPart::Texture and Skinned.
PipelineSettings flatColorPipeline(const FrameContext& context, CrowdPart part, const MaterialResources& resources);

/// The inputs of a pass that draws the crowd, and `more`.
PassInputs crowdInputs(const FrameContext& context, std::initializer_list<const QRhiResource*> more = {});

/// Name of a vertex shader's variant for a pack: "crowd" gives "crowd_bone.vert".
std::string crowdShader(const char* base, const GpuPack& pack, bool extras);
/// The variant for a part: the pack's vertex kind or skinned vertices; with a layer, the layered variant.
std::string crowdShader(const char* base, const GpuPack& pack, const GpuCrowd& crowd, CrowdPart part, bool extras);
/// Name of the socket shader by the texture: "socket.vert", or its layered variant for a crowd with a layer.
std::string socketShader(const char* base, const GpuCrowd& crowd);
QRhiVertexInputLayout crowdInputLayout(VertexKind kind, CrowdPart part, bool extras);

}  // namespace texeleton::viewport

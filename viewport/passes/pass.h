#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/rhi/pipeline.h"
#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/scene/frame_statistics.h"
#include "viewport/scene/gpu/gpu_attachments.h"
#include "viewport/scene/gpu/gpu_crowd.h"
#include "viewport/scene/gpu/gpu_pack.h"
#include "viewport/scene/gpu/gpu_poses.h"
#include "viewport/scene/gpu/gpu_skin.h"
#include "viewport/scene/gpu/gpu_tessellation.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

class GpuImpostors;

/// The instances of a crowd that are drawn to a target.
struct CrowdDraws {
  std::span<const CrowdRun> runs;            ///< All that is drawn, by the animation texture or skinned.
  std::span<const SkinnedInstance> skinned;  ///< Instances of GpuSkin's characters that are drawn; ascending.
  bool byTexture = true;                     ///< Whether the texture draws any.
  /// Runs that the texture draws, nearest first: all, or those without instances that are drawn by skinning alone.
  std::span<const CrowdRun> ordered;
  /// The same instances in the order of their slots in GpuPoses, which start at `firstSlot`. Empty: not posed
  /// beforehand.
  std::span<const CrowdRun> inSlots;
  std::uint32_t firstSlot = 0;
};

/// The input of passes in a frame, valid only during it.
struct FrameContext {
  GpuDevice& device;
  const Scene& scene;
  const GpuPack& pack;
  const GpuCrowd& crowd;
  DrawPath path = DrawPath::Texture;
  const GpuSkin* skin = nullptr;       ///< Set if instances are skinned.
  const GpuPoses* poses = nullptr;     ///< Set if instances drawn by the texture are posed beforehand.
  const GpuSkin* reference = nullptr;  ///< Heat map: the reference for the texture.
  const GpuAttachments* attachments = nullptr;
  const GpuFollowed* followed = nullptr;  ///< Attachments, then sockets, of the skinned instances. Set with `skin`.
  const GpuTessellation* tessellation = nullptr;  ///< Null: no tessellation.
  const GpuImpostors* impostors = nullptr;        ///< Null: no impostors.
  bool posesBefore = true;                        ///< Whether compute shaders may prepare data for vertex shaders.
  CrowdDraws crowdDraws;                          ///< For the picture.
  CrowdDraws shadowDraws;                         ///< For the shadow map.
  QRhiBuffer* frameBlock = nullptr;               ///< FrameUniforms.
  QRhiTexture* linearPicture = nullptr;           ///< The scene's picture, input of the output passes.
  QRhiTexture* comparedPicture =
      nullptr;                       ///< The same of the other side; equal to linearPicture when nothing is compared.
  QRhiTexture* shadowMap = nullptr;  ///< A single texel where shadows are off.
  QRhiSampler* shadowSampler = nullptr;
  QRhiCommandBuffer* commands = nullptr;
  QRhiResourceUpdateBatch* updates = nullptr;  ///< While preparing.
  PassTarget target;
  double heatLimitMillimetres = 0.0;
  FrameStatistics& statistics;
};

/// The resources and the target that pipelines and bindings were made for.
struct PassInputs {
  std::vector<quint64> resources;  ///< idsOf().
  QVector<quint32> targetFormat;
  int sampleCount = 0;
  bool operator==(const PassInputs&) const = default;
};
PassInputs passInputs(const FrameContext& context, std::initializer_list<const QRhiResource*> resources);

/// Sets a pipeline that draws to the whole target.
void setPipeline(const FrameContext& context, QRhiGraphicsPipeline& pipeline);

/// When a pass draws.
enum class PassStage {
  Before,  ///< Before the scene: to its own targets (shadow maps) or none (compute).
  Scene,   ///< Into the scene: linear light, multisampled, with depth and stencil.
  Output,  ///< Onto the final target, in screen colours.
};

/// A step of drawing a frame. FrameRenderer calls prepare() of all passes, then record() in order.
class Pass {
 public:
  Pass() = default;
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;
  virtual ~Pass() = default;

  virtual PassStage stage() const = 0;
  /// Creates missing resources and adds uploads to context.updates. No render pass is open.
  virtual Result<void> prepare(const FrameContext& context) = 0;
  /// Records draws inside a render pass of the stage (none for Before).
  virtual void record(const FrameContext& context) = 0;
  /// Releases all GPU resources; prepare() recreates them.
  virtual void release() = 0;
};

}  // namespace texeleton::viewport

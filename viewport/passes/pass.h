#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/crowd_view.h"
#include "viewport/scene/frame_statistics.h"
#include "viewport/scene/gpu_attachments.h"
#include "viewport/scene/gpu_crowd.h"
#include "viewport/scene/gpu_pack.h"
#include "viewport/scene/gpu_poses.h"
#include "viewport/scene/gpu_skin.h"
#include "viewport/scene/gpu_tessellation.h"
#include "viewport/scene/scene.h"

namespace texeleton::viewport {

class GpuImpostors;

/// The instances of a crowd that are drawn to a target.
struct CrowdDraws {
  std::span<const CrowdRun> runs;          ///< By the animation texture, or of what is skinned.
  std::span<const std::uint32_t> skinned;  ///< Instances that have a GpuSkin's characters, in their order; ascending.
  bool byTexture = true;                   ///< Whether the texture draws the runs.
  std::span<const CrowdRun> ordered;       ///< The runs as the texture draws them: what is near first.
  /// The same instances in the order of their slots in GpuPoses, of which the first is `firstSlot`. Empty: not posed.
  std::span<const CrowdRun> inSlots;
  std::uint32_t firstSlot = 0;
};

/// The target of a pass.
struct PassTarget {
  QRhiRenderPassDescriptor* descriptor = nullptr;
  QSize pixelSize;
  int sampleCount = 1;
};

/// The input of passes in a frame. Nothing in it outlives the frame.
struct FrameContext {
  GpuDevice& device;
  const Scene& scene;
  const GpuPack& pack;
  const GpuCrowd& crowd;
  const GpuSkin* skin = nullptr;       ///< Set if instances are skinned one by one.
  const GpuPoses* poses = nullptr;     ///< Set if instances drawn by the texture are posed before they are drawn.
  const GpuSkin* reference = nullptr;  ///< In the heat map: the reference of the texture.
  const GpuAttachments* attachments = nullptr;
  const GpuTessellation* tessellation = nullptr;  ///< Null: triangles are drawn as they are.
  const GpuImpostors* impostors = nullptr;        ///< Null: nobody is drawn by pictures.
  bool posesBefore = true;                        ///< Whether compute shaders may find what vertex shaders then read.
  CrowdDraws crowdDraws;                          ///< Into the picture.
  CrowdDraws shadowDraws;                         ///< Into the shadow map.
  QRhiBuffer* frameBlock = nullptr;               ///< FrameUniforms.
  QRhiTexture* linearPicture = nullptr;           ///< The picture of the scene's passes, for those of the output.
  QRhiTexture* comparedPicture = nullptr;         ///< The same of the other side; not comparing: again linearPicture.
  QRhiTexture* shadowMap = nullptr;               ///< A single texel where there is no shadow.
  QRhiSampler* shadowSampler = nullptr;
  QRhiCommandBuffer* commands = nullptr;
  QRhiResourceUpdateBatch* updates = nullptr;  ///< While preparing.
  PassTarget target;
  double heatLimitMillimetres = 0.0;
  FrameStatistics& statistics;
};

/// The time at which a pass draws.
enum class PassStage {
  Before,  ///< Before the scene, to targets of its own or none (shadow maps, compute).
  Scene,   ///< Into the scene: linear light, multisampled, with depth and stencil.
  Output,  ///< Onto the final target: what screens show.
};

/// One thing that is drawn in a frame. A FrameRenderer calls prepare() of all passes, then record() in order.
class Pass {
 public:
  Pass() = default;
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;
  virtual ~Pass() = default;

  virtual PassStage stage() const = 0;
  /// Makes what is missing and puts uploads into context.updates. No render pass is open.
  virtual Result<void> prepare(const FrameContext& context) = 0;
  /// Draws. A render pass of the stage is open (none for Before).
  virtual void record(const FrameContext& context) = 0;
  /// Lets go of everything on the GPU; prepare() makes it again.
  virtual void release() = 0;
};

}  // namespace texeleton::viewport

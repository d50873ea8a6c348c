#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewport/passes/pass.h"

namespace texeleton {

class GpuTimer;
class ShadowPass;

/// Seconds that the GPU spent on the parts of a frame; unset where they cannot be told.
struct GpuTimes {
  std::optional<double> skinning;  ///< Compute.
  std::optional<double> shadow;
  std::optional<double> scene;   ///< All that is drawn of the scene, and its resolving.
  std::optional<double> output;  ///< Tone mapping to the target.

  std::optional<double> sum() const;
};

/// Draws scenes to any render target: an ordered list of passes. Keeps on the GPU what scenes share from frame to
/// frame. Everything the CPU knows of a scene stays in the Scene, so a renderer can be thrown away with its device and
/// made anew at any time.
class FrameRenderer {
 public:
  explicit FrameRenderer(GpuDevice& device);
  ~FrameRenderer();
  FrameRenderer(const FrameRenderer&) = delete;
  FrameRenderer& operator=(const FrameRenderer&) = delete;

  /// Puts a pass at the end of its stage (of the scene's passes: before what is blended).
  void addPass(std::unique_ptr<Pass> pass);

  /// Records the commands that draw `scene` to `target` of `pixelSize`; a frame must have begun. What is in the target
  /// is overwritten. Errors: Limit (no room on the GPU), InvalidArgument (no animation), Unsupported.
  Result<void> render(const Scene& scene, QRhiCommandBuffer& commands, QRhiRenderTarget& target);

  /// Whether the GPU's time is taken, which costs a little of it.
  void setTiming(bool timing);
  /// Why no time is taken though it was asked for; empty: it is.
  const std::string& timingProblem() const { return m_timingProblem; }
  /// Of the last frame that the GPU has finished; nothing while none has.
  const GpuTimes& gpuTimes() const { return m_gpuTimes; }
  /// Looks whether the GPU has finished more frames; render() does too. `wait`: until it has, when no frame is being
  /// recorded.
  void collectTimes(bool wait = false);

  /// Of the last frame.
  const FrameStatistics& statistics() const { return m_statistics; }
  /// What could not be shown as it is (images), of the pack of the last frame.
  std::vector<Issue> issues() const;
  /// On the GPU, by this renderer: texture, mesh, images, instances.
  std::uint64_t gpuBytes() const;

  /// The largest crowd and texture of a scene stay on the GPU until this or another scene is drawn.
  void release();

 private:
  struct SceneTarget;

  Result<void> prepareScene(const Scene& scene, QRhiResourceUpdateBatch& updates);
  Result<void> prepareSkin(const Scene& scene, QRhiResourceUpdateBatch& updates);
  Result<void> prepareTarget(const QSize& pixelSize);
  void chooseDraws(const Scene& scene, const QSize& pixelSize);
  void mark(QRhiCommandBuffer& commands);

  GpuDevice& m_device;
  ShadowPass* m_shadow = nullptr;  ///< Among the passes.
  std::vector<std::unique_ptr<Pass>> m_passes;
  std::unique_ptr<GpuPack> m_pack;
  std::unique_ptr<GpuCrowd> m_crowd;
  std::unique_ptr<GpuSkin> m_skin;  ///< Null while the texture poses the crowd.
  std::unique_ptr<CrowdPoser> m_poser;
  SkinPalettes m_palettes;
  std::vector<CrowdRun> m_cameraRuns;
  std::vector<CrowdRun> m_lightRuns;
  std::vector<std::uint32_t> m_skinned;  ///< Instances, ascending.
  std::unique_ptr<GpuTimer> m_timer;     ///< Null while no time is taken.
  std::string m_timingProblem;
  GpuTimes m_gpuTimes;
  std::unique_ptr<QRhiBuffer> m_frameBlock;
  std::unique_ptr<SceneTarget> m_target;
  FrameStatistics m_statistics;
};

}  // namespace texeleton

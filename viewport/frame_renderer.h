#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "viewport/frame_draws.h"
#include "viewport/passes/pass.h"
#include "viewport/scene/crowd/impostor_plan.h"
#include "viewport/skinned_characters.h"

namespace texeleton::viewport {

class GpuImpostors;
class GpuTimer;
class ShadowPass;
struct SceneTarget;

/// Draws scenes to any render target: an ordered list of passes. Keeps on the GPU what scenes share from frame to
/// frame. All CPU data of a scene stays in the Scene, so a renderer can be discarded with its device and
/// recreated at any time.
class FrameRenderer {
 public:
  explicit FrameRenderer(GpuDevice& device);
  ~FrameRenderer();
  FrameRenderer(const FrameRenderer&) = delete;
  FrameRenderer& operator=(const FrameRenderer&) = delete;

  /// Sets the job that cancels the upload of a pack (its images take seconds); it must outlive this. May be null.
  void setJob(JobContext* job) { m_job = job; }

  /// Records the commands that draw `scene` to `target`, overwriting its contents; a frame must have begun. Errors:
  /// Limit (no room on the GPU), InvalidArgument (no animation), Unsupported, Cancelled.
  Result<void> render(const Scene& scene, QRhiCommandBuffer& commands, QRhiRenderTarget& target);

  /// Statistics of the last frame; when comparing, those of its first side.
  const FrameStatistics& statistics() const { return m_sides[0].statistics; }
  /// Statistics of the second side of the last frame; all zero when nothing was compared.
  const FrameStatistics& comparedStatistics() const { return m_sides[1].statistics; }
  /// Whether GPU time is measured (FrameStatistics::gpuSeconds), which costs a little of it. Frames with a HUD always
  /// measure it.
  void setTiming(bool timing) { m_timing = timing; }
  /// Why GPU time is unavailable though it was requested; empty: it is available once a frame has ended.
  const std::string& timingProblem() const { return m_timingProblem; }
  /// Adds GPU times of finished frames to the statistics, as render() does. `wait`: until the GPU has finished all
  /// frames; call it only while no frame is being recorded.
  void collectTimes(bool wait = false);
  /// End of the scale of the last heat map, millimetres.
  double heatLimitMillimetres() const { return m_heatLimit; }
  /// Issues of the last frame's pack: data that cannot be shown as it is (images).
  std::vector<Issue> issues() const;
  /// GPU memory that this renderer uses, in bytes: texture, mesh, images, instances.
  std::uint64_t gpuBytes() const;

  /// Whether a compute shader poses the instances that the texture draws beforehand (GpuPoses), where the GPU can.
  /// WherePays also decodes shapes beforehand (GpuPack::Shapes); the others draw the texture as it is stored.
  enum class Posing : std::uint8_t { WherePays, Never, Always };
  void setPosing(Posing posing) { m_posing = posing; }

  /// Limits how many vertices are drawn per frame to make impostors, approximately. Far characters are drawn as meshes
  /// until theirs are ready. 0 (default): all impostors are made at once.
  void setImpostorVertices(std::uint64_t aFrame) { m_impostorVertices = aFrame; }
  /// Whether the last frame lacked impostors that it should show because they are still being made.
  bool awaitsImpostors() const { return m_awaitsImpostors; }

  /// Releases GPU memory. Without this call, the largest crowd and texture are kept until another scene is drawn.
  void release();

 private:
  /// One of the compared pictures, or the only one. Each has its own passes, because pipelines differ between paths.
  struct Side {
    std::vector<std::unique_ptr<Pass>> passes;
    ShadowPass* shadow = nullptr;  ///< Owned by `passes`.
    std::unique_ptr<SceneTarget> target;
    std::unique_ptr<QRhiBuffer> frameBlock;
    FrameStatistics statistics;
    std::optional<double> gpuSeconds;  ///< GPU time of the last frame that the GPU has finished.
    std::optional<double> gpuSkinningSeconds;
    DrawPath path = DrawPath::Texture;
    bool isDrawn = false;
    void release();
  };

  Result<void> prepareScene(const Scene& scene, QRhiResourceUpdateBatch& updates);
  void prepareImpostors(const Scene& scene, const QSize& pixelSize);
  ImpostorChoice impostorChoice(const Scene& scene, const QSize& pixelSize) const;
  /// The instances of one path that are posed before they are drawn.
  struct Posed {
    std::unique_ptr<GpuPoses> poses;
    bool isUsed = false;                ///< Whether the frame uses them.
    std::vector<CrowdRun> cameraSlots;  ///< CrowdDraws::inSlots.
    std::vector<CrowdRun> lightSlots;
    const GpuPoses* used() const { return isUsed ? poses.get() : nullptr; }
  };

  Result<void> preparePoses(const Scene& scene, QRhiResourceUpdateBatch& updates);
  Result<void> preparePoses(const Scene& scene, const FrameDraws::ByPath& draws, Posed& posed,
                            QRhiResourceUpdateBatch& updates);
  bool posingPays(const FrameDraws::ByPath& draws) const;
  const Posed& posedOf(DrawPath path) const { return m_posed[path == DrawPath::Hybrid ? 1 : 0]; }
  Result<void> prepareTessellation(const Scene& scene, const QSize& pixelSize, QRhiResourceUpdateBatch& updates);
  Result<void> prepareAttachments(const Scene& scene, QRhiResourceUpdateBatch& updates);
  Result<void> prepareSide(const Scene& scene, Side& side, const QSize& pixelSize);
  static void recordSide(Side& side, const FrameContext& context);
  void prepareTimer(const Scene& scene);
  void mark(QRhiCommandBuffer& commands);
  void count(Side& side, const Scene& scene, DrawPath path);
  void prepareHeatLimit(const Scene& scene);

  GpuDevice& m_device;
  JobContext* m_job = nullptr;
  std::array<Side, 2> m_sides;
  std::vector<std::unique_ptr<Pass>> m_outputPasses;
  std::unique_ptr<GpuPack> m_pack;
  std::unique_ptr<GpuCrowd> m_crowd;
  std::unique_ptr<GpuImpostors> m_impostors;  ///< Null: the scene wants none, or the pack has none.
  std::vector<Issue> m_impostorIssues;
  std::optional<ImpostorPlan> m_impostorPlan;
  float m_impostorsOfPixels = 0.0f;  ///< The size for which m_impostorPlan and m_impostors, or the issues, were made.
  std::uint64_t m_impostorVertices = 0;
  bool m_hasImpostors = false;  ///< Whether all impostors are ready when the frame draws.
  bool m_awaitsImpostors = false;
  FrameDraws m_draws;
  SkinnedCharacters m_skinned;
  Posing m_posing = Posing::WherePays;
  std::array<Posed, 2> m_posed;                     ///< For DrawPath::Texture and DrawPath::Hybrid.
  std::unique_ptr<GpuTessellation> m_tessellation;  ///< Null: triangles are drawn as they are.
  double m_crowdSeconds = 0.0;
  std::unique_ptr<GpuAttachments> m_attachments;
  double m_heatLimit = 0.0;
  /// The clip for which the limit was found; unset: all clips.
  std::pair<std::shared_ptr<const Skeleton>, std::optional<std::uint32_t>> m_heatLimitOf;
  bool m_timing = false;
  std::unique_ptr<GpuTimer> m_timer;  ///< Null while no time is taken.
  std::string m_timingProblem;
};

}  // namespace texeleton::viewport

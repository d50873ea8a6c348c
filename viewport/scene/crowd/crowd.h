#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/base/words.h"
#include "core/runtime/layers.h"
#include "core/vat/baked_animation.h"
#include "viewport/scene/crowd/crowd_cells.h"
#include "viewport/scene/crowd/instance_record.h"

namespace texeleton::viewport {

enum class CrowdLayout : std::uint8_t {
  Grid,     ///< Rows and columns, as square as possible.
  Disc,     ///< A sunflower pattern: even density in a circle.
  Scatter,  ///< Random places in a square, with even density.
};
constexpr auto wordTable(CrowdLayout) {
  return std::to_array<Word<CrowdLayout>>(
      {{"grid", CrowdLayout::Grid}, {"disc", CrowdLayout::Disc}, {"scatter", CrowdLayout::Scatter}});
}

/// Settings of a crowd. Equal settings make equal crowds on every machine.
struct CrowdSettings {
  std::uint32_t count = 1;
  CrowdLayout layout = CrowdLayout::Grid;
  float spacing = 0.0f;  ///< Metres between neighbours; 0: the model's width plus a gap.
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> clip;  ///< Clip of the pack; unset: clips are spread over the instances.
  std::optional<std::uint32_t>
      variant;                ///< Variant of the pack; unset: a crowd has all of them, a single character the first.
  double startSeconds = 0.0;  ///< Clip time at crowd time 0.
  float phaseSpread = 0.0f;   ///< 0 … 1: instances start up to this fraction of their clip later.
  float speed = 1.0f;
  float speedSpread = 0.0f;  ///< 0 … 1: speeds differ by up to ± this share.
  float tintSpread = 0.0f;   ///< 0 … 1: deviation of tints from white; above 0, a palette's entries are also spread.
  float turnSpread = 0.0f;   ///< Radians: instances are turned about +Y by up to ± this.
  float scaleSpread = 0.0f;  ///< 0 … 1: sizes differ by up to ± this share.
};

/// What varies between instances of a pack.
struct CrowdLooks {
  std::uint32_t paletteEntries = 1;
  std::uint32_t firstVariant = 0;
  std::uint32_t variants = 1;  ///< Number of variants, from the first on, that instances are spread over.
};

/// A second clip that the bones of a mask play over each instance's own clip (core/runtime/layers.h).
struct CrowdLayer {
  std::uint32_t clip = 0;  ///< Loops, even if the clip does not loop by itself.
  double speed = 1.0;
  bool spread = true;  ///< Instances are at different places of the clip; otherwise all are at the same one.
  float share = 1.0f;
  runtime::LayerMask mask;  ///< Mask of the same pack; at most kMaxLayerBones bones.

  friend bool operator==(const CrowdLayer&, const CrowdLayer&) = default;
};
inline constexpr std::size_t kMaxLayerBones = 256;

/// The playback of an instance: `clip` at `speed`, which was at `startSeconds` at tick `sinceTicks` of the crowd's
/// time.
struct CrowdMotion {
  std::uint32_t clip = 0;
  double speed = 1.0;
  double startSeconds = 0.0;
  std::uint64_t sinceTicks = 0;
};

/// The instances of a pack and their time (DESIGN section 5). The GPU plays their records by itself, so that no work
/// per frame is needed. Records are sorted by the cells of a grid on the ground, so that a camera sees a few runs of
/// them.
class Crowd {
 public:
  /// Limit of instances: the size of one GPU buffer.
  static constexpr std::uint32_t kMaxInstances = (std::uint32_t{1} << 31) / sizeof(InstanceRecord) - 1;

  Crowd() = default;

  /// Errors: InvalidArgument (no instance, an invalid clip), Limit (more than kMaxInstances, or more than fit into
  /// memory; says how much is needed).
  /// `clipBounds`: bounds of the clips including attachments (see attachedBounds); empty: those of the mesh.
  static Result<Crowd> make(const CrowdSettings& settings, const vat::BakedAnimation& animation,
                            std::span<const model::Box> clipBounds = {});

  std::size_t size() const { return m_records.size(); }
  std::span<const InstanceRecord> records() const { return m_records; }
  const CrowdSettings& settings() const { return m_settings; }
  /// Metres between neighbours.
  float spacing() const { return m_spacing; }
  /// Ascending, without gaps. Records that are changed stay in their cell, whose bounds grow.
  std::span<const CrowdCell> cells() const { return m_cells; }

  /// Bounds of an instance in every pose that its cell's bounds cover, without the layer.
  model::Box boundsOf(std::size_t instance) const;

  /// Sets the time since the crowd began, in seconds. Re-bases the records every 12 days; otherwise it costs nothing.
  void setTime(double seconds);
  const runtime::CrowdClock& clock() const { return m_clock; }
  double seconds() const { return m_seconds; }

  /// Maximum length of a cross-fade, seconds: its ticks have 16 bits.
  static constexpr double kMostFadeSeconds = 63.0;
  /// Cross-fades to a clip over `fadeSeconds` (0: at once; at most kMostFadeSeconds) from now on.
  void fadeTo(std::size_t instance, std::uint32_t clip, double speed, double startSeconds, double fadeSeconds);
  void setRecord(std::size_t instance, const InstanceRecord& record);

  /// Puts a layer on all instances from now on, or removes it. Errors: InvalidArgument (an invalid clip, a mask of
  /// another pack), Limit (more than kMaxLayerBones).
  Result<void> setLayer(std::optional<CrowdLayer> layer);
  const std::optional<CrowdLayer>& layer() const { return m_layer; }
  /// Bounds of each clip in pack space, including attachments.
  std::span<const model::Box> clipBounds() const { return m_clipBounds; }
  runtime::CrowdClip layerClip() const { return m_layerClip; }
  const runtime::CrowdPhase& layerMotion() const { return m_layerMotion; }
  /// Phase of an instance ahead of layerMotion(), in turns · 2³². It depends on the instance's place, so it is stable.
  /// Twin of shaders/layers.glsl.
  std::uint32_t layerAhead(std::size_t instance) const;
  /// Returns the layer's current frames for an instance.
  runtime::AnimationTickOutput layerOutput(std::size_t instance) const;
  double layerSeconds(std::size_t instance) const;
  /// Distance by which the layer may move vertices out of the cells' bounds, in metres at scale 1.
  float layerReach() const { return m_layerReach; }

  /// Returns the requested playback of an instance, for listeners of its events. Ignores records set with
  /// setRecord().
  CrowdMotion motion(std::size_t instance) const;
  /// Instances for which fadeTo() was called since the crowd was made, in order.
  const std::vector<std::uint32_t>& faded() const { return m_faded; }
  /// Unique for each crowd.
  std::uint64_t identity() const { return m_identity; }
  /// Whole ticks of the crowd's time, unaffected by re-basing.
  std::uint64_t ticks() const { return m_baseTicks + m_clock.ticks; }

  /// The instances whose record isRestless(), in no order: those that play a clip of several frames once, and those
  /// that cross-fade now or did so up to a quarter of a second ago.
  std::span<const std::uint32_t> restless() const { return m_restless; }

  /// Returns the frames that instance `instance` shows now.
  runtime::AnimationTickOutput output(std::size_t instance) const;

  /// The box around every instance in every pose of every clip.
  model::Box bounds() const;

  /// Points around the visible crowd for Camera::framePoints; a sample of large crowds.
  std::vector<glm::vec3> outline() const;

  /// Rises with every change of a record.
  std::uint64_t revision() const { return m_revision; }
  /// The revision before the last change, and the range of records that it changed.
  std::uint64_t previousRevision() const { return m_previousRevision; }
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  Range lastChange() const { return m_lastChange; }

 private:
  void changed(std::size_t begin, std::size_t end);
  void rebaseTo(std::uint64_t ticks);
  void fillRecords();
  void hold(std::size_t instance, CrowdCell& cell);
  bool needsBoth(const InstanceRecord& record) const;
  void noteRestless(std::size_t instance);
  bool noteAllRestless();
  void calm();
  CrowdCell& cellOf(std::size_t instance);

  CrowdSettings m_settings;
  std::vector<runtime::ClipTiming> m_clips;
  std::vector<InstanceRecord> m_records;
  std::vector<std::uint32_t> m_order;  ///< For each record, its number in the layout.
  std::vector<CrowdCell> m_cells;
  std::vector<model::Box> m_clipBounds;
  ClipBoxes m_clipReach;  ///< The same with a margin for packing errors and skinned poses.
  std::optional<CrowdLayer> m_layer;
  runtime::CrowdClip m_layerClip;
  runtime::CrowdPhase m_layerMotion;
  float m_layerReach = 0.0f;
  float m_spacing = 1.0f;
  model::Box m_modelBounds;  ///< Bounds of the clips that play.
  model::Box m_bounds;
  std::unordered_map<std::uint32_t, CrowdMotion> m_motions;  ///< Changed playback, by instance.
  std::vector<std::uint32_t> m_faded;
  std::uint64_t m_identity = 0;
  std::vector<std::uint32_t> m_restless;
  std::optional<std::uint64_t> m_calmAt;  ///< Tick at which fades are checked again; unset: no fade is active.
  bool m_someFaded = false;               ///< Since the records were created.
  CrowdLooks m_looks;
  double m_seconds = 0.0;
  std::uint64_t m_baseTicks = 0;
  runtime::CrowdClock m_clock;
  std::uint64_t m_revision = 0;
  std::uint64_t m_previousRevision = 0;
  Range m_lastChange;
};

}  // namespace texeleton::viewport

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/result.h"
#include "core/runtime/layers.h"
#include "viewport/scene/crowd_cells.h"
#include "viewport/scene/instance_record.h"

namespace texeleton::viewport {

enum class CrowdLayout : std::uint8_t {
  Grid,     ///< Rows and columns, as square as they can be.
  Disc,     ///< A sunflower: even density in a circle.
  Scatter,  ///< At random in a square, with even density.
};

/// The settings of a crowd. The same settings make the same crowd, everywhere.
struct CrowdSettings {
  std::uint32_t count = 1;
  CrowdLayout layout = CrowdLayout::Grid;
  float spacing = 0.0f;  ///< Metres between neighbours; 0: as wide as the model plus some air.
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> clip;     ///< Of the pack; unset: clips are spread over the instances.
  std::optional<std::uint32_t> variant;  ///< Of the pack; unset: a crowd has all of them, a single character the first.
  double startSeconds = 0.0;             ///< Of the clip at crowd time 0.
  float phaseSpread = 0.0f;              ///< 0 … 1: instances start up to this share of their clip later.
  float speed = 1.0f;
  float speedSpread = 0.0f;  ///< 0 … 1: speeds differ by up to ± this share.
  float tintSpread = 0.0f;   ///< 0 … 1: how far tints are from white; above 0 a palette's entries are spread too.
  float turnSpread = 0.0f;   ///< Radians: instances are turned about +Y by up to ± this.
  float scaleSpread = 0.0f;  ///< 0 … 1: sizes differ by up to ± this share.
};

/// The looks of a pack that vary between instances.
struct CrowdLooks {
  std::uint32_t paletteEntries = 1;
  std::uint32_t firstVariant = 0;
  std::uint32_t variants = 1;  ///< From the first on, over which instances are spread.
};

/// A second clip that the bones of a mask play over what each instance plays (core/runtime/layers.h).
struct CrowdLayer {
  std::uint32_t clip = 0;  ///< Goes round and round, also where it plays once by itself.
  double speed = 1.0;
  bool spread = true;  ///< Instances are at different places of it; else all at one.
  float share = 1.0f;
  runtime::LayerMask mask;  ///< Of the same pack; at most kMaxLayerBones bones.

  friend bool operator==(const CrowdLayer&, const CrowdLayer&) = default;
};
inline constexpr std::size_t kMaxLayerBones = 256;

/// The playback of an instance: `clip` at `speed` from `startSeconds` of it on, since tick `sinceTicks` of the crowd's
/// time.
struct CrowdMotion {
  std::uint32_t clip = 0;
  double speed = 1.0;
  double startSeconds = 0.0;
  std::uint64_t sinceTicks = 0;
};

/// The instances of a pack and their time (DESIGN section 5): plain records that a GPU plays by itself, so that nothing
/// is done for them from frame to frame. Neighbours on the ground are neighbours in the records: these are sorted by
/// the cells of a grid, so that what a camera sees is a few runs of them.
class Crowd {
 public:
  /// The most instances that a crowd can have: what one buffer of the GPU interface can hold.
  static constexpr std::uint32_t kMaxInstances = (std::uint32_t{1} << 31) / sizeof(InstanceRecord) - 1;

  Crowd() = default;

  /// Errors: InvalidArgument (no instance, a clip that there is not), Limit (more than kMaxInstances, or more than the
  /// memory holds; says how much it would take).
  /// `clipBounds`: of the clips with what hangs on the characters (see attachedBounds); empty: those of the mesh.
  static Result<Crowd> make(const CrowdSettings& settings, const bake::BakedAnimation& animation,
                            std::span<const model::Box> clipBounds = {});

  std::size_t size() const { return m_records.size(); }
  std::span<const InstanceRecord> records() const { return m_records; }
  const CrowdSettings& settings() const { return m_settings; }
  /// Metres between neighbours.
  float spacing() const { return m_spacing; }
  /// Ascending, without gaps. What is set anew stays in its cell, whose bounds grow.
  std::span<const CrowdCell> cells() const { return m_cells; }

  /// The bounds of an instance in every pose that it can show, without the layer, as the bounds of its cell do.
  model::Box boundsOf(std::size_t instance) const;

  /// Shows the time `seconds` since the crowd began. Re-bases the records every 12 days; nothing else costs time.
  void setTime(double seconds);
  const runtime::CrowdClock& clock() const { return m_clock; }
  double seconds() const { return m_seconds; }

  /// The longest cross-fade, seconds: its ticks have 16 bits.
  static constexpr double kMostFadeSeconds = 63.0;
  /// Goes over to a clip within `fadeSeconds` (0: at once; at most kMostFadeSeconds) from now on.
  void fadeTo(std::size_t instance, std::uint32_t clip, double speed, double startSeconds, double fadeSeconds);
  void setRecord(std::size_t instance, const InstanceRecord& record);

  /// Puts a layer on all instances from now on, or takes it off. Errors: InvalidArgument (a clip that there is not, a
  /// mask of another pack), Limit (more than kMaxLayerBones).
  Result<void> setLayer(std::optional<CrowdLayer> layer);
  const std::optional<CrowdLayer>& layer() const { return m_layer; }
  /// Of each clip in pack space, with what hangs on the characters.
  std::span<const model::Box> clipBounds() const { return m_clipBounds; }
  runtime::CrowdClip layerClip() const { return m_layerClip; }
  const runtime::CrowdPhase& layerMotion() const { return m_layerMotion; }
  /// Turns · 2³² by which an instance is ahead of layerMotion(): from its place, so that it stays the same. Twin of
  /// shaders/layers.glsl.
  std::uint32_t layerAhead(std::size_t instance) const;
  /// Returns the state of the layer of an instance now, and where in seconds of its clip that is.
  runtime::AnimationTickOutput layerOutput(std::size_t instance) const;
  double layerSeconds(std::size_t instance) const;
  /// The distance by which the layer may carry vertices out of the bounds of cells, in metres at scale 1.
  float layerReach() const { return m_layerReach; }

  /// Returns the requested playback of an instance, for listeners of its events. Records that were set by hand are not
  /// known here.
  CrowdMotion motion(std::size_t instance) const;
  /// Instances that fadeTo() was called for since the crowd was made, in order.
  const std::vector<std::uint32_t>& faded() const { return m_faded; }
  /// Another crowd has another number.
  std::uint64_t identity() const { return m_identity; }
  /// Whole ticks of the crowd's time, which no re-basing touches.
  std::uint64_t ticks() const { return m_baseTicks + m_clock.ticks; }

  /// The instances whose record isRestless(), in no order: those that play a clip of several frames once, and those
  /// that go over into another clip now or did so up to a quarter of a second ago.
  std::span<const std::uint32_t> restless() const { return m_restless; }

  /// Returns the frames that instance `instance` shows now.
  runtime::AnimationTickOutput output(std::size_t instance) const;

  /// The box around every instance in every pose of every clip.
  model::Box bounds() const;

  /// Points around what is to be seen of the crowd, for Camera::framePoints: of many instances some.
  std::vector<glm::vec3> outline() const;

  /// Rises with every change of a record.
  std::uint64_t revision() const { return m_revision; }
  /// The revision before the last change, and the records that it touched.
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
  std::vector<std::uint32_t> m_order;  ///< Of each record, its number in the layout.
  std::vector<CrowdCell> m_cells;
  std::vector<model::Box> m_clipBounds;
  ClipBoxes m_clipReach;  ///< The same with a margin for what the bounds do not count: packing, skinned poses.
  std::optional<CrowdLayer> m_layer;
  runtime::CrowdClip m_layerClip;
  runtime::CrowdPhase m_layerMotion;
  float m_layerReach = 0.0f;
  float m_spacing = 1.0f;
  model::Box m_modelBounds;  ///< Of the clips that play.
  model::Box m_bounds;
  std::unordered_map<std::uint32_t, CrowdMotion> m_motions;  ///< Of those that were told something else.
  std::vector<std::uint32_t> m_faded;
  std::uint64_t m_identity = 0;
  std::vector<std::uint32_t> m_restless;
  std::optional<std::uint64_t> m_calmAt;  ///< Ticks at which fades are looked at again; unset: none is on.
  bool m_someFaded = false;               ///< Since the records were made.
  CrowdLooks m_looks;
  double m_seconds = 0.0;
  std::uint64_t m_baseTicks = 0;
  runtime::CrowdClock m_clock;
  std::uint64_t m_revision = 0;
  std::uint64_t m_previousRevision = 0;
  Range m_lastChange;
};

}  // namespace texeleton::viewport

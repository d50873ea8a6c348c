#pragma once

#include <QObject>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/index.h"

namespace texeleton::editor {

/// An event of a baked clip, as numbered by the timeline.
struct SelectedEvent {
  std::string name;
  double clipSeconds = 0.0;

  friend bool operator==(const SelectedEvent&, const SelectedEvent&) = default;
};

struct SelectedTexel {
  std::uint32_t x = 0;
  std::uint32_t y = 0;

  friend bool operator==(const SelectedTexel&, const SelectedTexel&) = default;
};

/// The selection and hovered items across panels. Each kind has one selection; `subject` is the kind that was selected
/// last, which the Selection panel shows.
class Selection : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  enum class Subject { None, Bone, Clip, Instances, Event, Texel, Mesh, Material, Variant };

  Subject subject() const { return m_subject; }
  /// A node of the model; invalid: none.
  NodeIndex bone() const { return m_bone; }
  /// A row of the Clips panel; −1: none.
  int clipRow() const { return m_clipRow; }
  /// Instances of the crowd, ascending.
  const std::vector<std::uint32_t>& instances() const { return m_instances; }
  /// Event of the current clip.
  const std::optional<SelectedEvent>& selectedEvent() const { return m_event; }
  const std::optional<SelectedTexel>& texel() const { return m_texel; }

  /// Index into meshInstances() of the model; −1: none.
  int mesh() const { return m_mesh; }
  /// Material of the model; −1: none.
  int material() const { return m_material; }
  /// Variant of the document, which has the same number in the bake; −1: none.
  int variant() const { return m_variant; }

  void selectBone(NodeIndex bone);
  void selectClipRow(int row);
  void selectInstances(std::vector<std::uint32_t> instances);
  void selectEvent(std::optional<SelectedEvent> event);
  void selectTexel(std::optional<SelectedTexel> texel);
  void selectMesh(int mesh);
  void selectMaterial(int material);
  void selectVariant(int variant);
  void clear();

  /// The bone under the pointer in any panel.
  NodeIndex pointedBone() const { return m_pointedBone; }
  /// Clip of the bake; −1: none.
  int pointedClip() const { return m_pointedClip; }
  void pointAtBone(NodeIndex bone);
  void pointAtClip(int clip);

 signals:
  void boneChanged();
  void instancesChanged();
  void variantChanged();
  /// The selection changed.
  void changed();
  void pointedChanged();

 private:
  void turnTo(Subject subject, bool isSomething);
  template <class T>
  void select(T& selected, T value, Subject subject, bool isSomething);

  Subject m_subject = Subject::None;
  NodeIndex m_bone;
  int m_clipRow = -1;
  std::vector<std::uint32_t> m_instances;
  std::optional<SelectedEvent> m_event;
  std::optional<SelectedTexel> m_texel;
  int m_mesh = -1;
  int m_material = -1;
  int m_variant = -1;
  NodeIndex m_pointedBone;
  int m_pointedClip = -1;
};

}  // namespace texeleton::editor

#include "app/editor/document/selection.h"

namespace texeleton::editor {

void Selection::turnTo(Subject subject, bool isSomething) {
  if (isSomething) {
    m_subject = subject;
  } else if (m_subject == subject) {
    m_subject = Subject::None;
  }
  emit changed();
}

void Selection::selectBone(NodeIndex bone) {
  if (bone != m_bone) {
    m_bone = bone;
    emit boneChanged();
    turnTo(Subject::Bone, bone.isValid());
  } else if (bone.isValid() && m_subject != Subject::Bone) {
    turnTo(Subject::Bone, true);
  }
}

void Selection::selectInstances(std::vector<std::uint32_t> instances) {
  if (instances != m_instances) {
    m_instances = std::move(instances);
    emit instancesChanged();
    turnTo(Subject::Instances, !m_instances.empty());
  }
}

template <class T>
void Selection::select(T& selected, T value, Subject subject, bool isSomething) {
  if (value != selected || (isSomething && m_subject != subject)) {
    selected = std::move(value);
    turnTo(subject, isSomething);
  }
}

void Selection::selectClipRow(int row) { select(m_clipRow, row, Subject::Clip, row >= 0); }

void Selection::selectEvent(std::optional<SelectedEvent> event) {
  const bool isSomething = event.has_value();
  select(m_event, std::move(event), Subject::Event, isSomething);
}

void Selection::selectTexel(std::optional<SelectedTexel> texel) {
  select(m_texel, texel, Subject::Texel, texel.has_value());
}

void Selection::selectMesh(int mesh) { select(m_mesh, mesh, Subject::Mesh, mesh >= 0); }

void Selection::selectMaterial(int material) { select(m_material, material, Subject::Material, material >= 0); }

void Selection::selectVariant(int variant) {
  const bool isOther = variant != m_variant;
  select(m_variant, variant, Subject::Variant, variant >= 0);
  if (isOther) {
    emit variantChanged();
  }
}

void Selection::clear() {
  m_subject = Subject::None;
  m_bone = NodeIndex();
  m_clipRow = -1;
  m_instances.clear();
  m_event.reset();
  m_texel.reset();
  m_mesh = m_material = m_variant = -1;
  m_pointedBone = NodeIndex();
  m_pointedClip = -1;
  emit boneChanged();
  emit instancesChanged();
  emit variantChanged();
  emit changed();
  emit pointedChanged();
}

void Selection::pointAtBone(NodeIndex bone) {
  if (std::exchange(m_pointedBone, bone) != bone) {
    emit pointedChanged();
  }
}

void Selection::pointAtClip(int clip) {
  if (std::exchange(m_pointedClip, clip) != clip) {
    emit pointedChanged();
  }
}

}  // namespace texeleton::editor

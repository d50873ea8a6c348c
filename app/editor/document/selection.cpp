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

void Selection::selectClipRow(int row) {
  if (row != m_clipRow || (row >= 0 && m_subject != Subject::Clip)) {
    m_clipRow = row;
    turnTo(Subject::Clip, row >= 0);
  }
}

void Selection::selectInstances(std::vector<std::uint32_t> instances) {
  if (instances != m_instances) {
    m_instances = std::move(instances);
    emit instancesChanged();
    turnTo(Subject::Instances, !m_instances.empty());
  }
}

void Selection::selectEvent(std::optional<SelectedEvent> event) {
  if (event != m_event || (event && m_subject != Subject::Event)) {
    m_event = std::move(event);
    turnTo(Subject::Event, m_event.has_value());
  }
}

void Selection::selectTexel(std::optional<SelectedTexel> texel) {
  if (texel != m_texel || (texel && m_subject != Subject::Texel)) {
    m_texel = texel;
    turnTo(Subject::Texel, texel.has_value());
  }
}

void Selection::select(int& selected, int number, Subject subject) {
  if (number != selected || (number >= 0 && m_subject != subject)) {
    selected = number;
    turnTo(subject, number >= 0);
  }
}

void Selection::selectMesh(int mesh) { select(m_mesh, mesh, Subject::Mesh); }

void Selection::selectMaterial(int material) { select(m_material, material, Subject::Material); }

void Selection::selectVariant(int variant) {
  const bool isOther = variant != m_variant;
  select(m_variant, variant, Subject::Variant);
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
  if (bone != m_pointedBone) {
    m_pointedBone = bone;
    emit pointedChanged();
  }
}

void Selection::pointAtClip(int clip) {
  if (clip != m_pointedClip) {
    m_pointedClip = clip;
    emit pointedChanged();
  }
}

}  // namespace texeleton::editor

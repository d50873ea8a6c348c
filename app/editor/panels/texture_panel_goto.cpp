// Going to texels of the Texture panel: of a bone, of the frame that plays, by numbers.

#include <QFormLayout>
#include <QScreen>
#include <algorithm>

#include "app/editor/panels/texture_panel.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

/// The frame of the texture that plays.
std::uint32_t frameShown(const BakedClip& clip, const Playback& playback) {
  const auto frame = clip.frameBegin + static_cast<std::uint32_t>(playback.frame() + 1e-6);
  return std::min(frame, clip.frameBegin + clip.frameCount - 1);
}

}  // namespace

std::optional<std::uint32_t> TexturePanel::texelOfBone() const {
  const auto& bake = m_workshop.bake();
  const NodeIndex bone = m_selection.bone();
  if (!bake || !bone.isValid() || bone.value >= bake->model->nodes.size()) {
    return std::nullopt;
  }
  const BakedAnimation& animation = *bake->animation;
  for (std::uint32_t i = 0; i < animation.bones.size(); ++i) {
    if (animation.bones[i].name == bake->model->nodes[bone.value].name) {
      return elementTexel(animation.layout, i, 0);
    }
  }
  for (std::uint32_t i = 0; animation.mode == BakeMode::Vertex && i < bake->sockets.size(); ++i) {
    if (bake->sockets[i].node == bone) {
      return animation.layout.elementCount * animation.layout.texelsPerElement + i * kTexelsPerSocket;
    }
  }
  return std::nullopt;
}

void TexturePanel::enableGoTo() {
  const auto& bake = m_workshop.bake();
  m_goTo->setEnabled(texelOfBone().has_value());
  m_goTo->setToolTip(!bake || !m_selection.bone().isValid()
                         ? tr("Shows the texels of the selected bone: select one first")
                     : m_goTo->isEnabled() ? tr("Shows the texels of the selected bone")
                     : bake->animation->mode == BakeMode::Vertex
                         ? tr("Baked as Vertices, the texture holds no bones but those that are sockets")
                         : tr("The selected bone moves no vertex: it has no texels"));
  m_goToNumber->setEnabled(bake != nullptr);
}

void TexturePanel::goTo(std::uint32_t texelOfFrame) {
  const auto& bake = m_workshop.bake();
  const BakedClip* clip = m_playback.clip();
  const bool plays = clip != nullptr && m_playback.animation() == bake->animation;
  m_view->reveal(texelAddress(bake->animation->layout, plays ? frameShown(*clip, m_playback) : 0, texelOfFrame));
}

void TexturePanel::goToBone() {
  if (const auto texel = texelOfBone()) {
    goTo(*texel);
  }
}

// Of the bone that is selected, if it has texels.
void TexturePanel::goToFrame() {
  const auto& bake = m_workshop.bake();
  if (bake && m_playback.clip() != nullptr && m_playback.animation() == bake->animation) {
    goTo(texelOfBone().value_or(0));
  }
}

QWidget* TexturePanel::makeNumbers() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);
  m_frame = new NumberField(0, 0, 0, {});
  m_frame->setObjectName("goToFrameNumber");
  m_frame->setAccessibleName(tr("Frame"));
  m_frame->setToolTip(tr("Of the clip that plays, from 0"));
  m_element = new NumberField(0, 0, 0, {});
  m_element->setObjectName("goToElementNumber");
  m_elementName = label(tr("Element"), "muted");
  for (NumberField* field : {m_frame, m_element}) {
    field->setMinimumWidth(96);
    connect(field, &QDoubleSpinBox::valueChanged, this, &TexturePanel::goToNumbers);
  }
  form->addRow(label(tr("Frame"), "muted"), m_frame);
  form->addRow(m_elementName, m_element);
  return box;
}

void TexturePanel::showNumbers() {
  const auto& bake = m_workshop.bake();
  if (!bake) {
    return;
  }
  const BakedAnimation& animation = *bake->animation;
  const BakedClip* clip = m_playback.animation() == bake->animation ? m_playback.clip() : nullptr;
  {
    const QSignalBlocker quietFrame(m_frame);
    const QSignalBlocker quietElement(m_element);
    m_frame->setMaximum(clip == nullptr ? 0 : clip->frameCount - 1);
    m_element->setMaximum(std::max(animation.layout.elementCount, 1u) - 1);
  }
  m_frame->setEnabled(clip != nullptr);
  m_frame->show(clip == nullptr ? 0 : frameShown(*clip, m_playback) - clip->frameBegin);
  const bool isBone = animation.mode == BakeMode::Bone;
  m_elementName->setText(isBone ? tr("Bone matrix") : tr("Element"));
  m_element->setAccessibleName(m_elementName->text());
  m_element->setToolTip(tr("From 0 to %1").arg(count(animation.layout.elementCount - 1)));
  const TexelInfo shown = m_shown ? texelInfo(animation, m_shown->x, m_shown->y) : TexelInfo();
  const bool isElement = shown.kind != TexelInfo::Padding && shown.kind != TexelInfo::Socket;
  m_element->show(isElement ? shown.element : 0);
  m_numbers->adjustSize();
  const QRect room = m_goToNumber->screen()->availableGeometry();
  QPoint place = m_goToNumber->mapToGlobal(QPoint(0, m_goToNumber->height() + 4));
  place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - m_numbers->width())));
  place.setY(std::clamp(place.y(), room.top(), std::max(room.top(), room.bottom() - m_numbers->height())));
  m_numbers->move(place);
  m_numbers->show();
  NumberField* const first = m_frame->isEnabled() ? m_frame : m_element;
  first->setFocus();
  first->selectAll();
}

// The texel is selected as by a click, so that its values are told.
void TexturePanel::goToNumbers() {
  const auto& bake = m_workshop.bake();
  if (!bake) {
    return;
  }
  const BakedAnimation& animation = *bake->animation;
  const BakedClip* clip = m_playback.animation() == bake->animation ? m_playback.clip() : nullptr;
  // Of the bake that there is by now.
  const auto element = std::min(static_cast<std::uint32_t>(m_element->value()), animation.layout.elementCount - 1);
  const std::uint32_t frame =
      clip == nullptr ? 0
                      : clip->frameBegin + std::min(static_cast<std::uint32_t>(m_frame->value()), clip->frameCount - 1);
  const TexelAddress at = addressOf(animation, frame, element);
  m_view->reveal(at);
  m_view->choose(at);
}

}  // namespace texeleton::editor

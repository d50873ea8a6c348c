// Going to texels of the Texture panel: of a bone, of the frame that plays, by numbers.

#include <QFormLayout>
#include <QHBoxLayout>
#include <QScreen>
#include <algorithm>

#include "app/editor/panels/texture_panel.h"
#include "app/editor/widgets/numbers.h"
#include "core/bake/rows/frame_table.h"

namespace texeleton::editor {

namespace {

/// The frame of the texture that plays.
std::uint32_t frameShown(const bake::BakedClip& clip, const Playback& playback) {
  const auto frame = clip.frameBegin + static_cast<std::uint32_t>(playback.frame() + 1e-6);
  return bake::storedEntry(*playback.animation(), std::min(frame, clip.frameBegin + clip.frameCount - 1)).from;
}

}  // namespace

std::optional<std::uint32_t> TexturePanel::texelOfBone() const {
  const auto& bake = m_workshop.bake();
  const NodeIndex bone = m_selection.bone();
  if (!bake || !bone.isValid() || bone.value >= bake->model->nodes.size()) {
    return std::nullopt;
  }
  const bake::BakedAnimation& animation = *bake->animation;
  for (std::uint32_t i = 0; i < animation.bones.size(); ++i) {
    if (animation.bones[i].name == bake->model->nodes[bone.value].name) {
      return bake::elementTexel(animation.layout, i, 0);
    }
  }
  for (std::uint32_t i = 0; animation.mode == bake::BakeMode::Vertex && i < bake->sockets.size(); ++i) {
    if (bake->sockets[i].node == bone) {
      return animation.layout.elementCount * animation.layout.texelsPerElement + i * bake::kTexelsPerSocket;
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
                     : bake->animation->mode == bake::BakeMode::Vertex
                         ? tr("Baked as Vertices, the texture holds no bones but those that are sockets")
                         : tr("The selected bone moves no vertex: it has no texels"));
  m_goToButton->setEnabled(bake != nullptr);
}

void TexturePanel::goTo(std::uint32_t texelOfFrame) {
  const auto& bake = m_workshop.bake();
  const bake::BakedClip* clip = m_playback.clip();
  const bool plays = clip != nullptr && m_playback.animation() == bake->animation;
  m_view->reveal(bake::texelAddress(bake->animation->layout, plays ? frameShown(*clip, m_playback) : 0, texelOfFrame));
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

// One button for all: a row of its own for them would be taken from the texture.
QWidget* TexturePanel::makeGoTo() {
  m_goToButton = new QPushButton(tr("Go to…"));
  m_goToButton->setObjectName("goTo");
  m_goToButton->setToolTip(tr("To the selected bone, the frame that plays, or a frame, bone or element by its number"));
  m_goToPopup = new QFrame(this, Qt::Popup);
  m_goToPopup->setObjectName("popup");
  auto* layout = new QVBoxLayout(m_goToPopup);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  m_goTo = new QPushButton(tr("Go to bone"));
  m_goTo->setObjectName("goToBone");
  auto* frame = new QPushButton(tr("Go to frame"));
  frame->setObjectName("goToFrame");
  frame->setToolTip(tr("Shows the row that plays"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(m_goTo);
  buttons->addWidget(frame);
  layout->addLayout(buttons);
  layout->addLayout(makeNumbers());
  connect(m_goToButton, &QPushButton::clicked, this, &TexturePanel::showGoTo);
  connect(m_goTo, &QPushButton::clicked, this, [this] {
    m_goToPopup->hide();
    goToBone();
  });
  connect(frame, &QPushButton::clicked, this, [this] {
    m_goToPopup->hide();
    goToFrame();
  });
  return m_goToButton;
}

QLayout* TexturePanel::makeNumbers() {
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
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
  return form;
}

void TexturePanel::showNumbers() {
  const auto& bake = m_workshop.bake();
  if (!bake) {
    return;
  }
  const bake::BakedAnimation& animation = *bake->animation;
  const bake::BakedClip* clip = m_playback.animation() == bake->animation ? m_playback.clip() : nullptr;
  {
    const QSignalBlocker quietFrame(m_frame);
    const QSignalBlocker quietElement(m_element);
    m_frame->setMaximum(clip == nullptr ? 0 : clip->frameCount - 1);
    m_element->setMaximum(std::max(animation.layout.elementCount, 1u) - 1);
  }
  m_frame->setEnabled(clip != nullptr);
  m_frame->show(clip == nullptr ? 0 : frameShown(*clip, m_playback) - clip->frameBegin);
  const bool isBone = animation.mode == bake::BakeMode::Bone;
  m_elementName->setText(isBone ? tr("Bone matrix") : tr("Element"));
  m_element->setAccessibleName(m_elementName->text());
  m_element->setToolTip(tr("From 0 to %1").arg(count(animation.layout.elementCount - 1)));
  const TexelInfo shown = m_shown ? texelInfo(animation, m_shown->x, m_shown->y) : TexelInfo();
  const bool isElement =
      shown.kind != TexelInfo::Padding && shown.kind != TexelInfo::Socket && shown.kind != TexelInfo::Weights;
  m_element->show(isElement ? shown.element : 0);
}

void TexturePanel::showGoTo() {
  showNumbers();
  m_goToPopup->adjustSize();
  const QRect room = m_goToButton->screen()->availableGeometry();
  QPoint place = m_goToButton->mapToGlobal(QPoint(0, m_goToButton->height() + 4));
  place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - m_goToPopup->width())));
  place.setY(std::clamp(place.y(), room.top(), std::max(room.top(), room.bottom() - m_goToPopup->height())));
  m_goToPopup->move(place);
  m_goToPopup->show();
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
  const bake::BakedAnimation& animation = *bake->animation;
  const bake::BakedClip* clip = m_playback.animation() == bake->animation ? m_playback.clip() : nullptr;
  // Of the bake that there is by now.
  const auto element = std::min(static_cast<std::uint32_t>(m_element->value()), animation.layout.elementCount - 1);
  const std::uint32_t frame =
      clip == nullptr ? 0
                      : clip->frameBegin + std::min(static_cast<std::uint32_t>(m_frame->value()), clip->frameCount - 1);
  const bake::TexelAddress at = addressOf(animation, frame, element);
  m_view->reveal(at);
  m_view->choose(at);
}

}  // namespace texeleton::editor

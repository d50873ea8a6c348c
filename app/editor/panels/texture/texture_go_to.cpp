#include "app/editor/panels/texture/texture_go_to.h"

#include <QHBoxLayout>
#include <algorithm>

#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"
#include "core/vat/frame_table.h"

namespace texeleton::editor {

namespace {

/// The texture frame of the current time.
std::uint32_t frameShown(const vat::BakedClip& clip, const Playback& playback) {
  const auto frame = clip.frameBegin + static_cast<std::uint32_t>(playback.shownFrame());
  return vat::storedEntry(*playback.animation(), std::min(frame, clip.frameBegin + clip.frameCount - 1)).from;
}

}  // namespace

TextureGoTo::TextureGoTo(const Workshop& workshop, const Playback& playback, const Selection& selection,
                         TextureView& view, const TexelValues& values, QWidget* parent)
    : QPushButton(tr("Go to…"), parent),
      m_workshop(workshop),
      m_playback(playback),
      m_selection(selection),
      m_view(view),
      m_values(values) {
  setObjectName("goTo");
  setToolTip(tr("Goes to the selected bone, the current frame, or a frame, bone or element by number"));
  m_popup = new Popup(this);
  m_bone = named(new QPushButton(tr("Go to bone")), "goToBone");
  auto* frame = named(new QPushButton(tr("Go to frame")), "goToFrame", tr("Shows the current row"));
  m_popup->column().addLayout(put(spaced(new QHBoxLayout, 8), {m_bone, frame}));
  m_popup->column().addLayout(makeNumbers());
  connect(this, &QPushButton::clicked, this, &TextureGoTo::showPopup);
  connect(m_bone, &QPushButton::clicked, this, [this] {
    m_popup->hide();
    goToBone();
  });
  connect(frame, &QPushButton::clicked, this, [this] {
    m_popup->hide();
    goToFrame();
  });
  connect(&selection, &Selection::boneChanged, this, &TextureGoTo::enable);
  connect(&workshop, &Workshop::bakeChanged, this, &TextureGoTo::enable);
  enable();
}

QLayout* TextureGoTo::makeNumbers() {
  auto* form = formLayout(nullptr, 12, 8);
  m_frame = named(new NumberField(0, 0, 0, {}), "goToFrameNumber", tr("Frame of the current clip, from 0"));
  m_frame->setAccessibleName(tr("Frame"));
  m_element = named(new NumberField(0, 0, 0, {}), "goToElementNumber");
  m_elementName = label(tr("Element"), "muted");
  for (NumberField* field : {m_frame, m_element}) {
    field->setMinimumWidth(96);
    connect(field, &QDoubleSpinBox::valueChanged, this, &TextureGoTo::goToNumbers);
  }
  form->addRow(label(tr("Frame"), "muted"), m_frame);
  form->addRow(m_elementName, m_element);
  return form;
}

std::optional<std::uint32_t> TextureGoTo::texelOfBone() const {
  const auto& bake = m_workshop.bake();
  const NodeIndex bone = m_selection.bone();
  if (!bake || !bone.isValid() || bone.value >= bake->model->nodes.size()) {
    return std::nullopt;
  }
  const vat::BakedAnimation& animation = *bake->animation;
  for (std::uint32_t i = 0; i < animation.bones.size(); ++i) {
    if (animation.bones[i].name == bake->model->nodes[bone.value].name) {
      return vat::elementTexel(animation.layout, i, 0);
    }
  }
  for (std::uint32_t i = 0; animation.mode == vat::BakeMode::Vertex && i < bake->sockets.size(); ++i) {
    if (bake->sockets[i].node == bone) {
      return animation.layout.elementCount * animation.layout.texelsPerElement + i * vat::kTexelsPerSocket;
    }
  }
  return std::nullopt;
}

void TextureGoTo::enable() {
  const auto& bake = m_workshop.bake();
  const bool hasTexels = texelOfBone().has_value();
  m_bone->setEnabled(hasTexels);
  m_bone->setToolTip(!bake || !m_selection.bone().isValid()
                         ? tr("Shows the texels of the selected bone: select one first")
                     : hasTexels ? tr("Shows the texels of the selected bone")
                     : bake->animation->mode == vat::BakeMode::Vertex
                         ? tr("In vertex mode, the texture stores no bones except sockets")
                         : tr("The selected bone moves no vertices and has no texels"));
  setEnabled(bake != nullptr);
}

void TextureGoTo::goTo(std::uint32_t texelOfFrame) {
  const auto& bake = m_workshop.bake();
  const vat::BakedClip* clip = m_playback.clip();
  const bool plays = clip != nullptr && m_playback.animation() == bake->animation;
  m_view.reveal(vat::texelAddress(bake->animation->layout, plays ? frameShown(*clip, m_playback) : 0, texelOfFrame));
}

void TextureGoTo::goToBone() {
  if (const auto texel = texelOfBone()) {
    goTo(*texel);
  }
}

// To the selected bone, if it has texels.
void TextureGoTo::goToFrame() {
  const auto& bake = m_workshop.bake();
  if (bake && m_playback.clip() != nullptr && m_playback.animation() == bake->animation) {
    goTo(texelOfBone().value_or(0));
  }
}

void TextureGoTo::showNumbers() {
  const auto& bake = m_workshop.bake();
  if (!bake) {
    return;
  }
  const vat::BakedAnimation& animation = *bake->animation;
  const vat::BakedClip* clip = m_playback.animation() == bake->animation ? m_playback.clip() : nullptr;
  {
    const QSignalBlocker quietFrame(m_frame);
    const QSignalBlocker quietElement(m_element);
    m_frame->setMaximum(clip == nullptr ? 0 : clip->frameCount - 1);
    m_element->setMaximum(std::max(animation.layout.elementCount, 1u) - 1);
  }
  m_frame->setEnabled(clip != nullptr);
  m_frame->show(clip == nullptr ? 0 : frameShown(*clip, m_playback) - clip->frameBegin);
  const bool isBone = animation.mode == vat::BakeMode::Bone;
  m_elementName->setText(isBone ? tr("Bone matrix") : tr("Element"));
  m_element->setAccessibleName(m_elementName->text());
  m_element->setToolTip(tr("From 0 to %1").arg(count(animation.layout.elementCount - 1)));
  const TexelInfo shown =
      m_values.shown() ? texelInfo(animation, m_values.shown()->x, m_values.shown()->y) : TexelInfo();
  const bool isElement =
      shown.kind != TexelInfo::Padding && shown.kind != TexelInfo::Socket && shown.kind != TexelInfo::Weights;
  m_element->show(isElement ? shown.element : 0);
}

void TextureGoTo::showPopup() {
  showNumbers();
  m_popup->showBelow(*this);
  NumberField* const first = m_frame->isEnabled() ? m_frame : m_element;
  first->setFocus();
  first->selectAll();
}

// Selects the texel like a click, so that its values are shown.
void TextureGoTo::goToNumbers() {
  const auto& bake = m_workshop.bake();
  if (!bake) {
    return;
  }
  const vat::BakedAnimation& animation = *bake->animation;
  const vat::BakedClip* clip = m_playback.animation() == bake->animation ? m_playback.clip() : nullptr;
  // In the current bake.
  const auto element = std::min(static_cast<std::uint32_t>(m_element->value()), animation.layout.elementCount - 1);
  const std::uint32_t frame =
      clip == nullptr ? 0
                      : clip->frameBegin + std::min(static_cast<std::uint32_t>(m_frame->value()), clip->frameCount - 1);
  const vat::TexelAddress at = addressOf(animation, frame, element);
  m_view.reveal(at);
  m_view.choose(at);
}

}  // namespace texeleton::editor

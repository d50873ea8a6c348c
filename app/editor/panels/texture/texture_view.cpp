#include "app/editor/panels/texture/texture_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr double kDragFrom = 4.0;
constexpr int kFarKeys = 8;  // Texels.
constexpr double kZoomOfNotch = 1.25;
constexpr double kWheelUnits = 120.0;

}  // namespace

TextureView::TextureView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_workshop(workshop),
      m_playback(playback),
      m_selection(selection),
      m_scale(state, *this),
      m_image(state, m_scale, *this) {
  setObjectName("texture");
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Animation texture"));
  connect(&m_image, &TextureImage::differenceFound, this, [this] {
    update();
    emit differenceChanged();
  });
  connect(&workshop, &Workshop::bakeChanged, this, &TextureView::takeBake);
  connect(&playback, &Playback::moved, this, [this] { update(); });
  for (const auto signal : {&Selection::boneChanged, &Selection::changed, &Selection::pointedChanged}) {
    connect(&selection, signal, this, [this] { update(); });
  }
  takeBake();
}

void TextureView::takeBake() {
  m_bake = m_workshop.bake();
  m_scale.setTexture(m_bake ? m_bake->animation : nullptr);
  m_image.setBake(m_bake);
  // A texel selected by keys is kept in the new bake.
  const auto kept = m_pointed.byKeys ? m_pointed.texel : std::nullopt;
  m_pointed.texel.reset();
  if (kept && m_bake && kept->x < animation()->layout.width && kept->y < animation()->layout.height) {
    pointTo(kept);
  }
  m_scale.bound();
  refresh();
}

const vat::BakedAnimation* TextureView::animation() const { return m_bake ? m_bake->animation.get() : nullptr; }

void TextureView::refresh() {
  m_image.refresh();
  update();
}

void TextureView::setDifference(bool difference) {
  state.difference = difference;
  refresh();
  emit differenceChanged();
}

void TextureView::setExposure(double stops) {
  state.exposure = std::clamp(stops, -kMostExposure, kMostExposure);
  refresh();
  emit exposureChanged();
}

void TextureView::fit() {
  state.fits = true;
  m_scale.bound();
  refresh();
  emit zoomChanged();
}

void TextureView::zoomTo(double zoom, const QPointF& at) { zoomTo(zoom, zoom, at); }

void TextureView::zoomBy(double factor, const QPointF& at) { zoomTo(state.zoom * factor, state.zoomDown * factor, at); }

void TextureView::zoomTo(double across, double down, const QPointF& at) {
  const QPointF texel = m_scale.texelPlace(at);
  state.fits = false;
  state.zoom = across;
  state.zoomDown = down;
  m_scale.bound();
  state.corner += texel - m_scale.texelPlace(at);
  m_scale.bound();
  refresh();
  emit zoomChanged();
}

void TextureView::reveal(const vat::TexelAddress& texel) {
  constexpr double kSeen = 8.0;
  state.fits = false;
  state.zoom = std::max(state.zoom, kSeen);
  state.zoomDown = std::max(state.zoomDown, kSeen);
  state.corner = QPointF(texel.x, texel.y) - QPointF(m_scale.texelsSeen().width(), m_scale.texelsSeen().height()) / 2.0;
  m_scale.bound();
  refresh();
  emit zoomChanged();
}

void TextureView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), color(Token::Field));
  if (animation() == nullptr) {
    painter.setPen(color(Token::Muted));
    painter.drawText(rect(), Qt::AlignCenter, tr("The animation texture appears here once a model is baked."));
    return;
  }
  m_image.paint(painter);
  const TexturePainter over(*m_bake, state, m_scale, m_playback, m_selection, *this);
  painter.save();
  painter.setClipRect(m_scale.area());
  over.paintBands(painter);
  over.paintMarks(painter, m_pointed);
  painter.restore();
  over.paintColumns(painter);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(color(Token::Accent));
    painter.drawRect(QRectF(0.5, 0.5, width() - 1, height() - 1));
  }
}

void TextureView::resizeEvent(QResizeEvent* /*event*/) {
  m_scale.bound();
  m_image.refresh();
  emit zoomChanged();
}

void TextureView::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->position();
  m_cornerPressed = state.corner;
  m_dragging = false;
}

void TextureView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF moved = event->position() - m_pressed;
  if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
    m_dragging = m_dragging || moved.manhattanLength() > kDragFrom;
    if (m_dragging) {
      state.corner = m_cornerPressed - QPointF(moved.x() / state.zoom, moved.y() / state.zoomDown);
      m_scale.bound();
      refresh();
    }
    return;
  }
  m_pointed.byKeys = false;
  pointTo(texelAt(event->position()));
}

void TextureView::pointTo(const std::optional<vat::TexelAddress>& texel) {
  if (texel != m_pointed.texel) {
    m_pointed.texel = texel;
    const TexelInfo info = texel ? texelInfo(*animation(), texel->x, texel->y) : TexelInfo();
    m_selection.pointAtBone(texel ? nodeOf(info, *m_bake) : NodeIndex());
    m_selection.pointAtClip(info.clip ? static_cast<int>(*info.clip) : -1);
    emit pointed(texel.has_value(), texel.value_or(vat::TexelAddress()));
    update();
  }
}

void TextureView::mouseReleaseEvent(QMouseEvent* event) {
  const auto texel = m_dragging ? std::nullopt : texelAt(event->position());
  m_dragging = false;
  if (!texel || event->button() != Qt::LeftButton) {
    return;
  }
  choose(*texel);
}

void TextureView::choose(const vat::TexelAddress& texel) {
  const TexelInfo info = texelInfo(*animation(), texel.x, texel.y);
  if (info.clip && m_playback.animation() == m_bake->animation) {
    m_playback.setPlaying(false);
    m_playback.setClip(static_cast<int>(*info.clip));
    m_playback.seek(m_playback.secondsOfFrame(info.frame));
  }
  if (const NodeIndex bone = nodeOf(info, *m_bake); bone.isValid()) {
    m_selection.selectBone(bone);
  }
  m_selection.selectTexel(SelectedTexel{texel.x, texel.y});
}

void TextureView::leaveEvent(QEvent* /*event*/) {
  if (!m_pointed.byKeys) {
    pointTo(std::nullopt);
  }
}

void TextureView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  if (m_pointed.byKeys && event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
    m_pointed.byKeys = false;
    pointTo(std::nullopt);
  }
}

// Starts at the last clicked texel, else at the centre of the visible part.
void TextureView::pointBeside(int x, int y) {
  const vat::BakedAnimation* texture = animation();
  if (texture == nullptr) {
    return;
  }
  const auto clicked = m_selection.texel();
  const QPointF middle =
      state.corner + QPointF(std::min(m_scale.texelsSeen().width(), static_cast<double>(texture->layout.width)),
                             std::min(m_scale.texelsSeen().height(), static_cast<double>(texture->layout.height))) /
                         2.0;
  vat::TexelAddress from = m_pointed.texel ? *m_pointed.texel
                           : clicked       ? vat::TexelAddress{clicked->x, clicked->y}
                                           : vat::TexelAddress{static_cast<std::uint32_t>(std::max(middle.x(), 0.0)),
                                                         static_cast<std::uint32_t>(std::max(middle.y(), 0.0))};
  const auto within = [](std::uint32_t at, int by, std::uint32_t size) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(std::int64_t{at} + by, 0, std::int64_t{size} - 1));
  };
  const vat::TexelAddress to{within(from.x, x, texture->layout.width), within(from.y, y, texture->layout.height)};
  m_pointed.byKeys = true;
  pointTo(to);
  // Scrolls to keep it visible.
  if (!m_scale.area().contains(placeOf(to.x, to.y)) || !m_scale.area().contains(placeOf(to.x + 1.0, to.y + 1.0))) {
    const QSizeF seen = m_scale.texelsSeen();
    const auto follow = [](double corner, double at, double room) {
      return std::clamp(corner, std::min(at + 1.0 - room, at), std::max(at, at + 1.0 - room));
    };
    state.corner = QPointF(follow(state.corner.x(), to.x, seen.width()), follow(state.corner.y(), to.y, seen.height()));
    m_scale.bound();
    refresh();
  }
}

void TextureView::wheelEvent(QWheelEvent* event) {
  if (animation() == nullptr) {
    return;
  }
  if (event->modifiers() & Qt::ShiftModifier) {
    // Some systems report horizontal wheel movement with Shift.
    const QPoint turned = event->angleDelta();
    setExposure(state.exposure + kExposureStep * (turned.y() != 0 ? turned.y() : turned.x()) / kWheelUnits);
  } else {
    zoomBy(std::pow(kZoomOfNotch, event->angleDelta().y() / kWheelUnits), event->position());
  }
}

void TextureView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    emit copyAsked();
    return;
  }
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
    QWidget::keyPressEvent(event);
    return;
  }
  const int by = event->modifiers() & Qt::ShiftModifier ? kFarKeys : 1;
  switch (event->key()) {
    case Qt::Key_Left:
      pointBeside(-by, 0);
      return;
    case Qt::Key_Right:
      pointBeside(by, 0);
      return;
    case Qt::Key_Up:
      pointBeside(0, -by);
      return;
    case Qt::Key_Down:
      pointBeside(0, by);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_pointed.texel) {
        choose(*m_pointed.texel);
      }
      return;
    case Qt::Key_Escape:
      m_pointed.byKeys = false;
      pointTo(std::nullopt);
      return;
    case Qt::Key_Plus:
      zoomBy(kZoomOfNotch, rect().center());
      return;
    case Qt::Key_Minus:
      zoomBy(1.0 / kZoomOfNotch, rect().center());
      return;
    case Qt::Key_Home:
    case Qt::Key_F:
      fit();
      return;
    case Qt::Key_E:
      setExposure(state.exposure + (event->modifiers() & Qt::ShiftModifier ? -kExposureStep : kExposureStep));
      return;
    case Qt::Key_0:
      setExposure(0.0);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace texeleton::editor

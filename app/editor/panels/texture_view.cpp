#include "app/editor/panels/texture_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace texeleton::editor {

namespace {

constexpr double kClosest = 64.0;   // Screen pixels a texel.
constexpr double kWholeFrom = 4.0;  // Screen pixels a texel: from here on whole ones.
constexpr double kDragFrom = 4.0;
constexpr int kFarKeys = 8;  // Texels.
constexpr double kZoomOfNotch = 1.25;
constexpr double kWheelUnits = 120.0;

}  // namespace

TextureView::TextureView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_playback(playback), m_selection(selection) {
  setObjectName("texture");
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Animation texture"));
  connect(&workshop, &Workshop::bakeChanged, this, [this] {
    m_bake = m_workshop.bake();
    m_difference.reset();
    m_asked.reset();
    m_differ.cancel();
    // A texel that is pointed at by keys is pointed at in the new bake too.
    const auto kept = m_byKeys ? m_pointed : std::nullopt;
    m_pointed.reset();
    if (kept && m_bake && kept->x < animation()->layout.width && kept->y < animation()->layout.height) {
      pointTo(kept);
    }
    bound();
    refresh();
  });
  connect(&playback, &Playback::moved, this, [this] { update(); });
  for (const auto signal : {&Selection::boneChanged, &Selection::changed, &Selection::pointedChanged}) {
    connect(&selection, signal, this, [this] { update(); });
  }
  m_bake = m_workshop.bake();
}

const bake::BakedAnimation* TextureView::animation() const { return m_bake ? m_bake->animation.get() : nullptr; }

void TextureView::refresh() {
  m_imageOld = true;
  update();
}

QRectF TextureView::area() const {
  const double ruler = fontMetrics().height() + 2.0;
  return QRectF(rect()).adjusted(0, std::min(ruler, height() - 1.0), 0, 0);
}

namespace {

/// Screen pixels a texel, so that `texels` take up `room`: whole device pixels where that costs little room, so that
/// all texels are of one size.
double filling(double room, double texels, double ratio) {
  const double exact = room / texels;
  return exact >= kWholeFrom ? std::floor(exact * ratio) / ratio : exact;
}

}  // namespace

void TextureView::bound() {
  const bake::BakedAnimation* texture = animation();
  if (texture == nullptr || width() < 1 || height() < 2) {
    return;
  }
  const QSizeF seen = area().size();
  const double w = texture->layout.width;
  const double h = texture->layout.height;
  const double ratio = devicePixelRatioF();
  // As a whole it is shown without what is there only to make its sides powers of two.
  const bake::TextureLayout& layout = texture->layout;
  const double across = filling(seen.width(), layout.rowsPerFrame == 1 ? layout.texelsPerFrame : w, ratio);
  const double down = filling(seen.height(), static_cast<double>(layout.frameCount) * layout.rowsPerFrame, ratio);
  if (state.fits) {
    state.zoom = across;
    state.zoomDown = down;
  } else {
    const double least = std::min({seen.width() / w, seen.height() / h, 1.0});
    state.zoom = std::clamp(state.zoom, least, kClosest);
    state.zoomDown = std::clamp(state.zoomDown, least, kClosest);
  }
  const double seenW = seen.width() / state.zoom;
  const double seenH = seen.height() / state.zoomDown;
  state.corner.setX(seenW >= w ? 0.0 : std::clamp(state.corner.x(), 0.0, w - seenW));
  state.corner.setY(seenH >= h ? 0.0 : std::clamp(state.corner.y(), 0.0, h - seenH));
}

void TextureView::setDifference(bool difference) {
  state.difference = difference;
  refresh();
  emit differenceChanged();
}

std::optional<double> TextureView::largestDifference() const {
  if (!m_difference || !state.difference || m_difference->bake != m_bake) {
    return std::nullopt;
  }
  const glm::vec4& largest = m_difference->largest;
  return static_cast<double>(state.channels == Channels::Rgb ? std::max({largest.r, largest.g, largest.b})
                                                             : largest[static_cast<glm::length_t>(state.channels) - 1]);
}

void TextureView::setExposure(double stops) {
  state.exposure = std::clamp(stops, -kMostExposure, kMostExposure);
  refresh();
  emit exposureChanged();
}

void TextureView::fit() {
  state.fits = true;
  bound();
  refresh();
  emit zoomChanged();
}

void TextureView::zoomTo(double zoom, const QPointF& at) { zoomTo(zoom, zoom, at); }

void TextureView::zoomBy(double factor, const QPointF& at) { zoomTo(state.zoom * factor, state.zoomDown * factor, at); }

void TextureView::zoomTo(double across, double down, const QPointF& at) {
  const QPointF texel = texelPlace(at);
  state.fits = false;
  state.zoom = across;
  state.zoomDown = down;
  bound();
  state.corner += texel - texelPlace(at);
  bound();
  refresh();
  emit zoomChanged();
}

QPointF TextureView::texelPlace(const QPointF& place) const {
  const QPointF inside = place - area().topLeft();
  return state.corner + QPointF(inside.x() / state.zoom, inside.y() / state.zoomDown);
}

QSizeF TextureView::texelsSeen() const { return {area().width() / state.zoom, area().height() / state.zoomDown}; }

void TextureView::reveal(const bake::TexelAddress& texel) {
  constexpr double kSeen = 8.0;
  state.fits = false;
  state.zoom = std::max(state.zoom, kSeen);
  state.zoomDown = std::max(state.zoomDown, kSeen);
  state.corner = QPointF(texel.x, texel.y) - QPointF(texelsSeen().width(), texelsSeen().height()) / 2.0;
  bound();
  refresh();
  emit zoomChanged();
}

std::optional<bake::TexelAddress> TextureView::texelAt(const QPointF& place) const {
  const bake::BakedAnimation* texture = animation();
  const QPointF texel = texelPlace(place);
  if (texture == nullptr || place.y() < area().top() || texel.x() < 0 || texel.y() < 0 ||
      texel.x() >= texture->layout.width || texel.y() >= texture->layout.height) {
    return std::nullopt;
  }
  return bake::TexelAddress{static_cast<std::uint32_t>(texel.x()), static_cast<std::uint32_t>(texel.y())};
}

QPointF TextureView::placeOf(double x, double y) const {
  return QPointF((x - state.corner.x()) * state.zoom, (y - state.corner.y()) * state.zoomDown) + area().topLeft();
}

void TextureView::resizeEvent(QResizeEvent* /*event*/) {
  bound();
  m_imageOld = true;
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
      bound();
      refresh();
    }
    return;
  }
  m_byKeys = false;
  pointTo(texelAt(event->position()));
}

void TextureView::pointTo(const std::optional<bake::TexelAddress>& texel) {
  if (texel != m_pointed) {
    m_pointed = texel;
    const TexelInfo info = texel ? texelInfo(*animation(), texel->x, texel->y) : TexelInfo();
    m_selection.pointAtBone(texel ? nodeOf(info, *m_bake) : NodeIndex());
    m_selection.pointAtClip(info.clip ? static_cast<int>(*info.clip) : -1);
    emit pointed(texel.has_value(), texel.value_or(bake::TexelAddress()));
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

void TextureView::choose(const bake::TexelAddress& texel) {
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
  if (!m_byKeys) {
    pointTo(std::nullopt);
  }
}

void TextureView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  if (m_byKeys && event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) {
    m_byKeys = false;
    pointTo(std::nullopt);
  }
}

// From what was clicked last, else from the middle of what is visible.
void TextureView::pointBeside(int x, int y) {
  const bake::BakedAnimation* texture = animation();
  if (texture == nullptr) {
    return;
  }
  const auto clicked = m_selection.texel();
  const QPointF middle =
      state.corner + QPointF(std::min(texelsSeen().width(), static_cast<double>(texture->layout.width)),
                             std::min(texelsSeen().height(), static_cast<double>(texture->layout.height))) /
                         2.0;
  bake::TexelAddress from = m_pointed ? *m_pointed
                            : clicked ? bake::TexelAddress{clicked->x, clicked->y}
                                      : bake::TexelAddress{static_cast<std::uint32_t>(std::max(middle.x(), 0.0)),
                                                           static_cast<std::uint32_t>(std::max(middle.y(), 0.0))};
  const auto within = [](std::uint32_t at, int by, std::uint32_t size) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(std::int64_t{at} + by, 0, std::int64_t{size} - 1));
  };
  const bake::TexelAddress to{within(from.x, x, texture->layout.width), within(from.y, y, texture->layout.height)};
  m_byKeys = true;
  pointTo(to);
  // It stays in sight.
  if (!area().contains(placeOf(to.x, to.y)) || !area().contains(placeOf(to.x + 1.0, to.y + 1.0))) {
    const QSizeF seen = texelsSeen();
    const auto follow = [](double corner, double at, double room) {
      return std::clamp(corner, std::min(at + 1.0 - room, at), std::max(at, at + 1.0 - room));
    };
    state.corner = QPointF(follow(state.corner.x(), to.x, seen.width()), follow(state.corner.y(), to.y, seen.height()));
    bound();
    refresh();
  }
}

void TextureView::wheelEvent(QWheelEvent* event) {
  if (animation() == nullptr) {
    return;
  }
  if (event->modifiers() & Qt::ShiftModifier) {
    // Some systems turn the wheel sideways with Shift.
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
      if (m_pointed) {
        choose(*m_pointed);
      }
      return;
    case Qt::Key_Escape:
      m_byKeys = false;
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

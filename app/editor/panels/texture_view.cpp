#include "app/editor/panels/texture_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr double kClosest = 64.0;   // Screen pixels a texel.
constexpr double kGridFrom = 12.0;  // Texels as large as this get lines between them.
constexpr double kDragFrom = 4.0;
constexpr double kNotch = 1.25;
constexpr double kWheelUnits = 120.0;

/// What values become on the screen.
class Tone {
 public:
  explicit Tone(const TextureViewState& state)
      : m_channels(state.channels),
        m_scale(255.0 * std::exp2(state.exposure) / (state.to - state.from)),
        m_offset(-255.0 * state.from / (state.to - state.from)) {}

  QRgb of(const glm::vec4& value) const {
    if (m_channels == Channels::Rgb) {
      return qRgb(level(value.r), level(value.g), level(value.b));
    }
    const int gray = level(value[static_cast<int>(m_channels) - 1]);
    return qRgb(gray, gray, gray);
  }

 private:
  int level(float channel) const {
    return std::isfinite(channel) ? static_cast<int>(std::clamp(channel * m_scale + m_offset, 0.0, 255.0)) : 0;
  }

  Channels m_channels;
  double m_scale;
  double m_offset;
};

}  // namespace

TextureView::TextureView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_playback(playback), m_selection(selection) {
  setObjectName("texture");
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Animation texture"));
  connect(&workshop, &Workshop::bakeChanged, this, [this] {
    m_bake = m_workshop.bake();
    m_pointed.reset();
    bound();
    refresh();
  });
  connect(&playback, &Playback::moved, this, [this] { update(); });
  for (const auto signal : {&Selection::boneChanged, &Selection::changed, &Selection::pointedChanged}) {
    connect(&selection, signal, this, [this] { update(); });
  }
  m_bake = m_workshop.bake();
}

const BakedAnimation* TextureView::animation() const { return m_bake ? m_bake->animation.get() : nullptr; }

void TextureView::refresh() {
  m_imageOld = true;
  update();
}

void TextureView::bound() {
  const BakedAnimation* texture = animation();
  if (texture == nullptr || width() < 1 || height() < 1) {
    return;
  }
  const double w = texture->layout.width;
  const double h = texture->layout.height;
  const double whole = std::min(width() / w, height() / h);
  if (state.fits) {
    state.zoom = whole;
  }
  state.zoom = std::clamp(state.zoom, std::min(whole, 1.0), kClosest);
  const double seenW = width() / state.zoom;
  const double seenH = height() / state.zoom;
  state.corner.setX(seenW >= w ? 0.0 : std::clamp(state.corner.x(), 0.0, w - seenW));
  state.corner.setY(seenH >= h ? 0.0 : std::clamp(state.corner.y(), 0.0, h - seenH));
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

void TextureView::zoomTo(double zoom, const QPointF& at) {
  const QPointF texel = state.corner + at / state.zoom;
  state.fits = false;
  state.zoom = zoom;
  bound();
  state.corner = texel - at / state.zoom;
  bound();
  refresh();
  emit zoomChanged();
}

void TextureView::reveal(const TexelAddress& texel) {
  constexpr double kSeen = 8.0;
  state.fits = false;
  state.zoom = std::max(state.zoom, kSeen);
  state.corner = QPointF(texel.x, texel.y) - QPointF(width(), height()) / 2.0 / state.zoom;
  bound();
  refresh();
  emit zoomChanged();
}

std::optional<TexelAddress> TextureView::texelAt(const QPointF& place) const {
  const BakedAnimation* texture = animation();
  const QPointF texel = state.corner + place / state.zoom;
  if (texture == nullptr || texel.x() < 0 || texel.y() < 0 || texel.x() >= texture->layout.width ||
      texel.y() >= texture->layout.height) {
    return std::nullopt;
  }
  return TexelAddress{static_cast<std::uint32_t>(texel.x()), static_cast<std::uint32_t>(texel.y())};
}

QPointF TextureView::placeOf(double x, double y) const { return (QPointF(x, y) - state.corner) * state.zoom; }

QImage TextureView::picture() const {
  const BakedAnimation* texture = animation();
  if (texture == nullptr) {
    return {};
  }
  QImage image(static_cast<int>(texture->layout.width), static_cast<int>(texture->layout.height), QImage::Format_RGB32);
  const Tone tone(state);
  for (int y = 0; y < image.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      line[x] = tone.of(texture->texels.texel(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
    }
  }
  return image;
}

// Only what is visible is looked at: the cost is that of the widget's pixels, whatever the texture's size.
void TextureView::paintTexels(QPainter& painter) {
  const double ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(size()) * ratio).toSize();
  if (m_imageOld || m_image.size() != pixels) {
    m_image = QImage(pixels, QImage::Format_RGB32);
    m_image.fill(color(Token::Field));
    const TextureLayout& layout = animation()->layout;
    const double step = 1.0 / (state.zoom * ratio);
    const Tone tone(state);
    for (int y = 0; y < pixels.height(); ++y) {
      const double v = state.corner.y() + (y + 0.5) * step;
      if (v < 0 || v >= layout.height) {
        continue;
      }
      auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
      for (int x = 0; x < pixels.width(); ++x) {
        const double u = state.corner.x() + (x + 0.5) * step;
        if (u >= 0 && u < layout.width) {
          line[x] = tone.of(animation()->texels.texel(static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v)));
        }
      }
    }
    m_image.setDevicePixelRatio(ratio);
    m_imageOld = false;
  }
  painter.drawImage(QPointF(0, 0), m_image);
}

void TextureView::paintBands(QPainter& painter) {
  const BakedAnimation& texture = *animation();
  const double right = std::min(placeOf(texture.layout.width, 0).x(), static_cast<double>(width()));
  if (state.zoom >= kGridFrom) {
    painter.setPen(QColor(0, 0, 0, 90));
    for (double x = std::ceil(state.corner.x()); placeOf(x, 0).x() < right; ++x) {
      painter.drawLine(placeOf(x, state.corner.y()), QPointF(placeOf(x, 0).x(), height()));
    }
    for (double y = std::ceil(state.corner.y()); placeOf(0, y).y() < height() && y <= texture.layout.height; ++y) {
      painter.drawLine(QPointF(0, placeOf(0, y).y()), QPointF(right, placeOf(0, y).y()));
    }
  }
  const QFontMetrics metrics = painter.fontMetrics();
  double lastLabel = -100.0;
  for (const BakedClip& clip : texture.clips) {
    const double top = placeOf(0, static_cast<double>(clip.frameBegin) * texture.layout.rowsPerFrame).y();
    const double bottom =
        placeOf(0, static_cast<double>(clip.frameBegin + clip.frameCount) * texture.layout.rowsPerFrame).y();
    if (bottom < 0 || top > height()) {
      continue;
    }
    painter.setPen(QPen(QColor(255, 255, 255, 200), 1));
    painter.drawLine(QPointF(0, top), QPointF(right, top));
    const double at = std::max(top, 0.0) + 2;
    if (at - lastLabel < metrics.height()) {
      continue;  // Names of clips that are too thin would lie over one another.
    }
    lastLabel = at;
    const QString name = QString::fromStdString(clip.name);
    const QRectF box(2, at, metrics.horizontalAdvance(name) + 8, metrics.height());
    painter.fillRect(box, QColor(0, 0, 0, 190));
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, name);
  }
}

void TextureView::paintMarks(QPainter& painter) {
  const BakedAnimation& texture = *animation();
  const double right = std::min(placeOf(texture.layout.width, 0).x(), static_cast<double>(width()));
  if (const BakedClip* clip = m_playback.clip(); clip != nullptr && m_playback.animation() == m_bake->animation) {
    const double row = (clip->frameBegin + std::floor(m_playback.frame() + 1e-6)) * texture.layout.rowsPerFrame;
    const QRectF band(
        QPointF(0, placeOf(0, row).y()),
        QPointF(right, std::max(placeOf(0, row + texture.layout.rowsPerFrame).y(), placeOf(0, row).y() + 1)));
    painter.setPen(QPen(color(Token::Error), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(band);
  }
  const auto outline = [&](NodeIndex bone, const QPen& pen) {
    if (texture.mode != BakeMode::Bone || !bone.isValid() || texture.layout.rowsPerFrame != 1 ||
        bone.value >= m_bake->model->nodes.size()) {
      return;
    }
    for (std::uint32_t i = 0; i < texture.bones.size(); ++i) {
      if (texture.bones[i].name == m_bake->model->nodes[bone.value].name) {
        const QRectF column(placeOf(i * kTexelsPerBone, 0),
                            placeOf((i + 1) * kTexelsPerBone, static_cast<double>(texture.layout.frameCount)));
        painter.setPen(pen);
        painter.drawRect(column.adjusted(-1, -1, 1, 1));
      }
    }
  };
  painter.setBrush(Qt::NoBrush);
  outline(m_selection.bone(), QPen(color(Token::Accent), 2));
  if (m_selection.pointedBone() != m_selection.bone()) {
    outline(m_selection.pointedBone(), QPen(Qt::white, 1, Qt::DashLine));
  }
  if (const int clip = m_selection.pointedClip(); clip >= 0 && static_cast<std::size_t>(clip) < texture.clips.size()) {
    const BakedClip& band = texture.clips[static_cast<std::size_t>(clip)];
    const double rows = texture.layout.rowsPerFrame;
    const QRectF box(placeOf(0, band.frameBegin * rows),
                     QPointF(right, placeOf(0, (band.frameBegin + band.frameCount) * rows).y()));
    painter.fillRect(box, QColor(255, 255, 255, 36));
  }
  if (const auto texel = m_selection.texel();
      texel && texel->x < texture.layout.width && texel->y < texture.layout.height) {
    painter.setPen(QPen(color(Token::Accent), 2));
    painter.drawRect(QRectF(placeOf(texel->x, texel->y), placeOf(texel->x + 1, texel->y + 1)).adjusted(-1, -1, 1, 1));
  }
  if (m_pointed) {
    painter.setPen(QPen(Qt::white, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(placeOf(m_pointed->x, m_pointed->y), placeOf(m_pointed->x + 1, m_pointed->y + 1))
                         .adjusted(-1, -1, 1, 1));
  }
}

void TextureView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), color(Token::Field));
  if (animation() == nullptr) {
    painter.setPen(color(Token::Muted));
    painter.drawText(rect(), Qt::AlignCenter, tr("The animation texture appears here once a model is baked."));
    return;
  }
  paintTexels(painter);
  paintBands(painter);
  paintMarks(painter);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(color(Token::Accent));
    painter.drawRect(QRectF(0.5, 0.5, width() - 1, height() - 1));
  }
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
      state.corner = m_cornerPressed - moved / state.zoom;
      bound();
      refresh();
    }
    return;
  }
  const auto texel = texelAt(event->position());
  if (texel != m_pointed) {
    m_pointed = texel;
    const TexelInfo info = texel ? texelInfo(*animation(), texel->x, texel->y) : TexelInfo();
    m_selection.pointAtBone(texel ? nodeOf(info, *animation(), *m_bake->model) : NodeIndex());
    m_selection.pointAtClip(info.clip ? static_cast<int>(*info.clip) : -1);
    emit pointed(texel.has_value(), texel.value_or(TexelAddress()));
    update();
  }
}

void TextureView::mouseReleaseEvent(QMouseEvent* event) {
  const auto texel = m_dragging ? std::nullopt : texelAt(event->position());
  m_dragging = false;
  if (!texel || event->button() != Qt::LeftButton) {
    return;
  }
  const TexelInfo info = texelInfo(*animation(), texel->x, texel->y);
  if (info.clip && m_playback.animation() == m_bake->animation) {
    m_playback.setPlaying(false);
    m_playback.setClip(static_cast<int>(*info.clip));
    m_playback.seek(m_playback.secondsOfFrame(info.frame));
  }
  if (const NodeIndex bone = nodeOf(info, *animation(), *m_bake->model); bone.isValid()) {
    m_selection.selectBone(bone);
  }
  m_selection.selectTexel(SelectedTexel{texel->x, texel->y});
}

void TextureView::leaveEvent(QEvent* /*event*/) {
  m_pointed.reset();
  m_selection.pointAtBone({});
  m_selection.pointAtClip(-1);
  emit pointed(false, {});
  update();
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
    zoomTo(state.zoom * std::pow(kNotch, event->angleDelta().y() / kWheelUnits), event->position());
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
  switch (event->key()) {
    case Qt::Key_Plus:
      zoomTo(state.zoom * kNotch, rect().center());
      return;
    case Qt::Key_Minus:
      zoomTo(state.zoom / kNotch, rect().center());
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

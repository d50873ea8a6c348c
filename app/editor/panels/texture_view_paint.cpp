// What the texture looks like: texels, clip bands, columns, marks.

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "app/editor/panels/texture_columns.h"
#include "app/editor/panels/texture_view.h"
#include "app/editor/theme/theme.h"
#include "core/bake/rows/frame_table.h"
#include "viewport/scene/turbo.h"

namespace texeleton::editor {

namespace {

constexpr double kGridFrom = 12.0;    // Texels as large as this get lines between them.
constexpr double kColumnsFrom = 8.0;  // Columns as wide as this get lines between them.
constexpr int kWidestClipName = 120;
constexpr double kLeastCursor = 9.0;

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

QImage pictureOf(const bake::BakedAnimation& texture, const TextureViewState& state, const JobContext& job) {
  QImage image(static_cast<int>(texture.layout.width), static_cast<int>(texture.layout.height), QImage::Format_RGB32);
  const Tone tone(state);
  for (int y = 0; y < image.height() && !job.isCancelled(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      line[x] = tone.of(texture.texels.texel(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
    }
  }
  return image;
}

std::vector<std::int64_t> TextureView::texelsAcross(int pixels) const {
  const double step = 1.0 / (state.zoom * devicePixelRatioF());
  std::vector<std::int64_t> texels(static_cast<std::size_t>(std::max(pixels, 0)), -1);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const double u = state.corner.x() + (static_cast<double>(i) + 0.5) * step;
    texels[i] = u >= 0 && u < animation()->layout.width ? static_cast<std::int64_t>(u) : -1;
  }
  return texels;
}

std::vector<std::int64_t> TextureView::texelsDown(int pixels) const {
  const double step = 1.0 / (state.zoomDown * devicePixelRatioF());
  std::vector<std::int64_t> texels(static_cast<std::size_t>(std::max(pixels, 0)), -1);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const double v = state.corner.y() + (static_cast<double>(i) + 0.5) * step;
    texels[i] = v >= 0 && v < animation()->layout.height ? static_cast<std::int64_t>(v) : -1;
  }
  return texels;
}

// The source is evaluated in the background, for the texels that are in sight.
void TextureView::findDifference(const std::vector<std::int64_t>& across, const std::vector<std::int64_t>& down) {
  const auto once = [](const std::vector<std::int64_t>& texels) {
    std::vector<std::uint32_t> result;
    for (const std::int64_t texel : texels) {
      if (texel >= 0 && (result.empty() || result.back() != static_cast<std::uint32_t>(texel))) {
        result.push_back(static_cast<std::uint32_t>(texel));
      }
    }
    return result;
  };
  auto wanted = std::make_shared<TextureDifference>();
  wanted->bake = m_bake;
  wanted->columns = once(across);
  wanted->rows = once(down);
  const auto isSame = [&wanted](const std::shared_ptr<const TextureDifference>& known) {
    return known && known->bake == wanted->bake && known->columns == wanted->columns && known->rows == wanted->rows;
  };
  if (isSame(m_difference) || isSame(m_asked)) {
    return;
  }
  m_asked = wanted;
  m_differ.start([this, wanted](JobContext& job, const JobRunner::Deliver& deliver) {
    auto found =
        std::make_shared<const TextureDifference>(differenceOf(wanted->bake, wanted->columns, wanted->rows, job));
    if (!job.isCancelled()) {
      deliver([this, found] {
        m_difference = found;
        m_asked.reset();
        refresh();
        emit differenceChanged();
      });
    }
  });
}

// Only what is visible is looked at: the cost is that of the widget's pixels, whatever the texture's size.
void TextureView::paintTexels(QPainter& painter) {
  const double ratio = devicePixelRatioF();
  const QSize pixels = (area().size() * ratio).toSize();
  if (m_imageOld || m_image.size() != pixels) {
    m_image = QImage(pixels, QImage::Format_RGB32);
    m_image.fill(color(Token::Field));
    const std::vector<std::int64_t> across = texelsAcross(pixels.width());
    const std::vector<std::int64_t> down = texelsDown(pixels.height());
    if (state.difference) {
      findDifference(across, down);
    }
    const Tone tone(state);
    const double largest = largestDifference().value_or(0.0);
    const double scale = largest > 0.0 ? std::exp2(state.exposure) / largest : 0.0;
    const auto colorOf = [&](std::uint32_t x, std::uint32_t y) -> QRgb {
      if (!state.difference) {
        return tone.of(animation()->texels.texel(x, y));
      }
      const glm::vec4* const found = m_difference ? m_difference->find(x, y) : nullptr;
      if (found == nullptr || found->r < 0.0f) {
        return color(Token::Field).rgb();
      }
      const float off = state.channels == Channels::Rgb ? std::max({found->r, found->g, found->b})
                                                        : (*found)[static_cast<glm::length_t>(state.channels) - 1];
      const glm::vec3 heat = viewport::turbo(static_cast<float>(off * scale)) * 255.0f;
      return qRgb(static_cast<int>(heat.r), static_cast<int>(heat.g), static_cast<int>(heat.b));
    };
    for (int y = 0; y < pixels.height(); ++y) {
      const std::int64_t v = down[static_cast<std::size_t>(y)];
      if (v < 0) {
        continue;
      }
      auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
      for (int x = 0; x < pixels.width(); ++x) {
        const std::int64_t u = across[static_cast<std::size_t>(x)];
        if (x > 0 && u == across[static_cast<std::size_t>(x) - 1]) {
          line[x] = line[x - 1];
        } else if (u >= 0) {
          line[x] = colorOf(static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v));
        }
      }
    }
    m_image.setDevicePixelRatio(ratio);
    m_imageOld = false;
  }
  painter.drawImage(area().topLeft(), m_image);
}

void TextureView::paintBands(QPainter& painter) {
  const bake::BakedAnimation& texture = *animation();
  const double right = std::min(placeOf(texture.layout.width, 0).x(), static_cast<double>(width()));
  if (std::min(state.zoom, state.zoomDown) >= kGridFrom) {
    painter.setPen(QColor(0, 0, 0, 90));
    for (double x = std::ceil(state.corner.x()); placeOf(x, 0).x() < right; ++x) {
      painter.drawLine(QPointF(placeOf(x, 0).x(), area().top()), QPointF(placeOf(x, 0).x(), height()));
    }
    for (double y = std::ceil(state.corner.y()); placeOf(0, y).y() < height() && y <= texture.layout.height; ++y) {
      painter.drawLine(QPointF(0, placeOf(0, y).y()), QPointF(right, placeOf(0, y).y()));
    }
  }
  const QFontMetrics metrics = painter.fontMetrics();
  double lastLabel = -100.0;
  for (const bake::BakedClip& clip : texture.clips) {
    const bake::StoredRange stored = bake::storedRange(texture, clip);
    const double top = placeOf(0, static_cast<double>(stored.begin) * texture.layout.rowsPerFrame).y();
    const double bottom = placeOf(0, static_cast<double>(stored.end) * texture.layout.rowsPerFrame).y();
    if (bottom < area().top() || top > height()) {
      continue;
    }
    painter.setPen(QPen(QColor(255, 255, 255, 200), 1));
    painter.drawLine(QPointF(0, top), QPointF(right, top));
    const double at = std::max(top, area().top()) + 2;
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

// One column, or where frames take several rows a piece in each frame that is visible, two where it goes on in the
// next.
std::vector<QRectF> TextureView::placesOf(std::uint32_t bone) const {
  const bake::TextureLayout& layout = animation()->layout;
  const std::uint32_t size = layout.texelsPerElement;
  const std::uint32_t begin = bone * size;
  if (layout.rowsPerFrame == 1) {
    return {QRectF(placeOf(begin, 0), placeOf(begin + size, layout.frameCount))};
  }
  std::vector<QRectF> places;
  const double rows = layout.rowsPerFrame;
  const double seenEnd = std::ceil((state.corner.y() + texelsSeen().height()) / rows);
  const auto last = static_cast<std::uint32_t>(std::clamp<double>(seenEnd, 0.0, layout.frameCount));
  for (auto frame = static_cast<std::uint32_t>(std::max(state.corner.y() / rows, 0.0)); frame < last; ++frame) {
    for (std::uint32_t from = begin; from < begin + size;) {
      const std::uint32_t to = std::min(begin + size, (from / layout.width + 1) * layout.width);
      const bake::TexelAddress at = bake::texelAddress(layout, frame, from);
      places.emplace_back(placeOf(at.x, at.y), placeOf(at.x + (to - from), at.y + 1.0));
      from = to;
    }
  }
  return places;
}

// The ruler says whose columns are below; where there is no room for every name, for as many as there is.
void TextureView::paintColumns(QPainter& painter) {
  const bake::BakedAnimation& texture = *animation();
  const QRectF ruler(0, 0, width(), area().top());
  painter.fillRect(ruler, color(Token::Panel));
  const QFontMetrics metrics = painter.fontMetrics();
  const auto top = static_cast<std::uint32_t>(std::max(0.0, state.corner.y()));
  const bool folded = texture.layout.rowsPerFrame != 1;
  const double bottom = std::min<double>(height(), placeOf(0, texture.layout.frameCount).y());
  double free = 0.0;
  for (const TextureColumn& column : columnsOf(texture, top % texture.layout.rowsPerFrame, state.corner.x(),
                                               state.corner.x() + width() / state.zoom)) {
    const double left = placeOf(column.begin, 0).x();
    const double right = placeOf(column.end, 0).x();
    if (right - left >= kColumnsFrom) {
      painter.setPen(QColor(255, 255, 255, 110));
      // Folded frames have other columns in each of their rows: only the topmost one's can be drawn.
      painter.drawLine(QPointF(left, ruler.bottom()), QPointF(left, folded ? placeOf(0, top + 1.0).y() : bottom));
    }
    const double from = std::max(left, 0.0) + 3;
    const QString name = metrics.elidedText(column.name, Qt::ElideMiddle, kWidestClipName);
    const double needed = metrics.horizontalAdvance(name);
    if (from < free || from + needed > width()) {
      continue;
    }
    painter.setPen(color(column.isSocket ? Token::Accent : Token::Muted));
    painter.drawLine(QPointF(from - 3, ruler.bottom() - 4), QPointF(from - 3, ruler.bottom()));
    painter.drawText(QRectF(from, 0, needed + 1, ruler.height()), Qt::AlignVCenter | Qt::AlignLeft, name);
    free = from + needed + 10;
  }
}

void TextureView::paintMarks(QPainter& painter) {
  const bake::BakedAnimation& texture = *animation();
  const double right = std::min(placeOf(texture.layout.width, 0).x(), static_cast<double>(width()));
  if (const bake::BakedClip* clip = m_playback.clip(); clip != nullptr && m_playback.animation() == m_bake->animation) {
    const auto shown = std::min(static_cast<std::uint32_t>(m_playback.frame() + 1e-6), clip->frameCount - 1);
    const double row =
        static_cast<double>(bake::storedEntry(texture, clip->frameBegin + shown).from) * texture.layout.rowsPerFrame;
    const QRectF band(
        QPointF(0, placeOf(0, row).y()),
        QPointF(right, std::max(placeOf(0, row + texture.layout.rowsPerFrame).y(), placeOf(0, row).y() + 1)));
    painter.setPen(QPen(color(Token::Error), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(band);
  }
  const auto outline = [&](NodeIndex bone, const QPen& pen) {
    if (texture.mode != bake::BakeMode::Bone || !bone.isValid() || bone.value >= m_bake->model->nodes.size()) {
      return;
    }
    painter.setPen(pen);
    for (std::uint32_t i = 0; i < texture.bones.size(); ++i) {
      if (texture.bones[i].name == m_bake->model->nodes[bone.value].name) {
        for (const QRectF& column : placesOf(i)) {
          painter.drawRect(column.adjusted(-1, -1, 1, 1));
        }
      }
    }
  };
  painter.setBrush(Qt::NoBrush);
  outline(m_selection.bone(), QPen(color(Token::Accent), 2));
  if (m_selection.pointedBone() != m_selection.bone()) {
    outline(m_selection.pointedBone(), QPen(Qt::white, 1, Qt::DashLine));
  }
  if (const int clip = m_selection.pointedClip(); clip >= 0 && static_cast<std::size_t>(clip) < texture.clips.size()) {
    const bake::BakedClip& band = texture.clips[static_cast<std::size_t>(clip)];
    const double rows = texture.layout.rowsPerFrame;
    const bake::StoredRange stored = bake::storedRange(texture, band);
    const QRectF box(placeOf(0, stored.begin * rows), QPointF(right, placeOf(0, stored.end * rows).y()));
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
    const QRectF texel(placeOf(m_pointed->x, m_pointed->y), placeOf(m_pointed->x + 1, m_pointed->y + 1));
    // Large enough to be found, where no mouse shows the place.
    const double more = m_byKeys ? std::max(1.0, (kLeastCursor - texel.width()) / 2.0) : 1.0;
    painter.drawRect(texel.adjusted(-more, -more, more, more));
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
  painter.save();
  painter.setClipRect(area());
  paintBands(painter);
  paintMarks(painter);
  painter.restore();
  paintColumns(painter);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(color(Token::Accent));
    painter.drawRect(QRectF(0.5, 0.5, width() - 1, height() - 1));
  }
}

}  // namespace texeleton::editor

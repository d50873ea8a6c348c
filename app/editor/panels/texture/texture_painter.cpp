#include "app/editor/panels/texture/texture_painter.h"

#include <algorithm>
#include <cmath>

#include "app/editor/panels/texture/texture_columns.h"
#include "app/editor/theme/theme.h"
#include "core/vat/frame_table.h"

namespace texeleton::editor {

namespace {

constexpr double kGridFrom = 12.0;    // Texel size from which grid lines are drawn.
constexpr double kColumnsFrom = 8.0;  // Column width from which lines are drawn.
constexpr int kWidestClipName = 120;
constexpr double kLeastCursor = 9.0;

}  // namespace

TexturePainter::TexturePainter(const BakeSnapshot& bake, const TextureViewState& state, const TextureScale& scale,
                               const Playback& playback, const Selection& selection, const QWidget& area)
    : m_bake(&bake), m_state(state), m_scale(scale), m_playback(playback), m_selection(selection), m_area(area) {}

void TexturePainter::paintBands(QPainter& painter) const {
  const vat::BakedAnimation& texture = *m_bake->animation;
  const double right = std::min(m_scale.placeOf(texture.layout.width, 0).x(), static_cast<double>(m_area.width()));
  if (std::min(m_state.zoom, m_state.zoomDown) >= kGridFrom) {
    painter.setPen(QColor(0, 0, 0, 90));
    for (double x = std::ceil(m_state.corner.x()); m_scale.placeOf(x, 0).x() < right; ++x) {
      painter.drawLine(QPointF(m_scale.placeOf(x, 0).x(), m_scale.area().top()),
                       QPointF(m_scale.placeOf(x, 0).x(), m_area.height()));
    }
    for (double y = std::ceil(m_state.corner.y());
         m_scale.placeOf(0, y).y() < m_area.height() && y <= texture.layout.height; ++y) {
      painter.drawLine(QPointF(0, m_scale.placeOf(0, y).y()), QPointF(right, m_scale.placeOf(0, y).y()));
    }
  }
  const QFontMetrics metrics = painter.fontMetrics();
  double lastLabel = -100.0;
  for (const vat::BakedClip& clip : texture.clips) {
    const vat::StoredRange stored = vat::storedRange(texture, clip);
    const double top = m_scale.placeOf(0, static_cast<double>(stored.begin) * texture.layout.rowsPerFrame).y();
    const double bottom = m_scale.placeOf(0, static_cast<double>(stored.end) * texture.layout.rowsPerFrame).y();
    if (bottom < m_scale.area().top() || top > m_area.height()) {
      continue;
    }
    painter.setPen(QPen(QColor(255, 255, 255, 200), 1));
    painter.drawLine(QPointF(0, top), QPointF(right, top));
    const double at = std::max(top, m_scale.area().top()) + 2;
    if (at - lastLabel < metrics.height()) {
      continue;  // Names of thin clip bands would overlap.
    }
    lastLabel = at;
    const QString name = QString::fromStdString(clip.name);
    const QRectF box(2, at, metrics.horizontalAdvance(name) + 8, metrics.height());
    painter.fillRect(box, QColor(0, 0, 0, 190));
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, name);
  }
}

// One rectangle, or if frames have several rows, one in each visible frame, two where the bone continues in the next
// row.
std::vector<QRectF> TexturePainter::placesOf(std::uint32_t bone) const {
  const vat::TextureLayout& layout = m_bake->animation->layout;
  const std::uint32_t size = layout.texelsPerElement;
  const std::uint32_t begin = bone * size;
  if (layout.rowsPerFrame == 1) {
    return {QRectF(m_scale.placeOf(begin, 0), m_scale.placeOf(begin + size, layout.frameCount))};
  }
  std::vector<QRectF> places;
  const double rows = layout.rowsPerFrame;
  const double seenEnd = std::ceil((m_state.corner.y() + m_scale.texelsSeen().height()) / rows);
  const auto last = static_cast<std::uint32_t>(std::clamp<double>(seenEnd, 0.0, layout.frameCount));
  for (auto frame = static_cast<std::uint32_t>(std::max(m_state.corner.y() / rows, 0.0)); frame < last; ++frame) {
    for (std::uint32_t from = begin; from < begin + size;) {
      const std::uint32_t to = std::min(begin + size, (from / layout.width + 1) * layout.width);
      const vat::TexelAddress at = vat::texelAddress(layout, frame, from);
      places.emplace_back(m_scale.placeOf(at.x, at.y), m_scale.placeOf(at.x + (to - from), at.y + 1.0));
      from = to;
    }
  }
  return places;
}

// The ruler names the columns below, as many as there is room for.
void TexturePainter::paintColumns(QPainter& painter) const {
  const vat::BakedAnimation& texture = *m_bake->animation;
  const QRectF ruler(0, 0, m_area.width(), m_scale.area().top());
  painter.fillRect(ruler, color(Token::Panel));
  const QFontMetrics metrics = painter.fontMetrics();
  const auto top = static_cast<std::uint32_t>(std::max(0.0, m_state.corner.y()));
  const bool folded = texture.layout.rowsPerFrame != 1;
  const double bottom = std::min<double>(m_area.height(), m_scale.placeOf(0, texture.layout.frameCount).y());
  double free = 0.0;
  for (const TextureColumn& column : columnsOf(texture, top % texture.layout.rowsPerFrame, m_state.corner.x(),
                                               m_state.corner.x() + m_area.width() / m_state.zoom)) {
    const double left = m_scale.placeOf(column.begin, 0).x();
    const double right = m_scale.placeOf(column.end, 0).x();
    if (right - left >= kColumnsFrom) {
      painter.setPen(QColor(255, 255, 255, 110));
      // The rows of folded frames have different columns, so only the topmost row's are drawn.
      painter.drawLine(QPointF(left, ruler.bottom()),
                       QPointF(left, folded ? m_scale.placeOf(0, top + 1.0).y() : bottom));
    }
    const double from = std::max(left, 0.0) + 3;
    const QString name = metrics.elidedText(column.name, Qt::ElideMiddle, kWidestClipName);
    const double needed = metrics.horizontalAdvance(name);
    if (from < free || from + needed > m_area.width()) {
      continue;
    }
    painter.setPen(color(column.isSocket ? Token::Accent : Token::Muted));
    painter.drawLine(QPointF(from - 3, ruler.bottom() - 4), QPointF(from - 3, ruler.bottom()));
    painter.drawText(QRectF(from, 0, needed + 1, ruler.height()), Qt::AlignVCenter | Qt::AlignLeft, name);
    free = from + needed + 10;
  }
}

void TexturePainter::paintMarks(QPainter& painter, const PointedTexel& pointed) const {
  const vat::BakedAnimation& texture = *m_bake->animation;
  const double right = std::min(m_scale.placeOf(texture.layout.width, 0).x(), static_cast<double>(m_area.width()));
  if (const vat::BakedClip* clip = m_playback.clip(); clip != nullptr && m_playback.animation() == m_bake->animation) {
    const auto shown = std::min(static_cast<std::uint32_t>(m_playback.shownFrame()), clip->frameCount - 1);
    const double row =
        static_cast<double>(vat::storedEntry(texture, clip->frameBegin + shown).from) * texture.layout.rowsPerFrame;
    const QRectF band(QPointF(0, m_scale.placeOf(0, row).y()),
                      QPointF(right, std::max(m_scale.placeOf(0, row + texture.layout.rowsPerFrame).y(),
                                              m_scale.placeOf(0, row).y() + 1)));
    painter.setPen(QPen(color(Token::Error), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(band);
  }
  const auto outline = [&](NodeIndex bone, const QPen& pen) {
    if (texture.mode != vat::BakeMode::Bone || !bone.isValid() || bone.value >= m_bake->model->nodes.size()) {
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
    const vat::BakedClip& band = texture.clips[static_cast<std::size_t>(clip)];
    const double rows = texture.layout.rowsPerFrame;
    const vat::StoredRange stored = vat::storedRange(texture, band);
    const QRectF box(m_scale.placeOf(0, stored.begin * rows),
                     QPointF(right, m_scale.placeOf(0, stored.end * rows).y()));
    painter.fillRect(box, QColor(255, 255, 255, 36));
  }
  if (const auto texel = m_selection.texel();
      texel && texel->x < texture.layout.width && texel->y < texture.layout.height) {
    painter.setPen(QPen(color(Token::Accent), 2));
    painter.drawRect(QRectF(m_scale.placeOf(texel->x, texel->y), m_scale.placeOf(texel->x + 1, texel->y + 1))
                         .adjusted(-1, -1, 1, 1));
  }
  if (pointed.texel) {
    painter.setPen(QPen(Qt::white, 1));
    painter.setBrush(Qt::NoBrush);
    const QRectF texel(m_scale.placeOf(pointed.texel->x, pointed.texel->y),
                       m_scale.placeOf(pointed.texel->x + 1, pointed.texel->y + 1));
    // Large enough to be found without a mouse pointer.
    const double more = pointed.byKeys ? std::max(1.0, (kLeastCursor - texel.width()) / 2.0) : 1.0;
    painter.drawRect(texel.adjusted(-more, -more, more, more));
  }
}

}  // namespace texeleton::editor

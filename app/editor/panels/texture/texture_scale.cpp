#include "app/editor/panels/texture/texture_scale.h"

#include <algorithm>
#include <cmath>

namespace texeleton::editor {

namespace {

constexpr double kClosest = 64.0;   // Screen pixels a texel.
constexpr double kWholeFrom = 4.0;  // Screen pixels a texel from which whole device pixels are used.

/// Screen pixels a texel so that `texels` fill `room`: rounded to whole device pixels if that costs little room, so
/// that all texels have the same size.
double filling(double room, double texels, double ratio) {
  const double exact = room / texels;
  return exact >= kWholeFrom ? std::floor(exact * ratio) / ratio : exact;
}

}  // namespace

QRectF TextureScale::area() const {
  const double ruler = m_area.fontMetrics().height() + 2.0;
  return QRectF(m_area.rect()).adjusted(0, std::min(ruler, m_area.height() - 1.0), 0, 0);
}

void TextureScale::bound() {
  if (!m_texture || m_area.width() < 1 || m_area.height() < 2) {
    return;
  }
  const QSizeF seen = area().size();
  const double w = m_texture->layout.width;
  const double h = m_texture->layout.height;
  const double ratio = m_area.devicePixelRatioF();
  // The fitted view omits padding to powers of two.
  const vat::TextureLayout& layout = m_texture->layout;
  const double across = filling(seen.width(), layout.rowsPerFrame == 1 ? layout.texelsPerFrame : w, ratio);
  const double down = filling(seen.height(), static_cast<double>(layout.frameCount) * layout.rowsPerFrame, ratio);
  if (m_state.fits) {
    m_state.zoom = across;
    m_state.zoomDown = down;
  } else {
    const double least = std::min({seen.width() / w, seen.height() / h, 1.0});
    m_state.zoom = std::clamp(m_state.zoom, least, kClosest);
    m_state.zoomDown = std::clamp(m_state.zoomDown, least, kClosest);
  }
  const double seenW = seen.width() / m_state.zoom;
  const double seenH = seen.height() / m_state.zoomDown;
  m_state.corner.setX(seenW >= w ? 0.0 : std::clamp(m_state.corner.x(), 0.0, w - seenW));
  m_state.corner.setY(seenH >= h ? 0.0 : std::clamp(m_state.corner.y(), 0.0, h - seenH));
}

QPointF TextureScale::texelPlace(const QPointF& place) const {
  const QPointF inside = place - area().topLeft();
  return m_state.corner + QPointF(inside.x() / m_state.zoom, inside.y() / m_state.zoomDown);
}

QSizeF TextureScale::texelsSeen() const { return {area().width() / m_state.zoom, area().height() / m_state.zoomDown}; }

std::optional<vat::TexelAddress> TextureScale::texelAt(const QPointF& place) const {
  const QPointF texel = texelPlace(place);
  if (!m_texture || place.y() < area().top() || texel.x() < 0 || texel.y() < 0 ||
      texel.x() >= m_texture->layout.width || texel.y() >= m_texture->layout.height) {
    return std::nullopt;
  }
  return vat::TexelAddress{static_cast<std::uint32_t>(texel.x()), static_cast<std::uint32_t>(texel.y())};
}

QPointF TextureScale::placeOf(double x, double y) const {
  return QPointF((x - m_state.corner.x()) * m_state.zoom, (y - m_state.corner.y()) * m_state.zoomDown) +
         area().topLeft();
}

}  // namespace texeleton::editor

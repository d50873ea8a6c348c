#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QWidget>
#include <memory>
#include <optional>
#include <utility>

#include "app/editor/panels/texture/texture_view_state.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// Maps texels of the animation texture to the widget that shows it.
class TextureScale {
 public:
  /// `area`: that widget. `state` must outlive this.
  TextureScale(TextureViewState& state, const QWidget& area) : m_state(state), m_area(area) {}

  /// Null: there is none.
  void setTexture(std::shared_ptr<const vat::BakedAnimation> texture) { m_texture = std::move(texture); }
  /// Adapts zoom and corner of the state to the widget and the texture.
  void bound();

  /// The area for texels, below the ruler.
  QRectF area() const;
  QPointF placeOf(double x, double y) const;
  /// Position in texels, possibly outside the texture.
  QPointF texelPlace(const QPointF& place) const;
  /// The texel at a position of the widget.
  std::optional<vat::TexelAddress> texelAt(const QPointF& place) const;
  /// The number of texels that fit.
  QSizeF texelsSeen() const;

 private:
  TextureViewState& m_state;
  const QWidget& m_area;
  std::shared_ptr<const vat::BakedAnimation> m_texture;
};

}  // namespace texeleton::editor

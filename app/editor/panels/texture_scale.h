#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QWidget>
#include <memory>
#include <optional>
#include <utility>

#include "app/editor/panels/texture_view_state.h"
#include "core/bake/baked_animation.h"

namespace texeleton::editor {

/// Where texels of the animation texture lie in the widget that shows it.
class TextureScale {
 public:
  /// `area`: that widget. `state` must outlive this.
  TextureScale(TextureViewState& state, const QWidget& area) : m_state(state), m_area(area) {}

  /// Null: there is none.
  void setTexture(std::shared_ptr<const bake::BakedAnimation> texture) { m_texture = std::move(texture); }
  /// Fits zoom and corner of the state to the widget and the texture.
  void bound();

  /// Where texels are shown: below the ruler.
  QRectF area() const;
  QPointF placeOf(double x, double y) const;
  /// In texels, which may lie beside the texture.
  QPointF texelPlace(const QPointF& place) const;
  /// The texel at a place of the widget.
  std::optional<bake::TexelAddress> texelAt(const QPointF& place) const;
  /// How many texels there is room for.
  QSizeF texelsSeen() const;

 private:
  TextureViewState& m_state;
  const QWidget& m_area;
  std::shared_ptr<const bake::BakedAnimation> m_texture;
};

}  // namespace texeleton::editor

#pragma once

#include <QPainter>
#include <QRectF>
#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texture/texture_scale.h"
#include "app/editor/panels/texture/texture_view_state.h"

namespace texeleton::editor {

/// The hovered texel; unset: none.
struct PointedTexel {
  std::optional<vat::TexelAddress> texel;
  bool byKeys = false;  ///< Moved by keys, not by the mouse.
};

/// Draws overlays over the texels: clip bands, column names, marks.
class TexturePainter {
 public:
  /// `area`: the widget that shows the texture.
  TexturePainter(const BakeSnapshot& bake, const TextureViewState& state, const TextureScale& scale,
                 const Playback& playback, const Selection& selection, const QWidget& area);

  void paintBands(QPainter& painter) const;
  void paintColumns(QPainter& painter) const;
  void paintMarks(QPainter& painter, const PointedTexel& pointed) const;

 private:
  /// Visible rectangles of a bone's texels.
  std::vector<QRectF> placesOf(std::uint32_t bone) const;

  const BakeSnapshot* m_bake;
  const TextureViewState& m_state;
  const TextureScale& m_scale;
  const Playback& m_playback;
  const Selection& m_selection;
  const QWidget& m_area;
};

}  // namespace texeleton::editor

#pragma once

#include <QImage>
#include <QObject>
#include <QPainter>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texture_difference.h"
#include "app/editor/panels/texture_scale.h"
#include "app/editor/panels/texture_view_state.h"

namespace texeleton::editor {

/// A texel a pixel, as the texture is shown. Any thread.
QImage pictureOf(const bake::BakedAnimation& texture, const TextureViewState& state, const JobContext& job);

/// The texels that are in sight, as colours of their values or of how far these are from the source.
class TextureImage : public QObject {
  Q_OBJECT

 public:
  /// `area`: the widget that shows the texture.
  TextureImage(const TextureViewState& state, const TextureScale& scale, const QWidget& area,
               QObject* parent = nullptr);

  /// Null: there is none.
  void setBake(std::shared_ptr<const BakeSnapshot> bake);
  /// State or scale are others.
  void refresh() { m_isOld = true; }
  /// There is a bake.
  void paint(QPainter& painter);
  /// Largest difference among the texels that are in sight, in the channels that are shown; unset while it is not
  /// known.
  std::optional<double> largestDifference() const;

 signals:
  /// Differences are known that were not.
  void differenceFound();

 private:
  /// A texel for each device pixel of a side of the picture; below 0: none.
  std::vector<std::int64_t> texelsAcross(int pixels) const;
  std::vector<std::int64_t> texelsDown(int pixels) const;
  void findDifference(const std::vector<std::int64_t>& across, const std::vector<std::int64_t>& down);

  const TextureViewState& m_state;
  const TextureScale& m_scale;
  const QWidget& m_area;
  std::shared_ptr<const BakeSnapshot> m_bake;
  QImage m_image;  ///< What is visible, in device pixels.
  bool m_isOld = true;
  std::shared_ptr<const TextureDifference> m_difference;  ///< Null: none is known yet.
  std::shared_ptr<const TextureDifference> m_asked;       ///< Without values: what m_differ works for.
  JobRunner m_differ;
};

}  // namespace texeleton::editor

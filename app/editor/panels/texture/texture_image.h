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
#include "app/editor/panels/texture/texture_difference.h"
#include "app/editor/panels/texture/texture_scale.h"
#include "app/editor/panels/texture/texture_view_state.h"

namespace texeleton::editor {

/// A picture of the texture, one pixel per texel, as displayed. Thread-safe.
QImage pictureOf(const vat::BakedAnimation& texture, const TextureViewState& state, const JobContext& job);

/// The visible texels as colours of their values or of their deviation from the source.
class TextureImage : public QObject {
  Q_OBJECT

 public:
  /// `area`: the widget that shows the texture.
  TextureImage(const TextureViewState& state, const TextureScale& scale, const QWidget& area,
               QObject* parent = nullptr);

  /// Null: there is none.
  void setBake(std::shared_ptr<const BakeSnapshot> bake);
  /// State or scale changed.
  void refresh() { m_isOld = true; }
  /// Requires a bake.
  void paint(QPainter& painter);
  /// Largest deviation of the shown channels among visible texels; unset while unknown.
  std::optional<double> largestDifference() const;

 signals:
  /// Deviations became known.
  void differenceFound();

 private:
  /// The texel of `count` at each device pixel along a side of the picture that begins at `corner`; negative: none.
  std::vector<std::int64_t> texelsAlong(int pixels, double zoom, double corner, std::uint32_t count) const;
  void findDifference(const std::vector<std::int64_t>& across, const std::vector<std::int64_t>& down);

  const TextureViewState& m_state;
  const TextureScale& m_scale;
  const QWidget& m_area;
  std::shared_ptr<const BakeSnapshot> m_bake;
  QImage m_image;  ///< Visible part, in device pixels.
  bool m_isOld = true;
  std::shared_ptr<const TextureDifference> m_difference;  ///< Null: not known yet.
  std::shared_ptr<const TextureDifference> m_asked;       ///< Without values: the request that m_differ processes.
  JobRunner m_differ;
};

}  // namespace texeleton::editor

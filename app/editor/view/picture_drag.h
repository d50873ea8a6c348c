#pragma once

#include <QEvent>
#include <QObject>
#include <QPointF>
#include <glm/glm.hpp>
#include <optional>

#include "viewport/rhi_window.h"
#include "viewport/scene/picking.h"

namespace texeleton::editor {

/// An object in the picture that the left button drags parallel to the screen. Presses elsewhere go to the camera and
/// to selecting.
class PictureDrag : public QObject {
  Q_OBJECT

 public:
  explicit PictureDrag(viewport::RhiWindow& window, QObject* parent = nullptr);

  bool isHolding() const { return m_held.has_value(); }

 protected:
  /// The world position that was grabbed; unset: none.
  virtual std::optional<glm::dvec3> take(const viewport::Ray& ray, const QPointF& at) = 0;
  virtual void moveTo(const glm::dvec3& place) = 0;
  virtual void letGo() = 0;
  /// Distance of the pointer from a world position, in points of the screen.
  double pointsFrom(const QPointF& at, const glm::dvec3& place) const;

  bool eventFilter(QObject* watched, QEvent* event) override;
  viewport::RhiWindow& window() const { return m_window; }

 private:
  viewport::Ray rayAt(const QPointF& at) const;

  viewport::RhiWindow& m_window;
  std::optional<glm::dvec3> m_held;  ///< The grabbed position.
};

}  // namespace texeleton::editor

#pragma once

#include <QObject>
#include <array>
#include <string>

#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Looks through a node of the shown character: the camera stands where the node is and turns with it, without roll,
/// until the user moves the camera.
class CameraFollow : public QObject {
  Q_OBJECT

 public:
  /// The direction in which a node looks; cameras of glTF look along −Z, of FBX along +X.
  enum class Axis { MinusZ, PlusZ, PlusX, MinusX, PlusY, MinusY };
  static constexpr std::size_t kAxes = 6;

  explicit CameraFollow(viewport::RhiWindow& window, QObject* parent = nullptr);

  /// An empty name releases the camera; a name that the model lacks has no effect.
  void setNode(const std::string& node);
  const std::string& node() const { return m_node; }
  void setAxis(Axis axis);
  Axis axis() const { return m_axis; }
  /// Call after the pose changed.
  void follow();

 signals:
  /// The node or the axis changed.
  void changed();

 private:
  viewport::RhiWindow& m_window;
  std::string m_node;
  Axis m_axis = Axis::MinusZ;
  bool m_following = false;
};

}  // namespace texeleton::editor

#pragma once

#include <QObject>
#include <cstdint>

#include "app/editor/document/playback.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Previews cross-fades of the viewport's characters between two clips, back and forth, as in a game's crowd: by the
/// animation texture, including sockets and bounds.
class FadePreview : public QObject {
  Q_OBJECT

 public:
  FadePreview(Playback& playback, viewport::RhiWindow& window, QObject* parent = nullptr);

  bool isRunning() const { return m_running; }
  /// Clips of the shown animation. Each plays for a while before the next fade.
  void start(std::uint32_t from, std::uint32_t to, double fadeSeconds);
  void stop();
  /// Call after the crowd's time changed.
  void follow();

 signals:
  void changed();

 private:
  void send(std::uint32_t clip, double fadeSeconds);

  Playback& m_playback;
  viewport::RhiWindow& m_window;
  bool m_running = false;
  std::uint32_t m_now = 0;
  std::uint32_t m_next = 0;
  double m_fadeSeconds = 0.0;
  double m_dueSeconds = 0.0;  ///< Crowd time of the next fade.
  std::uint64_t m_crowd = 0;  ///< The crowd's identity; a new crowd begins without a fade.
};

}  // namespace texeleton::editor

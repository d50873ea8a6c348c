#pragma once

#include <QObject>
#include <cstdint>

#include "app/editor/document/playback.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Characters of the viewport that go over from one clip into another and back, as a game has a crowd do it: by the
/// animation texture, sockets and bounds included.
class FadePreview : public QObject {
  Q_OBJECT

 public:
  FadePreview(Playback& playback, viewport::RhiWindow& window, QObject* parent = nullptr);

  bool isRunning() const { return m_running; }
  /// Clips of the animation that is shown. Each plays for a while before the next fade.
  void start(std::uint32_t from, std::uint32_t to, double fadeSeconds);
  void stop();
  /// After the crowd's time is another.
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
  double m_dueSeconds = 0.0;  ///< Of the crowd's time.
  std::uint64_t m_crowd = 0;  ///< Its identity: another one begins without a fade.
};

}  // namespace texeleton::editor

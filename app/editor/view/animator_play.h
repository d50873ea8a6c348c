#pragma once

#include <QObject>
#include <QStringList>
#include <optional>
#include <string>
#include <utility>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/animated_crowd.h"

namespace texeleton::editor {

/// The document's animator, played by the characters of the viewport wherever they are skinned, as long as it is on. It
/// goes by the time of the playback: what pauses that pauses this.
class AnimatorPlay : public QObject {
  Q_OBJECT

 public:
  AnimatorPlay(Workshop& workshop, Playback& playback, viewport::RhiWindow& window, QObject* parent = nullptr);

  bool isOn() const { return m_on; }
  void setOn(bool on);
  /// Null: nothing plays.
  const viewport::AnimatedCrowd* crowd() const { return m_crowd ? &*m_crowd : nullptr; }
  /// Why nothing plays though it is on; empty: it does, or no path is drawn that skins.
  const QString& problem() const { return m_problem; }
  /// Whether a path is drawn that skins.
  bool isDrawn() const;
  /// What is played: the document's animator, or what is tried in its place.
  const std::optional<animator::AnimatorSetup>& setup() const;
  /// Played in place of the document's animator, from the next follow() on; unset: the document's again.
  void setTried(std::optional<animator::AnimatorSetup> setup) { m_tried = std::move(setup); }

  void set(const std::string& parameter, double value);
  /// The value that a parameter has now, or begins with.
  double value(const std::string& parameter) const;
  void play(const std::string& state);
  /// Everybody begins anew.
  void restart();
  /// The clips of the bake that is shown.
  std::vector<animator::PlayableClip> clips() const;

  /// After the time, the camera or the view is another. False: characters are posed by others.
  bool follow(float withinMetres);

 signals:
  /// On or off, another controller, another problem.
  void changed();
  /// The state, a fade or a parameter.
  void moved();
  /// An event of the first character.
  void passed(const QString& state, const QString& event);

 private:
  void prepare();
  void setProblem(const QString& problem);

  Workshop& m_workshop;
  Playback& m_playback;
  viewport::RhiWindow& m_window;
  bool m_on = false;
  std::optional<viewport::AnimatedCrowd> m_crowd;
  std::shared_ptr<const viewport::Skeleton> m_of;  ///< What m_crowd, or its problem, was made of,
  std::optional<animator::AnimatorSetup> m_setup;  ///< and by what.
  std::optional<animator::AnimatorSetup> m_tried;
  QString m_problem;
  double m_seconds = 0.0;  ///< Of the crowd's time, that the animators have come to.
};

}  // namespace texeleton::editor

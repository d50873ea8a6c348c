#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Previews a cut that is not in the bake: it is baked alone in the background and played in place of the bake's clips
/// until one of those is selected. The bake and its figures are unchanged.
class ClipPreview : public QObject {
  Q_OBJECT

 public:
  ClipPreview(Workshop& workshop, Playback& playback, QObject* parent = nullptr);
  ~ClipPreview() override;

  /// The newest request wins; a cut that is already shown is not baked again.
  void show(const recipe::RecipeClip& clip);
  /// Shows a model without clips in its bind pose.
  void showBindPose();
  void clear();
  /// Whether a preview is shown or being made.
  bool isWanted() const { return m_wanted.has_value(); }
  /// Contains one clip. Null: there is no preview, or it is not ready.
  const std::shared_ptr<const BakeSnapshot>& snapshot() const { return m_snapshot; }
  JobRunner& runner() { return *m_runner; }

 signals:
  /// snapshot() changed.
  void changed();
  void failed(const texeleton::Error& why);

 private:
  struct Wanted {
    recipe::RecipeClip clip;
    recipe::RecipeBake bake;
    std::shared_ptr<const model::Model> model;

    friend bool operator==(const Wanted&, const Wanted&) = default;
  };
  void take(const std::shared_ptr<const BakeSnapshot>& snapshot);

  Workshop& m_workshop;
  Playback& m_playback;
  std::optional<Wanted> m_wanted;
  std::shared_ptr<const BakeSnapshot> m_snapshot;
  std::unique_ptr<JobRunner> m_runner;
};

}  // namespace texeleton::editor

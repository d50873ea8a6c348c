#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Lets a cut be looked at that the bake does not have: it is prepared alone, in the background, and played in place of
/// the bake's clips until one of those is chosen. The bake, and all that is told of it, stays as it is.
class ClipPreview : public QObject {
  Q_OBJECT

 public:
  ClipPreview(Workshop& workshop, Playback& playback, QObject* parent = nullptr);
  ~ClipPreview() override;

  /// The newest wins; what is shown already is not made again.
  void show(const recipe::RecipeClip& clip);
  void clear();
  /// One is shown or on its way.
  bool isWanted() const { return m_wanted.has_value(); }
  /// Of one clip. Null: none is shown, or none yet.
  const std::shared_ptr<const BakeSnapshot>& snapshot() const { return m_snapshot; }
  JobRunner& runner() { return *m_runner; }

 signals:
  /// snapshot() is another.
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

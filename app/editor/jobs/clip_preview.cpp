#include "app/editor/jobs/clip_preview.h"

#include <utility>

namespace texeleton::editor {

namespace {

/// A minimal recipe for one clip: the preview is drawn from the model's tracks, and the bake provides only timing and
/// mesh.
recipe::Recipe recipeFor(const recipe::Recipe& whole, const recipe::RecipeClip& clip) {
  recipe::Recipe recipe = whole;
  recipe.clips = {clip};
  recipe.bake.mode = vat::BakeMode::Bone;
  recipe.bake.maxSize.reset();
  recipe.bake.maxError.reset();
  recipe.bake.rows.reset();  // Uneven ones need a limit.
  recipe.bake.lods.clear();
  return recipe;
}

/// A still clip stands for the bind pose of a model without clips.
constexpr const char* kBindPose = "Bind pose";

Result<std::shared_ptr<BakeSnapshot>> preview(const recipe::Recipe& whole, const recipe::RecipeClip& clip,
                                              ImportedSource source, JobContext& job) {
  recipe::Recipe recipe = recipeFor(whole, clip);
  if (source.model->clips.empty()) {
    auto still = std::make_shared<model::Model>(*source.model);
    still->clips.emplace_back();
    still->clips.back().name = kBindPose;
    still->clips.back().sourceName = kBindPose;
    source.model = std::move(still);
  }
  auto made = bakeSnapshot(recipe, source, job);
  if (!made && made.error().code != ErrorCode::Cancelled && whole.bake.mode == vat::BakeMode::Vertex) {
    recipe.bake.mode = vat::BakeMode::Vertex;  // Models with too many bones are previewed in vertex mode.
    made = bakeSnapshot(recipe, source, job);
  }
  return made;
}

}  // namespace

ClipPreview::ClipPreview(Workshop& workshop, Playback& playback, QObject* parent)
    : QObject(parent), m_workshop(workshop), m_playback(playback), m_runner(std::make_unique<JobRunner>()) {
  connect(&workshop.document(), &Document::replaced, this, &ClipPreview::clear);
  connect(&playback, &Playback::clipChanged, this, [this](int clip) {
    if (clip >= 0) {
      clear();  // A clip of the bake was selected.
    }
  });
}

ClipPreview::~ClipPreview() = default;

void ClipPreview::show(const recipe::RecipeClip& clip) {
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  Wanted wanted{clip, recipe.bake, m_workshop.model()};
  if (!wanted.model || m_wanted == wanted) {
    return;
  }
  m_wanted = std::move(wanted);
  m_runner->start(
      [this, recipe, clip, source = m_workshop.source()](JobContext& job, const JobRunner::Deliver& deliver) {
        auto made = preview(recipe, clip, source, job);
        if (!made) {
          if (made.error().code != ErrorCode::Cancelled) {
            deliver([this, error = made.error()] {
              clear();
              emit failed(error);
            });
          }
          return;
        }
        deliver([this, done = std::shared_ptr<const BakeSnapshot>(std::move(*made))] { take(done); });
      });
}

void ClipPreview::showBindPose() {
  recipe::RecipeClip clip;
  clip.index = 0;
  clip.sourceName = kBindPose;
  show(clip);
}

void ClipPreview::take(const std::shared_ptr<const BakeSnapshot>& snapshot) {
  if (snapshot->animation->clips.empty()) {
    clear();  // The clip no longer exists.
    return;
  }
  m_snapshot = snapshot;
  m_playback.setPreview(snapshot->animation);
  emit changed();
}

void ClipPreview::clear() {
  if (!m_wanted) {
    return;
  }
  m_wanted.reset();
  m_runner->cancel();
  if (m_snapshot) {
    m_snapshot.reset();
    m_playback.setPreview(nullptr);
    emit changed();
  }
}

}  // namespace texeleton::editor

#include "app/editor/document/motion_sources.h"

#include <QCoreApplication>
#include <utility>

#include "app/editor/document/paths.h"
#include "core/base/mapped.h"

namespace texeleton::editor {

namespace {

void removeClipsOf(std::vector<recipe::RecipeClip>& clips, std::size_t number) {
  std::erase_if(clips, [number](const recipe::RecipeClip& clip) { return clip.source && *clip.source == number; });
  for (recipe::RecipeClip& clip : clips) {
    if (clip.source && *clip.source > number) {
      --*clip.source;
    }
  }
}

}  // namespace

std::vector<std::size_t> motionNumbers(const recipe::Recipe& recipe) {
  std::vector<std::size_t> numbers = sourcesOf(recipe, pack::SourceRole::Motion);
  const std::vector<std::size_t> caches = sourcesOf(recipe, pack::SourceRole::Cache);
  numbers.insert(numbers.end(), caches.begin(), caches.end());
  return numbers;
}

std::vector<std::size_t> sourcesOf(const recipe::Recipe& recipe, pack::SourceRole role) {
  return placesWhere(recipe.sources.size(), [&](std::size_t i) { return recipe.sources[i].role == role; });
}

DocumentState withoutSource(DocumentState state, std::size_t number) {
  const bool hadClips = !state.recipe.clips.empty();
  state.recipe.sources.erase(state.recipe.sources.begin() + static_cast<std::ptrdiff_t>(number));
  removeClipsOf(state.recipe.clips, number);
  removeClipsOf(state.unticked, number);
  state.noClips = state.noClips || (hadClips && state.recipe.clips.empty());
  for (recipe::RecipeAttachment& attachment : state.recipe.bake.attachments) {
    attachment.source -= attachment.source > number ? 1 : 0;
  }
  return state;
}

void removeSource(Document& document, pack::SourceRole role, const std::string& path) {
  for (const std::size_t number : sourcesOf(document.recipe(), role)) {
    if (document.recipe().sources[number].path == path) {
      document.setState(QCoreApplication::translate("Sources", "Remove %1").arg(toQString(fromUtf8(path).filename())),
                        withoutSource(document.state(), number));
      return;
    }
  }
}

}  // namespace texeleton::editor

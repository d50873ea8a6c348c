#include "app/editor/document/motion_sources.h"

#include <QCoreApplication>
#include <utility>

#include "app/editor/document/paths.h"

namespace texeleton::editor {

namespace {

std::vector<recipe::RecipeClip> withoutClipsOf(std::vector<recipe::RecipeClip> clips, std::size_t number) {
  std::erase_if(clips, [number](const recipe::RecipeClip& clip) { return clip.source && *clip.source == number; });
  for (recipe::RecipeClip& clip : clips) {
    if (clip.source && *clip.source > number) {
      --*clip.source;
    }
  }
  return clips;
}

}  // namespace

std::vector<std::size_t> motionNumbers(const recipe::Recipe& recipe) {
  std::vector<std::size_t> numbers = sourcesOf(recipe, pack::SourceRole::Motion);
  const std::vector<std::size_t> caches = sourcesOf(recipe, pack::SourceRole::Cache);
  numbers.insert(numbers.end(), caches.begin(), caches.end());
  return numbers;
}

std::vector<std::size_t> sourcesOf(const recipe::Recipe& recipe, pack::SourceRole role) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < recipe.sources.size(); ++i) {
    if (recipe.sources[i].role == role) {
      numbers.push_back(i);
    }
  }
  return numbers;
}

SourcesAndClips withoutSource(const DocumentState& state, std::size_t number) {
  SourcesAndClips result;
  result.sources = state.recipe.sources;
  result.sources.erase(result.sources.begin() + static_cast<std::ptrdiff_t>(number));
  result.lists.ticked = withoutClipsOf(state.recipe.clips, number);
  result.lists.unticked = withoutClipsOf(state.unticked, number);
  result.lists.none = state.noClips || (!state.recipe.clips.empty() && result.lists.ticked.empty());
  return result;
}

void removeSource(Document& document, pack::SourceRole role, const std::string& path) {
  for (const std::size_t number : sourcesOf(document.recipe(), role)) {
    if (document.recipe().sources[number].path == path) {
      SourcesAndClips rest = withoutSource(document.state(), number);
      document.setSources(QCoreApplication::translate("Sources", "Remove %1").arg(toQString(fromUtf8(path).filename())),
                          std::move(rest.sources), std::move(rest.lists));
      return;
    }
  }
}

}  // namespace texeleton::editor

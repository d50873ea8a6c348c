#include "app/editor/document/clip_rows.h"

#include <algorithm>

#include "app/editor/document/motion_sources.h"
#include "core/base/job_context.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace {

/// The source of the recipe for each file of the model: 0 for the model itself, then motions and point caches.
std::vector<std::uint32_t> sourceNumbers(const recipe::Recipe& recipe) {
  std::vector<std::uint32_t> numbers = {0};
  for (const std::size_t number : motionNumbers(recipe)) {
    numbers.push_back(static_cast<std::uint32_t>(number));
  }
  return numbers;
}

/// The default recipe entry of a clip.
recipe::RecipeClip plainClip(const recipe::Recipe& recipe, const model::Model& model, std::uint32_t clip) {
  const model::Clip& source = model.clips[clip];
  recipe::RecipeClip result;
  std::uint32_t index = 0;
  for (std::uint32_t i = 0; i < clip; ++i) {
    index += model.clips[i].motionFile == source.motionFile ? 1u : 0u;
  }
  result.index = index;
  const std::vector<std::uint32_t> numbers = sourceNumbers(recipe);
  if (source.motionFile != 0 && source.motionFile < numbers.size()) {
    result.source = numbers[source.motionFile];
  }
  result.sourceName = source.sourceName.empty() ? source.name : source.sourceName;
  return result;
}

ClipIndex sourceOf(const recipe::Recipe& recipe, const recipe::RecipeClip& clip, const model::Model& model) {
  recipe::Recipe one;
  one.sources = recipe.sources;
  one.clips = {clip};
  JobContext ignored;
  const auto found = recipe::resolveClips(one, model, ignored, recipe::MissingClip::Skip);
  return found && !found->empty() ? found->front().clip : ClipIndex();
}

bool saysNothing(const recipe::RecipeClip& clip) {
  recipe::RecipeClip plain;
  plain.source = clip.source;
  plain.index = clip.index;
  plain.sourceName = clip.sourceName;
  return clip == plain;
}

/// Inserts after the last row whose clip does not come later in the model.
void insertInOrder(std::vector<ClipRow>& rows, ClipRow row) {
  auto place = rows.begin();
  for (auto it = rows.begin(); it != rows.end(); ++it) {
    if (!row.source.isValid() || (it->source.isValid() && it->source.value <= row.source.value)) {
      place = std::next(it);
    }
  }
  rows.insert(place, std::move(row));
}

}  // namespace

std::string ClipRow::name(const model::Model& model) const {
  if (!clip.name.empty()) {
    return clip.name;
  }
  return source.isValid() ? model.clips[source.value].name : clip.sourceName;
}

bool ChosenRows::isSelected(int row) const { return std::ranges::binary_search(selected, row); }

std::vector<ClipRow> clipRows(const DocumentState& state, const model::Model& model) {
  std::vector<ClipRow> rows;
  std::vector<bool> seen(model.clips.size(), false);
  const auto note = [&seen](ClipIndex source) {
    if (source.isValid()) {
      seen[source.value] = true;
    }
  };
  for (const recipe::RecipeClip& clip : state.recipe.clips) {
    rows.push_back({clip, true, sourceOf(state.recipe, clip, model)});
    note(rows.back().source);
  }
  for (const recipe::RecipeClip& clip : state.unticked) {
    ClipRow row{clip, false, sourceOf(state.recipe, clip, model)};
    note(row.source);
    insertInOrder(rows, std::move(row));
  }
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    if (!seen[i]) {
      const bool ticked = state.recipe.clips.empty() && !state.noClips;
      insertInOrder(rows, {plainClip(state.recipe, model, i), ticked, ClipIndex(i)});
    }
  }
  return rows;
}

ClipLists listsOf(const std::vector<ClipRow>& rows) {
  ClipLists lists;
  for (const ClipRow& row : rows) {
    if (row.ticked) {
      lists.ticked.push_back(row.clip);
    } else if (!saysNothing(row.clip)) {
      lists.unticked.push_back(row.clip);
    }
  }
  lists.none = lists.ticked.empty() && !rows.empty();
  return lists;
}

std::vector<int> bakedClipOfRows(const std::vector<ClipRow>& rows, const vat::BakedAnimation& baked,
                                 const model::Model& model) {
  std::vector<int> numbers(rows.size(), -1);
  std::size_t next = 0;
  for (std::size_t i = 0; i < rows.size() && next < baked.clips.size(); ++i) {
    if (!rows[i].ticked || !rows[i].source.isValid()) {
      continue;
    }
    // If the bake is older than this state, clips are matched by name.
    const vat::BakedClip& inOrder = baked.clips[next];
    if (inOrder.source.clip == rows[i].source) {
      numbers[i] = static_cast<int>(next++);
      continue;
    }
    const std::string name = rows[i].name(model);
    const auto found = std::ranges::find_if(baked.clips, [&](const vat::BakedClip& clip) {
      return clip.source.clip == rows[i].source && clip.name == name;
    });
    if (found != baked.clips.end()) {
      numbers[i] = static_cast<int>(found - baked.clips.begin());
      next = static_cast<std::size_t>(numbers[i]) + 1;
    }
  }
  return numbers;
}

ClipRow* rowOfBaked(std::vector<ClipRow>& rows, const vat::BakedAnimation& baked, const model::Model& model,
                    std::size_t clip) {
  const std::vector<int> numbers = bakedClipOfRows(rows, baked, model);
  const auto number = std::ranges::find(numbers, static_cast<int>(clip));
  return number == numbers.end() ? nullptr : &rows[static_cast<std::size_t>(number - numbers.begin())];
}

std::vector<ClipRow> withMapped(std::vector<ClipRow> rows, std::size_t row, ClipIndex to, const recipe::Recipe& recipe,
                                const model::Model& model) {
  recipe::RecipeClip& clip = rows[row].clip;
  clip.name = rows[row].name(model);
  const recipe::RecipeClip plain = plainClip(recipe, model, to.value);
  clip.source = plain.source;
  clip.index = plain.index;
  clip.sourceName = plain.sourceName;
  rows[row].source = to;
  const auto isBare = [&](const ClipRow& other) {
    return &other != &rows[row] && other.source == to && saysNothing(other.clip);
  };
  const auto bare = std::ranges::find_if(rows, isBare);
  if (bare != rows.end()) {
    rows.erase(bare);
  }
  return rows;
}

DocumentState takeEventsOver(DocumentState state, std::vector<ClipRow> rows,
                             const std::vector<recipe::ClipEvents>& events) {
  const std::vector<std::size_t> files = sourcesOf(state.recipe, pack::SourceRole::Events);
  for (const recipe::ClipEvents& ofClip : events) {
    for (ClipRow& row : rows) {
      if (!files.empty() && row.source == ofClip.clip) {
        for (const model::ClipEvent& event : ofClip.events) {
          row.clip.events.push_back({event.name, event.timeSeconds, std::nullopt, event.parameter, {}});
        }
      }
    }
  }
  state.setClips(listsOf(rows));
  for (auto number = files.rbegin(); number != files.rend(); ++number) {
    state = withoutSource(std::move(state), *number);
  }
  return state;
}

}  // namespace texeleton::editor

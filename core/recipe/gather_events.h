#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"

namespace texeleton::recipe {

/// Internal to core/recipe: converts events by clip names to events of a model's clips, in seconds. Unknown clips and
/// ambiguous names become Issues about `file`.
class EventGatherer {
 public:
  EventGatherer(const model::Model& model, std::string file, JobContext& job);

  void add(const std::string& clipName, std::vector<RecipeEvent> events);
  std::vector<ClipEvents> take() { return std::move(m_result); }

 private:
  const model::Model& m_model;
  const std::string m_file;
  JobContext& m_job;
  std::unordered_set<std::string_view> m_names;  ///< Every name that clipsNamed() finds.
  std::size_t m_unknownCount = 0;
  std::vector<ClipEvents> m_result;
};

}  // namespace texeleton::recipe

#include "core/recipe/find_clip.h"

#include "core/base/similar_names.h"

namespace texeleton::recipe {

std::vector<ClipIndex> clipsNamed(const model::Model& model, std::string_view name) {
  std::vector<ClipIndex> found;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].name == name) {
      return {ClipIndex(i)};
    }
    if (!name.empty() && model.clips[i].sourceName == name) {
      found.emplace_back(i);
    }
  }
  return found;
}

Message noSuchClip(const model::Model& model, std::string_view name) {
  Message text = message("the model has no clip %1", inQuotes(name));
  if (model.clips.empty()) {
    return message("%1; it has no clips at all", text);
  }
  std::vector<std::string> names;
  names.reserve(model.clips.size());
  for (const model::Clip& clip : model.clips) {
    names.push_back(clip.name);
  }
  return message("%1%2", text, namesInstead(name, names));
}

}  // namespace texeleton::recipe

#include "app/cli/baked_clip.h"

#include <charconv>

#include "core/base/one_line.h"
#include "core/base/similar_names.h"

namespace texeleton::cli {

Result<std::uint32_t> findBakedClip(const vat::BakedAnimation& animation, const std::string& text) {
  const auto count = static_cast<std::uint32_t>(animation.clips.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (animation.clips[i].name == text) {
      return i;
    }
  }
  std::uint32_t index = 0;
  const char* const end = text.data() + text.size();
  if (!text.empty() && text.front() == '#') {
    const auto [stop, error] = std::from_chars(text.data() + 1, end, index);
    if (error == std::errc() && stop == end && index < count) {
      return index;
    }
  }
  std::vector<std::string> names;
  for (const vat::BakedClip& clip : animation.clips) {
    names.push_back(clip.name);
  }
  return fail(ErrorCode::NotFound,
              message("there is no clip %1 in the pack%2", inQuotes(text), namesInstead(text, names)));
}

}  // namespace texeleton::cli

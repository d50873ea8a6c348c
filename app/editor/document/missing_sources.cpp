#include "app/editor/document/missing_sources.h"

#include <algorithm>
#include <system_error>

#include "app/editor/document/paths.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

/// Whether the source is required; Unity's import settings are optional.
bool isRead(const recipe::RecipeSource& source) {
  const auto role = valueOf<pack::SourceRole>(source.role);
  return role && *role <= pack::SourceRole::Events;
}

bool isFile(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

/// The only file in a folder with a name that differs by upper and lower case alone; empty: there is none.
fs::path fileOfOtherCase(const fs::path& file) {
  fs::path found;
  std::error_code error;
  for (fs::directory_iterator it(file.parent_path(), error), end; !error && it != end; it.increment(error)) {
    const bool same = toQString(it->path().filename()).compare(toQString(file.filename()), Qt::CaseInsensitive) == 0;
    if (same && isFile(it->path())) {
      if (!found.empty()) {
        return {};
      }
      found = it->path();
    }
  }
  return found;
}

/// Proposes files of the same name beside the document or beside an existing source.
void propose(std::vector<MissingSource>& missing, const recipe::Recipe& recipe, const fs::path& document) {
  std::vector<fs::path> folders;
  if (!document.empty()) {
    folders.push_back(document.parent_path());
  }
  for (const recipe::RecipeSource& source : recipe.sources) {
    if (const fs::path file = fromUtf8(source.path); !isMissing(file)) {
      folders.push_back(file.parent_path());
    }
  }
  for (MissingSource& source : missing) {
    const auto place =
        std::ranges::find_if(folders, [&](const fs::path& folder) { return isFile(folder / source.was.filename()); });
    source.now =
        place == folders.end() ? fileOfOtherCase(source.was) : (*place / source.was.filename()).lexically_normal();
  }
}

}  // namespace

bool isMissing(const fs::path& file) {
  std::error_code error;
  return fs::status(file, error).type() == fs::file_type::not_found;
}

std::vector<MissingSource> missingSources(const recipe::Recipe& recipe, const fs::path& document) {
  std::vector<MissingSource> missing;
  for (std::size_t i = 0; i < recipe.sources.size(); ++i) {
    const fs::path file = fromUtf8(recipe.sources[i].path);
    if (isMissing(file) && isRead(recipe.sources[i])) {
      missing.push_back({i, file, {}});
    }
  }
  propose(missing, recipe, document);
  return missing;
}

std::vector<MissingSource> missingTextures(const recipe::Recipe& recipe, const fs::path& document,
                                           std::span<const Issue> issues) {
  const fs::path folder = recipe::sourceFile(recipe, {}, pack::SourceRole::Model).parent_path();
  std::vector<MissingSource> missing;
  for (const Issue& issue : issues) {
    for (const Remedy& remedy : issue.text.remedies()) {
      const bool isListed =
          std::ranges::any_of(missing, [&remedy](const MissingSource& each) { return each.texture == remedy.subject; });
      if (remedy.kind == RemedyKind::LocateTexture && !isListed) {
        missing.push_back({0, folder / fromUtf8(remedy.subject), {}, remedy.subject});
      }
    }
  }
  propose(missing, recipe, document);
  return missing;
}

void proposeSiblings(std::vector<MissingSource>& missing, std::size_t found) {
  const fs::path from = missing[found].was.parent_path();
  const fs::path to = missing[found].now.parent_path();
  for (MissingSource& source : missing) {
    if (!source.now.empty()) {
      continue;
    }
    const fs::path asBefore = (to / source.was.lexically_relative(from)).lexically_normal();
    const fs::path beside = to / source.was.filename();
    source.now = isFile(asBefore) ? asBefore : isFile(beside) ? beside : fs::path();
  }
}

std::vector<recipe::RecipeSource> withFound(const recipe::Recipe& recipe, const std::vector<MissingSource>& missing) {
  std::vector<recipe::RecipeSource> sources = recipe.sources;
  for (const MissingSource& source : missing) {
    if (source.now.empty()) {
      continue;
    }
    if (source.texture.empty()) {
      sources[source.number].path = utf8Of(source.now);
    } else {
      const bool isRenamed = source.texture != utf8Of(source.now.filename());
      sources.push_back({utf8Of(source.now), wordOf(pack::SourceRole::Texture), {}, {}});
      sources.back().name = isRenamed ? source.texture : std::string();
    }
  }
  return sources;
}

}  // namespace texeleton::editor

#include "core/export/three/three_page.h"

#include <QByteArray>
#include <cstdint>
#include <map>
#include <optional>
#include <system_error>
#include <vector>

#include "core/base/plain_file.h"
#include "core/base/utf8_path.h"
#include "core/export/engine_files.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMostPageFileBytes = std::uint64_t{1} << 32;
constexpr const char* kThreeModule = "three/build/three.module.js";

std::optional<std::string> threeFileText(const fs::path& path) {
  auto text = readPlainFile(path, kMostPageFileBytes);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

std::string base64Of(const std::string& bytes) {
  return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64().toStdString();
}

/// The name of a module that the module `from` imports as `specifier`: "three/…" is a file of three.js, "texeleton/…" a
/// file of the run-time.
std::string resolvedModule(const std::string& from, const std::string& specifier) {
  if (specifier == "three") {
    return kThreeModule;
  }
  constexpr std::string_view kAddons = "three/addons/";
  if (specifier.starts_with(kAddons)) {
    return "three/examples/jsm/" + specifier.substr(kAddons.size());
  }
  if (specifier.starts_with('.')) {
    return (fs::path(from).parent_path() / specifier).lexically_normal().generic_string();
  }
  return specifier;
}

bool startsStatement(std::string_view line) {
  return line.starts_with("import ") || line.starts_with("import{") || line.starts_with("export ") ||
         line.starts_with("export{") || line.starts_with("}");
}

/// The specifier in a line that ends an import or an export, `… from "x";` or `import "x";`, as begin and length in the
/// line.
std::optional<std::pair<std::size_t, std::size_t>> specifierIn(std::string_view line) {
  if (!startsStatement(line)) {
    return std::nullopt;
  }
  std::size_t at = line.rfind(" from ");
  at = at != std::string_view::npos ? at + 6 : line.starts_with("import ") ? 7 : std::string_view::npos;
  if (at == std::string_view::npos || at >= line.size() || (line[at] != '"' && line[at] != '\'')) {
    return std::nullopt;
  }
  const std::size_t end = line.find(line[at], at + 1);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  return std::pair(at + 1, end - at - 1);
}

/// Modules by name; their imports use these names.
class ModuleSet {
 public:
  explicit ModuleSet(fs::path three) : m_three(std::move(three)) {}

  /// Adds a module and all its direct and indirect imports.
  Result<void> add(const std::string& name) {
    if (m_modules.count(name) > 0) {
      return {};
    }
    auto text = textOf(name);
    TRY(text);
    m_modules[name] = "";
    std::vector<std::string> imports;
    m_modules[name] = withNames(name, *text, imports);
    for (const std::string& import : imports) {
      TRY(add(import));
    }
    return {};
  }

  /// Replaces the specifiers in `text` by names, which are appended to `imports`.
  static std::string withNames(const std::string& from, const std::string& text, std::vector<std::string>& imports) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      std::string line = text.substr(at, end - at);
      const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
      if (const auto place = specifierIn(std::string_view(line).substr(indent))) {
        const std::string name = resolvedModule(from, line.substr(indent + place->first, place->second));
        imports.push_back(name);
        line.replace(indent + place->first, place->second, name);
      }
      result += line;
      at = end;
    }
    return result;
  }

  /// The import map, as JSON. Names and base64 need no escapes.
  std::string importMap() const {
    std::string result = "{ \"imports\": {";
    const char* separator = "\n";
    for (const auto& [name, text] : m_modules) {
      result += separator + ("\"" + name) + "\": \"data:text/javascript;base64," + base64Of(text) + "\"";
      separator = ",\n";
    }
    return result + "\n} }";
  }

 private:
  Result<std::string> textOf(const std::string& name) const {
    constexpr std::string_view kOurs = "texeleton/";
    constexpr std::string_view kThree = "three/";
    if (name.starts_with(kOurs)) {
      std::string text = engineFile(name.substr(kOurs.size()));
      return text.empty()
                 ? Result<std::string>(fail(ErrorCode::NotFound, message("%1 is not part of the run-time", name)))
                 : Result<std::string>(std::move(text));
    }
    if (name.starts_with(kThree)) {
      const fs::path path = m_three / name.substr(kThree.size());
      if (auto text = threeFileText(path)) {
        return std::move(*text);
      }
      return fail(ErrorCode::NotFound, "three.js has no such file; the one that was tested is 0.187", utf8Of(path));
    }
    return fail(ErrorCode::Unsupported, message("a module imports \"%1\", which is not known", name), name);
  }

  fs::path m_three;
  std::map<std::string, std::string> m_modules;
};

}  // namespace

Result<fs::path> findThree(const std::string& given, const fs::path& exportFolder) {
  const auto isThree = [](const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "build/three.module.js", ignored);
  };
  if (!given.empty()) {
    const fs::path named = fromUtf8(given);
    for (const fs::path& folder : {named, named / "node_modules/three", named / "three"}) {
      if (isThree(folder)) {
        return folder;
      }
    }
    return fail(ErrorCode::NotFound, "three.js is not there: \"three\" names its folder in node_modules", given);
  }
  std::error_code ignored;
  fs::path above = fs::absolute(exportFolder, ignored).lexically_normal();
  for (bool more = true; more; above = above.parent_path()) {
    if (isThree(above / "node_modules/three")) {
      return above / "node_modules/three";
    }
    more = above.has_relative_path();
  }
  return fail(
      ErrorCode::NotFound,
      "one HTML file needs three.js, which is not in a node_modules here or above: run \"npm install three\" in "
      "that folder, or name the folder of three.js in the option \"three\"",
      utf8Of(exportFolder));
}

Result<std::string> singleFilePage(const std::string& page, const fs::path& three, const fs::path& packFolder) {
  ModuleSet modules(three);
  std::vector<std::string> imports;
  std::string result = ModuleSet::withNames("texeleton.html", page, imports);
  for (const std::string& import : imports) {
    TRY(modules.add(import));
  }
  std::string files;
  for (const char* name : {"manifest.json", "animation.exr", "mesh.glb"}) {
    const auto bytes = threeFileText(packFolder / name);
    if (!bytes) {
      return fail(ErrorCode::NotFound, "the pack's file cannot be read", utf8Of(packFolder / name));
    }
    files += std::string("<script type=\"text/plain\" data-file=\"") + name + "\">" + base64Of(*bytes) + "</script>\n";
  }
  return filled(std::move(result), {{"@IMPORTS@", modules.importMap()}, {"@FILES@", files}});
}

}  // namespace texeleton::exporting

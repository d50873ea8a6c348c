#include <QByteArray>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/plain_file.h"
#include "core/base/utf8_path.h"
#include "core/export/engine_files.h"
#include "core/export/export_targets.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMostPageFileBytes = std::uint64_t{1} << 32;
constexpr const char* kThreeModule = "three/build/three.module.js";

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
      if (auto text = readPlainFile(path, kMostPageFileBytes)) {
        return std::move(*text);
      }
      return fail(ErrorCode::NotFound, "three.js has no such file; the one that was tested is 0.187", utf8Of(path));
    }
    return fail(ErrorCode::Unsupported, message("a module imports \"%1\", which is not known", name), name);
  }

  fs::path m_three;
  std::map<std::string, std::string> m_modules;
};

/// The folder of the user's three.js: `given` or its node_modules/three, else node_modules/three of `exportFolder` or
/// of a folder above it, as Node.js looks for packages. Errors: NotFound (the message says what to do).
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

/// Makes a page a single file that needs neither a server nor a network. Its import map contains the modules: those of
/// three.js from `three`, and the run-time embedded in the program. The pack's files are embedded in the page. `page`
/// has an `@IMPORTS@` for the import map and an `@FILES@` for the pack. Errors: NotFound, Io (a file is missing).
Result<std::string> singleFilePage(const std::string& page, const fs::path& three, const fs::path& packFolder) {
  ModuleSet modules(three);
  std::vector<std::string> imports;
  std::string result = ModuleSet::withNames("texeleton.html", page, imports);
  for (const std::string& import : imports) {
    TRY(modules.add(import));
  }
  std::string files;
  for (const char* name : {"manifest.json", "animation.exr", "mesh.glb"}) {
    const auto bytes = readPlainFile(packFolder / name, kMostPageFileBytes);
    if (!bytes) {
      return fail(ErrorCode::NotFound, "the pack's file cannot be read", utf8Of(packFolder / name));
    }
    files += std::string("<script type=\"text/plain\" data-file=\"") + name + "\">" + base64Of(*bytes) + "</script>\n";
  }
  return filled(std::move(result), {{"@IMPORTS@", modules.importMap()}, {"@FILES@", files}});
}

/// A JavaScript string that is safe inside a <script>.
std::string quoted(const std::string& text) { return replaced(quotedText(text), "<", "\\x3c"); }

constexpr const char* kImports = R"({ "imports": {
  "three": "./node_modules/three/build/three.module.js",
  "three/addons/": "./node_modules/three/examples/jsm/"
} })";

/// Loads the pack from the page itself, which contains it as base64.
constexpr const char* kLoadHere = R"(await TexeletonAsset.read((file) => {
    const text = atob(document.querySelector(`[data-file="${file}"]`).textContent);
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
  }))";

/// The page that plays the pack: resources/engines/three-page. Errors: those of findThree and singleFilePage.
Result<std::string> threePage(const ExportInput& input) {
  std::string page = replaced(engineFile("three-page/page.html"), "@NAME@", replaced(input.name, "<", "&lt;"));
  if (input.options.flag("single-file")) {
    const auto three = findThree(input.options.text("three"), input.folder);
    TRY(three);
    page = filled(std::move(page), {{"@RUNTIME@", "texeleton/three/index.js"}, {"@LOAD@", kLoadHere}});
    return singleFilePage(page, *three, input.packFolder);
  }
  return filled(std::move(page), {{"@FILES@", ""},
                                  {"@IMPORTS@", kImports},
                                  {"@RUNTIME@", "./texeleton/three/index.js"},
                                  {"@LOAD@", "await TexeletonAsset.load(" + quoted(input.name + ".texpack") + ")"}});
}

constexpr const char* kThreeGuide = R"(# @NAME@ for three.js

`@PACK@` is the animation texture with its mesh; `texeleton/` is the run-time, which all characters of this folder share.

See it: `npm install three`, serve this folder (`npx serve`), open `@FILE@.html`. Exported with
`--option single-file`, that page opens by a double click.

In your scene:

```js
import { TexeletonAsset, TexeletonCrowd } from "./texeleton/three/index.js";

const asset = await TexeletonAsset.load("@PACK@");
const crowd = new TexeletonCrowd(asset, 1000);  // instances
scene.add(crowd);

crowd.setMatrixAt(7, matrix);                          // where it stands
crowd.play(7, "@CLIP@", { fadeSeconds: 0.2 });          // what it plays
crowd.setTintAt(7, new THREE.Color("tomato"));
crowd.onEvent = ({ instance, name }) => {};             // each event once
crowd.update(deltaSeconds);                             // once a frame
@SOCKET@```

Clips: @CLIPS@
)";

Result<std::vector<FileGroup>> companions(const ExportInput& input) {
  const vat::BakedAnimation& animation = input.pack.animation;
  const std::string& name = input.name;
  const std::string socket = animation.sockets.empty()
                                 ? std::string()
                                 : "sword.matrix.copy(crowd.socketMatrix(7, " + quoted(animation.sockets.front().name) +
                                       ", new THREE.Matrix4()));\n";

  FileGroup own{"three.js: " + name, {}};
  auto page = threePage(input);
  TRY(page);
  own.files.push_back({name + ".html", std::move(*page)});
  own.files.push_back({name + ".README.md", filled(kThreeGuide, {{"@NAME@", name},
                                                                 {"@FILE@", name},
                                                                 {"@PACK@", name + ".texpack"},
                                                                 {"@SOCKET@", socket},
                                                                 {"@CLIPS@", joinedNames(animation.clips)},
                                                                 {"@CLIP@", animation.clips.front().name}})});

  // npm treats the run-time's folder as a package, whose description is above the modules.
  FileGroup three = runTimeGroup("three");
  for (ProjectFile& file : three.files) {
    if (file.path == "texeleton/three/package.json") {
      file.path = "texeleton/package.json";
    }
  }
  return std::vector<FileGroup>{std::move(own), runTimeGroup("web"), std::move(three)};
}

}  // namespace

ExportTarget threeTarget() {
  ExportTarget target{};
  target.name = "three";
  target.title = "three.js";
  target.summary =
      said("A crowd for WebGL 2 and WebGPU: the pack, a run-time on three's own materials, and a page that plays it.");
  target.tested = said(
      "In headless Chromium, WebGL 2 and WebGPU in software: positions read back from the GPU against three's own "
      "skinning and morph targets, over the samples and four models; shadows of all kinds of light, motion vectors, "
      "culling, levels of detail, rays; time, events, sockets and root motion against the test vectors.");
  target.options = {
      flagOption("single-file", said("One HTML file"),
                 said("The page holds pack, run-time and three.js, and opens by a double click without a network."),
                 false),
      textOption("three", said("Folder of three.js"),
                 said("node_modules/three, for one HTML file; empty: beside the export's folder or above."), ""),
  };
  target.abilities = {
      {said("Bone and vertex mode, both pixel formats, folded frames"), Plays::Yes, ""},
      {said("All encodings"), Plays::Yes, said("quaternion, offset16 and basis too")},
      {said("Adaptive frame spacing"), Plays::Yes, said("frame tables")},
      {said("Clip, time, speed, tint, palette entry and variant per instance"), Plays::Yes, ""},
      {said("Smooth and stepped playback"), Plays::Yes, ""},
      {said("Events"), Plays::Yes, said("by call-back, each once")},
      {said("Sockets"), Plays::Yes, said("in full orientation, also during cross-fades")},
      {said("Cross-fades"), Plays::Yes, said("interrupted ones do not jump")},
      {said("Layers"), Plays::Yes,
       said("on the bones of a mask, for each instance; not on the WebGL 2 fallback of WebGPURenderer")},
      {said("Shadows"), Plays::Yes, said("of directional, spot and point lights")},
      {said("Levels of detail"), Plays::Yes, said("one for the crowd, or by distance for each instance")},
      {said("Root motion"), Plays::Yes, said("applied by the crowd, or handed out")},
      {said("Culling"), Plays::Yes, said("of the crowd, or of each instance")},
      {said("Rays"), Plays::Yes, said("hit the animated pose")},
      {said("WebGPURenderer"), Plays::Yes, said("node materials, on WebGPU and on its WebGL 2 fallback")},
      {said("Motion vectors, scene.overrideMaterial"), Plays::Partly,
       said("with WebGPURenderer; WebGLRenderer has no way in")},
  };
  target.encodings = {"matrix3x4", "quaternion", "positionNormal", "offset16", "basis"};
  target.playsLayers = true;
  target.companions = companions;
  return target;
}

}  // namespace texeleton::exporting

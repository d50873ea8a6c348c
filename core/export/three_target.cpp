#include "core/export/export_targets.h"

#include "core/export/engine_files.h"
#include "core/export/three_page.h"

namespace texeleton::exporting {

namespace {

/// A JavaScript string, quotes included. Names have no control characters.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' || c == '\\' ? std::string("\\") + c : c == '<' ? std::string("\\x3c") : std::string(1, c);
  }
  return result + "\"";
}

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
    page = replaced(std::move(page), "@RUNTIME@", "texeleton/three/index.js");
    return singleFilePage(replaced(std::move(page), "@LOAD@", kLoadHere), *three, input.packFolder);
  }
  page = replaced(std::move(page), "@FILES@", "");
  page = replaced(std::move(page), "@IMPORTS@", kImports);
  page = replaced(std::move(page), "@RUNTIME@", "./texeleton/three/index.js");
  return replaced(std::move(page), "@LOAD@", "await TexeletonAsset.load(" + quoted(input.name + ".texpack") + ")");
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
  const std::string packName = name + ".texpack";

  FileGroup own{"three.js: " + name, {}};
  auto page = threePage(input);
  TRY(page);
  own.files.push_back({name + ".html", std::move(*page)});
  std::string guide = replaced(kThreeGuide, "@NAME@", name);
  guide = replaced(std::move(guide), "@FILE@", name);
  guide = replaced(std::move(guide), "@PACK@", packName);
  guide = replaced(std::move(guide), "@SOCKET@", socket);
  guide = replaced(std::move(guide), "@CLIPS@", joinedNames(animation.clips));
  own.files.push_back({name + ".README.md", replaced(std::move(guide), "@CLIP@", animation.clips.front().name)});

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

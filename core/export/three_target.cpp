#include "core/export/three_target.h"

#include <QDirIterator>
#include <QFile>
#include <algorithm>

namespace texeleton {

namespace {

constexpr const char* kRunTimeFolder = "texeleton/";

/// The files of resources/engines/`part`, under the same names.
void addRunTime(std::vector<ProjectFile>& files, const QString& part) {
  const QString root = QStringLiteral(":/texeleton/engines/");
  QDirIterator it(root + part, QDir::Files, QDirIterator::Subdirectories);
  while (it.hasNext()) {
    QFile file(it.next());
    if (file.open(QIODevice::ReadOnly)) {
      files.push_back({kRunTimeFolder + file.fileName().mid(root.size()).toStdString(), file.readAll().toStdString()});
    }
  }
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// As a JavaScript string, quotes included. Names hold no control characters.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' || c == '\\' ? std::string("\\") + c : c == '<' ? std::string("\\x3c") : std::string(1, c);
  }
  return result + "\"";
}

constexpr const char* kPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>@NAME@</title>
<style>
  body { margin: 0; background: #1d1f23; color: #d9dce1; font: 14px system-ui, sans-serif; }
  #bar { position: fixed; left: 12px; top: 12px; display: flex; gap: 8px; align-items: center; }
</style>
<div id="bar"><select id="clip"></select><label>Characters <input id="count" type="number" min="1" max="20000" value="25"></label></div>
<script type="importmap">
{ "imports": {
  "three": "./node_modules/three/build/three.module.js",
  "three/addons/": "./node_modules/three/examples/jsm/"
} }
</script>
<script type="module">
  import * as THREE from "three";
  import { OrbitControls } from "three/addons/controls/OrbitControls.js";
  import { TexeletonAsset, TexeletonCrowd } from "./texeleton/three/index.js";

  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.shadowMap.enabled = true;
  document.body.append(renderer.domElement);
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0x2a2d33);
  const camera = new THREE.PerspectiveCamera(40, 1, 0.05, 500);
  const controls = new OrbitControls(camera, renderer.domElement);

  const asset = await TexeletonAsset.load(@PACK@);
  const { center, radius } = asset.boundingSphere;
  controls.target.copy(center);
  camera.position.set(center.x + radius, center.y + 2.4 * radius, center.z + 6 * radius);
  const sun = new THREE.DirectionalLight(0xffffff, 2.5);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.bias = -0.001;
  const ground = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.MeshStandardMaterial({ color: 0x7c828a }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(sun, new THREE.HemisphereLight(0xbfd4ff, 0x40382f, 1.2), ground);

  const clips = document.getElementById("clip");
  clips.append(new Option("all clips", ""), ...asset.clips.map(({ name }) => new Option(name, name)));
  let crowd = null;
  function fill(count) {
    crowd?.dispose();
    crowd = new TexeletonCrowd(asset, count);
    const side = Math.ceil(Math.sqrt(count));
    const step = 1.5 * radius;
    const matrix = new THREE.Matrix4();
    for (let i = 0; i < count; i += 1) {
      crowd.setMatrixAt(i, matrix.makeTranslation(((i % side) - (side - 1) / 2) * step, 0, -Math.floor(i / side) * step));
    }
    const reach = side * step;
    ground.scale.setScalar(4 * reach + 10 * radius);
    sun.position.set(0.6 * reach, 1.2 * reach + 3 * radius, 0.5 * reach);
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, far: 6 * reach + 10 * radius });
    sun.shadow.camera.updateProjectionMatrix();
    scene.add(crowd);
    play();
  }
  function play() {
    for (let i = 0; i < crowd.count; i += 1) {
      const name = clips.value || asset.clips[i % asset.clips.length].name;
      const { lengthSeconds } = asset.clips[asset.clipIndex(name)];
      crowd.play(i, name, { startSeconds: asset.clips[asset.clipIndex(name)].loop ? (i * 0.37) % (lengthSeconds || 1) : 0, fadeSeconds: 0.3 });
    }
  }
  clips.addEventListener("change", play);
  document.getElementById("count").addEventListener("change", ({ target }) => fill(Math.max(1, Math.min(20000, target.valueAsNumber || 1))));
  fill(25);

  function resize() {
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(innerWidth, innerHeight);
  }
  addEventListener("resize", resize);
  resize();
  let before = performance.now();
  renderer.setAnimationLoop((now) => {
    crowd.update(Math.max(0, now - before) / 1000);
    before = now;
    controls.update();
    renderer.render(scene, camera);
  });
</script>
</html>
)";

constexpr const char* kGuide = R"(# @NAME@ for three.js

`@PACK@` is the animation texture with its mesh; `texeleton/` is the run-time, which all characters of this folder share.

See it: `npm install three`, serve this folder (`npx serve`), open `@FILE@.html`.

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

std::vector<FileGroup> companions(const Pack& pack, const std::string& name) {
  const BakedAnimation& animation = pack.animation;
  std::string clips;
  for (const BakedClip& clip : animation.clips) {
    clips += (clips.empty() ? "" : ", ") + clip.name;
  }
  const std::string socket = animation.sockets.empty()
                                 ? std::string()
                                 : "sword.matrix.copy(crowd.socketMatrix(7, " + quoted(animation.sockets.front().name) +
                                       ", new THREE.Matrix4()));\n";
  const std::string packName = name + ".texpack";

  FileGroup own{"three.js: " + name, {}};
  std::string page = replaced(kPage, "@NAME@", replaced(name, "<", "&lt;"));
  own.files.push_back({name + ".html", replaced(std::move(page), "@PACK@", quoted(packName))});
  std::string guide = replaced(kGuide, "@NAME@", name);
  guide = replaced(std::move(guide), "@FILE@", name);
  guide = replaced(std::move(guide), "@PACK@", packName);
  guide = replaced(std::move(guide), "@SOCKET@", socket);
  guide = replaced(std::move(guide), "@CLIPS@", clips);
  own.files.push_back({name + ".README.md", replaced(std::move(guide), "@CLIP@", animation.clips.front().name)});

  FileGroup shared{"three.js: run-time", {}};
  addRunTime(shared.files, QStringLiteral("web"));
  addRunTime(shared.files, QStringLiteral("three"));
  shared.files.push_back({std::string(kRunTimeFolder) + "VERSION", TEXELETON_VERSION "\n"});
  return {std::move(own), std::move(shared)};
}

}  // namespace

ExportTarget threeTarget() {
  ExportTarget target{};
  target.name = "three";
  target.title = "three.js";
  target.summary =
      "A crowd for WebGL 2: the pack, a run-time on InstancedMesh and stock materials, and a page that plays it.";
  target.tested =
      "In headless Chromium: the vertex shader against core's decoder, the picture against three's own skinning, "
      "shadows of "
      "all kinds of light; time, events, sockets and root motion against the test vectors.";
  target.abilities = {
      {"Bone and vertex mode, both pixel formats, folded frames", Plays::Yes, ""},
      {"Clip, time, speed, tint, palette entry and variant per instance", Plays::Yes, ""},
      {"Smooth and stepped playback", Plays::Yes, ""},
      {"Events", Plays::Yes, "by call-back, each once"},
      {"Sockets", Plays::Yes, "in full orientation, also during cross-fades"},
      {"Cross-fades", Plays::Yes, "between two clips"},
      {"Shadows", Plays::Yes, "of directional, spot and point lights"},
      {"Levels of detail", Plays::Partly, "one level for the whole crowd"},
      {"Root motion", Plays::Partly, "rootMotionAt() and rootMotionBetween(); the crowd does not apply it"},
      {"Culling", Plays::Partly, "of the crowd as a whole"},
      {"Motion vectors, scene.overrideMaterial", Plays::No, ""},
      {"WebGPURenderer", Plays::No, ""},
  };
  target.companions = companions;
  return target;
}

}  // namespace texeleton

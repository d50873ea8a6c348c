#include "tests/fuzz/seeds.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

#include "core/base/checksum.h"
#include "tests/fuzz/watched_run.h"

namespace texeleton::fuzz {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMostModelBytes = 2 << 20;  // Larger ones take too long to be read thousands of times.
constexpr std::size_t kMostCachedModels = 4;

std::string readFile(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void writeFile(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

bool isModel(const fs::path& file) {
  static const std::vector<std::string> kEndings = {".fbx", ".glb", ".gltf", ".dae", ".bvh", ".md5mesh", ".x"};
  return std::find(kEndings.begin(), kEndings.end(), file.extension().string()) != kEndings.end();
}

std::vector<fs::path> sorted(std::vector<fs::path> files) {
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> filesIn(const fs::path& folder, bool below) {
  std::vector<fs::path> files;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(folder, error); entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    if (entry->is_directory() && !below) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files.push_back(entry->path());
    }
  }
  return sorted(std::move(files));
}

// Buffers, images and animations in a folder with a single model; next to several models, those whose names begin with
// the model's.
std::vector<fs::path> filesBeside(const fs::path& model, const SeedFolders& folders) {
  std::vector<fs::path> beside;
  const std::string stem = model.stem().string();
  for (const fs::path& file : filesIn(model.parent_path(), false)) {
    const bool many = model.parent_path() == folders.models || model.parent_path() == folders.data;
    const bool own = !many || file.stem().string().rfind(stem, 0) == 0;
    if (file != model && own && !isModel(file)) {
      beside.push_back(file);
    }
  }
  return beside;
}

std::vector<fs::path> modelFiles(const SeedFolders& folders) {
  std::vector<fs::path> files;
  for (const fs::path& root : {folders.models, folders.samples, folders.data}) {
    for (const fs::path& file : root.empty() ? std::vector<fs::path>() : filesIn(root, true)) {
      // reports/ has known faults, which every case made from it would find again.
      if (isModel(file) && fs::file_size(file) <= kMostModelBytes &&
          *file.lexically_relative(root).begin() != "reports") {
        files.push_back(file);
      }
    }
  }
  return files;
}

int runProgram(const SeedFolders& folders, std::vector<std::string> arguments, const fs::path& cache) {
  WatchedProgram program;
  program.command = {folders.program.string()};
  program.command.insert(program.command.end(), arguments.begin(), arguments.end());
  program.environment = {"TEXELETON_CACHE=" + cache.string(), "HOME=" + folders.made.string()};
  program.folder = folders.made;
  program.seconds = 300.0;
  return run(program).exitCode;
}

// A manifest without checksums, so that damaged files are read.
std::string withoutChecksums(const std::string& manifest) {
  std::string text;
  std::size_t at = 0;
  while (at < manifest.size()) {
    std::size_t end = manifest.find('\n', at);
    end = end == std::string::npos ? manifest.size() : end + 1;
    const std::string line = manifest.substr(at, end - at);
    const bool digest = line.find("\"xxh3\":") != std::string::npos || line.find("\"checksum\":") != std::string::npos;
    if (digest) {
      const std::size_t comma = text.find_last_of(',');
      if (comma != std::string::npos && text.find_first_not_of(" \n,", comma) == std::string::npos) {
        text.erase(comma, 1);
      }
    } else {
      text += line;
    }
    at = end;
  }
  return text;
}

// Corrects the size of a file in the manifest.
void fixSize(const fs::path& pack, const std::string& name) {
  std::string manifest = readFile(pack / "manifest.json");
  const std::size_t file = manifest.rfind('"' + name + '"');
  const std::size_t bytes = file == std::string::npos ? file : manifest.find("\"bytes\": ", file);
  if (bytes != std::string::npos) {
    const std::size_t begin = bytes + 9;
    const std::size_t end = manifest.find_first_not_of("0123456789", begin);
    manifest.replace(begin, end - begin, std::to_string(fs::file_size(pack / name)));
    writeFile(pack / "manifest.json", manifest);
  }
}

// A GLB whose JSON was modified as text: its length fields are corrected, so that it is read further.
void mutateGlb(std::string& glb, Mutator& mutator) {
  std::uint32_t length = 0;
  if (glb.size() < 20) {
    mutator.mutate(glb);
    return;
  }
  std::memcpy(&length, glb.data() + 12, sizeof length);
  if (length > glb.size() - 20 || mutator.chance(0.4)) {
    mutator.mutate(glb, mutator.chance(0.7));
    return;
  }
  std::string json = glb.substr(20, length);
  mutator.mutate(json);
  json.resize((json.size() + 3) / 4 * 4, ' ');
  glb.replace(20, length, json);
  const auto jsonLength = static_cast<std::uint32_t>(json.size());
  const auto whole = static_cast<std::uint32_t>(glb.size());
  std::memcpy(glb.data() + 12, &jsonLength, sizeof jsonLength);
  std::memcpy(glb.data() + 8, &whole, sizeof whole);
}

// Settings that the bundled recipes lack.
constexpr const char* kAnimatedRecipe = R"({ "version": 1, "sources": [{ "path": "lantern-knight.glb" }],
  "bake": { "masks": [{ "name": "arms", "from": ["chest"], "softened": 2, "bones": [{ "bone": "head", "weight": 0.5 }] }] },
  "animator": {
    "parameters": [{ "name": "speed", "kind": "number", "min": 0, "max": 4 }, { "name": "hit", "kind": "trigger" }],
    "layers": [{ "name": "arms", "mask": "arms", "weight": 0.5, "parameter": "speed", "additive": true, "initial": "None" }],
    "states": [{ "name": "Move", "x": "speed", "clips": [{ "clip": "Idle", "x": 0 }, { "clip": "Run", "x": 4 }] },
               { "name": "Hit", "clips": [{ "clip": "Attack" }], "speed": -1, "loop": false },
               { "name": "None", "layer": "arms" }, { "name": "Wave", "layer": "arms", "clips": [{ "clip": "Idle" }] }],
    "transitions": [{ "to": "Hit", "fade": 0.2, "when": [{ "parameter": "hit", "is": "set" }] },
                    { "from": "Hit", "to": "Move", "exit": 0.9, "start": 0.5 }],
    "limbs": [{ "root": "upper_arm_l", "middle": "forearm_l", "end": "hand_l", "target": [0, 1, 0.2] }],
    "gazes": [{ "node": "head", "maxDegrees": 60 }] },
  "exports": [{ "engine": "babylon", "folder": "web" }],
  "editor": { "view": { "layerClip": "Attack", "layerMask": "arms", "gaze": "head" } } })";

constexpr const char* kListOfFiles = "texeleton.files.json";

// The state left by a killed export: a process that does not run, one file to be restored and one to be removed.
void makeInterruptedExport(const fs::path& folder) {
  const fs::path staging = folder / ".texeleton-export-999999999-1";
  fs::create_directories(staging / "old");
  fs::create_directories(staging / "new");
  writeFile(staging / "old" / "0", "before");
  writeFile(folder / "kept.txt", "after");
  writeFile(folder / "made.txt", "after");
  writeFile(staging / "undo.json",
            R"({"format": "texeleton-undo", "version": 1, "folders": ["empty"], "files": [
  {"path": "kept.txt", "wasThere": true, "newHash": ""}, {"path": "made.txt", "wasThere": false, "newHash": ""}]})");
}

/// Three moving points of a triangle, as PC2 and as the equivalent MDD.
void writePointCaches(const fs::path& folder) {
  const auto number = [](std::string& bytes, const auto& value, bool bigEndian) {
    std::string word(sizeof value, '\0');
    std::memcpy(word.data(), &value, sizeof value);
    bytes += bigEndian ? std::string(word.rbegin(), word.rend()) : word;
  };
  constexpr std::int32_t kPointCount = 3;
  constexpr std::int32_t kSampleCount = 10;
  std::string pc2("POINTCACHE2\0", 12);
  std::string mdd;
  number(pc2, std::int32_t{1}, false);
  number(pc2, kPointCount, false);
  number(pc2, 0.0f, false);
  number(pc2, 1.0f, false);
  number(pc2, kSampleCount, false);
  number(mdd, kSampleCount, true);
  number(mdd, kPointCount, true);
  for (std::int32_t i = 0; i < kSampleCount; ++i) {
    number(mdd, static_cast<float>(i) / 24.0f, true);
  }
  for (std::int32_t i = 0; i < kSampleCount; ++i) {
    const float z = 0.1f * static_cast<float>(i);
    for (const float coordinate : {0.0f, 0.0f, z, 1.0f, 0.0f, -z, 0.0f, 1.0f, 0.0f}) {
      number(pc2, coordinate, false);
      number(mdd, coordinate, true);
    }
  }
  writeFile(folder / "triangle.obj", "o Triangle\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  writeFile(folder / "points.pc2", pc2);
  writeFile(folder / "points.mdd", mdd);
}

/// A scene with an armature's action, a cloth-like modifier, and code that Blender would run on opening the file: a
/// registered text and a scripted driver, which both create a file in the folder `sys.argv[-1]`.
constexpr const char* kMakeScene = R"(
import bpy, sys
scene, traces = sys.argv[-2:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.mesh.primitive_grid_add(x_subdivisions=4, y_subdivisions=4)
grid = bpy.context.object
wave = grid.modifiers.new('Wave', 'WAVE')
bpy.ops.mesh.primitive_cube_add(location=(3, 0, 0))
cube = bpy.context.object
for frame, z in ((1, 0.0), (5, 1.0)):
    cube.location.z = z
    cube.keyframe_insert('location', frame=frame)
driver = cube.driver_add('rotation_euler', 2).driver
driver.type = 'SCRIPTED'
driver.expression = '__import__("pathlib").Path(%r).write_text("x") * 0.0' % (traces + '/driver.txt')
bpy.context.scene.frame_end = 5
text = bpy.data.texts.new('start.py')
text.write('import pathlib; pathlib.Path(%r).write_text("x")' % (traces + '/text.txt'))
text.use_module = True
bpy.ops.wm.save_as_mainfile(filepath=scene, compress=False)
)";

int runBlender(const SeedFolders& folders, std::vector<std::string> arguments) {
  WatchedProgram program;
  program.command = {folders.blender.string(), "--background", "--factory-startup"};
  program.command.insert(program.command.end(), arguments.begin(), arguments.end());
  program.environment = {"HOME=" + folders.made.string()};
  program.folder = folders.made;
  program.seconds = 300.0;
  return run(program).exitCode;
}

/// A scene whose script Blender runs if allowed to; otherwise a case would prove nothing. Throws if Blender does not
/// run it.
fs::path makeScene(const SeedFolders& folders) {
  const fs::path scene = folders.made / "scene.blend";
  const fs::path script = folders.made / "make_scene.py";
  writeFile(script, kMakeScene);
  fs::create_directories(folders.traces);
  const fs::path trace = folders.traces / "text.txt";
  runBlender(folders,
             {"--python-exit-code", "1", "--python", script.string(), "--", scene.string(), folders.traces.string()});
  runBlender(folders, {"--enable-autoexec", scene.string()});
  const bool ran = fs::remove(trace);
  fs::remove(folders.traces / "driver.txt");
  if (!ran) {
    throw std::runtime_error("Blender did not run the script of the scene that was made for it, where it was allowed");
  }
  return scene;
}

void mutateFile(const fs::path& file, Mutator& mutator) {
  std::string content = readFile(file);
  if (file.extension() == ".glb" || content.rfind("glTF", 0) == 0) {
    mutateGlb(content, mutator);
  } else {
    mutator.mutate(content);
  }
  writeFile(file, content);
}

// Modifies the content after the checksum, which is recomputed: it detects damage, but not an attack.
void mutateCacheEntry(const fs::path& file, Mutator& mutator) {
  constexpr std::size_t kHeader = 32;
  std::string entry = readFile(file);
  std::uint64_t size = 0;
  if (entry.size() < kHeader) {
    return;
  }
  std::memcpy(&size, entry.data() + 16, sizeof size);
  if (size == 0 || size > entry.size() - kHeader || mutator.chance(0.1)) {
    mutator.mutate(entry);
  } else {
    std::string content = entry.substr(kHeader, static_cast<std::size_t>(size));
    mutator.mutate(content, true);
    const std::uint64_t checksum = checksum64(std::as_bytes(std::span(content)));
    entry.replace(kHeader, content.size(), content);
    std::memcpy(entry.data() + 24, &checksum, sizeof checksum);
  }
  writeFile(file, entry);
}

}  // namespace

const char* nameOf(Kind kind) {
  switch (kind) {
    case Kind::Model:
      return "model";
    case Kind::Pack:
      return "pack";
    case Kind::Recipe:
      return "recipe";
    case Kind::Events:
      return "events";
    case Kind::Cache:
      return "cache";
    case Kind::Export:
      return "export";
    case Kind::Points:
      return "points";
    case Kind::Blend:
      return "blend";
  }
  return "";
}

std::vector<Seed> findSeeds(const SeedFolders& folders, const std::vector<Kind>& kinds) {
  std::vector<Seed> seeds;
  const auto wanted = [&](Kind kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  const std::vector<fs::path> models = modelFiles(folders);
  for (const fs::path& model : models) {
    if (wanted(Kind::Model)) {
      seeds.push_back({Kind::Model, model, filesBeside(model, folders)});
    }
  }
  const fs::path banner = folders.samples / "banner.glb";
  const fs::path knight = folders.samples / "lantern-knight.glb";
  const std::vector<std::pair<fs::path, std::vector<std::string>>> packs = {
      {banner, {"--mode", "vertex"}},
      {knight, {"--expose", ".*hand.*", "--lod", "0.5,0.2", "--fps", "10"}},
      {knight, {"--mode", "vertex", "--pixel-format", "rgba32f", "--compression", "rle", "--fps", "5"}}};
  for (std::size_t i = 0; i < packs.size() && wanted(Kind::Pack); ++i) {
    const fs::path pack = folders.made / ("pack" + std::to_string(i) + ".texpack");
    std::vector<std::string> arguments = {"bake", packs[i].first.string(), "-o", pack.string()};
    arguments.insert(arguments.end(), packs[i].second.begin(), packs[i].second.end());
    if (runProgram(folders, arguments, folders.made / "cache") == 0) {
      writeFile(pack / "manifest.json", withoutChecksums(readFile(pack / "manifest.json")));
      seeds.push_back({Kind::Pack, pack, {}});
    }
  }
  if (wanted(Kind::Recipe)) {
    std::vector<fs::path> recipes = filesIn(folders.samples, false);
    std::erase_if(recipes, [](const fs::path& file) { return file.extension() != ".texeleton"; });
    recipes.push_back(folders.made / "animated.texeleton");
    writeFile(recipes.back(), kAnimatedRecipe);
    for (const fs::path& recipe : recipes) {
      seeds.push_back({Kind::Recipe, recipe, filesIn(folders.samples, false)});
    }
  }
  for (const char* const engine : {"playcanvas", "godot", "unity", "raw", "openvat"}) {
    const fs::path folder = folders.made / engine;
    if (wanted(Kind::Export) &&
        runProgram(folders, {"export", banner.string(), "--engine", engine, "-o", folder.string()},
                   folders.made / "cache") == 0) {
      seeds.push_back({Kind::Export, folder, {banner}});
    }
  }
  if (wanted(Kind::Events)) {
    const fs::path table = folders.made / "lantern-knight.csv";
    writeFile(table, "clip,time,name,parameter\nWalk,0.1,step,left\nWalk,12f,step,right\nIdle,0.5,blink,\"a, b\"\n");
    seeds.push_back({Kind::Events, folders.samples / "lantern-knight.events.json", {knight}});
    seeds.push_back({Kind::Events, table, {knight}});
  }
  if (wanted(Kind::Cache)) {
    std::vector<fs::path> cached = {banner, knight};
    for (std::size_t i = 0; i < models.size() && cached.size() < kMostCachedModels; ++i) {
      if (models[i].parent_path() == folders.models) {
        cached.push_back(models[i]);
      }
    }
    for (const fs::path& model : cached) {
      seeds.push_back({Kind::Cache, model, filesBeside(model, folders)});
    }
  }
  if (wanted(Kind::Points)) {
    writePointCaches(folders.made);
    for (const char* const name : {"points.pc2", "points.mdd"}) {
      seeds.push_back({Kind::Points, folders.made / name, {folders.made / "triangle.obj"}});
    }
  }
  if (wanted(Kind::Blend) && !folders.blender.empty()) {
    seeds.push_back({Kind::Blend, makeScene(folders), {}});
  }
  return seeds;
}

Case makeCase(const Seed& seed, const SeedFolders& folders, const fs::path& in, const fs::path& out,
              const fs::path& cache, Mutator& mutator) {
  Case made;
  made.kind = seed.kind;
  made.what = seed.file.filename().string();
  const fs::path copy = (seed.kind == Kind::Export ? out : in) / seed.file.filename();
  fs::copy(seed.file, copy, fs::copy_options::recursive);
  for (const fs::path& file : seed.beside) {
    fs::copy_file(file, in / file.filename(), fs::copy_options::skip_existing);
  }
  const std::string pack = (out / "p.texpack").string();
  switch (seed.kind) {
    case Kind::Model: {
      // Sometimes the animation next to it.
      const fs::path animation = fs::path(copy).replace_extension("md5anim");
      mutateFile(fs::exists(animation) && mutator.chance(0.5) ? animation : copy, mutator);
      made.model = copy;
      made.commands = {{"bake", copy.string(), "-o", pack, "--no-cache", "--threads", "1"}, {"verify", pack}};
      if (mutator.chance(0.2)) {
        made.commands.front().insert(made.commands.front().end(), {"--mode", "vertex"});
      }
      break;
    }
    case Kind::Pack: {
      const std::vector<std::string> files = {"manifest.json", "mesh.glb", "animation.exr"};
      const std::string name = files[mutator.below(files.size())];
      mutateFile(copy / name, mutator);
      if (name != "manifest.json") {
        fixSize(copy, name);
      }
      made.commands = {{"verify", copy.string()}, {"inspect", copy.string()}, {"play", copy.string(), "--clip", "#0"}};
      break;
    }
    case Kind::Recipe:
      mutateFile(copy, mutator);
      made.commands = {{"bake", copy.string(), "-o", pack, "--no-cache", "--threads", "1"}};
      break;
    case Kind::Events: {
      mutateFile(copy, mutator);
      const std::string model = (in / seed.beside.front().filename()).string();
      made.commands = {
          {"bake", model, "--events", copy.string(), "-o", pack, "--no-cache", "--threads", "1", "--no-measure"},
          {"events", "import", model, copy.string(), "-o", (out / "e.events.json").string(), "--no-cache"}};
      break;
    }
    case Kind::Points: {
      mutateFile(copy, mutator);
      const std::string model = (in / seed.beside.front().filename()).string();
      made.commands = {
          {"bake", model, "--cache", copy.string(), "-o", pack, "--mode", "vertex", "--no-cache", "--threads", "1"},
          {"inspect", model, "--cache", copy.string(), "--no-cache"}};
      break;
    }
    case Kind::Blend:
      // Sometimes intact, so that all of it is evaluated.
      if (mutator.chance(0.8)) {
        mutateFile(copy, mutator);
      }
      made.commands = {{"bake", copy.string(), "-o", pack, "--mode", "vertex", "--no-cache", "--threads", "1",
                        "--import-memory", "1", "--import-timeout", "60"}};
      break;
    case Kind::Cache: {
      const std::vector<std::string> inspect = {"inspect", copy.string()};
      runProgram(folders, inspect, cache);
      for (const fs::path& entry : filesIn(cache, true)) {
        mutateCacheEntry(entry, mutator);
      }
      made.commands = {inspect, {"bake", copy.string(), "-o", pack, "--threads", "1", "--no-measure"}};
      break;
    }
    case Kind::Export: {
      std::vector<fs::path> files = filesIn(copy, true);
      if (mutator.chance(0.3)) {
        makeInterruptedExport(copy);
        files = filesIn(copy / ".texeleton-export-999999999-1", true);
      }
      const fs::path list = mutator.chance(0.5) ? copy / kListOfFiles : files[mutator.below(files.size())];
      mutateFile(fs::exists(list) ? list : files.front(), mutator);
      const std::string banner = (in / seed.beside.front().filename()).string();
      made.commands = {
          {"doctor", copy.string()},
          {"export", banner, "--engine", seed.file.filename().string(), "-o", copy.string(), "--threads", "1"}};
      break;
    }
  }
  return made;
}

}  // namespace texeleton::fuzz

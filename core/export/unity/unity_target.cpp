#include "core/export/export_targets.h"

#include <set>

#include "core/base/file_hash.h"
#include "core/export/engine_files.h"
#include "core/export/target_space.h"
#include "core/export/unity/unity_container.h"

namespace texeleton::exporting {

namespace {

constexpr const char* kUnityPackage = "com.texeleton.runtime";
constexpr const char* kUnityImporter = "Editor/TexUnityImporter.cs";

constexpr const char* kUnityGuide = R"(# @NAME@ for Unity

Put this folder into `Assets`. Unity imports `@NAME@.texunity` by itself: nothing needs to be set. Unity 2021.3 or later, Built-in or
Universal Render Pipeline. `com.texeleton.runtime` is shared by all characters; keep one copy of it in a project.

One character: drag `@NAME@.texunity` into a scene. From code:

```cs
var hero = GetComponent<Texeleton.GPUAnimationController>();
hero.Play("@CLIP@", fadeSeconds: 0.2f);
hero.OnEvent += e => Debug.Log(e.name);
```

Many: add `Texeleton Crowd` to an empty object and give it @NAME@.

```cs
var crowd = GetComponent<Texeleton.TexeletonCrowd>();
crowd.Resize(1000);
crowd.SetTransform(7, position, Quaternion.identity, Vector3.one);
crowd.Play(7, "@CLIP@", fadeSeconds: 0.2f);
crowd.SetTint(7, Color.red);
@SOCKET@crowd.OnEvent += e => Debug.Log(e.instance + " " + e.name);
```

Does it work here? Menu **Window > Texeleton > Check This Project**: it prints PASS, or what is wrong.

Clips: @CLIPS@
@CLASSIC@)";

constexpr const char* kUnityClassicGuide = R"(
This export is in the classic layout. **Assets > Texeleton > Write Classic Data Set** writes texture, mesh and a `GPUAnimationData` of
your project from the selected `.texunity`.
)";

struct UnityImporterOfSuffix {
  std::string_view suffix;
  std::string_view importer;
  std::string_view members;  ///< In addition to the common ones.
};

constexpr UnityImporterOfSuffix kUnityImporters[] = {
    {"/", "DefaultImporter", ""},
    {".cs", "MonoImporter",
     "  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n"},
    {".shader", "ShaderImporter", "  defaultTextures: []\n  nonModifiableTextures: []\n"},
    {".hlsl", "ShaderIncludeImporter", ""},
    {".compute", "ComputeShaderImporter", ""},
    {".asmdef", "AssemblyDefinitionImporter", ""},
    {"package.json", "PackageManifestImporter", ""},
    {"", "TextScriptImporter", ""},
};

constexpr std::string_view kUnityMembers =
    "  externalObjects: {}\n  userData: \n  assetBundleName: \n  assetBundleVariant: \n";

std::string unityMetaHead(std::string_view guid) { return "fileFormatVersion: 2\nguid: " + std::string(guid) + "\n"; }

/// A GUID derived from the role of a file, so that scenes keep their references when the file is written again:
/// "character/ID/file", "package/Runtime/AnimationTicker.cs". 32 hexadecimal digits.
std::string unityGuid(std::string_view role) {
  return sha256OfText("texeleton/unity/" + std::string(role)).substr(0, 32);
}

/// The .meta that Unity writes beside a file of a package or of an export, chosen by its suffix; a path that ends in
/// "/" is a folder.
std::string unityMeta(std::string_view path, std::string_view guid) {
  std::string text = unityMetaHead(guid);
  if (path.ends_with("/")) {
    text += "folderAsset: yes\n";
  }
  for (const auto& [suffix, importer, members] : kUnityImporters) {
    if (path.ends_with(suffix)) {
      return text + std::string(importer) + ":\n" + std::string(members) + std::string(kUnityMembers);
    }
  }
  return text;
}

/// The .meta of a .texunity; it names the importer by the GUID of its script.
std::string unityImporterMeta(std::string_view guid, std::string_view importerGuid) {
  return unityMetaHead(guid) +
         "ScriptedImporter:\n  internalIDToNameTable: []\n  externalObjects: {}\n  serializedVersion: 2\n"
         "  userData: \n  assetBundleName: \n  assetBundleVariant: \n  script: {fileID: 11500000, guid: " +
         std::string(importerGuid) + ", type: 3}\n";
}

std::string unityParentOf(const std::string& path) {
  const std::size_t slash = path.find_last_of('/', path.size() - 2);
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

/// Replaces each "@GUID(Shaders/X.shader)@" in the text by the GUID of that file of the package.
std::string withUnityGuids(std::string text) {
  constexpr std::string_view kBegin = "@GUID(";
  constexpr std::string_view kEnd = ")@";
  for (std::size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at)) {
    const std::size_t end = text.find(kEnd, at);
    if (end == std::string::npos) {
      break;
    }
    const std::string file = text.substr(at + kBegin.size(), end - at - kBegin.size());
    text.replace(at, end + kEnd.size() - at, unityGuid("package/" + file));
  }
  return text;
}

/// The package: every file and folder with its .meta.
FileGroup unityPackage() {
  FileGroup group{"run-time: unity", {}, TEXELETON_VERSION};
  const std::string prefix = std::string("unity/") + kUnityPackage + "/";
  const std::string into = std::string(kUnityPackage) + "/";
  std::set<std::string> folders;
  for (const ProjectFile& file : engineFiles("unity", "")) {
    if (file.path.rfind(prefix, 0) != 0) {
      continue;
    }
    const std::string inside = file.path.substr(prefix.size());
    std::string content = withUnityGuids(file.content);
    if (inside == "package.json") {
      content = replaced(std::move(content), "@VERSION@", TEXELETON_VERSION);
    }
    std::string meta = unityMeta(inside, unityGuid("package/" + inside));
    if (inside == "Runtime/GPUSkinnedMeshRenderer.cs") {
      // The defaults of a new component of this script in the editor.
      meta = replaced(std::move(meta), "defaultReferences: []",
                      "defaultReferences:\n  - SkinningShader: {fileID: 7200000, guid: " +
                          unityGuid("package/Shaders/TexeletonSkinning.compute") + ", type: 3}");
    }
    group.files.push_back({into + inside, std::move(content)});
    group.files.push_back({into + inside + ".meta", std::move(meta)});
    for (std::string folder = unityParentOf(inside); !folder.empty(); folder = unityParentOf(folder)) {
      folders.insert(folder);
    }
  }
  for (const std::string& folder : folders) {
    const std::string name = folder.substr(0, folder.size() - 1);
    group.files.push_back({into + name + ".meta", unityMeta(folder, unityGuid("package/" + name))});
  }
  group.files.push_back({std::string(kUnityPackage) + ".meta", unityMeta("/", unityGuid("package"))});
  // Projects that have one from Unity keep it.
  group.files.push_back({std::string(kOwnedListName) + ".meta", unityMeta(kOwnedListName, unityGuid("list")), true});
  return group;
}

std::string unityGuide(const ExportInput& input, bool classic) {
  const vat::BakedAnimation& animation = input.pack.animation;
  const std::string socket = animation.sockets.empty()
                                 ? std::string()
                                 : "Matrix4x4 hand = crowd.SocketMatrix(7, \"" + animation.sockets.front().name +
                                       "\"); // in full orientation, in the world\n";
  return filled(kUnityGuide, {{"@NAME@", input.name},
                              {"@SOCKET@", socket},
                              {"@CLASSIC@", classic ? kUnityClassicGuide : ""},
                              {"@CLIPS@", joinedNames(animation.clips)},
                              {"@CLIP@", animation.clips.front().name}});
}

Result<std::vector<FileGroup>> unityCompanions(const ExportInput& input) {
  auto converted = inSpace(input.pack.animation, kUnitySpace);
  TRY(converted);
  const bool classic = input.options.flag("classic");
  if (classic) {
    auto laidOut = classicLayout(*converted);
    TRY(laidOut);
    *converted = std::move(*laidOut);
  }
  const std::string& name = input.name;
  const std::string role = "character/" + input.id + "/";
  const std::string guide = name + ".README.md";
  FileGroup own{"Unity: " + name, {}};
  own.files.push_back({name + ".texunity", unityContainer({*converted, name, input.pack.generator, classic})});
  own.files.push_back(
      {name + ".texunity.meta",
       unityImporterMeta(unityGuid(role + "texunity"), unityGuid(std::string("package/") + kUnityImporter))});
  own.files.push_back({guide, unityGuide(input, classic)});
  own.files.push_back({guide + ".meta", unityMeta(guide, unityGuid(role + "readme"))});
  return std::vector<FileGroup>{std::move(own), unityPackage()};
}

}  // namespace

ExportTarget unityTarget() {
  ExportTarget target{};
  target.name = "unity";
  target.title = "Unity";
  target.summary =
      said("A .texunity that Unity imports by itself, and a package with importer, crowd, controllers and shaders.");
  target.tested = said(
      "Not yet tested in Unity: use Check This Project. Tested on stand-ins: the shaders of every pass were compiled "
      "(with includes of ours in place of "
      "Unity's) and executed on a software GPU against core's decoder; importer, ticker, events, sockets and inspector "
      "were compiled and run under Mono (with stubs that have the signatures of Unity's published reference) against "
      "the test vectors. The package brings a check.");
  target.abilities = {
      {said("Bone and vertex mode, both pixel formats, folded frames"), Plays::Yes, ""},
      {said("Adaptive frame spacing"), Plays::Yes, said("frame tables")},
      {said("Clip, time, speed, tint, palette entry and variant per instance"), Plays::Yes, ""},
      {said("Smooth and stepped playback"), Plays::Yes, ""},
      {said("Events"), Plays::Yes, said("as C# events, each once")},
      {said("Sockets"), Plays::Yes, said("in full orientation, also during cross-fades")},
      {said("Cross-fades"), Plays::Yes, said("between two clips")},
      {said("Layers"), Plays::Partly,
       said("crowds, for each instance; events and sockets too; not GPUAnimationController")},
      {said("Root motion"), Plays::Yes, said("applied by the controller, or handed out")},
      {said("Shadows, depth, normals"), Plays::Yes, said("every pass is animated; deferred shading draws it forward")},
      {said("Motion vectors"), Plays::Partly, said("from the Universal Render Pipeline 14 on, and built-in")},
      {said("Levels of detail"), Plays::Partly, said("for a crowd by distance; a single object shows the first")},
      {said("Culling"), Plays::Partly, said("a crowd instance by instance for one camera, or as a whole")},
      {said("Shader Graph"), Plays::Yes, said("by a custom function")},
      {said("Entities, GPU Resident Drawer"), Plays::Partly,
       said("the shader takes DOTS instancing; there is no system for entities")},
      {said("Classic data set"), Plays::Yes, said("an option")},
      {said("High Definition Render Pipeline"), Plays::No, ""},
  };
  target.options = {flagOption("classic", said("Classic data set"),
                               said("Lays texture and mesh out as the classic run-time reads them, one row a frame."),
                               false)};
  target.hidesPack = true;
  target.readsTexels = true;
  target.playsLayers = true;
  target.companions = unityCompanions;
  return target;
}

}  // namespace texeleton::exporting

#include "core/export/unity/unity_meta_files.h"

#include "core/base/file_hash.h"

namespace texeleton::exporting {

namespace {

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

}  // namespace

std::string unityGuid(std::string_view role) {
  return sha256OfText("texeleton/unity/" + std::string(role)).substr(0, 32);
}

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

std::string unityImporterMeta(std::string_view guid, std::string_view importerGuid) {
  return unityMetaHead(guid) +
         "ScriptedImporter:\n  internalIDToNameTable: []\n  externalObjects: {}\n  serializedVersion: 2\n"
         "  userData: \n  assetBundleName: \n  assetBundleVariant: \n  script: {fileID: 11500000, guid: " +
         std::string(importerGuid) + ", type: 3}\n";
}

}  // namespace texeleton::exporting

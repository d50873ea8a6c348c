#include <assimp/Importer.hpp>
#include <string>

#include "core/import/assimp/assimp_parts.h"
#include "core/import/collada/collada_text.h"

namespace texeleton::importing {

Result<void> checkBeforeAssimp(AssimpFormat format, std::string_view extension, std::vector<std::byte>& bytes,
                               JobContext& job) {
  if (bytes.empty()) {
    return badFile(message("the file is empty"));
  }
  const std::string_view text = asText(bytes);
  switch (format) {
    case AssimpFormat::Collada: {
      blankDoctype(bytes);
      const std::string normalised = collada::normalisedXml(text);
      bytes = asBytes(normalised);
      TRY(checkCollada(normalised, job));
      return checkColladaData(normalised, job);
    }
    case AssimpFormat::Md5: {
      auto sound = extension == "md5mesh" ? soundMd5Mesh(text) : soundMd5Animation(text);
      TRY(sound);
      bytes = std::move(*sound);
      return {};
    }
    case AssimpFormat::X:
      return checkX(text);
    case AssimpFormat::Bvh:
      return checkBvh(text, job);
    case AssimpFormat::Fbx:
    case AssimpFormat::Other:
      break;
  }
  if (extension == "iqm") {
    // Assimp reads IQM without bones and clips, and crashes on tables that are out of range.
    return fail(ErrorCode::Unsupported,
                "IQM files are not read (their skeleton and clips would be lost); convert the model to glTF or FBX");
  }
  // Assimp recognises files without a known suffix by their content, bypassing the checks above.
  if (extension == "xml" || extension == "zae" || extension == "md5camera" ||
      !Assimp::Importer().IsExtensionSupported(std::string(extension))) {
    return fail(ErrorCode::Unsupported,
                "no model format with this ending is read; if the file has another one's content, give it that "
                "format's ending (.fbx, .glb, .dae, …)");
  }
  return {};
}

}  // namespace texeleton::importing

#include "core/import/gltf/gltf_document.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <exception>
#include <string_view>

#include "core/base/glb_format.h"

namespace texeleton::importing {

namespace {

static_assert(std::endian::native == std::endian::little, "buffers are read as they lie in the file");

constexpr std::uint64_t kMaxGltfFileBytes = std::uint64_t{4} << 30;
constexpr std::size_t kGlbHeader = 12;
constexpr std::size_t kChunkHeader = 8;

std::uint32_t readU32(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

struct Container {
  std::span<const std::byte> json;
  std::span<const std::byte> binary;
  bool hasBinary = false;
};

Result<Container> openGlb(std::span<const std::byte> file, JobContext& job) {
  if (file.size() < kGlbHeader) {
    return fail(ErrorCode::BadFile, "the file is cut short: it ends inside the GLB header");
  }
  if (const std::uint32_t version = readU32(file, 4); version != 2) {
    return fail(
        ErrorCode::Unsupported,
        message("this is binary glTF version %1; only version 2 is read. Export it again as glTF 2.0", version));
  }
  const std::uint64_t declared = readU32(file, 8);
  if (declared > file.size()) {
    return fail(ErrorCode::BadFile,
                message("the file is cut short: its header says %1 bytes, and it has %2", declared, file.size()));
  }
  if (declared < file.size()) {
    job.warn(
        message("the GLB header says %1 bytes, but the file has %2; what follows was ignored", declared, file.size()));
    file = file.first(static_cast<std::size_t>(declared));
  }
  Container parts;
  bool hasJson = false;
  for (std::size_t at = kGlbHeader; at < file.size();) {
    if (file.size() - at < kChunkHeader) {
      if (hasJson) {
        break;  // padding after the last chunk
      }
      return fail(ErrorCode::BadFile, "the file is cut short: it ends inside a GLB chunk header");
    }
    const std::size_t length = readU32(file, at);
    const std::uint32_t type = readU32(file, at + 4);
    at += kChunkHeader;
    if (length > file.size() - at) {
      return fail(ErrorCode::BadFile,
                  message("the file is cut short: the length of a GLB chunk says %1 bytes, and %2 are left", length,
                          file.size() - at));
    }
    const auto chunk = file.subspan(at, length);
    if (!hasJson) {
      if (type != kGlbJsonChunk) {
        return fail(ErrorCode::BadFile, "the first GLB chunk is not JSON");
      }
      parts.json = chunk;
      hasJson = true;
    } else if (type == kGlbBinaryChunk && !parts.hasBinary) {
      parts.binary = chunk;
      parts.hasBinary = true;
    }
    at += length;
  }
  if (!hasJson) {
    return fail(ErrorCode::BadFile, "the file is cut short: it has no JSON chunk");
  }
  return parts;
}

Result<Container> openContainer(std::span<const std::byte> file, const std::string& extension, JobContext& job) {
  if (file.empty()) {
    return fail(ErrorCode::BadFile, "the file is empty");
  }
  const std::string_view text = asText(file);
  if (text.substr(0, 4) == "glTF") {
    return openGlb(file, job);
  }
  const std::size_t bom = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
  const std::size_t first = text.find_first_not_of(" \t\r\n", bom);
  if (first == std::string_view::npos || text[first] != '{') {
    const bool glb = extension == ".glb" || extension == ".GLB";
    return fail(ErrorCode::BadFile, glb ? "this is not a GLB file: it does not begin with \"glTF\""
                                        : "this is not a glTF file: it holds neither JSON nor binary glTF");
  }
  return Container{file.subspan(first), {}, false};
}

Result<void> checkVersion(const GltfDocument& document) {
  if (document.version.empty()) {
    return fail(ErrorCode::BadFile, "this is not glTF: the JSON has no asset.version");
  }
  const auto major = [](const std::string& version) {
    int number = -1;
    std::from_chars(version.data(), version.data() + version.size(), number);
    return number;
  };
  const bool newer = !document.minVersion.empty() && document.minVersion != "2.0";
  if (major(document.version) != 2 || newer) {
    return fail(ErrorCode::Unsupported, message("glTF version %1 is not supported; export it as glTF 2.0",
                                                (newer ? document.minVersion : document.version).substr(0, 40)));
  }
  return {};
}

// The JSON for tinygltf names no files; any attempt to open one fails.
template <class Callbacks>
void refuseFileAccess(Callbacks& callbacks) {
  callbacks.FileExists = [](const std::string&, void*) { return false; };
  callbacks.ExpandFilePath = [](const std::string&, void*) { return std::string(); };
  callbacks.ReadWholeFile = [](std::vector<unsigned char>*, std::string*, const std::string&, void*) { return false; };
  callbacks.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
    return false;
  };
  if constexpr (requires { callbacks.GetFileSizeInBytes; }) {  // tinygltf 2.9
    callbacks.GetFileSizeInBytes = [](std::size_t*, std::string*, const std::string&, void*) { return false; };
  }
}

std::string firstLine(const std::string& text) { return text.substr(0, std::min<std::size_t>(text.find('\n'), 300)); }

/// tinygltf's first error, except about skins without inverse bind matrices, which are valid.
std::string complaints(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (!line.empty() && line.find("inverseBindMatrices") == std::string::npos) {
      return line.substr(0, 300);
    }
    at = end + 1;
  }
  return {};
}

Result<void> readStructure(const std::string& json, GltfDocument& document, JobContext& job) {
  if (json.size() > std::numeric_limits<unsigned>::max()) {
    return fail(ErrorCode::Limit, "the JSON is larger than 4 GiB");
  }
  tinygltf::TinyGLTF loader;
  tinygltf::FsCallbacks callbacks{};
  refuseFileAccess(callbacks);
  loader.SetFsCallbacks(callbacks);
  loader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int,
                           void*) { return false; },
                        nullptr);
  std::string error;
  std::string warning;
  bool good = false;
  try {
    good = loader.LoadASCIIFromString(&document.structure, &error, &warning, json.data(),
                                      static_cast<unsigned>(json.size()), std::string());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    error = problem.what();
  }
  if (!good) {
    return fail(ErrorCode::BadFile, message("the glTF JSON cannot be used: %1", firstLine(error)));
  }
  if (const std::string problem = complaints(error); !problem.empty()) {
    job.warn(message("part of the glTF JSON was ignored: %1", problem));
  }
  return {};
}

}  // namespace

bool GltfDocument::uses(std::string_view extension) const {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), extension) != names.end();
  };
  return has(extensionsUsed) || has(extensionsRequired);
}

Result<GltfDocument> readGltfDocument(ModelFiles& files, JobContext& job) {
  auto bytes = files.read(files.modelFile(), kMaxGltfFileBytes);
  TRY(bytes);
  GltfDocument document;
  document.file = std::move(*bytes);
  const auto parts = openContainer(document.file, files.modelFile().extension().string(), job);
  TRY(parts);
  document.binaryChunk = parts->binary;
  document.hasBinaryChunk = parts->hasBinary;
  const auto rest = readGltfTables(asText(parts->json), document);
  if (!rest) {
    // glTF 1.0 has other tables: report its version instead.
    GltfDocument other;
    if (readGltfAsset(asText(parts->json), other) && !other.version.empty()) {
      TRY(checkVersion(other));
    }
    return fail(rest.error());
  }
  TRY(checkVersion(document));
  TRY(checkGltfExtensions(document, asText(parts->json), job));
  TRY(readStructure(*rest, document, job));
  return document;
}

}  // namespace texeleton::importing

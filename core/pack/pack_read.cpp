#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "core/pack/exr_texture.h"
#include "core/pack/input_file.h"
#include "core/pack/manifest.h"
#include "core/pack/mesh_glb.h"
#include "core/pack/pack.h"
#include "core/pack/pack_check.h"
#include "core/pack/pack_folder.h"
#include "core/pack/pack_limits.h"
#include "core/vat/frame_table.h"

namespace texeleton::pack {

namespace {

constexpr int kMaxReadAttempts = 20;

/// The pack's files, all opened at once, so that a pack replaced meanwhile is read consistently: the old or the new
/// one.
struct PackFiles {
  PackPlace place;
  FileDescriptor folder;
  std::optional<InputFile> manifest;
  std::optional<InputFile> texture;
  std::optional<InputFile> mesh;

  std::string shownPath(const char* name) const { return place.path() + "/" + name; }
};

/// Whether the name still refers to the opened folder.
bool isStillThere(const PackFiles& files) {
  struct stat opened = {};
  struct stat now = {};
  return fstat(files.folder.get(), &opened) == 0 &&
         fstatat(files.place.parent.get(), files.place.name.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0 &&
         opened.st_dev == now.st_dev && opened.st_ino == now.st_ino;
}

Result<void> openInto(const PackFiles& files, const char* name, std::optional<InputFile>& file) {
  auto opened = InputFile::open(files.folder.get(), name, files.shownPath(name));
  if (!opened) {
    if (opened.error().code == ErrorCode::NotFound) {
      opened.error().message = message(name == std::string(kManifestFile) ? "there is no such file, so this is no pack"
                                                                          : "the pack lacks this file");
      opened.error().code = ErrorCode::BadFile;
    }
    return fail(std::move(opened.error()));
  }
  file.emplace(std::move(*opened));
  return {};
}

Result<PackFiles> openPack(const std::filesystem::path& path, bool manifestOnly) {
  auto place = findPackPlace(path);
  TRY(place);
  PackFiles files;
  files.place = std::move(*place);
  for (int attempt = 1;; ++attempt) {
    auto folder = openPackFolder(files.place);
    TRY(folder);
    files.folder = std::move(*folder);
    auto opened = openInto(files, kManifestFile, files.manifest);
    if (opened && !manifestOnly) {
      opened = openInto(files, kTextureFile, files.texture);
    }
    if (opened && !manifestOnly) {
      opened = openInto(files, kMeshFile, files.mesh);
    }
    if (opened) {
      return files;
    }
    if (attempt == kMaxReadAttempts || isStillThere(files)) {
      return fail(std::move(opened.error()));
    }
  }
}

Result<Manifest> manifestOf(const PackFiles& files) {
  auto bytes = files.manifest->readAll(kMaxManifestBytes);
  TRY(bytes);
  return readManifest(*bytes, files.shownPath(kManifestFile));
}

const ManifestFile* recordOf(const Manifest& manifest, const char* name) {
  const auto found = std::ranges::find(manifest.files, std::string_view(name), &ManifestFile::name);
  return found == manifest.files.end() ? nullptr : &*found;
}

Result<void> checkSize(const Manifest& manifest, const char* name, const InputFile& file) {
  const ManifestFile* record = recordOf(manifest, name);
  if (record != nullptr && record->bytes != file.size()) {
    return fail(ErrorCode::BadFile, message("has %1 bytes, the manifest says %2", file.size(), record->bytes),
                file.shownPath());
  }
  return {};
}

Result<void> checkSum(const Manifest& manifest, const char* name, const Checksum& checksum, const InputFile& file) {
  const ManifestFile* record = recordOf(manifest, name);
  if (record != nullptr && !record->xxh3.empty() && record->xxh3 != checksum.hex()) {
    return fail(ErrorCode::BadFile, "was damaged: its checksum is not the one in the manifest; bake the pack again",
                file.shownPath());
  }
  return {};
}

/// Compares counts in the manifest with the mesh.
std::optional<Message> compareCounts(const Manifest& manifest) {
  const vat::BakedMesh& mesh = manifest.pack.animation.mesh;
  bool agree = mesh.vertexCount() == manifest.vertexCount && triangleCount(mesh.primitives) == manifest.triangleCount;
  for (std::size_t i = 0; i < mesh.lods.size(); ++i) {
    agree = agree && triangleCount(mesh.lods[i].primitives) == manifest.lodTriangleCounts[i];
  }
  return agree ? std::nullopt
               : std::optional<Message>(message("vertices or triangles are not as many as the manifest says"));
}

Result<void> readMesh(const PackFiles& files, Manifest& manifest) {
  auto bytes = files.mesh->readAll(kMaxGlbBytes);
  TRY(bytes);
  Checksum checksum;
  checksum.add(*bytes);
  TRY(checkSum(manifest, kMeshFile, checksum, *files.mesh));
  vat::BakedAnimation& a = manifest.pack.animation;
  std::vector<vat::BakedLod> lods = std::move(a.mesh.lods);
  auto mesh = readGlb(*bytes, a.mode, lods.size(), files.shownPath(kMeshFile));
  TRY(mesh);
  a.mesh = std::move(*mesh);
  for (std::size_t i = 0; i < lods.size(); ++i) {
    a.mesh.lods[i].maxMillimetres = lods[i].maxMillimetres;
    a.mesh.lods[i].colorMillimetres = lods[i].colorMillimetres;
  }
  auto problem = compareCounts(manifest);
  if (!problem) {
    problem = checkMesh(a);
  }
  if (problem) {
    return fail(ErrorCode::BadFile, std::move(*problem), files.shownPath(kMeshFile));
  }
  return {};
}

Result<void> readTexture(const PackFiles& files, Manifest& manifest, JobContext& job) {
  vat::BakedAnimation& a = manifest.pack.animation;
  Checksum checksum;
  auto texels = readExr(*files.texture, a.pixelFormat, a.layout.width, a.layout.height, &checksum, job);
  TRY(texels);
  a.texels = std::move(*texels);
  TRY(checkSum(manifest, kTextureFile, checksum, *files.texture));
  if (auto wrong = vat::checkFrameTable(a)) {
    return fail(ErrorCode::BadFile, std::move(*wrong), files.shownPath(kTextureFile));
  }
  return {};
}

template <class Function>
auto guarded(const std::filesystem::path& path, Function function) -> decltype(function()) {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory to read the pack", path.string());
  } catch (const std::exception& error) {
    return fail(ErrorCode::BadFile, message("cannot be read: %1", error.what()), path.string());
  }
}

}  // namespace

Result<Pack> readPack(const std::filesystem::path& path, JobContext& job) {
  return guarded(path, [&]() -> Result<Pack> {
    auto files = openPack(path, false);
    TRY(files);
    auto manifest = manifestOf(*files);
    TRY(manifest);
    for (auto checked :
         {checkSize(*manifest, kTextureFile, *files->texture), checkSize(*manifest, kMeshFile, *files->mesh)}) {
      TRY(checked);
    }
    TRY(readMesh(*files, *manifest));
    TRY(readTexture(*files, *manifest, job));
    return std::move(manifest->pack);
  });
}

Result<Pack> readPackManifest(const std::filesystem::path& path) {
  return guarded(path, [&]() -> Result<Pack> {
    auto files = openPack(path, true);
    TRY(files);
    auto manifest = manifestOf(*files);
    TRY(manifest);
    return std::move(manifest->pack);
  });
}

Result<std::string> readPackManifestText(const std::filesystem::path& path) {
  return guarded(path, [&]() -> Result<std::string> {
    auto files = openPack(path, true);
    TRY(files);
    auto bytes = files->manifest->readAll(kMaxManifestBytes);
    TRY(bytes);
    TRY(readManifest(*bytes, files->shownPath(kManifestFile)));
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  });
}

Result<std::vector<PackFileSize>> packFileSizes(const std::filesystem::path& path) {
  return guarded(path, [&]() -> Result<std::vector<PackFileSize>> {
    auto files = openPack(path, false);
    TRY(files);
    return std::vector<PackFileSize>{{kManifestFile, files->manifest->size()},
                                     {kTextureFile, files->texture->size()},
                                     {kMeshFile, files->mesh->size()}};
  });
}

}  // namespace texeleton::pack

#include "core/pack/pack_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>

#include "core/base/system_reason.h"
#include "core/pack/input_file.h"
#include "core/pack/interrupted_writes.h"
#include "core/pack/pack_limits.h"

namespace texeleton::pack {

namespace {

// Leaves room for the names of temporary siblings within the 255 bytes that file systems allow.
constexpr std::size_t kMaxFolderNameBytes = 200;
constexpr std::array<const char*, 5> kPackFiles = {kManifestFile, kTextureFile, "animation.ktx2", kMeshFile,
                                                   kInputsFile};

int openFolder(int parent, const std::string& name) {
  return openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
}

}  // namespace

Result<PackPlace> findPackPlace(const std::filesystem::path& given) {
  namespace fs = std::filesystem;
  std::string text = given.string();
  while (text.size() > 1 && text.back() == '/') {
    text.pop_back();
  }
  fs::path path = text;
  std::error_code error;
  if (fs::is_symlink(fs::symlink_status(path, error))) {
    path = fs::canonical(path, error);
    if (error) {
      return fail(ErrorCode::NotFound, "is a symbolic link to something that is not there", text);
    }
  }
  PackPlace place;
  place.name = path.filename().string();
  if (place.name.empty() || place.name == "." || place.name == ".." || place.name == "/" ||
      place.name.find('\0') != std::string::npos) {
    return fail(ErrorCode::InvalidArgument, "is no name for a pack; give a folder name such as Fox.texpack", text);
  }
  if (place.name.size() > kMaxFolderNameBytes) {
    return fail(ErrorCode::InvalidArgument,
                message("the name is longer than %1 bytes; give a shorter one", kMaxFolderNameBytes), text);
  }
  const std::string parent = path.has_parent_path() ? path.parent_path().string() : std::string();
  place.parentPath = parent;
  if (!parent.empty() && parent != "/") {
    place.parentPath += '/';
  }
  place.parent = FileDescriptor(open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!place.parent.isOpen()) {
    const ErrorCode code = errno == ENOENT || errno == ENOTDIR ? ErrorCode::NotFound : ErrorCode::Io;
    return fail(code, message("the folder that is to hold the pack cannot be opened: %1", systemReason(errno)), parent);
  }
  return place;
}

std::span<const char* const> packFileNames() { return kPackFiles; }

bool isPackFile(const std::string& name) {
  return std::ranges::any_of(kPackFiles, [&](const char* file) { return name == file; });
}

std::vector<std::string> folderEntries(int folder) {
  std::vector<std::string> names;
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const stream = copy < 0 ? nullptr : fdopendir(copy);
  if (stream == nullptr) {
    if (copy >= 0) {
      close(copy);
    }
    return names;
  }
  while (const dirent* entry = readdir(stream)) {
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) {
      names.emplace_back(entry->d_name);
    }
  }
  closedir(stream);
  std::ranges::sort(names);
  return names;
}

bool looksLikePack(int folder) {
  const auto file = InputFile::open(folder, kManifestFile, {});
  if (!file) {
    return false;
  }
  std::array<std::byte, 4096> head{};
  const std::size_t count = std::min<std::size_t>(head.size(), static_cast<std::size_t>(file->size()));
  if (!file->readAt(0, std::span(head).first(count))) {
    return false;
  }
  const std::string_view text(reinterpret_cast<const char*>(head.data()), count);
  return text.find(kPackFormatName) != std::string_view::npos;
}

void makeWritable(const FileDescriptor& folder) {
  struct stat status = {};
  if (fstat(folder.get(), &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU) {
    fchmod(
        folder.get(),
        (status.st_mode & 07777) | S_IRWXU);  // Fails for all users but the owner, which remaining files then report.
  }
}

void removePackFiles(const PackPlace& place, const std::string& name) {
  const FileDescriptor folder(openFolder(place.parent.get(), name));
  if (folder.isOpen()) {
    makeWritable(folder);
    for (const char* file : kPackFiles) {
      unlinkat(folder.get(), file, 0);
    }
    unlinkat(place.parent.get(), name.c_str(), AT_REMOVEDIR);
  }
}

void restoreOldPack(const PackPlace& place) {
  struct stat status = {};
  const int parent = place.parent.get();
  if (fstatat(parent, place.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT) {
    return;
  }
  const FileDescriptor old(openFolder(parent, place.oldName()));
  if (old.isOpen() && looksLikePack(old.get())) {
    // Fails if a new pack has appeared meanwhile, as intended: a folder is never renamed over a non-empty one.
    renameat(parent, place.oldName().c_str(), parent, place.name.c_str());
  }
}

Result<FileDescriptor> openPackFolder(const PackPlace& place) {
  FileDescriptor folder(openFolder(place.parent.get(), place.name));
  if (!folder.isOpen() && errno == ENOENT) {
    restoreOldPack(place);
    folder = FileDescriptor(openFolder(place.parent.get(), place.name));
    if (!folder.isOpen() && errno == ENOENT) {
      folder = FileDescriptor(openFolder(place.parent.get(), place.oldName()));
    }
  }
  if (folder.isOpen()) {
    return folder;
  }
  if (errno == ENOENT) {
    return fail(ErrorCode::NotFound, "there is no such pack", place.path());
  }
  if (errno == ENOTDIR || errno == ELOOP) {
    return fail(ErrorCode::BadFile, "is not a folder; a pack is a folder with manifest.json in it", place.path());
  }
  return fail(ErrorCode::Io, message("cannot be opened: %1", systemReason(errno)), place.path());
}

}  // namespace texeleton::pack

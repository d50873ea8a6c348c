#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/file_descriptor.h"
#include "core/base/result.h"

namespace texeleton::pack {

/// The place of a pack: the folder that contains it, open, and its name there.
struct PackPlace {
  FileDescriptor parent;
  std::string name;        ///< "Fox.texpack".
  std::string parentPath;  ///< "" for the current folder, else with a slash at the end.

  std::string path() const { return parentPath + name; }
  std::string oldName() const { return "." + name + ".old"; }
  std::string temporaryPrefix() const { return "." + name + ".tmp-"; }
};

/// Resolves a path from a user: slashes at its end are dropped, a symbolic link to a pack is followed (the pack is
/// replaced, not the link). Errors: InvalidArgument (no usable name), NotFound (no such parent folder), Io.
Result<PackPlace> findPackPlace(const std::filesystem::path& path);

/// Opens the pack's folder for reading. If it is missing and `.NAME.old` exists, a replacement was interrupted between
/// its two renames: the old pack is restored (or, if renaming is not permitted, read in place). Errors: NotFound,
/// BadFile (no folder), Io.
Result<FileDescriptor> openPackFolder(const PackPlace& place);

/// Restores `.NAME.old` if NAME is missing.
void restoreOldPack(const PackPlace& place);

/// Whether an open folder has a pack's manifest (of any version, intact or damaged).
bool looksLikePack(int folder);

/// Gives the owner write permission in the folder, which a read-only pack lacks.
void makeWritable(const FileDescriptor& folder);

/// Deletes the pack's own files in the folder `name`, then the folder if it is empty: never foreign files.
void removePackFiles(const PackPlace& place, const std::string& name);

/// Names of the entries in a folder (without "." and "..").
std::vector<std::string> folderEntries(int folder);

/// Whether `name` is one of the pack's own files.
bool isPackFile(const std::string& name);

}  // namespace texeleton::pack

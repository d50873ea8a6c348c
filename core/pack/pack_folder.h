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

/// Resolves a path as a user gives it: slashes at its end are dropped, a symbolic link to a pack is followed (the pack
/// is replaced, not the link). Errors: InvalidArgument (no usable name), NotFound (no such parent folder), Io.
Result<PackPlace> findPackPlace(const std::filesystem::path& path);

/// Opens the pack's folder for reading. When it is missing and `.NAME.old` is there, a replacement was cut off between
/// its two renames: the old pack is put back (or, where nothing may be renamed, read where it is). Errors: NotFound,
/// BadFile (no folder), Io.
Result<FileDescriptor> openPackFolder(const PackPlace& place);

/// Puts `.NAME.old` back when NAME is missing. Nothing happens otherwise.
void restoreOldPack(const PackPlace& place);

/// Whether an open folder holds a manifest of ours (of any version, whole or damaged).
bool looksLikePack(int folder);

/// Gives the owner write permission in the folder, which a read-only pack lacks.
void makeWritable(const FileDescriptor& folder);

/// Deletes the pack's own files in the folder `name`, then the folder if it is empty: never what others put there.
void removePackFiles(const PackPlace& place, const std::string& name);

/// Names of the entries in a folder (without "." and "..").
std::vector<std::string> folderEntries(int folder);

/// Whether `name` is one of the pack's own files.
bool isPackFile(const std::string& name);

}  // namespace texeleton::pack

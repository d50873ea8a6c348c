#pragma once

#include <span>
#include <string>

#include "core/export/owned_folder.h"

namespace texeleton::exporting {

/// A ZIP archive of uncompressed (stored) files, in order; the same files give the same bytes. Up to 65,535 files and 4
/// GiB.
std::string zipArchive(std::span<const ProjectFile> files);

}  // namespace texeleton::exporting

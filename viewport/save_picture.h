#pragma once

#include <QImage>
#include <filesystem>

#include "core/base/result.h"

namespace texeleton::viewport {

/// Writes an image as PNG with saveFile(). Errors: those of saveFile, Limit (it cannot be compressed).
Result<void> savePicture(const std::filesystem::path& file, const QImage& picture);

}  // namespace texeleton::viewport

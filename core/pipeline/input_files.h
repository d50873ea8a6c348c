#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/pipeline/load_model.h"

namespace texeleton {

/// Every file that a model comes from: itself, its motions, the characters that share its animation, the import
/// settings of Unity, and what they refer to (`references`, numbered in that order). No output may be one of them: see
/// checkOutput().
std::vector<std::filesystem::path> inputFilesOf(const ModelRequest& request,
                                                std::span<const std::filesystem::path> characters = {},
                                                std::span<const ModelReference> references = {});

}  // namespace texeleton

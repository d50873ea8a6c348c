#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton {

/// Version of the snapshot's byte layout. Part of the import cache's key: raise it on any change.
inline constexpr std::uint32_t kSnapshotVersion = 1;

/// Serialises a model: little-endian, versioned, with a checksum of its content.
std::vector<std::byte> writeSnapshot(const Model& model);

/// Reads a snapshot. Nothing in it is trusted: counts are checked against the bytes that are left before memory is
/// allocated, and the result passes checkModel. Errors: BadFile.
Result<Model> readSnapshot(std::span<const std::byte> bytes);

}  // namespace texeleton

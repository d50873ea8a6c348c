#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::model {

/// Version of the snapshot's byte layout. Part of the import cache's key: increment it on any change.
inline constexpr std::uint32_t kSnapshotVersion = 5;

/// Bytes of the header: magic "TXMODEL\n", version (u32), zero (u32), size of the content (u64), checksum64 of the
/// content (u64). All numbers are little-endian.
inline constexpr std::size_t kSnapshotHeaderSize = 32;

/// Serialises a model: little-endian, versioned, with a checksum of its content. The only failure is a lack of memory
/// (std::bad_alloc).
std::vector<std::byte> writeSnapshot(const Model& model);

/// Reads a snapshot. Nothing in it is trusted: counts are checked against the bytes that are left before memory is
/// allocated, and the result passes checkModel. Errors: BadFile, Unsupported (another version), Limit (out of memory).
Result<Model> readSnapshot(std::span<const std::byte> bytes);

}  // namespace texeleton::model

#pragma once

#include <cstddef>
#include <string_view>

#include "core/import/fbx/fbx_document.h"

namespace texeleton::importing::fbx {

/// Size in bytes of one element of a binary array of this type.
std::size_t elementSize(char type);

/// The records of a binary file (`bytes` includes its header) or of an ASCII file. Errors: BadFile.
Result<Record> parseBinary(std::string_view bytes, std::uint32_t version);
Result<Record> parseAscii(std::string_view text);

}  // namespace texeleton::importing::fbx

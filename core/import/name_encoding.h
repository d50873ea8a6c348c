#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/import/source_scene.h"

namespace texeleton::importing {

/// Code pages in which older exporters write names. Unknown: the bytes are ordinary letters in none of them.
enum class NameEncoding { Unknown, Windows1252, Gbk, ShiftJis };

/// The code page in which these names, which are not UTF-8, have the most ordinary letters in total.
NameEncoding guessEncoding(const std::vector<std::string_view>& names);

/// Converts all names of a scene to UTF-8. Names that are not UTF-8 are decoded in one code page, which an Issue names.
/// If it is unknown or cannot be decoded here (see decodeText), each byte becomes the Latin-1 character with its
/// number, also with an Issue.
void decodeNames(SourceScene& scene, JobContext& job);

}  // namespace texeleton::importing

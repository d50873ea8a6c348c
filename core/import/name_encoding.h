#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/import/source_scene.h"

namespace texeleton::importing {

/// Code pages in which older exporters write names; Unknown: none of them makes ordinary letters of the bytes.
enum class NameEncoding { Unknown, Windows1252, Gbk, ShiftJis };

/// The code page that makes the most ordinary letters of all the names together. They hold bytes that are not UTF-8.
NameEncoding guessEncoding(const std::vector<std::string_view>& names);

/// Makes all names of a scene UTF-8. Those that are not are read in one code page, and one Issue says which. Where it
/// is unknown, or cannot be read here (see decodeText), each byte is kept as the character of Latin-1 with its number,
/// and one Issue says so.
void decodeNames(SourceScene& scene, JobContext& job);

}  // namespace texeleton::importing

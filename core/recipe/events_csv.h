#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/recipe/events_file.h"

namespace texeleton::recipe {

/// Whether a file's suffix is that of a table (.csv, .tsv).
bool isEventsCsv(const std::filesystem::path& path);

/// Reads a table of events exported from a spreadsheet. The header names the columns `clip`, `event` (or `name`),
/// `time` (or `timeSeconds`, seconds of the source clip) or `frame`, and optionally `parameter`, in any order and case;
/// each further row is an event. Format: RFC 4180 (quoted fields hold separators, line ends and doubled quotes), UTF-8
/// with or without a byte order mark. The separator is the header's: comma, semicolon or tab; with the latter two,
/// decimal commas are allowed. A first line "sep=;" sets the separator. Empty rows are skipped. A row with both time
/// and frame is an error. Clips are named as in the model; unknown clips are Issues. Errors: BadFile (the line and the
/// problem), Limit.
Result<std::vector<ClipEvents>> eventsFromCsv(std::string_view text, const std::string& file, const model::Model& model,
                                              JobContext& job);

}  // namespace texeleton::recipe

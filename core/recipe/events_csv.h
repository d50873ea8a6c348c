#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/recipe/events_file.h"

namespace texeleton::recipe {

/// Whether a file's suffix is that of a table (.csv, .tsv).
bool isEventsCsv(const std::filesystem::path& path);

/// Reads a table of events as spreadsheets write it: a header that names the columns `clip`, `event` (or `name`),
/// `time` (or `timeSeconds`, in seconds of the source clip) or `frame`, and, if there is one, `parameter`, in any order
/// and case; then a row an event. RFC 4180: fields in quotes hold separators, line ends and doubled quotes. UTF-8, with
/// or without a byte order mark; separated by commas, semicolons or tabs, as the header is, and with a decimal comma
/// where it is not commas; a first line "sep=;" is read too. Empty rows are passed over. A row with both a time and a
/// frame is a mistake. Clips are named as in the model; one that it does not have is an Issue. Errors: BadFile (the
/// line and what is wrong with it), Limit.
Result<std::vector<ClipEvents>> eventsFromCsv(std::string_view text, const std::string& file, const model::Model& model,
                                              JobContext& job);

}  // namespace texeleton::recipe

#pragma once

#include <cstddef>
#include <string>

namespace texeleton::cli {

/// Columns that a text takes on a terminal: two for the wide characters of East Asia.
std::size_t displayWidth(const std::string& text);

/// A bar, the percentage and the stage in at most `columns` columns; the stage is cut if it does not fit.
std::string progressLine(double fraction, const std::string& stage, std::size_t columns);

/// Columns of the terminal on standard error; 80 if unknown.
std::size_t terminalColumns();

}  // namespace texeleton::cli

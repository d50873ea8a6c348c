#pragma once

#include <QString>
#include <cstdint>

namespace texeleton::editor {

// Numbers as people read them, in the language of the interface.

QString count(std::uint64_t number);
/// "0.61", at most three digits behind the point; never 0 for what is not.
QString decimal(double number, int mostDecimals = 2);
QString megabytes(std::uint64_t bytes);
/// "0.61 mm", or in the unit that the user prefers.
QString millimetres(double number);
/// "2.31 ms", of a time in seconds.
QString milliseconds(double time);
/// "1.292 s"
QString seconds(double number, int decimals = 2);

}  // namespace texeleton::editor

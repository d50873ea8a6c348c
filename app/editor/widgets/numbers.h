#pragma once

#include <QString>
#include <QStringList>
#include <array>
#include <cstdint>
#include <glm/glm.hpp>

namespace texeleton::editor {

inline constexpr std::array<const char*, 3> kAxisNames = {"X", "Y", "Z"};
inline constexpr double kPercent = 100.0;

// Formats numbers in the language of the interface.

QString count(std::uint64_t number);
/// "0.61", at most three decimals; never 0 for non-zero numbers.
QString decimal(double number, int mostDecimals = 2);
/// "36.0 KB", "0.50 MB". In a column, all use the unit of the largest, `among`.
QString megabytes(std::uint64_t bytes, std::uint64_t among = 0);
/// A power of two, without decimals: "64 KB", "1 MB".
QString wholeBytes(std::uint64_t bytes);
/// With exactly so many decimals; never "-0.0".
QString fixed(double number, int decimals);
/// "0.61 mm", or in the unit that the user prefers: "<0.01 mm", "2.31 mm", "12.4 mm", "390 mm".
QString millimetres(double number);
/// A limit or the end of a scale in the same unit, with its own digits: "0.005 mm".
QString exactMillimetres(double number);
/// As millimetres(), without the unit.
QString millimetreNumber(double number);
/// "2.31 ms", of a time in seconds.
QString milliseconds(double time);
/// The four numbers of a texel with so many significant digits.
QStringList fourNumbers(const glm::dvec4& value, int digits);
/// "1.292 s"
QString seconds(double number, int decimals = 2);

}  // namespace texeleton::editor

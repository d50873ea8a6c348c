#pragma once

#include <QLocale>
#include <QString>
#include <optional>

namespace texeleton::editor {

/// A number as people type it, in `unit`: "0.5" and "0,5" in every language, "1e-3", "12 000", full-width digits, sums
/// and products ("1+0.25", "(2+1)/4"), and other units of the same kind ("50cm" is 0.5 where `unit` is "m"). Terms
/// without a unit are in `unit`. A separator that may be a point or separate thousands ("1,250") is read by `locale`.
/// Nothing for other text.
std::optional<double> readNumber(const QString& text, const QString& unit, const QLocale& locale);

}  // namespace texeleton::editor

#include "app/cli/number_range.h"

#include <charconv>
#include <cmath>

#include "app/cli/format_text.h"

namespace texeleton::cli {

namespace {

std::string rangeText(const NumberRange& range) {
  const std::string least = formatted("%.15g", range.least);
  const std::string most = formatted("%.15g", range.most);
  return range.leastExcluded ? "above " + least + ", at most " + most : least + " to " + most;
}

CLI::Validator inRange(const NumberRange& range, bool whole) {
  const std::string shown = rangeText(range);
  return {[range, whole, shown](const std::string& text) {
            const std::size_t sign = !text.empty() && text.front() == '+' ? 1 : 0;
            const char* const end = text.data() + text.size();
            double value = 0.0;
            const auto [stop, error] = std::from_chars(text.data() + sign, end, value);
            // No range contains NaN.
            const bool fits = error == std::errc() && stop == end && range.holds(value);
            return fits && (!whole || value == std::floor(value))
                       ? std::string()
                       : "\"" + text + "\" is no " + (whole ? "whole " : "") + "number " +
                             (range.leastExcluded ? "" : "from ") + shown;
          },
          shown};
}

}  // namespace

CLI::Validator numberIn(double least, double most) { return inRange({least, most}, false); }
CLI::Validator numberIn(const NumberRange& range) { return inRange(range, false); }
CLI::Validator wholeNumberIn(const NumberRange& range) { return inRange(range, true); }

}  // namespace texeleton::cli

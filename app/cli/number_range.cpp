#include "app/cli/number_range.h"

#include <charconv>

#include "app/cli/console.h"

namespace texeleton::cli {

CLI::Validator numberIn(double least, double most) {
  const std::string range = formatted("%.15g to %.15g", least, most);
  return {[least, most, range](const std::string& text) {
            const std::size_t sign = !text.empty() && text.front() == '+' ? 1 : 0;
            const char* const end = text.data() + text.size();
            double value = 0.0;
            const auto [stop, error] = std::from_chars(text.data() + sign, end, value);
            // Written so that NaN, which is in no order, is refused.
            const bool fits = error == std::errc() && stop == end && value >= least && value <= most;
            return fits ? std::string() : "\"" + text + "\" is no number from " + range;
          },
          range};
}

}  // namespace texeleton::cli

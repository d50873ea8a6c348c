#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/settings/setting.h"

namespace texeleton::cli {

/// Checks that an option's value is a finite number from `least` to `most`. (CLI::Range lets "nan" pass.)
CLI::Validator numberIn(double least, double most);
CLI::Validator numberIn(const NumberRange& range);
/// The same of whole numbers.
CLI::Validator wholeNumberIn(const NumberRange& range);

}  // namespace texeleton::cli

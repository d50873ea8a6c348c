#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace texeleton::cli {

/// Checks that an option's value is a finite number from `least` to `most`. (CLI::Range lets "nan" pass.)
CLI::Validator numberIn(double least, double most);

}  // namespace texeleton::cli

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/cli/number_range.h"

namespace texeleton::cli {

/// Adds an option that takes three numbers, X,Y,Z, from −1e6 to 1e6.
template <class Number>
CLI::Option* addThreeNumbers(CLI::App& command, const std::string& name, std::vector<Number>& values,
                             const std::string& help) {
  return command.add_option(name, values, help)
      ->expected(3)
      ->delimiter(',')
      ->type_name("X,Y,Z")
      ->check(numberIn(-1e6, 1e6));
}

}  // namespace texeleton::cli

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace texeleton::cli {

/// Checks that an option's value is one of these words; suggests a similar word for a mistyped one.
CLI::Validator oneOf(const std::vector<std::string>& words);

/// Makes an option take the name of a file or folder and reject an empty text. `kind`: its placeholder in help and
/// completions: "FILE", "FOLDER", "FILE|GLOB".
CLI::Option* namesPath(CLI::Option* option, const std::string& kind);

/// The words to which oneOf() limits an option; empty: any value.
std::vector<std::string> wordsOf(const CLI::Option& option);

/// Placeholder of an option's value in help: "FILE", "REGEX", "NUMBER"; a list of words as "a|b".
std::string valueName(const CLI::Option& option);

/// `there is no option "--mdoe"; did you mean "--mode"?` for the first of `unread` that looks like an option of
/// `command` or of the commands above it. Empty: none does.
std::string noSuchOption(const CLI::App& command, const std::vector<std::string>& unread);

}  // namespace texeleton::cli

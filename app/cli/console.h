#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/cli/format_text.h"
#include "core/base/error.h"
#include "core/base/issue.h"
#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton::cli {

/// Exit codes of the program.
enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2 };

/// The output of the program: results on stdout, everything else on stderr, a progress bar on a terminal only.
class Console {
 public:
  bool quiet = false;  ///< No progress, no issues of severity info, no summary.
  bool json = false;   ///< Results for a program.

  /// "texeleton-cli: error: FILE: …" on stderr. Returns kFailed.
  int error(const Error& error) const;
  int error(const std::string& message) const;
  /// The exit code of a command, or that of its error, which is printed.
  int codeOf(const Result<int>& result) const { return result ? *result : error(result.error()); }

  /// "texeleton-cli: error: …" and where to find help. Returns kWrongUsage.
  int wrongUsage(const std::string& message, const std::string& command = {}) const;

  /// A result for a program, on stdout; with `indent` -1 on one line.
  void printJson(const nlohmann::ordered_json& result, int indent = 2) const;

  /// Writes the results to stdout, with --json also the reason for a missing one: {"result":"failed","error":…}.
  /// Returns `code`, or reports a failed write and returns kFailed.
  int finish(int code) const;

  /// Prints one line for each issue on stderr; infos only when not quiet. `file`: their subject, if it is not obvious.
  void issues(const std::vector<Issue>& issues, const std::string& file = {}) const;

  /// Prints the progress of a long run as a line on stderr, unless quiet.
  void note(const std::string& text) const;

  /// A progress function that draws a bar on a terminal, or an empty one.
  JobContext::ProgressFunction progressBar() const;
  /// Removes the bar, before anything else is printed.
  void clearProgress() const;

 private:
  mutable std::string m_lastError;
  mutable Message m_lastMessage;
  mutable bool m_hasPrintedJson = false;
};

/// `text` with control characters, bad UTF-8 and bidirectional controls shown as \xNN, so that names in files cannot
/// manipulate the terminal.
std::string printable(const std::string& text);

/// A table with columns padded to their widest cell; numbers are right-aligned if `rightAligned`.
std::string formatTable(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& rightAligned);

}  // namespace texeleton::cli

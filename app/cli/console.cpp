#include "app/cli/console.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/cli/progress_line.h"
#include "app/cli/result_json.h"
#include "core/base/forward_progress.h"
#include "core/base/message_json.h"
#include "core/model/names.h"

namespace texeleton::cli {

int Console::error(const Error& error) const {
  const int code = this->error(describe(error));
  m_lastMessage = error.message;
  return code;
}

int Console::error(const std::string& message) const {
  clearProgress();
  m_lastError = model::shortenedText(message);
  m_lastMessage = verbatim(m_lastError);
  std::fprintf(stderr, "texeleton-cli: error: %s\n", printable(m_lastError).c_str());
  return kFailed;
}

int Console::wrongUsage(const std::string& message, const std::string& command) const {
  error(message);
  std::fprintf(stderr, "texeleton-cli%s%s --help tells how it is used.\n", command.empty() ? "" : " ", command.c_str());
  return kWrongUsage;
}

void Console::printJson(const nlohmann::ordered_json& result, int indent) const {
  clearProgress();
  m_hasPrintedJson = true;
  std::printf("%s\n", jsonText(result, indent).c_str());
}

int Console::finish(int code) const {
  if (json && code != kDone && !m_hasPrintedJson) {
    nlohmann::ordered_json failed = {{"result", "failed"}, {"error", m_lastError}};
    failed["remedies"] = toJson(m_lastMessage.remedies());
    failed.update(toJson(m_lastMessage));
    printJson(failed);
  }
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) {
    return code;
  }
  const std::string reason = flushed || errno == 0 ? std::string() : ": " + std::generic_category().message(errno);
  error("the results could not be written to the standard output" + reason);
  return code == kDone ? kFailed : code;
}

namespace {

/// The message with those of its remedies that it does not spell out: "(try --texture 'Sword=FILE')".
std::string withRemedies(const Message& message) {
  std::vector<std::string> options;
  for (const Remedy& remedy : message.remedies()) {
    if (std::string option = optionOf(remedy); !message.contains(option)) {
      options.push_back(std::move(option));
    }
  }
  std::string text = message;
  if (options.empty()) {
    return text;
  }
  const bool stops = text.ends_with('.');
  text.resize(text.size() - (stops ? 1 : 0));
  for (std::size_t i = 0; i < options.size(); ++i) {
    text += (i == 0 ? " (try " : i + 1 == options.size() ? " or " : ", ") + options[i];
  }
  return text + (stops ? ")." : ")");
}

}  // namespace

void Console::issues(const std::vector<Issue>& issues, const std::string& file) const {
  clearProgress();
  for (const Issue& issue : issues) {
    if (quiet && issue.severity == Severity::Info) {
      continue;
    }
    // Do not repeat the subject: many findings name it in their text.
    const bool named = issue.subject.empty() || issue.text.find('"' + issue.subject + '"') != std::string::npos;
    const std::string subject =
        named ? "" : printable(model::shortenedText(issue.subject, model::kMaxNameBytes)) + ": ";
    const std::string place = file.empty() ? "" : printable(file) + ": ";
    std::fprintf(stderr, "%s: %s%s%s\n", severityName(issue.severity), place.c_str(), subject.c_str(),
                 printable(model::shortenedText(withRemedies(issue.text))).c_str());
  }
}

void Console::note(const std::string& text) const {
  if (!quiet) {
    clearProgress();
    std::fprintf(stderr, "%s\n", printable(text).c_str());
  }
}

JobContext::ProgressFunction Console::progressBar() const {
  if (quiet || isatty(STDERR_FILENO) == 0) {
    return {};
  }
  return forwardOnly([](double fraction, const char* stage) {
    // Leaves the last column free, after which some terminals begin a new line.
    std::fprintf(stderr, "\r\033[K%s", progressLine(fraction, stage, terminalColumns() - 1).c_str());
  });
}

void Console::clearProgress() const {
  if (!quiet && isatty(STDERR_FILENO) != 0) {
    std::fputs("\r\033[K", stderr);
  }
}

std::string printable(const std::string& text) { return model::escapedText(text); }

std::string formatTable(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& rightAligned) {
  std::vector<std::size_t> widths(rightAligned.size(), 0);
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], displayWidth(row[c]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string pad(widths[c] - displayWidth(row[c]), ' ');
      line += std::string("  ") + (rightAligned[c] ? pad + row[c] : row[c] + pad);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace texeleton::cli

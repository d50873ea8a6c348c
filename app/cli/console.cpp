#include "app/cli/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

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

void Console::printJson(const Json& result, int indent) const {
  clearProgress();
  m_hasPrintedJson = true;
  std::printf("%s\n", jsonText(result, indent).c_str());
}

int Console::finish(int code) const {
  if (json && code != kDone && !m_hasPrintedJson) {
    Json failed = {{"result", "failed"}, {"error", m_lastError}};
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

constexpr std::size_t kUsualColumns = 80;
constexpr std::size_t kLongestBar = 30;
constexpr std::size_t kPercentColumns = 6;  ///< " 100 %"

/// Bytes of the UTF-8 character that begins with `lead`.
std::size_t characterBytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

std::size_t characterColumns(char lead) { return static_cast<unsigned char>(lead) >= 0xe3 ? 2 : 1; }

/// Columns that a text takes on a terminal: two for the wide characters of East Asia.
std::size_t displayWidth(const std::string& text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); i += characterBytes(text[i])) {
    width += characterColumns(text[i]);
  }
  return width;
}

std::string cutToColumns(const std::string& text, std::size_t columns) {
  if (displayWidth(text) <= columns) {
    return text;
  }
  std::size_t width = 1;  // The ellipsis.
  std::size_t end = 0;
  while (end < text.size() && width + characterColumns(text[end]) <= columns) {
    width += characterColumns(text[end]);
    end += characterBytes(text[end]);
  }
  return columns == 0 ? std::string() : text.substr(0, end) + "…";
}

/// A bar, the percentage and the stage in at most `columns` columns; the stage is cut if it does not fit.
std::string progressLine(double fraction, const std::string& stage, std::size_t columns) {
  const double share = std::clamp(fraction, 0.0, 1.0);
  // A third for the bar; on a terminal that is hardly wider than the percentage, no bar.
  const std::size_t bar = std::min(kLongestBar, columns / 3);
  std::string line;
  if (bar >= 4) {
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(bar - 2));
    line = '[' + std::string(filled, '#') + std::string(bar - 2 - filled, '.') + "] ";
  }
  line += formatted("%3.0f %%", share * 100.0);
  const std::size_t used = (bar >= 4 ? bar + 1 : 0) + kPercentColumns;
  return used < columns ? line + ' ' + cutToColumns(printable(stage), columns - used) : line.substr(0, columns);
}

/// Columns of the terminal on standard error; 80 if unknown.
std::size_t terminalColumns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

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

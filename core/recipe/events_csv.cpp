#include "core/recipe/events_csv.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <new>
#include <optional>

#include "core/base/listed_names.h"
#include "core/model/model.h"
#include "core/model/names.h"
#include "core/pack/pack_limits.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/gather_events.h"

namespace texeleton::recipe {

namespace {

constexpr std::size_t kMaxRows = 1'000'000;
constexpr std::size_t kMaxFields = 256;

std::string lowered(std::string_view text) {
  std::string lower;
  for (const char c : text) {
    if (c != ' ' && c != '_') {
      lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return lower;
}

/// Splits the text into rows.
class CsvRows {
 public:
  explicit CsvRows(std::string_view text) : m_text(text) {
    if (m_text.starts_with("\xef\xbb\xbf")) {
      m_text.remove_prefix(3);
    }
    const std::string_view first = m_text.substr(0, std::min(m_text.find_first_of("\r\n"), m_text.size()));
    if (lowered(first).starts_with("sep=") && first.size() == 5) {
      m_separator = first[4];
      m_text.remove_prefix(first.size());
      m_line = m_text.empty() ? 1 : 2;
      m_text.remove_prefix(m_text.starts_with("\r\n") ? 2 : m_text.empty() ? 0 : 1);
    } else {
      const auto count = [&](char c) { return std::count(first.begin(), first.end(), c); };
      for (const char c : {';', '\t'}) {
        m_separator = count(c) > count(m_separator) ? c : m_separator;
      }
    }
  }

  char separator() const { return m_separator; }
  /// The first line of the row from next(), counted from 1.
  std::size_t line() const { return m_rowLine; }

  /// The next row's fields; nullopt at the end. Errors: text after a closing quote, an unclosed quote.
  Result<std::optional<std::vector<std::string>>> next() {
    if (m_text.empty()) {
      return std::nullopt;
    }
    m_rowLine = m_line;
    std::vector<std::string> fields;
    for (;;) {
      if (fields.size() == kMaxFields) {
        return problem(message("has over %1 fields", kMaxFields));
      }
      auto field = m_text.starts_with('"') ? quoted() : plain();
      TRY(field);
      fields.push_back(std::move(*field));
      if (m_text.empty()) {
        return fields;
      }
      const char end = m_text.front();
      if (end == m_separator) {
        m_text.remove_prefix(1);
        continue;
      }
      if (end != '\r' && end != '\n') {
        return problem(message("text follows a closing quotation mark; quotation marks inside a field are doubled"));
      }
      m_text.remove_prefix(m_text.starts_with("\r\n") ? 2 : 1);
      ++m_line;
      return fields;
    }
  }

  tl::unexpected<Error> problem(const Message& what) const {
    return fail(ErrorCode::BadFile, message("line %1: %2", m_rowLine, what));
  }

 private:
  Result<std::string> plain() {
    const char stops[] = {m_separator, '\r', '\n', '\0'};
    const std::size_t end = std::min(m_text.find_first_of(stops, 0, 3), m_text.size());
    std::string field(m_text.substr(0, end));
    m_text.remove_prefix(end);
    return field;
  }

  Result<std::string> quoted() {
    std::string field;
    m_text.remove_prefix(1);
    for (;;) {
      const std::size_t end = m_text.find('"');
      if (end == std::string_view::npos) {
        return problem(message("a quotation mark is never closed"));
      }
      field += m_text.substr(0, end);
      m_text.remove_prefix(end + 1);
      if (!m_text.starts_with('"')) {
        m_line += static_cast<std::size_t>(std::count(field.begin(), field.end(), '\n'));
        return field;
      }
      field += '"';
      m_text.remove_prefix(1);
    }
  }

  std::string_view m_text;
  char m_separator = ',';
  std::size_t m_line = 1;
  std::size_t m_rowLine = 1;
};

struct Columns {
  std::optional<std::size_t> clip, event, time, frame, parameter;
};

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  const auto last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

class EventsTable {
 public:
  EventsTable(std::string_view text, const std::string& file, const model::Model& model, JobContext& job)
      : m_rows(text), m_gatherer(model, file, job) {}

  Result<std::vector<ClipEvents>> read() {
    auto header = m_rows.next();
    TRY(header);
    if (!*header) {
      return fail(ErrorCode::BadFile, "is empty: the first line must name the columns clip, event, time");
    }
    TRY(findColumns(**header));
    std::vector<std::string> order;
    std::map<std::string, std::vector<RecipeEvent>> events;
    for (std::size_t count = 0;; ++count) {
      auto row = m_rows.next();
      TRY(row);
      if (!*row) {
        break;
      }
      if (count == kMaxRows) {
        return fail(ErrorCode::Limit, message("has over %1 rows", kMaxRows));
      }
      if (std::all_of((*row)->begin(), (*row)->end(), [](const std::string& f) { return trimmed(f).empty(); })) {
        continue;
      }
      auto event = readRow(**row);
      TRY(event);
      const std::string clip = trimmed(field(**row, m_columns.clip));
      const auto [place, isNew] = events.try_emplace(clip);
      if (isNew) {
        order.push_back(clip);
      }
      place->second.push_back(std::move(*event));
    }
    for (const std::string& clip : order) {
      m_gatherer.add(clip, std::move(events[clip]));
    }
    return m_gatherer.take();
  }

 private:
  Result<void> findColumns(const std::vector<std::string>& header) {
    const std::map<std::string, std::optional<std::size_t> Columns::*> names = {
        {"clip", &Columns::clip},     {"event", &Columns::event},         {"name", &Columns::event},
        {"time", &Columns::time},     {"timeseconds", &Columns::time},    {"seconds", &Columns::time},
        {"frame", &Columns::frame},   {"parameter", &Columns::parameter}, {"param", &Columns::parameter},
        {"animation", &Columns::clip}};
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (const auto known = names.find(lowered(header[i])); known != names.end()) {
        std::optional<std::size_t>& column = m_columns.*known->second;
        if (column) {
          return m_rows.problem(message("the column %1 is there twice", inQuotes(header[i])));
        }
        column = i;
      }
    }
    const char* const missing = !m_columns.clip                       ? "clip"
                                : !m_columns.event                    ? "event"
                                : !m_columns.time && !m_columns.frame ? "time"
                                                                      : nullptr;
    if (missing != nullptr) {
      std::vector<Message> there;
      for (std::size_t i = 0; i < std::min<std::size_t>(header.size(), 8); ++i) {
        there.push_back(inQuotes(header[i]));
      }
      return m_rows.problem(
          message("a column \"%1\" is missing: the first line must name the columns clip, event, time (or frame) and "
                  "parameter, but has %2",
                  missing, listedMessages(there)));
    }
    return {};
  }

  static std::string field(const std::vector<std::string>& row, std::optional<std::size_t> column) {
    return column && *column < row.size() ? row[*column] : std::string();
  }

  Result<RecipeEvent> readRow(const std::vector<std::string>& row) {
    RecipeEvent event;
    event.name = trimmed(field(row, m_columns.event));
    const std::string clip = trimmed(field(row, m_columns.clip));
    for (const auto& [text, what] :
         {std::pair<const std::string*, const char*>(&clip, said("clip")), {&event.name, said("event")}}) {
      if (text->empty()) {
        return m_rows.problem(message("the %1 is missing", message(what)));
      }
      if (!model::isHarmlessName(*text)) {
        return m_rows.problem(message("the %1 %2 is longer than 255 bytes, holds control characters or is not UTF-8",
                                      message(what), inQuotes(*text)));
      }
    }
    event.parameter = field(row, m_columns.parameter);
    if (event.parameter.size() > model::kMaxParameterBytes || model::harmlessText(event.parameter) != event.parameter) {
      const bool isUtf8 = model::harmlessText(event.parameter).find("\xef\xbf\xbd") == std::string::npos;
      if (event.parameter.size() > model::kMaxParameterBytes || !isUtf8) {
        return m_rows.problem(message("the parameter is longer than 65,536 bytes or not UTF-8"));
      }
    }
    for (const auto& [column, value, what] : {std::tuple(m_columns.time, &event.timeSeconds, said("time")),
                                              std::tuple(m_columns.frame, &event.frame, said("frame"))}) {
      const std::string text = trimmed(field(row, column));
      if (!text.empty()) {
        *value = number(text);
        if (!*value) {
          return m_rows.problem(message("the %1 %2 is no number", message(what), inQuotes(text)));
        }
      }
    }
    if (event.timeSeconds.has_value() == event.frame.has_value()) {
      return m_rows.problem(
          message(event.frame ? "a time and a frame are both given: give one of them" : "the time is missing"));
    }
    return event;
  }

  std::optional<double> number(std::string text) const {
    if (m_rows.separator() != ',') {
      std::replace(text.begin(), text.end(), ',', '.');
    }
    double value = 0.0;
    const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::abs(value) <= pack::kMaxClipSeconds ? std::optional(value) : std::nullopt;  // false for NaN
  }

  CsvRows m_rows;
  EventGatherer m_gatherer;
  Columns m_columns;
};

}  // namespace

bool isEventsCsv(const std::filesystem::path& path) {
  const std::string ending = lowered(path.extension().string());
  return ending == ".csv" || ending == ".tsv";
}

Result<std::vector<ClipEvents>> eventsFromCsv(std::string_view text, const std::string& file, const model::Model& model,
                                              JobContext& job) {
  try {
    auto events = EventsTable(text, file, model, job).read();
    if (!events) {
      events.error().file = file;
    }
    return events;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to read it", file);
  }
}

}  // namespace texeleton::recipe

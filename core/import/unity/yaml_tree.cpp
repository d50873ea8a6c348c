#include "core/import/unity/yaml_tree.h"

#include <yaml.h>

#include <algorithm>

namespace texeleton::importing {

namespace {

constexpr std::size_t kMaxYamlBytes = std::size_t{32} << 20;
constexpr std::size_t kMaxYamlDepth = 64;
constexpr std::size_t kMaxYamlValues = 4'000'000;
constexpr std::size_t kMaxYamlKept = 1'000'000;  ///< Values in the tree.

Message atLine(std::size_t line, const Message& what) { return message("line %1: %2", line, what); }

/// libyaml's parser, used event by event, so that nothing is expanded.
class EventParser {
 public:
  explicit EventParser(std::string_view text) {
    if (yaml_parser_initialize(&m_parser) == 0) {
      throw std::bad_alloc();
    }
    yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    yaml_parser_set_encoding(&m_parser, YAML_UTF8_ENCODING);
  }
  ~EventParser() {
    yaml_event_delete(&m_event);
    yaml_parser_delete(&m_parser);
  }
  EventParser(const EventParser&) = delete;
  EventParser& operator=(const EventParser&) = delete;

  /// False: the text is invalid from here on.
  bool next() {
    yaml_event_delete(&m_event);
    return yaml_parser_parse(&m_parser, &m_event) != 0;
  }
  const yaml_event_t& event() const { return m_event; }
  std::size_t line() const { return m_event.start_mark.line + 1; }

  Error problem() const {
    if (m_parser.error == YAML_MEMORY_ERROR) {
      return {ErrorCode::Limit, message("there is not enough memory to read it"), {}};
    }
    const std::size_t line =
        (m_parser.error == YAML_READER_ERROR ? m_parser.mark.line : m_parser.problem_mark.line) + 1;
    return {ErrorCode::BadFile,
            atLine(line, m_parser.problem != nullptr ? message("this is no YAML: %1", m_parser.problem)
                                                     : message("this is no YAML: ?")),
            {}};
  }

 private:
  yaml_parser_t m_parser{};
  yaml_event_t m_event{};
};

class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const std::set<std::string_view>& wanted) : m_events(text), m_wanted(wanted) {}

  Result<YamlNode> run() {
    YamlNode root;
    root.kind = YamlNode::Kind::Map;
    while (next()) {
      switch (m_events.event().type) {
        case YAML_STREAM_START_EVENT:
        case YAML_DOCUMENT_START_EVENT:
          break;
        case YAML_DOCUMENT_END_EVENT:
        case YAML_STREAM_END_EVENT:
          return root;
        default:
          root = value(1, true);
      }
    }
    return fail(std::move(m_error));
  }

 private:
  bool next() {
    if (!m_error.message.empty()) {
      return false;
    }
    if (!m_events.next()) {
      m_error = m_events.problem();
      return false;
    }
    return true;
  }

  void stop(ErrorCode code, const Message& what) {
    if (m_error.message.empty()) {
      m_error = {code, atLine(m_events.line(), what), {}};
    }
  }

  /// The value that begins with the current event; reads to its end. Empty if it is not to be kept.
  YamlNode value(std::size_t depth, bool keep) {
    YamlNode node;
    node.line = m_events.line();
    if (depth > kMaxYamlDepth) {
      stop(ErrorCode::Limit, message("is nested over %1 deep", kMaxYamlDepth));
    } else if (++m_values > kMaxYamlValues || (keep && ++m_kept > kMaxYamlKept)) {
      stop(ErrorCode::Limit, message("holds more than %1 values", keep ? kMaxYamlKept : kMaxYamlValues));
    } else if (m_events.event().type == YAML_SCALAR_EVENT) {
      if (keep) {
        node.text = scalar();
      }
    } else if (m_events.event().type == YAML_SEQUENCE_START_EVENT) {
      node.kind = YamlNode::Kind::List;
      readList(node, depth, keep);
    } else if (m_events.event().type == YAML_MAPPING_START_EVENT) {
      node.kind = YamlNode::Kind::Map;
      readMap(node, depth, keep);
    } else if (m_events.event().type == YAML_ALIAS_EVENT) {
      stop(ErrorCode::BadFile, message("uses an alias (\"*name\"), which import settings never do"));
    } else {
      stop(ErrorCode::BadFile, message("a value is missing"));
    }
    return node;
  }

  std::string scalar() const {
    const auto& data = m_events.event().data.scalar;
    return {reinterpret_cast<const char*>(data.value), data.length};
  }

  void readList(YamlNode& node, std::size_t depth, bool keep) {
    while (next() && m_events.event().type != YAML_SEQUENCE_END_EVENT) {
      YamlNode item = value(depth + 1, keep);
      if (keep) {
        node.items.push_back(std::move(item));
      }
    }
  }

  void readMap(YamlNode& node, std::size_t depth, bool keep) {
    while (next() && m_events.event().type != YAML_MAPPING_END_EVENT) {
      if (m_events.event().type != YAML_SCALAR_EVENT) {
        stop(ErrorCode::BadFile, message("a key that is no text"));
        return;
      }
      const auto& data = m_events.event().data.scalar;
      const std::string_view key(reinterpret_cast<const char*>(data.value), data.length);
      const auto wanted = m_wanted.find(key);
      const bool keepThis = keep && wanted != m_wanted.end();
      const std::string_view kept = keepThis ? *wanted : std::string_view();
      if (keepThis && node.find(kept) != nullptr) {
        stop(ErrorCode::BadFile, message("\"%1\" is given twice", kept));
        return;
      }
      if (!next()) {
        return;
      }
      YamlNode item = value(depth + 1, keepThis);
      if (keepThis) {
        node.keys.emplace_back(kept);
        node.items.push_back(std::move(item));
      }
    }
  }

  EventParser m_events;
  const std::set<std::string_view>& m_wanted;
  std::size_t m_values = 0;
  std::size_t m_kept = 0;
  Error m_error{ErrorCode::BadFile, {}, {}};
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

Result<YamlNode> parseYaml(std::string_view text, const std::set<std::string_view>& wantedKeys) {
  if (text.size() > kMaxYamlBytes) {
    return fail(ErrorCode::Limit, message("has over %1 MiB", kMaxYamlBytes >> 20));
  }
  return TreeBuilder(text, wantedKeys).run();
}

}  // namespace texeleton::importing

#include <charconv>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/import/assimp_reader_parts.h"

namespace texeleton {

namespace {

constexpr std::size_t kMaxNesting = 1000;

std::optional<Error> bad(std::string text) { return Error{ErrorCode::BadFile, std::move(text), {}}; }

// One tag after the other, without building anything.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : m_text(text) {}

  struct Tag {
    std::string_view name;
    std::string_view attributes;
    bool closing = false;
    bool empty = false;  // <tag/>
  };

  // Nothing at the end; `cut` tells whether inside a tag.
  std::optional<Tag> next() {
    while (true) {
      m_at = m_text.find('<', m_at);
      if (m_at == std::string_view::npos) {
        return std::nullopt;
      }
      if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skipDoctype()) {
        continue;
      }
      if (cut) {
        return std::nullopt;
      }
      return readTag();
    }
  }

  std::string_view textBehind() const {
    const std::size_t end = m_text.find('<', m_at);
    return m_text.substr(m_at, end == std::string_view::npos ? end : end - m_at);
  }

  bool cut = false;

 private:
  bool skip(std::string_view open, std::string_view close) {
    if (m_text.substr(m_at, open.size()) != open) {
      return false;
    }
    const std::size_t end = m_text.find(close, m_at);
    cut = end == std::string_view::npos;
    m_at = cut ? m_text.size() : end + close.size();
    return !cut;
  }

  bool skipDoctype() {
    if (m_text.substr(m_at, 2) != "<!") {
      return false;
    }
    int brackets = 0;
    for (; m_at < m_text.size(); ++m_at) {
      brackets += m_text[m_at] == '[' ? 1 : m_text[m_at] == ']' ? -1 : 0;
      if (m_text[m_at] == '>' && brackets == 0) {
        return true;
      }
    }
    cut = true;
    return false;
  }

  std::optional<Tag> readTag() {
    std::size_t end = m_at + 1;
    char quote = 0;
    for (; end < m_text.size() && (quote != 0 || m_text[end] != '>'); ++end) {
      const char c = m_text[end];
      quote = quote == 0 ? (c == '"' || c == '\'' ? c : 0) : (c == quote ? 0 : quote);
    }
    if (end >= m_text.size()) {
      cut = true;
      return std::nullopt;
    }
    std::string_view body = m_text.substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    Tag tag;
    tag.closing = !body.empty() && body.front() == '/';
    tag.empty = !body.empty() && body.back() == '/';
    body.remove_prefix(tag.closing ? 1 : 0);
    const std::size_t nameEnd = body.find_first_of(" \t\r\n/");
    tag.name = body.substr(0, nameEnd);
    tag.attributes = nameEnd == std::string_view::npos ? std::string_view() : body.substr(nameEnd);
    return tag;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
};

std::string attribute(std::string_view attributes, std::string_view name) {
  std::string wanted(1, ' ');
  wanted.append(name).append(1, '=');
  std::string spaced(attributes);
  for (char& c : spaced) {
    c = c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
  }
  const std::size_t at = spaced.find(wanted);
  if (at == std::string::npos || at + wanted.size() >= spaced.size()) {
    return {};
  }
  const std::size_t begin = at + wanted.size() + 1;
  const std::size_t end = spaced.find(spaced[begin - 1], begin);
  return end == std::string::npos ? std::string() : spaced.substr(begin, end - begin);
}

// Whether a node instances itself, through others or by itself.
bool hasCycle(const std::map<std::string, std::set<std::string>>& instances) {
  std::map<std::string, int> state;  // 1: on the way, 2: done.
  for (const auto& [start, ignored] : instances) {
    std::vector<std::pair<std::string, bool>> open = {{start, false}};
    while (!open.empty()) {
      const auto [id, leave] = open.back();
      open.pop_back();
      if (leave) {
        state[id] = 2;
        continue;
      }
      if (state[id] == 1) {
        return true;
      }
      if (state[id] == 2) {
        continue;
      }
      state[id] = 1;
      open.emplace_back(id, true);
      if (const auto it = instances.find(id); it != instances.end()) {
        for (const std::string& target : it->second) {
          if (state[target] == 1) {
            return true;
          }
          open.emplace_back(target, false);
        }
      }
    }
  }
  return false;
}

// Numbers at most that a text can hold.
bool countFits(std::string_view attributes, std::string_view content) {
  const std::string count = attribute(attributes, "count");
  unsigned long long declared = 0;
  const auto parsed = std::from_chars(count.data(), count.data() + count.size(), declared);
  return parsed.ec != std::errc() || declared <= content.size() / 2 + 1;
}

}  // namespace

std::optional<Error> checkCollada(std::string_view text, JobContext& job) {
  TagScanner scanner(text);
  std::vector<std::string> open;
  std::vector<std::string> nodeIds;  // Of the open <node> elements.
  std::map<std::string, std::set<std::string>> instances;
  std::set<std::string> ids;
  std::vector<std::string> links;
  bool isCollada = false;
  while (const auto tag = scanner.next()) {
    isCollada = isCollada || tag->name == "COLLADA";
    if (tag->closing) {
      if (open.empty() || open.back() != tag->name) {
        return bad("the XML is malformed: </" + std::string(tag->name.substr(0, 60)) + "> closes nothing");
      }
      if (open.back() == "node") {
        nodeIds.pop_back();
      }
      open.pop_back();
      continue;
    }
    const std::string id = attribute(tag->attributes, "id");
    if (!id.empty()) {
      ids.insert(id);
    }
    if (tag->name == "node" && !tag->empty) {
      if (!nodeIds.empty() && !id.empty()) {
        instances[nodeIds.back()].insert(id);
      }
      nodeIds.push_back(id.empty() ? std::to_string(open.size()).append(1, '#') : id);
    } else if (tag->name == "instance_node" && !nodeIds.empty()) {
      const std::string url = attribute(tag->attributes, "url");
      if (url.size() > 1 && url.front() == '#') {
        instances[nodeIds.back()].insert(url.substr(1));
      }
    } else if (tag->name == "instance_geometry" || tag->name == "instance_controller") {
      links.push_back(attribute(tag->attributes, "url"));
    } else if (tag->name == "float_array" || tag->name == "Name_array" || tag->name == "IDREF_array" ||
               tag->name == "int_array") {
      if (!countFits(tag->attributes, scanner.textBehind())) {
        return bad("array \"" + id + "\" declares more numbers than it holds");
      }
    }
    if (!tag->empty) {
      open.emplace_back(tag->name);
      if (open.size() > kMaxNesting) {
        return bad("the XML is nested deeper than " + std::to_string(kMaxNesting) + "; the hierarchy is too deep");
      }
    }
  }
  if (!isCollada) {
    return bad(text.find('<') == std::string_view::npos ? "this is not a COLLADA file" : "this is not COLLADA");
  }
  if (scanner.cut || !open.empty()) {
    return bad("the XML is not closed; the file is cut short" +
               (open.empty() ? std::string() : " inside <" + open.back().substr(0, 60) + ">"));
  }
  if (hasCycle(instances)) {
    return bad("a node instances itself: there is a cycle in the nodes");
  }
  for (const std::string& link : links) {
    if (link.size() > 1 && link.front() == '#' && ids.count(link.substr(1)) == 0) {
      job.warn("the file instances a geometry or controller that is not there", link);
    }
  }
  return std::nullopt;
}

ColladaAsset readColladaAsset(std::string_view text) {
  ColladaAsset asset;
  TagScanner scanner(text);
  while (const auto tag = scanner.next()) {
    if (tag->name == "unit") {
      const std::string metres = attribute(tag->attributes, "meter");
      const double value = std::strtod(metres.c_str(), nullptr);
      asset.metres = value > 0.0 && value < 1e12 ? value : 1.0;
    } else if (tag->name == "up_axis" && !tag->closing) {
      const std::string_view behind = scanner.textBehind();
      const std::size_t begin = behind.find_first_not_of(" \t\r\n");
      const std::size_t end = behind.find_last_not_of(" \t\r\n");
      if (begin != std::string_view::npos) {
        asset.upAxis = std::string(behind.substr(begin, end - begin + 1));
      }
    } else if (tag->name == "asset" && tag->closing) {
      break;
    }
  }
  return asset;
}

}  // namespace texeleton

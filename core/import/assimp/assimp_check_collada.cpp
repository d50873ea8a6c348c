#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "core/import/assimp/assimp_check_xml.h"
#include "core/import/assimp/assimp_parts.h"
#include "core/import/number_in.h"

namespace texeleton::importing {

namespace {

constexpr std::size_t kMaxElementNesting = 1000;

// Whether a text can hold as many numbers as its count.
bool countFits(std::string_view attributes, std::string_view content) {
  const auto declared = xmlCount(attributes, "count", 0);
  return !declared || *declared <= content.size() / 2 + 1;  // Invalid counts are reported with the rest of the data.
}

}  // namespace

std::string_view xmlAttribute(std::string_view attributes, std::string_view name) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::size_t at = 0;
  while ((at = attributes.find_first_not_of(" \t\r\n/", at)) != std::string_view::npos) {
    const std::size_t equals = attributes.find('=', at);
    const std::size_t quote =
        equals == std::string_view::npos ? equals : attributes.find_first_not_of(kSpace, equals + 1);
    if (quote == std::string_view::npos || (attributes[quote] != '"' && attributes[quote] != '\'')) {
      return {};
    }
    const std::string_view found = attributes.substr(at, attributes.find_first_of(" \t\r\n=", at) - at);
    const std::size_t end = attributes.find(attributes[quote], quote + 1);
    if (end == std::string_view::npos) {
      return {};
    }
    if (found == name) {
      return attributes.substr(quote + 1, end - quote - 1);
    }
    at = end + 1;
  }
  return {};
}

std::optional<unsigned long long> xmlCount(std::string_view attributes, std::string_view name,
                                           unsigned long long otherwise) {
  const std::string_view text = xmlAttribute(attributes, name);
  if (text.data() == nullptr) {
    return otherwise;
  }
  return numberIn<unsigned long long>(text);
}

void blankDoctype(std::vector<std::byte>& bytes) {
  const std::string_view text = asText(bytes);
  const std::size_t begin = text.find("<!DOCTYPE");
  int depth = 0;
  char quote = 0;
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      quote = c == quote ? 0 : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == ']') {
      depth += c == '[' ? 1 : -1;
    } else if (c == '>' && depth == 0) {
      std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                std::byte{' '});
      return;
    }
  }
}

Result<void> checkCollada(std::string_view text, JobContext& job) {
  TagScanner scanner(text);
  std::vector<std::string> open;
  std::set<std::string> ids;
  std::vector<std::string> links;
  bool isCollada = false;
  while (const auto tag = scanner.next()) {
    isCollada = isCollada || tag->name == "COLLADA";
    if (tag->closing) {
      if (open.empty() || open.back() != tag->name) {
        return badFile(message("the XML is malformed: </%1> closes nothing", tag->name.substr(0, 60)));
      }
      open.pop_back();
      continue;
    }
    const std::string id(xmlAttribute(tag->attributes, "id"));
    if (!id.empty()) {
      ids.insert(id);
    }
    if (tag->name == "instance_node" || tag->name == "instance_geometry" || tag->name == "instance_controller") {
      links.emplace_back(xmlAttribute(tag->attributes, "url"));
    } else if (tag->name == "float_array" || tag->name == "Name_array" || tag->name == "IDREF_array" ||
               tag->name == "int_array") {
      if (!countFits(tag->attributes, scanner.textBehind())) {
        return badFile(message("array \"%1\" declares more numbers than it holds", id));
      }
    }
    if (!tag->empty) {
      open.emplace_back(tag->name);
      if (open.size() > kMaxElementNesting) {
        return badFile(message("the XML is nested deeper than %1; the hierarchy is too deep", kMaxElementNesting));
      }
    }
  }
  if (scanner.declares) {
    return badFile(message("the XML has more than one DOCTYPE, or one that is not whole; COLLADA files need none"));
  }
  if (!isCollada) {
    return badFile(
        message(text.find('<') == std::string_view::npos ? "this is not a COLLADA file" : "this is not COLLADA"));
  }
  if (scanner.cut || !open.empty()) {
    return badFile(
        open.empty() ? message("the XML is not closed; the file is cut short%1", std::string())
                     : message("the XML is not closed; the file is cut short inside <%1>", open.back().substr(0, 60)));
  }
  for (const std::string& link : links) {
    if (link.size() > 1 && link.front() == '#' && ids.count(link.substr(1)) == 0) {
      job.warn("the file instances a node, geometry or controller that is not there", link);
    }
  }
  return {};
}

ColladaAsset readColladaAsset(std::string_view text) {
  ColladaAsset asset;
  TagScanner scanner(text);
  while (const auto tag = scanner.next()) {
    if (tag->name == "unit") {
      const std::string metres(xmlAttribute(tag->attributes, "meter"));
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

}  // namespace texeleton::importing

#include "core/import/assimp/point_orders.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "core/import/assimp/assimp_check_xml.h"

namespace texeleton::importing {

namespace {

/// OBJ points are numbered by colours of two digits in this base; each digit is exact as a float.
constexpr std::uint32_t kColorBase = 4096;
constexpr std::uint32_t kMostObjVertices = kColorBase * kColorBase;

/// Assimp's parsed numbers may be wrong in the last digit of a float.
bool isAt(const aiVector3D& vertex, const glm::vec3& point) {
  constexpr float kShare = 4e-7f;
  const auto near = [](float a, float b) { return std::abs(a - b) <= kShare * std::max(1e-30f, std::abs(b)); };
  return near(vertex.x, point.x) && near(vertex.y, point.y) && near(vertex.z, point.z);
}

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The numbers of a text, up to the first word that is not a number.
template <class T>
std::vector<T> numbersIn(std::string_view text) {
  std::vector<T> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    while (at != end && isBlank(*at)) {
      ++at;
    }
    T number{};
    const auto [next, error] = std::from_chars(at, end, number);
    if (at == end || error != std::errc()) {
      return numbers;
    }
    numbers.push_back(number);
    at = next;
  }
}

std::string localId(std::string_view reference) {
  return std::string(reference.substr(reference.starts_with('#') ? 1 : 0));
}

}  // namespace

void PointOrders::add(std::vector<std::uint32_t> corners, Positions positions) {
  const auto beyond = [&](std::uint32_t point) { return point >= positions->size(); };
  if (!corners.empty() && std::none_of(corners.begin(), corners.end(), beyond)) {
    m_groups.push_back({std::move(corners), std::move(positions)});
  }
}

void PointOrders::useColors(std::vector<std::uint32_t> objectBegins, std::vector<glm::vec4> colors) {
  m_objectBegins = std::move(objectBegins);
  m_colors = std::move(colors);
}

bool PointOrders::matches(const Group& group, const aiMesh& mesh) {
  if (group.corners.size() != mesh.mNumVertices) {
    return false;
  }
  for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
    if (!isAt(mesh.mVertices[v], (*group.positions)[group.corners[v]])) {
      return false;
    }
  }
  return true;
}

void PointOrders::apply(const aiMesh& mesh, SourcePrimitive& primitive) const {
  if (!m_objectBegins.empty()) {
    applyColors(mesh, primitive);
    return;
  }
  const auto group =
      std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& candidate) { return matches(candidate, mesh); });
  if (group != m_groups.end()) {
    primitive.points = group->corners;
    primitive.pointCount = static_cast<std::uint32_t>(group->positions->size());
  } else {
    applyByPlace(mesh, primitive);
  }
}

bool PointOrders::applyByPlace(const aiMesh& mesh, SourcePrimitive& primitive) const {
  std::vector<Positions> tried;
  for (const Group& group : m_groups) {
    if (std::find(tried.begin(), tried.end(), group.positions) != tried.end()) {
      continue;
    }
    tried.push_back(group.positions);
    std::map<std::array<float, 3>, std::uint32_t> pointAt;
    bool decided = true;
    for (std::uint32_t p = 0; decided && p < group.positions->size(); ++p) {
      const glm::vec3& at = (*group.positions)[p];
      decided = pointAt.emplace(std::array{at.x, at.y, at.z}, p).second;
    }
    std::vector<std::uint32_t> points;
    for (unsigned v = 0; decided && v < mesh.mNumVertices; ++v) {
      const aiVector3D& at = mesh.mVertices[v];
      const auto found = pointAt.find({at.x, at.y, at.z});
      decided = found != pointAt.end();
      points.push_back(decided ? found->second : 0);
    }
    if (decided) {
      primitive.points = std::move(points);
      primitive.pointCount = static_cast<std::uint32_t>(group.positions->size());
      return true;
    }
  }
  return false;
}

void PointOrders::applyColors(const aiMesh& mesh, SourcePrimitive& primitive) const {
  if (mesh.mColors[0] == nullptr) {
    return;
  }
  std::vector<std::uint32_t> points;
  for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
    const aiColor4D& color = mesh.mColors[0][v];
    const double point = std::round(static_cast<double>(color.r) + static_cast<double>(color.g) * kColorBase);
    if (!(point >= 0.0 && point < static_cast<double>(m_objectBegins.back()))) {
      return;
    }
    points.push_back(static_cast<std::uint32_t>(point));
  }
  primitive.colors.clear();
  for (std::size_t v = 0; v < points.size() && !m_colors.empty(); ++v) {
    primitive.colors.push_back(m_colors[points[v]]);
  }
  // Exporters number points across the file; an object's points are those of its own lines.
  const auto [least, most] = std::minmax_element(points.begin(), points.end());
  const auto end = std::upper_bound(m_objectBegins.begin(), m_objectBegins.end(), *least);
  const bool isOwn = *most < *end;
  const std::uint32_t begin = isOwn ? *std::prev(end) : 0;
  for (std::uint32_t& point : points) {
    point -= begin;
  }
  primitive.pointCount = isOwn ? *end - begin : m_objectBegins.back();
  primitive.points = std::move(points);
}

void addColladaOrders(std::string_view xml, PointOrders& orders) {
  std::map<std::string, PointOrders::Positions> positionsOf;  // By id of their source, then of their <vertices>.
  std::string source;
  std::string vertices;
  std::vector<std::uint32_t> corners;
  std::size_t stride = 0;
  std::size_t offset = 0;
  bool hasPoints = false;
  PointOrders::Positions positions;
  bool inPolygons = false;
  TagScanner scanner(xml);
  while (const auto tag = scanner.next()) {
    const bool isPolygons = tag->name == "triangles" || tag->name == "polylist" || tag->name == "polygons";
    if (isPolygons && tag->closing) {
      orders.add(std::exchange(corners, {}), positions ? positions : std::make_shared<std::vector<glm::vec3>>());
      inPolygons = false;
    } else if (isPolygons && !tag->empty) {
      stride = 0;
      hasPoints = false;
      positions = nullptr;
      inPolygons = true;
    } else if (tag->closing) {
      vertices = tag->name == "vertices" ? std::string() : vertices;
    } else if (tag->name == "source") {
      source = std::string(xmlAttribute(tag->attributes, "id"));
    } else if (tag->name == "float_array" && !tag->empty) {
      const std::vector<float> numbers = numbersIn<float>(scanner.textBehind());
      auto points = std::make_shared<std::vector<glm::vec3>>(numbers.size() / 3);
      for (std::size_t i = 0; i < points->size(); ++i) {
        (*points)[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
      }
      positionsOf[source] = std::move(points);
    } else if (tag->name == "vertices") {
      vertices = std::string(xmlAttribute(tag->attributes, "id"));
    } else if (tag->name == "input") {
      const std::string_view semantic = xmlAttribute(tag->attributes, "semantic");
      const std::string from = localId(xmlAttribute(tag->attributes, "source"));
      if (inPolygons) {
        const auto place = static_cast<std::size_t>(xmlCount(tag->attributes, "offset", 0).value_or(0));
        stride = std::max(stride, std::min<std::size_t>(place, 1000) + 1);
        if (semantic == "VERTEX") {
          offset = place;
          hasPoints = true;
          positions = positionsOf[from];
        }
      } else if (!vertices.empty() && semantic == "POSITION") {
        positionsOf[vertices] = positionsOf[from];
      }
    } else if (inPolygons && tag->name == "p" && !tag->empty && hasPoints) {
      const std::vector<std::uint32_t> numbers = numbersIn<std::uint32_t>(scanner.textBehind());
      for (std::size_t i = offset; i < numbers.size(); i += stride) {
        corners.push_back(numbers[i]);
      }
    }
  }
}

std::string withPointsAsColors(std::string_view obj, PointOrders& orders) {
  std::string out;
  out.reserve(obj.size() + obj.size() / 4);
  std::vector<std::uint32_t> begins = {0};
  std::vector<glm::vec4> colors;
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < obj.size();) {
    const std::size_t end = std::min(obj.find('\n', at), obj.size());
    const std::string_view line = obj.substr(at, end - at);
    at = end + 1;
    if (line.size() > 1 && line[0] == 'o' && isBlank(line[1]) && begins.back() != count) {
      begins.push_back(count);
    }
    if (line.size() < 2 || line[0] != 'v' || !isBlank(line[1])) {
      out.append(line);
      out += '\n';
      continue;
    }
    const std::vector<double> numbers = numbersIn<double>(line.substr(2));
    const bool hasColor = numbers.size() == 6;
    if ((numbers.size() != 3 && !hasColor) || (count != 0 && hasColor == colors.empty()) ||
        count + 1 == kMostObjVertices) {
      return std::string(obj);
    }
    if (hasColor) {
      colors.emplace_back(numbers[3], numbers[4], numbers[5], 1.0);
    }
    std::size_t position = 2;  // End of the third number in the file.
    for (int i = 0; i < 3; ++i) {
      position = line.find_first_not_of(" \t\r", position);
      position = std::min(line.find_first_of(" \t\r", position), line.size());
    }
    out.append(line.substr(0, position));
    out += ' ' + std::to_string(count % kColorBase) + ' ' + std::to_string(count / kColorBase) + " 0\n";
    ++count;
  }
  if (count == 0) {
    return std::string(obj);
  }
  begins.push_back(count);
  orders.useColors(std::move(begins), std::move(colors));
  return out;
}

}  // namespace texeleton::importing

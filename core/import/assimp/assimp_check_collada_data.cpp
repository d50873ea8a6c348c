#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/import/assimp/assimp_check_xml.h"
#include "core/import/assimp/assimp_parts.h"

// Checks values that Assimp's COLLADA reader trusts: accessors beyond their arrays, inputs and counts that do not
// match, weights of missing joints.

namespace texeleton::importing {

namespace {

using Count = unsigned long long;

constexpr Count kMaxInputOffset = 1000;
constexpr Count kMatrixNumbers = 16;
constexpr Count kColorNumbers = 4;

struct Array {
  Count length = 0;
  bool isText = false;
};

struct Accessor {
  std::string array;
  Count count = 0;
  Count offset = 0;
  Count stride = 1;
  Count params = 0;
  Count numbers = 0;  ///< Numbers of an element, by the types of its params.
};

struct Skin {
  std::string source;  ///< Geometry or controller.
  std::string jointNames;
  std::string inverseBinds;
  std::string weights;
  Count vertexCount = 0;
  Count pairCount = 0;     ///< From <vcount>.
  Count countsRead = 0;    ///< Numbers in <vcount>.
  Count pairsRead = 0;     ///< From <v>.
  Count mostJoint = 0;     ///< Largest index in <v>.
  Count mostWeight = 0;    ///< Largest index of a weight in <v>.
  Count weightBlocks = 0;  ///< <vertex_weights> elements.
};

// "#id" without its mark; references to other files are refused by Assimp itself.
std::string idOf(std::string_view url) { return std::string(url.substr(!url.empty() && url.front() == '#' ? 1 : 0)); }

class ColladaData {
 public:
  explicit ColladaData(std::string_view text) : m_scanner(text) {}

  Message check() {
    while (m_problem.empty()) {
      const auto tag = m_scanner.next();
      if (!tag) {
        break;
      }
      if (tag->closing) {
        leave(tag->name);
      } else {
        enter(*tag);
        if (tag->empty) {
          leave(tag->name);
        }
      }
    }
    for (const auto& [source, accessor] : m_accessors) {
      checkAccessor(source, accessor);
    }
    for (const auto& [id, skin] : m_skins) {
      checkSkin(id, skin);
    }
    return m_problem;
  }

  std::size_t morphs() const { return m_morphs; }

 private:
  using Tag = TagScanner::Tag;

  void fail(Message problem) {
    if (m_problem.empty()) {
      m_problem = std::move(problem);
    }
  }
  static std::string quoted(std::string_view name) {
    std::string text = "\"";
    text.append(name.substr(0, 60));
    return text += '"';
  }

  // An id or a reference. Two spellings of one name would be ambiguous.
  std::string name(const Tag& tag, std::string_view attribute) {
    const std::string_view value = xmlAttribute(tag.attributes, attribute);
    if (value.find('&') != std::string_view::npos) {
      fail(message("the id %1 holds a character that ids do not have", quoted(value)));
    }
    return idOf(value);
  }

  Count count(const Tag& tag, std::string_view attribute, Count otherwise) {
    const auto number = xmlCount(tag.attributes, attribute, otherwise);
    if (!number || *number > std::numeric_limits<std::int32_t>::max()) {
      fail(message("the %1 of a <%2> is no count", attribute, tag.name.substr(0, 60)));
      return 0;
    }
    return *number;
  }

  static bool isPrimitive(std::string_view tag) {
    static constexpr std::array<std::string_view, 7> kPrimitives = {"triangles", "lines",   "linestrips", "polygons",
                                                                    "polylist",  "trifans", "tristrips"};
    return std::ranges::find(kPrimitives, tag) != kPrimitives.end();
  }

  // Reads the whole numbers of the text after the tag. Anything else there would make Assimp read zeros without end.
  template <class Visit>
  Count readIntegers(const Visit& visit, bool negative = false) {
    const std::string_view text = m_scanner.textBehind();
    Count read = 0;
    for (std::size_t at = 0; at < text.size() && m_problem.empty();) {
      if (static_cast<unsigned char>(text[at]) <= ' ') {
        ++at;
        continue;
      }
      const bool minus = negative && text[at] == '-';
      at += minus ? 1 : 0;
      Count number = 0;
      const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
      const auto next = static_cast<std::size_t>(end - text.data());
      const bool whole = next == text.size() || static_cast<unsigned char>(text[next]) <= ' ';
      if (error != std::errc() || !whole || number > std::numeric_limits<std::int32_t>::max()) {
        fail(message("a list of indices holds %1, which is no index", quoted(text.substr(at, 20))));
        return read;
      }
      visit(read++, minus ? 0 : number);
      at = next;
    }
    return read;
  }

  // Elements that Assimp reads with their content; it would interpret a nested one differently than this check.
  static std::string_view kindOf(std::string_view tag) {
    static constexpr std::array<std::string_view, 9> kKinds = {
        "source", "accessor", "mesh", "vertices", "skin", "joints", "sampler", "vertex_weights", "morph"};
    if (tag == "geometry" || tag == "controller") {
      return "geometry";
    }
    if (isPrimitive(tag)) {
      return "triangles";
    }
    return std::ranges::find(kKinds, tag) != kKinds.end() ? tag : std::string_view();
  }

  void enter(const Tag& tag) {
    const std::string_view kind = kindOf(tag.name);
    if (!kind.empty() && !m_open.insert(kind).second) {
      fail(message("a <%1> stands inside another", tag.name));
      return;
    }
    if (tag.name == "source") {
      m_source = name(tag, "id");
    } else if (tag.name == "float_array" || tag.name == "Name_array" || tag.name == "IDREF_array") {
      addArray(tag);
    } else if (tag.name == "accessor") {
      m_accessorOf[m_source] = m_accessors.size();
      m_accessors.emplace_back(m_source, Accessor{name(tag, "source"), count(tag, "count", 0), count(tag, "offset", 0),
                                                  count(tag, "stride", 1), 0, 0});
    } else if (tag.name == "param" && isIn("accessor")) {
      Accessor& accessor = m_accessors.back().second;
      const std::string_view type = xmlAttribute(tag.attributes, "type");
      ++accessor.params;
      accessor.numbers += type == "float4x4" ? kMatrixNumbers : type.data() != nullptr ? 1 : 0;
    } else if (tag.name == "geometry") {
      m_geometry = name(tag, "id");
    } else if (tag.name == "mesh") {
      m_verticesCount = 0;
    } else if (tag.name == "vertices") {
      if (++m_verticesCount > 1) {
        fail(message("mesh %1 has more than one <vertices>", quoted(m_geometry)));
      }
    } else if (isPrimitive(tag.name)) {
      enterPrimitive(tag);
    } else if (tag.name == "input") {
      readInput(tag);
    } else if (tag.name == "vcount") {
      readVertexCounts();
    } else if (tag.name == "p" && !m_primitive.empty()) {
      readPrimitive();
    } else if (tag.name == "v" && isIn("vertex_weights")) {
      readWeights();
    } else {
      enterController(tag);
    }
  }

  void enterController(const Tag& tag) {
    if (tag.name == "controller") {
      m_controller = name(tag, "id");
    } else if (tag.name == "skin") {
      m_skins[m_controller].source = name(tag, "source");
      m_sources[m_controller] = m_skins[m_controller].source;
    } else if (tag.name == "morph") {
      m_sources[m_controller] = name(tag, "source");
    } else if (tag.name == "vertex_weights") {
      Skin& skin = m_skins[m_controller];
      skin.vertexCount = count(tag, "count", 0);
      if (++skin.weightBlocks > 1) {
        fail(message("skin %1 has its weights twice", quoted(m_controller)));
      }
    } else if (tag.name == "channel") {
      const bool isMorph = xmlAttribute(tag.attributes, "target").find("morph-weights") != std::string_view::npos;
      m_morphs += isMorph ? 1 : 0;
    }
  }

  void leave(std::string_view tag) {
    m_open.erase(kindOf(tag));
    if (isPrimitive(tag)) {
      m_primitive = {};
    }
  }
  bool isIn(std::string_view kind) const { return m_open.count(kind) != 0; }

  void addArray(const Tag& tag) {
    const Array array{count(tag, "count", 0), tag.name != "float_array"};
    const auto [place, isNew] = m_arrays.emplace(name(tag, "id"), array);
    if (!isNew && place->second.isText != array.isText) {
      fail(message("two arrays of different kinds are called %1", quoted(place->first)));
    }
    place->second.length = std::min(place->second.length, array.length);
  }

  void enterPrimitive(const Tag& tag) {
    m_primitive = tag.name;
    m_primitiveCount = count(tag, "count", 0);
    m_hasVertexInput = false;
    m_vertexCounts = 0;
  }

  void readInput(const Tag& tag) {
    const std::string_view semantic = xmlAttribute(tag.attributes, "semantic");
    const std::string source = name(tag, "source");
    const Count offset = count(tag, "offset", 0);
    if (offset > kMaxInputOffset) {
      fail(message("an input of mesh %1 has the offset %2", quoted(m_geometry), offset));
    }
    const bool inVertices = isIn("vertices");
    if (inVertices || !m_primitive.empty()) {
      if (semantic == "POSITION") {
        m_positions[m_geometry] = source;
        if (!inVertices) {
          fail(message("mesh %1 has positions outside of its <vertices>", quoted(m_geometry)));
        }
      }
      m_hasVertexInput = m_hasVertexInput || (!inVertices && semantic == "VERTEX");
      if (semantic == "COLOR") {
        m_colors.insert(source);
      }
    } else if (isIn("joints") && semantic == "JOINT") {
      m_skins[m_controller].jointNames = source;
    } else if (isIn("joints") && semantic == "INV_BIND_MATRIX") {
      m_skins[m_controller].inverseBinds = source;
    } else if (isIn("vertex_weights") && semantic == "WEIGHT") {
      m_skins[m_controller].weights = source;
    }
  }

  void readVertexCounts() {
    Count sum = 0;
    const bool inWeights = isIn("vertex_weights");
    const Count most = inWeights ? m_skins[m_controller].vertexCount : 0;
    const Count read = readIntegers([&](Count i, Count number) { sum += !inWeights || i < most ? number : 0; });
    if (inWeights) {
      Skin& skin = m_skins[m_controller];
      skin.pairCount = sum;
      skin.countsRead = read;
    } else if (!m_primitive.empty()) {
      m_vertexCounts = read;
    }
  }

  void readPrimitive() {
    const Count read = readIntegers([](Count, Count) {}, true);
    if (read == 0 || m_primitiveCount == 0) {
      return;
    }
    if (!m_hasVertexInput) {
      fail(message("mesh %1 has a <%2> without a VERTEX input", quoted(m_geometry), m_primitive));
    }
    if (m_primitive == "polylist" && m_vertexCounts < m_primitiveCount) {
      fail(message("mesh %1 has a <polylist> of %2 polygons with %3 vertex counts", quoted(m_geometry),
                   m_primitiveCount, m_vertexCounts));
    }
  }

  void readWeights() {
    Skin& skin = m_skins[m_controller];
    skin.pairsRead = readIntegers([&skin](Count i, Count number) {
                       Count& most = i % 2 == 0 ? skin.mostJoint : skin.mostWeight;
                       most = std::max(most, number);
                     }) /
                     2;
  }

  // The accessor of a source and the array that it reads; null if there is none.
  std::pair<const Accessor*, const Array*> accessorOf(const std::string& source) const {
    const auto place = m_accessorOf.find(source);
    const Accessor* accessor = place != m_accessorOf.end() ? &m_accessors[place->second].second : nullptr;
    const auto array = accessor != nullptr ? m_arrays.find(accessor->array) : m_arrays.end();
    return {accessor, array != m_arrays.end() ? &array->second : nullptr};
  }

  static bool fits(const Accessor& accessor, const Array& array, Count elements, Count numbers) {
    return elements == 0 || accessor.offset + (elements - 1) * accessor.stride + numbers <= array.length;
  }

  void checkAccessor(const std::string& source, const Accessor& accessor) {
    const auto array = m_arrays.find(accessor.array);
    if (array == m_arrays.end()) {
      return;  // Assimp reports it when it is used.
    }
    const Count numbers = std::max({accessor.params, accessor.numbers, Count{1}});
    if (!fits(accessor, array->second, accessor.count, array->second.isText ? 1 : numbers)) {
      fail(
          message("index out of range: the accessor of source %1 (%2 elements, stride %3, offset %4) leaves its array "
                  "of %5 values",
                  quoted(source), accessor.count, accessor.stride, accessor.offset, array->second.length));
    }
    if (numbers > (m_colors.count(source) != 0 ? kColorNumbers : kMatrixNumbers)) {
      fail(message("the accessor of source %1 has elements of %2 numbers", quoted(source), numbers));
    }
  }

  // The geometry of a controller, possibly through other controllers; empty for a cycle.
  std::string geometryBehind(std::string source) {
    for (std::size_t steps = 0; steps <= m_sources.size(); ++steps) {
      const auto next = m_sources.find(source);
      if (next == m_sources.end()) {
        return source;
      }
      source = next->second;
    }
    fail(message("controller %1 has itself as its source", quoted(source)));
    return {};
  }

  void checkSkin(const std::string& id, const Skin& skin) {
    const Message what = message("skin %1", quoted(id));
    const std::string geometry = geometryBehind(skin.source);
    const auto [names, joints] = accessorOf(skin.jointNames);
    const auto [binds, matrices] = accessorOf(skin.inverseBinds);
    if (joints != nullptr && joints->isText) {
      if (!fits(*names, *joints, joints->length, 1)) {
        fail(message("%1: the accessor leaves the array of its joints' names", what));
      }
      if (matrices != nullptr && !matrices->isText && !fits(*binds, *matrices, joints->length, kMatrixNumbers)) {
        fail(message("%1 has %2 joints and too few inverse bind matrices", what, joints->length));
      }
      if (skin.pairCount != 0 && skin.mostJoint >= joints->length) {
        fail(message("index out of range: %1 has a weight for joint %2 of %3", what, skin.mostJoint, joints->length));
      }
    }
    const auto [weightAccessor, weights] = accessorOf(skin.weights);
    if (weights != nullptr && !weights->isText && weights->length != 0 && skin.pairCount != 0 &&
        !fits(*weightAccessor, *weights, skin.mostWeight + 1, 1)) {
      fail(message("index out of range: %1 uses weight %2 of %3", what, skin.mostWeight, weights->length));
    }
    if (skin.vertexCount > skin.countsRead) {
      fail(message("%1 has weights for %2 vertices and %3 counts of them", what, skin.vertexCount, skin.countsRead));
    }
    if (skin.pairCount > skin.pairsRead) {
      fail(message("%1 declares %2 weights and holds %3", what, skin.pairCount, skin.pairsRead));
    }
    const auto source = m_positions.find(geometry);
    const auto [positions, array] = accessorOf(source != m_positions.end() ? source->second : std::string());
    if (source != m_positions.end() && array != nullptr && positions->count > skin.vertexCount) {
      fail(message("%1 has weights for %2 of %3 vertices", what, skin.vertexCount, positions->count));
    }
  }

  TagScanner m_scanner;
  Message m_problem;
  std::map<std::string, Array> m_arrays;
  std::vector<std::pair<std::string, Accessor>> m_accessors;  ///< By the id of their source.
  std::map<std::string, std::size_t> m_accessorOf;            ///< The last accessor of a source.
  std::map<std::string, std::string> m_positions;             ///< Source of a geometry's positions.
  std::set<std::string> m_colors;                             ///< Sources of vertex colours.
  std::map<std::string, Skin> m_skins;                        ///< By controller.
  std::map<std::string, std::string> m_sources;               ///< The source that a controller deforms.
  std::size_t m_morphs = 0;
  std::set<std::string_view> m_open;  ///< Open elements that must not contain others of their kind.

  std::string m_source;
  std::string m_geometry;
  std::string m_controller;
  std::string_view m_primitive;  ///< Empty: outside of primitives.
  Count m_primitiveCount = 0;
  Count m_vertexCounts = 0;
  Count m_verticesCount = 0;
  bool m_hasVertexInput = false;
};

}  // namespace

Result<void> checkColladaData(std::string_view text, JobContext& job) {
  ColladaData data(text);
  Message problem = data.check();
  if (!problem.empty()) {
    return badFile(std::move(problem));
  }
  if (data.morphs() != 0) {
    job.warn(message(data.morphs() == 1 ? "the motion of morph targets is not read from COLLADA files (%1 track is "
                                          "left out); export the model as glTF or FBX to keep it"
                                        : "the motion of morph targets is not read from COLLADA files (%1 tracks are "
                                          "left out); export the model as glTF or FBX to keep it",
                     data.morphs()));
  }
  return {};
}

}  // namespace texeleton::importing

#include "core/import/collada/collada_document.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/import/assimp/assimp_check_xml.h"
#include "core/import/collada/collada_text.h"

namespace texeleton::importing::collada {

namespace {

// The most nodes, including instanced ones.
constexpr std::size_t kMaxNodes = 1'000'000;
constexpr std::size_t kMaxHeight = 1000;

using Tag = TagScanner::Tag;

// The tags of a document, each with its place among the nodes. Nodes in an <extra> are ignored.
class Walker {
 public:
  explicit Walker(std::string_view xml) : m_scanner(xml) {}

  std::optional<Tag> next() {
    auto tag = m_scanner.next();
    if (tag && tag->name == "extra" && !tag->empty) {
      m_extras += tag->closing ? -1 : 1;
    }
    return tag;
  }
  bool isNode(const Tag& tag) const { return m_extras == 0 && (tag.name == "node" || tag.name == "visual_scene"); }
  bool isIn(const Tag& tag, std::string_view name) const { return m_extras == 0 && tag.name == name; }
  std::string_view text() const { return m_scanner.textBehind(); }

 private:
  TagScanner m_scanner;
  int m_extras = 0;
};

bool isJointArray(const Tag& tag) { return tag.name == "Name_array" || tag.name == "IDREF_array"; }
bool isAnimationLibrary(const Tag& tag) {
  return tag.name == "library_animations" || tag.name == "library_animation_clips";
}

bool isMovable(const Tag& tag) {
  static constexpr std::array<std::string_view, 6> kNames = {"camera",   "controller", "effect",
                                                             "geometry", "light",      "material"};
  return std::find(kNames.begin(), kNames.end(), tag.name) != kNames.end();
}

std::string attribute(const Tag& tag, std::string_view name) { return decodedXml(xmlAttribute(tag.attributes, name)); }

std::string reference(std::string_view url) {
  return decodedXml(url.substr(!url.empty() && url.front() == '#' ? 1 : 0));
}
std::string reference(const Tag& tag, std::string_view name) { return reference(xmlAttribute(tag.attributes, name)); }

template <class Visit>
void eachWord(std::string_view text, const Visit& visit) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::size_t at = 0;
  while ((at = text.find_first_not_of(kSpace, at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    visit(text.substr(at, end - at));
    at = end;
  }
}

std::optional<double> numberOf(std::string_view word) {
  word.remove_prefix(!word.empty() && word.front() == '+' ? 1 : 0);
  double number = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  // A number beyond the range of a double is valid, but has no value.
  const bool isNumber = error != std::errc::invalid_argument && end == word.data() + word.size();
  return isNumber ? std::optional(error == std::errc() ? number : std::nan("")) : std::nullopt;
}

struct KindOfTag {
  std::string_view tag;
  Transform::Kind kind;
  std::size_t numbers;
};
constexpr std::array<KindOfTag, 6> kKinds = {{{"lookat", Transform::Kind::LookAt, 9},
                                              {"matrix", Transform::Kind::Matrix, 16},
                                              {"rotate", Transform::Kind::Rotate, 4},
                                              {"scale", Transform::Kind::Scale, 3},
                                              {"skew", Transform::Kind::Skew, 7},
                                              {"translate", Transform::Kind::Translate, 3}}};

Interpolation interpolationOf(std::string_view word) {
  return word == "LINEAR"    ? Interpolation::Linear
         : word == "BEZIER"  ? Interpolation::Bezier
         : word == "HERMITE" ? Interpolation::Hermite
         : word == "STEP"    ? Interpolation::Step
                             : Interpolation::Other;
}

class Reader {
 public:
  explicit Reader(std::string_view xml) : m_walker(xml) {}

  Result<Document> read() {
    while (const auto tag = m_walker.next()) {
      if (!tag->closing) {
        enter(*tag);
      }
      if (tag->closing || tag->empty) {
        leave(*tag);
      }
      if (!m_problem.empty()) {
        return fail(ErrorCode::BadFile, std::move(m_problem));
      }
    }
    findJointArrays();
    return std::move(m_document);
  }

 private:
  void enter(const Tag& tag) {
    if (isAnimationLibrary(tag)) {
      ++m_inAnimations;
    } else if (m_inAnimations != 0) {
      enterAnimation(tag);
    } else if (m_walker.isNode(tag)) {
      enterNode(tag);
    } else if (!m_open.empty()) {
      enterPartOfNode(tag);
    } else {
      enterController(tag);
    }
  }

  void leave(const Tag& tag) {
    if (isAnimationLibrary(tag)) {
      --m_inAnimations;
      m_animations.clear();
    } else if (m_inAnimations != 0) {
      if (tag.name == "animation" && !m_animations.empty()) {
        m_animations.pop_back();
      }
    } else if (m_walker.isNode(tag)) {
      m_document.nodes[m_open.back()].end = m_document.nodes.size();
      m_open.pop_back();
    } else if (tag.name == "joints") {
      m_inJoints = false;
    }
  }

  void enterNode(const Tag& tag) {
    Node node;
    node.id = attribute(tag, "id");
    node.sid = attribute(tag, "sid");
    node.name = attribute(tag, "name");
    node.isJoint = xmlAttribute(tag.attributes, "type") == "JOINT";
    node.depth = m_open.size();
    if (!m_open.empty()) {
      node.parent = m_open.back();
    }
    m_open.push_back(m_document.nodes.size());
    if (!node.id.empty()) {
      m_document.nodeOf.emplace(node.id, m_document.nodes.size());
    }
    m_document.nodes.push_back(std::move(node));
  }

  void enterPartOfNode(const Tag& tag) {
    Node& node = m_document.nodes[m_open.back()];
    const auto kind =
        std::find_if(kKinds.begin(), kKinds.end(), [&](const KindOfTag& k) { return m_walker.isIn(tag, k.tag); });
    if (kind != kKinds.end()) {
      Transform transform{kind->kind, attribute(tag, "sid"), {}};
      transform.values = numbers(tag.empty ? std::string_view() : m_walker.text(), tag.name);
      transform.values.resize(kind->numbers);
      node.transforms.push_back(std::move(transform));
    } else if (m_walker.isIn(tag, "instance_node")) {
      node.instances.push_back(reference(tag, "url"));
    } else if (m_walker.isIn(tag, "instance_controller")) {
      node.controllers.push_back({reference(tag, "url"), {}});
    } else if (m_walker.isIn(tag, "skeleton") && !node.controllers.empty() && !tag.empty) {
      node.controllers.back().skeletons.push_back(reference(m_walker.text()));
    }
  }

  void enterController(const Tag& tag) {
    if (isMovable(tag)) {
      m_document.otherIds.insert(attribute(tag, "id"));
    }
    if (tag.name == "controller") {
      m_controller = attribute(tag, "id");
    } else if (tag.name == "source") {
      m_source = attribute(tag, "id");
    } else if (tag.name == "accessor") {
      m_arrayOfSource[m_source] = reference(tag, "source");
    } else if (isJointArray(tag)) {
      m_arrays.emplace(attribute(tag, "id"), m_document.jointArrays.size());
      JointArray array{{}, tag.name == "IDREF_array", false};
      eachWord(tag.empty ? std::string_view() : m_walker.text(),
               [&](std::string_view word) { array.names.push_back(decodedXml(word)); });
      m_document.jointArrays.push_back(std::move(array));
    } else if (tag.name == "joints") {
      m_inJoints = true;
    } else if (tag.name == "input" && m_inJoints && xmlAttribute(tag.attributes, "semantic") == "JOINT") {
      m_jointSources.emplace_back(m_controller, reference(tag, "source"));
    }
  }

  void findJointArrays() {
    for (const auto& [controller, source] : m_jointSources) {
      const auto array = m_arrays.find(m_arrayOfSource[source]);
      if (array != m_arrays.end()) {
        m_document.jointsOf[controller] = array->second;
        m_document.jointArrays[array->second].isUsed = true;
      }
    }
  }

  void enterAnimation(const Tag& tag) {
    const std::string_view text = tag.empty ? std::string_view() : m_walker.text();
    if (tag.name == "animation") {
      m_document.animations.push_back({attribute(tag, "id"), attribute(tag, "name"),
                                       m_animations.empty() ? std::nullopt : std::optional(m_animations.back())});
      m_animations.push_back(m_document.animations.size() - 1);
    } else if (tag.name == "source") {
      m_source = attribute(tag, "id");
    } else if (tag.name == "float_array") {
      m_document.numbers[attribute(tag, "id")] = numbers(text, tag.name);
    } else if (tag.name == "Name_array") {
      std::vector<Interpolation>& array = m_document.interpolations[attribute(tag, "id")];
      array.clear();
      eachWord(text, [&](std::string_view word) { array.push_back(interpolationOf(word)); });
    } else if (tag.name == "accessor") {
      m_document.sources[m_source] = {reference(tag, "source"), count(tag, "count", 0), count(tag, "offset", 0),
                                      count(tag, "stride", 1)};
    } else if (tag.name == "sampler") {
      m_sampler = &m_document.samplers[attribute(tag, "id")];
      *m_sampler = {};
      for (const char* name : {"pre_behavior", "post_behavior"}) {
        const std::string_view behaviour = xmlAttribute(tag.attributes, name);
        const bool holds = behaviour.empty() || behaviour == "UNDEFINED" || behaviour == "CONSTANT";
        m_sampler->isExtrapolated = m_sampler->isExtrapolated || !holds;
      }
    } else if (tag.name == "input" && m_sampler != nullptr) {
      m_sampler->sources[attribute(tag, "semantic")] = reference(tag, "source");
    } else if (tag.name == "channel" && !m_animations.empty()) {
      m_document.channels.push_back({reference(tag, "source"), attribute(tag, "target"), m_animations.back()});
    } else if (tag.name == "animation_clip") {
      AnimationClip clip;
      clip.name = attribute(tag, "name");
      clip.name = clip.name.empty() ? attribute(tag, "id") : clip.name;
      clip.start = numberOf(xmlAttribute(tag.attributes, "start"));
      clip.end = numberOf(xmlAttribute(tag.attributes, "end"));
      m_document.clips.push_back(std::move(clip));
    } else if (tag.name == "instance_animation" && !m_document.clips.empty()) {
      m_document.clips.back().animations.push_back(reference(tag, "url"));
    }
  }

  std::size_t count(const Tag& tag, std::string_view name, std::size_t otherwise) {
    return static_cast<std::size_t>(xmlCount(tag.attributes, name, otherwise).value_or(0));
  }

  std::vector<double> numbers(std::string_view text, std::string_view element) {
    std::vector<double> values;
    eachWord(text, [&](std::string_view word) {
      const auto number = numberOf(word);
      if (!number && m_problem.empty()) {
        m_problem = message("a <%1> holds \"%2\", which is no number", element, word.substr(0, 20));
      }
      values.push_back(number.value_or(0.0));
    });
    return values;
  }

  Walker m_walker;
  Document m_document;
  Message m_problem;
  std::vector<std::size_t> m_open;        ///< Open nodes.
  std::vector<std::size_t> m_animations;  ///< Open animations.
  int m_inAnimations = 0;
  bool m_inJoints = false;
  std::string m_controller, m_source;
  Sampler* m_sampler = nullptr;
  std::unordered_map<std::string, std::string> m_arrayOfSource;
  std::unordered_map<std::string, std::size_t> m_arrays;  ///< Joint arrays by id.
  std::vector<std::pair<std::string, std::string>> m_jointSources;
};

// Checks the number and depth of the nodes that Assimp creates for instances.
Result<void> checkInstances(const Document& document) {
  struct Size {
    bool open = false;
    std::size_t nodes = 0;  ///< 0: unknown.
    std::size_t height = 1;
  };
  std::vector<std::vector<std::size_t>> below(document.nodes.size());
  for (std::size_t n = 0; n < document.nodes.size(); ++n) {
    const Node& node = document.nodes[n];
    if (node.parent) {
      below[*node.parent].push_back(n);
    }
    for (const std::string& id : node.instances) {
      if (const auto target = document.nodeOf.find(id); target != document.nodeOf.end()) {
        below[n].push_back(target->second);
      }
    }
  }
  std::vector<Size> sizes(document.nodes.size());
  for (std::size_t start = 0; start < sizes.size(); ++start) {
    std::vector<std::size_t> stack = {start};
    while (!stack.empty()) {
      const std::size_t n = stack.back();
      Size& size = sizes[n];
      if (size.nodes != 0) {
        stack.pop_back();
      } else if (!size.open) {
        size.open = true;
        for (const std::size_t child : below[n]) {
          if (sizes[child].open && sizes[child].nodes == 0) {
            return fail(ErrorCode::BadFile, "a node instances itself: there is a cycle in the nodes");
          }
          stack.push_back(child);
        }
      } else {
        size.nodes = 1;
        for (const std::size_t child : below[n]) {
          size.nodes = std::min(size.nodes + sizes[child].nodes, kMaxNodes + 1);
          size.height = std::max(size.height, sizes[child].height + 1);
        }
        if (size.nodes > kMaxNodes || size.height > kMaxHeight) {
          return fail(ErrorCode::Limit, message("nodes that instance others become more than %1, or deeper than %2",
                                                kMaxNodes, kMaxHeight));
        }
        stack.pop_back();
      }
    }
  }
  return {};
}

std::optional<std::size_t> numberBehind(std::string_view& text, char mark) {
  std::size_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data() + std::min<std::size_t>(1, text.size()), text.data() + text.size(), number);
  if (text.empty() || text.front() != mark || error != std::errc()) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

Result<Document> readDocument(std::string_view xml) {
  auto document = Reader(xml).read();
  TRY(document);
  TRY(checkInstances(*document));
  return document;
}

std::string withPlainNames(std::string_view xml, const Document& document) {
  std::string out;
  out.reserve(xml.size());
  Walker walker(xml);
  std::size_t node = 0;
  std::size_t array = 0;
  std::size_t copied = 0;
  int open = 0;     // Open nodes.
  int skipped = 0;  // Depth inside of skipped elements.
  const auto plainUrl = [&](const Tag& tag) {
    const auto target = document.nodeOf.find(reference(tag, "url"));
    std::string url = " url=\"#";
    if (target != document.nodeOf.end()) {
      url += 'n';
      url += std::to_string(target->second);
    } else {
      url += '?';  // Not a valid node name, so that a missing target stays missing.
      url += xmlAttribute(tag.attributes, "url");
      std::replace(url.begin() + 6, url.end(), '"', '?');
    }
    return url += '"';
  };
  while (const auto tag = walker.next()) {
    const std::size_t begin = static_cast<std::size_t>(tag->name.data() - xml.data()) - (tag->closing ? 2 : 1);
    const std::string_view last = tag->attributes.empty() ? tag->name : tag->attributes;
    const std::size_t end = static_cast<std::size_t>(last.data() + last.size() - xml.data()) + 1;  // After its '>'.
    if (isAnimationLibrary(*tag) && !tag->empty) {
      if (skipped == 0) {
        out += xml.substr(copied, begin - copied);
      }
      skipped += tag->closing ? -1 : 1;
      copied = end;
      continue;
    }
    if (skipped == 0 && tag->closing && walker.isNode(*tag)) {
      --open;
    }
    if (skipped != 0 || tag->closing) {
      continue;
    }
    std::string plain;
    if (walker.isNode(*tag)) {
      plain = " id=\"n";
      plain += std::to_string(node++);
      plain += '"';
      open += tag->empty ? 0 : 1;
    } else if (walker.isIn(*tag, "instance_node") || walker.isIn(*tag, "instance_visual_scene")) {
      plain = plainUrl(*tag);
    } else if (isJointArray(*tag) && open == 0) {
      const std::size_t number = array++;
      if (document.jointArrays[number].isUsed && !tag->empty) {
        out += xml.substr(copied, end - copied);
        for (std::size_t j = 0; j < document.jointArrays[number].names.size(); ++j) {
          out += j == 0 ? "a" : " a";
          out += std::to_string(number);
          out += 'j';
          out += std::to_string(j);
        }
        copied = end + walker.text().size();
      }
      continue;
    } else {
      if (tag->name == "skin" && !tag->empty) {
        // The default for skins without one, for which Assimp would use zeros. A skin's own matrix follows and
        // overrides it.
        out += xml.substr(copied, end - copied);
        out += "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>";
        copied = end;
      }
      continue;
    }
    out += xml.substr(copied, begin - copied);
    out += '<';
    out += tag->name;
    out += plain;
    out += tag->empty ? "/>" : ">";
    copied = end;
  }
  out += xml.substr(copied);
  return out;
}

std::optional<std::size_t> nodeNamed(std::string_view plainName, const Document& document) {
  const auto node = numberBehind(plainName, 'n');
  return node && plainName.empty() && *node < document.nodes.size() ? node : std::nullopt;
}

std::optional<JointName> jointNamed(std::string_view plainName, const Document& document) {
  const auto array = numberBehind(plainName, 'a');
  const auto place = numberBehind(plainName, 'j');
  const bool isJoint = array && place && plainName.empty() && *array < document.jointArrays.size() &&
                       *place < document.jointArrays[*array].names.size();
  return isJoint ? std::optional(JointName{*array, *place}) : std::nullopt;
}

std::string shownName(const Document& document, std::size_t node) {
  const Node& n = document.nodes[node];
  return !n.id.empty() ? n.id : !n.sid.empty() ? n.sid : n.name;
}

JointFinder::JointFinder(const Document& document) : m_document(document) {
  for (std::size_t n = 0; n < document.nodes.size(); ++n) {
    const Node& node = document.nodes[n];
    m_bySid[node.sid].push_back(n);
    m_byId[node.id].push_back(n);
    m_byName[node.name].push_back(n);
  }
}

std::optional<std::size_t> JointFinder::below(const std::string& sid, std::size_t root) const {
  const auto found = m_bySid.find(sid);
  if (found == m_bySid.end()) {
    return std::nullopt;
  }
  const std::vector<Node>& nodes = m_document.nodes;
  std::optional<std::size_t> best;
  for (auto n = std::lower_bound(found->second.begin(), found->second.end(), root);
       n != found->second.end() && *n < nodes[root].end; ++n) {
    best = !best || nodes[*n].depth < nodes[*best].depth ? *n : *best;
  }
  return best;
}

std::optional<std::size_t> JointFinder::anywhere(const std::string& name, bool joints, bool idFirst) const {
  for (const auto* names : {idFirst ? &m_byId : &m_bySid, idFirst ? &m_bySid : &m_byId, &m_byName}) {
    const auto found = names->find(name);
    if (found == names->end()) {
      continue;
    }
    for (const std::size_t n : found->second) {
      if (m_document.nodes[n].isJoint || !joints) {
        return n;
      }
    }
  }
  return std::nullopt;
}

std::vector<std::optional<std::size_t>> JointFinder::find(const ControllerInstance& instance,
                                                          const JointArray& array) const {
  std::vector<std::size_t> roots;
  for (const std::string& id : instance.skeletons) {
    if (const auto root = m_document.nodeOf.find(id); root != m_document.nodeOf.end()) {
      roots.push_back(root->second);
    }
  }
  std::vector<std::optional<std::size_t>> joints;
  joints.reserve(array.names.size());
  for (const std::string& name : array.names) {
    std::optional<std::size_t> joint;
    if (const auto byId = m_document.nodeOf.find(name); array.isIds && byId != m_document.nodeOf.end()) {
      joint = byId->second;
    }
    for (std::size_t r = 0; !joint && r < roots.size(); ++r) {
      joint = below(name, roots[r]);
    }
    joint = joint ? joint : anywhere(name, true, array.isIds);
    joints.push_back(joint ? joint : anywhere(name, false, array.isIds));
  }
  return joints;
}

}  // namespace texeleton::importing::collada

// FBX 7 from its own records, posed by the formulas that the FBX SDK documents (FbxNode's transformation members,
// FbxTransform::EInheritType, FbxCluster). Assimp 5.2 cannot be the reference here. Of the frames written by Maya and
// 3ds Max themselves (tests/data/authored_poses.txt) it misses those of maya-sausage-ascii with scaled joints by 0.3
// and more of the size (it does not support InheritType 2; with preserved pivots it misses the rest too), and those of
// max-skin-zup by 0.55 and more (it ignores the geometric transform of skinned meshes). This evaluation matches all of
// them.

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>

#include "tests/reference/reference_fbx_curve.h"
#include "tests/reference/reference_scene.h"

namespace texeleton::test {

namespace {

using Id = std::int64_t;
using Vector = glm::dvec3;
using Matrix = glm::dmat4;

Matrix turn(const Vector& degrees, int order = 0) {
  // The first axis named is applied first, so it is rightmost.
  static const char* const kOrders[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
  Matrix result(1.0);
  for (const char* axis = kOrders[order]; *axis != '\0'; ++axis) {
    Vector direction(0.0);
    direction[*axis - 'X'] = 1.0;
    result = glm::rotate(Matrix(1.0), glm::radians(degrees[*axis - 'X']), direction) * result;
  }
  return result;
}
Matrix move(const Vector& by) { return glm::translate(Matrix(1.0), by); }
Matrix stretch(const Vector& by) { return glm::scale(Matrix(1.0), by); }

struct Connection {
  Id source;
  Id target;
  std::string property;
};

struct File {
  FbxRecord root;
  std::vector<std::pair<Id, const FbxRecord*>> objects;
  std::map<Id, const FbxRecord*> byId;
  std::vector<Connection> connections;

  explicit File(const std::filesystem::path& path) : root(readFbxRecords(path)) {
    for (const FbxRecord& object : root.find("Objects")->children) {
      objects.emplace_back(object.integer(0), &object);
      byId[object.integer(0)] = &object;
    }
    for (const FbxRecord& c : root.find("Connections")->children) {
      connections.push_back({c.integer(1), c.integer(2), c.text(3)});
    }
  }

  std::vector<std::pair<Id, std::string>> sources(Id target, const std::string& kind) const {
    std::vector<std::pair<Id, std::string>> result;
    for (const Connection& c : connections) {
      if (c.target == target && byId.count(c.source) != 0 && byId.at(c.source)->name == kind) {
        result.emplace_back(c.source, c.property);
      }
    }
    return result;
  }

  static const FbxRecord* in(const FbxRecord* holder, const std::string& name) {
    const FbxRecord* table = holder != nullptr ? holder->find("Properties70") : nullptr;
    for (std::size_t i = 0; table != nullptr && i < table->children.size(); ++i) {
      if (table->children[i].text(0) == name) {
        return &table->children[i];
      }
    }
    return nullptr;
  }

  // The property of an object, or else of the template of its kind.
  const FbxRecord* property(const FbxRecord& object, const std::string& name) const {
    const FbxRecord* own = in(&object, name);
    const FbxRecord* definitions = root.find("Definitions");
    for (std::size_t i = 0; own == nullptr && definitions != nullptr && i < definitions->children.size(); ++i) {
      const FbxRecord& type = definitions->children[i];
      if (type.text(0) == object.name) {
        own = in(type.find("PropertyTemplate"), name);
      }
    }
    return own;
  }
  Vector vector(const FbxRecord& object, const std::string& name, double otherwise) const {
    const FbxRecord* p = property(object, name);
    return p != nullptr ? Vector(p->number(4), p->number(5), p->number(6)) : Vector(otherwise);
  }
  int integer(const FbxRecord& object, const std::string& name, int otherwise) const {
    const FbxRecord* p = property(object, name);
    return p != nullptr ? static_cast<int>(p->number(4)) : otherwise;
  }
};

// A property of an object in a take: its curves by component, and the curve node's values of the others.
struct Moved {
  std::map<std::string, const FbxRecord*> curves;
  const FbxRecord* node = nullptr;

  double at(const std::string& component, double still, double seconds) const {
    const auto curve = curves.find(component);
    if (curve != curves.end()) {
      return evaluateFbxCurve(*curve->second, seconds);
    }
    const FbxRecord* own = File::in(node, component);
    return own != nullptr ? own->number(4) : still;
  }
};

struct Take {
  std::map<std::pair<Id, std::string>, Moved> moved;
};

struct Node {
  Id id = 0;
  const FbxRecord* record = nullptr;
  int parent = -1;
};

struct Scene {
  explicit Scene(const std::filesystem::path& path) : file(path) {
    addNodes(0, -1);
    for (const auto& [id, object] : file.objects) {
      if (object->name == "AnimationStack") {
        addTake(id, *object);
      }
    }
  }

  File file;
  std::vector<Node> nodes;
  std::map<Id, std::size_t> numbers;
  std::vector<std::pair<std::string, Take>> takes;

  void addNodes(Id parentId, int parent) {
    for (const auto& [id, ignored] : file.sources(parentId, "Model")) {
      const int here = static_cast<int>(nodes.size());
      numbers[id] = nodes.size();
      nodes.push_back({id, file.byId.at(id), parent});
      addNodes(id, here);
    }
  }

  void addTake(Id id, const FbxRecord& stack) {
    Take take;
    for (const auto& layer : file.sources(id, "AnimationLayer")) {
      for (const auto& curveNode : file.sources(layer.first, "AnimationCurveNode")) {
        Moved moved;
        moved.node = file.byId.at(curveNode.first);
        for (const auto& [curve, component] : file.sources(curveNode.first, "AnimationCurve")) {
          moved.curves[component] = file.byId.at(curve);
        }
        for (const Connection& c : file.connections) {
          if (c.source == curveNode.first && !c.property.empty()) {
            take.moved.emplace(std::pair(c.target, c.property), moved);
          }
        }
      }
    }
    takes.emplace_back(stack.text(1), std::move(take));
  }

  Vector value(const Node& node, const Take& take, const std::string& name, double otherwise, double seconds) const {
    Vector v = file.vector(*node.record, name, otherwise);
    if (const auto it = take.moved.find({node.id, name}); it != take.moved.end()) {
      v = {it->second.at("d|X", v.x, seconds), it->second.at("d|Y", v.y, seconds), it->second.at("d|Z", v.z, seconds)};
    }
    return v;
  }

  // World matrices. As the SDK documents, rotation and scale of a node are inherited separately, and the inherit type
  // determines how they are combined; the origin is always transformed by the parent's whole matrix.
  std::vector<Matrix> pose(const Take& take, double seconds) const {
    struct Global {
      Matrix whole{1.0};
      Matrix rotation{1.0};
      Matrix scaling{1.0};  // whole without its translation = rotation · scaling
      Vector localScale{1.0};
    };
    std::vector<Global> globals;
    std::vector<Matrix> worlds;
    for (const Node& node : nodes) {
      const FbxRecord& r = *node.record;
      const bool hasSpace =
          file.integer(r, "RotationActive", 1) != 0 && file.integer(r, "RotationSpaceForLimitOnly", 0) == 0;
      const Matrix pre = hasSpace ? turn(file.vector(r, "PreRotation", 0)) : Matrix(1.0);
      const Matrix post = hasSpace ? turn(file.vector(r, "PostRotation", 0)) : Matrix(1.0);
      const int order = hasSpace ? file.integer(r, "RotationOrder", 0) : 0;
      const Matrix rotation = pre * turn(value(node, take, "Lcl Rotation", 0, seconds), order) * glm::inverse(post);
      const Vector scale = value(node, take, "Lcl Scaling", 1, seconds);
      const Vector rotationPivot = file.vector(r, "RotationPivot", 0);
      const Vector scalingPivot = file.vector(r, "ScalingPivot", 0);
      const Matrix local = move(value(node, take, "Lcl Translation", 0, seconds)) *
                           move(file.vector(r, "RotationOffset", 0)) * move(rotationPivot) * rotation *
                           move(-rotationPivot) * move(file.vector(r, "ScalingOffset", 0)) * move(scalingPivot) *
                           stretch(scale) * move(-scalingPivot);
      const Global parent = node.parent < 0 ? Global() : globals[static_cast<std::size_t>(node.parent)];
      Matrix meeting;
      switch (file.integer(r, "InheritType", 0)) {
        case 0:  // RrSs
          meeting = parent.rotation * rotation * parent.scaling * stretch(scale);
          break;
        case 1:  // RSrs
          meeting = parent.rotation * parent.scaling * rotation * stretch(scale);
          break;
        default:  // Rrs: without the scale of the parent itself
          meeting =
              parent.rotation * rotation * parent.scaling * glm::inverse(stretch(parent.localScale)) * stretch(scale);
          break;
      }
      Global global;
      global.localScale = scale;
      global.rotation = parent.rotation * rotation;
      global.scaling = glm::inverse(global.rotation) * meeting;
      global.whole = meeting;
      global.whole[3] = parent.whole * local[3];
      worlds.push_back(global.whole);
      globals.push_back(global);
    }
    return worlds;
  }
};

Matrix toPack(const File& file) {
  const FbxRecord& settings = *file.root.find("GlobalSettings");
  Matrix axes(0.0);
  const char* const names[3] = {"CoordAxis", "UpAxis", "FrontAxis"};
  for (int row = 0; row < 3; ++row) {
    const std::string name = names[row];
    axes[file.integer(settings, name, row)][row] = file.integer(settings, name + "Sign", 1);
  }
  axes[3][3] = 1.0;
  const FbxRecord* unit = File::in(&settings, "UnitScaleFactor");
  return stretch(Vector((unit != nullptr ? unit->number(4) : 1.0) / 100.0)) * axes;
}

// Shared by all parts of a mesh, with the channels of its morph targets.
struct Body {
  ReferencePart part;
  std::vector<std::pair<Id, double>> channels;  // by target: the slider and its rest value in percent
};

Body readBody(const Scene& scene, const Node& node, Id geometryId) {
  const File& file = scene.file;
  const FbxRecord& geometry = *file.byId.at(geometryId);
  Body body;
  body.part.name = node.record->text(1);
  body.part.node = scene.numbers.at(node.id);
  const Matrix geometric = move(file.vector(*node.record, "GeometricTranslation", 0)) *
                           turn(file.vector(*node.record, "GeometricRotation", 0)) *
                           stretch(file.vector(*node.record, "GeometricScaling", 1));
  const auto numbers = geometry.array("Vertices");
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    body.part.positions.emplace_back(geometric * glm::dvec4(numbers[i], numbers[i + 1], numbers[i + 2], 1.0));
  }
  for (const auto& deformer : file.sources(geometryId, "Deformer")) {
    for (const auto& [id, ignored] : file.sources(deformer.first, "Deformer")) {
      const FbxRecord& sub = *file.byId.at(id);
      if (sub.text(2) == "Cluster") {
        const auto bones = file.sources(id, "Model");
        const auto transform = sub.array("Transform");
        if (bones.empty() || transform.size() != 16) {
          continue;
        }
        body.part.influences.resize(body.part.positions.size());
        // Transform maps from the mesh node's space, in which the geometric transform has placed the vertices, to the
        // bone.
        body.part.offsets.push_back(glm::make_mat4(transform.data()));
        const auto indices = sub.array("Indexes");
        const auto weights = sub.array("Weights");
        for (std::size_t i = 0; i < indices.size(); ++i) {
          body.part.influences[static_cast<std::size_t>(indices[i])].push_back({body.part.joints.size(), weights[i]});
        }
        body.part.joints.push_back(scene.numbers.at(bones[0].first));
      } else if (sub.text(2) == "BlendShapeChannel") {
        const auto shapes = file.sources(id, "Geometry");
        if (shapes.size() != 1) {
          throw std::runtime_error("the reference knows sliders of one shape only");
        }
        const FbxRecord& shape = *file.byId.at(shapes[0].first);
        ReferenceMorph morph;
        morph.deltas.resize(body.part.positions.size(), Vector(0.0));
        const auto indices = shape.array("Indexes");
        const auto deltas = shape.array("Vertices");
        for (std::size_t i = 0; i < indices.size(); ++i) {
          morph.deltas[static_cast<std::size_t>(indices[i])] =
              glm::dmat3(geometric) * Vector(deltas[3 * i], deltas[3 * i + 1], deltas[3 * i + 2]);
        }
        body.part.morphs.push_back(std::move(morph));
        const FbxRecord* percent = sub.find("DeformPercent");
        body.channels.emplace_back(id, percent != nullptr ? percent->number(0) : 0.0);
      }
    }
  }
  return body;
}

// One part per material, as in packs.
void addParts(const FbxRecord& geometry, const Body& body, ReferenceScene& out,
              std::vector<std::vector<std::pair<Id, double>>>& channels) {
  std::vector<double> materials;
  if (const FbxRecord* layer = geometry.find("LayerElementMaterial")) {
    const FbxRecord* mapping = layer->find("MappingInformationType");
    if (mapping != nullptr && mapping->text(0) == "ByPolygon") {
      materials = layer->array("Materials");
    }
  }
  std::map<double, ReferencePart> parts;
  std::vector<std::size_t> polygon;
  std::size_t polygons = 0;
  for (const double stored : geometry.array("PolygonVertexIndex")) {
    polygon.push_back(static_cast<std::size_t>(stored < 0 ? -stored - 1 : stored));
    if (stored >= 0) {
      continue;
    }
    const double material = polygons < materials.size() ? materials[polygons] : 0.0;
    ++polygons;
    ReferencePart& part = parts.try_emplace(material, body.part).first->second;
    if (polygon.size() >= 3) {
      part.corners.insert(part.corners.end(), polygon.begin(), polygon.end());
      part.polygons.push_back(polygon.size());
    }
    polygon.clear();
  }
  for (auto& [material, part] : parts) {
    if (!part.corners.empty()) {
      out.parts.push_back(std::move(part));
      channels.push_back(body.channels);
    }
  }
}

}  // namespace

ReferenceScene readReferenceFbx(const std::filesystem::path& file) {
  const auto scene = std::make_shared<const Scene>(file);
  ReferenceScene out;
  out.toPack = toPack(scene->file);
  std::vector<std::vector<std::pair<Id, double>>> channels;  // by part
  for (const Node& node : scene->nodes) {
    for (const auto& [id, ignored] : scene->file.sources(node.id, "Geometry")) {
      const FbxRecord& geometry = *scene->file.byId.at(id);
      if (geometry.text(2) == "Mesh") {
        addParts(geometry, readBody(*scene, node, id), out, channels);
      }
    }
  }
  for (const auto& [name, take] : scene->takes) {
    ReferenceClip clip;
    clip.name = name;
    clip.number = out.clips.size();
    out.clips.push_back(std::move(clip));
  }
  for (std::size_t p = 0; p < out.parts.size(); ++p) {
    out.parts[p].number = p;
  }
  out.pose = [scene](const ReferenceClip& clip, double seconds) {
    return scene->pose(scene->takes.at(clip.number).second, seconds);
  };
  out.weigh = [scene, channels](const ReferencePart& part, const ReferenceClip& clip, double seconds) {
    std::vector<double> weights;
    const Take& take = scene->takes.at(clip.number).second;
    for (const auto& [id, rest] : channels.at(part.number)) {
      const auto moved = take.moved.find({id, "DeformPercent"});
      weights.push_back((moved != take.moved.end() ? moved->second.at("d|DeformPercent", rest, seconds) : rest) /
                        100.0);
    }
    return weights;
  };
  return out;
}

}  // namespace texeleton::test

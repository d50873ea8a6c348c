#include "core/import/fbx/fbx_scene.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <set>
#include <tuple>

namespace texeleton::importing::fbx {

const Record* Properties::find(std::string_view name) const {
  for (const Record* table : {own, fallback}) {
    if (table != nullptr) {
      for (const Record& property : table->children) {
        if (property.textAt(0) == name && property.values.size() > 4) {
          return &property;
        }
      }
    }
  }
  return nullptr;
}

double Properties::number(std::string_view name, double otherwise) const {
  const Record* property = find(name);
  return property != nullptr ? property->numberAt(4) : otherwise;
}

std::int64_t Properties::integer(std::string_view name, std::int64_t otherwise) const {
  const Record* property = find(name);
  return property != nullptr ? property->integerAt(4) : otherwise;
}

glm::dvec3 Properties::vector(std::string_view name, const glm::dvec3& otherwise) const {
  const Record* property = find(name);
  if (property == nullptr || property->values.size() < 7) {
    return otherwise;
  }
  return {property->numberAt(4), property->numberAt(5), property->numberAt(6)};
}

bool Pivots::moveTheOrigin() const {
  const glm::dvec3 zero(0.0);
  return rotationPivot != zero || scalingPivot != zero || rotationOffset != zero || scalingOffset != zero;
}

std::string objectName(const Record& object) {
  std::string_view text = object.textAt(1);
  if (const std::size_t at = text.find(std::string_view("\0\1", 2)); at != std::string_view::npos) {
    return std::string(text.substr(0, at));
  }
  // Only known classes are removed: in "rig::hip" the first part is a namespace.
  const std::size_t at = text.find("::");
  for (const std::string_view known : {"Model", "Geometry", "Material", "AnimStack", "AnimLayer", "SubDeformer"}) {
    if (at != std::string_view::npos && text.substr(0, at) == known) {
      return std::string(text.substr(at + 2));
    }
  }
  return std::string(text);
}

namespace {

/// Axes in the order of their rotation.
const std::array<int, 3>& axesOfOrder(int order) {
  static constexpr std::array<std::array<int, 3>, 6> kOrders = {
      {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}};
  return kOrders[order >= 0 && order < 6 ? static_cast<std::size_t>(order) : 0];
}

}  // namespace

glm::dquat eulerRotation(const glm::dvec3& degrees, int order) {
  glm::dquat rotation(1.0, 0.0, 0.0, 0.0);
  for (const int axis : axesOfOrder(order)) {
    glm::dvec3 direction(0.0);
    direction[axis] = 1.0;
    rotation = glm::angleAxis(glm::radians(degrees[axis]), direction) * rotation;
  }
  return rotation;
}

glm::dvec3 eulerAngles(const glm::dquat& rotation, int order) {
  const auto& [first, second, third] = axesOfOrder(order);
  const glm::dmat3 m = glm::mat3_cast(rotation);
  const double sign = (second - first + 3) % 3 == 1 ? 1.0 : -1.0;
  const auto at = [&](int row, int column) { return m[column][row]; };
  const double sine = std::clamp(-sign * at(third, first), -1.0, 1.0);
  glm::dvec3 angles(0.0);
  angles[second] = std::asin(sine);
  if (std::abs(sine) < 1.0 - 1e-12) {
    angles[second] = std::atan2(sine, std::hypot(at(first, first), at(second, first)));
    angles[first] = std::atan2(sign * at(third, second), at(third, third));
    angles[third] = std::atan2(sign * at(second, first), at(first, first));
  } else {
    // Gimbal lock: the first and third axis coincide, and the first angle stands for both.
    angles[first] = std::atan2(-sign * at(second, third), at(second, second));
  }
  return glm::degrees(angles);
}

Properties Scene::properties(const Record& object) const {
  Properties properties;
  properties.own = object.find("Properties70");
  if (const Record* definitions = document->root.find("Definitions")) {
    for (const Record& type : definitions->children) {
      if (type.name == "ObjectType" && type.textAt(0) == object.name) {
        if (const Record* propertyTemplate = type.find("PropertyTemplate")) {
          properties.fallback = propertyTemplate->find("Properties70");
        }
      }
    }
  }
  return properties;
}

namespace {

double frameRate(std::int64_t timeMode, double custom) {
  static constexpr std::array<double, 19> kRates = {
      30.0, 120.0, 100.0,  60.0,           50.0, 48.0, 30.0, 30.0,           30000 / 1001.0, 30000 / 1001.0,
      25.0, 24.0,  1000.0, 24000 / 1001.0, 0.0,  96.0, 72.0, 60000 / 1001.0, 120000 / 1001.0};
  if (timeMode == 14) {
    return custom > 0.0 ? custom : 0.0;
  }
  return timeMode >= 0 && timeMode < static_cast<std::int64_t>(kRates.size())
             ? kRates[static_cast<std::size_t>(timeMode)]
             : 0.0;
}

std::optional<glm::dmat4> readMatrix(const Record& object, std::string_view name) {
  const Value* value = object.valueOf(name);
  const auto numbers = value != nullptr ? readNumbers(*value) : std::vector<double>();
  return numbers && numbers->size() == 16 ? std::optional<glm::dmat4>(glm::make_mat4(numbers->data())) : std::nullopt;
}

class SceneReader {
 public:
  SceneReader(const Document& document, JobContext& job) : m_job(job) { m_scene.document = &document; }

  Result<Scene> read() {
    readSettings();
    readObjects();
    readConnections();
    TRY(readModels());
    for (const auto& [id, record] : m_scene.objects) {
      if (record->name == "Geometry" && record->textAt(2) == "Mesh") {
        readGeometry(id, *record);
      }
    }
    readBindPoses();
    return std::move(m_scene);
  }

 private:
  void readSettings() {
    const Record& root = m_scene.document->root;
    if (const Record* header = root.find("FBXHeaderExtension")) {
      if (const Record* creator = header->find("Creator")) {
        m_scene.creator = std::string(creator->textAt(0));
      }
      // Newer files may use and declare a unit of 1/141,120,000 s; 127 is the old unit.
      const Record* headerVersion = header->find("FBXHeaderVersion");
      const Record* flags = header->find("OtherFlags");
      const Record* definition = flags != nullptr ? flags->find("TCDefinition") : nullptr;
      if (definition != nullptr && headerVersion != nullptr && headerVersion->integerAt(0) >= 1004 &&
          definition->integerAt(0) != 127) {
        m_scene.tickScale = 46186158000.0 / 141120000.0;
      }
    }
    const Record* settings = root.find("GlobalSettings");
    if (settings == nullptr) {
      m_job.warn("the file says nothing about its units and axes; centimetres and +Y up are taken");
      return;
    }
    const Properties properties{settings->find("Properties70"), nullptr};
    const double factor = properties.number("UnitScaleFactor", 1.0);
    if (factor > 0.0 && factor < 1e12) {
      m_scene.unitMetres = factor / 100.0;
    } else {
      m_job.warn(
          message("the file's UnitScaleFactor of %1 makes no sense; centimetres are taken", std::to_string(factor)));
    }
    m_scene.rateHz = frameRate(properties.integer("TimeMode", 0), properties.number("CustomFrameRate", -1.0));
    m_scene.axis = {axisIndex(properties, "CoordAxis", 0), axisIndex(properties, "UpAxis", 1),
                    axisIndex(properties, "FrontAxis", 2)};
    m_scene.axisSign = {axisSign(properties, "CoordAxisSign"), axisSign(properties, "UpAxisSign"),
                        axisSign(properties, "FrontAxisSign")};
  }

  static int axisIndex(const Properties& properties, std::string_view name, int otherwise) {
    const std::int64_t index = properties.integer(name, otherwise);
    return index >= 0 && index <= 2 ? static_cast<int>(index) : -1;
  }
  static int axisSign(const Properties& properties, std::string_view name) {
    return properties.integer(name, 1) < 0 ? -1 : 1;
  }

  void readObjects() {
    m_scene.document->forRecords("Objects", [&](const Record& object) {
      if (!object.values.empty() && object.values.front().kind == Value::Kind::Integer) {
        m_scene.objects.emplace(object.values.front().integer, &object);
      }
    });
  }

  // Repeated connections are ignored.
  void readConnections() {
    std::set<std::tuple<std::int64_t, std::int64_t, std::string_view>> seen;
    m_scene.document->forRecords("Connections", [&](const Record& connection) {
      const std::int64_t from = connection.integerAt(1);
      const std::int64_t to = connection.integerAt(2);
      if (connection.values.size() >= 3 && seen.emplace(from, to, connection.textAt(3)).second) {
        m_scene.sourcesOf[to].push_back({from, connection.textAt(3)});
      }
    });
  }

  // Visits the sources of `id`, not of one of its properties.
  template <class Visit>
  void forSources(std::int64_t id, std::string_view kind, const Visit& visit) const {
    m_scene.forSources(id, kind, [&](std::int64_t source, std::string_view property, const Record& object) {
      if (property.empty()) {
        visit(source, object);
      }
    });
  }

  // Depth first from the root, without recursion. Reaching an ancestor again is a cycle.
  Result<void> readModels() {
    struct Visit {
      std::int64_t id;
      std::optional<std::size_t> parent;
      std::size_t depth;
    };
    std::vector<Visit> open;
    const auto push = [&](std::int64_t id, std::optional<std::size_t> parent, std::size_t depth) {
      const std::size_t first = open.size();
      forSources(id, "Model", [&](std::int64_t child, const Record&) { open.push_back({child, parent, depth}); });
      std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
    };
    push(0, std::nullopt, 0);
    while (!open.empty()) {
      const Visit visit = open.back();
      open.pop_back();
      if (const auto known = m_scene.modelById.find(visit.id); known != m_scene.modelById.end()) {
        for (auto up = visit.parent; up; up = m_scene.models[*up].parent) {
          if (*up == known->second) {
            return fail(ErrorCode::BadFile, message("the nodes form a cycle at \"%1\"", m_scene.models[*up].name));
          }
        }
        m_job.warn("the node has two parents; the first one is kept", m_scene.models[known->second].name);
        continue;
      }
      if (visit.depth > kMaxTreeDepth) {
        return fail(ErrorCode::BadFile, message("the node hierarchy is deeper than %1", kMaxTreeDepth));
      }
      m_scene.modelById.emplace(visit.id, m_scene.models.size());
      m_scene.models.push_back(readModel(visit.id, *m_scene.objects.at(visit.id), visit.parent));
      push(visit.id, m_scene.models.size() - 1, visit.depth + 1);
    }
    return {};
  }

  Model readModel(std::int64_t id, const Record& record, std::optional<std::size_t> parent) const {
    const Properties properties = m_scene.properties(record);
    const glm::dvec3 zero(0.0);
    const glm::dvec3 one(1.0);
    Model model;
    model.id = id;
    model.record = &record;
    model.name = objectName(record);
    model.parent = parent;
    model.translation = properties.vector("Lcl Translation", zero);
    model.rotation = properties.vector("Lcl Rotation", zero);
    model.scale = properties.vector("Lcl Scaling", one);
    model.pivots.rotationOffset = properties.vector("RotationOffset", zero);
    model.pivots.rotationPivot = properties.vector("RotationPivot", zero);
    model.pivots.scalingOffset = properties.vector("ScalingOffset", zero);
    model.pivots.scalingPivot = properties.vector("ScalingPivot", zero);
    // Without RotationActive only the plain Euler angles apply (documented by ufbx).
    model.turnsByPivots =
        properties.integer("RotationActive", 1) != 0 && properties.integer("RotationSpaceForLimitOnly", 0) == 0;
    if (model.turnsByPivots) {
      model.pivots.rotationOrder = static_cast<int>(properties.integer("RotationOrder", 0));
      if (model.pivots.rotationOrder < 0 || model.pivots.rotationOrder > 5) {
        m_job.warn("the rotation order is none of the six orders of Euler angles; XYZ is used", model.name);
      }
      model.pivots.preRotation = eulerRotation(properties.vector("PreRotation", zero), 0);
      model.pivots.postRotation = eulerRotation(properties.vector("PostRotation", zero), 0);
    }
    // "Show" is not visibility; it concerns lists in the authoring tool.
    model.visible = properties.number("Visibility", 1.0) != 0.0;
    model.inheritsVisibility = properties.number("Visibility Inheritance", 1.0) != 0.0;
    const std::int64_t inherit = properties.integer("InheritType", 0);
    model.inherit = inherit == 2 ? Inherit::Rrs : inherit == 1 ? Inherit::RSrs : Inherit::RrSs;
    model.geometric = glm::translate(glm::dmat4(1.0), properties.vector("GeometricTranslation", zero)) *
                      glm::mat4_cast(eulerRotation(properties.vector("GeometricRotation", zero), 0)) *
                      glm::scale(glm::dmat4(1.0), properties.vector("GeometricScaling", one));
    forSources(id, "Geometry", [&](std::int64_t geometry, const Record& object) {
      const std::string_view kind = object.textAt(2);
      if (kind == "Mesh") {
        model.meshes.push_back(geometry);
      } else if (kind == "Nurb" || kind == "Patch" || kind.find("Surface") != std::string_view::npos) {
        m_job.warn(message("the surface (%1) is not read; turn it into polygons to keep it", kind), model.name);
      }
    });
    return model;
  }

  static void readDualQuaternions(const Record& skin, bool all, Geometry& geometry) {
    geometry.hasDualQuaternions = true;
    geometry.dualQuaternions = all ? 1.0f : 0.0f;
    const Value* indexes = skin.valueOf("Indexes");
    const Value* weights = skin.valueOf("BlendWeights");
    if (indexes == nullptr || weights == nullptr) {
      return;
    }
    const auto points = readIntegers(*indexes);
    const auto shares = readNumbers(*weights);
    for (std::size_t i = 0; points && shares && i < std::min(points->size(), shares->size()); ++i) {
      geometry.dualQuaternionShares.emplace_back((*points)[i], static_cast<float>(std::clamp((*shares)[i], 0.0, 1.0)));
    }
  }

  void readGeometry(std::int64_t id, const Record& record) {
    Geometry geometry;
    geometry.name = objectName(record);
    geometry.record = &record;
    std::set<std::string> unread;  // Each kind is reported once.
    forSources(id, "Deformer", [&](std::int64_t deformerId, const Record& deformer) {
      if (deformer.textAt(2) == "Skin") {
        ++geometry.skinCount;
        const Record* type = deformer.find("SkinningType");
        if (type != nullptr && (type->textAt(0) == "DualQuaternion" || type->textAt(0) == "Blend")) {
          readDualQuaternions(deformer, type->textAt(0) == "DualQuaternion", geometry);
          m_job.inform(
              "the mesh has dual quaternion skinning, which vertex mode keeps; in bone mode it is skinned linearly, as "
              "game engines do",
              geometry.name.empty() ? modelNameOf(id) : geometry.name);
        }
        forSources(deformerId, "Deformer", [&](std::int64_t clusterId, const Record& cluster) {
          geometry.clusters.push_back(readCluster(clusterId, cluster));
          geometry.clusters.back().id = clusterId;
          geometry.clusters.back().skin = deformerId;
        });
      } else if (deformer.textAt(2) == "BlendShape") {
        forSources(deformerId, "Deformer", [&](std::int64_t channelId, const Record& channel) {
          geometry.channels.push_back(readChannel(channelId, channel));
        });
      } else if (const std::string kind(deformer.textAt(2)); unread.insert(kind).second) {
        m_job.warn(
            message("the mesh has a deformer that is not read (%1); bake it to bones or shapes to keep it", kind),
            geometry.name.empty() ? modelNameOf(id) : geometry.name);
      }
    });
    for (const Record& child : record.children) {
      if (child.name == "Shape") {
        BlendChannel channel;
        channel.id = id;
        channel.name = std::string(child.textAt(0));
        channel.property = channel.name;
        channel.percent = m_scene.properties(record).number(channel.name, 0.0);
        channel.shapes.push_back({channel.name, &child});
        channel.isInMesh = true;
        geometry.channels.push_back(std::move(channel));
      }
    }
    m_scene.geometries.emplace(id, std::move(geometry));
  }

  /// Name of the first node with this mesh; exporters leave meshes unnamed.
  std::string modelNameOf(std::int64_t geometry) const {
    for (const Model& model : m_scene.models) {
      if (std::ranges::find(model.meshes, geometry) != model.meshes.end()) {
        return model.name;
      }
    }
    return {};
  }

  Cluster readCluster(std::int64_t id, const Record& record) const {
    Cluster cluster;
    forSources(id, "Model", [&](std::int64_t bone, const Record&) {
      if (const auto it = m_scene.modelById.find(bone); it != m_scene.modelById.end() && !cluster.model) {
        cluster.model = it->second;
      }
    });
    cluster.transform = readMatrix(record, "Transform");
    cluster.transformLink = readMatrix(record, "TransformLink");
    return cluster;
  }

  // File order; the first pose of a node counts.
  void readBindPoses() {
    m_scene.document->forRecords("Objects", [&](const Record& pose) {
      if (pose.name != "Pose" || pose.textAt(2) != "BindPose") {
        return;
      }
      for (const Record& entry : pose.children) {
        const Record* node = entry.name == "PoseNode" ? entry.find("Node") : nullptr;
        if (const auto matrix = node != nullptr ? readMatrix(entry, "Matrix") : std::nullopt) {
          m_scene.bindPose.emplace(node->integerAt(0), *matrix);
        }
      }
    });
  }

  BlendChannel readChannel(std::int64_t id, const Record& record) const {
    BlendChannel channel;
    channel.id = id;
    channel.name = objectName(record);
    const Record* percent = record.find("DeformPercent");
    channel.percent = m_scene.properties(record).number("DeformPercent", percent != nullptr ? percent->numberAt(0) : 0);
    if (const Value* full = record.valueOf("FullWeights")) {
      auto numbers = readNumbers(*full);
      // Blender stores a weight per vertex of the shape here.
      const bool perVertex = m_scene.creator.rfind("Blender", 0) == 0;
      if (numbers && !perVertex) {
        channel.fullWeights = std::move(*numbers);
      } else if (numbers && std::any_of(numbers->begin(), numbers->end(), [](double w) { return w != 100.0; })) {
        channel.shares = std::move(*numbers);
        std::for_each(channel.shares.begin(), channel.shares.end(), [](double& share) { share /= 100.0; });
      }
    }
    forSources(id, "Geometry", [&](std::int64_t, const Record& shape) {
      channel.shapes.push_back({objectName(shape), &shape});
    });
    return channel;
  }

  static constexpr std::size_t kMaxTreeDepth = 2000;

  JobContext& m_job;
  Scene m_scene;
};

}  // namespace

Result<Scene> readScene(const Document& document, JobContext& job) { return SceneReader(document, job).read(); }

std::vector<std::string_view> connectionsToLeaveOut(const Document& document,
                                                    const std::set<std::pair<std::int64_t, std::int64_t>>& unwanted) {
  std::set<std::int64_t> animation;  // Clips are not read by Assimp, which aborts on a stack without keys.
  document.forRecords("Objects", [&](const Record& object) {
    if (object.name.starts_with("Animation")) {
      animation.insert(object.integerAt(0));
    }
  });
  std::set<std::tuple<std::int64_t, std::int64_t, std::string_view>> seen;
  std::vector<std::string_view> found;
  document.forRecords("Connections", [&](const Record& connection) {
    const std::string_view kind = connection.textAt(0);
    if (kind.size() != 2 || kind == "PP") {
      return;
    }
    const std::string_view property = kind == "OP" ? connection.textAt(3) : std::string_view();
    const std::int64_t from = connection.integerAt(1);
    const std::int64_t to = connection.integerAt(2);
    if (!seen.emplace(from, to, property).second || unwanted.count({from, to}) != 0 || animation.count(from) != 0) {
      found.push_back(kind);
    }
  });
  return found;
}

namespace {

/// Indices of the points that a shape moves, one per offset.
std::vector<std::int64_t> pointsOf(const Shape& shape) {
  const Value* indexes = shape.record->valueOf("Indexes");
  return indexes != nullptr ? readIntegers(*indexes).value_or(std::vector<std::int64_t>())
                            : std::vector<std::int64_t>();
}

}  // namespace

bool addOffsets(const Shape& shape, std::string_view array, std::vector<glm::dvec3>& points) {
  const std::vector<std::int64_t> moved = pointsOf(shape);
  const Value* value = shape.record->valueOf(array);
  if (value == nullptr) {
    return false;
  }
  const auto numbers = readNumbers(*value);
  if (!numbers || numbers->size() != moved.size() * 3) {
    return false;
  }
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (moved[i] < 0 || static_cast<std::size_t>(moved[i]) >= points.size()) {
      return false;
    }
    points[static_cast<std::size_t>(moved[i])] +=
        glm::dvec3((*numbers)[3 * i], (*numbers)[3 * i + 1], (*numbers)[3 * i + 2]);
  }
  return true;
}

std::vector<double> sharesOfPoints(const BlendChannel& channel, std::size_t count) {
  std::vector<double> shares(count, 1.0);
  const std::vector<std::int64_t> moved =
      channel.shapes.empty() ? std::vector<std::int64_t>() : pointsOf(channel.shapes.front());
  for (std::size_t i = 0; i < moved.size() && i < channel.shares.size(); ++i) {
    if (moved[i] >= 0 && static_cast<std::size_t>(moved[i]) < count) {
      shares[static_cast<std::size_t>(moved[i])] = channel.shares[i];
    }
  }
  return shares;
}

glm::dmat3 axesOf(const Scene& scene, std::string& upAxis, JobContext& job) {
  const auto [right, up, front] = scene.axis;
  if (right < 0 || up < 0 || front < 0 || right == up || up == front || right == front) {
    job.warn("the file's axes do not make a coordinate system; +Y up and +Z to the front are taken");
    upAxis = "+Y";
    return glm::dmat3(1.0);
  }
  upAxis = std::string(scene.axisSign[1] < 0 ? "-" : "+") + "XYZ"[up];
  glm::dmat3 axes(0.0);  // axes[column][row]
  axes[right][0] = scene.axisSign[0];
  axes[up][1] = scene.axisSign[1];
  axes[front][2] = scene.axisSign[2];
  return axes;
}

}  // namespace texeleton::importing::fbx

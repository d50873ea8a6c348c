#include "made_rig.h"

#include <cmath>
#include <random>

#include "core/transform/transform.h"
#include "tests/core/import/fbx_text.h"
#include "tests/core/import/gltf_builder.h"

namespace texeleton::test {

namespace {

glm::dmat4 matrix(const glm::dquat& turn, const glm::dvec3& place, double scale = 1.0) {
  return transform::toMatrix({place, turn, glm::dvec3(scale)});
}

/// The axes of each bone in a file, relative to pack space in the bind pose.
std::vector<glm::dquat> boneAxes(const Rig& rig, std::uint32_t seed) {
  std::vector<glm::dquat> axes(rig.names.size(), glm::dquat(1.0, 0.0, 0.0, 0.0));
  std::mt19937 random(seed);
  const auto any = [&random] { return static_cast<double>(random()) / 4294967295.0 * 2.0 - 1.0; };
  for (glm::dquat& turn : axes) {
    if (seed != 0) {
      turn = turnAbout({any(), any(), any()}, 180.0 * any());
    }
  }
  return axes;
}

/// The figure's nodes in one pose of the file: local transforms below the armature, and world transforms.
struct FilePose {
  std::vector<transform::Transform> locals;
  std::vector<glm::dmat4> worlds;
};

class Exporter {
 public:
  Exporter(const Rig& rig, const RigExport& how) : m_rig(rig), m_how(how), m_axes(boneAxes(rig, how.axesSeed)) {
    const glm::dquat zUp = how.zUp ? turnAbout({1, 0, 0}, 90.0) : glm::dquat(1.0, 0.0, 0.0, 0.0);
    if (how.fbx) {
      m_file = zUp;
    } else {
      m_inside = glm::inverse(zUp);
    }
    m_armature = {m_file * how.place, m_file * how.turn * m_inside, glm::dvec3(how.scale)};
  }

  FilePose pose(const RigPose& pose) const {
    FilePose result;
    for (std::size_t i = 0; i < m_rig.names.size(); ++i) {
      const glm::dmat4 world =
          matrix(m_file * m_how.turn * pose.turns[i] * m_axes[i], m_file * m_how.placed(pose.places[i]), m_how.scale);
      const glm::dmat4 above =
          m_rig.parents[i] < 0 ? toMatrix(m_armature) : result.worlds[static_cast<std::size_t>(m_rig.parents[i])];
      result.locals.push_back(transform::decompose(glm::inverse(above) * world));
      result.locals.back().scale = glm::dvec3(1.0);
      result.worlds.push_back(world);
    }
    return result;
  }

  std::vector<FilePose> keys() const {
    std::vector<FilePose> poses;
    for (int key = 0; key < kRigKeys; ++key) {
      poses.push_back(pose(rigPose(m_rig, key, m_how.leanDegrees)));
    }
    return poses;
  }
  FilePose bind() const { return pose(rigPose(m_rig, 0)); }
  FilePose nodes() const { return m_how.posedAtKey < 0 ? bind() : keys()[static_cast<std::size_t>(m_how.posedAtKey)]; }

  std::vector<glm::dvec3> vertices() const {
    std::vector<glm::dvec3> result;
    for (const glm::dvec3& v : rigVertices(m_rig)) {
      result.push_back(m_file * m_how.placed(v));
    }
    return result;
  }

  std::string glb() const {
    GltfBuilder gltf;
    const auto floats = [](const glm::dvec3& v) { return nlohmann::json::array({v.x, v.y, v.z}); };
    const auto node = [&](const std::string& name, const transform::Transform& t) {
      return gltf.append("nodes", {{"name", name},
                                   {"translation", floats(t.translation)},
                                   {"rotation", {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w}},
                                   {"scale", floats(t.scale)}});
    };
    node("Armature", m_armature);
    const FilePose stand = nodes();
    for (std::size_t i = 0; i < m_rig.names.size(); ++i) {
      const int added = node(m_rig.names[i], stand.locals[i]);
      gltf.json["nodes"][static_cast<std::size_t>(m_rig.parents[i] + 1)]["children"].push_back(added);
    }
    if (m_how.mesh) {
      addGltfMesh(gltf);
    }
    if (m_how.clip) {
      addGltfClip(gltf);
    }
    return gltf.glb();
  }

  std::string fbx() const {
    FbxText fbx;
    if (m_how.zUp) {
      fbx.settings = FbxText::axes(0, 1, 2, 1, 1, -1, 100.0);
    }
    const auto properties = [](const transform::Transform& t) {
      return FbxText::usual() + FbxText::translation(t.translation) + FbxText::rotation(euler(t.rotation)) +
             FbxText::scaling(t.scale);
    };
    fbx.model(10, "Armature", 0, properties(m_armature));
    const FilePose stand = nodes();
    for (std::size_t i = 0; i < m_rig.names.size(); ++i) {
      fbx.model(boneId(i), m_rig.names[i],
                m_rig.parents[i] < 0 ? 10 : boneId(static_cast<std::size_t>(m_rig.parents[i])),
                properties(stand.locals[i]), "LimbNode");
    }
    if (m_how.mesh) {
      fbx.model(20, "Body", 0, FbxText::usual(), "Mesh");
      std::vector<int> polygons;
      const std::vector<glm::dvec3> all = vertices();
      for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        polygons.push_back(i % 3 == 2 ? -i - 1 : i);
      }
      fbx.mesh(21, 20, all, polygons);
      fbx.skin(22, 21);
      const FilePose bound = bind();
      int first = 0;
      for (std::size_t i = 0; i < m_rig.names.size(); ++i) {
        if (m_rig.weighs[i]) {
          fbx.cluster(500 + static_cast<std::int64_t>(i), 22, boneId(i), {first, first + 1, first + 2}, {1, 1, 1},
                      glm::inverse(bound.worlds[i]), bound.worlds[i]);
          first += 3;
        }
      }
    }
    if (m_how.clip) {
      addFbxClip(fbx);
    }
    return fbx.text();
  }

 private:
  static std::int64_t boneId(std::size_t bone) { return 100 + static_cast<std::int64_t>(bone); }

  /// The angles x, y, z in degrees of Rz·Ry·Rx, the usual order of FBX.
  static glm::dvec3 euler(const glm::dquat& turn) {
    const glm::dmat3 m = glm::mat3_cast(turn);
    return glm::degrees(glm::dvec3(std::atan2(m[1][2], m[2][2]), std::asin(std::clamp(-m[0][2], -1.0, 1.0)),
                                   std::atan2(m[0][1], m[0][0])));
  }

  void addGltfMesh(GltfBuilder& gltf) const {
    std::vector<float> positions;
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    std::vector<float> inverseBinds;
    std::vector<int> skinJoints;
    const FilePose bound = bind();
    for (std::size_t i = 0; i < m_rig.names.size(); ++i) {
      skinJoints.push_back(static_cast<int>(i) + 1);
      const glm::dmat4 inverse = glm::inverse(bound.worlds[i]);
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) {
          inverseBinds.push_back(static_cast<float>(inverse[c][r]));
        }
      }
      for (int k = 0; m_rig.weighs[i] && k < 3; ++k) {
        joints.insert(joints.end(), {static_cast<std::uint8_t>(i), 0, 0, 0});
        weights.insert(weights.end(), {1.0f, 0.0f, 0.0f, 0.0f});
      }
    }
    for (const glm::dvec3& v : vertices()) {
      positions.insert(positions.end(), {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
    }
    const nlohmann::json attributes = {{"POSITION", gltf.add(positions, kFloat, "VEC3")},
                                       {"JOINTS_0", gltf.add(joints, kUnsignedByte, "VEC4")},
                                       {"WEIGHTS_0", gltf.add(weights, kFloat, "VEC4")}};
    const int mesh = gltf.addMeshNode({{"attributes", attributes}});
    gltf.append("skins", {{"joints", skinJoints}, {"inverseBindMatrices", gltf.add(inverseBinds, kFloat, "MAT4")}});
    gltf.json["nodes"][static_cast<std::size_t>(mesh)]["skin"] = 0;
  }

  void addGltfClip(GltfBuilder& gltf) const {
    std::vector<float> times;
    for (int key = 0; key < kRigKeys; ++key) {
      times.push_back(static_cast<float>(key / kRigRateHz));
    }
    const int input = gltf.add(times, kFloat, "SCALAR");
    nlohmann::json samplers = nlohmann::json::array();
    nlohmann::json channels = nlohmann::json::array();
    const auto channel = [&](std::size_t bone, const char* path, int output) {
      channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", bone + 1}, {"path", path}}}});
      samplers.push_back({{"input", input}, {"output", output}});
    };
    const std::vector<FilePose> poses = keys();
    for (std::size_t i = 0; i < m_rig.names.size(); ++i) {
      std::vector<float> turns;
      std::vector<float> places;
      for (const FilePose& pose : poses) {
        const glm::dquat& q = pose.locals[i].rotation;
        for (const double v : {q.x, q.y, q.z, q.w}) {
          turns.push_back(static_cast<float>(v));
        }
        for (int c = 0; c < 3; ++c) {
          places.push_back(static_cast<float>(pose.locals[i].translation[c]));
        }
      }
      channel(i, "rotation", gltf.add(turns, kFloat, "VEC4"));
      channel(i, "translation", gltf.add(places, kFloat, "VEC3"));
    }
    gltf.json["animations"] = {{{"name", "Move"}, {"samplers", samplers}, {"channels", channels}}};
  }

  void addFbxClip(FbxText& fbx) const {
    fbx.take(1000, "Move", 0.0, (kRigKeys - 1) / kRigRateHz);
    const std::vector<FilePose> poses = keys();
    std::int64_t id = 2000;
    const auto curves = [&](std::size_t bone, const char* property, const std::vector<glm::dvec3>& values) {
      std::vector<std::pair<std::string, std::vector<FbxText::Key>>> components = {
          {"d|X", {}}, {"d|Y", {}}, {"d|Z", {}}};
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t k = 0; k < values.size(); ++k) {
          components[c].second.push_back({static_cast<double>(k) / kRigRateHz, values[k][static_cast<int>(c)]});
        }
      }
      fbx.curves(id, 1001, boneId(bone), property, components);
      id += 4;
    };
    for (std::size_t i = 0; i < m_rig.names.size(); ++i) {
      std::vector<glm::dvec3> turns;
      std::vector<glm::dvec3> places;
      for (const FilePose& pose : poses) {
        turns.push_back(euler(pose.locals[i].rotation));
        places.push_back(pose.locals[i].translation);
      }
      curves(i, "Lcl Rotation", turns);
      curves(i, "Lcl Translation", places);
    }
  }

  const Rig& m_rig;
  const RigExport& m_how;
  std::vector<glm::dquat> m_axes;
  glm::dquat m_file{1.0, 0.0, 0.0, 0.0};    ///< From pack space to the file's.
  glm::dquat m_inside{1.0, 0.0, 0.0, 0.0};  ///< From the armature to the placed figure.
  transform::Transform m_armature;
};

}  // namespace

Rig makeRig(double height, double legs, double armsDegrees) {
  Rig rig;
  const auto bone = [&](const std::string& name, const std::string& parent, const glm::dvec3& joint,
                        bool weighs = true) {
    const auto above = std::find(rig.names.begin(), rig.names.end(), parent);
    rig.parents.push_back(above == rig.names.end() ? -1 : static_cast<int>(above - rig.names.begin()));
    rig.names.push_back(name);
    rig.joints.push_back(height * joint);
    rig.weighs.push_back(weighs);
  };
  const double hips = 0.06 + 0.47 * legs;
  bone("root", "", {0, 0, 0}, false);
  bone("hips", "root", {0, hips, 0.01});
  bone("spine", "hips", {0, hips + 0.08, 0});
  bone("chest", "spine", {0, hips + 0.2, -0.01});
  bone("neck", "chest", {0, hips + 0.33, 0});
  bone("head", "neck", {0, hips + 0.38, 0.02});
  for (const double side : {1.0, -1.0}) {
    const std::string end = side > 0.0 ? ".l" : ".r";
    const glm::dquat hang = turnAbout({0, 0, 1}, -side * armsDegrees);
    const glm::dvec3 shoulder(0.1 * side, hips + 0.3, 0);
    bone("shoulder" + end, "chest", {0.03 * side, hips + 0.29, 0.01});
    bone("upperarm" + end, "shoulder" + end, shoulder);
    bone("lowerarm" + end, "upperarm" + end, shoulder + hang * glm::dvec3(0.16 * side, 0, -0.01));
    bone("hand" + end, "lowerarm" + end, shoulder + hang * glm::dvec3(0.3 * side, 0, 0));
    bone("upperleg" + end, "hips", {0.05 * side, hips - 0.02, 0});
    bone("lowerleg" + end, "upperleg" + end, {0.055 * side, 0.06 + 0.23 * legs, 0.01});
    bone("foot" + end, "lowerleg" + end, {0.055 * side, 0.045, -0.01});
    bone("toes" + end, "foot" + end, {0.06 * side, 0.01, 0.07});
    bone("handIK" + end, "root", {0.4 * side, hips + 0.3, 0}, false);
  }
  return rig;
}

RigPose rigPose(const Rig& rig, int key, double leanDegrees) {
  RigPose pose;
  const double t = key / kRigRateHz;
  for (std::size_t i = 0; i < rig.names.size(); ++i) {
    const auto n = static_cast<double>(i);
    glm::dquat turn =
        turnAbout({std::sin(n), std::cos(2.0 * n), std::sin(3.0 * n)}, 35.0 * std::sin(4.0 * t * (1.0 + 0.1 * n)));
    const bool isRoot = rig.parents[i] < 0;
    if (isRoot) {
      turn = turnAbout({0, 1, 0}, 20.0 * std::sin(3.0 * t)) * turnAbout({1, 0, 0}, leanDegrees);
    }
    const auto above = static_cast<std::size_t>(isRoot ? 0 : rig.parents[i]);
    const glm::dquat aboveTurn = isRoot ? glm::dquat(1.0, 0.0, 0.0, 0.0) : pose.turns[above];
    glm::dvec3 offset = isRoot ? rig.joints[i] : rig.joints[i] - rig.joints[above];
    if (rig.names[i] == "hips") {
      offset += 0.08 * rig.joints[i].y * glm::dvec3(std::sin(5.0 * t), std::cos(7.0 * t) - 1.0, 0.0);
    }
    if (isRoot) {
      offset += rig.joints[1].y * glm::dvec3(0.2 * t, 0.0, 1.1 * t);
    }
    pose.turns.push_back(aboveTurn * turn);
    pose.places.push_back((isRoot ? glm::dvec3(0.0) : pose.places[above]) + aboveTurn * offset);
  }
  return pose;
}

std::vector<glm::dvec3> rigVertices(const Rig& rig) { return rigVertices(rig, rigPose(rig, 0)); }

std::vector<glm::dvec3> rigVertices(const Rig& rig, const RigPose& pose) {
  std::vector<glm::dvec3> vertices;
  const double size = 0.04 * rig.joints[5].y;
  for (std::size_t i = 0; i < rig.names.size(); ++i) {
    for (const glm::dvec3& corner :
         {glm::dvec3(-size, 0, 0), glm::dvec3(size, 0, 0), glm::dvec3(0, size, 0.5 * size)}) {
      if (rig.weighs[i]) {
        vertices.push_back(pose.places[i] + pose.turns[i] * corner);
      }
    }
  }
  return vertices;
}

std::string rigFile(const Rig& rig, const RigExport& how) {
  const Exporter exporter(rig, how);
  return how.fbx ? exporter.fbx() : exporter.glb();
}

}  // namespace texeleton::test

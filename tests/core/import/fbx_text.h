#pragma once

#include <QTemporaryDir>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <glm/glm.hpp>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/import/parsers.h"
#include "core/import/read_model.h"
#include "core/import/source_scene.h"

namespace texeleton::test {

inline constexpr std::int64_t kTicksPerSecond = 46186158000;

/// Writes ASCII FBX files of the given parts, so that a test states only its subject.
class FbxText {
 public:
  std::string settings = R"(P: "UpAxis", "int", "Integer", "",1
    P: "UpAxisSign", "int", "Integer", "",1
    P: "FrontAxis", "int", "Integer", "",2
    P: "FrontAxisSign", "int", "Integer", "",1
    P: "CoordAxis", "int", "Integer", "",0
    P: "CoordAxisSign", "int", "Integer", "",1
    P: "UnitScaleFactor", "double", "Number", "",100)";
  std::string creator = "made by a test";
  std::string timeMode = "6";  // 30 frames per second.

  static std::string axes(int right, int rightSign, int up, int upSign, int front, int frontSign, double unit) {
    std::ostringstream out;
    out << "P: \"UpAxis\", \"int\", \"Integer\", \"\"," << up << "\nP: \"UpAxisSign\", \"int\", \"Integer\", \"\","
        << upSign << "\nP: \"FrontAxis\", \"int\", \"Integer\", \"\"," << front
        << "\nP: \"FrontAxisSign\", \"int\", \"Integer\", \"\"," << frontSign
        << "\nP: \"CoordAxis\", \"int\", \"Integer\", \"\"," << right
        << "\nP: \"CoordAxisSign\", \"int\", \"Integer\", \"\"," << rightSign
        << "\nP: \"UnitScaleFactor\", \"double\", \"Number\", \"\"," << unit;
    return out.str();
  }

  static std::string vector(const std::string& name, const glm::dvec3& v, const std::string& type = "Vector3D") {
    std::ostringstream out;
    out.precision(17);
    out << "P: \"" << name << "\", \"" << type << "\", \"\", \"A\"," << v.x << ',' << v.y << ',' << v.z << '\n';
    return out.str();
  }
  static std::string translation(const glm::dvec3& v) { return vector("Lcl Translation", v, "Lcl Translation"); }
  static std::string rotation(const glm::dvec3& v) { return vector("Lcl Rotation", v, "Lcl Rotation"); }
  static std::string scaling(const glm::dvec3& v) { return vector("Lcl Scaling", v, "Lcl Scaling"); }
  static std::string integer(const std::string& name, int value) {
    return "P: \"" + name + "\", \"enum\", \"\", \"\"," + std::to_string(value) + "\n";
  }
  /// Ordinary inheritance of scale and an active pre-rotation, as every exporter writes them.
  static std::string usual() { return integer("InheritType", 1) + integer("RotationActive", 1); }

  void model(std::int64_t id, const std::string& name, std::int64_t parent, const std::string& properties,
             const std::string& type = "Null") {
    m_objects << "Model: " << id << ", \"Model::" << name << "\", \"" << type << "\" {\nVersion: 232\nProperties70: {\n"
              << properties << "}\n}\n";
    connect(id, parent);
  }

  /// `inside`: further records.
  void mesh(std::int64_t id, std::int64_t model, const std::vector<glm::dvec3>& vertices,
            const std::vector<int>& polygons, const std::string& inside = {}) {
    m_objects << "Geometry: " << id << ", \"Geometry::\", \"Mesh\" {\n"
              << inside << "Vertices: *" << vertices.size() * 3 << " {\na: ";
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      m_objects << (i != 0 ? "," : "") << vertices[i].x << ',' << vertices[i].y << ',' << vertices[i].z;
    }
    m_objects << "\n}\nPolygonVertexIndex: " << array(polygons) << "GeometryVersion: 124\n"
              << "Layer: 0 {\nVersion: 100\n}\n}\n";
    connect(id, model);
  }

  /// An empty geometry of another class.
  void geometry(std::int64_t id, std::int64_t model, const std::string& kind) {
    m_objects << "Geometry: " << id << ", \"Geometry::\", \"" << kind << "\" {\nVersion: 100\n}\n";
    connect(id, model);
  }

  void skin(std::int64_t id, std::int64_t geometry) { deformer(id, geometry, "Skin"); }
  /// A skin with a SkinningType; `shares`: BlendWeights of the first points.
  void skin(std::int64_t id, std::int64_t geometry, const std::string& type, const std::vector<double>& shares) {
    std::vector<int> points(shares.size());
    std::iota(points.begin(), points.end(), 0);
    deformer(id, geometry, "Skin",
             "SkinningType: \"" + type + "\"\n" +
                 (shares.empty() ? std::string() : "Indexes: " + array(points) + "BlendWeights: " + array(shares)));
  }
  void deformer(std::int64_t id, std::int64_t geometry, const std::string& kind, const std::string& inside = {}) {
    m_objects << "Deformer: " << id << ", \"Deformer::\", \"" << kind << "\" {\nVersion: 101\nLink_DeformAcuracy: 50\n"
              << inside << "}\n";
    connect(id, geometry);
  }

  void cluster(std::int64_t id, std::int64_t skin, std::int64_t bone, const std::vector<int>& indices,
               const std::vector<double>& weights, const std::optional<glm::dmat4>& transform,
               const std::optional<glm::dmat4>& link) {
    m_objects << "Deformer: " << id << ", \"SubDeformer::\", \"Cluster\" {\nVersion: 100\nUserData: \"\", \"\"\n"
              << "Indexes: " << array(indices) << "Weights: " << array(weights);
    m_objects << (transform ? "Transform: " + array(flat(*transform)) : std::string());
    m_objects << (link ? "TransformLink: " + array(flat(*link)) : std::string()) << "}\n";
    connect(id, skin);
    connect(bone, id);
  }

  void displayLayer(std::int64_t id, const std::string& name, bool show, const std::vector<std::int64_t>& members) {
    m_objects << "CollectionExclusive: " << id << ", \"DisplayLayer::" << name
              << "\", \"DisplayLayer\" {\nProperties70: {\n"
              << "P: \"Show\", \"bool\", \"\", \"\"," << (show ? 1 : 0) << "\n}\n}\n";
    for (const std::int64_t member : members) {
      connect(member, id);
    }
  }

  void blendShape(std::int64_t id, std::int64_t geometry) {
    m_objects << "Deformer: " << id << ", \"Deformer::\", \"BlendShape\" {\nVersion: 100\n}\n";
    connect(id, geometry);
  }
  void blendChannel(std::int64_t id, std::int64_t blendShape, const std::string& name, double percent,
                    const std::vector<double>& fullWeights) {
    m_objects << "Deformer: " << id << ", \"SubDeformer::" << name << "\", \"BlendShapeChannel\" {\nVersion: 100\n"
              << "DeformPercent: " << percent << "\nFullWeights: " << array(fullWeights) << "}\n";
    connect(id, blendShape);
  }
  void shape(std::int64_t id, std::int64_t channel, const std::string& name, const std::vector<int>& indices,
             const std::vector<double>& deltas, bool hasNormals = true) {
    m_objects << "Geometry: " << id << ", \"Geometry::" << name
              << "\", \"Shape\" {\nVersion: 100\nIndexes: " << array(indices) << "Vertices: " << array(deltas)
              << (hasNormals ? "Normals: " + array(std::vector<double>(deltas.size(), 0.0)) : std::string()) << "}\n";
    connect(id, channel);
  }

  /// A shape as written by FBX 2011 and older, for `inside` of a mesh.
  static std::string innerShape(const std::string& name, double percent, const std::vector<int>& indices,
                                const std::vector<double>& deltas) {
    return "Properties70: {\nP: \"" + name + "\", \"Number\", \"\", \"A+\"," + std::to_string(percent) +
           "\n}\nShape: \"" + name + "\" {\nIndexes: " + array(indices) + "Vertices: " + array(deltas) + "}\n";
  }

  /// A take with one layer, which is object id + 1.
  void take(std::int64_t id, const std::string& name, double startSeconds, double stopSeconds) {
    m_objects << "AnimationStack: " << id << ", \"AnimStack::" << name << "\", \"\" {\nProperties70: {\n"
              << "P: \"LocalStart\", \"KTime\", \"Time\", \"\"," << ticks(startSeconds)
              << "\nP: \"LocalStop\", \"KTime\", \"Time\", \"\"," << ticks(stopSeconds) << "\n}\n}\n"
              << "AnimationLayer: " << id + 1 << ", \"AnimLayer::Base\", \"\" {\n}\n";
    connect(id + 1, id);
  }

  /// An additional layer of a take. `properties`: "BlendMode" and others.
  void layer(std::int64_t id, std::int64_t take, const std::string& name, const std::string& properties) {
    m_objects << "AnimationLayer: " << id << ", \"AnimLayer::" << name << "\", \"\" {\nProperties70: {\n"
              << properties << "}\n}\n";
    connect(id, take);
  }
  static std::string weight(double percent) {
    return "P: \"Weight\", \"Number\", \"\", \"A\"," + std::to_string(percent) + "\n";
  }

  /// Extrapolation of the curves added from now on, before and after their keys: R, M, A, K or C, and its count.
  void goOn(char before, int countBefore, char after, int countAfter) {
    const auto text = [](const char* name, char kind, int count) {
      return std::string(name) + "-Extrapolation: {\nType: " + kind + "\nRepetition: " + std::to_string(count) +
             "\n}\n";
    };
    m_extrapolation = text("Pre", before, countBefore) + text("Post", after, countAfter);
  }

  struct Key {
    double seconds;
    double value;
  };
  /// Curves of a property, one for each component with keys. `flags` 4: linear, 2: constant, 8 | 1024: cubic with the
  /// `slopes` (out of this key, into the next one); `weights`: those of their tangents in 1/10000, the latter in the
  /// upper 16 bits, used with the flags 1 << 24 and 1 << 25.
  void curves(std::int64_t id, std::int64_t layer, std::int64_t target, const std::string& property,
              const std::vector<std::pair<std::string, std::vector<Key>>>& components, int flags = 4,
              std::pair<float, float> slopes = {0.0f, 0.0f}, std::int32_t weights = 0) {
    m_objects << "AnimationCurveNode: " << id << ", \"AnimCurveNode::N\", \"\" {\nProperties70: {\n}\n}\n";
    connect(id, layer);
    m_connections << "C: \"OP\"," << id << ',' << target << ", \"" << property << "\"\n";
    std::int64_t next = id;
    for (const auto& [component, keys] : components) {
      ++next;
      std::vector<std::int64_t> times;
      std::vector<double> values;
      for (const Key& key : keys) {
        times.push_back(ticks(key.seconds));
        values.push_back(key.value);
      }
      std::int32_t out = 0;
      std::int32_t in = 0;
      std::memcpy(&out, &slopes.first, 4);
      std::memcpy(&in, &slopes.second, 4);
      m_objects << "AnimationCurve: " << next
                << ", \"AnimCurve::\", \"\" {\nDefault: 0\nKeyVer: 4008\nKeyTime: " << array(times)
                << "KeyValueFloat: " << array(values) << "KeyAttrFlags: " << array(std::vector<int>{flags})
                << "KeyAttrDataFloat: " << array(std::vector<std::int32_t>{out, in, weights, 0})
                << "KeyAttrRefCount: " << array(std::vector<std::size_t>{keys.size()}) << m_extrapolation << "}\n";
      m_connections << "C: \"OP\"," << next << ',' << id << ", \"" << component << "\"\n";
    }
  }

  void connect(std::int64_t child, std::int64_t parent) {
    m_connections << "C: \"OO\"," << child << ',' << parent << '\n';
  }

  std::string text() const {
    return "; FBX 7.5.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7500\nCreator: \"" +
           creator + "\"\n}\nGlobalSettings: {\nVersion: 1000\nProperties70: {\n" + settings +
           "\nP: \"TimeMode\", \"enum\", \"\", \"\"," + timeMode + "\n}\n}\nObjects: {\n" + m_objects.str() +
           "}\nConnections: {\n" + m_connections.str() + "}\n";
  }

 private:
  static std::int64_t ticks(double seconds) {
    return static_cast<std::int64_t>(std::llround(seconds * static_cast<double>(kTicksPerSecond)));
  }

  template <class T>
  static std::string array(const std::vector<T>& values) {
    std::ostringstream out;
    out.precision(17);
    out << '*' << values.size() << " {\na: ";
    for (std::size_t i = 0; i < values.size(); ++i) {
      out << (i != 0 ? "," : "") << values[i];
    }
    out << "\n}\n";
    return out.str();
  }

  static std::vector<double> flat(const glm::dmat4& m) {
    std::vector<double> numbers;
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 4; ++row) {
        numbers.push_back(m[column][row]);
      }
    }
    return numbers;
  }

  std::string m_extrapolation;
  std::ostringstream m_objects;
  std::ostringstream m_connections;
};

/// A folder of one test's files.
class ModelFolder {
 public:
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  struct Parsed {
    Result<importing::SourceScene> scene;
    std::vector<Issue> issues;
    std::vector<importing::LookedUpFile> lookedUp;

    bool hasIssue(const std::string& part) const {
      return std::any_of(issues.begin(), issues.end(),
                         [&](const Issue& issue) { return issue.text.find(part) != std::string::npos; });
    }
    const Issue* issueAbout(const std::string& part) const {
      const auto it = std::find_if(issues.begin(), issues.end(),
                                   [&](const Issue& issue) { return issue.text.find(part) != std::string::npos; });
      return it == issues.end() ? nullptr : &*it;
    }
  };

  static Parsed parse(const std::filesystem::path& path) {
    JobContext job;
    importing::ModelFiles files(path, {});
    auto scene = importing::parseWithAssimp(files, job);
    return {std::move(scene), job.takeIssues(), files.lookedUp()};
  }

  static Result<model::Model> read(const std::filesystem::path& path, const importing::ImportOptions& options = {}) {
    JobContext job;
    importing::ModelFiles files(path, options);
    return importing::readModel(files, options, job);
  }

 private:
  QTemporaryDir m_folder;
};

}  // namespace texeleton::test

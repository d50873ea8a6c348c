// Rigid bodies in files: thousands of moving nodes, each with its own mesh.

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <string>
#include <vector>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/pipeline/load_model.h"
#include "core/runtime/pack_player.h"
#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

constexpr int kBodies = 2000;
constexpr int kBodyFrames = 61;
constexpr double kBodyRate = 30.0;

glm::dvec3 bodyAxis(int body) { return glm::normalize(glm::dvec3(std::sin(body), std::cos(1.7 * body), 0.4)); }

/// Thrown and rotating.
glm::dmat4 bodyMotion(int body, int frame) {
  const double seconds = frame / kBodyRate;
  const glm::dvec3 place(0.3 * (body % 50) + 0.5 * std::sin(body) * seconds, 0.2 + 2.0 * seconds - seconds * seconds,
                         0.3 * static_cast<double>(body / 50) + 0.3 * std::cos(body) * seconds);
  return glm::translate(glm::dmat4(1.0), place) *
         glm::rotate(glm::dmat4(1.0), (0.2 + 0.1 * (body % 7)) * seconds, bodyAxis(body));
}

/// Separate meshes that share the data of a box; a sampler for each property of each node.
std::string bodiesGlb() {
  GltfBuilder gltf;
  std::vector<float> positions;
  for (int i = 0; i < 8; ++i) {
    for (const int axis : {i & 1, i >> 1 & 1, i >> 2 & 1}) {
      positions.push_back(0.1f * static_cast<float>(axis) - 0.05f);
    }
  }
  const std::vector<std::uint16_t> indices = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                              2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  const nlohmann::json primitive = {{"attributes", {{"POSITION", gltf.add(positions, kFloat, "VEC3")}}},
                                    {"indices", gltf.add(indices, kUnsignedShort, "SCALAR")}};
  std::vector<float> times;
  for (int frame = 0; frame < kBodyFrames; ++frame) {
    times.push_back(static_cast<float>(frame / kBodyRate));
  }
  const int input = gltf.add(times, kFloat, "SCALAR", {{"min", {times.front()}}, {"max", {times.back()}}});
  nlohmann::json samplers = nlohmann::json::array();
  nlohmann::json channels = nlohmann::json::array();
  const auto addChannel = [&](int node, const char* path, int output) {
    channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers.push_back({{"input", input}, {"output", output}, {"interpolation", "LINEAR"}});
  };
  for (int body = 0; body < kBodies; ++body) {
    const int node = gltf.addMeshNode(primitive);
    gltf.json["nodes"][static_cast<std::size_t>(node)]["name"] = "Body" + std::to_string(body);
    std::vector<float> moves;
    std::vector<float> turns;
    for (int frame = 0; frame < kBodyFrames; ++frame) {
      const glm::dmat4 matrix = bodyMotion(body, frame);
      const glm::dquat turn = glm::quat_cast(glm::dmat3(matrix));
      for (const double value : {matrix[3].x, matrix[3].y, matrix[3].z}) {
        moves.push_back(static_cast<float>(value));
      }
      for (const double value : {turn.x, turn.y, turn.z, turn.w}) {
        turns.push_back(static_cast<float>(value));
      }
    }
    addChannel(node, "translation", gltf.add(moves, kFloat, "VEC3"));
    addChannel(node, "rotation", gltf.add(turns, kFloat, "VEC4"));
  }
  gltf.append("animations", {{"name", "Fall"}, {"samplers", samplers}, {"channels", channels}});
  return gltf.glb();
}

}  // namespace

class TestManyNodes : public QObject {
  Q_OBJECT

 private slots:
  /// Every mesh is a bone, and a selection of them follows its formula, in the source and in the texture.
  void bodiesFollowFormulas() {
    const QTemporaryDir folder;
    pipeline::ModelRequest request;
    request.model = fs::path(folder.path().toStdString()) / "bodies.glb";
    std::ofstream(request.model, std::ios::binary) << bodiesGlb();
    request.import.cache.enabled = false;
    JobContext job;
    const auto loaded = pipeline::loadModel(request, job);
    QVERIFY2(loaded, loaded ? "" : describe(loaded.error()).c_str());
    const model::Model& bodies = **loaded;
    QCOMPARE(bodies.parts.size(), std::size_t{kBodies});
    QCOMPARE(bodies.palette.size(), std::size_t{kBodies});
    std::map<std::string, std::uint32_t> entryOf;
    for (std::uint32_t entry = 0; entry < bodies.palette.size(); ++entry) {
      entryOf[bodies.nodes[bodies.palette[entry].node.value].name] = entry;
    }

    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Bone;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    auto baked = bake::bake(bodies, settings, job);
    QVERIFY2(baked, baked ? "" : describe(baked.error()).c_str());
    QCOMPARE(baked->bones.size(), std::size_t{kBodies});
    QCOMPARE(baked->clips[0].frameCount, std::uint32_t{kBodyFrames});

    animation::SourcePose pose(bodies, ClipIndex(std::size_t{0}));
    const float size = 0.05f;
    double worst = 0.0;
    double worstDecoded = 0.0;
    for (const int frame : {0, 1, 17, kBodyFrames - 1}) {
      pose.evaluate(frame / kBodyRate);
      const std::uint32_t at = baked->clips[0].frameBegin + static_cast<std::uint32_t>(frame);
      const auto decoded = runtime::decodeVertices(*baked, {at, at, 0.0f});
      for (int body = 0; body < kBodies; body += 37) {
        const glm::dmat4 expected = bodyMotion(body, frame);
        const model::MeshPart& part = bodies.parts[static_cast<std::size_t>(body)];
        const std::string& name = bodies.nodes[part.node.value].name;
        QCOMPARE(name, "Body" + std::to_string(body));
        const glm::dmat4& is = pose.skinMatrices()[entryOf.at(name)];
        for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
          // The bind pose is the file's: each body where its node is at rest, which is the origin.
          const glm::dvec4 corner(glm::dvec3(bodies.vertices.positions[v]), 1.0);
          QVERIFY(std::abs(std::abs(corner.x) - static_cast<double>(size)) < 1e-6);
          const glm::dvec3 place(expected * corner);
          worst = std::max(worst, glm::distance(glm::dvec3(is * corner), place));
          worstDecoded = std::max(worstDecoded, glm::distance(glm::dvec3(decoded[v].position), place));
        }
      }
    }
    QVERIFY2(worst < 2e-6 && worstDecoded < 5e-6, (std::to_string(worst) + " " + std::to_string(worstDecoded)).c_str());

    const auto errors = bake::measureError(bodies, *baked, job);
    QVERIFY(errors && errors->size() == 1);
    QVERIFY((*errors)[0].maxMillimetres < 5.0);  // Between frames, matrices are blended.
  }
};

TEXELETON_SUITE(TestManyNodes)
#include "test_many_nodes.moc"

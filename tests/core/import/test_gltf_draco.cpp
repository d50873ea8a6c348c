#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>

#include <QObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

/// KHR_draco_mesh_compression: the output of Draco's own encoder is decoded.
class TestGltfDraco : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;

  struct Encoded {
    std::vector<std::uint8_t> bytes;
    std::size_t points = 0;
    std::size_t triangles = 0;
    int position = 0;
    int joints = 0;
    int weights = 0;
  };

  static constexpr int kSide = 9;  // quads

  static glm::vec3 place(int x, int y) {
    return {static_cast<float>(x), static_cast<float>(y), std::sin(0.7f * static_cast<float>(x * y))};
  }

  /// The bone of a vertex: follows from its position, so that the order of vertices does not matter.
  static std::uint16_t jointOf(const glm::vec3& place) { return static_cast<std::uint16_t>(place.x) % 2; }

  /// A wavy sheet; `method` is Draco's.
  static Encoded sheet(int method) {
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(kSide * kSide * 2);
    Encoded out;
    out.position = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    out.joints = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT16);
    out.weights = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_FLOAT32);
    std::uint32_t face = 0;
    const auto add = [&](const std::array<glm::ivec2, 3>& corners) {
      std::array<glm::vec3, 3> at;
      std::array<std::array<std::uint16_t, 4>, 3> joints{};
      std::array<std::array<float, 4>, 3> weights{};
      for (std::size_t i = 0; i < 3; ++i) {
        at[i] = place(corners[i].x, corners[i].y);
        joints[i][0] = jointOf(at[i]);
        weights[i][0] = 1.0f;
      }
      const draco::FaceIndex index(face++);
      builder.SetAttributeValuesForFace(out.position, index, &at[0], &at[1], &at[2]);
      builder.SetAttributeValuesForFace(out.joints, index, &joints[0], &joints[1], &joints[2]);
      builder.SetAttributeValuesForFace(out.weights, index, &weights[0], &weights[1], &weights[2]);
    };
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        add({glm::ivec2(x, y), glm::ivec2(x + 1, y), glm::ivec2(x, y + 1)});
        add({glm::ivec2(x + 1, y), glm::ivec2(x + 1, y + 1), glm::ivec2(x, y + 1)});
      }
    }
    const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
    out.points = mesh->num_points();
    out.triangles = mesh->num_faces();
    draco::Encoder encoder;
    encoder.SetEncodingMethod(method);
    draco::EncoderBuffer buffer;
    if (!encoder.EncodeMeshToBuffer(*mesh, &buffer).ok()) {
      qWarning("Draco's encoder failed");
    }
    out.bytes.assign(buffer.data(), buffer.data() + buffer.size());
    return out;
  }

  static GltfBuilder fileOf(const Encoded& encoded) {
    GltfBuilder file;
    const int view = file.addView(encoded.bytes);
    const nlohmann::json attributes = {{"POSITION", file.addAccessor(-1, kFloat, "VEC3", encoded.points)},
                                       {"JOINTS_0", file.addAccessor(-1, kUnsignedShort, "VEC4", encoded.points)},
                                       {"WEIGHTS_0", file.addAccessor(-1, kFloat, "VEC4", encoded.points)}};
    file.addMeshNode(
        {{"attributes", attributes},
         {"indices", file.addAccessor(-1, kUnsignedShort, "SCALAR", encoded.triangles * 3)},
         {"extensions",
          {{"KHR_draco_mesh_compression",
            {{"bufferView", view},
             {"attributes",
              {{"POSITION", encoded.position}, {"JOINTS_0", encoded.joints}, {"WEIGHTS_0", encoded.weights}}}}}}}});
    file.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return file;
  }

  void expectError(const GltfBuilder& file, const std::string& part) {
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(!scene, part.c_str());
    QVERIFY2(scene.error().message.find(part) != std::string::npos, scene.error().message.c_str());
  }

 private slots:
  void readsEncoderOutput() {
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
      const Encoded encoded = sheet(method);
      const auto scene = m_folder.parse(fileOf(encoded).glb(), "draco.glb");
      QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
      const importing::SourcePrimitive& primitive = scene->meshes.at(0).primitives.at(0);
      QCOMPARE(primitive.positions.size(), std::size_t{(kSide + 1) * (kSide + 1)});
      QCOMPARE(primitive.indices.size(), std::size_t{kSide * kSide * 6});
      for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
        const glm::vec3 at = primitive.positions[v];
        QCOMPARE(at, place(static_cast<int>(at.x), static_cast<int>(at.y)));
        QCOMPARE(primitive.influenceBegin.at(v + 1) - primitive.influenceBegin.at(v), 1u);
        QCOMPARE(primitive.influences[v].joint, std::uint32_t{jointOf(at)});
        QCOMPARE(primitive.influences[v].weight, 1.0f);
      }
      // Every triangle covers half a quad, seen from the same side.
      for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) { return glm::vec2(primitive.positions[primitive.indices[i + k]]); };
        const glm::vec2 a = corner(1) - corner(0);
        const glm::vec2 b = corner(2) - corner(0);
        QCOMPARE(a.x * b.y - a.y * b.x, 1.0f);
      }
    }
  }

  void checksItsNumbers() {
    const Encoded encoded = sheet(draco::MESH_EDGEBREAKER_ENCODING);
    const auto with = [&](const auto& change) {
      GltfBuilder file = fileOf(encoded);
      change(file);
      return file;
    };
    const auto extension = [](GltfBuilder& file) -> nlohmann::json& {
      return file.json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"];
    };
    expectError(with([](GltfBuilder& file) { file.json["accessors"][0]["count"] = 7; }), "counts 7 elements");
    expectError(with([](GltfBuilder& file) { file.json["accessors"][3]["count"] = 9'000'000; }), "counts 9000000");
    expectError(with([](GltfBuilder& file) { file.json["accessors"][3]["componentType"] = kFloat; }), "whole numbers");
    expectError(with([&](GltfBuilder& file) { extension(file)["bufferView"] = 9; }), "buffer view 9");
    expectError(with([&](GltfBuilder& file) { extension(file)["attributes"]["POSITION"] = 9; }), "no attribute 9");
    // A header that claims 2^32 - 1 vertices: refused before any are allocated.
    expectError(with([](GltfBuilder& file) {
                  const std::array<std::uint8_t, 5> most = {0xFF, 0xFF, 0xFF, 0xFF, 0x0F};
                  std::copy(most.begin(), most.end(), file.binary.begin() + 12);
                }),
                "more than is believed");
  }

  void survivesBrokenData() {
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
      const GltfBuilder good = fileOf(sheet(method));
      std::uint32_t state = 7;
      for (int round = 0; round < 200; ++round) {
        GltfBuilder file = good;
        for (int i = 0; i < 3; ++i) {
          state = state * 1664525u + 1013904223u;
          file.binary[(state >> 8) % file.binary.size()] = static_cast<std::uint8_t>(state);
        }
        const auto scene = m_folder.parse(file.glb(), "broken.glb");
        QVERIFY(scene || !scene.error().message.empty());
      }
    }
  }
};

TEXELETON_PLAIN_SUITE(TestGltfDraco)
#include "test_gltf_draco.moc"

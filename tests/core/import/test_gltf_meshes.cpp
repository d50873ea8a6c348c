#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

using Indices = std::vector<std::uint32_t>;

/// Meshes, skins and the node tree.
class TestGltfMeshes : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;

  static int positions(GltfBuilder& file, std::size_t count) {
    std::vector<float> data;
    for (std::size_t i = 0; i < count; ++i) {
      data.insert(data.end(), {static_cast<float>(i), static_cast<float>(i % 2), 0.0f});
    }
    return file.add(data, kFloat, "VEC3");
  }

  /// The primitive of the only mesh; an empty one (and a failed check) if the file is refused.
  importing::SourcePrimitive parsePrimitive(const GltfBuilder& file) {
    const auto scene = m_folder.parse(file.gltf());
    if (!scene) {
      qWarning("%s", scene.error().message.c_str());
      return {};
    }
    const auto& primitives = scene->meshes.at(0).primitives;
    return primitives.empty() ? importing::SourcePrimitive() : primitives.front();
  }

  void expectError(const GltfBuilder& file, const std::string& part, ErrorCode code = ErrorCode::BadFile) {
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(!scene, part.c_str());
    QVERIFY2(scene.error().message.find(part) != std::string::npos, scene.error().message.c_str());
    QCOMPARE(static_cast<int>(scene.error().code), static_cast<int>(code));
  }

 private slots:
  void makesTrianglesOfEveryMode() {
    const auto indicesOf = [&](int mode, const Indices& indices) {
      GltfBuilder file;
      nlohmann::json primitive = {{"attributes", {{"POSITION", positions(file, 6)}}}, {"mode", mode}};
      if (!indices.empty()) {
        primitive["indices"] = file.add(indices, kUnsignedInt, "SCALAR");
      }
      file.addMeshNode(primitive);
      return parsePrimitive(file).indices;
    };
    QCOMPARE(indicesOf(4, {}), (Indices{0, 1, 2, 3, 4, 5}));
    QCOMPARE(indicesOf(4, {2, 1, 0}), (Indices{2, 1, 0}));
    // glTF 2.0, 3.7.2.1: strip (i, i + (1 + i % 2), i + (2 - i % 2)), fan (i + 1, i + 2, 0).
    QCOMPARE(indicesOf(5, {0, 1, 2, 3, 4}), (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
    QCOMPARE(indicesOf(6, {0, 1, 2, 3, 4}), (Indices{1, 2, 0, 2, 3, 0, 3, 4, 0}));
    QCOMPARE(indicesOf(5, {}).size(), std::size_t{12});
    // Joined strips: degenerate triangles are removed, the winding stays.
    QCOMPARE(indicesOf(5, {0, 1, 2, 2, 3, 3, 3, 4, 5}), (Indices{0, 1, 2, 3, 4, 5}));
    for (const int mode : {0, 1, 2, 3, 9}) {
      QVERIFY(indicesOf(mode, {0, 1, 2}).empty());
      QVERIFY(m_folder.hasIssue("not triangles"));
    }
    QCOMPARE(indicesOf(4, {0, 1, 2, 3}), (Indices{0, 1, 2}));
    QVERIFY(m_folder.hasIssue("no multiple of 3"));
  }

  void readsIndexTypes() {
    for (const int type : {kUnsignedByte, kUnsignedShort, kUnsignedInt}) {
      GltfBuilder file;
      const int indices = type == kUnsignedByte    ? file.add(std::vector<std::uint8_t>{2, 1, 0}, type, "SCALAR")
                          : type == kUnsignedShort ? file.add(std::vector<std::uint16_t>{2, 1, 0}, type, "SCALAR")
                                                   : file.add(Indices{2, 1, 0}, type, "SCALAR");
      file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}}}, {"indices", indices}});
      QCOMPARE(parsePrimitive(file).indices, (Indices{2, 1, 0}));
    }
    GltfBuilder file;
    const int indices = file.add(std::vector<float>{2, 1, 0}, kFloat, "SCALAR");
    file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}}}, {"indices", indices}});
    expectError(file, "floats");
  }

  void readsAttributes() {
    GltfBuilder file;
    const int normals = file.add(std::vector<float>{0, 0, 1, 0, 0, 1, 0, 1, 0}, kFloat, "VEC3");
    const int tangents = file.add(std::vector<float>{1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 1}, kFloat, "VEC4");
    const int uv0 =
        file.add(std::vector<std::uint16_t>{0, 65535, 65535, 0, 0, 0}, kUnsignedShort, "VEC2", {{"normalized", true}});
    const int uv1 = file.add(std::vector<float>{2, 3, 4, 5, 6, 7}, kFloat, "VEC2");
    const int colors = file.add(std::vector<float>{1, 0.5f, 0.25f, 0, 0, 0, 1, 1, 1}, kFloat, "VEC3");
    file.addMeshNode({{"attributes",
                       {{"POSITION", positions(file, 3)},
                        {"NORMAL", normals},
                        {"TANGENT", tangents},
                        {"TEXCOORD_0", uv0},
                        {"TEXCOORD_1", uv1},
                        {"COLOR_0", colors},
                        {"_CUSTOM", 99}}}});
    const importing::SourcePrimitive primitive = parsePrimitive(file);
    QCOMPARE(primitive.normals.at(2), glm::vec3(0, 1, 0));
    QCOMPARE(primitive.tangents.at(1), glm::vec4(1, 0, 0, -1));
    QCOMPARE(primitive.uv0, (std::vector<glm::vec2>{{0, 1}, {1, 0}, {0, 0}}));
    QCOMPARE(primitive.uv1, (std::vector<glm::vec2>{{2, 3}, {4, 5}, {6, 7}}));
    QCOMPARE(primitive.colors.at(0), glm::vec4(1, 0.5f, 0.25f, 1));
    QVERIFY(primitive.influenceBegin.empty() && !primitive.material);
  }

  void readsColoursOfFourBytes() {
    GltfBuilder file;
    const int colors = file.add(std::vector<std::uint8_t>{255, 51, 0, 102, 0, 0, 0, 0, 0, 0, 0, 255}, kUnsignedByte,
                                "VEC4", {{"normalized", true}});
    file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}, {"COLOR_0", colors}}}});
    QCOMPARE(parsePrimitive(file).colors.at(0), glm::vec4(1, 0.2f, 0, 0.4f));
  }

  void dropsTangentsWithoutNormals() {
    GltfBuilder file;
    const int tangents = file.add(std::vector<float>(12, 1.0f), kFloat, "VEC4");
    file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}, {"TANGENT", tangents}}}});
    QVERIFY(parsePrimitive(file).tangents.empty());
  }

  void rejectsMismatchedCounts() {
    GltfBuilder file;
    const int normals = file.add(std::vector<float>(6, 1.0f), kFloat, "VEC3");
    file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}, {"NORMAL", normals}}}});
    expectError(file, "mesh \"Mesh\": NORMAL has 2 elements for 3 vertices");
  }

  void readsAnyNumberOfInfluences() {
    GltfBuilder file;
    nlohmann::json attributes = {{"POSITION", positions(file, 3)}};
    // Vertex v has weight 1/16 on the joints 4n + k of set n, except for one weight of 0 with an invalid joint.
    for (int n = 0; n < 4; ++n) {
      std::vector<std::uint16_t> joints;
      std::vector<float> weights;
      for (int v = 0; v < 3; ++v) {
        for (int k = 0; k < 4; ++k) {
          const bool none = n == 1 && k == v;
          joints.push_back(static_cast<std::uint16_t>(none ? 60000 : 4 * n + k));
          weights.push_back(none ? 0.0f : 1.0f / 16.0f);
        }
      }
      attributes["JOINTS_" + std::to_string(n)] = file.add(joints, kUnsignedShort, "VEC4");
      attributes["WEIGHTS_" + std::to_string(n)] = file.add(weights, kFloat, "VEC4");
    }
    file.addMeshNode({{"attributes", attributes}});
    const importing::SourcePrimitive primitive = parsePrimitive(file);
    QCOMPARE(primitive.influenceBegin, (Indices{0, 15, 30, 45}));
    for (std::size_t v = 0; v < 3; ++v) {
      std::uint32_t expected = 0;
      for (std::size_t i = primitive.influenceBegin[v]; i < primitive.influenceBegin[v + 1]; ++i, ++expected) {
        expected += expected == 4 + v ? 1 : 0;
        QCOMPARE(primitive.influences[i].joint, expected);
        QCOMPARE(primitive.influences[i].weight, 1.0f / 16.0f);
      }
    }
  }

  void readsIntegerWeightsAsNormalized() {
    GltfBuilder file;
    const int joints = file.add(std::vector<std::uint8_t>(12, 0), kUnsignedByte, "VEC4");
    // Without the flag, which the specification requires and some writers omit.
    const int weights =
        file.add(std::vector<std::uint8_t>{255, 0, 0, 0, 51, 204, 0, 0, 0, 0, 0, 0}, kUnsignedByte, "VEC4");
    file.addMeshNode(
        {{"attributes", {{"POSITION", positions(file, 3)}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}});
    const importing::SourcePrimitive primitive = parsePrimitive(file);
    QCOMPARE(primitive.influenceBegin, (Indices{0, 1, 3, 3}));
    QCOMPARE(primitive.influences.at(0).weight, 1.0f);
    QCOMPARE(primitive.influences.at(1).weight, 0.2f);
    QCOMPARE(primitive.influences.at(2).weight, 0.8f);
  }

  void jointsWithoutWeightsAreAnIssue() {
    GltfBuilder file;
    const int joints = file.add(std::vector<std::uint8_t>(12, 0), kUnsignedByte, "VEC4");
    file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}, {"JOINTS_0", joints}}}});
    QVERIFY(parsePrimitive(file).influenceBegin.empty());
    QVERIFY(m_folder.hasIssue("JOINTS_0 without WEIGHTS_0"));
  }

  void readsMorphTargets() {
    GltfBuilder file;
    const int normals = file.add(std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1}, kFloat, "VEC3");
    const int up = file.add(std::vector<float>{0, 1, 0, 0, 2, 0, 0, 3, 0}, kFloat, "VEC3");
    const int turn = file.add(std::vector<float>{1, 0, 0, 1, 0, 0, 1, 0, 0}, kFloat, "VEC3");
    const int index = file.addView(std::vector<std::uint8_t>{1});
    const int value = file.addView(std::vector<float>{5, 6, 7});
    const int sparse = file.addAccessor(-1, kFloat, "VEC3", 3,
                                        {{"sparse",
                                          {{"count", 1},
                                           {"indices", {{"bufferView", index}, {"componentType", kUnsignedByte}}},
                                           {"values", {{"bufferView", value}}}}}});
    file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}, {"NORMAL", normals}}},
                      {"targets", {{{"POSITION", up}, {"NORMAL", turn}}, {{"POSITION", sparse}}, {{"NORMAL", turn}}}}});
    file.json["meshes"][0]["weights"] = {0.25, 0.5, 1};
    file.json["meshes"][0]["extras"] = {{"targetNames", {"up", "one"}}, {"other", {1, 2}}};
    file.json["nodes"][0]["weights"] = {1, 0, 0};
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    const auto& targets = scene->meshes.at(0).primitives.at(0).morphTargets;
    QCOMPARE(targets.size(), std::size_t{3});
    QCOMPARE(targets[0].name, std::string("up"));
    QCOMPARE(targets[0].positionDeltas.at(2), glm::vec3(0, 3, 0));
    QCOMPARE(targets[0].normalDeltas.at(2), glm::vec3(1, 0, 0));
    QCOMPARE(targets[1].name, std::string("one"));
    QCOMPARE(targets[1].positionDeltas, (std::vector<glm::vec3>{{0, 0, 0}, {5, 6, 7}, {0, 0, 0}}));
    QVERIFY(targets[1].normalDeltas.empty());
    QVERIFY(targets[2].name.empty());
    QCOMPARE(targets[2].positionDeltas, std::vector<glm::vec3>(3, glm::vec3(0)));
    QCOMPARE(scene->meshes[0].morphWeights, (std::vector<float>{0.25f, 0.5f, 1.0f}));
    QCOMPARE(scene->instances.at(0).morphWeights, (std::vector<float>{1, 0, 0}));
  }

  void refusesMorphTargetsOfOtherSizes() {
    GltfBuilder file;
    const int few = file.add(std::vector<float>(6, 1.0f), kFloat, "VEC3");
    file.addMeshNode({{"attributes", {{"POSITION", positions(file, 3)}}}, {"targets", {{{"POSITION", few}}}}});
    expectError(file, "2 elements for 3 vertices");
  }

  void primitiveWithoutPositionsIsAnIssue() {
    GltfBuilder file;
    const int uv = file.add(std::vector<float>(6, 1.0f), kFloat, "VEC2");
    file.addMeshNode({{"attributes", {{"TEXCOORD_0", uv}}}});
    QVERIFY(m_folder.parse(file.gltf()).has_value());
    QVERIFY(m_folder.hasIssue("without triangles"));
  }

  void usesPlainDataForBrokenDraco() {
    GltfBuilder file;
    const int none = file.addAccessor(-1, kFloat, "VEC3", 3);
    const int noise = file.addView(std::vector<std::uint8_t>(64, 7));
    const nlohmann::json draco = {
        {"KHR_draco_mesh_compression", {{"bufferView", noise}, {"attributes", {{"POSITION", 0}}}}}};
    file.addMeshNode({{"attributes", {{"POSITION", none}}}, {"extensions", draco}});
    expectError(file, "KHR_draco_mesh_compression", ErrorCode::BadFile);
    GltfBuilder both;
    both.addMeshNode({{"attributes", {{"POSITION", positions(both, 3)}}}, {"extensions", draco}});
    QVERIFY(m_folder.parse(both.gltf()).has_value());
  }

  void readsNodes() {
    GltfBuilder file;
    file.addMeshNode(file.triangle());
    file.json["nodes"] = {{{"name", "Root"}, {"children", {2, 1}}, {"translation", {1, 2, 3}}, {"scale", {-1, 1, 1}}},
                          {{"name", "Turned"}, {"rotation", {0, 0, 0.6, 0.8}}, {"mesh", 0}},
                          {{"matrix", {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1}}}};
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->nodes.size(), std::size_t{3});
    QVERIFY(!scene->nodes[0].parent && scene->nodes[1].parent == 0 && scene->nodes[2].parent == 0);
    QCOMPARE(scene->nodes[0].rest.translation, glm::dvec3(1, 2, 3));
    QCOMPARE(scene->nodes[0].rest.scale, glm::dvec3(-1, 1, 1));
    QCOMPARE(scene->nodes[1].rest.rotation, glm::dquat(0.8, 0, 0, 0.6));
    QVERIFY(!scene->nodes[1].restMatrix && scene->nodes[2].restMatrix);
    QCOMPARE((*scene->nodes[2].restMatrix)[3], glm::dvec4(5, 6, 7, 1));
    QCOMPARE((*scene->nodes[2].restMatrix)[0], glm::dvec4(0, 2, 0, 0));
    QCOMPARE(scene->instances.at(0).node, std::size_t{1});
  }

  void refusesBrokenTrees() {
    const auto with = [](const nlohmann::json& nodes) {
      GltfBuilder file;
      file.addMeshNode(file.triangle());
      file.json["nodes"] = nodes;
      return file;
    };
    expectError(with({{{"children", {1}}}, {{"children", {2}}}, {{"mesh", 0}}, {{"children", {2}}}}), "two parents");
    expectError(with({{{"children", {7}}}}), "child 7");
    expectError(with({{{"mesh", 7}}}), "mesh 7");
    expectError(with({{{"mesh", 0}, {"skin", 7}}}), "skin 7");
    expectError(with({{{"translation", {1, 2}}}}), "wrong length");
    expectError(with({{{"matrix", {1, 2}}}}), "wrong length");
    expectError(with(nlohmann::json::array()), "empty");
  }

  void showsTheDefaultSceneAndKeepsAllNodes() {
    GltfBuilder file;
    file.addMeshNode(file.triangle());
    file.json["nodes"] = {{{"mesh", 0}}, {{"children", {2}}}, {{"mesh", 0}}, {{"name", "elsewhere"}}};
    file.json["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1, 3}}}};
    const auto instanced = [&] {
      std::vector<std::size_t> nodes;
      const auto scene = m_folder.parse(file.gltf());
      for (const importing::SourceInstance& instance :
           scene ? scene->instances : std::vector<importing::SourceInstance>()) {
        nodes.push_back(instance.node);
      }
      return scene && scene->nodes.size() == 4 ? nodes : std::vector<std::size_t>{99};
    };
    QCOMPARE(instanced(), (std::vector<std::size_t>{0, 2}));
    file.json["scene"] = 1;
    QCOMPARE(instanced(), (std::vector<std::size_t>{2}));
    QVERIFY(m_folder.hasIssue("outside"));
    file.json["scene"] = 0;
    QCOMPARE(instanced(), (std::vector<std::size_t>{0}));
    file.json["scene"] = 2;
    expectError(file, "scene 2");
    file.json["scene"] = 0;
    file.json["scenes"][0]["nodes"] = {9};
    expectError(file, "node 9");
  }

  void readsSkins() {
    GltfBuilder file;
    const int joints = file.add(std::vector<std::uint8_t>(12, 0), kUnsignedByte, "VEC4");
    const int weights = file.add(std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, kFloat, "VEC4");
    file.addMeshNode(
        {{"attributes", {{"POSITION", positions(file, 3)}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}});
    std::vector<float> matrices(32, 0.0f);
    for (std::size_t i = 0; i < 32; ++i) {
      matrices[i] = static_cast<float>(i);
    }
    const int inverseBinds = file.add(matrices, kFloat, "MAT4");
    file.json["nodes"].push_back({{"name", "Joint"}});
    file.json["nodes"][0]["skin"] = 0;
    file.json["skins"] = {{{"name", "Skin"}, {"joints", {1, 0}}, {"inverseBindMatrices", inverseBinds}}};
    auto scene = m_folder.parse(file.gltf());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->skins.at(0).joints, (std::vector<std::size_t>{1, 0}));
    QCOMPARE(scene->skins[0].inverseBinds.at(1)[3], glm::dvec4(28, 29, 30, 31));
    QVERIFY(scene->instances.at(0).skin == 0);
    QVERIFY(!scene->skins[0].bindPlacement);
    QVERIFY(m_folder.issues.empty());

    file.json["skins"][0].erase("inverseBindMatrices");
    scene = m_folder.parse(file.gltf());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->skins.at(0).inverseBinds, std::vector<glm::dmat4>(2, glm::dmat4(1.0)));
    QVERIFY(m_folder.issues.empty());

    file.json["skins"][0]["joints"] = {1, 5};
    expectError(file, "node 5");
    file.json["skins"][0] = {{"joints", {1, 0, 1}}, {"inverseBindMatrices", inverseBinds}};
    expectError(file, "too few inverse bind matrices: 2 for 3");
    file.json["skins"][0] = {{"joints", nlohmann::json::array()}};
    scene = m_folder.parse(file.gltf());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QVERIFY(!scene->instances.at(0).skin);
    QVERIFY(m_folder.hasIssue("no joints"));
  }

  /// MSFT_lod: the levels become sibling nodes, are shown with their node, and are named accordingly.
  void levelsOfDetail() {
    for (const char* name : {"Body", "Body_LOD0"}) {
      GltfBuilder file;
      const int near = file.addMeshNode(file.triangle());
      const int far = file.addMeshNode(file.triangle());
      const int parent = file.append("nodes", {{"name", "Hips"}, {"children", {near}}});
      file.json["nodes"][near]["name"] = name;
      file.json["nodes"][near]["extensions"] = {{"MSFT_lod", {{"ids", {far}}}}};
      file.json["extensionsUsed"] = file.json["extensionsRequired"] = {"MSFT_lod"};
      file.append("scenes", {{"nodes", {parent}}});
      file.json["scene"] = 0;
      const auto scene = m_folder.parse(file.gltf());
      QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
      QCOMPARE(scene->instances.size(), std::size_t{2});
      QCOMPARE(scene->nodes[static_cast<std::size_t>(far)].name, std::string("Body_LOD1"));
      QCOMPARE(scene->nodes[static_cast<std::size_t>(far)].parent, std::optional<std::size_t>(parent));
    }
  }
  /// KHR_node_visibility: an invisible node hides everything below it, whatever the nodes below specify.
  void hiddenNodes() {
    GltfBuilder file;
    const int shown = file.addMeshNode(file.triangle());
    const int below = file.addMeshNode(file.triangle());
    const int hidden = file.addMeshNode(file.triangle());
    file.json["nodes"][hidden]["children"] = {below};
    const auto visible = [&](int node, const nlohmann::json& value) {
      file.json["nodes"][node]["extensions"] = {{"KHR_node_visibility", value}};
    };
    visible(hidden, {{"visible", false}});
    visible(below, {{"visible", true}});
    file.json["extensionsUsed"] = file.json["extensionsRequired"] = {"KHR_node_visibility"};
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QVERIFY(!scene->nodes[static_cast<std::size_t>(shown)].hidden);
    QVERIFY(scene->nodes[static_cast<std::size_t>(hidden)].hidden);
    QVERIFY(scene->nodes[static_cast<std::size_t>(below)].hidden);
    for (const char* value : {"{}", "7", "[]", "null", R"({"visible": 0})", R"({"visible": "no"})"}) {
      visible(hidden, nlohmann::json::parse(value));
      const auto odd = m_folder.parse(file.gltf());
      QVERIFY(!odd || !odd->nodes[static_cast<std::size_t>(hidden)].hidden);
    }
  }
  void hostileLevelsOfDetail() {
    for (const char* ids : {"[7]", "[-1]", "[0]", "[2]", "[1.5]", R"(["a"])"}) {  // 2 is above 0
      GltfBuilder file;
      const int near = file.addMeshNode(file.triangle());
      file.addMeshNode(file.triangle());
      file.append("nodes", {{"name", "Hips"}, {"children", {near}}});
      file.json["nodes"][near]["extensions"] = {{"MSFT_lod", {{"ids", nlohmann::json::parse(ids)}}}};
      expectError(file, "MSFT_lod");
    }
    for (const char* ids : {"{}", "7", "[]", "null"}) {  // No levels; tinygltf from 2.9 on refuses them by itself.
      GltfBuilder file;
      const int near = file.addMeshNode(file.triangle());
      file.json["nodes"][near]["extensions"] = {{"MSFT_lod", {{"ids", nlohmann::json::parse(ids)}}}};
      const auto scene = m_folder.parse(file.gltf());
      QVERIFY2(scene || scene.error().message.find("MSFT_lod") != std::string::npos,
               scene ? "" : scene.error().message.c_str());
    }
  }
};

TEXELETON_PLAIN_SUITE(TestGltfMeshes)
#include "test_gltf_meshes.moc"

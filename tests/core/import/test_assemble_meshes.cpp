// Vertices of an assembled model: generated normals, merged vertices, morph targets, attributes, broken meshes.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>

#include "tests/core/import/assemble_scenes.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// A cube of side 2 about the origin with 8 shared vertices and no normals.
importing::SourcePrimitive sharedCube() {
  importing::SourcePrimitive cube;
  for (int i = 0; i < 8; ++i) {
    cube.positions.emplace_back(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  }
  cube.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  return cube;
}

importing::SourceScene sceneOf(importing::SourcePrimitive primitive) {
  importing::SourceScene scene = rigidScene();
  scene.meshes[0].primitives = {std::move(primitive)};
  return scene;
}

/// Whether each triangle's corners have its normal, within the tolerance for nearly coplanar triangles that share one.
bool isFlat(const model::Model& model, double tolerance = 1e-5) {
  const model::VertexData& data = model.vertices;
  for (std::size_t t = 0; t < data.indices.size(); t += 3) {
    const std::uint32_t* corner = &data.indices[t];
    const glm::dvec3 a(data.positions[corner[0]]);
    const glm::dvec3 normal = glm::normalize(
        glm::cross(glm::dvec3(data.positions[corner[1]]) - a, glm::dvec3(data.positions[corner[2]]) - a));
    for (int c = 0; c < 3; ++c) {
      if (glm::length(glm::dvec3(data.normals[corner[c]]) - normal) > tolerance) {
        return false;
      }
    }
  }
  return true;
}

/// The cube with three vertices for each triangle, as in FBX and similar formats.
importing::SourcePrimitive unsharedCube() {
  const importing::SourcePrimitive shared = sharedCube();
  importing::SourcePrimitive cube;
  for (const std::uint32_t index : shared.indices) {
    cube.indices.push_back(static_cast<std::uint32_t>(cube.positions.size()));
    cube.positions.push_back(shared.positions[index]);
  }
  return cube;
}

}  // namespace

class TestAssembleMeshes : public QObject {
  Q_OBJECT

 private slots:
  void flatNormalsSplitWhereNeeded() {
    importing::SourceScene scene = sceneOf(sharedCube());
    scene.flatNormals = true;
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->vertexCount(), std::size_t(24));  // three planes meet at each of 8 corners
    QCOMPARE(model->triangleCount(), std::size_t(12));
    QVERIFY(isFlat(*model));
    QCOMPARE(issuesWith(*model, "flat ones were made"), 1);

    scene = sceneOf(unsharedCube());  // as in fox.glb: no shared vertices, so nothing is split
    scene.flatNormals = true;
    const auto unshared = assembled(scene);
    QVERIFY(unshared);
    QCOMPARE(unshared->vertexCount(), std::size_t(36));
    QVERIFY(isFlat(*unshared));
  }

  void flatNormalsCarryEverythingAlong() {
    importing::SourceScene scene = skinnedScene();
    importing::SourcePrimitive& cube = scene.meshes[0].primitives[0] = sharedCube();
    scene.flatNormals = true;
    cube.influenceBegin = {0};
    for (std::size_t v = 0; v < 8; ++v) {
      const float w = 0.125f * static_cast<float>(v + 1);
      cube.influences.push_back({0, w});
      cube.influences.push_back({1, 1.0f - w});
      cube.influenceBegin.push_back(static_cast<std::uint32_t>(cube.influences.size()));
      cube.uv0.emplace_back(static_cast<float>(v), 0.5f);
      cube.colors.emplace_back(0.1f * static_cast<float>(v), 0, 0, 1);
    }
    cube.tangents.assign(8, {1, 0, 0, 1});
    importing::SourceMorphTarget target;
    target.positionDeltas = cube.positions;
    target.normalDeltas = cube.positions;
    cube.morphTargets = {target};
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->vertexCount(), std::size_t(24));
    QVERIFY(!model->parts[0].hasTangents);  // meaningless without their normals
    QVERIFY(model->parts[0].morphTargets[0].normalDeltas.empty());
    for (std::size_t v = 0; v < 24; ++v) {
      const auto old = static_cast<std::size_t>(model->vertices.uv0[v].x);
      QCOMPARE(model->vertices.positions[v], cube.positions[old]);
      QCOMPARE(model->vertices.colors[v], cube.colors[old]);
      QCOMPARE(model->parts[0].morphTargets[0].positionDeltas[v], cube.positions[old]);
      const std::uint32_t first = model->vertices.influenceBegin[v];
      const float expected = std::max(cube.influences[2 * old].weight, cube.influences[2 * old + 1].weight);
      QCOMPARE(model->vertices.influences[first].weight, expected);
    }
  }

  void hugeFanIsFast() {
    importing::SourcePrimitive fan;
    fan.positions.emplace_back(0.0f, 1.0f, 0.0f);
    constexpr std::uint32_t kCount = 100'000;
    for (std::uint32_t i = 0; i < kCount; ++i) {
      const double angle = 2.0 * kPi * i / kCount;
      fan.positions.emplace_back(std::cos(angle), 0.1 * std::sin(40 * angle), std::sin(angle));
      fan.indices.insert(fan.indices.end(), {0, i + 1, 1 + (i + 1) % kCount});
    }
    importing::SourceScene scene = sceneOf(fan);
    scene.flatNormals = true;
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(isFlat(*model, 1.01e-4));
  }

  void smoothNormalsOverEqualPositions() {
    importing::SourceScene scene = sceneOf(unsharedCube());
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->vertexCount(), std::size_t(36));
    // Weighted by angle, the normal of each corner of a cube is along its diagonal, however its faces are triangulated.
    for (std::size_t v = 0; v < 36; ++v) {
      const glm::vec3 diagonal = glm::normalize(model->vertices.positions[v]);
      QVERIFY(glm::length(model->vertices.normals[v] - diagonal) < 1e-6f);
    }
    scene.weld = true;
    const auto welded = assembled(scene);
    QVERIFY(welded);
    QCOMPARE(welded->vertexCount(), std::size_t(8));
    QCOMPARE(welded->triangleCount(), std::size_t(12));
    QCOMPARE(issuesWith(*welded, "smooth ones were made"), 1);
    scene.flatNormals = true;
    QCOMPARE(assembled(scene)->vertexCount(), std::size_t(24));
  }

  void normalsOfTheFileSurvive() {
    importing::SourcePrimitive primitive = tetrahedron();
    primitive.positions[3] = primitive.positions[1];  // a hard edge: one position, two normals
    primitive.normals = {{3, 0, 0}, {0, 2, 0}, {0, 0, 0}, {0, 0, -1e-3f}};
    primitive.normals[2].x = kNan;
    importing::SourceScene scene = sceneOf(primitive);
    scene.weld = true;
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->vertexCount(), std::size_t(4));
    QCOMPARE(model->vertices.normals[0], glm::vec3(1, 0, 0));
    QCOMPARE(model->vertices.normals[1], glm::vec3(0, 1, 0));
    QCOMPARE(model->vertices.normals[3], glm::vec3(0, 0, -1));
    QCOMPARE(issuesWith(*model, "1 normal of no length or not finite"), 1);
  }

  void weldComparesEverything_data() {
    QTest::addColumn<int>("what");
    const char* const names[] = {"nothing",     "minus zero",   "position",   "normal", "tangent",
                                 "uv0",         "uv1",          "colour",     "weight", "joint",
                                 "morph delta", "morph normal", "more joints"};
    for (int i = 0; i < 13; ++i) {
      QTest::newRow(names[i]) << i;
    }
  }

  // Two triangles whose six corners pair up into four; one attribute of one corner differs.
  void weldComparesEverything() {
    QFETCH(int, what);
    importing::SourceScene scene = skinnedScene();
    scene.weld = true;
    importing::SourcePrimitive& p = scene.meshes[0].primitives[0];
    p = {};
    p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}};
    p.normals.assign(6, {0, 0, 1});
    p.tangents.assign(6, {1, 0, 0, 1});
    p.uv0.assign(6, {0.5f, 0.5f});
    p.uv1.assign(6, {0.25f, 0.5f});
    p.colors.assign(6, {1, 1, 1, 1});
    p.indices = {0, 1, 2, 3, 4, 5};
    bindAll(p, {{0, 0.5f}, {1, 0.5f}});
    p.morphTargets.resize(1);
    p.morphTargets[0].positionDeltas.assign(6, {0, 0, 1});
    p.morphTargets[0].normalDeltas.assign(6, {0, 1, 0});
    switch (what) {
      case 1:
        p.positions[4].z = -0.0f;
        break;
      case 2:
        p.positions[4].x = std::nextafter(1.0f, 2.0f);
        break;
      case 3:
        p.normals[4] = glm::normalize(glm::vec3(1e-3f, 0, 1));
        break;
      case 4:
        p.tangents[4].w = -1;
        break;
      case 5:
        p.uv0[4].y = 0.50001f;
        break;
      case 6:
        p.uv1[4].x = 0.25001f;
        break;
      case 7:
        p.colors[4].w = 0.5f;
        break;
      case 8:
        p.influences[8].weight = 0.75f;
        break;
      case 9:
        p.influences[8].joint = 1;
        break;
      case 10:
        p.morphTargets[0].positionDeltas[4].x = 0.1f;
        break;
      case 11:
        p.morphTargets[0].normalDeltas[4].x = 0.1f;
        break;
      case 12:
        p.influences[9].weight = 0.0f;
        break;
      default:
        break;
    }
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->vertexCount(), std::size_t(what < 2 ? 4 : 5));
    QCOMPARE(model->triangleCount(), std::size_t(2));
    for (std::size_t corner = 0; corner < 6; ++corner) {
      QCOMPARE(model->vertices.positions[model->vertices.indices[corner]], p.positions[corner]);
    }
  }

  void instancesAreCopies() {
    importing::SourceScene scene = rigidScene();
    scene.nodes.push_back(sourceNode("Second", 0, {5, 0, 0}));
    scene.meshes[0].primitives.push_back(tetrahedron());
    scene.meshes[0].primitives[1].uv0.assign(4, {0.5f, 0.25f});
    scene.instances.push_back({0, 1, std::nullopt, {}});
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->parts.size(), std::size_t(4));
    QCOMPARE(model->vertexCount(), std::size_t(16));
    QCOMPARE(model->palette.size(), std::size_t(2));
    QVERIFY(!model->parts[2].hasUv0 && model->parts[3].hasUv0);
    QCOMPARE(model->vertices.uv0[0], glm::vec2(0.0f));
    QCOMPARE(model->vertices.uv0[12], glm::vec2(0.5f, 0.25f));
    QVERIFY(model->vertices.uv1.empty() && model->vertices.colors.empty() && model->vertices.tangents.empty());
    QVERIFY(largestDistance(shownPositions(*model), expectedPositions(scene, 1.0, kSame)) < 1e-6);
    QCOMPARE(model->bindBounds.max, glm::vec3(6, 1, 1));
    QCOMPARE(model->bindBounds.min, glm::vec3(0, 0, 0));
  }

  void rejectsTooManyInstances() {
    importing::SourceScene scene = sceneOf(sharedCube());
    scene.meshes[0].primitives[0].positions.resize(100'000);
    scene.instances.assign(100'000, scene.instances[0]);  // 10¹⁰ vertices
    QVERIFY(errorOf(scene).find("too large") != std::string::npos);
  }

  void morphTargetsMoveWithTheMesh() {
    importing::SourceScene scene = rigidScene();
    scene.unitMetres = 0.5;
    scene.nodes[0].rest = {{1, 1, 1}, turn(90, {0, 0, 1}), {1, 2, 3}};
    importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
    importing::SourceMorphTarget grow;
    grow.name = std::string("grow\x01");
    grow.positionDeltas.assign(4, {1, 2, 0});
    grow.normalDeltas.assign(4, {0.5f, 0, 0});
    importing::SourceMorphTarget still;
    primitive.morphTargets = {grow, still};
    scene.meshes[0].morphWeights = {0.5f};
    scene.nodes.push_back(sourceNode("Other"));
    scene.instances.push_back({0, 1, std::nullopt, {0.25f, kNan, 7.0f}});
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->morphSets.size(), std::size_t(2));
    QCOMPARE(model->morphSets[0].restWeights, (std::vector<float>{0.5f, 0.0f}));
    QCOMPARE(model->morphSets[1].restWeights, (std::vector<float>{0.25f, 0.0f}));
    QCOMPARE(issuesWith(*model, "morph weights at rest"), 1);
    const model::MorphTarget& target = model->parts[0].morphTargets[0];
    QCOMPARE(target.name, std::string("grow_"));
    // (1,2,0) scaled to (1,4,0), rotated to (−4,1,0), in metres (−2,0.5,0).
    QVERIFY(glm::length(target.positionDeltas[2] - glm::vec3(-2, 0.5f, 0)) < 1e-6f);
    QCOMPARE(model->parts[0].morphTargets[1].positionDeltas[2], glm::vec3(0));
    // The sum of normal and offset keeps its direction: cofactor matrix of both.
    for (std::size_t v = 0; v < 4; ++v) {
      const glm::dvec3 n = glm::dvec3(primitive.normals[v]) + glm::dvec3(0.5, 0, 0);
      const glm::dvec3 expected = glm::normalize(turn(90, {0, 0, 1}) * (n / glm::dvec3(1, 2, 3)));
      const glm::dvec3 found = glm::normalize(glm::dvec3(model->vertices.normals[v] + target.normalDeltas[v]));
      QVERIFY(glm::length(found - expected) < 1e-6);
    }
  }

  void partsWithOtherNumbersOfTargets() {
    importing::SourceScene scene = rigidScene();
    importing::SourceMorphTarget target;
    target.positionDeltas.assign(4, {0, 1, 0});
    scene.meshes[0].primitives.assign(3, tetrahedron());
    scene.meshes[0].primitives[0].morphTargets = {target, target};
    scene.meshes[0].primitives[1].morphTargets = {target};
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->parts[1].morphTargets.size(), std::size_t(2));
    QVERIFY(!model->parts[2].morphSet);
    QCOMPARE(issuesWith(*model, "different numbers of morph targets"), 1);
  }

  void repairedAttributes() {
    importing::SourceScene scene = rigidScene();
    importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
    primitive.uv0.assign(4, {0.5f, kNan});
    primitive.colors.assign(4, {0.5f, 0.5f, 0.5f, std::numeric_limits<float>::infinity()});
    primitive.tangents.assign(4, {0, 0, 0, 1});
    primitive.indices.push_back(0);
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->vertices.uv0[1], glm::vec2(0));
    QCOMPARE(model->vertices.colors[1], glm::vec4(1));
    QVERIFY(std::abs(glm::dot(glm::vec3(model->vertices.tangents[1]), model->vertices.normals[1])) < 1e-6f);
    QCOMPARE(issuesWith(*model, "4 texture coordinates not finite"), 1);
    QCOMPARE(issuesWith(*model, "4 vertex colours not finite"), 1);
    QCOMPARE(issuesWith(*model, "4 tangents"), 1);
    QCOMPARE(issuesWith(*model, "1 index left over"), 1);
  }

  void brokenMeshes() {
    importing::SourceScene scene = rigidScene();
    scene.meshes[0].primitives[0].indices[4] = 60'000;
    QCOMPARE(errorOf(scene), std::string("mesh \"Body\": index out of range: a triangle uses vertex 60,000 of 4"));
    scene = rigidScene();
    scene.meshes[0].primitives[0].positions[2].y = kNan;
    QCOMPARE(errorOf(scene), std::string("mesh \"Body\": the position of vertex 2 is not finite"));
    scene = rigidScene();
    scene.meshes[0].primitives[0].normals.pop_back();
    QVERIFY(errorOf(scene).find("3 normals for 4 vertices") != std::string::npos);
    scene = rigidScene();
    scene.meshes[0].primitives[0].morphTargets.resize(1);
    scene.meshes[0].primitives[0].morphTargets[0].positionDeltas.resize(3);
    QVERIFY(errorOf(scene).find("morph target") != std::string::npos);
    scene.meshes[0].primitives[0].morphTargets[0].positionDeltas.assign(4, glm::vec3(kNan));
    QVERIFY(errorOf(scene).find("not finite") != std::string::npos);
    scene = rigidScene();
    scene.meshes[0].primitives[0].positions[1].x = 1e38f;
    scene.nodes[0].rest.scale = glm::dvec3(100);
    QVERIFY(errorOf(scene).find("32-bit floats") != std::string::npos);
    scene.nodes[0].rest.scale = glm::dvec3(1);
    scene.unitMetres = 100;
    QVERIFY(errorOf(scene).find("32-bit floats") != std::string::npos);
    scene = rigidScene();
    scene.meshes[0].name.clear();
    scene.meshes[0].primitives[0].indices[4] = 4;
    QVERIFY(errorOf(scene).find("mesh \"Mesh 1\"") != std::string::npos);
  }

  void hugeCoordinatesStayFinite() {
    importing::SourceScene scene = rigidScene();
    for (glm::vec3& p : scene.meshes[0].primitives[0].positions) {
      p *= 1e30f;
    }
    scene.meshes[0].primitives[0].normals.clear();
    for (const bool flat : {true, false}) {
      scene.flatNormals = flat;
      const auto model = assembled(scene);
      QVERIFY(model);
      QCOMPARE(model->bindBounds.max, glm::vec3(1e30f));
      QCOMPARE(issuesWith(*model, "outside the range of half floats"), 1);
      QVERIFY(!flat || isFlat(*model));
    }
  }

  void nothingToBake() {
    importing::SourceScene scene = rigidScene();
    scene.meshes[0].primitives[0].indices.clear();
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(model->parts.empty() && model->palette.empty());
    QVERIFY(model->bindBounds.isEmpty());
    QCOMPARE(issuesWith(*model, "without triangles"), 1);
    QCOMPARE(issuesWith(*model, "no mesh: there is nothing to bake"), 1);
    scene.instances.clear();
    QCOMPARE(issuesWith(*assembled(scene), "no mesh: there is nothing to bake"), 1);
  }

  void degenerateTrianglesStay() {
    importing::SourceScene scene = rigidScene();
    importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
    primitive.normals.clear();
    primitive.indices = {0, 2, 1, 0, 0, 1, 3, 3, 3};
    for (const bool flat : {true, false}) {
      scene.flatNormals = flat;
      const auto model = assembled(scene);
      QVERIFY(model);
      QCOMPARE(model->triangleCount(), std::size_t(3));
      QCOMPARE(model->vertices.normals[0], glm::vec3(0, 0, -1));
      QCOMPARE(model->vertices.normals[3], glm::vec3(0, 1, 0));
    }
  }

  void cancelled() {
    JobContext job;
    job.cancel();
    const auto model = importing::assembleModel(rigidScene(), {}, job);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::Cancelled);
  }
};

TEXELETON_PLAIN_SUITE(TestAssembleMeshes)
#include "test_assemble_meshes.moc"

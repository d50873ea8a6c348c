// Bind placement, palette and influences of an assembled model, from handmade scenes with known answers.

#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/transform/transform.h"
#include "tests/core/import/assemble_scenes.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

glm::dmat4 restWorld(const importing::SourceScene& scene, std::size_t node) {
  glm::dmat4 world(1.0);
  for (std::optional<std::size_t> n = node; n; n = scene.nodes[*n].parent) {
    world = toMatrix(scene.nodes[*n].rest) * world;
  }
  return world;
}

/// Compares the position of every vertex in the bind pose, p' = placement·p, with the model's.
bool isPlacedBy(const model::Model& model, std::size_t part, const importing::SourcePrimitive& primitive,
                const glm::dmat4& placement) {
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const glm::dvec3 expected(placement * glm::dvec4(primitive.positions[v], 1.0));
    const glm::dvec3 found(model.vertices.positions[model.parts[part].firstVertex + v]);
    if (glm::length(found - expected) > 1e-5) {
      return false;
    }
  }
  return true;
}

std::vector<model::Influence> influencesOf(const model::Model& model, std::size_t vertex) {
  const auto& all = model.vertices.influences;
  return {all.begin() + model.vertices.influenceBegin[vertex], all.begin() + model.vertices.influenceBegin[vertex + 1]};
}

bool hasWeights(const model::Model& model, std::size_t vertex,
                const std::vector<std::pair<std::uint32_t, float>>& expected) {
  const std::vector<model::Influence> found = influencesOf(model, vertex);
  bool same = found.size() == expected.size();
  for (std::size_t i = 0; same && i < found.size(); ++i) {
    same = found[i].joint == expected[i].first && std::abs(found[i].weight - expected[i].second) < 1e-6f;
  }
  return same;
}

/// A random scene: a tree of joints with non-uniform and mirrored scales, two skins, instances, rigid parts, a pose.
importing::SourceScene randomScene(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto vector = [&] { return glm::dvec3(number(random), number(random), number(random)); };
  importing::SourceScene scene;
  scene.format = "made";
  for (std::size_t n = 0; n < 12; ++n) {
    const std::optional<std::size_t> parent = n == 0 ? std::nullopt : std::optional<std::size_t>(random() % n);
    const glm::dvec3 mirror(random() % 4 == 0 ? -1.0 : 1.0, 1.0, 1.0);
    scene.nodes.push_back(
        sourceNode("n", parent, vector(), turn(180 * number(random), vector() + 0.1), mirror * (1.0 + 0.5 * vector())));
  }
  const glm::dmat4 placements[] = {
      shift(vector()) * transform::toMatrix({{}, turn(40, vector()), 1.0 + 0.5 * vector()}),
      stretch({-1, 1, 1}) * shift(vector())};
  for (const glm::dmat4& placement : placements) {
    importing::SourceSkin skin;
    for (std::size_t j = 0; j < 6; ++j) {
      skin.joints.push_back(2 + (j * 2 + scene.skins.size()) % 10);
      skin.inverseBinds.push_back(glm::inverse(restWorld(scene, skin.joints.back())) * placement);
    }
    scene.skins.push_back(skin);
    importing::SourceMesh mesh;
    mesh.primitives = {tetrahedron(), tetrahedron()};
    for (importing::SourcePrimitive& primitive : mesh.primitives) {
      primitive.influenceBegin = {0};
      for (std::size_t v = 0; v < 4; ++v) {
        const float weight = 0.25f + 0.125f * static_cast<float>(random() % 4);
        primitive.influences.push_back({static_cast<std::uint32_t>(random() % 3), weight});
        primitive.influences.push_back({static_cast<std::uint32_t>(3 + random() % 3), 1.0f - weight});
        primitive.influenceBegin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
      }
    }
    scene.meshes.push_back(mesh);
  }
  scene.instances = {{0, 1, 0, {}}, {1, 0, 1, {}}, {0, 5, std::nullopt, {}}, {1, 7, 0, {}}, {0, 1, 0, {}}};
  for (const std::size_t node : {std::size_t{2}, std::size_t{3}, std::size_t{7}}) {
    importing::SourceClip& clip =
        node == 2 ? addPoseClip(scene, model::TrackTarget::Translation, node, {0.5f, -0.5f, 1.0f}) : scene.clips.back();
    importing::SourceTrack track = clip.tracks.front();
    track.node = node;
    track.target = model::TrackTarget::Rotation;
    track.values = {0.48f, 0.6f, 0.0f, 0.64f};
    clip.tracks.push_back(track);
  }
  return scene;
}

}  // namespace

class TestAssembleSkins : public QObject {
  Q_OBJECT

 private slots:
  void skinOfTheRestPose() {
    const auto model = assembled(skinnedScene());
    QVERIFY(model);
    QCOMPARE(model->boneCount, 2u);
    QCOMPARE(model->palette.size(), std::size_t(2));
    QCOMPARE(model->parts.size(), std::size_t(1));
    QVERIFY(model->parts[0].skinned);
    QCOMPARE(model->parts[0].maxInfluences, 2u);
    QVERIFY(isPlacedBy(*model, 0, tetrahedron(), glm::dmat4(1.0)));
    QVERIFY(model->issues.empty());
  }

  void matchesSource_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 40; ++seed) {
      QTest::addRow("seed %u", seed) << seed;
    }
  }

  // Rest pose and a pose of a clip, against the naive evaluation of the source: skins, rigid parts, instances, mirrored
  // and non-uniform scales, units and axes at once.
  void matchesSource() {
    QFETCH(unsigned, seed);
    importing::SourceScene scene = randomScene(seed);
    scene.unitMetres = seed % 2 == 0 ? 1.0 : 0.125;
    if (seed % 3 == 0) {
      scene.axes = glm::dmat3(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, -1), glm::dvec3(0, seed % 2 == 0 ? 1 : -1, 0));
    }
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->parts.size(), std::size_t(10));
    const auto rest = expectedPositions(scene, scene.unitMetres, scene.axes);
    const auto posed = expectedPositions(scene, scene.unitMetres, scene.axes, &scene.clips[0]);
    QVERIFY(largestDistance(rest, posed) > 0.01);
    QVERIFY2(largestDistance(shownPositions(*model), rest) < 3e-5,
             QByteArray::number(largestDistance(shownPositions(*model), rest)).constData());
    QVERIFY(largestDistance(shownPositions(*model, ClipIndex(0)), posed) < 3e-5);
    // Bound in its rest pose, the model looks the same in the bind pose as at rest.
    for (std::size_t v = 0; v < rest.size(); ++v) {
      QVERIFY(glm::length(glm::dvec3(model->vertices.positions[v]) - rest[v]) < 3e-5);
    }
    QCOMPARE(issuesWith(*model, "rest pose is not the pose"), 0);
  }

  // The normal of a tetrahedron's corner points away from its middle under any linear map, and so must the winding of
  // its triangles.
  void windingAndNormalsPointOutward() {
    for (const double mirror : {1.0, -1.0}) {
      importing::SourceScene scene = rigidScene();
      scene.nodes[0].rest = {{1, 2, 3}, turn(50, {1, 2, 3}), {2.0 * mirror, 1, 0.5}};
      const auto model = assembled(scene);
      QVERIFY(model);
      const glm::dmat4 placement = toMatrix(scene.nodes[0].rest);
      const glm::dvec3 middle(placement * glm::dvec4(0.25, 0.25, 0.25, 1.0));
      const auto& p = model->vertices.positions;
      for (std::size_t t = 0; t < model->vertices.indices.size(); t += 3) {
        const glm::dvec3 a(p[model->vertices.indices[t]]);
        const glm::dvec3 b(p[model->vertices.indices[t + 1]]);
        const glm::dvec3 c(p[model->vertices.indices[t + 2]]);
        QVERIFY(glm::dot(glm::cross(b - a, c - a), a - middle) > 0.0);
      }
      // Normals stay perpendicular to the tangents: n·t = 0 must hold after t' = L·t.
      const importing::SourcePrimitive source = tetrahedron();
      for (std::size_t v = 0; v < 4; ++v) {
        const glm::dvec3 n(source.normals[v]);
        const glm::dvec3 t = glm::normalize(glm::cross(n, glm::dvec3(0.3, -0.7, 0.2)));
        const glm::dvec3 moved = glm::dmat3(placement) * t;
        const glm::dvec3 found(model->vertices.normals[v]);
        QVERIFY(std::abs(glm::dot(found, glm::normalize(moved))) < 1e-6);
        QVERIFY(glm::dot(found, glm::dvec3(p[v]) - middle) > 0.0);
      }
    }
  }

  void tangentsKeepTheirBitangent() {
    for (const double mirror : {1.0, -1.0}) {
      importing::SourceScene scene = rigidScene();
      importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
      primitive.normals.assign(4, {0, 0, 1});
      primitive.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 2, 0, 1}, {0, 0.5f, 0, -0.25f}};
      scene.nodes[0].rest = {{0, 0, 0}, turn(30, {1, 1, 0}), {mirror, 1, 1}};
      const auto model = assembled(scene);
      QVERIFY(model);
      QVERIFY(model->parts[0].hasTangents);
      const glm::dmat3 linear(toMatrix(scene.nodes[0].rest));
      for (std::size_t v = 0; v < 4; ++v) {
        const glm::dvec3 t = glm::normalize(glm::dvec3(primitive.tangents[v]));
        const double w = primitive.tangents[v].w < 0 ? -1.0 : 1.0;
        const glm::dvec3 bitangent = linear * (w * glm::cross(glm::dvec3(0, 0, 1), t));
        const glm::dvec4 found(model->vertices.tangents[v]);
        const glm::dvec3 n(model->vertices.normals[v]);
        QVERIFY(glm::length(glm::dvec3(found) - linear * t) < 1e-6);
        QVERIFY(glm::length(found.w * glm::cross(n, glm::dvec3(found)) - bitangent) < 1e-6);
      }
    }
  }

  // In FBX the nodes' rest may be a pose of a take; the bind pose is in the offset matrices and the given placement.
  void givenBindPose() {
    importing::SourceScene scene = skinnedScene();
    const glm::dmat4 bind = shift({5, 0, 0}) * stretch({-2, 2, 2});
    scene.nodes[1].rest.rotation = turn(70, {1, 0, 0});
    scene.nodes[2].rest.rotation = turn(-50, {0, 1, 0});
    scene.skins[0].inverseBinds = {glm::inverse(shift({1, 0, 0})) * bind, glm::inverse(shift({1, 2, 0})) * bind};
    scene.skins[0].bindPlacement = bind;
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(isPlacedBy(*model, 0, tetrahedron(), bind));
    QVERIFY(largestDistance(shownPositions(*model), expectedPositions(scene, 1.0, kSame)) < 1e-5);
    // The entries are the inverse of the joints' bind matrices.
    QVERIFY(glm::length(model->palette[1].inverseBind[3] - glm::dvec4(-1, -2, 0, 1)) < 1e-12);
    // With units and axes too.
    scene.unitMetres = 0.01;
    scene.axes = glm::dmat3(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, -1), glm::dvec3(0, 1, 0));
    const auto turned = assembled(scene);
    QVERIFY(turned);
    QVERIFY(largestDistance(shownPositions(*turned), expectedPositions(scene, 0.01, scene.axes)) < 1e-7);
    const glm::vec3 corner = turned->vertices.positions[1];  // (1,0,0) → (3,0,0) units
    QVERIFY(glm::length(corner - glm::vec3(0.03f, 0.0f, 0.0f)) < 1e-7f);
    scene.skins[0].bindPlacement = glm::dmat4(std::numeric_limits<double>::quiet_NaN());
    QVERIFY(errorOf(scene).find("bind pose is not finite") != std::string::npos);
  }

  void placementIsVotedByWeight() {
    importing::SourceScene scene = skinnedScene();
    scene.nodes[0].rest.translation = {0, 0, 7};  // the mesh's node: used only if the vote fails
    scene.nodes.push_back(sourceNode("Foot", 2, {0, 1, 0}));
    importing::SourceSkin& skin = scene.skins[0];
    const glm::dmat4 agreed = shift({4, 0, 0});
    skin.joints = {1, 2, 3};
    skin.inverseBinds = {agreed, shift({0, -1, 0}) * agreed, shift({9, 9, 9})};
    importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
    bindAll(primitive, {{2, 0.4f}, {0, 0.3f}, {1, 0.3f}});
    const auto most = assembled(scene);
    QVERIFY(most);
    QVERIFY(isPlacedBy(*most, 0, primitive, agreed));
    QVERIFY(largestDistance(shownPositions(*most), expectedPositions(scene, 1.0, kSame)) < 1e-5);
    QCOMPARE(issuesWith(*most, "rest pose is not the pose"), 0);

    bindAll(primitive, {{2, 0.4f}, {0, 0.25f}, {1, 0.25f}});  // 0.5 of 0.9: still more than half
    QVERIFY(isPlacedBy(*assembled(scene), 0, primitive, agreed));
    skin.inverseBinds[1] = shift({0, -1, 0}) * shift({4.0 + 1e-3, 0, 0});  // more than 1e-4 relative
    const auto none = assembled(scene);
    QVERIFY(none);
    QVERIFY(isPlacedBy(*none, 0, primitive, shift({0, 0, 7})));
    QCOMPARE(issuesWith(*none, "rest pose is not the pose"), 1);
    skin.inverseBinds[1] = shift({0, -1, 0}) * shift({4.0 + 1e-4, 0, 0});  // less
    const auto close = assembled(scene);
    QVERIFY(isPlacedBy(*close, 0, primitive, agreed));
    QCOMPARE(issuesWith(*close, "rest pose is not the pose"), 0);
  }

  void singularPlacementIsNotFolded() {
    importing::SourceScene scene = rigidScene();
    scene.nodes[0].rest.scale = {1, 0, 1};
    const auto flat = assembled(scene);
    QVERIFY(flat);
    QVERIFY(isPlacedBy(*flat, 0, tetrahedron(), glm::dmat4(1.0)));
    QCOMPARE(issuesWith(*flat, "left in the space of the mesh"), 1);
    QVERIFY(largestDistance(shownPositions(*flat), expectedPositions(scene, 1.0, kSame)) < 1e-6);

    scene = skinnedScene();
    scene.skins[0].inverseBinds = {glm::dmat4(0.0), glm::dmat4(0.0)};
    const auto zero = assembled(scene);
    QVERIFY(zero);
    QCOMPARE(issuesWith(*zero, "2 inverse bind matrices cannot be inverted"), 1);
    QCOMPARE(issuesWith(*zero, "left in the space of the mesh"), 1);
  }

  void sameJointWithOtherInverseBinds() {
    // Two meshes in different spaces with one skeleton: placements absorb the difference, so entries merge.
    importing::SourceScene scene = skinnedScene();
    scene.meshes.push_back(scene.meshes[0]);
    scene.skins.push_back(scene.skins[0]);
    const glm::dmat4 other = shift({0.1, 0.2, 0.3}) * stretch({0.01, 0.01, -0.01});
    for (glm::dmat4& m : scene.skins[1].inverseBinds) {
      m = m * other;
    }
    scene.instances.push_back({1, 0, 1, {}});
    const auto merged = assembled(scene);
    QVERIFY(merged);
    QCOMPARE(merged->palette.size(), std::size_t(2));
    QCOMPARE(merged->boneCount, 2u);
    QVERIFY(largestDistance(shownPositions(*merged), expectedPositions(scene, 1.0, kSame)) < 1e-6);

    // If only one joint differs, only that one gets a second entry, after the first of its node.
    scene.skins[1].inverseBinds[0] = shift({0, 0, 1}) * scene.skins[1].inverseBinds[0];
    bindAll(scene.meshes[1].primitives[0], {{0, 0.25f}, {1, 0.75f}});
    const auto split = assembled(scene);
    QVERIFY(split);
    QCOMPARE(split->palette.size(), std::size_t(3));
    QCOMPARE(split->palette[0].node, split->palette[1].node);
    QVERIFY(split->palette[1].node < split->palette[2].node);
    QVERIFY(glm::length(split->palette[0].inverseBind[3] - glm::dvec4(0, 0, 0, 1)) < 1e-9);
    QVERIFY(largestDistance(shownPositions(*split), expectedPositions(scene, 1.0, kSame)) < 1e-6);
  }

  void paletteOrder() {
    // Depth first through the nodes, independent of the order in skins and meshes; unused joints get no entry.
    importing::SourceScene scene = skinnedScene();
    scene.nodes = {sourceNode("Skin"),
                   sourceNode("Hip"),
                   sourceNode("B", 1, {1, 0, 0}),
                   sourceNode("A", 1, {2, 0, 0}),
                   sourceNode("A1", 3, {0, 1, 0}),
                   sourceNode("Unused", 1)};
    scene.skins[0].joints = {5, 4, 3, 2, 1};
    scene.skins[0].inverseBinds.clear();
    for (const std::size_t joint : scene.skins[0].joints) {
      scene.skins[0].inverseBinds.push_back(glm::inverse(restWorld(scene, joint)));
    }
    bindAll(scene.meshes[0].primitives[0], {{0, 0.0f}, {1, 0.25f}, {2, 0.25f}, {3, 0.25f}, {4, 0.25f}});
    scene.instances.push_back({0, 5, std::nullopt, {}});
    const auto model = assembled(scene);
    QVERIFY(model);
    std::vector<std::string> names;
    for (const model::PaletteEntry& entry : model->palette) {
      names.push_back(model->nodes[entry.node.value].name);
    }
    QCOMPARE(names, (std::vector<std::string>{"Hip", "B", "A", "A1", "Unused"}));
    QCOMPARE(model->boneCount, 5u);
    scene.instances.pop_back();
    QCOMPARE(assembled(scene)->palette.size(), std::size_t(4));
  }

  void rigidPartBesideASkin() {
    importing::SourceScene scene = skinnedScene();
    scene.nodes.push_back(sourceNode("Hand", 2, {0.5, 0, 0}, turn(20, {0, 0, 1}), {1, 3, 1}));
    scene.instances.push_back({0, 3, std::nullopt, {}});
    scene.instances.push_back({0, 2, std::nullopt, {}});  // on a joint: shares its entry
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->parts.size(), std::size_t(3));
    QVERIFY(!model->parts[1].skinned);
    QCOMPARE(model->palette.size(), std::size_t(3));
    QCOMPARE(model->vertexCount(), std::size_t(12));
    QCOMPARE(model->parts[1].name, std::string("Body"));
    QVERIFY(isPlacedBy(*model, 1, tetrahedron(), restWorld(scene, 3)));
    QVERIFY(isPlacedBy(*model, 2, tetrahedron(), restWorld(scene, 2)));
    QVERIFY(largestDistance(shownPositions(*model), expectedPositions(scene, 1.0, kSame)) < 1e-6);
  }

  void skinnedMeshWithoutWeights() {
    importing::SourceScene scene = skinnedScene();
    scene.nodes[0].rest.translation = {3, 0, 0};
    scene.meshes[0].primitives.push_back(tetrahedron());
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(model->parts[0].skinned);
    QVERIFY(!model->parts[1].skinned);
    QVERIFY(isPlacedBy(*model, 0, tetrahedron(), glm::dmat4(1.0)));  // skinned: its node's transform has no effect
    QVERIFY(isPlacedBy(*model, 1, tetrahedron(), shift({3, 0, 0})));
    QCOMPARE(issuesWith(*model, "without skin weights"), 1);

    scene.skins[0].joints.clear();
    scene.skins[0].inverseBinds.clear();
    const auto rigid = assembled(scene);
    QVERIFY(rigid);
    QVERIFY(!rigid->parts[0].skinned);
    QCOMPARE(issuesWith(*rigid, "skin without joints"), 1);
  }

  void weightsAreNormalised() {
    importing::SourceScene scene = skinnedScene();
    importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
    primitive.influenceBegin = {0, 2, 5, 8, 11};
    primitive.influences = {{0, 1.0f},  {1, 2.0f},                   // sums to 3, smallest first
                            {1, -1.0f}, {0, kNan},  {1, 0.5f},       // invalid ones beside a valid one
                            {0, 0.25f}, {1, 0.25f}, {0, 0.5f},       // a joint twice
                            {9, 0.5f},  {0, 0.5f},  {60000, 0.0f}};  // a joint beyond the skin; padding
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(hasWeights(*model, 0, {{1, 2.0f / 3}, {0, 1.0f / 3}}));
    QVERIFY(hasWeights(*model, 1, {{1, 1.0f}}));
    QVERIFY(hasWeights(*model, 2, {{0, 0.75f}, {1, 0.25f}}));
    QVERIFY(hasWeights(*model, 3, {{0, 1.0f}}));
    QCOMPARE(issuesWith(*model, "1 vertex whose skin weights do not sum to 1"), 1);
    QCOMPARE(issuesWith(*model, "1 vertex with negative or not finite skin weights"), 1);
    QCOMPARE(issuesWith(*model, "1 vertex with skin weights for joints beyond the skin"), 1);

    bindAll(primitive, {{0, 0.501f}, {1, 0.503f}});  // within 1 %: rounding of the file
    const auto rounded = assembled(scene);
    QCOMPARE(issuesWith(*rounded, "do not sum"), 0);
    bindAll(primitive, {{0, 3e38f}, {0, 3e38f}, {1, std::numeric_limits<float>::infinity()}});
    QVERIFY(hasWeights(*assembled(scene), 0, {{0, 1.0f}}));
  }

  void unweightedVerticesUseNearestJoint() {
    importing::SourceScene scene = skinnedScene();
    scene.unitMetres = 0.5;
    importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
    primitive.influenceBegin = {0, 1, 2, 2, 3};
    primitive.influences = {{0, 1.0f}, {1, 0.0f}, {1, 1.0f}};
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(hasWeights(*model, 1, {{0, 1.0f}}));  // (1,0,0) is nearer to Hip at the origin
    QVERIFY(hasWeights(*model, 2, {{1, 1.0f}}));  // (0,1,0) is Knee's position
    QCOMPARE(issuesWith(*model, "2 vertices without any skin weight"), 1);

    // If the joints' positions are unknown: the node of the mesh.
    scene.skins[0].inverseBinds = {glm::dmat4(0.0), glm::dmat4(0.0)};
    bindAll(primitive, {{0, 0.0f}});
    scene.nodes[0].rest.translation = {2, 0, 0};
    const auto lost = assembled(scene);
    QVERIFY(lost);
    QCOMPARE(lost->palette.size(), std::size_t(1));
    QCOMPARE(lost->nodes[lost->palette[0].node.value].name, std::string("Skin"));
    QVERIFY(glm::length(shownPositions(*lost)[1] - glm::dvec3(1.5, 0, 0)) < 1e-6);
  }

  void mergesRepeatedJoints() {
    importing::SourceScene scene = skinnedScene();
    importing::SourceSkin& skin = scene.skins[0];
    skin.joints = {1, 2, 1, 2};
    skin.inverseBinds = {skin.inverseBinds[0], skin.inverseBinds[1], skin.inverseBinds[0], skin.inverseBinds[1]};
    bindAll(scene.meshes[0].primitives[0], {{0, 0.125f}, {1, 0.375f}, {2, 0.5f}});
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->palette.size(), std::size_t(2));
    QVERIFY(hasWeights(*model, 0, {{0, 0.625f}, {1, 0.375f}}));
    QCOMPARE(model->parts[0].maxInfluences, 2u);
    QCOMPARE(issuesWith(*model, "2 joints of a skin name a node"), 1);
  }

  void brokenSkins() {
    importing::SourceScene scene = skinnedScene();
    scene.skins[0].inverseBinds.pop_back();
    QVERIFY(errorOf(scene).find("skin \"Rig\" has 1 inverse bind matrix for 2 joints") != std::string::npos);
    scene = skinnedScene();
    scene.skins[0].inverseBinds[1][2][2] = std::numeric_limits<double>::infinity();
    QVERIFY(errorOf(scene).find("joint \"Knee\" is not finite") != std::string::npos);
    scene = skinnedScene();
    scene.skins[0].joints[1] = 500;
    QVERIFY(errorOf(scene).find("node 500 of 3") != std::string::npos);
    scene = skinnedScene();
    scene.meshes[0].primitives[0].influenceBegin[2] = 999;
    QVERIFY(errorOf(scene).find("table of skin weights") != std::string::npos);
    for (int what = 0; what < 3; ++what) {
      scene = skinnedScene();
      (what == 0 ? scene.instances[0].mesh : what == 1 ? scene.instances[0].node : *scene.instances[0].skin) = 9;
      QVERIFY(errorOf(scene).find("not in the file") != std::string::npos);
    }
    scene = skinnedScene();
    scene.skins[0].inverseBinds[1][0][3] = 0.5;
    QCOMPARE(issuesWith(*assembled(scene), "last row"), 1);
  }
};

TEXELETON_PLAIN_SUITE(TestAssembleSkins)
#include "test_assemble_skins.moc"

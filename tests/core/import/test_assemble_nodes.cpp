// Nodes, names, units and axes of an assembled model, from handmade scenes.

#include <QObject>
#include <QTest>
#include <limits>
#include <set>

#include "tests/core/import/assemble_scenes.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

const glm::dmat3 kFromZ(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, -1), glm::dvec3(0, 1, 0));

NodeIndex find(const model::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].name == name) {
      return NodeIndex(i);
    }
  }
  return {};
}

/// A scene with everything that units and axes affect: skin, rigid part, non-uniform scale, a pose.
importing::SourceScene richScene() {
  importing::SourceScene scene = skinnedScene();
  scene.nodes[1].rest = {{3, 2, 1}, turn(30, {1, 2, 0}), {1, 2, 0.5}};
  scene.nodes[2].rest.rotation = turn(-40, {0, 1, 1});
  scene.nodes.push_back(sourceNode("Hand", 2, {0, 0.5, 0}, turn(10, {1, 0, 0}), {2, 2, 2}));
  scene.instances.push_back({0, 3, std::nullopt, {}});
  return scene;
}

}  // namespace

class TestAssembleNodes : public QObject {
  Q_OBJECT

 private slots:
  void parentsComeFirst() {
    importing::SourceScene scene = rigidScene();
    scene.nodes = {sourceNode("leaf", 3),   sourceNode("root B"),    sourceNode("root A"),
                   sourceNode("middle", 2), sourceNode("leaf 2", 3), sourceNode("child of B", 1)};
    const auto model = assembled(scene);
    QVERIFY(model);
    const char* const order[] = {"root B", "child of B", "root A", "middle", "leaf", "leaf 2"};
    for (std::size_t i = 0; i < 6; ++i) {
      QCOMPARE(model->nodes[i].name, std::string(order[i]));
    }
    QCOMPARE(model->nodes[4].parent, NodeIndex(3));
    QVERIFY(!model->nodes[2].parent);
    QCOMPARE(model->parts[0].node, NodeIndex(4));  // the instance is on source node 0
  }

  void cyclesAreNamed() {
    importing::SourceScene scene = rigidScene();
    scene.nodes = {sourceNode("Root"), sourceNode("a", 2), sourceNode("b", 1), sourceNode("below", 2)};
    const std::string error = errorOf(scene);
    QVERIFY2(error.find("cycle in the nodes: \"a\"") == 0 || error.find("cycle in the nodes: \"b\"") == 0,
             error.c_str());
    scene.nodes = {sourceNode("self", 0)};
    QCOMPARE(errorOf(scene), std::string("cycle in the nodes: \"self\" is its own ancestor"));
    scene.nodes = {sourceNode("x", 7)};
    QVERIFY(errorOf(scene).find("parent 7") != std::string::npos);
    scene.nodes.clear();
    QVERIFY(errorOf(scene).find("empty scene") != std::string::npos);
  }

  void depthIsLimited() {
    importing::SourceScene scene = rigidScene();
    for (std::size_t i = 1; i < 100'000; ++i) {
      scene.nodes.push_back(sourceNode("n", i - 1));
    }
    QVERIFY(errorOf(scene).find("hierarchy too deep") == 0);
    scene.nodes.resize(4096);
    QVERIFY(assembled(scene));
  }

  void namesAreUnique() {
    importing::SourceScene scene = rigidScene();
    scene.nodes = {sourceNode("Bone"), sourceNode("Bone"),   sourceNode(""),    sourceNode("Bone 2"),
                   sourceNode("Bone"), sourceNode("Node 3"), sourceNode("  "),  sourceNode("a\nb"),
                   sourceNode("a_b"),  sourceNode("bone"),   sourceNode("\xff")};
    const auto model = assembled(scene);
    QVERIFY(model);
    const std::vector<std::string> expected = {"Bone",   "Bone 3", "Node 4", "Bone 2", "Bone 4",      "Node 3",
                                               "Node 7", "a_b",    "a_b 2",  "bone",   "\xef\xbf\xbd"};
    for (std::size_t i = 0; i < expected.size(); ++i) {
      QCOMPARE(model->nodes[i].name, expected[i]);
    }
    QCOMPARE(issuesWith(*model, "2 nodes without a name"), 1);
    QCOMPARE(issuesWith(*model, "3 nodes with a name that another node has"), 1);
    QCOMPARE(issuesWith(*model, "2 nodes with invalid UTF-8"), 1);
  }

  void longNamesStayApart() {
    importing::SourceScene scene = rigidScene();
    const std::string name(5000, 'n');
    scene.nodes = {sourceNode(name + "a"), sourceNode(name + "b"), sourceNode(name + "c")};
    const auto model = assembled(scene);
    QVERIFY(model);
    std::set<std::string> names;
    for (const model::Node& node : model->nodes) {
      QVERIFY(node.name.size() <= 255);
      names.insert(node.name);
    }
    QCOMPARE(names.size(), std::size_t(3));
    QCOMPARE(issuesWith(*model, "255 bytes"), 1);
  }

  void manyBadNamesMakeFewIssues() {
    importing::SourceScene scene = rigidScene();
    for (int i = 0; i < 20'000; ++i) {
      scene.nodes.push_back(sourceNode(i % 2 == 0 ? "same" : "", 0));
    }
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(model->issues.size() < 5);
  }

  void unitsScaleEverythingButScales() {
    importing::SourceScene scene = richScene();
    importing::SourceClip& pose = addPoseClip(scene, model::TrackTarget::Translation, 2, {0.5f, 1.5f, -1.0f});
    scene.unitMetres = 0.01;
    const auto model = assembled(scene);
    QVERIFY(model);
    const glm::dmat3 same(1.0);
    QVERIFY(largestDistance(shownPositions(*model), expectedPositions(scene, 0.01, same)) < 1e-8);
    QVERIFY(largestDistance(shownPositions(*model, ClipIndex(0)), expectedPositions(scene, 0.01, same, &pose)) < 1e-8);
    const model::Node& hip = model->nodes[find(*model, "Hip").value];
    QVERIFY(glm::length(hip.rest.translation - glm::dvec3(0.03, 0.02, 0.01)) < 1e-12);
    QVERIFY(hip.rest.scale == glm::dvec3(1, 2, 0.5));
    QCOMPARE(model->unitMetres, 0.01);

    importing::ImportOptions options;
    options.scale = 2.0;
    const auto larger = assembled(scene, options);
    QVERIFY(larger);
    QCOMPARE(larger->unitMetres, 2.0);
    QVERIFY(largestDistance(shownPositions(*larger), expectedPositions(scene, 2.0, same)) < 1e-5);
  }

  void badScales() {
    for (const double scale : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
      importing::ImportOptions options;
      options.scale = scale;
      QVERIFY(errorOf(rigidScene(), options).find("scale") != std::string::npos);
      importing::SourceScene scene = rigidScene();
      scene.unitMetres = scale;
      const auto model = assembled(scene);
      QVERIFY(model);
      QCOMPARE(model->unitMetres, 1.0);
      QCOMPARE(issuesWith(*model, "unit"), 1);
    }
  }

  void cubicTangentsScaleToo() {
    importing::SourceScene scene = rigidScene();
    scene.unitMetres = 0.1;
    importing::SourceClip& clip =
        addPoseClip(scene, model::TrackTarget::Translation, 0, {10, 20, 30, 40, 50, 60, 70, 80, 90});
    clip.tracks[0].interpolation = model::Interpolation::CubicSpline;
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips[0].tracks[0].values, (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  }

  void axes_data() {
    QTest::addColumn<bool>("animatedRoot");
    QTest::addColumn<bool>("mirrored");
    QTest::newRow("still root, turned") << false << false;
    QTest::newRow("still root, mirrored") << false << true;
    QTest::newRow("animated root, turned") << true << false;
    QTest::newRow("animated root, mirrored") << true << true;
  }

  void axes() {
    QFETCH(bool, animatedRoot);
    QFETCH(bool, mirrored);
    importing::SourceScene scene = richScene();
    scene.upAxis = "+Z";
    scene.axes = kFromZ;
    if (mirrored) {
      scene.axes[0] = -scene.axes[0];
    }
    importing::SourceClip& pose =
        addPoseClip(scene, model::TrackTarget::Rotation, animatedRoot ? 1 : 2, {0.6f, 0, 0, 0.8f});
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(largestDistance(shownPositions(*model), expectedPositions(scene, 1.0, scene.axes)) < 1e-5);
    QVERIFY(largestDistance(shownPositions(*model, ClipIndex(0)), expectedPositions(scene, 1.0, scene.axes, &pose)) <
            1e-5);
    QCOMPARE(model->nodes.size(), scene.nodes.size() + (animatedRoot ? 1 : 0));
    QCOMPARE(bool(find(*model, "Axes")), animatedRoot);
    QCOMPARE(model->upAxis, std::string("+Z"));
    // Keys stay as in the file.
    for (int c = 0; c < 4; ++c) {
      QVERIFY(std::abs(model->clips[0].tracks[0].values[static_cast<std::size_t>(c)] -
                       scene.clips[0].tracks[0].values[static_cast<std::size_t>(c)]) < 1e-6);
    }
    // The file's +Z becomes the model's +Y.
    const glm::dmat4 world = worldsOf(*model)[find(*model, "Skin").value];
    QVERIFY(std::abs((world * glm::dvec4(0, 0, 1, 0)).y - 1.0) < 1e-12);
  }

  void identityAxesAddNothing() {
    importing::SourceScene scene = skinnedScene();
    scene.axes[1][1] = 1.0 + 1e-15;
    addPoseClip(scene, model::TrackTarget::Rotation, 1, {0, 0, 0, 1});
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->nodes.size(), scene.nodes.size());
  }

  void upOverridesFile() {
    importing::SourceScene scene = richScene();
    scene.axes = kFromZ;
    scene.upAxis = "+Z";
    importing::ImportOptions options;
    options.up = importing::UpAxis::Y;
    const auto model = assembled(scene, options);
    QVERIFY(model);
    QCOMPARE(model->upAxis, std::string("+Y"));
    QVERIFY(largestDistance(shownPositions(*model), expectedPositions(scene, 1.0, glm::dmat3(1.0))) < 1e-5);
    scene.axes = glm::dmat3(1.0);
    options.up = importing::UpAxis::Z;
    const auto turned = assembled(scene, options);
    QVERIFY(turned);
    // Z up: file +Z becomes +Y, file −Y becomes +Z.
    QVERIFY(largestDistance(shownPositions(*turned), expectedPositions(scene, 1.0, kFromZ)) < 1e-5);
  }

  void badAxes() {
    importing::SourceScene scene = rigidScene();
    scene.axes[2] = scene.axes[1];
    QVERIFY(errorOf(scene).find("axes") != std::string::npos);
    scene.axes[2][0] = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(errorOf(scene).find("axes") != std::string::npos);
  }

  void mirroredNodesKeepTheirAxis() {
    importing::SourceScene scene = rigidScene();
    scene.nodes[0].restMatrix = shift({1, 2, 3}) * stretch({-1, 1, 1});
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(glm::length(model->nodes[0].rest.scale - glm::dvec3(-1, 1, 1)) < 1e-12);
    QVERIFY(std::abs(std::abs(model->nodes[0].rest.rotation.w) - 1.0) < 1e-12);
    QVERIFY(!model->nodes[0].restMatrix);
  }

  void keepsShearOfStaticNodes() {
    importing::SourceScene scene = rigidScene();
    glm::dmat4 sheared(1.0);
    sheared[1][0] = 0.5;
    sheared[3] = glm::dvec4(100, 0, 0, 1);
    scene.nodes[0].restMatrix = sheared;
    scene.unitMetres = 0.01;
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(model->nodes[0].restMatrix);
    QVERIFY(std::abs((*model->nodes[0].restMatrix)[1][0] - 0.5) < 1e-15);
    QVERIFY(std::abs((*model->nodes[0].restMatrix)[3][0] - 1.0) < 1e-15);
    QVERIFY(largestDistance(shownPositions(*model), expectedPositions(scene, 0.01, glm::dmat3(1.0))) < 1e-7);
    QCOMPARE(issuesWith(*model, "shear"), 0);

    addPoseClip(scene, model::TrackTarget::Translation, 0, {0, 0, 0});
    const auto moved = assembled(scene);
    QVERIFY(moved);
    QVERIFY(!moved->nodes[0].restMatrix);
    QCOMPARE(issuesWith(*moved, "sheared"), 1);
  }

  void badRestTransforms() {
    importing::SourceScene scene = rigidScene();
    scene.nodes[0].rest.translation.y = std::numeric_limits<double>::infinity();
    QVERIFY(errorOf(scene).find("\"Root\"") != std::string::npos);
    scene = rigidScene();
    scene.nodes[0].restMatrix = glm::dmat4(std::numeric_limits<double>::quiet_NaN());
    QVERIFY(errorOf(scene).find("not finite") != std::string::npos);
    scene = rigidScene();
    scene.nodes[0].rest.rotation = glm::dquat(0, 0, 0, 0);
    const auto none = assembled(scene);
    QVERIFY(none);
    QCOMPARE(none->nodes[0].rest.rotation.w, 1.0);
    QCOMPARE(issuesWith(*none, "rotation of length 0"), 1);
    scene.nodes[0].rest.rotation = glm::dquat(3, 0, 4, 0);
    const auto longer = assembled(scene);
    QVERIFY(longer);
    QVERIFY(std::abs(longer->nodes[0].rest.rotation.y - 0.8) < 1e-15);
    scene.nodes = {sourceNode("a", std::nullopt, {0, 0, 0}, {1, 0, 0, 0}, glm::dvec3(1e200)),
                   sourceNode("b", 0, {0, 0, 0}, {1, 0, 0, 0}, glm::dvec3(1e200))};
    QVERIFY(errorOf(scene).find("\"b\"") != std::string::npos);
  }

  void sizesThatSuggestWrongUnit() {
    importing::SourceScene scene = rigidScene();
    scene.nodes[0].rest.scale = glm::dvec3(150);
    QCOMPARE(issuesWith(*assembled(scene), "--scale 0.01 makes it 1.5 m"), 1);
    scene.nodes[0].rest.scale = glm::dvec3(0.002);
    QCOMPARE(issuesWith(*assembled(scene), "--scale 100 makes it 0.2 m"), 1);
    scene.unitMetres = 0.01;
    scene.nodes[0].rest.scale = glm::dvec3(19.9 / 0.01);
    QCOMPARE(issuesWith(*assembled(scene), "--scale"), 0);
    scene.nodes[0].rest.scale = glm::dvec3(20.1 / 0.01);
    QCOMPARE(issuesWith(*assembled(scene), "--scale 0.0001 makes it 0.201 m"), 1);
    scene.nodes[0].rest.scale = glm::dvec3(0.0201 / 0.01);
    QCOMPARE(issuesWith(*assembled(scene), "--scale"), 0);
    scene.nodes[0].rest.scale = glm::dvec3(1e9);
    const auto huge = assembled(scene);
    QCOMPARE(issuesWith(*huge, "half floats"), 1);
  }

  void repairsMaterials() {
    importing::SourceScene scene = rigidScene();
    model::Material good;
    good.name = "Good\n";
    model::Material bad;
    bad.baseColorTexture.image = ImageIndex(3);
    bad.roughnessFactor = std::numeric_limits<float>::quiet_NaN();
    bad.emissiveFactor.z = std::numeric_limits<float>::infinity();
    model::Material lamp;
    lamp.emissiveFactor = {3e38f, 1.5e38f, 0.0f};
    scene.materials = {good, bad, lamp};
    scene.meshes[0].primitives[0].material = 7;
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->materials[0].name, std::string("Good_"));
    QCOMPARE(model->materials[1].name, std::string("Material 2"));
    QVERIFY(!model->materials[1].baseColorTexture.image);
    QCOMPARE(model->materials[1].roughnessFactor, 1.0f);
    QVERIFY(!model->parts[0].material);
    QCOMPARE(model->materials[2].emissiveFactor, glm::vec3(65504, 32752, 0));
    QCOMPARE(issuesWith(*model, "emission above 65,504"), 1);
    QCOMPARE(issuesWith(*model, "2 material factors not finite"), 1);
    QCOMPARE(issuesWith(*model, "a material that is not in the file"), 1);
  }
};

TEXELETON_PLAIN_SUITE(TestAssembleNodes)
#include "test_assemble_nodes.moc"

#include <QChar>
#include <QObject>
#include <QTest>
#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "tests/core/import/assemble_scenes.h"
#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/suite.h"

Q_DECLARE_METATYPE(glm::vec3)

using namespace texeleton;
using namespace texeleton::test;

namespace {

// Corners that distinguish every axis and sign.
const std::vector<glm::dvec3> kCorner = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
const std::vector<int> kCornerFaces = {0, 2, -2, 0, 1, -4, 0, 3, -3, 1, 2, -4};

glm::dmat4 translate(double x, double y, double z) { return glm::translate(glm::dmat4(1.0), glm::dvec3(x, y, z)); }
glm::dmat4 rotate(double degrees, const glm::dvec3& axis) {
  return glm::rotate(glm::dmat4(1.0), glm::radians(degrees), axis);
}
glm::dmat4 scale(double x, double y, double z) { return glm::scale(glm::dmat4(1.0), glm::dvec3(x, y, z)); }
const glm::dvec3 kX(1, 0, 0), kY(0, 1, 0), kZ(0, 0, 1);

}  // namespace

class TestAssimpFbxNodes : public QObject {
  Q_OBJECT

 private slots:
  void axesAndUnits_data();
  void axesAndUnits();
  void impossibleAxesAreAnIssue();
  void unitOfZeroIsAnIssue();
  void pivots();
  void eulerOrders_data();
  void eulerOrders();
  void mirroredNodeKeepsMatrix();
  void scaleNotInheritedByChildren();
  void scaleInheritedAxisByAxis();
  void helpersOnlyIfNeeded();
  void deformersThatAreNotReadAreAnIssue();
  void surfacesThatAreNotReadAreAnIssue();
  void geometricTransformMovesTheMeshOnly();
  void bindingComesFromTheFile();
  void missingBinding_data();
  void missingBinding();
  void lostWeightsAreAnIssue();
  void bonesOfSameNameStaySeparate_data();
  void bonesOfSameNameStaySeparate();
  void missingBoneIsAnIssue();
  void hiddenNodes_data();
  void hiddenNodes();
  void animatedVisibilityIsAnIssue();
  void cycleIsAnError();
  void lostMeshIsAnIssue();
  void allMeshesLostIsAnError();
  void userTimePropertyDoesNotAbort();
  void morphsHaveTheirRestWeights();
  void shapesInsideTheMesh();
  void shapesOfAVertexGroup();
  void verticesWithoutWeightsStayWithTheMesh();
  void truncatedRecordHeaderIsAnError();
  void pivotNodeNamesAreHidden();

 private:
  ModelFolder m_folder;
};

void TestAssimpFbxNodes::axesAndUnits_data() {
  QTest::addColumn<QString>("settings");
  QTest::addColumn<QString>("upAxis");
  QTest::addColumn<double>("metres");
  QTest::addColumn<glm::vec3>("low");
  QTest::addColumn<glm::vec3>("high");
  const auto row = [](const char* name, const std::string& settings, const char* up, double metres, glm::vec3 low,
                      glm::vec3 high) {
    QTest::newRow(name) << QString::fromStdString(settings) << QString(up) << metres << low << high;
  };
  // The corner reaches 1, 2 and 3 along file +X, +Y and +Z.
  row("Maya: Y up", FbxText::axes(0, 1, 1, 1, 2, 1, 1), "+Y", 0.01, {0, 0, 0}, {0.01f, 0.02f, 0.03f});
  row("Max: Z up", FbxText::axes(0, 1, 2, 1, 1, -1, 1), "+Z", 0.01, {0, 0, -0.02f}, {0.01f, 0.03f, 0});
  row("metres", FbxText::axes(0, 1, 1, 1, 2, 1, 100), "+Y", 1.0, {0, 0, 0}, {1, 2, 3});
  row("inches", FbxText::axes(0, 1, 1, 1, 2, 1, 2.54), "+Y", 0.0254, {0, 0, 0}, {0.0254f, 0.0508f, 0.0762f});
  row("X up, turned", FbxText::axes(1, -1, 0, 1, 2, 1, 100), "+X", 1.0, {-2, 0, 0}, {0, 1, 3});
  row("Y down", FbxText::axes(0, -1, 1, -1, 2, 1, 100), "-Y", 1.0, {-1, -2, 0}, {0, 0, 3});
  row("Z down", FbxText::axes(0, 1, 2, -1, 1, 1, 100), "-Z", 1.0, {0, -3, 0}, {1, 0, 2});
  row("left-handed, Y up", FbxText::axes(0, 1, 1, 1, 2, -1, 100), "+Y", 1.0, {0, 0, -3}, {1, 2, 0});
  row("left-handed, Z up", FbxText::axes(0, 1, 2, 1, 1, 1, 100), "+Z", 1.0, {0, 0, 0}, {1, 3, 2});
}

void TestAssimpFbxNodes::axesAndUnits() {
  QFETCH(QString, settings);
  QFETCH(QString, upAxis);
  QFETCH(double, metres);
  QFETCH(glm::vec3, low);
  QFETCH(glm::vec3, high);
  FbxText fbx;
  fbx.settings = settings.toStdString();
  fbx.model(10, "Corner", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  const auto path = m_folder.write("axes.fbx", fbx.text());
  const auto model = ModelFolder::read(path);
  QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
  QCOMPARE(QString::fromStdString(model->upAxis), upAxis);
  QVERIFY(std::abs(model->unitMetres - metres) < 1e-9);
  QVERIFY(near(model->bindBounds.min, {low.x, low.y, low.z}));
  QVERIFY(near(model->bindBounds.max, {high.x, high.y, high.z}));
  // Faces still point outward, mirrored or not: the signed volume of the corner is positive.
  double volume = 0.0;
  const model::VertexData& v = model->vertices;
  for (std::size_t i = 0; i + 2 < v.indices.size(); i += 3) {
    const glm::dvec3 a(v.positions[v.indices[i]]);
    volume +=
        glm::dot(a, glm::cross(glm::dvec3(v.positions[v.indices[i + 1]]), glm::dvec3(v.positions[v.indices[i + 2]])));
  }
  QVERIFY(volume > 0.0);
}

void TestAssimpFbxNodes::impossibleAxesAreAnIssue() {
  FbxText fbx;
  fbx.settings = FbxText::axes(1, 1, 1, 1, 2, 1, 100);
  fbx.model(10, "Corner", 0, FbxText::usual());
  const auto parsed = ModelFolder::parse(m_folder.write("axes2.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(parsed.scene->axes == glm::dmat3(1.0));
  QVERIFY(parsed.hasIssue("do not make a coordinate system"));
}

void TestAssimpFbxNodes::unitOfZeroIsAnIssue() {
  FbxText fbx;
  fbx.settings = FbxText::axes(0, 1, 1, 1, 2, 1, 0);
  fbx.model(10, "Corner", 0, FbxText::usual());
  const auto parsed = ModelFolder::parse(m_folder.write("unit.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->unitMetres, 0.01);
  QVERIFY(parsed.hasIssue("UnitScaleFactor"));
}

void TestAssimpFbxNodes::pivots() {
  FbxText fbx;
  fbx.model(10, "P", 0,
            FbxText::usual() + FbxText::translation({1, 2, 3}) + FbxText::rotation({0, 0, 90}) +
                FbxText::scaling({2, 3, 4}) + FbxText::vector("PreRotation", {90, 0, 0}) +
                FbxText::vector("PostRotation", {0, 30, 0}) + FbxText::vector("RotationPivot", {1, 0, 0}) +
                FbxText::vector("RotationOffset", {0, 5, 0}) + FbxText::vector("ScalingPivot", {0, 0, 2}) +
                FbxText::vector("ScalingOffset", {0, 1, 0}));
  const auto parsed = ModelFolder::parse(m_folder.write("pivots.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  // The transformation chain of the FBX documentation.
  const glm::dmat4 expected = translate(1, 2, 3) * translate(0, 5, 0) * translate(1, 0, 0) * rotate(90, kX) *
                              rotate(90, kZ) * glm::inverse(rotate(30, kY)) * translate(-1, 0, 0) * translate(0, 1, 0) *
                              translate(0, 0, 2) * scale(2, 3, 4) * translate(0, 0, -2);
  const auto worlds = worldsAt(*parsed.scene, nullptr, 0.0);
  QVERIFY(largestDifference(worlds[nodeNamed(*parsed.scene, "P")], expected) < 1e-12);
}

void TestAssimpFbxNodes::eulerOrders_data() {
  QTest::addColumn<int>("order");
  QTest::addColumn<QString>("turns");
  const char* orders[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
  for (int i = 0; i < 6; ++i) {
    QTest::newRow(orders[i]) << i << QString(orders[i]);
  }
  QTest::newRow("spheric") << 6 << "XYZ";
}

void TestAssimpFbxNodes::eulerOrders() {
  QFETCH(int, order);
  QFETCH(QString, turns);
  FbxText fbx;
  fbx.model(10, "R", 0, FbxText::usual() + FbxText::integer("RotationOrder", order) + FbxText::rotation({20, -35, 70}));
  const auto parsed = ModelFolder::parse(m_folder.write("order.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  glm::dmat4 expected(1.0);
  for (const QChar turn : turns) {  // The first letter is applied first, so it stands rightmost.
    expected = (turn == 'X' ? rotate(20, kX) : turn == 'Y' ? rotate(-35, kY) : rotate(70, kZ)) * expected;
  }
  QVERIFY(largestDifference(worldsAt(*parsed.scene, nullptr, 0.0)[0], expected) < 1e-12);
  QCOMPARE(parsed.hasIssue("rotation order"), order > 5);
}

void TestAssimpFbxNodes::mirroredNodeKeepsMatrix() {
  FbxText fbx;
  fbx.model(10, "Side.L", 0, FbxText::usual() + FbxText::rotation({0, 40, 0}) + FbxText::scaling({-1, 1, 1}), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Scaling", {{"d|Y", {{0, 1}, {1, 3}}}});
  const auto parsed = ModelFolder::parse(m_folder.write("mirror.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(glm::length(parsed.scene->nodes[0].rest.scale - glm::dvec3(-1, 1, 1)) < 1e-12);
  const auto worlds = worldsAt(*parsed.scene, &parsed.scene->clips[0], 0.5);
  QVERIFY(largestDifference(worlds[0], rotate(40, kY) * scale(-1, 2, 1)) < 1e-6);
}

void TestAssimpFbxNodes::scaleNotInheritedByChildren() {
  FbxText fbx;
  fbx.model(10, "Parent", 0, FbxText::usual() + FbxText::rotation({0, 0, 90}) + FbxText::scaling({2, 1, 3}));
  fbx.model(20, "Child", 10,
            FbxText::integer("InheritType", 2) + FbxText::translation({1, 0, 1}) + FbxText::rotation({45, 0, 0}));
  fbx.model(30, "Other", 10, FbxText::usual() + FbxText::translation({1, 0, 1}));
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Scaling", {{"d|X", {{0, 2}, {1, 6}}}});
  const auto parsed = ModelFolder::parse(m_folder.write("inherit.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  const importing::SourceScene& scene = *parsed.scene;
  for (const bool moving : {false, true}) {
    const double sx = moving ? 4.0 : 2.0;
    const auto worlds = worldsAt(scene, moving ? &scene.clips[0] : nullptr, 0.5);
    const glm::dmat4 parent = rotate(90, kZ) * scale(sx, 1, 3);
    QVERIFY(largestDifference(worlds[nodeNamed(scene, "Parent")], parent) < 1e-6);
    QVERIFY(largestDifference(worlds[nodeNamed(scene, "Other")], parent * translate(1, 0, 1)) < 1e-6);
    // The parent's scale moves the child but does not scale it: it is undone after the translation.
    const glm::dmat4 child = parent * translate(1, 0, 1) * glm::inverse(scale(sx, 1, 3)) * rotate(45, kX);
    QVERIFY(largestDifference(worlds[nodeNamed(scene, "Child")], child) < 1e-6);
  }
}

// The documented rule of InheritType 0: rotations of parent and child first, then both scales.
void TestAssimpFbxNodes::scaleInheritedAxisByAxis() {
  FbxText fbx;
  const std::string byAxis = FbxText::integer("InheritType", 0) + FbxText::integer("RotationActive", 1);
  fbx.model(10, "A", 0, FbxText::usual() + FbxText::rotation({0, 0, 90}) + FbxText::scaling({2, 1, 3}));
  fbx.model(20, "B", 10,
            byAxis + FbxText::translation({1, 0, 1}) + FbxText::rotation({45, 0, 0}) + FbxText::scaling({1, 5, 1}));
  fbx.model(30, "C", 20, byAxis + FbxText::translation({0, 1, 0}) + FbxText::rotation({0, 30, 0}));
  fbx.model(40, "D", 30, FbxText::integer("InheritType", 2) + FbxText::translation({0, 0, 1}));
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Scaling", {{"d|X", {{0, 2}, {1, 6}}}});
  fbx.curves(110, 91, 30, "Lcl Scaling", {{"d|Y", {{0, 1}, {1, 3}}}});
  const auto parsed = ModelFolder::parse(m_folder.write("byaxis.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(!parsed.hasIssue("InheritType"));
  const importing::SourceScene& scene = *parsed.scene;
  for (const bool moving : {false, true}) {
    const glm::dmat4 scaleA = scale(moving ? 4 : 2, 1, 3);
    const glm::dmat4 scaleB = scaleA * scale(1, 5, 1);
    const glm::dmat4 scaleC = scaleB * scale(1, moving ? 2 : 1, 1);
    const glm::dmat4 turnB = rotate(90, kZ) * rotate(45, kX);
    const glm::dmat4 turnC = turnB * rotate(30, kY);
    const auto at = [](const glm::dmat4& parent, const glm::dvec3& place, const glm::dmat4& linear) {
      glm::dmat4 world = linear;
      world[3] = parent * glm::dvec4(place, 1.0);
      return world;
    };
    const glm::dmat4 a = rotate(90, kZ) * scaleA;
    const glm::dmat4 b = at(a, {1, 0, 1}, turnB * scaleB);
    const glm::dmat4 c = at(b, {0, 1, 0}, turnC * scaleC);
    // D does not inherit the scale of C, but the one that C inherited.
    const glm::dmat4 d = at(c, {0, 0, 1}, turnC * scaleB);
    const auto worlds = worldsAt(scene, moving ? &scene.clips[0] : nullptr, 0.5);
    QVERIFY(largestDifference(worlds[nodeNamed(scene, "A")], a) < 1e-5);
    QVERIFY(largestDifference(worlds[nodeNamed(scene, "B")], b) < 1e-5);
    QVERIFY(largestDifference(worlds[nodeNamed(scene, "C")], c) < 1e-5);
    QVERIFY(largestDifference(worlds[nodeNamed(scene, "D")], d) < 1e-5);
  }
}

void TestAssimpFbxNodes::helpersOnlyIfNeeded() {
  FbxText fbx;
  const auto constant = [](double x, double y, double z) {
    return std::vector<std::pair<std::string, std::vector<FbxText::Key>>>{
        {"d|X", {{0, x}, {1, x}}}, {"d|Y", {{0, y}, {1, y}}}, {"d|Z", {{0, z}, {1, z}}}};
  };
  // Scale curves with the constant 1, as Maya bakes them.
  fbx.model(10, "One", 0, FbxText::usual());
  fbx.model(11, "Apart", 10, FbxText::integer("InheritType", 2));
  // A uniform scale.
  fbx.model(20, "Even", 0, FbxText::usual() + FbxText::scaling({3, 3, 3}));
  fbx.model(21, "By axis", 20, FbxText::integer("InheritType", 0) + FbxText::translation({1, 0, 0}));
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Scaling", constant(1, 1, 1));
  fbx.curves(110, 91, 20, "Lcl Scaling", constant(3, 3, 3));
  const auto parsed = ModelFolder::parse(m_folder.write("even.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->nodes.size(), std::size_t{4});
  const auto worlds = worldsAt(*parsed.scene, &parsed.scene->clips[0], 0.5);
  QVERIFY(largestDifference(worlds[nodeNamed(*parsed.scene, "By axis")], scale(3, 3, 3) * translate(1, 0, 0)) < 1e-6);
}

void TestAssimpFbxNodes::deformersThatAreNotReadAreAnIssue() {
  FbxText fbx;
  fbx.model(10, "Cloth", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.deformer(12, 11, "VertexCacheDeformer");
  fbx.deformer(13, 11, "VertexCacheDeformer");
  const auto parsed = ModelFolder::parse(m_folder.write("cache.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  const Issue* issue = parsed.issueAbout("not read (VertexCacheDeformer)");
  QVERIFY(issue != nullptr);
  QCOMPARE(issue->subject, std::string("Cloth"));  // The mesh itself has no name.
  QCOMPARE(std::count_if(parsed.issues.begin(), parsed.issues.end(),
                         [](const Issue& one) { return one.text.find("not read") != std::string::npos; }),
           1);
}

void TestAssimpFbxNodes::surfacesThatAreNotReadAreAnIssue() {
  FbxText fbx;
  fbx.model(10, "Ball", 0, FbxText::usual(), "NurbsSurface");
  fbx.geometry(11, 10, "NurbsSurface");
  fbx.model(20, "Control", 0, FbxText::usual(), "NurbsCurve");
  fbx.geometry(21, 20, "NurbsCurve");
  const auto parsed = ModelFolder::parse(m_folder.write("nurbs.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  const Issue* issue = parsed.issueAbout("turn it into polygons");
  QVERIFY(issue != nullptr);
  QCOMPARE(issue->subject, std::string("Ball"));
  QCOMPARE(parsed.issues.size(), std::size_t{1});
}

void TestAssimpFbxNodes::geometricTransformMovesTheMeshOnly() {
  FbxText fbx;
  fbx.model(10, "Box", 0,
            FbxText::usual() + FbxText::translation({10, 0, 0}) + FbxText::vector("GeometricTranslation", {0, 0, 7}) +
                FbxText::vector("GeometricRotation", {0, 0, 90}) + FbxText::vector("GeometricScaling", {2, 2, 2}),
            "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Child", 10, FbxText::usual() + FbxText::translation({0, 1, 0}));
  const auto path = m_folder.write("geometric.fbx", fbx.text());
  const auto parsed = ModelFolder::parse(path);
  QVERIFY(parsed.scene.has_value());
  const auto worlds = worldsAt(*parsed.scene, nullptr, 0.0);
  QVERIFY(largestDifference(worlds[nodeNamed(*parsed.scene, "Child")], translate(10, 1, 0)) < 1e-12);
  const auto model = ModelFolder::read(path);
  QVERIFY(model.has_value());
  // X to 2 along +Y, Y to 4 along −X, Z to 6 above 7.
  QVERIFY(near(model->bindBounds.min, {6, 0, 7}));
  QVERIFY(near(model->bindBounds.max, {10, 2, 13}));
}

void TestAssimpFbxNodes::bindingComesFromTheFile() {
  // Bound with the mesh at x = 5 and the bone at y = 1; both nodes have moved since.
  FbxText fbx;
  const glm::dmat4 meshThen = translate(5, 0, 0);
  const glm::dmat4 boneThen = translate(0, 1, 0) * rotate(90, kZ);
  fbx.model(10, "Body", 0, FbxText::usual() + FbxText::translation({0, 0, 50}), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Bone", 0, FbxText::usual() + FbxText::translation({0, 30, 0}), "LimbNode");
  fbx.skin(12, 11);
  fbx.cluster(13, 12, 20, {0, 1, 2, 3}, {1, 1, 1, 1}, glm::inverse(boneThen) * meshThen, boneThen);
  const auto path = m_folder.write("bind.fbx", fbx.text());
  const auto parsed = ModelFolder::parse(path);
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->skins.size(), std::size_t{1});
  const importing::SourceSkin& skin = parsed.scene->skins[0];
  QVERIFY(largestDifference(skin.inverseBinds[0], glm::inverse(boneThen) * meshThen) < 1e-12);
  QVERIFY(skin.bindPlacement.has_value());
  QVERIFY(largestDifference(*skin.bindPlacement, meshThen) < 1e-12);
  const auto model = ModelFolder::read(path);
  QVERIFY(model.has_value());
  QVERIFY(near(model->bindBounds.min, {5, 0, 0}));
  QVERIFY(near(model->bindBounds.max, {6, 2, 3}));
  QCOMPARE(model->boneCount, 1u);
}

void TestAssimpFbxNodes::missingBinding_data() {
  QTest::addColumn<bool>("hasTransform");
  QTest::addColumn<bool>("hasLink");
  QTest::newRow("no TransformLink") << true << false;
  QTest::newRow("no Transform") << false << true;
  QTest::newRow("neither") << false << false;
}

void TestAssimpFbxNodes::missingBinding() {
  QFETCH(bool, hasTransform);
  QFETCH(bool, hasLink);
  // Nodes in their bind pose: missing matrices follow from them.
  const glm::dmat4 mesh = translate(5, 0, 0) * rotate(30, kY);
  const glm::dmat4 bone = translate(0, 1, 0) * rotate(90, kZ);
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual() + FbxText::translation({5, 0, 0}) + FbxText::rotation({0, 30, 0}), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Bone", 0, FbxText::usual() + FbxText::translation({0, 1, 0}) + FbxText::rotation({0, 0, 90}),
            "LimbNode");
  fbx.skin(12, 11);
  const glm::dmat4 toBone = glm::inverse(bone) * mesh;
  fbx.cluster(13, 12, 20, {0, 1, 2, 3}, {1, 1, 1, 1}, hasTransform ? std::optional(toBone) : std::nullopt,
              hasLink ? std::optional(bone) : std::nullopt);
  const auto parsed = ModelFolder::parse(m_folder.write("lacks.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->skins.size(), std::size_t{1});
  QVERIFY(largestDifference(parsed.scene->skins[0].inverseBinds.at(0), toBone) < 1e-12);
  QVERIFY(parsed.scene->skins[0].bindPlacement.has_value());
  QVERIFY(largestDifference(*parsed.scene->skins[0].bindPlacement, mesh) < 1e-12);
  QCOMPARE(parsed.scene->meshes.at(0).primitives.at(0).influences.size(), std::size_t{12});
  QVERIFY(parsed.issues.empty());
}

void TestAssimpFbxNodes::lostWeightsAreAnIssue() {
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Bone", 0, FbxText::usual(), "LimbNode");
  fbx.skin(12, 11);
  fbx.cluster(13, 12, 20, {0, 1}, {1, 1, 1}, glm::dmat4(1.0), glm::dmat4(1.0));  // Three weights for two vertices.
  fbx.model(30, "Prop", 0, FbxText::usual(), "Mesh");
  fbx.mesh(31, 30, kCorner, kCornerFaces);
  fbx.skin(32, 31);
  const auto parsed = ModelFolder::parse(m_folder.write("lost.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  const Issue* lost = parsed.issueAbout("the weights of 1 of the mesh's 1 bones cannot be read (first: \"Bone\")");
  QVERIFY(lost != nullptr);
  QCOMPARE(lost->subject, std::string("Body"));
  const Issue* empty = parsed.issueAbout("the mesh has a skin without bones");
  QVERIFY(empty != nullptr);
  QCOMPARE(empty->subject, std::string("Prop"));
}

void TestAssimpFbxNodes::bonesOfSameNameStaySeparate_data() {
  QTest::addColumn<QString>("shared");
  QTest::newRow("plain") << "Bone";
  QTest::newRow("like its class") << "Model";
  QTest::newRow("one letter") << "x";
  QTest::newRow("of the other one") << "Body";
}

void TestAssimpFbxNodes::bonesOfSameNameStaySeparate() {
  QFETCH(QString, shared);
  const std::string name = shared.toStdString();
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, name, 0, FbxText::usual() + FbxText::translation({1, 0, 0}), "LimbNode");
  fbx.model(21, name, 20, FbxText::usual() + FbxText::translation({0, 1, 0}), "LimbNode");
  fbx.skin(12, 11);
  fbx.cluster(13, 12, 20, {0, 1}, {1, 1}, translate(-1, 0, 0), translate(1, 0, 0));
  fbx.cluster(14, 12, 21, {2, 3}, {1, 1}, translate(-1, -1, 0), translate(1, 1, 0));
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 21, "Lcl Translation", {{"d|Z", {{0, 0}, {1, 8}}}});
  const auto parsed = ModelFolder::parse(m_folder.write("names.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  const importing::SourceScene& scene = *parsed.scene;
  QCOMPARE(scene.skins[0].joints.size(), std::size_t{2});
  QVERIFY(scene.skins[0].joints[0] != scene.skins[0].joints[1]);
  const importing::SourcePrimitive& primitive = scene.meshes[0].primitives[0];
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    QCOMPARE(primitive.influenceBegin[v + 1] - primitive.influenceBegin[v], 1u);
    const std::uint32_t joint = primitive.influences[primitive.influenceBegin[v]].joint;
    const bool second = primitive.positions[v].y > 1 || primitive.positions[v].z > 1;
    const double height = worldsAt(scene, &scene.clips[0], 1.0)[scene.skins[0].joints[joint]][3].z;
    QVERIFY(std::abs(height - (second ? 8.0 : 0.0)) < 1e-6);
  }
}

void TestAssimpFbxNodes::missingBoneIsAnIssue() {
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Bone", 0, FbxText::usual(), "LimbNode");
  fbx.model(21, "Adrift", 999, FbxText::usual(), "LimbNode");  // Its parent is missing.
  fbx.skin(12, 11);
  fbx.cluster(13, 12, 20, {0, 1}, {1, 1}, glm::dmat4(1.0), glm::dmat4(1.0));
  fbx.cluster(14, 12, 21, {2, 3}, {1, 1}, glm::dmat4(1.0), glm::dmat4(1.0));
  const auto parsed = ModelFolder::parse(m_folder.write("adrift.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(parsed.hasIssue("\"Adrift\") name nodes that are not there"));
  QCOMPARE(parsed.scene->skins[0].joints.size(), std::size_t{1});
}

void TestAssimpFbxNodes::hiddenNodes_data() {
  QTest::addColumn<QString>("group");  // Properties.
  QTest::addColumn<QString>("mesh");
  QTest::addColumn<int>("layer");     // -1: none; else whether it shows the group.
  QTest::addColumn<double>("curve");  // The mesh's visibility curve; negative: none.
  QTest::addColumn<bool>("hidden");
  const std::string off = "P: \"Visibility\", \"Visibility\", \"\", \"A\",0\n";
  const std::string alone = "P: \"Visibility Inheritance\", \"Visibility Inheritance\", \"\", \"\",0\n";
  const std::string unlisted = "P: \"Show\", \"bool\", \"\", \"\",0\n";
  const auto row = [](const char* name, const std::string& group, const std::string& mesh, int layer, double curve,
                      bool hidden) {
    QTest::newRow(name) << QString::fromStdString(group) << QString::fromStdString(mesh) << layer << curve << hidden;
  };
  row("shown", "", "", -1, -1.0, false);
  row("by itself", "", off, -1, -1.0, true);
  row("by the node above", off, "", -1, -1.0, true);
  row("not inherited", off, alone, -1, -1.0, false);
  row("by a layer", "", "", 0, -1.0, true);
  row("in a layer that is on", "", "", 1, -1.0, false);
  row("Show is no visibility", unlisted, unlisted, -1, -1.0, false);
  row("a curve that never shows it", "", "", -1, 0.0, true);
  row("a curve that always shows it", "", off, -1, 1.0, false);
}

void TestAssimpFbxNodes::hiddenNodes() {
  QFETCH(QString, group);
  QFETCH(QString, mesh);
  QFETCH(int, layer);
  QFETCH(double, curve);
  QFETCH(bool, hidden);
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Group", 0, FbxText::usual() + group.toStdString());
  fbx.model(30, "Collider", 20, FbxText::usual() + FbxText::scaling({5, 5, 5}) + mesh.toStdString(), "Mesh");
  fbx.mesh(31, 30, kCorner, kCornerFaces);
  if (layer >= 0) {
    fbx.displayLayer(40, "colliders", layer == 1, {20});
  }
  if (curve >= 0.0) {
    fbx.take(90, "Take", 0, 1);
    fbx.curves(100, 91, 30, "Visibility", {{"d|Visibility", {{0, curve}, {1, curve}}}});
  }
  const auto path = m_folder.write("hidden.fbx", fbx.text());
  const auto parsed = ModelFolder::parse(path);
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->nodes.at(nodeNamed(*parsed.scene, "Collider")).hidden, hidden);
  QVERIFY(!parsed.hasIssue("visibility"));
  const auto model = ModelFolder::read(path);
  QVERIFY(model.has_value());
  QVERIFY(near(model->bindBounds.max, hidden ? glm::vec3(1, 2, 3) : glm::vec3(5, 10, 15)));
  QCOMPARE(model->parts.size(), std::size_t{hidden ? 1u : 2u});
  const auto told = std::find_if(model->issues.begin(), model->issues.end(), [](const Issue& issue) {
    return issue.text.find("1 mesh of a hidden node is left out (\"Collider\"); --hidden on takes it") !=
           std::string::npos;
  });
  QCOMPARE(told != model->issues.end(), hidden);
  importing::ImportOptions options;
  options.hidden = true;
  const auto all = ModelFolder::read(path, options);
  QVERIFY(all.has_value());
  QCOMPARE(all->parts.size(), std::size_t{2});
  QVERIFY(near(all->bindBounds.max, {5, 10, 15}));
}

void TestAssimpFbxNodes::animatedVisibilityIsAnIssue() {
  FbxText fbx;
  fbx.model(10, "Flash", 0, FbxText::usual() + "P: \"Visibility\", \"Visibility\", \"\", \"A\",0\n", "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Visibility", {{"d|Visibility", {{0, 1}, {0.5, 0}, {1, 1}}}}, 2);
  const auto parsed = ModelFolder::parse(m_folder.write("flash.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(!parsed.scene->nodes.at(0).hidden);
  const Issue* told = parsed.issueAbout("the visibility of 1 node is animated, which cannot be baked");
  QVERIFY(told != nullptr);
  QCOMPARE(told->subject, std::string("Flash"));
}

void TestAssimpFbxNodes::cycleIsAnError() {
  FbxText fbx;
  fbx.model(10, "A", 0, FbxText::usual());
  fbx.model(20, "B", 10, FbxText::usual());
  fbx.connect(10, 20);
  const auto parsed = ModelFolder::parse(m_folder.write("cycle.fbx", fbx.text()));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("cycle") != std::string::npos);
}

void TestAssimpFbxNodes::lostMeshIsAnIssue() {
  FbxText fbx;
  fbx.model(10, "Good", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Broken", 0, FbxText::usual(), "Mesh");
  fbx.mesh(21, 20, kCorner, {0, 1, -778});
  const auto parsed = ModelFolder::parse(m_folder.write("lost.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->meshes.size(), std::size_t{1});
  const Issue* issue = parsed.issueAbout("polygon index 777 of 4");
  QVERIFY(issue != nullptr);
  QCOMPARE(issue->subject, std::string("Broken"));
}

void TestAssimpFbxNodes::allMeshesLostIsAnError() {
  FbxText fbx;
  fbx.model(20, "Broken", 0, FbxText::usual(), "Mesh");
  fbx.mesh(21, 20, kCorner, {0, 1, -778});
  const auto parsed = ModelFolder::parse(m_folder.write("lost2.fbx", fbx.text()));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("polygon index 777 of 4") != std::string::npos);
}

void TestAssimpFbxNodes::userTimePropertyDoesNotAbort() {
  FbxText fbx;
  fbx.model(10, "Body", 0,
            FbxText::usual() +
                "P: \"MyTime\", \"KTime\", \"Time\", \"U\",46186158000\n"
                "P: \"MyColor\", \"ColorAndAlpha\", \"\", \"U\",1,0,0,1\n",
            "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  const auto parsed = ModelFolder::parse(m_folder.write("user.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->meshes.size(), std::size_t{1});
}

void TestAssimpFbxNodes::morphsHaveTheirRestWeights() {
  FbxText fbx;
  fbx.model(10, "Face", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.blendShape(12, 11);
  fbx.blendChannel(13, 12, "smile", 25, {100});
  fbx.shape(14, 13, "smile", {1}, {0, 0, 5});
  fbx.blendChannel(15, 12, "blink", 75, {50, 100});
  fbx.shape(16, 15, "blinkHalf", {2}, {1, 0, 0});
  fbx.shape(17, 15, "blinkFull", {2}, {4, 0, 0});
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 13, "DeformPercent", {{"d|DeformPercent", {{0, 0}, {1, 100}}}});
  fbx.curves(110, 91, 15, "DeformPercent", {{"d|DeformPercent", {{0, 0}, {1, 100}}}});
  const auto parsed = ModelFolder::parse(m_folder.write("morph.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  const importing::SourceMesh& mesh = parsed.scene->meshes[0];
  QCOMPARE(mesh.morphWeights.size(), std::size_t{3});
  std::map<float, float> weights;  // By the length of the largest delta, which identifies the shapes.
  for (std::size_t t = 0; t < 3; ++t) {
    float largest = 0.0f;
    for (const glm::vec3& delta : mesh.primitives[0].morphTargets[t].positionDeltas) {
      largest = std::max(largest, glm::length(delta));
    }
    weights[std::round(largest)] = mesh.morphWeights[t];
  }
  QVERIFY(std::abs(weights.at(5) - 0.25f) < 1e-6f);
  QVERIFY(std::abs(weights.at(1) - 0.5f) < 1e-6f);  // 75 % lies halfway between the half and the full shape.
  QVERIFY(std::abs(weights.at(4) - 0.5f) < 1e-6f);
  // The half shape is full at half time, where both in-between curves have their corner.
  QCOMPARE(parsed.scene->clips.size(), std::size_t{1});
  const importing::SourceTrack& track = parsed.scene->clips[0].tracks.at(0);
  QCOMPARE(track.values.size(), track.times.size() * 3);
  bool corner = false;
  for (std::size_t k = 0; k < track.times.size(); ++k) {
    if (std::abs(track.times[k] - 0.5) < 1e-6) {
      const float sum = track.values[k * 3] + track.values[k * 3 + 1] + track.values[k * 3 + 2];
      corner = std::abs(sum - 1.5f) < 1e-5f;  // smile 0.5, half 1, full 0
    }
  }
  QVERIFY(corner);
}

// FBX 2011 and older: the record of the mesh holds the shapes, and a property of the mesh moves each.
void TestAssimpFbxNodes::shapesInsideTheMesh() {
  FbxText fbx;
  fbx.model(10, "Face", 0, FbxText::usual() + FbxText::vector("GeometricScaling", {2, 2, 2}), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces, FbxText::innerShape("smile", 25, {1, 3}, {0, 0, 5, 1, 0, 0}));
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 11, "smile", {{"d|smile", {{0, 0}, {1, 100}}}});
  const auto parsed = ModelFolder::parse(m_folder.write("inner.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(parsed.issues.empty());
  const importing::SourceMesh& mesh = parsed.scene->meshes.at(0);
  QCOMPARE(mesh.morphWeights, std::vector<float>{0.25f});
  const importing::SourceMorphTarget& target = mesh.primitives.at(0).morphTargets.at(0);
  QCOMPARE(target.name, std::string("smile"));
  for (std::size_t v = 0; v < mesh.primitives[0].positions.size(); ++v) {
    const glm::vec3 position = mesh.primitives[0].positions[v];
    const glm::vec3 moved = position.x > 1 ? glm::vec3(0, 0, 10) : glm::vec3(position.z > 1 ? 2 : 0, 0, 0);
    QVERIFY(near(target.positionDeltas[v], moved));
  }
  const importing::SourceTrack& track = parsed.scene->clips.at(0).tracks.at(0);
  QCOMPARE(track.target, model::TrackTarget::MorphWeights);
  QCOMPARE(track.values.front(), 0.0f);
  QCOMPARE(track.values.back(), 1.0f);
}

// Blender writes the weights of a shape key's vertex group, in percent, as the full weights of its channel.
void TestAssimpFbxNodes::shapesOfAVertexGroup() {
  FbxText fbx;
  fbx.creator = "Blender (stable FBX IO) - 4.4.0 - 5.13.0";
  fbx.model(10, "Face", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.blendShape(12, 11);
  fbx.blendChannel(13, 12, "smile", 100, {25, 100, 0});
  fbx.shape(14, 13, "smile", {1, 2, 3}, {0, 0, 4, 0, 0, 8, 16, 0, 0});
  const auto parsed = ModelFolder::parse(m_folder.write("group.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(parsed.issues.empty());
  const importing::SourceMesh& mesh = parsed.scene->meshes.at(0);
  QCOMPARE(mesh.morphWeights, std::vector<float>{1.0f});
  const importing::SourcePrimitive& primitive = mesh.primitives.at(0);
  for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
    const glm::vec3 position = primitive.positions[v];
    const float moved = position.x > 0 ? 1.0f : position.y > 0 ? 8.0f : 0.0f;
    QVERIFY(near(primitive.morphTargets.at(0).positionDeltas[v], {0, 0, moved}));
  }
}

void TestAssimpFbxNodes::verticesWithoutWeightsStayWithTheMesh() {
  // Bound with the mesh at x = 5; since then the mesh has moved to z = 50 and the bone to y = 30.
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual() + FbxText::translation({0, 0, 50}), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  fbx.model(20, "Bone", 0, FbxText::usual() + FbxText::translation({0, 30, 0}), "LimbNode");
  fbx.skin(12, 11);
  fbx.cluster(13, 12, 20, {0, 2}, {1, 1}, translate(5, 0, 0), glm::dmat4(1.0));
  const auto model = ModelFolder::read(m_folder.write("loose.fbx", fbx.text()));
  QVERIFY(model.has_value());
  QVERIFY(std::any_of(model->issues.begin(), model->issues.end(), [](const Issue& issue) {
    return issue.text.find("without any skin weight: they follow the node of the mesh") != std::string::npos;
  }));
  std::size_t loose = 0;
  for (const glm::dvec3& place : shownPositions(*model)) {
    const auto is = [&](const glm::vec3& corner) { return near(place, corner); };
    const bool isLoose = is({1, 0, 50}) || is({0, 0, 53});
    QVERIFY(isLoose || is({5, 30, 0}) || is({5, 32, 0}));
    loose += isLoose ? 1 : 0;
  }
  QVERIFY(loose >= 2);
}

// A record of a binary file with room for the first number of a child's header and one byte more.
void TestAssimpFbxNodes::truncatedRecordHeaderIsAnError() {
  std::string file("Kaydara FBX Binary  \0\x1a\0", 23);
  const auto add = [&file](std::uint32_t number) { file.append(reinterpret_cast<const char*>(&number), 4); };
  add(7400);
  constexpr std::uint32_t kEnd = 46;
  add(kEnd);
  add(0);
  add(0);
  file += "\1A";
  add(kEnd);
  file += '\0';
  QCOMPARE(file.size(), std::size_t{kEnd});
  file.append(200, '\0');
  const auto parsed = ModelFolder::parse(m_folder.write("header.fbx", file));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("cut short") != std::string::npos);
}

void TestAssimpFbxNodes::pivotNodeNamesAreHidden() {
  FbxText fbx;
  fbx.model(10, "weapon_r", 0, FbxText::usual() + FbxText::vector("RotationPivot", {1, 0, 0}), "Mesh");
  fbx.mesh(11, 10, kCorner, kCornerFaces);
  const auto parsed = ModelFolder::parse(m_folder.write("pivotname.fbx", fbx.text()));
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(parsed.scene->nodes.size(), std::size_t{1});
  QCOMPARE(parsed.scene->nodes[0].name, std::string("weapon_r"));
}

TEXELETON_SUITE(TestAssimpFbxNodes)
#include "test_assimp_fbx_nodes.moc"

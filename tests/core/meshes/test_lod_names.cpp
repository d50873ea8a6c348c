// Names of levels of detail, and the visible meshes of each level.

#include <QObject>
#include <QTest>

#include "core/meshes/lod_name.h"
#include "core/meshes/mesh_instances.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// The visible nodes of each level: "A B | A C".
std::string shown(const model::Model& model, bool authoredLods = true) {
  const meshes::MeshInstances meshes = meshes::meshInstances(model, authoredLods);
  std::string text;
  for (const auto& level : meshes::shownAtLevels(meshes)) {
    text += text.empty() ? "" : " | ";
    for (std::size_t i = 0; i < level.size(); ++i) {
      text += i == 0 ? "" : " ";
      text += model.nodes[meshes.instances[level[i]].node.value].name;
    }
  }
  return text;
}

model::Model named(const std::vector<std::string>& nodes) {
  std::vector<KitMesh> kit;
  for (const std::string& node : nodes) {
    kit.push_back({"mesh of " + node, node});
  }
  return meshKit(kit);
}

}  // namespace

class TestLodNames : public QObject {
  Q_OBJECT

 private slots:
  void names_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("base");  // "-": no level
    QTest::addColumn<int>("level");
    QTest::newRow("unity") << "Body_LOD0"
                           << "Body" << 0;
    QTest::newRow("lower") << "body_lod3"
                           << "body" << 3;
    QTest::newRow("dash") << "body-Lod12"
                          << "body" << 12;
    QTest::newRow("dot") << "Body.LOD1"
                         << "Body" << 1;
    QTest::newRow("blank") << "Body LOD 1"
                           << "Body" << 1;
    QTest::newRow("inner separator") << "Body_LOD_2"
                                     << "Body" << 2;
    QTest::newRow("several separators") << "Left_Arm__LOD1"
                                        << "Left_Arm" << 1;
    QTest::newRow("alone") << "LOD1"
                           << "" << 1;
    QTest::newRow("namespace") << "hero:LOD1"
                               << "hero" << 1;
    QTest::newRow("inside a word") << "Melod1"
                                   << "-" << 0;
    QTest::newRow("no number") << "Body_LOD"
                               << "-" << 0;
    QTest::newRow("too many digits") << "Body_LOD100"
                                     << "-" << 0;
    QTest::newRow("not at the end") << "Body_LOD1_Left"
                                    << "-" << 0;
    QTest::newRow("empty") << ""
                           << "-" << 0;
    QTest::newRow("number") << "1"
                            << "-" << 0;
  }
  void names() {
    QFETCH(QString, name);
    QFETCH(QString, base);
    QFETCH(int, level);
    const auto found = meshes::parseLodName(name.toStdString());
    QCOMPARE(found.has_value(), base != "-");
    if (found) {
      QCOMPARE(QString::fromStdString(found->base), base);
      QCOMPARE(static_cast<int>(found->level), level);
    }
  }

  void levelsReplaceOneAnother() {
    QCOMPARE(shown(named({"Body_LOD0", "Body_LOD1", "Hat"})), std::string("Body_LOD0 Hat | Body_LOD1 Hat"));
    QCOMPARE(shown(named({"Body_LOD0", "Body_LOD1", "Hat"}), false), std::string("Body_LOD0 Body_LOD1 Hat"));
    QCOMPARE(shown(named({"Body", "Hat"})), std::string("Body Hat"));
  }
  /// Case does not separate levels, an object with fewer levels keeps its last, gaps are closed, and an object whose
  /// finest level is not LOD0 shows that one.
  void unevenLevels() {
    QCOMPARE(shown(named({"body_lod1", "Body_LOD0", "Body.LOD2", "Hat_LOD0", "Hat_LOD1"})),
             std::string("Body_LOD0 Hat_LOD0 | body_lod1 Hat_LOD1 | Body.LOD2 Hat_LOD1"));
    QCOMPARE(shown(named({"Body_LOD0", "Body_LOD4"})), std::string("Body_LOD0 | Body_LOD4"));
    QCOMPARE(shown(named({"Body_LOD1", "Body_LOD2"})), std::string("Body_LOD1 | Body_LOD2"));
    QCOMPARE(shown(named({"Body_LOD2", "Hat"})), std::string("Body_LOD2 Hat"));
  }
  /// "Body" next to Body_LOD1 is its finest level, unless there is a Body_LOD0.
  void finestWithoutLevelInName() {
    QCOMPARE(shown(named({"Body", "Body_LOD1", "Body_LOD2", "Hat"})),
             std::string("Body Hat | Body_LOD1 Hat | Body_LOD2 Hat"));
    QCOMPARE(shown(named({"Body", "Body_LOD0", "Body_LOD1"})), std::string("Body Body_LOD0 | Body Body_LOD1"));
    QCOMPARE(shown(meshKit({{"Body", "Cube"}, {"Body_LOD1", "Cube.001"}})), std::string("Cube | Cube.001"));
  }
  /// The name may be on the mesh instead of the node, or on a node above both.
  void otherPlacesForTheName() {
    QCOMPARE(shown(meshKit({{"Body_LOD0", "Cube"}, {"Body_LOD1", "Cube.001"}})), std::string("Cube | Cube.001"));
    QCOMPARE(shown(meshKit({{"a", "Arm", "Plain", 2, 0, "LOD0"},
                            {"b", "Leg", "Plain", 2, 0, "LOD0"},
                            {"c", "Low", "Plain", 2, 0, "LOD1"}})),
             std::string("Arm Leg | Low"));
    QCOMPARE(shown(meshKit({{"a", "Arm", "Plain", 2, 0, "Hero_LOD0"}, {"b", "Low", "Plain", 2, 0, "Hero_LOD1"}})),
             std::string("Arm | Low"));
  }
  /// Parts of one mesh on one node are one instance.
  void partsOfOneMesh() {
    model::Model model = meshKit({{"Body", "Body", "Skin"}, {"Body", "x", "Cloth"}});
    model.parts[1].node = model.parts[0].node;
    const meshes::MeshInstances meshes = meshes::meshInstances(model, true);
    QCOMPARE(meshes.instances.size(), std::size_t{1});
    QCOMPARE(meshes.instances[0].parts, (std::vector<std::uint32_t>{0, 1}));
  }
};

TEXELETON_SUITE(TestLodNames)
#include "test_lod_names.moc"

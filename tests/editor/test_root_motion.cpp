// Root motion in the window: modes for all clips and for some, the drawn path, and the character that travels along it.

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/editor/widgets/node_chooser.h"
#include "core/vat/texture_settings.h"
#include "tests/cli/run_program.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "viewport/scene/gpu/packing.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

namespace {

constexpr double kMetres = 1.2;    // Travel of Walk, along +Z.
constexpr double kDegrees = 90.0;  // Turn of Run, in place.

/// Appends an accessor of floats to the file.
int addFloats(Glb& glb, const std::vector<float>& values, int width, bool isTime) {
  while (glb.bytes.size() % 4 != 0) {
    glb.bytes.push_back(0);
  }
  const std::size_t offset = glb.bytes.size();
  glb.bytes.resize(offset + values.size() * sizeof(float));
  std::memcpy(glb.bytes.data() + offset, values.data(), values.size() * sizeof(float));
  auto& json = glb.json;
  json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", offset}, {"byteLength", values.size() * sizeof(float)}});
  nlohmann::json accessor = {{"bufferView", json["bufferViews"].size() - 1},
                             {"componentType", 5126},
                             {"count", values.size() / static_cast<std::size_t>(width)},
                             {"type", width == 1   ? "SCALAR"
                                      : width == 3 ? "VEC3"
                                                   : "VEC4"}};
  if (isTime) {
    accessor["min"] = {values.front()};
    accessor["max"] = {values.back()};
  }
  json["accessors"].push_back(accessor);
  json["buffers"][0]["byteLength"] = glb.bytes.size();
  return static_cast<int>(json["accessors"].size()) - 1;
}

/// Writes the sample with a Walk that travels kMetres along +Z and a Run that turns kDegrees to the left, both by the
/// node "root".
void writeTravellers(const fs::path& from, const fs::path& to) {
  Glb glb = readGlb(from);
  for (auto& animation : glb.json["animations"]) {
    const std::string name = animation["name"];
    if (name != "Walk" && name != "Run") {
      continue;
    }
    float last = 0.0f;
    for (const auto& sampler : animation["samplers"]) {
      last = std::max(last, glb.json["accessors"][sampler["input"].get<int>()]["max"][0].get<float>());
    }
    auto& channels = animation["channels"];
    for (std::size_t i = channels.size(); i-- > 0;) {
      if (channels[i]["target"]["node"] == 0) {
        channels.erase(i);
      }
    }
    const bool walks = name == "Walk";
    const float half = static_cast<float>(kDegrees * 3.14159265358979 / 360.0);
    const int times = addFloats(glb, {0.0f, last}, 1, true);
    const int values =
        walks ? addFloats(glb, {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, static_cast<float>(kMetres)}, 3, false)
              : addFloats(glb, {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, std::sin(half), 0.0f, std::cos(half)}, 4, false);
    animation["samplers"].push_back({{"input", times}, {"output", values}, {"interpolation", "LINEAR"}});
    channels.push_back({{"sampler", animation["samplers"].size() - 1},
                        {"target", {{"node", 0}, {"path", walks ? "translation" : "rotation"}}}});
  }
  writeGlb(to, glb);
}

}  // namespace

class TestRootMotion : public EditorTest {
  Q_OBJECT

  viewport::Scene& scene() { return window().viewport().window().scene(); }
  const viewport::InstanceRecord& character() { return scene().crowd.records().front(); }
  SceneEffects& effects() { return window().viewport().effects(); }
  ClipsPanel& clips() { return window().clips(); }
  void openSection() {
    auto& heading = find<QToolButton>("rootMotionHeading");
    if (!heading.isChecked()) {
      QTest::mouseClick(&heading, Qt::LeftButton);
    }
  }
  /// With keys: the combo box has the focus.
  static void chooseItem(QComboBox& box, int item) {
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Home);
    for (int i = 0; i < item; ++i) {
      QTest::keyClick(&box, Qt::Key_Down);
    }
  }
  void clickClip(int row) { clickItem(clips().list(), clips().itemOf(row), ClipTree::kSeconds); }

 private slots:
  void init() {
    openWindow();
    const fs::path model = m_editor->folder() / "traveller.glb";
    writeTravellers(m_editor->folder() / "lantern-knight.glb", model);
    window().openFile(model);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(window().viewport().roots().isKnown());
    window().playback().setPlaying(false);
  }
  void cleanup() { closeWindow(); }

  void extractsForAllClips() {
    openSection();
    clickClip(1);
    QCOMPARE(playback().shownClip()->name, std::string("Walk"));
    // Kept in the pose: the mesh itself travels, and its path is drawn already.
    QVERIFY(!animation().clips[1].rootMotion);
    QVERIFY(scene().lines && !scene().lines->empty());
    QVERIFY(std::abs(effects().trail().travelMetres - kMetres) < 1e-3);
    QVERIFY2(find<QLabel>("rootWay").text().contains("root travels 1.20 m"),
             qPrintable(find<QLabel>("rootWay").text()));
    m_editor->keepPicture("root-motion-kept");

    chooseItem(find<QComboBox>("rootMotion"), 2);
    QCOMPARE(document().recipe().bake.rootMotion.mode, std::optional(vat::RootMotionMode::Extract));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().clips[1].rootMotion && animation().clips[1].rootMotion->node == "root");
    const double length = animation().clips[1].lengthSeconds;

    // The character is where the keys put it, in the viewport and in numbers.
    for (const double share : {0.0, 0.25, 0.5, 0.75}) {
      playback().seek(share * length);
      QVERIFY2(std::abs(static_cast<double>(character().position.z) - share * kMetres) < 2e-3,
               qPrintable(QString::number(character().position.z)));
      QVERIFY(std::abs(character().position.x) < 1e-4f);
    }
    const RootTrail& trail = effects().trail();
    QVERIFY(std::abs(trail.points.front().z) < 1e-3 && std::abs(trail.points[trail.cycleEnds[0]].z - kMetres) < 2e-3);
    // A looping clip continues from the end of the previous cycle, three times.
    if (animation().clips[1].loop) {
      QCOMPARE(trail.cycleEnds.size(), std::size_t{3});
      QVERIFY(std::abs(trail.points.back().z - 3.0 * kMetres) < 5e-3);
      playback().seek(0.0);
      playback().advance(1.5 * length);
      QVERIFY2(std::abs(static_cast<double>(character().position.z) - 1.5 * kMetres) < 5e-3,
               qPrintable(QString::number(character().position.z)));
      playback().advance(2.0 * length);  // Then it starts over.
      QVERIFY(std::abs(static_cast<double>(character().position.z) - 0.5 * kMetres) < 5e-3);
    }
    playback().seek(0.5 * length);
    window().viewport().frameAll();
    m_editor->keepPicture("root-motion-extracted");

    // Playing in place when travel is off; the path can be hidden too.
    auto* travel = window().findChild<QAction*>("travel");
    travel->trigger();
    QVERIFY(std::abs(character().position.z) < 1e-6f);
    travel->trigger();
    window().findChild<QAction*>("showPath")->trigger();
    QVERIFY(!scene().lines);
    window().findChild<QAction*>("showPath")->trigger();
    QVERIFY(scene().lines != nullptr);

    // A crowd walks in place, without paths.
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTRY_VERIFY(scene().crowd.size() > 1);
    QVERIFY(!scene().lines);
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    QTRY_VERIFY(scene().lines != nullptr);

    window().activateWindow();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    // Undo back to Remove: also in place, with the path drawn and no travelling character.
    QTRY_COMPARE(document().recipe().bake.rootMotion.mode, std::optional(vat::RootMotionMode::Remove));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().clips[1].rootMotion && animation().clips[1].rootMotion->samples.empty());
    playback().seek(0.5 * length);
    QVERIFY(std::abs(character().position.z) < 1e-6f && scene().lines);
  }

  void followsTurns() {
    openSection();
    clickClip(2);
    QCOMPARE(playback().shownClip()->name, std::string("Run"));
    chooseItem(find<QComboBox>("rootMotion"), 2);
    auto& node = find<NodeChooser>("rootNode");
    typeInto(*node.lineEdit(), "root");
    QTRY_COMPARE(document().recipe().bake.rootMotion.node, std::string("root"));
    QVERIFY(m_editor->waitUntilBaked());
    const double length = animation().clips[2].lengthSeconds;
    playback().seek(0.5 * length);
    // Half of the turn about +Y is an eighth of a circle, so the quaternion's half angle is a sixteenth.
    const glm::vec4 q = viewport::unpackRotation(character().rotation);
    const double expected = std::sin(kDegrees / 2.0 * 3.14159265358979 / 360.0);
    QVERIFY2(std::abs(std::abs(static_cast<double>(q.y)) - expected) < 1e-2, qPrintable(QString::number(q.y)));
    // If the turn stays in the pose, the character is not turned.
    chooseItem(find<QComboBox>("rootYaw"), 2);
    QCOMPARE(document().recipe().bake.rootMotion.yaw, std::optional(false));
    QVERIFY(m_editor->waitUntilBaked());
    playback().seek(0.5 * length);
    QVERIFY(std::abs(viewport::unpackRotation(character().rotation).y) < 1e-3f);
    chooseItem(find<QComboBox>("rootHeight"), 1);
    QCOMPARE(document().recipe().bake.rootMotion.height, std::optional(true));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().clips[2].rootMotion->height && !animation().clips[2].rootMotion->yaw);

    // An unknown node is marked and changes nothing.
    const int edits = document().undoStack().count();
    typeInto(*node.lineEdit(), "nobody");
    QCOMPARE(document().undoStack().count(), edits);
    QVERIFY(node.lineEdit()->property("wrong").toBool());
    m_editor->keepPicture("root-motion-wrong-node");
    typeInto(*node.lineEdit(), "Found in each clip");
    QCOMPARE(document().recipe().bake.rootMotion.node, std::string());
    QVERIFY(!node.lineEdit()->property("wrong").toBool());
  }

  // For some clips, saved, loaded, and baked by the command line to the same bytes.
  void forSomeClips() {
    openSection();
    clickClip(1);
    QTest::keyClick(&clips().list(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(clips().selectedRows().size(), std::size_t{2});
    chooseItem(find<QComboBox>("clipRootMotion"), 3);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(document().recipe().clips.at(1).rootMotion, std::optional(vat::RootMotionMode::Extract));
    QCOMPARE(document().recipe().clips.at(2).rootMotion, std::optional(vat::RootMotionMode::Extract));
    QVERIFY(!document().recipe().clips.at(0).rootMotion);
    QVERIFY(animation().clips[1].rootMotion && !animation().clips[0].rootMotion);
    clickClip(2);
    // From the list's menu too.
    askForMenu(clips().list(), clips().itemOf(2));
    auto* menu = window().findChild<QMenu*>("clipMenu");
    QVERIFY(menu != nullptr);
    auto* modes = menu->findChild<QMenu*>("rootMotionMenu");
    QVERIFY(modes != nullptr && modes->actions().size() == 4 && modes->actions()[3]->isChecked());
    modes->actions()[2]->trigger();
    menu->close();
    QTRY_COMPARE(document().recipe().clips.at(2).rootMotion, std::optional(vat::RootMotionMode::Remove));
    QCOMPARE(find<QComboBox>("clipRootMotion").currentIndex(), 2);
    QVERIFY(m_editor->waitUntilBaked());
    m_editor->keepPicture("root-motion-clips");

    const fs::path file = m_editor->folder() / "traveller.texeleton";
    QVERIFY(document().save(file).has_value());
    const recipe::Recipe before = document().recipe();
    window().workshop().exportPack(m_editor->folder() / "window.texpack");
    const QString shell = QString::fromStdString((m_editor->folder() / "shell.texpack").string());
    const ProgramRun run = runCli({"bake", "--recipe", QString::fromStdString(file.string()), "-o", shell});
    QVERIFY2(run.exitCode == 0, run.errors);
    const fs::path exported = m_editor->folder() / "window.texpack";
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(exported / "manifest.json") && !window().workshop().exporter().isBusy(), 60000);
    int files = 0;
    for (const auto& entry : fs::directory_iterator(exported)) {
      QFile a(QString::fromStdString(entry.path().string()));
      QFile b(shell + "/" + QString::fromStdString(entry.path().filename().string()));
      QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
      QVERIFY2(a.readAll() == b.readAll(), entry.path().filename().c_str());
      ++files;
    }
    QVERIFY(files >= 4);
    document().undoStack().setClean();
    window().openFile(file);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(document().recipe().clips == before.clips && document().recipe().bake == before.bake);
    QVERIFY(find<QToolButton>("rootMotionHeading").isChecked());  // A section with settings is expanded.
  }
};

TEXELETON_EDITOR_SUITE(TestRootMotion)

#include "test_root_motion.moc"

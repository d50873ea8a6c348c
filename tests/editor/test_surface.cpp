// Levels of detail and tint in the window, and drawing of skinned characters: the hybrid path's distance, gazes.

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "app/editor/widgets/node_chooser.h"
#include "core/vat/texture_settings.h"
#include "tests/cli/run_program.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/files.h"
#include "tests/editor/gestures.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "viewport/scene/gpu/packing.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestSurface : public EditorTest {
  Q_OBJECT

  viewport::Scene& scene() { return window().viewport().window().scene(); }
  const viewport::InstanceRecord& character() { return scene().crowd.records().front(); }
  void openSection(const char* heading) {
    auto& button = find<QToolButton>(heading);
    if (!button.isChecked()) {
      QTest::mouseClick(&button, Qt::LeftButton);
    }
  }
  static void chooseItem(QComboBox& box, int item) {
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Home);
    for (int i = 0; i < item; ++i) {
      QTest::keyClick(&box, Qt::Key_Down);
    }
  }
  /// The window's export and the command line's bake of the saved document are equal byte for byte.
  void exportsAsTheCommandLine() {
    const fs::path file = m_editor->folder() / "lantern-knight.texeleton";
    QVERIFY(document().save(file).has_value());
    const fs::path exported = m_editor->folder() / "window.texpack";
    const fs::path shell = m_editor->folder() / "shell.texpack";
    window().workshop().exportPack(exported);
    const ProgramRun run = runCli(
        {"bake", "--recipe", QString::fromStdString(file.string()), "-o", QString::fromStdString(shell.string())});
    QVERIFY2(run.exitCode == 0, run.errors);
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(exported / "manifest.json") && !window().workshop().exporter().isBusy(), 60000);
    int files = 0;
    for (const auto& entry : fs::directory_iterator(exported)) {
      QVERIFY2(contentOf(entry.path()) == contentOf(shell / entry.path().filename()), entry.path().filename().c_str());
      ++files;
    }
    QVERIFY(files >= 4);
  }
  void openAgain() {
    const recipe::Recipe before = document().recipe();
    const viewport::ViewSetup view = document().state().view;
    document().undoStack().setClean();
    QVERIFY(m_editor->openSample());
    QVERIFY(document().recipe().bake == before.bake);
    QVERIFY(document().state().view == view);
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void makesLevels() {
    TEXELETON_NEEDS_SCREEN();
    openSection("levelsHeading");
    auto& add = find<QPushButton>("addLevel");
    QTRY_VERIFY(add.isVisible());
    QTest::mouseClick(&add, Qt::LeftButton);
    QTest::mouseClick(&add, Qt::LeftButton);
    QCOMPARE(document().recipe().bake.lods, (std::vector<double>{0.5, 0.25}));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().mesh.lods.size(), std::size_t{2});
    typeInto(find<NumberField>("levelShare2"), "12.5");
    QCOMPARE(document().recipe().bake.lods, (std::vector<double>{0.5, 0.125}));
    QVERIFY(m_editor->waitUntilBaked());
    // The list shows the baked values: triangles, and the error of the pack.
    for (int level = 1; level <= 2; ++level) {
      const vat::BakedLod& lod = animation().mesh.lods[static_cast<std::size_t>(level - 1)];
      QTRY_COMPARE(find<QLabel>(qPrintable(QString("levelTriangles%1").arg(level))).text(),
                   QLocale().toString(static_cast<qulonglong>(lod.indices.size() / 3)));
      QVERIFY(lod.maxMillimetres > 0.0);
      const QString off = find<QLabel>(qPrintable(QString("levelError%1").arg(level))).text();
      // Displayed with three digits.
      QVERIFY2(std::abs(off.section(' ', 0, 0).toDouble() - lod.maxMillimetres) < 0.006 * lod.maxMillimetres,
               qPrintable(off));
    }
    // Shares descend: a value beyond a neighbour is clamped next to it.
    typeInto(find<NumberField>("levelShare1"), "5");
    QVERIFY(document().recipe().bake.lods[0] > document().recipe().bake.lods[1]);
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());

    // The GPU draws the chosen level: exactly its triangles (those of a shadow would be counted too).
    scene().view.shadow = false;
    viewport::RhiWindow& view = window().viewport().window();
    auto& drawn = find<QComboBox>("drawnLevel");
    QCOMPARE(drawn.count(), 4);
    QTRY_VERIFY(view.lastFrame() != nullptr && view.lastFrame()->statistics.instancesAtLevel.size() == 3);
    for (int level = 0; level < 3; ++level) {
      chooseItem(drawn, level + 1);
      const auto place = static_cast<std::size_t>(level);
      const std::size_t triangles =
          (level == 0 ? animation().mesh.indices : animation().mesh.lods[place - 1].indices).size() / 3;
      QTRY_VERIFY_WITH_TIMEOUT(view.lastFrame()->statistics.instancesAtLevel[place] == 1 &&
                                   view.lastFrame()->statistics.triangles == triangles,
                               20000);
      QTRY_COMPARE(find<QLabel>(qPrintable(QString("levelName%1").arg(level))).property("role").toString(),
                   QString("title"));
      m_editor->keepPicture(QString("levels-%1").arg(level));
    }
    chooseItem(drawn, 0);
    QTRY_COMPARE(view.scene().view.level, std::nullopt);

    exportsAsTheCommandLine();
    openAgain();
    QVERIFY(find<QToolButton>("levelsHeading").isChecked());
    QCOMPARE(find<NumberField>("levelShare2").value(), 12.5);
    window().activateWindow();
    // Removed, and restored by undo.
    QTest::mouseClick(find<NumberField>("levelShare2").parentWidget()->findChildren<QToolButton*>().last(),
                      Qt::LeftButton);
    QTRY_COMPARE(document().recipe().bake.lods.size(), std::size_t{1});
    document().undoStack().undo();
    QCOMPARE(document().recipe().bake.lods.size(), std::size_t{2});
  }

  // A model with its own levels: they are listed, and can be treated as ordinary meshes.
  void authoredLevels() {
    Glb glb = readGlb(m_editor->folder() / "lantern-knight.glb");
    for (auto& node : glb.json["nodes"]) {
      const std::string name = node["name"];
      if (name == "Sword" || name == "Lantern") {
        node["name"] = name == "Sword" ? "Thing_LOD0" : "Thing_LOD1";
      }
    }
    const fs::path model = m_editor->folder() / "levels.glb";
    writeGlb(model, glb);
    window().openFile(model);
    QVERIFY(m_editor->waitUntilBaked());
    openSection("levelsHeading");
    auto& authored = find<QCheckBox>("authoredLods");
    QTRY_VERIFY(authored.isVisible());
    QVERIFY(authored.isChecked() && !find<QPushButton>("addLevel").isVisible());
    QCOMPARE(animation().mesh.lods.size(), std::size_t{1});
    m_editor->keepPicture("levels-authored");
    QTest::mouseClick(&authored, Qt::LeftButton, {}, QPoint(8, authored.height() / 2));
    QCOMPARE(document().recipe().bake.meshes.authoredLods, std::optional(false));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().mesh.lods.size(), std::size_t{0});
    QVERIFY(find<QPushButton>("addLevel").isVisible());
    document().undoStack().undo();
    QVERIFY(!document().recipe().bake.meshes.authoredLods);
  }

  void tintsMaterials() {
    openSection("tintHeading");
    chooseItem(find<QComboBox>("tintSource"), 1);
    QVERIFY(document().recipe().bake.tint.has_value());
    QCOMPARE(document().recipe().bake.tint->settings.materials, (std::vector<std::string>{"Cloth", "Steel", "Glow"}));
    QVERIFY(m_editor->waitUntilBaked());
    auto& list = find<QListWidget>("tintMaterialList");
    QTRY_VERIFY(list.isVisible());
    // Two of the three boxes are unchecked.
    for (const int row : {1, 2}) {
      const QRect place = list.visualItemRect(list.item(row));
      QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, QPoint(place.left() + 10, place.center().y()));
      QTest::qWait(20);
    }
    QTRY_COMPARE(document().recipe().bake.tint->settings.materials, std::vector<std::string>{"Cloth"});
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().tint && animation().tint->perVertex);
    // Exactly the vertices of that material are masked.
    const model::Model& source = model();
    for (const model::MeshPart& part : source.parts) {
      const bool isCloth = source.materials[part.material.value].name == "Cloth";
      QCOMPARE(animation().mesh.tint[part.firstVertex], isCloth ? 1.0f : 0.0f);
    }
    // The trial colour applies to the single character.
    QTest::mouseClick(&find<QToolButton>("tryColor1"), Qt::LeftButton);
    QVERIFY(character().tint != 0xffffffffu);
    m_editor->keepPicture("tint-material");
    // The last one cannot be unchecked.
    const QRect place = list.visualItemRect(list.item(0));
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, QPoint(place.left() + 10, place.center().y()));
    QTRY_COMPARE(list.item(0)->checkState(), Qt::Checked);
    QCOMPARE(document().recipe().bake.tint->settings.materials.size(), std::size_t{1});
    // By an expression; typing is one edit, and an invalid expression changes nothing.
    auto& pattern = find<QLineEdit>("tintMaterials");
    const int edits = document().undoStack().count();
    pattern.setFocus();
    QTest::keyClick(&pattern, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&pattern, "[CS].*");
    QCOMPARE(document().recipe().bake.tint->settings.materials, std::vector<std::string>{"[CS].*"});
    QCOMPARE(document().undoStack().count(), edits + 1);
    QVERIFY(list.item(1)->checkState() == Qt::Checked && list.item(2)->checkState() == Qt::Unchecked);
    QTest::keyClicks(&pattern, "(");
    QVERIFY(pattern.property("wrong").toBool());
    QCOMPARE(document().recipe().bake.tint->settings.materials, std::vector<std::string>{"[CS].*"});
    m_editor->keepPicture("tint-wrong");
    QTest::keyClick(&pattern, Qt::Key_Backspace);
    QTest::keyClick(&pattern, Qt::Key_Return);
    QVERIFY(m_editor->waitUntilBaked());
    exportsAsTheCommandLine();
    openAgain();
    QCOMPARE(find<QLineEdit>("tintMaterials").text(), QString("[CS].*"));
    chooseItem(find<QComboBox>("tintSource"), 0);
    QVERIFY(!document().recipe().bake.tint);
    document().undoStack().undo();
    QVERIFY(document().recipe().bake.tint.has_value());
  }

  void masksAndPalettes() {
    openSection("tintHeading");
    auto& source = find<QComboBox>("tintSource");
    chooseItem(source, 2);
    chooseItem(find<QComboBox>("tintChannel"), 1);
    QVERIFY(m_editor->waitUntilBaked());
    bake::TintSettings tint = document().recipe().bake.tint->settings;
    QVERIFY(tint.source == bake::TintSource::VertexColor && tint.channel == vat::ColorChannel::G);
    QVERIFY(animation().tint && animation().tint->perVertex);
    chooseItem(source, 3);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().tint && !animation().tint->perVertex && !animation().tint->textures.empty());
    for (const vat::TintTexture& texture : animation().tint->textures) {
      QVERIFY(texture.channel == vat::ColorChannel::G &&
              model().materials[texture.material.value].baseColorTexture.image);
    }
    chooseItem(source, 4);
    typeInto(find<NumberField>("tintEntries"), "4");
    typeInto(find<NumberField>("tintStepU"), "0.25");
    typeInto(find<NumberField>("tintStepV"), "0.5");
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().tint && animation().tint->palette);
    QCOMPARE(animation().tint->palette->entryCount, 4u);
    QCOMPARE(animation().tint->palette->stepU, 0.25);
    QCOMPARE(animation().tint->palette->stepV, 0.5);
    typeInto(find<NumberField>("tryEntry"), "3");
    QCOMPARE(character().paletteEntry(), 3u);
    m_editor->keepPicture("tint-palette");
    typeInto(find<NumberField>("tintEntries"), "2");
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(character().paletteEntry() < 2u);
    exportsAsTheCommandLine();
    openAgain();
    // A texture that no material has cannot be chosen as the mask.
    auto& texture = find<QComboBox>("tintTexture");
    QVERIFY(texture.model()->index(2, 0).flags().testFlag(Qt::ItemIsEnabled) == false);
    QVERIFY(texture.model()->index(0, 0).flags().testFlag(Qt::ItemIsEnabled));
  }

  void hybridAndGaze() {
    TEXELETON_NEEDS_SCREEN();
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    typeInto(find<NumberField>("crowdCount"), "49");
    window().raiseDock("compare");
    auto& near = find<NumberField>("hybridMetres");
    QVERIFY(!near.isVisible());
    chooseItem(find<QComboBox>("comparePath"), 3);
    QTRY_VERIFY(near.isVisible());
    viewport::RhiWindow& view = window().viewport().window();
    // Exactly the characters closer to the camera than the end of the transition are skinned.
    const auto expected = [&](double metres) {
      std::set<std::uint32_t> nearer;
      for (std::uint32_t i = 0; i < scene().crowd.size(); ++i) {
        if (static_cast<double>(glm::distance(scene().crowd.records()[i].position, scene().camera.position())) <
            1.25 * metres) {
          nearer.insert(i);
        }
      }
      return nearer.size();
    };
    const double middle = static_cast<double>(glm::length(scene().camera.position()));
    typeInto(near, QString::number(std::round(middle)));
    const double metres = document().state().view.hybridMetres;
    QCOMPARE(metres, std::round(middle));
    const std::size_t some = expected(metres);
    QTRY_VERIFY_WITH_TIMEOUT(view.lastFrame() != nullptr, 20000);
    QVERIFY2(some > 0 && some < 49, qPrintable(QString::number(some)));
    QTRY_COMPARE_WITH_TIMEOUT(view.lastFrame()->statistics.instancesSkinned, std::uint64_t{some}, 20000);
    // The display mode that colours characters by their path.
    auto* surfaces = window().viewport().findChild<QComboBox*>("surfaces");
    QVERIFY(surfaces != nullptr);
    chooseItem(*surfaces, 5);
    QVERIFY(scene().view.mode == viewport::ViewMode::Paths);
    m_editor->keepPicture("hybrid");
    chooseItem(*surfaces, 0);

    // The heads of skinned characters look at the camera.
    auto& gaze = find<NodeChooser>("gaze");
    typeInto(*gaze.lineEdit(), "head");
    QCOMPARE(document().state().view.gaze, std::string("head"));
    QTRY_COMPARE(scene().poses.size(), some);
    const auto& looking = *scene().poses.begin();
    const NodeIndex head = nodeNamed(scene().skeleton->model(), "head");
    const glm::dmat4 world = looking.second->worlds[head.value];
    const viewport::InstanceRecord& record = scene().crowd.records()[looking.first];
    const glm::vec4 q = viewport::unpackRotation(record.rotation);
    const glm::dquat turn = glm::normalize(glm::dquat(q.w, q.x, q.y, q.z));
    const glm::dvec3 eye = glm::conjugate(turn) * glm::dvec3(scene().camera.position() - record.position) /
                           static_cast<double>(record.scale);
    const glm::dvec3 to = glm::normalize(eye - glm::dvec3(world[3]));
    // Forward is +Z in the rest pose.
    glm::dquat rest(1.0, 0.0, 0.0, 0.0);
    for (NodeIndex at = head; at.isValid(); at = scene().skeleton->model().nodes[at.value].parent) {
      rest = scene().skeleton->model().nodes[at.value].rest.rotation * rest;
    }
    const glm::dvec3 axis = glm::conjugate(glm::normalize(rest)) * glm::dvec3(0.0, 0.0, 1.0);
    const glm::dvec3 ahead = glm::normalize(glm::dmat3(world) * axis);
    QVERIFY2(glm::dot(to, ahead) > 0.98, qPrintable(QString::number(glm::dot(to, ahead))));
    m_editor->keepPicture("gaze");
    // Saved with the document, in the editor's part, and undone.
    window().activateWindow();
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(document().undoStack().isClean());
    const auto json = nlohmann::json::parse(contentOf(m_editor->sampleFile()).toStdString());
    const nlohmann::json wanted = {{"hybridMetres", metres}, {"gaze", "head"}};
    QVERIFY2(json["editor"]["view"] == wanted, json["editor"].dump().c_str());
    openAgain();
    typeInto(*gaze.lineEdit(), "None");
    QTRY_VERIFY(document().state().view.gaze.empty() && scene().poses.empty());
    document().undoStack().undo();
    QTRY_VERIFY(!scene().poses.empty());
    // Impossible with extracted root motion; the reason is given.
    recipe::RecipeRootMotion motion;
    motion.mode = vat::RootMotionMode::Extract;
    document().set("Root motion", &recipe::RecipeBake::rootMotion, motion);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(scene().poses.empty() && find<QLabel>("gazeProblem").isVisible());
    m_editor->keepPicture("gaze-problem");
  }
};

TEXELETON_EDITOR_SUITE(TestSurface)

#include "test_surface.moc"

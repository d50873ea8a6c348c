// Materials and variants in the Model panel, through real mouse and key events; every edit is undone and redone, shown
// in the viewport, and baked to the bytes of the command line.

#include <QApplication>
#include <QBuffer>
#include <QContextMenuEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QObject>
#include <QSignalSpy>
#include <QSurfaceFormat>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>
#include <algorithm>
#include <set>

#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/theme.h"
#include "app/editor/window/languages.h"
#include "tests/cli/run_program.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/files.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

namespace {

enum { kKnight, kSword, kLantern };

/// Chooses an entry of an open menu, or closes the menu if it has no such entry.
void clickIn(QMenu& menu, const QString& text) {
  if (!choose(menu, text)) {
    menu.close();
  }
}

}  // namespace

class TestModel : public EditorTest {
  Q_OBJECT

  LinkedTree& tree() { return window().model().tree(); }
  const std::vector<recipe::RecipeVariant>& variants() { return document().recipe().bake.variants; }
  QTreeWidgetItem* root(const QString& text) { return tree().findItems(text, Qt::MatchExactly).value(0); }
  QTreeWidgetItem* meshRoot() { return root(MeshesSection::tr("Meshes")); }
  QTreeWidgetItem* variantRoot() { return root(VariantsSection::tr("Variants")); }
  QTreeWidgetItem* materialRoot() { return root(MaterialsSection::tr("Materials")); }
  QTreeWidgetItem* mesh(int number) { return meshRoot()->child(number); }
  QTreeWidgetItem* variant(int number) { return variantRoot()->child(number); }
  QTreeWidgetItem* material(const char* name) {
    QTreeWidgetItem* materials = materialRoot();
    for (int i = 0; i < materials->childCount(); ++i) {
      if (materials->child(i)->text(0) == name) {
        return materials->child(i);
      }
    }
    return nullptr;
  }
  QStringList relatedNames() {
    QStringList names;
    for (const QTreeWidgetItem* item : tree().related()) {
      names << item->text(0);
    }
    return names;
  }
  /// Names of the meshes in a baked variant.
  QStringList baked(std::size_t number) {
    QStringList names;
    for (const std::uint32_t each : animation().variants.at(number).meshes) {
      names << QString::fromStdString(animation().meshes[each].name);
    }
    return names;
  }
  /// With the button below the tree.
  void chooseShownIn(const char* words) {
    const QString text = VariantTools::tr(words);
    auto* button = window().findChild<QToolButton*>("shownIn");
    QVERIFY(button->isEnabled());
    QMenu& menu = window().model().variantMenu();
    QTimer::singleShot(100, &menu, [&menu, text] { clickIn(menu, text); });
    QTest::mouseClick(button, Qt::LeftButton);  // Returns when the menu closes.
    QTRY_VERIFY(!menu.isVisible());
  }
  void addVariantByButton() {
    for (auto* button : window().model().findChildren<QToolButton*>()) {
      if (button->text() == VariantTools::tr("Add variant")) {
        QTest::mouseClick(button, Qt::LeftButton);
        return;
      }
    }
    QFAIL("there is no such button");
  }
  void select(const std::vector<int>& meshes) {
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      clickItem(tree(), mesh(meshes[i]), 0, i == 0 ? Qt::NoModifier : Qt::ControlModifier);
    }
  }
  /// Undoes and redoes the last edit and compares the document both times.
  void verifyUndo(const QString& text, const std::vector<recipe::RecipeVariant>& before) {
    const std::vector<recipe::RecipeVariant> after = variants();
    QVERIFY(before != after);
    QCOMPARE(document().undoStack().undoText(), text);
    tree().setFocus();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(variants() == before);
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(variants() == after);
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  // The unit of the file is shown, chosen, fixed in one step, and reset to the file's own.
  void choosesUnits() {
    const auto size = [this] { return glm::length(glm::dvec3(model().bindBounds.max - model().bindBounds.min)); };
    const auto isTaken = [this](double metres) { return m_editor->waitUntilBaked() && model().unitMetres == metres; };
    // The character has a reasonable size in the viewport.
    const auto isFramed = [&] {
      const viewport::Scene& scene = window().viewport().window().scene();
      const double part = glm::distance(scene.camera.position(), scene.crowd.bounds().min) / size();
      return part > 0.5 && part < 10.0;
    };
    auto& unit = find<NumberField>("unit");
    auto& reset = find<QToolButton>("resetUnit");
    auto& fix = find<QPushButton>("fixUnits");
    const double before = size();
    QVERIFY(unit.isVisible() && !reset.isEnabled() && !fix.isVisible());
    QCOMPARE(unit.value(), 1.0);  // The unit of glTF.
    typeInto(unit, "100");
    QCOMPARE(document().recipe().import.scale, std::optional(100.0));
    QTRY_VERIFY(isTaken(100.0));
    QVERIFY(std::abs(size() - 100.0 * before) < 1e-3 * size());
    QVERIFY(isFramed());
    QVERIFY(reset.isEnabled());
    QTRY_VERIFY(fix.isVisible());
    QTest::qWait(30);
    m_editor->keepPicture("units");
    QTest::mouseClick(&fix, Qt::LeftButton);
    QCOMPARE(document().recipe().import.scale, std::optional(1.0));
    QTRY_VERIFY(isTaken(1.0));
    QVERIFY(isFramed());
    QVERIFY(!fix.isVisible());
    QCOMPARE(unit.value(), 1.0);
    // Too small.
    typeInto(unit, "0.005");
    QTRY_VERIFY(isTaken(0.005));
    QTRY_VERIFY(fix.isVisible());
    QTest::mouseClick(&fix, Qt::LeftButton);
    QTRY_VERIFY(isTaken(0.5));
    QVERIFY(!fix.isVisible());
    QTest::mouseClick(&reset, Qt::LeftButton);
    QVERIFY(!document().recipe().import.scale);
    QTRY_VERIFY(isTaken(1.0));
    QVERIFY(!reset.isEnabled());
    QCOMPARE(unit.value(), 1.0);
    QCOMPARE(document().undoStack().count(), 5);
    document().undoStack().undo();
    QCOMPARE(unit.value(), 0.5);
    QTRY_VERIFY(isTaken(0.5));
    for (int i = 0; i < 4; ++i) {
      document().undoStack().undo();
    }
    QVERIFY(!document().recipe().import.scale);
    QTRY_VERIFY(isTaken(1.0));
    document().undoStack().redo();
    QCOMPARE(unit.value(), 100.0);
  }

  void listsMaterials() {
    QCOMPARE(materialRoot()->childCount(), 3);
    QTreeWidgetItem* steel = material("Steel");
    QVERIFY(steel != nullptr);
    // Its users, counted from the model's parts.
    std::uint64_t triangles = 0;
    std::set<std::string> users;
    for (const model::MeshPart& part : model().parts) {
      if (model().materials[part.material.value].name == "Steel") {
        triangles += part.indexCount / 3;
        users.insert(part.name);
      }
    }
    QCOMPARE(users, (std::set<std::string>{"Knight", "Sword", "Lantern"}));
    QCOMPARE(steel->text(1), QLocale().toString(static_cast<qulonglong>(triangles)));
    QCOMPARE(steel->child(0)->text(0), QString("Textures: base colour"));
    QCOMPARE(steel->child(1)->text(0), QString("Drawn: opaque, front side only"));
    QCOMPARE(steel->child(2)->text(0), QString("3 meshes: Knight, Sword, Lantern"));
    QCOMPARE(steel->childCount(), 3);  // No issue about it.
    QCOMPARE(material("Cloth")->child(1)->text(0), QString("Drawn: opaque, both sides"));
    QCOMPARE(material("Glow")->child(0)->text(0), QString("Textures: base colour, glow"));
    QVERIFY(steel->toolTip(0).contains("front side only"));

    // Linked both ways, with details in Selection.
    clickItem(tree(), material("Glow"), 0);
    QCOMPARE(window().selection().subject(), Selection::Subject::Material);
    QCOMPARE(relatedNames(), QStringList({"Knight", "Lantern"}));
    QTRY_VERIFY2(selectionText().startsWith("Glow\n"), qPrintable(selectionText()));
    QVERIFY2(selectionText().contains("base colour, glow") && selectionText().contains("0.85"),
             qPrintable(selectionText()));
    tree().expandItem(material("Glow"));
    m_editor->keepPicture("material");
    clickItem(tree(), mesh(kSword), 0);
    QCOMPARE(window().selection().subject(), Selection::Subject::Mesh);
    QCOMPARE(relatedNames(), QStringList({"Steel"}));
    QTRY_VERIFY2(selectionText().startsWith("Sword\n"), qPrintable(selectionText()));
    QVERIFY2(selectionText().contains("Steel"), qPrintable(selectionText()));
    m_editor->keepPicture("mesh");
    // With keys too; selecting a bone clears the links.
    QTest::keyClick(&tree(), Qt::Key_Down);
    QCOMPARE(window().selection().mesh(), static_cast<int>(kLantern));
    QCOMPARE(relatedNames(), QStringList({"Steel", "Glow"}));
    clickItem(tree(), root(RigSection::tr("Rig"))->child(0), 0);
    QCOMPARE(window().selection().subject(), Selection::Subject::Bone);
    QVERIFY(tree().related().empty());
    // The search finds them.
    auto* filter = window().findChild<QLineEdit*>("boneFilter");
    QTest::keyClicks(filter, "stee");
    QVERIFY(!material("Steel")->isHidden() && material("Glow")->isHidden());
    QVERIFY(!material("Steel")->child(0)->isHidden());
    QVERIFY(document().undoStack().count() == 0);
  }

  // A swatch shows the factor, then the texture times the factor.
  void swatchesShowTexture() {
    const auto pixels = [this](const char* name) {
      return material(name)->icon(0).pixmap(QSize(32, 32), 1.0).toImage().convertToFormat(QImage::Format_ARGB32);
    };
    const auto middle = [&pixels](const char* name) { return pixels(name).pixelColor(16, 16); };
    // Each material shows its part of the palette: steel is grey, the glowing one is yellow.
    QTRY_VERIFY2(middle("Glow").red() > middle("Glow").blue() + 60, qPrintable(middle("Glow").name()));
    QTRY_VERIFY2(middle("Steel") != QColor(Qt::white) && middle("Steel").saturation() < 90,
                 qPrintable(middle("Steel").name()));
    // Exactly: a texture of one colour times the linear factor.
    QImage one(8, 8, QImage::Format_RGB32);
    one.fill(QColor(128, 64, 32));
    QByteArray png;
    QBuffer into(&png);
    QVERIFY(into.open(QIODevice::WriteOnly) && one.save(&into, "png"));
    Glb painted = readGlb(m_editor->folder() / "lantern-knight.glb");
    painted.json["images"][0] = {{"uri", "data:image/png;base64," + png.toBase64().toStdString()}};
    painted.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {0.5, 1.0, 0.25, 1.0};
    writeGlb(m_editor->folder() / "painted.glb", painted);
    window().openFile(m_editor->folder() / "painted.glb");
    QVERIFY(m_editor->waitUntilBaked());
    const auto times = [](int channel, double factor) {  // Through the sRGB curve.
      const double linear = std::pow((channel / 255.0 + 0.055) / 1.055, 2.4) * factor;
      return 255.0 * (1.055 * std::pow(linear, 1.0 / 2.4) - 0.055);
    };
    const auto isAbout = [](const QColor& color, double r, double g, double b) {
      return std::abs(color.red() - r) < 1.5 && std::abs(color.green() - g) < 1.5 && std::abs(color.blue() - b) < 1.5;
    };
    QTRY_VERIFY2(isAbout(middle("Cloth"), times(128, 0.5), 64.0, times(32, 0.25)), qPrintable(middle("Cloth").name()));
    QVERIFY2(isAbout(middle("Steel"), 128, 64, 32), qPrintable(middle("Steel").name()));
    // Without a texture, the factor alone, which is linear in the file: 0.5 becomes 188 of 255.
    Glb glb = readGlb(m_editor->folder() / "lantern-knight.glb");
    auto& pbr = glb.json["materials"][0]["pbrMetallicRoughness"];
    pbr.erase("baseColorTexture");
    pbr["baseColorFactor"] = {0.5, 0.0, 1.0, 0.25};
    glb.json["materials"][1]["alphaMode"] = "MASK";
    glb.json["materials"][1]["alphaCutoff"] = 0.3;
    glb.json["materials"][2]["alphaMode"] = "BLEND";
    writeGlb(m_editor->folder() / "plain.glb", glb);
    window().openFile(m_editor->folder() / "plain.glb");
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(material("Cloth") != nullptr && material("Cloth")->child(0)->text(0) == "Textures: none");
    QCOMPARE(middle("Cloth"), QColor(188, 0, 255));
    QCOMPARE(material("Steel")->child(1)->text(0), QString("Drawn: cut out below 30 % opacity, front side only"));
    QCOMPARE(material("Glow")->child(1)->text(0), QString("Drawn: blended, front side only"));
    clickItem(tree(), material("Cloth"), 0);
    QTRY_VERIFY2(selectionText().contains("#bc00ff"), qPrintable(selectionText()));
  }

  void reportsMissingTexture() {
    Glb glb = readGlb(m_editor->folder() / "lantern-knight.glb");
    glb.json["images"][0] = {{"uri", "nowhere.png"}};
    writeGlb(m_editor->folder() / "poor.glb", glb);
    window().openFile(m_editor->folder() / "poor.glb");
    QVERIFY(m_editor->waitUntilBaked());
    const auto issue = std::find_if(model().issues.begin(), model().issues.end(),
                                    [](const Issue& each) { return each.subject == "Cloth"; });
    QVERIFY(issue != model().issues.end());
    QTreeWidgetItem* cloth = material("Cloth");
    QVERIFY(cloth != nullptr && cloth->isExpanded());
    QVERIFY(!cloth->icon(1).isNull());
    QCOMPARE(cloth->child(0)->text(0), QString("Textures: none"));
    QCOMPARE(cloth->child(3)->text(0), localized(issue->text));
    QVERIFY(localized(issue->text).contains("nowhere.png"));
    tree().scrollToItem(cloth, QAbstractItemView::PositionAtTop);
    clickItem(tree(), cloth, 0);
    QTRY_VERIFY2(selectionText().contains(localized(issue->text)), qPrintable(selectionText()));
    m_editor->keepPicture("missing-texture");
  }

  void addsAndShowsVariants() {
    QCOMPARE(variantRoot()->childCount(), 0);
    QCOMPARE(mesh(kSword)->text(1), mesh(kSword)->text(1).split(' ').last());  // The triangles alone.
    // One variant for each of two meshes: both show the knight and one of the meshes.
    select({kSword, kLantern});
    chooseShownIn("A variant for each");
    QCOMPARE(variants().size(), std::size_t{2});
    verifyUndo("Add a variant for each mesh", {});
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(baked(0), QStringList({"Knight", "Sword"}));
    QCOMPARE(baked(1), QStringList({"Knight", "Lantern"}));
    QVERIFY(mesh(kKnight)->text(1).startsWith("always"));
    QVERIFY2(mesh(kSword)->text(1).startsWith("Sword"), qPrintable(mesh(kSword)->text(1)));
    QCOMPARE(variant(1)->text(1), QString("2 meshes"));
    // The viewport shows the selected variant; a crowd shows both.
    viewport::RhiWindow& view = window().viewport().window();
    if (QGuiApplication::platformName() != "offscreen") {
      QTRY_VERIFY_WITH_TIMEOUT(view.frameCount() > 0, 60000);  // So that pictures are up to date.
    }
    const viewport::Scene& scene = view.scene();
    clickItem(tree(), variant(1), 0);
    QCOMPARE(scene.crowd.records()[0].variant(), 1u);
    QCOMPARE(relatedNames(), QStringList({"Knight", "Lantern"}));
    QTRY_VERIFY2(selectionText().startsWith("Lantern\nKnight, Lantern\nLantern\n"), qPrintable(selectionText()));
    m_editor->keepPicture("variant-lantern");
    QTest::keyClick(&tree(), Qt::Key_Up);
    QCOMPARE(scene.crowd.records()[0].variant(), 0u);
    m_editor->keepPicture("variant-sword");
    auto* many = window().findChild<Segmented*>("many");
    window().findChild<NumberField*>("crowdCount")->setValue(24);
    QTest::mouseClick(many->button(1), Qt::LeftButton);
    std::set<std::uint32_t> seen;
    for (const viewport::InstanceRecord& record : scene.crowd.records()) {
      seen.insert(record.variant());
    }
    QCOMPARE(seen, (std::set<std::uint32_t>{0, 1}));
    m_editor->keepPicture("variant-crowd");
    QTest::mouseClick(many->button(0), Qt::LeftButton);
    QCOMPARE(scene.crowd.records()[0].variant(), 0u);
    // A removed variant is no longer shown.
    clickItem(tree(), variant(1), 0);
    document().undoStack().undo();  // The size of the crowd.
    document().undoStack().undo();
    QCOMPARE(window().selection().variant(), -1);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().variants.empty());
    QCOMPARE(scene.crowd.records()[0].variant(), 0u);
  }

  void showsMeshesAlwaysOrInSome() {
    select({kSword, kLantern});
    chooseShownIn("A variant for each");
    auto before = variants();
    select({kSword});
    chooseShownIn("Lantern");
    QCOMPARE(variants()[1].meshes.size(), std::size_t{3});
    QVERIFY(mesh(kSword)->text(1).startsWith("always"));
    verifyUndo("Show mesh in Lantern", before);
    before = variants();
    chooseShownIn("Sword");
    verifyUndo("Remove mesh from Sword", before);
    QVERIFY(mesh(kSword)->text(1).startsWith("Lantern"));
    chooseShownIn("Lantern");
    QVERIFY2(mesh(kSword)->text(1).startsWith("never"), qPrintable(mesh(kSword)->text(1)));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(baked(0), QStringList({"Knight"}));
    before = variants();
    chooseShownIn("Always");
    verifyUndo("Always show mesh", before);
    // The last mesh of a variant cannot be removed, and the reason is given.
    select({kKnight, kSword});
    chooseShownIn("Sword");
    QSignalSpy refused(&window().model(), &ModelPanel::refused);
    before = variants();
    select({kKnight, kSword, kLantern});
    chooseShownIn("Lantern");
    QCOMPARE(refused.count(), 1);
    QVERIFY(variants() == before);
    m_editor->keepPicture("variant-refused");
    // A right click on the row opens the same menu.
    select({kKnight});
    const QPoint place = tree().visualItemRect(mesh(kKnight)).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, tree().viewport()->mapToGlobal(place));
    QApplication::sendEvent(tree().viewport(), &event);
    QMenu& menu = window().model().variantMenu();
    QTRY_VERIFY(menu.isVisible());
    QTest::qWait(50);
    m_editor->keepPicture("variant-menu");
    clickIn(menu, "Sword");
    QTRY_VERIFY(variants() != before);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!window().workshop().problem());
  }

  void renamesAndRemovesVariants() {
    addVariantByButton();
    QCOMPARE(variants().size(), std::size_t{1});
    QCOMPARE(variants()[0].name, std::string("Variant"));
    verifyUndo("Add variant", {});
    select({kLantern});
    addVariantByButton();
    QCOMPARE(variants()[1].name, std::string("Lantern"));
    QCOMPARE(tree().currentItem(), variant(1));
    auto before = variants();
    const auto rename = [this](const QString& name) {
      QTest::keyClick(&tree(), Qt::Key_F2);
      auto* edit = tree().findChild<QLineEdit*>();
      QVERIFY(edit != nullptr);
      QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
      QTest::keyClicks(edit, name);
      QTest::keyClick(edit, Qt::Key_Return);
      QTRY_VERIFY(tree().findChild<QLineEdit*>() == nullptr);
      QTest::qWait(10);
    };
    rename("watchman");
    QCOMPARE(variants()[1].name, std::string("watchman"));
    verifyUndo("Rename variant", before);
    // A name in use gets a number.
    before = variants();
    QSignalSpy refused(&window().model(), &ModelPanel::refused);
    clickItem(tree(), variant(1), 0);
    rename("Variant");
    rename(" ");
    QCOMPARE(refused.count(), 2);
    QVERIFY(variants() == before);
    QCOMPARE(variant(1)->text(0), QString("watchman"));
    // A double click also renames.
    QTest::mouseDClick(tree().viewport(), Qt::LeftButton, {}, tree().visualItemRect(variant(1)).center());
    QTRY_VERIFY(tree().findChild<QLineEdit*>() != nullptr);
    QTest::keyClick(tree().findChild<QLineEdit*>(), Qt::Key_Escape);
    QTRY_VERIFY(tree().findChild<QLineEdit*>() == nullptr);
    clickItem(tree(), variant(0), 0);
    QTest::keyClick(&tree(), Qt::Key_Delete);
    QCOMPARE(variants().size(), std::size_t{1});
    verifyUndo("Remove variant", before);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().variants.at(0).name, std::string("watchman"));
    // Delete on a mesh or bone removes nothing.
    select({kSword});
    QTest::keyClick(&tree(), Qt::Key_Delete);
    QCOMPARE(variants().size(), std::size_t{1});
  }

  // A mesh that is not baked is removed from the variants in the same step, and undo restores it.
  void hidingMeshKeepsVariantsValid() {
    select({kSword, kLantern});
    chooseShownIn("A variant for each");
    const auto before = document().state();
    clickBox(tree(), mesh(kLantern));
    QVERIFY(document().recipe().bake.meshes.hide.size() == 1);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY2(!window().workshop().problem(),
             window().workshop().problem() ? window().workshop().problem()->message.c_str() : "");
    QCOMPARE(baked(0), QStringList({"Knight", "Sword"}));
    QCOMPARE(baked(1), QStringList({"Knight"}));
    QCOMPARE(document().undoStack().undoText(), QString("Hide mesh"));
    document().undoStack().undo();
    QVERIFY(document().state() == before);
    document().undoStack().redo();
    clickBox(tree(), mesh(kLantern));
    QVERIFY(mesh(kLantern)->text(1).startsWith("always"));
  }

  // A variant that names a missing mesh is reported, and fixed by a right click.
  void removesMissingMeshes() {
    document().set("Variants", &recipe::RecipeBake::variants,
                   std::vector<recipe::RecipeVariant>{{"a", {"Gone.*"}, {"Knight"}, {}}, {"b", {}, {"Sword"}, {}}});
    QTest::qWait(20);
    QTRY_VERIFY(window().workshop().problem().has_value());
    QVERIFY(!variant(0)->icon(1).isNull() && variant(1)->icon(1).isNull());
    tree().scrollToItem(variant(0));
    const QPoint place = tree().visualItemRect(variant(0)).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, tree().viewport()->mapToGlobal(place));
    QApplication::sendEvent(tree().viewport(), &event);
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QTest::qWait(50);
    clickIn(*qobject_cast<QMenu*>(QApplication::activePopupWidget()), "Remove missing meshes");
    QTRY_VERIFY(variants()[0].match.empty());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!window().workshop().problem());
    QCOMPARE(baked(0), QStringList({"Knight"}));
  }

  void exportsAsCommandLine() {
    select({kSword, kLantern});
    chooseShownIn("A variant for each");
    QVERIFY(m_editor->waitUntilBaked());
    const fs::path file = m_editor->folder() / "dressed.texeleton";
    QVERIFY(document().save(file));
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    QSignalSpy failed(&window().workshop(), &Workshop::exportFailed);
    const fs::path ours = m_editor->folder() / "ours.texpack";
    window().workshop().exportPack(ours);
    QTRY_VERIFY_WITH_TIMEOUT(exported.count() + failed.count() > 0, 60000);
    QVERIFY2(exported.count() == 1, describe(failed.value(0).value(0).value<Error>()).c_str());
    const fs::path theirs = m_editor->folder() / "theirs.texpack";
    const auto run = runCli({"bake", "--recipe", toQString(file), "-o", toQString(theirs)});
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    for (const char* name : {"animation.exr", "mesh.glb", "manifest.json"}) {
      QVERIFY2(!contentOf(theirs / name).isEmpty(), name);
      QVERIFY2(contentOf(ours / name) == contentOf(theirs / name), name);
    }
    const auto manifest = nlohmann::json::parse(contentOf(ours / "manifest.json").toStdString());
    QCOMPARE(manifest["variants"].size(), std::size_t{2});
    QCOMPARE(manifest["variants"][0]["name"].get<std::string>(), std::string("Sword"));
    // They are restored when the document is opened again.
    const auto before = variants();
    window().openFile(file);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(variants() == before);
    QCOMPARE(variantRoot()->childCount(), 2);
  }

  // The tree fits a narrow window, with the longer texts too.
  void fitsNarrowWindows() {
    select({kSword, kLantern});
    chooseShownIn("A variant for each");
    QVERIFY(window().minimumSizeHint().width() <= 1024);
    QVERIFY(window().minimumSizeHint().height() <= 680);
    for (const QSize size : {QSize(1280, 800), QSize(1024, 768)}) {
      window().resize(size);
      QTest::qWait(50);
      QCOMPARE(window().width(), size.width());
      tree().scrollToItem(meshRoot(), QAbstractItemView::PositionAtTop);
      select({kSword});
      m_editor->keepPicture(QString("model-%1").arg(size.width()));
      for (const auto* button : window().model().findChildren<QToolButton*>()) {
        if (!button->text().isEmpty()) {
          QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
          QCOMPARE(button->visibleRegion().boundingRect().width(), button->width());
        }
      }
      QVERIFY(tree().columnWidth(0) >= 90);
    }
  }
};

TEXELETON_EDITOR_SUITE(TestModel)

#include "test_model.moc"

// Characters that share the model's animation: added, selected, saved, exported, removed.

#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "tests/cli/run_program.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/files.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestCharacters : public EditorTest {
  Q_OBJECT

  LinkedTree& tree() { return window().model().tree(); }
  QTreeWidgetItem* characters() { return itemNamed(tree(), CharactersSection::tr("Characters")); }
  fs::path inFolder(const char* name) const { return m_editor->folder() / name; }
  /// Adds a character with the button in the Model panel and the file dialog.
  void addByHand(const QString& file) {
    QTest::mouseClick(&find<QToolButton>("addCharacters"), Qt::LeftButton);
    auto* dialog = window().findChild<QFileDialog*>("charactersDialog");
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY(dialog->isVisible());
    dialog->setDirectory(QString::fromStdString(m_editor->folder().string()));
    QVERIFY(typeFile(*dialog, file));
    QTRY_VERIFY(!window().findChild<QFileDialog*>("charactersDialog") || !dialog->isVisible());
    comeBack();
  }
  bool settles() {
    QTest::qWait(30);
    return QTest::qWaitFor([this] { return !window().workshop().runner().isBusy(); }, 60000);
  }

 private slots:
  void init() {
    openSampleWindow();
    // A guard: the knight without his sword, in a file without motions; a stranger: a model with another rest pose.
    Glb guard = withoutAnimations(readGlb(inFolder("lantern-knight.glb")));
    for (auto& node : guard.json["nodes"]) {
      if (node["name"] == "Sword") {
        node.erase("mesh");
      }
    }
    writeGlb(inFolder("guard.glb"), guard);
    writeGlb(inFolder("stranger.glb"),
             withoutAnimations(inAnotherUnit(readGlb(inFolder("lantern-knight.glb")), 1.3, "spine")));
  }
  void cleanup() { closeWindow(); }

  void addedAndBaked() {
    QVERIFY(characters()->isHidden());  // Hidden for a single character.
    const std::uint32_t width = animation().layout.width;
    const std::uint32_t height = animation().layout.height;
    addByHand("guard.glb");
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!window().workshop().problem());
    QVERIFY(!characters()->isHidden() && characters()->childCount() == 2);
    QCOMPARE(characters()->child(0)->text(0), QString("lantern-knight.glb"));
    QCOMPARE(characters()->child(1)->text(0), QString("guard.glb"));
    QCOMPARE(characters()->child(1)->text(1), QString("2 meshes"));  // Knight and Lantern.
    // One texture for both, of the same size as before; each is a variant.
    QCOMPARE(animation().layout.width, width);
    QCOMPARE(animation().layout.height, height);
    QCOMPARE(animation().variants.size(), std::size_t{2});
    QCOMPARE(animation().variants[1].name, std::string("guard"));
    // A click shows the character in the viewport and its details in Selection.
    clickItem(tree(), characters()->child(1), 0);
    QCOMPARE(window().selection().variant(), 1);
    QTRY_COMPARE(window().viewport().window().scene().crowd.records().front().variant(), 1u);
    QTRY_VERIFY2(selectionText().contains("Knight, Lantern"), qPrintable(selectionText()));
    m_editor->keepPicture("characters");

    // Saved, it equals the recipe that the command line writes; exported, the bytes that --share-animation bakes.
    const fs::path file = inFolder("lantern-knight.texeleton");
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(!document().isModified());
    window().workshop().exportPack(inFolder("window.texpack"));
    const ProgramRun byRecipe = runCli({"bake", "--recipe", QString::fromStdString(file.string()), "-o",
                                        QString::fromStdString(inFolder("shell.texpack").string())});
    QVERIFY2(byRecipe.exitCode == 0, byRecipe.errors);
    QTRY_VERIFY_WITH_TIMEOUT(
        fs::exists(inFolder("window.texpack") / "manifest.json") && !window().workshop().exporter().isBusy(), 60000);
    int files = 0;
    for (const auto& entry : fs::directory_iterator(inFolder("window.texpack"))) {
      QVERIFY2(contentOf(entry.path()) == contentOf(inFolder("shell.texpack") / entry.path().filename()),
               entry.path().filename().c_str());
      ++files;
    }
    QVERIFY(files >= 4);
    const ProgramRun byOption = runCli({"verify", QString::fromStdString(inFolder("window.texpack").string()),
                                        "--against", QString::fromStdString(inFolder("lantern-knight.glb").string()),
                                        "--against", QString::fromStdString(inFolder("guard.glb").string())});
    QVERIFY2(byOption.exitCode == 0, byOption.errors);
    QVERIFY(m_editor->openSample());
    QCOMPARE(characters()->childCount(), 2);

    // Delete removes it, undo restores it; the model itself cannot be removed.
    clickItem(tree(), characters()->child(1), 0);
    QTest::keyClick(&tree(), Qt::Key_Delete);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(characters()->isHidden() && animation().variants.empty());
    window().activateWindow();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(characters()->childCount(), 2);
    clickItem(tree(), characters()->child(0), 0);
    QTest::keyClick(&tree(), Qt::Key_Delete);
    QCOMPARE(characters()->childCount(), 2);
    // The menu has both commands.
    askForMenu(tree(), characters()->child(1));
    auto* menu = window().findChild<QMenu*>("characterMenu");
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().size(), 3);
    QVERIFY(choose(*menu, CharactersSection::tr("Remove %1").arg("guard.glb")));
    QTRY_VERIFY(characters()->isHidden());
  }

  // The file of a character may have another unit: chosen in its menu, as with --character-scale.
  void otherUnit() {
    addByHand("guard.glb");
    QVERIFY(m_editor->waitUntilBaked());
    const auto closeMenu = [&] {
      window().findChild<QMenu*>("characterMenu")->close();
      QTRY_VERIFY(window().findChild<QMenu*>("characterMenu") == nullptr);
    };
    const auto ask = [&] {
      askForMenu(tree(), characters()->child(1));
      return window().findChild<QMenu*>("characterUnit");
    };
    const auto take = [&](const QString& unit) {
      QMenu* units = ask();
      QVERIFY(units != nullptr);
      for (QAction* action : units->actions()) {
        if (action->text() == unit) {
          action->trigger();
        }
      }
      closeMenu();
    };
    QCOMPARE(ask()->actions().front()->isChecked(), true);
    closeMenu();
    take(CharactersSection::tr("1 foot"));
    QVERIFY(settles());
    QCOMPARE(document().recipe().sources.back().scale, std::optional(0.3048));
    QTRY_VERIFY(window().workshop().problem().has_value());  // A third of the model's size.
    take(CharactersSection::tr("1 metre"));                  // The unit of glTF.
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(!window().workshop().problem());
    QCOMPARE(animation().variants.size(), std::size_t{2});
    window().activateWindow();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(settles());
    QTRY_COMPARE(document().recipe().sources.back().scale, std::optional(0.3048));
    take(CharactersSection::tr("As the model's"));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!document().recipe().sources.back().scale);
  }

  // An incompatible character is reported with its bones, the previous model stays visible, and undo removes it.
  void incompatibleCharacter() {
    const auto bake = window().workshop().bake();
    addByHand("stranger.glb");
    QVERIFY(settles());
    QTRY_VERIFY(window().workshop().problem().has_value());
    QVERIFY2(window().workshop().problem()->message.find("spine") != std::string::npos,
             window().workshop().problem()->message.c_str());
    QVERIFY(window().workshop().bake() == bake);
    QTRY_COMPARE(characters()->child(1)->text(1), CharactersSection::tr("does not fit"));
    m_editor->keepPicture("characters-stranger");
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(settles());
    QTRY_VERIFY(!window().workshop().problem());
    QVERIFY(characters()->isHidden());
  }

  // Vertices cannot be shared: an error reports it, with a button that fixes it.
  void vertexMode() {
    addByHand("guard.glb");
    QVERIFY(m_editor->waitUntilBaked());
    QTest::mouseClick(find<Segmented>("toolBarMode").button(1), Qt::LeftButton);
    QVERIFY(settles());
    QTRY_VERIFY(window().workshop().problem().has_value());
    QPushButton* mend = nullptr;
    for (QPushButton* button : window().findChildren<QPushButton*>("mendProblem")) {
      mend = button->isVisible() ? button : mend;
    }
    QVERIFY(mend != nullptr);
    QTest::mouseClick(mend, Qt::LeftButton);
    QVERIFY(settles());
    QTRY_VERIFY(!window().workshop().problem() && document().recipe().bake.mode == vat::BakeMode::Bone);
  }
};

TEXELETON_EDITOR_SUITE(TestCharacters)

#include "test_characters.moc"

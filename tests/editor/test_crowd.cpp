// The crowd and its spread, which are saved with the document, and previews of clips that are not baked.

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFont>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <nlohmann/json.hpp>

#include "app/editor/document/document_file.h"
#include "app/editor/document/paths.h"
#include "app/editor/view/mask_dialog.h"
#include "app/editor/widgets/node_chooser.h"
#include "core/runtime/layers.h"
#include "tests/cli/run_program.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/files.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/editor/watchdog.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestCrowd : public EditorTest {
  Q_OBJECT

  ClipsPanel& clips() { return window().clips(); }
  const viewport::Scene& scene() { return window().viewport().window().scene(); }
  const viewport::CrowdSettings& crowd() { return scene().crowd.settings(); }
  template <class T>
  T& find(const char* name) {
    T* const found = window().findChild<T*>(name);
    Q_ASSERT_X(found != nullptr, "find", name);
    return *found;
  }
  void showCrowd() { QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton); }
  SpreadPopup& spread() {
    auto& popup = *window().findChild<SpreadPopup*>();
    if (!popup.isVisible()) {
      QTest::mouseClick(&find<QToolButton>("crowdSpread"), Qt::LeftButton);
    }
    return popup;
  }
  static void chooseItem(QComboBox& box, int item) {
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Home);
    for (int i = 0; i < item; ++i) {
      QTest::keyClick(&box, Qt::Key_Down);
    }
  }
  bool isPreviewed(const char* clip) {
    return window().preview().snapshot() && playback().isPreview() && playback().shownClip()->name == clip;
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void editsSpread() {
    auto& button = find<QToolButton>("crowdSpread");
    // The spread has no effect on a single character, which has no impostors either.
    for (const char* name :
         {"spreadPhase", "spreadSpeed", "spreadTurn", "spreadSize", "spreadTint", "spreadSeed", "impostorPixels"}) {
      QVERIFY2(!find<NumberField>(name).isEnabled(), name);
    }
    showCrowd();
    QVERIFY(find<NumberField>("spreadPhase").isEnabled() && find<NumberField>("impostorPixels").isEnabled());
    typeInto(find<NumberField>("crowdCount"), "36");
    QVERIFY(button.isEnabled() && button.isVisible());
    QCOMPARE(crowd().count, 36u);
    QCOMPARE(crowd().phaseSpread, 1.0f);
    SpreadPopup& popup = spread();
    QTRY_VERIFY(popup.isVisible());
    m_editor->keepPicture("spread");
    const int edits = document().undoStack().count();
    const auto bake = window().workshop().bake();
    auto& layout = find<QComboBox>("spreadLayout");
    layout.setFocus();
    QTest::keyClick(&layout, Qt::Key_End);
    QVERIFY(crowd().layout == viewport::CrowdLayout::Scatter);
    document().undoStack().undo();
    QVERIFY(crowd().layout == viewport::CrowdLayout::Grid && layout.currentIndex() == 0);
    typeInto(find<NumberField>("spreadPhase"), "0");
    QCOMPARE(crowd().phaseSpread, 0.0f);
    QCOMPARE(document().undoStack().undoText(), SpreadPopup::tr("Change spread of phase"));
    typeInto(find<NumberField>("spreadSpeed"), "20");
    QCOMPARE(crowd().speedSpread, 0.2f);
    typeInto(find<NumberField>("spreadTurn"), "90");
    QVERIFY(std::abs(crowd().turnSpread - 1.5707963f) < 1e-5f);
    typeInto(find<NumberField>("spreadSize"), "30");
    QCOMPARE(crowd().scaleSpread, 0.3f);
    typeInto(find<NumberField>("spreadTint"), "100");
    QCOMPARE(crowd().tintSpread, 1.0f);
    const viewport::InstanceRecord first = scene().crowd.records()[5];
    typeInto(find<NumberField>("spreadSeed"), "7");
    QCOMPARE(crowd().seed, std::uint64_t{7});
    QVERIFY(!(scene().crowd.records()[5].tint == first.tint));
    // Repeated edits of one field merge into one undo step; each field has its own.
    typeInto(find<NumberField>("spreadSeed"), "8");
    QCOMPARE(document().undoStack().count(), edits + 6);
    m_editor->keepPicture("spread-wide");

    QTest::mouseClick(&find<QPushButton>("spreadReset"), Qt::LeftButton);
    QVERIFY(document().state().crowd.spread == CrowdSpread());
    QCOMPARE(crowd().phaseSpread, 1.0f);
    QVERIFY(!find<QPushButton>("spreadReset").isEnabled());
    QTest::keyClick(&popup, Qt::Key_Escape);
    QTRY_VERIFY(!popup.isVisible());
    comeBack();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(crowd().seed, std::uint64_t{8});
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(crowd().seed, std::uint64_t{1});
    QCOMPARE(crowd().tintSpread, 1.0f);
    QVERIFY(window().workshop().bake() == bake);  // None of this starts a bake.
    QVERIFY(!window().workshop().runner().isBusy());
  }

  // Impostors for far characters, and a second clip on the upper body.
  void impostorsAndLayer() {
    TEXELETON_NEEDS_SCREEN();
    showCrowd();
    typeInto(find<NumberField>("crowdCount"), "60");
    spread();
    viewport::RhiWindow& view = window().viewport().window();
    typeInto(find<NumberField>("impostorPixels"), "100");
    QCOMPARE(document().state().view.impostorPixels, 100.0);
    QCOMPARE(scene().view.impostorPixels, 100.0f);
    QTRY_VERIFY_WITH_TIMEOUT(view.lastFrame() != nullptr && view.lastFrame()->statistics.impostors > 0, 120'000);
    m_editor->keepPicture("impostors");
    document().undoStack().undo();
    QCOMPARE(scene().view.impostorPixels, 0.0f);
    QTRY_VERIFY_WITH_TIMEOUT(view.lastFrame() != nullptr && view.lastFrame()->statistics.impostors == 0, 20'000);

    spread();
    auto& clip = find<QComboBox>("layerClip");
    QCOMPARE(clip.count(), static_cast<int>(scene().animation->clips.size()) + 1);
    chooseItem(clip, 2);
    QCOMPARE(document().state().view.layerClip, scene().animation->clips[1].name);
    QVERIFY(!scene().crowd.layer());  // It has no bone yet.
    typeInto(*find<NodeChooser>("layerBone").lineEdit(), "spine");
    QTRY_VERIFY(scene().crowd.layer().has_value());
    QCOMPARE(scene().crowd.layer()->clip, 1u);
    typeInto(find<NumberField>("layerSoftness"), "0");
    std::size_t masked = 0;
    for (const runtime::LayerMask::Bone& bone : scene().crowd.layer()->mask.bones) {
      QVERIFY(bone.weight == 0.0f || bone.weight == 1.0f);
      masked += bone.weight > 0.0f ? 1 : 0;
    }
    QVERIFY(masked > 3 && masked < scene().animation->bones.size());
    m_editor->keepPicture("layer");
    // Saved with the document.
    QVERIFY(document().save(m_editor->sampleFile()));
    QVERIFY(!document().isModified());
    const auto json = nlohmann::json::parse(contentOf(m_editor->sampleFile()).toStdString());
    const nlohmann::json wanted = {
        {"layerClip", scene().animation->clips[1].name}, {"layerBone", "spine"}, {"layerSoftness", 0}};
    QVERIFY2(json["editor"]["view"] == wanted, json["editor"].dump().c_str());
    document().undoStack().undo();
    document().undoStack().undo();
    QTRY_VERIFY(!scene().crowd.layer());
  }

  // A single character plays a layer too: the upper body follows the layer's clip from its start, the feet their own.
  void layerOfOneCharacter() {
    TEXELETON_NEEDS_SCREEN();
    QCOMPARE(scene().crowd.size(), std::size_t{1});
    playback().setPlaying(false);
    playback().seek(0.2);
    QVERIFY(spread().isVisible());
    chooseItem(find<QComboBox>("layerClip"), 2);
    typeInto(*find<NodeChooser>("layerBone").lineEdit(), "spine");
    QTRY_VERIFY(scene().crowd.layer().has_value());
    QVERIFY(scene().crowd.layer()->clip == 1u && !scene().crowd.layer()->spread);
    const vat::BakedAnimation& shown = *scene().animation;
    const QString told = find<QLabel>("transportShown").text();
    QVERIFY2(told.contains(" + " + QString::fromStdString(shown.clips[1].name)), qPrintable(told));
    const runtime::AnimationTickOutput layer = scene().crowd.layerOutput(0);
    const vat::BakedClip& clip = shown.clips[1];
    QVERIFY(layer.current >= clip.frameBegin && layer.current < clip.frameBegin + clip.frameCount);
    const runtime::LayeredMoment moment{scene().crowd.output(0), layer, &scene().crowd.layer()->mask, 1.0f};
    std::size_t moved = 0;
    for (std::uint32_t v = 0; v < shown.mesh.vertexCount(); ++v) {
      const float by = glm::distance(runtime::decodeLayeredVertex(shown, v, moment).position,
                                     runtime::decodeVertex(shown, v, moment.base).position);
      moved += by > 0.01f * static_cast<float>(shown.sizeMetres) ? 1 : 0;
    }
    QVERIFY(moved > 0 && moved < shown.mesh.vertexCount());
    viewport::RhiWindow& view = window().viewport().window();
    QTRY_VERIFY_WITH_TIMEOUT(view.lastFrame() != nullptr && view.lastFrame()->statistics.triangles > 0, 20'000);
    m_editor->keepPicture("layer-one");
    // It stays in a crowd, where each character has its own phase.
    QTest::keyClick(&spread(), Qt::Key_Escape);
    showCrowd();
    QTRY_VERIFY(scene().crowd.size() > 1 && scene().crowd.layer().has_value());
    QVERIFY(scene().crowd.layer()->spread);
  }

  // A mask is created, painted, baked, played and undone.
  void masks() {
    TEXELETON_NEEDS_SCREEN();
    showCrowd();
    typeInto(find<NumberField>("crowdCount"), "20");
    spread();
    chooseItem(find<QComboBox>("layerClip"), 2);
    QCOMPARE(find<QComboBox>("layerMask").count(), 1);
    const auto before = window().workshop().bake();
    const int edits = document().undoStack().count();
    find<QPushButton>("editMasks").click();
    auto* dialog = window().findChild<MaskDialog*>("maskDialog");
    QVERIFY(dialog != nullptr);
    const auto in = [&](auto* type, const char* name) {
      auto* found = dialog->findChild<std::remove_pointer_t<decltype(type)>*>(name);
      if (found == nullptr) {
        qFatal("%s is not there", name);
      }
      return found;
    };
    QPushButton& accept = *in(static_cast<QPushButton*>(nullptr), "maskAccept");
    QTest::mouseClick(in(static_cast<QPushButton*>(nullptr), "maskAdd"), Qt::LeftButton);
    auto& name = *in(static_cast<QLineEdit*>(nullptr), "maskName");
    name.selectAll();
    QTest::keyClicks(&name, "upper body");
    QVERIFY(!accept.isEnabled());  // It has no bones yet.
    auto& tree = *in(static_cast<QTreeWidget*>(nullptr), "maskBones");
    const auto itemOf = [&](const char* bone) {
      return tree.findItems(bone, Qt::MatchExactly | Qt::MatchRecursive).value(0);
    };
    itemOf("spine")->setCheckState(1, Qt::Checked);
    QVERIFY(accept.isEnabled());
    QCOMPARE(itemOf("head")->text(2), QString("1"));
    QCOMPARE(itemOf("shin_l")->text(2), QString());
    tree.setCurrentItem(itemOf("head"));
    typeInto(*in(static_cast<NumberField*>(nullptr), "maskWeight"), "0.25");
    QTest::mouseClick(in(static_cast<QPushButton*>(nullptr), "maskPaint"), Qt::LeftButton);
    QCOMPARE(itemOf("head")->text(2), QString("0.25"));
    QCOMPARE(itemOf("plume_1")->text(2), QString("1"));
    tree.setCurrentItem(itemOf("cape_1"));
    typeInto(*in(static_cast<NumberField*>(nullptr), "maskWeight"), "0");
    QTest::mouseClick(in(static_cast<QPushButton*>(nullptr), "maskPaintBelow"), Qt::LeftButton);
    QCOMPARE(itemOf("cape_3")->text(2), QString("0"));
    if (const QString folder = qEnvironmentVariable("TEXELETON_SCREENSHOTS"); !folder.isEmpty()) {
      dialog->grab().save(folder + "/masks.png");
    }
    QTest::mouseClick(&accept, Qt::LeftButton);
    QCOMPARE(document().undoStack().count(), edits + 1);
    QCOMPARE(document().recipe().bake.masks.size(), std::size_t{1});
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().bake() != nullptr && window().workshop().bake() != before, 60'000);
    const std::vector<vat::BakedMask>& baked = window().workshop().bake()->animation->masks;
    QCOMPARE(baked.size(), std::size_t{1});
    spread();
    QCOMPARE(find<QComboBox>("layerMask").count(), 2);
    chooseItem(find<QComboBox>("layerMask"), 1);
    QCOMPARE(document().state().view.layerMask, std::string("upper body"));
    QVERIFY(!find<NodeChooser>("layerBone").isEnabled());
    QTRY_VERIFY(scene().crowd.layer().has_value());
    const std::vector<vat::BakedBone>& bones = scene().animation->bones;
    for (std::size_t i = 0; i < bones.size(); ++i) {
      const float weight = scene().crowd.layer()->mask.bones[i].weight;
      QCOMPARE(weight, baked[0].weights[i]);
      if (bones[i].name == "head" || bones[i].name == "chest" || bones[i].name.starts_with("cape")) {
        QCOMPARE(weight, bones[i].name == "head" ? 0.25f : bones[i].name == "chest" ? 1.0f : 0.0f);
      }
    }
    m_editor->keepPicture("mask");
    // The layer follows a renamed mask; removing a mask warns about the layer.
    const auto openMasks = [this] {
      QTest::qWait(20);  // Deletes the previous dialog.
      find<QPushButton>("editMasks").click();
      return window().findChild<MaskDialog*>("maskDialog");
    };
    dialog = openMasks();
    QVERIFY(dialog != nullptr);
    auto& other = *in(static_cast<QLineEdit*>(nullptr), "maskName");
    other.selectAll();
    QTest::keyClicks(&other, "torso");
    QTest::mouseClick(in(static_cast<QPushButton*>(nullptr), "maskAccept"), Qt::LeftButton);
    QCOMPARE(document().recipe().bake.masks[0].name, std::string("torso"));
    QCOMPARE(document().state().view.layerMask, std::string("torso"));
    dialog = openMasks();
    QVERIFY(dialog != nullptr);
    QVERIFY(!in(static_cast<QLabel*>(nullptr), "maskNote")->isVisible());
    QTest::mouseClick(in(static_cast<QPushButton*>(nullptr), "maskRemove"), Qt::LeftButton);
    QVERIFY(in(static_cast<QLabel*>(nullptr), "maskNote")->text().contains("torso"));
    QTest::mouseClick(in(static_cast<QPushButton*>(nullptr), "maskAccept"), Qt::LeftButton);
    QVERIFY(document().state().view.layerMask.empty());
    QCOMPARE(document().undoStack().count(), edits + 4);
    document().undoStack().undo();
    QCOMPARE(document().state().view.layerMask, std::string("torso"));
    document().undoStack().undo();
    QCOMPARE(document().state().view.layerMask, std::string("upper body"));
    document().undoStack().undo();
    document().undoStack().undo();
    QVERIFY(document().recipe().bake.masks.empty());
  }

  // In a narrow window the button is replaced by an entry of the menu.
  void spreadInMenu() {
    showCrowd();
    window().resize(1024, 768);
    QTRY_COMPARE(window().width(), 1024);
    QTest::qWait(50);
    m_editor->keepPicture("narrow");
    auto& show = find<QToolButton>("show");
    QTimer choosing;  // The button's menu has an event loop of its own.
    connect(&choosing, &QTimer::timeout, this, [&] {
      if (show.menu()->isVisible()) {
        choose(*show.menu(), ViewportArea::tr("Spread…"));
      }
    });
    choosing.start(150);
    QTest::mouseClick(&show, Qt::LeftButton);
    auto& popup = *window().findChild<SpreadPopup*>();
    QTRY_VERIFY(popup.isVisible());
    typeInto(find<NumberField>("spreadCount"), "9");  // Works whether the strip shows the button or not.
    QCOMPARE(scene().crowd.size(), std::size_t{9});
    const QRect screen = popup.screen()->availableGeometry();
    QVERIFY(screen.contains(popup.frameGeometry()));
    choosing.stop();
    m_editor->keepPicture("narrow-spread");
    popup.hide();
  }

  // Fonts of other platforms are wider: what does not fit is left out, and the window's minimum width stays small.
  // Where the usual font is wide already, it grows only as much as the letters.
  void widerFontsFit() {
    const QFont usual = QApplication::font();
    QFont wider = usual;
    wider.setLetterSpacing(QFont::PercentageSpacing, 105);
    const int plain = window().minimumSizeHint().width();
    QVERIFY(plain <= 1024);
    m_editor.reset();
    QApplication::setFont(wider);
    openWindow();
    const int least = window().minimumSizeHint().width();
    QApplication::setFont(usual);
    QVERIFY2(least <= std::max(1024, plain * 105 / 100), qPrintable(QString::number(least)));
  }

  void setupIsSaved() {
    // Showing the crowd is not an edit, changing its composition is.
    showCrowd();
    QCOMPARE(crowd().count, 100u);
    QVERIFY(!document().isModified());
    typeInto(find<NumberField>("crowdCount"), "25");
    QVERIFY(document().undoStack().canUndo() && !document().isModified());
    auto& layout = find<QComboBox>("crowdLayout");
    layout.setFocus();
    QTest::keyClick(&layout, Qt::Key_Down);
    QTRY_VERIFY(crowd().layout == viewport::CrowdLayout::Disc);
    spread();
    typeInto(find<NumberField>("spreadSize"), "40");
    window().findChild<SpreadPopup*>()->hide();
    comeBack();
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(document().undoStack().isClean());
    const auto json = nlohmann::json::parse(contentOf(m_editor->sampleFile()).toStdString());
    const nlohmann::json expected = {{"count", 25}, {"layout", "disc"}, {"spread", {{"size", 0.4}}}, {"shown", true}};
    QVERIFY2(json["editor"]["crowd"] == expected, json["editor"].dump().c_str());

    document().clear();
    QVERIFY(!document().state().showsCrowd && document().state().crowd == CrowdSetup());
    QVERIFY(!find<Segmented>("many").isEnabled());
    QVERIFY(m_editor->openSample());
    QCOMPARE(find<Segmented>("many").current(), 1);
    QCOMPARE(find<NumberField>("crowdCount").value(), 25.0);
    QCOMPARE(crowd().count, 25u);
    QVERIFY(crowd().layout == viewport::CrowdLayout::Disc);
    QCOMPARE(crowd().scaleSpread, 0.4f);
    QVERIFY(!document().isModified());
    m_editor->keepPicture("remembered");

    // A new model is shown alone, whatever was shown before.
    window().openFile(m_editor->folder() / "lantern-knight.glb");
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(find<Segmented>("many").current(), 0);
    QCOMPARE(scene().crowd.size(), std::size_t{1});
  }

  void bakeIgnoresCrowd() {
    const fs::path folder = m_editor->folder();
    const auto bake = [&folder](const char* name) {
      const fs::path pack = folder / name;
      const ProgramRun run =
          runCli({"bake", "--recipe", toQString(folder / "lantern-knight.texeleton"), "-o", toQString(pack)});
      return run.exitCode == 0 ? pack : fs::path();
    };
    const fs::path before = bake("before.texpack");
    QVERIFY(!before.empty());
    CrowdSetup other;
    other.count = 4321;
    other.spread.seed = 99;
    document().set("crowd", &DocumentState::crowd, other);
    document().setShowsCrowd(true);
    QVERIFY(document().save(m_editor->sampleFile()).has_value());
    const fs::path after = bake("after.texpack");
    QVERIFY(!after.empty());
    int files = 0;
    for (const auto& entry : fs::directory_iterator(before)) {
      if (entry.path().filename() != "inputs.json") {  // It has a hash of the recipe's bytes.
        ++files;
        QVERIFY2(contentOf(entry.path()) == contentOf(after / entry.path().filename()),
                 entry.path().filename().c_str());
      }
    }
    QVERIFY(files >= 3);
  }

  // Invalid values fall back to the defaults; unknown keys of a newer editor are kept.
  void invalidValues() {
    recipe::Recipe recipe;
    recipe.editor = R"({"crowd":{"count":"many","layout":"ring","shown":1,"later":5,
        "spread":{"phase":7,"turnDegrees":181,"size":0.5,"seed":-1,"wind":2}},"camera":[1]})";
    DocumentState state = toState(recipe);
    CrowdSetup expected;
    expected.spread.size = 0.5;
    QVERIFY(state.crowd == expected);
    QVERIFY(!state.showsCrowd);
    const auto again = toRecipe(state);
    QVERIFY(again.has_value());
    const auto json = nlohmann::json::parse(again->editor);
    QCOMPARE(json["crowd"]["later"].get<int>(), 5);
    QCOMPARE(json["crowd"]["spread"]["wind"].get<int>(), 2);
    QCOMPARE(json["crowd"]["spread"]["size"].get<double>(), 0.5);
    QVERIFY(json.contains("camera"));
    for (const char* notes : {R"({"crowd":[1,2]})", R"({"crowd":{"spread":"wide"}})"}) {
      recipe.editor = notes;
      QVERIFY(toState(recipe).crowd == CrowdSetup());
    }
    // Defaults are not written.
    recipe.editor.clear();
    QVERIFY(toRecipe(toState(recipe))->editor.empty());
  }

  void previewsUnbakedClips() {
    clickBox(clips().list(), clips().itemOf(1));  // Walk is not baked.
    QTRY_COMPARE(document().recipe().clips.size(), std::size_t{3});
    QVERIFY(m_editor->waitUntilBaked());
    clickItem(clips().list(), clips().itemOf(0), ClipTree::kSeconds);
    QCOMPARE(playback().clipNumber(), 0);
    const auto bake = window().workshop().bake();
    const int edits = document().undoStack().count();

    clickItem(clips().list(), clips().itemOf(1), ClipTree::kSeconds);
    QTRY_VERIFY_WITH_TIMEOUT(isPreviewed("Walk"), 30000);
    QCOMPARE(playback().clipNumber(), -1);
    QVERIFY(playback().clip() == nullptr);  // Not a clip of the bake: no events and no texels.
    QVERIFY(scene().animation == window().preview().snapshot()->animation);
    QVERIFY(scene().skeleton && scene().view.path == viewport::DrawPath::Compute);
    QVERIFY(scene().view.note.find("Walk") != std::string::npos);
    QCOMPARE(find<Segmented>("source").current(), 1);
    QVERIFY(!find<Segmented>("source").button(0)->isEnabled());
    QVERIFY(find<QComboBox>("transportClip").placeholderText().contains("Walk"));
    QVERIFY(window().workshop().bake() == bake);
    QCOMPARE(document().undoStack().count(), edits);  // Previewing changes nothing.
    QSignalSpy moved(&playback(), &Playback::moved);
    QTest::mouseClick(&find<QToolButton>("play"), Qt::LeftButton);
    QTRY_VERIFY(moved.count() > 5 && playback().seconds() > 0.0);
    playback().setPlaying(false);
    ScrubBar& bar = window().transport().scrubBar();
    QTest::mouseClick(&bar, Qt::LeftButton, {}, QPoint(bar.width() / 2, bar.height() / 2));
    QVERIFY(std::abs(playback().seconds() - playback().shownClip()->lengthSeconds / 2) < 0.02);
    m_editor->keepPicture("preview");

    // The preview uses the range of the row and follows it.
    const double whole = playback().shownClip()->lengthSeconds;
    typeInto(find<NumberField>("clipTo"), "0.5");
    QTRY_VERIFY_WITH_TIMEOUT(isPreviewed("Walk") && playback().shownClip()->lengthSeconds < whole - 0.1, 30000);

    // A ticked clip is shown as baked.
    clickItem(clips().list(), clips().itemOf(2), ClipTree::kSeconds);
    QVERIFY(!playback().isPreview() && !window().preview().snapshot());
    QCOMPARE(playback().clipNumber(), 1);
    QVERIFY(scene().animation == window().workshop().bake()->animation);
    QVERIFY(scene().view.path == viewport::DrawPath::Texture);
    QVERIFY(scene().view.note.empty());
    QVERIFY(find<Segmented>("source").button(0)->isEnabled());
  }

  // Choosing a few of many: nothing is ticked, each is previewed, and a ticked one is baked.
  void choosesClipsByPreview() {
    find<QCheckBox>("tickAll").click();
    QTRY_VERIFY(document().state().noClips && !window().workshop().bake());
    for (int row = 0; row < 4; ++row) {
      clickItem(clips().list(), clips().itemOf(row), ClipTree::kSeconds);
      const std::string name = clips().rows()[static_cast<std::size_t>(row)].name(*window().workshop().model());
      QTRY_VERIFY_WITH_TIMEOUT(isPreviewed(name.c_str()), 30000);
    }
    // With fast key presses the last one wins.
    for (int i = 0; i < 3; ++i) {
      QTest::keyClick(&clips().list(), Qt::Key_Up);
    }
    QTRY_VERIFY_WITH_TIMEOUT(isPreviewed("Idle"), 30000);
    m_editor->keepPicture("preview-nothing-baked");
    QVERIFY(window().selection().clipRow() == 0);
    clickBox(clips().list(), clips().itemOf(0));
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().bake() && !playback().isPreview(), 60000);
    QCOMPARE(playback().clipNumber(), 0);
    QVERIFY(scene().animation == window().workshop().bake()->animation);
    // Another document resets the preview.
    clickItem(clips().list(), clips().itemOf(3), ClipTree::kSeconds);
    QTRY_VERIFY_WITH_TIMEOUT(playback().isPreview(), 30000);
    document().undoStack().setClean();
    QVERIFY(m_editor->openSample());
    QVERIFY(!playback().isPreview() && !window().preview().isWanted());
    QCOMPARE(playback().clipNumber(), 0);
  }

  // With no clip ticked, the original of the first stays visible until a clip is baked.
  void noTickedClipShowsOriginal() {
    find<QCheckBox>("tickAll").click();
    QTRY_VERIFY(document().state().noClips && !window().workshop().bake());
    QTRY_VERIFY_WITH_TIMEOUT(isPreviewed("Idle"), 30000);
    QVERIFY(scene().animation == window().preview().snapshot()->animation);
    m_editor->keepPicture("nothing-ticked");
    clickBox(clips().list(), clips().itemOf(1));
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().bake() && !playback().isPreview(), 60000);
    QCOMPARE(playback().clip()->name, std::string("Walk"));
    QVERIFY(!window().preview().isWanted());
  }

  // Previews every clip of a large model in turn; the window never waits.
  void manyClipsBlockNothing() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are not here");
    }
    const fs::path file = *sharedModels() / "kaykit-knight.glb";
    if (!fs::exists(file)) {
      TEXELETON_SKIP("the knight of many clips is not here");
    }
    window().openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(!clips().rows().empty(), 60000);
    find<QCheckBox>("tickAll").click();
    QTRY_VERIFY(document().state().noClips && !window().workshop().runner().isBusy());
    clips().list().setFocus();
    clickItem(clips().list(), clips().itemOf(0), ClipTree::kSeconds);
    QTRY_VERIFY_WITH_TIMEOUT(playback().isPreview(), 30000);
    double longest = 0.0;
    {
      Watchdog watchdog(window());
      for (int i = 0; i < 12; ++i) {
        QTest::keyClick(&clips().list(), Qt::Key_Down);
        const std::string name = clips().rows()[static_cast<std::size_t>(i) + 1].name(*window().workshop().model());
        QTRY_VERIFY_WITH_TIMEOUT(isPreviewed(name.c_str()), 30000);
      }
      longest = watchdog.takeLongest();
    }
    qInfo("12 of %d clips looked at; the window waited for %.0f ms at most", static_cast<int>(clips().rows().size()),
          longest);
    QVERIFY(longest < 500.0);  // A busy machine; measured figures are in docs.
  }
};

TEXELETON_EDITOR_SUITE(TestCrowd)

#include "test_crowd.moc"

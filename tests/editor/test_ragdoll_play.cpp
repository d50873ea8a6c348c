// Ragdolls in the viewport: dropped, dragged with the mouse, recorded as a clip that is edited and baked, getting up
// again; and swapped meshes of characters while they play or fall.

#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QScreen>
#include <QToolButton>
#include <cmath>
#include <cstring>
#include <span>

#include "app/editor/panels/animator/animator_panel.h"
#include "core/transform/transform.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/picture_places.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestRagdollPlay : public EditorTest {
  Q_OBJECT

  viewport::RhiWindow& view() { return window().viewport().window(); }
  viewport::Scene& scene() { return view().scene(); }
  RagdollPlay& ragdoll() { return window().viewport().effects().ragdoll(); }
  AnimatorPlay& play() { return window().viewport().effects().animator(); }
  void click(const char* name) { QTest::mouseClick(&find<QToolButton>(name), Qt::LeftButton); }
  /// The viewport as the screen shows it.
  QImage picture() {
    for (int frame = 0; frame < 2; ++frame) {
      const std::uint64_t shown = view().frameCount();
      view().requestUpdate();
      static_cast<void>(QTest::qWaitFor([&] { return view().frameCount() > shown; }, 20000));
    }
    QTest::qWait(50);
    return view().screen()->grabWindow(0).toImage().copy(QRect(view().mapToGlobal(QPoint()), view().size()));
  }
  /// Advances the time independently of the machine's clock.
  void pass(int frames) {
    playback().setPlaying(false);
    for (int i = 0; i < frames; ++i) {
      playback().advance(1.0 / 60.0);
    }
  }
  void dropNow() {
    click("ragdollOn");
    pass(1);
    QVERIFY(ragdoll().isFalling());
  }
  glm::dvec3 placeOf(const char* node, std::uint32_t instance = 0) {
    return glm::dvec3(scene().poses.at(instance)->worlds[nodeNamed(model(), node).value][3]);
  }
  /// Frames shown per second of playback, over at least a second and three frames.
  double framesASecond() {
    int frames = 0;
    const auto counting = connect(&view(), &viewport::RhiWindow::frameShown, this, [&frames] { ++frames; });
    QElapsedTimer timer;
    timer.start();
    playback().setPlaying(true);
    const bool some = QTest::qWaitFor([&] { return timer.elapsed() >= 1000 && frames >= 3; }, 20000);
    playback().setPlaying(false);
    disconnect(counting);
    return some ? 1000.0 * frames / static_cast<double>(timer.elapsed()) : 0.0;
  }
  void choose(const char* name, const QString& text) {
    auto& box = find<QComboBox>(name);
    const int index = box.findText(text);
    QVERIFY2(index >= 0, qPrintable(text));
    box.setFocus();
    box.setCurrentIndex(index);
    emit box.activated(index);
  }

 private slots:
  void init() {
    openSampleWindow();
    window().raiseDock("animatorDock");
  }
  void cleanup() { closeWindow(); }

  void transportShowsFall() {
    playback().setPlaying(false);
    playback().seek(0.3);
    dropNow();
    pass(30);
    QVERIFY(ragdoll().fallSeconds(0) && std::abs(*ragdoll().fallSeconds(0) - 0.5) < 0.02);
    const QString told = window().viewport().effects().poseText(0);
    QVERIFY2(told.startsWith("Ragdoll, 0.5") || told.startsWith("Ragdoll, 0.4"), qPrintable(told));
    QCOMPARE(find<QLabel>("transportShown").text(), told);
    click("ragdollOn");
    pass(1);
    QCOMPARE(find<QLabel>("transportShown").text(), QString("Ragdoll, getting up"));
  }

  void fallsTheSameEachTime() {
    std::vector<glm::dmat4> first;
    for (int run = 0; run < 2; ++run) {
      playback().setPlaying(false);
      playback().seek(0.3);
      dropNow();
      QVERIFY(scene().view.path == viewport::DrawPath::Compute);  // The texture path shows no ragdolls.
      QCOMPARE(ragdoll().count(), std::size_t{1});
      const double before = placeOf("head").y;
      pass(300);
      QVERIFY(ragdoll().first()->largestStretch() < 0.02);
      QVERIFY2(placeOf("head").y < 0.5 * before, qPrintable(QString::number(placeOf("head").y)));
      for (const glm::dmat4& world : scene().poses.at(0)->worlds) {
        QVERIFY(std::isfinite(world[3].y) && world[3].y > -0.05 * animation().sizeMetres);
      }
      if (run == 0) {
        first = scene().poses.at(0)->worlds;
        m_editor->keepPicture("ragdoll");
      } else {
        QVERIFY(scene().poses.at(0)->worlds == first);
      }
      // Getting up: from the ground through blended poses into the clip.
      const glm::dvec3 down = placeOf("head");
      click("ragdollOn");
      QVERIFY(ragdoll().isOn() && !ragdoll().isDown());
      pass(24);
      QVERIFY(placeOf("head").y > down.y + 0.05 && placeOf("head").y < before - 0.02);
      pass(40);
      QVERIFY(!ragdoll().isOn() && scene().poses.empty());
      QVERIFY(scene().view.path == viewport::DrawPath::Texture);
    }
  }

  // During the blend each bone is between clip and fall, by a weight that decreases linearly: its position relative to
  // the parent on the straight line, its rotation on the arc.
  void blendsFromClipIntoFall() {
    constexpr double kBlend = 0.5;
    playback().setPlaying(false);
    playback().seek(0.3);
    typeInto(find<NumberField>("ragdollBlendIn"), QString::number(kBlend));
    QCOMPARE(document().state().view.ragdollBlendIn, kBlend);
    dropNow();
    const auto localOf = [this](std::span<const glm::dmat4> worlds, std::size_t node) {
      const NodeIndex parent = scene().skeleton->model().nodes[node].parent;
      return parent.isValid() ? glm::inverse(worlds[parent.value]) * worlds[node] : worlds[node];
    };
    const auto turnOf = [](const glm::dmat4& local) { return transform::decompose(local).rotation; };
    const auto angle = [](const glm::dquat& a, const glm::dquat& b) {
      return 2.0 * std::acos(std::min(1.0, std::abs(glm::dot(a, b))));
    };
    double farthest = 0.0;
    double widest = 0.0;
    for (int frame = 0; frame <= 40; ++frame) {
      const double animated = std::max(0.0, 1.0 - frame / 60.0 / kBlend);
      std::vector<glm::dmat4> clip;
      viewport::CrowdPoser(scene().skeleton).worlds(scene().crowd, {}, 0, clip);
      const std::span<const glm::dmat4> fall = ragdoll().first()->worlds();
      const std::vector<glm::dmat4>& shown = scene().poses.at(0)->worlds;
      for (std::size_t node = 0; node < shown.size(); ++node) {
        const glm::dmat4 a = localOf(fall, node);
        const glm::dmat4 b = localOf(clip, node);
        const glm::dmat4 now = localOf(shown, node);
        const double off = glm::distance(glm::dvec3(now[3]), glm::mix(glm::dvec3(a[3]), glm::dvec3(b[3]), animated));
        QVERIFY2(off < 1e-7 * animation().sizeMetres, qPrintable(QString("%1 in frame %2").arg(off).arg(frame)));
        const double apart = angle(turnOf(a), turnOf(b));
        farthest = std::max(farthest, glm::distance(glm::dvec3(a[3]), glm::dvec3(b[3])));
        if (apart < 3.0) {  // Near half a turn, either way may be the shorter one.
          widest = std::max(widest, apart);
          QVERIFY(std::abs(angle(turnOf(now), turnOf(a)) - animated * apart) < 1e-5);
          QVERIFY(std::abs(angle(turnOf(now), turnOf(b)) - (1.0 - animated) * apart) < 1e-5);
        }
      }
      pass(1);
    }
    QVERIFY(farthest > 0.01 * animation().sizeMetres && widest > 0.1);  // Clip and fall differed.
    m_editor->keepPicture("ragdoll-blend");
    // A blend of zero length: the first pose is the ragdoll's own.
    ragdoll().stop();
    typeInto(find<NumberField>("ragdollBlendIn"), "0");
    dropNow();
    pass(3);
    const std::vector<glm::dmat4>& shown = scene().poses.at(0)->worlds;
    QVERIFY(std::equal(shown.begin(), shown.end(), ragdoll().first()->worlds().begin()));
    // A character that gets up during the blend continues from its current pose and ends in the clip.
    ragdoll().stop();
    typeInto(find<NumberField>("ragdollBlendIn"), QString::number(kBlend));
    dropNow();
    pass(10);
    const glm::dvec3 falling = placeOf("head");
    click("ragdollOn");
    pass(1);
    QVERIFY(glm::distance(placeOf("head"), falling) < 0.02 * animation().sizeMetres);
    pass(60);
    QVERIFY(!ragdoll().isOn());
    // Both durations are part of the document, one undo step each.
    document().undoStack().undo();
    QCOMPARE(document().state().view.ragdollBlendIn, 0.0);
    QCOMPARE(find<NumberField>("ragdollBlendIn").value(), 0.0);
  }

  void dragsWithMouse() {
    dropNow();
    pass(240);
    const glm::dvec3 hand = placeOf("head");
    const QPoint from = pixelOf(view(), glm::dvec3(scene().crowd.records().front().toWorld(glm::vec3(hand))));
    const QPoint to = from - QPoint(0, view().height() / 4);
    QTest::mouseMove(&view(), from);
    QTest::mousePress(&view(), Qt::LeftButton, {}, from);
    QVERIFY(ragdoll().isHolding());
    pass(1);
    for (int i = 1; i <= 10; ++i) {
      QTest::mouseMove(&view(), from + (to - from) * i / 10);
      pass(12);
    }
    const double lifted = placeOf("head").y;
    QVERIFY2(lifted > hand.y + 0.1 * animation().sizeMetres, qPrintable(QString::number(lifted - hand.y)));
    m_editor->keepPicture("ragdoll-dragged");
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
    QVERIFY(!ragdoll().isHolding());
    pass(180);
    QVERIFY(placeOf("head").y < lifted);
    // Beside the ragdoll the button controls camera and selection as usual.
    QTest::mouseClick(&view(), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(!ragdoll().isHolding());
  }

  void recordedAsClip() {
    playback().setPlaying(false);
    playback().seek(0.2);
    dropNow();
    click("ragdollRecord");
    QVERIFY(ragdoll().isRecording());
    pass(90);
    QVERIFY(std::abs(ragdoll().recordedSeconds() - 1.5) < 0.04);
    const std::vector<glm::dmat4> last = scene().poses.at(0)->worlds;
    m_editor->keepPicture("ragdoll-recording");
    const auto clipsBefore = model().clips.size();
    click("ragdollRecord");
    QVERIFY(!ragdoll().isRecording());
    const fs::path file = m_editor->folder() / "lantern-knight@ragdoll-1.glb";
    QVERIFY(fs::exists(file));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(model().clips.size(), clipsBefore + 1);
    const auto baked = [this] {
      return std::find_if(animation().clips.begin(), animation().clips.end(),
                          [](const vat::BakedClip& clip) { return clip.name == "ragdoll-1"; });
    };
    QVERIFY(baked() != animation().clips.end());
    QVERIFY(std::abs(baked()->lengthSeconds - 1.5) < 0.05);
    QVERIFY(!baked()->loop);
    // The clip ends in the ragdoll's last pose.
    animation::SourcePose pose(model(), baked()->source.clip);
    pose.evaluate(baked()->source.toSeconds);
    for (std::size_t n = 0; n < last.size(); ++n) {
      QVERIFY2(glm::distance(glm::dvec3(pose.worlds()[n][3]), glm::dvec3(last[n][3])) < 2e-3 * animation().sizeMetres,
               model().nodes[n].name.c_str());
    }
    // Its error is measured, and is in the range of other clips.
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().errors() != nullptr, 60000);
    const auto number = static_cast<std::size_t>(baked() - animation().clips.begin());
    const double off = window().workshop().errors()->at(number).maxMillimetres;
    QVERIFY2(off > 0.0 && off < 30.0 * animation().sizeMetres, qPrintable(QString::number(off)));  // 3 %.
    m_editor->keepPicture("ragdoll-clip");
    // One edit, which undo reverts; the file stays.
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(model().clips.size(), clipsBefore);
    QVERIFY(fs::exists(file));
  }

  // Selection sets a bone's role in ragdolls, the next fall uses it, and the viewport outlines the bodies.
  void setsBones() {
    const auto body = [this](const char* name) -> const ragdoll::RagdollBody* {
      for (const ragdoll::RagdollBody& each : ragdoll().shape()->bodies) {
        if (ragdoll().nameOf(each.node) == name) {
          return &each;
        }
      }
      return nullptr;
    };
    QVERIFY(ragdoll().shape());
    const std::size_t before = ragdoll().shape()->bodies.size();
    QVERIFY(body("forearm_r") != nullptr && body("forearm_r")->isHinge);
    window().selection().selectBone(nodeNamed(model(), "forearm_r"));
    auto& heading = find<QToolButton>("ragdollHeading");
    QVERIFY(heading.isVisibleTo(&window()) && !heading.isChecked());
    heading.click();
    auto& own = find<QCheckBox>("ragdollBody");
    auto& bendTo = find<NumberField>("ragdollBendTo");
    QVERIFY(own.isChecked() && bendTo.isVisibleTo(&window()) &&
            !find<NumberField>("ragdollSwing").isVisibleTo(&window()));
    QCOMPARE(bendTo.value(), body("forearm_r")->bendTo);
    own.click();
    QCOMPARE(document().recipe().ragdoll.size(), std::size_t{1});
    QCOMPARE(document().recipe().ragdoll[0].body, std::optional(false));
    QVERIFY(body("forearm_r") == nullptr && ragdoll().shape()->bodies.size() < before);
    QVERIFY(!bendTo.isVisibleTo(&window()));
    find<QToolButton>("ragdollReset").click();
    QVERIFY(document().recipe().ragdoll.empty());
    QCOMPARE(ragdoll().shape()->bodies.size(), before);
    typeInto(find<NumberField>("ragdollMass"), "3.5");
    typeInto(bendTo, "60");
    QCOMPARE(body("forearm_r")->mass, std::optional(3.5));
    QCOMPARE(body("forearm_r")->bendTo, 60.0);
    m_editor->keepPicture("ragdoll-bone");
    choose("ragdollJoint", "Ball");
    QVERIFY(!body("forearm_r")->isHinge && find<NumberField>("ragdollSwing").isVisibleTo(&window()));
    typeInto(find<NumberField>("ragdollSwing"), "15");
    QCOMPARE(body("forearm_r")->swing, 15.0);
    QCOMPARE(body("forearm_r")->mass, std::optional(3.5));
    // The root body has no joint.
    window().selection().selectBone(ragdoll().shape()->bodies.front().node);
    QVERIFY(!find<QComboBox>("ragdollJoint").isVisibleTo(&window()));

    find<QAction>("showBodies").trigger();
    QVERIFY(scene().capsules && scene().capsules->size() >= before);
    dropNow();
    QCOMPARE(ragdoll().first()->worlds().size(), model().nodes.size());
    pass(30);
    m_editor->keepPicture("ragdoll-bodies");
    TEXELETON_NEEDS_SCREEN();
    const QImage outlined = picture();
    QVERIFY(picture() == outlined);
    find<QAction>("showBodies").trigger();
    QVERIFY(picture() != outlined);
    QVERIFY(!scene().capsules);
    ragdoll().stop();
    while (document().undoStack().canUndo()) {
      document().undoStack().undo();
    }
    QVERIFY(document().recipe().ragdoll.empty());
  }

  // The figures are printed, not checked.
  void twentyRagdolls() {
    typeInto(find<NumberField>("crowdCount"), "25");
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTRY_COMPARE(scene().crowd.size(), std::size_t{25});
    Comparing comparing = window().viewport().comparing();
    comparing.path = viewport::DrawPath::Compute;
    comparing.other = viewport::DrawPath::Texture;
    window().viewport().setComparing(comparing);
    const double before = framesASecond();
    dropNow();
    QCOMPARE(ragdoll().count(), RagdollPlay::kMost);
    QElapsedTimer timer;
    timer.start();
    pass(120);
    qInfo("20 ragdolls in the editor: %.2f ms a frame of 1/60 s", static_cast<double>(timer.elapsed()) / 120.0);
    const double shown = framesASecond();
    qInfo("shown by this GPU: %.1f frames a second, %.1f without ragdolls", shown, before);
    QVERIFY(shown > 0.0);
    m_editor->keepPicture("ragdoll-twenty");
  }

  // Another file's mesh while the animator plays, and while a ragdoll falls: the motion continues.
  void swapsMeshesDuringPlayback() {
    Glb guard = withoutAnimations(readGlb(m_editor->folder() / "lantern-knight.glb"));
    for (auto& node : guard.json["nodes"]) {
      if (node["name"] == "Sword") {
        node.erase("mesh");
      }
    }
    writeGlb(m_editor->folder() / "guard.glb", guard);
    QVERIFY(!find<QComboBox>("swapMeshes").isEnabled());
    click("animatorOn");
    playback().setPlaying(false);
    QTRY_VERIFY(play().crowd() != nullptr);
    play().set("speed", 0.6);
    pass(50);
    const double fraction = play().crowd()->lead().fraction();
    const glm::dvec3 head = placeOf("head");
    const int before = document().undoStack().index();
    window().sources().addCharacters({m_editor->folder() / "guard.glb"});
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_COMPARE(animation().variants.size(), std::size_t{2});
    QTRY_VERIFY(scene().skeleton && scene().skeleton->animation() == scene().animation);
    pass(0);
    QTRY_VERIFY(play().crowd() != nullptr && play().crowd()->skeleton() == scene().skeleton);
    QCOMPARE(play().value("speed"), 0.6);
    QVERIFY(std::abs(play().crowd()->lead().fraction() - std::floor(fraction) - (fraction - std::floor(fraction))) <
                1e-9 ||
            std::abs(play().crowd()->lead().fraction() - (fraction - std::floor(fraction))) < 1e-9);
    QVERIFY(glm::distance(placeOf("head"), head) < 1e-6);
    const std::uint64_t crowd = scene().crowd.identity();
    m_editor->keepPicture("swap-before");
    choose("swapMeshes", "guard");
    QCOMPARE(scene().crowd.records().front().variant(), 1u);
    QCOMPARE(scene().crowd.identity(), crowd);
    QVERIFY(glm::distance(placeOf("head"), head) < 1e-6);
    m_editor->keepPicture("swap-after");
    // Falling characters keep falling.
    dropNow();
    pass(20);
    const glm::dvec3 falling = placeOf("head");
    choose("swapMeshes", "lantern-knight");
    QCOMPARE(scene().crowd.records().front().variant(), 0u);
    QVERIFY(ragdoll().isFalling() && glm::distance(placeOf("head"), falling) < 1e-6);
    pass(20);
    QVERIFY(placeOf("head").y < falling.y);
    click("ragdollOn");
    pass(60);
    // In a crowd, of the selected characters only; "As in the crowd" restores the crowd's.
    typeInto(find<NumberField>("crowdCount"), "9");
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTRY_COMPARE(scene().crowd.size(), std::size_t{9});
    const std::uint32_t given = scene().crowd.records()[3].variant();
    window().selection().selectInstances({3});
    choose("swapMeshes", given == 0 ? "guard" : "lantern-knight");
    QCOMPARE(scene().crowd.records()[3].variant(), 1 - given);
    playback().setClip(0);  // The crowd is rebuilt.
    QTRY_COMPARE(scene().crowd.records()[3].variant(), 1 - given);
    choose("swapMeshes", "As in the crowd");
    QCOMPARE(scene().crowd.records()[3].variant(), given);
    // Undo removes the file.
    document().undoStack().setIndex(before);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(animation().variants.empty());
  }
};

TEXELETON_EDITOR_SUITE(TestRagdollPlay)
#include "test_ragdoll_play.moc"

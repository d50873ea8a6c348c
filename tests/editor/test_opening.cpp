// One model after the other in the same window: each is framed, plays, and is drawn.

#include <QStackedWidget>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "tests/editor/editor_window.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestOpening : public EditorTest {
  Q_OBJECT

  /// Models of very different sizes and shapes; only the sample if the shared models are absent.
  std::vector<fs::path> models() {
    std::vector<fs::path> files = {m_editor->folder() / "lantern-knight.glb"};
    for (const fs::path& file : sharedModelFiles()) {
      for (const char* const name : {"fox.glb", "robot.dae", "max-skin-zup.fbx"}) {
        if (file.filename() == name) {
          files.push_back(file);
        }
      }
    }
    return files;
  }
  void open(const fs::path& file) {
    window().openFile(file);
    document().undoStack().setClean();
  }
  bool isBaked() {
    return QTest::qWaitFor(
        [this] { return window().workshop().bake() != nullptr && !window().workshop().isImporting(); }, 60000);
  }
  /// Whether the viewport is shown and has displayed a frame of the current bake.
  bool isDrawn() {
    viewport::RhiWindow& view = window().viewport().window();
    const std::uint64_t before = view.frameCount();
    return QTest::qWaitFor(
        [&] {
          return view.isExposed() && view.frameCount() > before + 1 &&
                 view.scene().animation == window().workshop().bake()->animation;
        },
        30000);
  }
  /// The bounds of the drawn model in normalized device coordinates, −1 … 1.
  std::pair<glm::vec2, glm::vec2> seen() {
    viewport::RhiWindow& view = window().viewport().window();
    const viewport::Scene& scene = view.scene();
    const float aspect = static_cast<float>(view.width()) / static_cast<float>(view.height());
    const glm::mat4 matrix = scene.camera.projection(aspect, scene.crowd.bounds()) * scene.camera.view();
    glm::vec2 least(1e30f);
    glm::vec2 most(-1e30f);
    for (const glm::vec3& point : scene.crowd.outline()) {
      const glm::vec4 clip = matrix * glm::vec4(point, 1.0f);
      least = glm::min(least, glm::vec2(clip) / clip.w);
      most = glm::max(most, glm::vec2(clip) / clip.w);
    }
    return {least, most};
  }
  /// Half extent of the drawn model around the viewport's centre; at most 1 while it is entirely visible.
  glm::vec2 reach() {
    const auto [least, most] = seen();
    return glm::max(glm::abs(least), glm::abs(most));
  }
  void checkFramed(const QString& what) {
    const glm::vec2 seen = reach();
    const QString said = QString("%1: %2 × %3 of the picture").arg(what).arg(seen.x).arg(seen.y);
    QVERIFY2(std::max(seen.x, seen.y) <= 1.0f, qPrintable(said + ", cut off"));
    QVERIFY2(std::max(seen.x, seen.y) >= 0.7f, qPrintable(said + ", a dot"));
  }

 private slots:
  void init() {
    m_editor = std::make_unique<EditorWindow>([](WindowOptions& options) { options.playsWhenOpened = true; });
  }
  void cleanup() { closeWindow(); }

  void framesAndPlaysEachModel() {
    for (int round = 0; round < 2; ++round) {
      for (const fs::path& file : models()) {
        open(file);
        QVERIFY2(isBaked(), file.filename().c_str());
        const QString name = QString::fromStdString(file.filename().string());
        checkFramed(name);
        if (round == 0) {
          m_editor->keepPicture("opened-" + QString::fromStdString(file.stem().string()));
        }
        QVERIFY2(playback().isPlaying(), qPrintable(name));
        // A camera that the user has moved stays for this model only.
        QTest::keyClick(&window().viewport().window(), Qt::Key_3);
        window().viewport().window().scene().camera.zoom(3.0f);
        playback().setPlaying(false);
      }
    }
  }

  // A crowd starts with a hundred characters, in the centre of the view.
  void framesCrowdInCentre() {
    open(models().front());
    QVERIFY(isBaked());
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTRY_COMPARE(window().viewport().window().scene().crowd.size(), std::size_t{100});
    checkFramed("the crowd");
    const auto [least, most] = seen();
    const glm::vec2 middle = (least + most) * 0.5f;
    QVERIFY2(std::max(std::abs(middle.x), std::abs(middle.y)) < 0.05f,
             qPrintable(QString("middle at %1, %2").arg(middle.x).arg(middle.y)));
    m_editor->keepPicture("crowd-framed");
  }

  // A framed model stays visible in a narrow window; a camera that was moved stays.
  void framedInEverySize() {
    TEXELETON_NEEDS_SCREEN();
    open(models().front());
    QVERIFY(isBaked());
    const QSize usual = window().size();
    for (const QSize& size : {QSize(1030, 860), QSize(1440, 720), usual}) {
      window().resize(size);
      QTest::qWait(200);
      checkFramed(QString("at %1 × %2").arg(size.width()).arg(size.height()));
    }
    viewport::RhiWindow& view = window().viewport().window();
    view.scene().camera.zoom(0.5f);
    const viewport::Camera led = view.scene().camera;
    window().resize(1100, 800);
    QTest::qWait(200);
    QVERIFY(view.scene().camera == led);
  }

  // A frame drawn between two models reported "Nothing can be drawn", and the message stayed.
  void quickSwitches() {
    TEXELETON_NEEDS_SCREEN();
    const std::vector<fs::path> files = models();
    std::mt19937 random(20260817);
    int checked = 0;
    for (int i = 0; i < 100; ++i) {
      open(files[random() % files.size()]);
      const bool looks = i % 5 == 4;
      if (!looks) {
        QTest::qWait(static_cast<int>(random() % 150));  // Before, during and after the bake of the previous model.
        continue;
      }
      QVERIFY2(isBaked(), qPrintable(QString("switch %1").arg(i)));
      if (!isDrawn()) {
        m_editor->keepPicture("not-drawn");
        QFAIL(qPrintable(QString("switch %1: the bake is there and is not drawn").arg(i)));
      }
      ++checked;
    }
    QCOMPARE(checked, 20);
  }
};

TEXELETON_EDITOR_SUITE(TestOpening)

#include "test_opening.moc"

// The window must withstand the events of a desktop.

#include <QMouseEvent>
#include <QObject>
#include <QPainter>
#include <QRasterWindow>
#include <QScreen>
#include <QSignalSpy>
#include <cmath>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/rhi_window.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::unique_ptr<viewport::RhiWindow> shownWindow(viewport::GpuBackend backend) {
  auto window = std::make_unique<viewport::RhiWindow>(
      backend, backend == viewport::GpuBackend::Vulkan ? testVulkanInstance() : nullptr);
  window->scene() = stillScene(baked(twoBoneStrip(), {}), 0, 0.2);
  window->resize(320, 240);
  window->show();
  return window;
}

}  // namespace

// Checks that the validation layer has been silent since the last call.
#define TEXELETON_SILENT(step)                          \
  do {                                                  \
    const std::string said = validationMessages();      \
    QVERIFY2(said.empty(), (step ": " + said).c_str()); \
  } while (false)

class TestWindow : public QObject {
  Q_OBJECT

  static bool drawsAgain(viewport::RhiWindow& window) {
    QSignalSpy shown(&window, &viewport::RhiWindow::frameShown);
    window.requestUpdate();
    return shown.wait(5000);
  }

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

#if QT_CONFIG(vulkan)
  // Qt 6.4 allocates Vulkan memory through the instance of the newest device, which must not end before older devices.
  void devicesShareAnInstance() {
    const auto instance = testVulkanInstance();
    if (!instance) {
      QSKIP("no Vulkan");
    }
    QCOMPARE(viewport::VulkanInstance::create(viewport::VulkanInstance::canValidate()).value_or(nullptr), instance);
  }
#endif

  void life_data() { addBackendRows(); }
  void life() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    QSignalSpy failures(window.get(), &viewport::RhiWindow::failed);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    TEXELETON_SILENT("shown");
    for (const QSize& size : {QSize(500, 90), QSize(1, 1), QSize(33, 400), QSize(640, 480)}) {
      window->resize(size);
      QTest::qWait(30);
      QVERIFY(drawsAgain(*window));
    }
    TEXELETON_SILENT("resized");
    window->hide();
    std::uint64_t hidden = 0;
    for (int i = 0; i < 20 && hidden != window->frameCount(); ++i) {  // Frames in progress may still end.
      hidden = window->frameCount();
      QTest::qWait(300);
    }
    window->requestUpdate();
    QTest::qWait(50);
    QCOMPARE(window->frameCount(), hidden);
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    TEXELETON_SILENT("hidden and shown");

    window->resetDevice();  // As after a device loss.
    QVERIFY(window->lastFrame() == nullptr);
    QVERIFY(drawsAgain(*window));
    QVERIFY(window->lastFrame() != nullptr);
    QCOMPARE(window->lastFrame()->backend, static_cast<viewport::GpuBackend>(backend));
    TEXELETON_SILENT("device lost");

    window->setPlaying(true);
    const double before = window->scene().crowd.seconds();
    QTRY_VERIFY(window->scene().crowd.seconds() > before);
    window->setPlaying(false);
    TEXELETON_SILENT("played");

    window->destroy();  // As when its platform window is recreated.
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    QCOMPARE(failures.count(), 0);
    TEXELETON_SILENT("destroyed and shown");
  }

  void input_data() { addBackendRows(); }
  void input() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QSignalSpy moved(window.get(), &viewport::RhiWindow::cameraMoved);
    const viewport::Camera before = window->scene().camera;
    QTest::mousePress(window.get(), Qt::LeftButton, {}, QPoint(100, 100));
    QTest::mouseMove(window.get(), QPoint(160, 120));
    QTest::mouseRelease(window.get(), Qt::LeftButton, {}, QPoint(160, 120));
    QTRY_VERIFY(moved.count() > 0);
    QVERIFY(window->scene().camera.yaw < before.yaw);
    QVERIFY(window->scene().camera.pitch > before.pitch);
    QCOMPARE(window->scene().camera.target, before.target);
    window->scene().camera.distance = 100.0f;
    QTest::keyClick(window.get(), Qt::Key_F);
    QVERIFY(window->scene().camera.distance < 50.0f);
    QVERIFY(drawsAgain(*window));
  }

  // A click selects the object under it; keys look along axes, frame and clear the selection.
  void selection_data() { addBackendRows(); }
  void selection() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    viewport::CrowdSettings settings;
    settings.count = 2;
    settings.speed = 0.0f;
    settings.clip = 2;
    settings.spacing = 4.0f;
    window->scene().crowd = viewport::Crowd::make(settings, *window->scene().animation).value();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QTest::keyClick(window.get(), Qt::Key_1);
    window->frameAll();
    viewport::Camera& camera = window->scene().camera;
    QVERIFY(glm::distance(camera.forward(), glm::vec3(0, 0, -1)) < 1e-3f);
    const float aspect = static_cast<float>(window->width()) / static_cast<float>(window->height());
    // Low on the strip, where the bend does not move it.
    const auto seenAt = [&](std::size_t instance) {
      const glm::vec4 clip = camera.projection(aspect, window->scene().crowd.bounds()) * camera.view() *
                             glm::vec4(window->scene().crowd.records()[instance].toWorld({0.0f, 0.3f, 0.0f}), 1.0f);
      return QPoint(static_cast<int>((clip.x / clip.w * 0.5f + 0.5f) * static_cast<float>(window->width())),
                    static_cast<int>((0.5f - clip.y / clip.w * 0.5f) * static_cast<float>(window->height())));
    };
    using Instances = std::vector<std::uint32_t>;
    QSignalSpy changed(window.get(), &viewport::RhiWindow::selectionChanged);
    QTest::mouseClick(window.get(), Qt::LeftButton, {}, seenAt(0));
    QCOMPARE(window->scene().selection, Instances{0});
    QTest::mouseClick(window.get(), Qt::LeftButton, Qt::ShiftModifier, seenAt(1));
    QCOMPARE(window->scene().selection, (Instances{0, 1}));
    QTest::mouseClick(window.get(), Qt::LeftButton, Qt::ControlModifier, seenAt(0));
    QCOMPARE(window->scene().selection, Instances{1});
    QCOMPARE(changed.count(), 3);
    const float all = camera.distance;
    QTest::keyClick(window.get(), Qt::Key_F);
    QVERIFY(camera.distance < all * 0.9f);
    const float near = camera.distance;
    QTest::keyClick(window.get(), Qt::Key_Home);
    QVERIFY(camera.distance > near);
    QCOMPARE(camera.yaw, viewport::Camera().yaw);
    QTest::keyClick(window.get(), Qt::Key_Escape);
    QCOMPARE(window->scene().selection, Instances{});
    QTest::mouseClick(window.get(), Qt::LeftButton, {}, QPoint(2, 2));
    QCOMPARE(changed.count(), 4);
    QTest::keyClick(window.get(), Qt::Key_3, Qt::ControlModifier);
    QVERIFY(glm::distance(camera.forward(), glm::vec3(1, 0, 0)) < 1e-3f);
    QTest::keyClick(window.get(), Qt::Key_5);
    QVERIFY(camera.orthographic);
    QVERIFY(drawsAgain(*window));
  }

  // The line between two paths follows the pointer, and the camera does not.
  void split_data() { addBackendRows(); }
  void split() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    window->scene().view.comparison = viewport::Comparison::Split;
    window->scene().view.comparedPath = viewport::DrawPath::Texture;
    const float yaw = window->scene().camera.yaw;
    QSignalSpy moved(window.get(), &viewport::RhiWindow::splitMoved);
    const QPoint middle(window->width() / 2, 50);
    QTest::mousePress(window.get(), Qt::LeftButton, {}, middle);
    QTest::mouseMove(window.get(), QPoint(window->width() / 4, 80));
    QTest::mouseRelease(window.get(), Qt::LeftButton, {}, QPoint(window->width() / 4, 80));
    QTRY_VERIFY(moved.count() > 0);
    QVERIFY(std::abs(window->scene().view.splitAt - 0.25f) < 0.01f);
    QCOMPARE(window->scene().camera.yaw, yaw);
    QVERIFY(drawsAgain(*window));
  }

  // Events that fire during playback are signalled.
  void events_data() { addBackendRows(); }
  void events() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    viewport::CrowdSettings settings;
    settings.clip = 0;  // "Bend", with footstep_l at 0.25 s.
    viewport::Scene& scene = window->scene();
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.events = std::make_shared<viewport::CrowdEvents>(scene.animation, scene.crowd);
    QSignalSpy fired(window.get(), &viewport::RhiWindow::eventsFired);
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    window->setPlaying(true);
    QTRY_VERIFY(fired.count() > 0);
    window->setPlaying(false);
    QCOMPARE(scene.events->log().front().name, std::string("footstep_l"));
  }

  // A scene without animation, and one whose texture exceeds the GPU's limits, are reported without ending the program.
  void reportsFailures_data() { addBackendRows(); }
  void reportsFailures() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    QSignalSpy failures(window.get(), &viewport::RhiWindow::failed);
    const auto good = window->scene().animation;
    window->scene().animation = nullptr;
    QVERIFY(drawsAgain(*window));
    QCOMPARE(failures.count(), 1);
    window->scene().animation = good;
    QVERIFY(drawsAgain(*window));
    QCOMPARE(failures.count(), 1);
  }

  // A frame that began without an animation ends after one was set: its messages are outdated.
  void outdatedFailuresAreNotReported_data() { addBackendRows(); }
  void outdatedFailuresAreNotReported() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    if (!window->isThreaded()) {
      QSKIP("frames end where they begin here");
    }
    QSignalSpy failures(window.get(), &viewport::RhiWindow::failed);
    const auto good = window->scene().animation;
    for (int i = 0; i < 5; ++i) {
      window->scene().animation = nullptr;
      QEvent update(QEvent::UpdateRequest);
      QCoreApplication::sendEvent(window.get(), &update);  // A frame begins.
      window->scene().animation = good;
      QVERIFY(drawsAgain(*window));
      QVERIFY(drawsAgain(*window));
    }
    QCOMPARE(failures.count(), 0);
  }

  // A window that grows shows its background until a frame is drawn, not old content of the screen.
  void growingShowsNoGarbage_data() { addBackendRows(); }
  void growingShowsNoGarbage() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    if (QGuiApplication::platformName() != "xcb") {
      QSKIP("only X11 leaves on the screen what was there");
    }
    struct Magenta : QRasterWindow {
      void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(0, 0, width(), height(), Qt::magenta); }
    } before;
    before.setGeometry(0, 0, 600, 400);
    before.show();
    QVERIFY(QTest::qWaitForWindowExposed(&before));
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    window->setGeometry(0, 0, 200, 150);
    window->raise();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    QTest::qWait(50);
    const auto screenAt = [&window](int x, int y) {
      const QImage screen = window->screen()->grabWindow(0).toImage();
      return screen.pixelColor(QPoint(x, y) * screen.devicePixelRatio());
    };
    QCOMPARE(screenAt(400, 300), QColor(Qt::magenta));
    window->resize(500, 350);  // From here on no event is handled, so no frame is drawn.
    QVERIFY(screenAt(400, 300) != QColor(Qt::magenta));
    QVERIFY(screenAt(400, 300).lightness() < 60);
  }

  // A window that cannot draw reports it again after it was hidden and shown.
  void reportsFailuresAgain_data() { addBackendRows(); }
  void reportsFailuresAgain() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<viewport::GpuBackend>(backend));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QSignalSpy failures(window.get(), &viewport::RhiWindow::failed);
    window->scene().animation = nullptr;
    window->requestUpdate();
    QTRY_COMPARE(failures.count(), 1);
    window->hide();
    QTRY_VERIFY(!window->isExposed());
    window->show();
    QTRY_COMPARE(failures.count(), 2);
  }
};

TEXELETON_GPU_SUITE(TestWindow)
#include "test_window.moc"

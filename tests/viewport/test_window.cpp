// The window: what happens to it on a desktop must not hurt it.

#include <QMouseEvent>
#include <QObject>
#include <QSignalSpy>

#include "tests/support/made_models.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/rhi_window.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::unique_ptr<RhiWindow> shownWindow(GpuBackend backend) {
  auto window = std::make_unique<RhiWindow>(backend, backend == GpuBackend::Vulkan ? testVulkanInstance() : nullptr);
  window->scene() = stillScene(baked(twoBoneStrip(), {}), 0, 0.2);
  window->resize(320, 240);
  window->show();
  return window;
}

}  // namespace

// Nothing was said by the validation layer since the last time.
#define TEXELETON_SILENT(step)                          \
  do {                                                  \
    const std::string said = validationMessages();      \
    QVERIFY2(said.empty(), (step ": " + said).c_str()); \
  } while (false)

class TestWindow : public QObject {
  Q_OBJECT

  static bool drawsAgain(RhiWindow& window) {
    QSignalSpy shown(&window, &RhiWindow::frameShown);
    window.requestUpdate();
    return shown.wait(5000);
  }

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void life_data() { addBackendRows(); }
  void life() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<GpuBackend>(backend));
    QSignalSpy failures(window.get(), &RhiWindow::failed);
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
    QTest::qWait(30);
    const std::uint64_t hidden = window->frameCount();
    window->requestUpdate();
    QTest::qWait(50);
    QCOMPARE(window->frameCount(), hidden);
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    TEXELETON_SILENT("hidden and shown");

    window->resetDevice();  // As after a loss.
    QVERIFY(window->device() == nullptr);
    QVERIFY(drawsAgain(*window));
    QVERIFY(window->device() != nullptr);
    TEXELETON_SILENT("device lost");

    window->setPlaying(true);
    const double before = window->scene().crowd.seconds();
    QTRY_VERIFY(window->scene().crowd.seconds() > before);
    window->setPlaying(false);
    TEXELETON_SILENT("played");

    window->destroy();  // As when its platform window is made anew.
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
    const auto window = shownWindow(static_cast<GpuBackend>(backend));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QSignalSpy moved(window.get(), &RhiWindow::cameraMoved);
    const Camera before = window->scene().camera;
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

  // A scene without animation, and one whose texture no GPU takes, are told, and do not end anything.
  void failuresAreTold_data() { addBackendRows(); }
  void failuresAreTold() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    const auto window = shownWindow(static_cast<GpuBackend>(backend));
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QVERIFY(drawsAgain(*window));
    QSignalSpy failures(window.get(), &RhiWindow::failed);
    const auto good = window->scene().animation;
    window->scene().animation = nullptr;
    QVERIFY(drawsAgain(*window));
    QCOMPARE(failures.count(), 1);
    window->scene().animation = good;
    QVERIFY(drawsAgain(*window));
    QCOMPARE(failures.count(), 1);
  }
};

TEXELETON_GPU_TEST_MAIN(TestWindow)
#include "test_window.moc"

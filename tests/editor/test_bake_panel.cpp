// The Bake panel over its error limit: what makes the error, and that what it offers mends it.

#include <QLabel>
#include <QPushButton>
#include <QUndoStack>

#include "app/editor/document/mend.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

BakedAnimation animationAt(std::initializer_list<double> rates) {
  BakedAnimation animation;
  for (const double rate : rates) {
    animation.clips.emplace_back();
    animation.clips.back().sampleRateHz = rate;
  }
  return animation;
}

ClipError errorOf(double encoding, double interpolation, double influences) {
  ClipError error;
  error.encodingMillimetres = encoding;
  error.interpolationMillimetres = interpolation;
  error.influencesMillimetres = influences;
  error.maxMillimetres = encoding + interpolation + influences;
  return error;
}

}  // namespace

class TestBakePanel : public EditorTest {
  Q_OBJECT

  double errorNow(std::size_t clip) { return (*window().workshop().errors())[clip].maxMillimetres; }
  bool isMeasured() { return window().workshop().errors() != nullptr && !window().workshop().runner().isBusy(); }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void causesAreTold() {
    const BakedAnimation animation = animationAt({30.0, 60.0, 30.0});
    const std::vector<ClipError> errors = {errorOf(0.1, 0.2, 0.0), errorOf(0.1, 12.0, 0.0), errorOf(0.2, 0.1, 0.1)};
    QVERIFY(!mendsFor(animation, errors, 20.0));
    // 12 mm to 4 mm: the square root of three, so twice the rate.
    auto mends = mendsFor(animation, errors, 4.0);
    QVERIFY(mends && mends->cause == ErrorCause::Interpolation && !mends->floats && !mends->vertices);
    QCOMPARE(mends->causeMillimetres, 12.0);
    QCOMPARE(mends->rates.size(), std::size_t{1});
    QCOMPARE(mends->rates[0].clip, std::size_t{1});
    QCOMPARE(mends->rates[0].hertz, 120.0);
    // 12 mm to 1 mm would be 3.46 times, so 4: no faster than what can be suggested.
    mends = mendsFor(animation, errors, 1.0);
    QCOMPARE(mends->rates[0].hertz, 240.0);
    mends = mendsFor(animation, errors, 0.01);
    QCOMPARE(mends->rates[1].hertz, 240.0);
    QVERIFY(mends->floats && mends->vertices);

    mends = mendsFor(animationAt({30.0}), {errorOf(3.0, 0.1, 0.2)}, 1.0);
    QVERIFY(mends->cause == ErrorCause::Encoding && mends->floats && !mends->vertices && mends->rates.empty());
    mends = mendsFor(animationAt({30.0}), {errorOf(0.1, 0.1, 5.0)}, 1.0);
    QVERIFY(mends->cause == ErrorCause::Influences && !mends->floats && mends->vertices && mends->rates.empty());
    BakedAnimation exact = animationAt({200.0});
    exact.pixelFormat = PixelFormat::Rgba32F;
    exact.mode = BakeMode::Vertex;
    mends = mendsFor(exact, {errorOf(3.0, 2.0, 2.0)}, 1.0);
    QVERIFY(!mends->floats && !mends->vertices && mends->rates.empty());  // 400 Hz is no advice.
  }

  void aHigherRateMends() {
    QTRY_VERIFY(isMeasured());
    const auto others = document().recipe().clips;
    const double before = errorNow(3);  // The attack, of which blending between frames is nearly all.
    QVERIFY(before > 6.0);
    typeInto(find<NumberField>("errorLimit"), "6");
    auto& raise = find<QPushButton>("raiseRate");
    QTRY_VERIFY(raise.isVisible());
    QVERIFY(!find<QPushButton>("useFloats").isVisible());
    QVERIFY(find<QLabel>("bakeState").text().contains("Blending"));
    QCOMPARE(raise.text(), QString("Bake at 120 Hz"));
    m_editor->keepPicture("raise-rate");
    QTest::mouseClick(&raise, Qt::LeftButton);
    QCOMPARE(document().recipe().clips.size(), std::size_t{4});
    QCOMPARE(document().recipe().clips[3].fps, std::optional(120.0));
    QVERIFY(document().recipe().clips[1] == others[1]);  // Within the limit.
    QTRY_VERIFY(isMeasured() && window().workshop().bake()->animation->clips[3].sampleRateHz == 120.0);
    QTRY_VERIFY(!window().workshop().overLimit());
    QVERIFY(errorNow(3) < 6.0);
    QCOMPARE(find<QLabel>("bakeState").property("role").toString(), QString("good"));
    QVERIFY(!raise.isVisible());
    document().undoStack().undo();
    QVERIFY(document().recipe().clips[3].fps != std::optional(120.0));
    QTRY_VERIFY(raise.isVisible());
  }
};

int main(int argc, char** argv) { return runEditorTest<TestBakePanel>(argc, argv); }

#include "test_bake_panel.moc"

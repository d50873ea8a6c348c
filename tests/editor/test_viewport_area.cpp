// The viewport with its strip, and Compare, by mouse and keys.

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <set>

#include "app/editor/widgets/heat_legend.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestViewportArea : public EditorTest {
  Q_OBJECT

  const std::optional<PathFigures>& compareFigures(DrawPath path) { return window().compare().figures(path); }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void crowdAndOriginalAreShown() {
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{1000});
    m_editor->keepPicture("crowd");
    typeInto(find<NumberField>("crowdCount"), "25");
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{25});
    QTest::mouseClick(find<Segmented>("source").button(1), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().view.path == DrawPath::Compute);
    QTest::mouseClick(find<Segmented>("source").button(0), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().view.path == DrawPath::Texture);
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{1});
  }

  void aClickInTheViewportSelects() {
    TEXELETON_NEEDS_SCREEN();
    RhiWindow& view = window().viewport().window();
    QTRY_VERIFY(view.frameCount() > 0);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(view.width() / 2, view.height() / 2));
    QTRY_COMPARE(window().selection().instances(), std::vector<std::uint32_t>{0});
    QVERIFY(selectionText().contains("Idle"));
    m_editor->keepPicture("selected-character");
    // Home frames like F: what is selected, here one of many.
    find<NumberField>("crowdCount").setValue(16);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    view.select({7});
    QTest::keyClick(&view, Qt::Key_F);
    const Camera near = view.scene().camera;
    view.select({});
    QTest::keyClick(&view, Qt::Key_Home);
    const Camera far = view.scene().camera;
    QVERIFY(far.distance > 2.0f * near.distance);
    view.select({7});
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.scene().camera.distance, near.distance);
    // A smaller crowd has no such character.
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    QVERIFY(window().selection().instances().empty());
  }

  // What the Show menu ticks is drawn, and each entry is a switch of its own.
  void whatIsShownIsChosen() {
    auto& show = find<QToolButton>("show");
    const ViewOptions& view = window().viewport().window().scene().view;
    const auto press = [&show](const QString& text) {
      bool found = false;
      QTimer choosing;  // The button's menu has an event loop of its own.
      connect(&choosing, &QTimer::timeout, &show, [&] {
        if (show.menu()->isVisible()) {
          choosing.stop();
          found = choose(*show.menu(), text);
          show.menu()->close();
        }
      });
      choosing.start(30);
      QTest::mouseClick(&show, Qt::LeftButton);
      return found;
    };
    const std::vector<std::pair<QString, bool ViewOptions::*>> entries = {
        {ViewportArea::tr("Sockets"), &ViewOptions::sockets},
        {ViewportArea::tr("Sample object at sockets"), &ViewOptions::socketObjects},
        {ViewportArea::tr("Statistics"), &ViewOptions::hud},
        {ViewportArea::tr("Grid"), &ViewOptions::grid},
        {ViewportArea::tr("Shadow"), &ViewOptions::shadow},
        {ViewportArea::tr("Wireframe"), &ViewOptions::wireframe},
        {ViewportArea::tr("Blend between frames"), &ViewOptions::interpolate}};
    for (const auto& [text, member] : entries) {
      const bool before = view.*member;
      QVERIFY2(press(text), qPrintable(text));
      QVERIFY2(view.*member == !before, qPrintable(text));
      m_editor->keepPicture("show-" + text.toLower().replace(' ', '-'));
      QVERIFY(press(text));
      QVERIFY2(view.*member == before, qPrintable(text));
    }
    // The buttons of the strip and the menu's entries are one switch.
    QTest::mouseClick(&find<QToolButton>("showSkeleton"), Qt::LeftButton);
    QVERIFY(view.skeleton != SkeletonView::Hidden);
    QVERIFY(press(ViewportArea::tr("Skeleton")));
    QVERIFY(view.skeleton == SkeletonView::Hidden && !find<QToolButton>("showSkeleton").isChecked());
    // Of a crowd whose events fire.
    QVERIFY(press(ViewportArea::tr("Flash on events")));
    QVERIFY(window().viewport().window().scene().events == nullptr);
    find<NumberField>("crowdCount").setValue(9);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().events != nullptr);
    QCOMPARE(document().undoStack().count(), 1);  // The size of the crowd; looking is no edit.
  }

  void comparingIsChosenAndMeasured() {
    window().raiseDock("compare");
    Scene& scene = window().viewport().window().scene();
    auto& how = find<Segmented>("compareHow");
    QTest::mouseClick(how.button(1), Qt::LeftButton);
    QVERIFY(scene.view.comparison == Comparison::Split);
    QVERIFY(scene.view.path == DrawPath::Texture && scene.view.comparedPath == DrawPath::Compute);
    auto& other = find<QComboBox>("compareOther");
    other.setFocus();
    QTest::keyClick(&other, Qt::Key_Down);
    QVERIFY(scene.view.comparedPath == DrawPath::Cpu);
    m_editor->keepPicture("compare-split");
    if (hasScreen()) {
      // Beside skinned ones the texture still draws each character once.
      QTRY_VERIFY_WITH_TIMEOUT(compareFigures(DrawPath::Texture) && compareFigures(DrawPath::Cpu), 60000);
      QCOMPARE(compareFigures(DrawPath::Texture)->vertices, std::uint64_t{animation().mesh.vertexCount()});
      QCOMPARE(compareFigures(DrawPath::Cpu)->vertices, std::uint64_t{animation().mesh.vertexCount()});
    }
    QTest::mouseClick(how.button(2), Qt::LeftButton);
    QVERIFY(scene.view.comparison == Comparison::Overlay);
    QTest::mouseClick(how.button(3), Qt::LeftButton);
    QVERIFY(scene.view.mode == ViewMode::Heat);
    typeInto(find<NumberField>("heatLimit"), "2");
    QCOMPARE(scene.view.heatLimitMillimetres, 2.0);
    if (hasScreen()) {
      QTRY_COMPARE(find<HeatLegend>("heatLegend").limit(), 2.0);
    }
    m_editor->keepPicture("compare-heat");
    QTest::mouseClick(how.button(0), Qt::LeftButton);
    QVERIFY(scene.view.mode == ViewMode::Lit && scene.view.comparison == Comparison::None);

    // The table's rows choose what draws, and the strip over the viewport follows.
    ComparePanel& compare = window().compare();
    clickItem(compare.table(), compare.table().topLevelItem(1), 0);
    QVERIFY(scene.view.path == DrawPath::Compute);
    QCOMPARE(find<Segmented>("source").current(), 1);
    QTest::mouseClick(find<Segmented>("source").button(0), Qt::LeftButton);
    QVERIFY(scene.view.path == DrawPath::Texture);
    TEXELETON_NEEDS_SCREEN();
    QSignalSpy finished(&compare.meter(), &FiguresMeter::finished);
    QTRY_VERIFY_WITH_TIMEOUT(compare.figures(DrawPath::Cpu).has_value(), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(!compare.meter().isBusy(), 60000);
    for (const DrawPath path : {DrawPath::Texture, DrawPath::Compute, DrawPath::Cpu}) {
      const auto& figures = compare.figures(path);
      QVERIFY(figures && figures->problem.empty());
      QVERIFY(figures->drawCalls >= 1);
    }
    // One number, one source: the texture's bytes are the bake's.
    QCOMPARE(compare.figures(DrawPath::Texture)->textureBytes, std::uint64_t{animation().texels.byteCount()});
    QVERIFY(compare.figures(DrawPath::Cpu)->skinningSeconds > 0.0);
    QCOMPARE(compare.table().topLevelItem(0)->text(ComparePanel::kError),
             window().clips().list().topLevelItem(3)->text(ClipsPanel::kError));
    m_editor->keepPicture("compare-table");
  }

  // While a crowd is measured by every path, the window goes on answering.
  void measuringBlocksNothing() {
    TEXELETON_NEEDS_SCREEN();
    find<NumberField>("crowdCount").setValue(60);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    window().raiseDock("compare");
    QTRY_VERIFY(window().compare().meter().isBusy());
    // Another crowd: what was measured is dropped at once.
    typeInto(find<NumberField>("crowdCount"), "10");
    QVERIFY2(!window().compare().meter().isBusy(), "cancelled at once");
    QTRY_VERIFY_WITH_TIMEOUT(window().compare().figures(DrawPath::Cpu).has_value(), 60000);
    QVERIFY(window().compare().figures(DrawPath::Cpu)->vertices >= 10 * animation().mesh.vertexCount());
  }
};

TEXELETON_SUITE_RUN(runEditorTest<TestViewportArea>)

#include "test_viewport_area.moc"

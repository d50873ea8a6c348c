// The viewport with its strip, and the Compare panel, by mouse and keys.

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <atomic>
#include <filesystem>
#include <future>
#include <set>

#include "app/editor/widgets/heat_legend.h"
#include "core/animation/pose.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestViewportArea : public EditorTest {
  Q_OBJECT

  const std::optional<viewport::PathFigures>& compareFigures(viewport::DrawPath path) {
    return window().compare().figures(path);
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void showsCrowdAndOriginal() {
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{100});
    m_editor->keepPicture("crowd");
    typeInto(find<NumberField>("crowdCount"), "25");
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{25});
    QTest::mouseClick(find<Segmented>("source").button(1), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().view.path == viewport::DrawPath::Compute);
    QTest::mouseClick(find<Segmented>("source").button(0), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().view.path == viewport::DrawPath::Texture);
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{1});
  }

  void clickSelects() {
    TEXELETON_NEEDS_SCREEN();
    viewport::RhiWindow& view = window().viewport().window();
    QTRY_VERIFY(view.frameCount() > 0);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(view.width() / 2, view.height() / 2));
    QTRY_COMPARE(window().selection().instances(), std::vector<std::uint32_t>{0});
    QVERIFY(selectionText().contains("Idle"));
    m_editor->keepPicture("selected-character");
    // F frames the selection, here one of many; Home frames everything.
    find<NumberField>("crowdCount").setValue(16);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    view.select({7});
    QTest::keyClick(&view, Qt::Key_F);
    const viewport::Camera near = view.scene().camera;
    view.select({});
    QTest::keyClick(&view, Qt::Key_Home);
    const viewport::Camera far = view.scene().camera;
    QVERIFY(far.distance > 2.0f * near.distance);
    view.select({7});
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.scene().camera.distance, far.distance);
    QTest::keyClick(&view, Qt::Key_F);
    QVERIFY(glm::distance(view.scene().camera.target, near.target) < 1e-3f);
    // A single character does not contain the selected one.
    QTest::mouseClick(find<Segmented>("many").button(0), Qt::LeftButton);
    QVERIFY(window().selection().instances().empty());
  }

  // Bones, sockets and meshes are picked where they appear on screen.
  void clicksPickVisibleObjects() {
    TEXELETON_NEEDS_SCREEN();
    document().set("Sockets", &recipe::RecipeBake::expose,
                   std::vector<recipe::RecipeExpose>{recipe::RecipeExpose{"weapon_r", true, {}}});
    QVERIFY(m_editor->waitUntilBaked());
    viewport::RhiWindow& view = window().viewport().window();
    QTRY_VERIFY(view.frameCount() > 0);
    const viewport::Scene& scene = view.scene();
    const auto placeOf = [&view, &scene](const glm::vec3& world) {
      const float aspect = static_cast<float>(view.width()) / static_cast<float>(view.height());
      const glm::vec4 clip =
          scene.camera.projection(aspect, scene.crowd.bounds()) * scene.camera.view() * glm::vec4(world, 1.0f);
      return QPointF((clip.x / clip.w + 1.0) * 0.5 * view.width(), (1.0 - clip.y / clip.w) * 0.5 * view.height())
          .toPoint();
    };
    // The skeleton's joints, from the source.
    animation::SourcePose pose(model(), animation().clips[0].source.clip);
    pose.evaluate(animation().clips[0].source.fromSeconds);
    const auto jointOf = [&](const char* name) { return glm::vec3(pose.worlds()[nodeNamed(model(), name).value][3]); };
    QTest::mouseClick(&find<QToolButton>("showSkeleton"), Qt::LeftButton);
    QTRY_VERIFY(scene.view.skeleton == viewport::SkeletonView::OnTop);
    const NodeIndex head = nodeNamed(model(), "head");
    QVERIFY(head.isValid());
    const glm::vec3 neck = glm::vec3(pose.worlds()[model().nodes[head.value].parent.value][3]);
    QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(glm::mix(neck, jointOf("head"), 0.5f)));
    QCOMPARE(window().selection().bone(), model().nodes[head.value].parent);
    m_editor->keepPicture("picked-bone");
    find<QToolButton>("showSkeleton").setChecked(false);
    // A socket is placed at its bone.
    find<QToolButton>("showSockets").setChecked(true);
    QTest::mouseClick(&view, Qt::LeftButton, {}, placeOf(jointOf("weapon_r")) + QPoint(3, 2));
    QCOMPARE(window().selection().bone(), nodeNamed(model(), "weapon_r"));
    QVERIFY2(selectionText().contains("weapon_r"), qPrintable(selectionText()));
    m_editor->keepPicture("picked-socket");
    // An object held at the socket, for display only; the document is unchanged.
    const int edits = document().undoStack().count();
    auto& shape = find<QComboBox>("heldShape");
    QVERIFY(shape.isEnabled());
    shape.setCurrentIndex(3);
    emit shape.activated(3);
    typeInto(find<NumberField>("heldRoll"), "30");
    typeInto(find<NumberField>("heldScale"), "2");
    const viewport::HeldObject held = scene.view.heldAt("weapon_r");
    QVERIFY(held.shape == viewport::HeldObject::Shape::Shield && held.rollDegrees == 30.0f && held.scale == 2.0f);
    QVERIFY(scene.view.heldAt("other").shape == viewport::HeldObject::Shape::None);
    QCOMPARE(document().undoStack().count(), edits);
    m_editor->keepPicture("held-shield");
    find<QToolButton>("showSockets").setChecked(false);
    // Esc clears the selection of bones too; then the mesh and the bone under the pointer.
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!window().selection().bone().isValid());
    const QPoint chest = placeOf(jointOf("head"));
    QTest::mouseDClick(&view, Qt::LeftButton, {}, chest);
    QVERIFY(window().selection().subject() == Selection::Subject::Mesh && window().selection().mesh() >= 0);
    m_editor->keepPicture("picked-mesh");
    QTest::mouseClick(&view, Qt::LeftButton, Qt::AltModifier, chest);
    QVERIFY(window().selection().bone().isValid());
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(5, view.height() / 3));  // On the background.
    QVERIFY(!window().selection().bone().isValid() && window().selection().instances().empty());
  }

  // Count and layout can be set while one character is shown, and apply when the crowd is shown; a slow preparation is
  // reported.
  void crowdUsesSettings() {
    auto& count = find<NumberField>("crowdCount");
    QVERIFY(count.isEnabled());
    const viewport::Camera before = window().viewport().window().scene().camera;
    typeInto(count, "36");
    QVERIFY(window().viewport().window().scene().camera == before);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{1});
    QSignalSpy changed(&window().viewport(), &ViewportArea::sceneChanged);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QCOMPARE(window().viewport().window().scene().crowd.size(), std::size_t{36});
    QCOMPARE(changed.count(), 1);  // There was no other change before it.
    TEXELETON_NEEDS_SCREEN();
    typeInto(count, "200");  // Takes some time on a software GPU.
    auto& drawing = find<ElidedLabel>("drawing");
    const viewport::RhiWindow& view = window().viewport().window();
    const auto isDrawn = [&view] {
      return view.lastFrame() != nullptr && view.lastFrame()->statistics.instances == 200;
    };
    bool wasBusy = false;
    QTRY_VERIFY_WITH_TIMEOUT((wasBusy = wasBusy || !drawing.text().isEmpty(), isDrawn()), 120000);
    QTRY_VERIFY(drawing.text().isEmpty());
    if (!wasBusy) {
      qInfo("drawn too quickly to be waited for");
    }
  }

  // Within 0.3 s, at any width.
  void reportsPreparation() {
    TEXELETON_NEEDS_SCREEN();
    auto& drawing = find<ElidedLabel>("drawing");
    QTRY_VERIFY_WITH_TIMEOUT(drawing.text().isEmpty() && window().viewport().window().lastFrame() != nullptr, 120000);
    for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
      window().resize(size.boundedTo(window().screen()->availableSize()));
      QTest::qWait(100);
      window().workshop().runner().start([](JobContext& job, const JobRunner::Deliver& /*deliver*/) {
        while (!job.isCancelled()) {
          QThread::msleep(5);
        }
      });
      QTRY_COMPARE(drawing.text(), ViewportArea::tr("Baking…"));
      QTRY_VERIFY2(drawing.width() >= drawing.fontMetrics().horizontalAdvance(drawing.text()),
                   qPrintable(QString("%1 of %2 at %3")
                                  .arg(drawing.width())
                                  .arg(drawing.fontMetrics().horizontalAdvance(drawing.text()))
                                  .arg(window().width())));
      QVERIFY(!drawing.visibleRegion().isEmpty());
      m_editor->keepPicture(QString("baking-%1").arg(size.width()));
      window().workshop().runner().cancel();
      QTRY_VERIFY_WITH_TIMEOUT(drawing.text().isEmpty(), 60000);
    }
  }

  // The Show menu switches what is drawn, each entry independently.
  void showMenuSetsView() {
    auto& show = find<QToolButton>("show");
    const viewport::ViewOptions& view = window().viewport().window().scene().view;
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
    const std::vector<std::pair<QString, bool viewport::ViewOptions::*>> entries = {
        {ViewportArea::tr("Sockets"), &viewport::ViewOptions::sockets},
        {ViewportArea::tr("Sample object at sockets"), &viewport::ViewOptions::socketObjects},
        {ViewportArea::tr("Statistics"), &viewport::ViewOptions::hud},
        {ViewportArea::tr("Grid"), &viewport::ViewOptions::grid},
        {ViewportArea::tr("Shadow"), &viewport::ViewOptions::shadow},
        {ViewportArea::tr("Wireframe"), &viewport::ViewOptions::wireframe},
        {ViewportArea::tr("Edges"), &viewport::ViewOptions::edges},
        {ViewportArea::tr("Bounds"), &viewport::ViewOptions::bounds},
        {ViewportArea::tr("Blend between frames"), &viewport::ViewOptions::interpolate}};
    for (const auto& [text, member] : entries) {
      const bool before = view.*member;
      QVERIFY2(press(text), qPrintable(text));
      QVERIFY2(view.*member == !before, qPrintable(text));
      m_editor->keepPicture("show-" + text.toLower().replace(' ', '-'));
      QVERIFY(press(text));
      QVERIFY2(view.*member == before, qPrintable(text));
    }
    // The strip's buttons and the menu's entries share their state.
    QTest::mouseClick(&find<QToolButton>("showSkeleton"), Qt::LeftButton);
    QVERIFY(view.skeleton != viewport::SkeletonView::Hidden);
    QVERIFY(press(ViewportArea::tr("Skeleton")));
    QVERIFY(view.skeleton == viewport::SkeletonView::Hidden && !find<QToolButton>("showSkeleton").isChecked());
    QTest::mouseClick(&find<QToolButton>("showBounds"), Qt::LeftButton);
    QVERIFY(view.bounds);
    QVERIFY(press(ViewportArea::tr("Bounds")));
    QVERIFY(!view.bounds && !find<QToolButton>("showBounds").isChecked());
    // Entries are grouped under headings, which cannot be chosen.
    QStringList headings;
    for (const QAction* action : show.menu()->actions()) {
      if (!action->isEnabled() && action->menu() == nullptr && !action->isSeparator()) {
        headings << action->text();
      }
    }
    QCOMPARE(headings, QStringList({ShowMenu::tr("Character"), ShowMenu::tr("Surface"), ShowMenu::tr("Scene"),
                                    ShowMenu::tr("Crowd")}));
    // Needs a crowd whose events fire.
    QVERIFY(press(ViewportArea::tr("Flash on events")));
    QVERIFY(window().viewport().window().scene().events == nullptr);
    find<NumberField>("crowdCount").setValue(9);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QVERIFY(window().viewport().window().scene().events != nullptr);
    QCOMPARE(document().undoStack().count(), 1);  // The size of the crowd; display options are not edits.
  }

  void choosesAndMeasuresComparison() {
    window().raiseDock("compare");
    viewport::Scene& scene = window().viewport().window().scene();
    auto& how = find<Segmented>("compareHow");
    QTest::mouseClick(how.button(1), Qt::LeftButton);
    QVERIFY(scene.view.comparison == viewport::Comparison::Split);
    QVERIFY(scene.view.path == viewport::DrawPath::Texture && scene.view.comparedPath == viewport::DrawPath::Compute);
    auto& other = find<QComboBox>("compareOther");
    other.setFocus();
    QTest::keyClick(&other, Qt::Key_Down);
    QVERIFY(scene.view.comparedPath == viewport::DrawPath::Cpu);
    m_editor->keepPicture("compare-split");
    if (hasScreen()) {
      // Next to skinned characters the texture path still draws each character once.
      QTRY_VERIFY_WITH_TIMEOUT(compareFigures(viewport::DrawPath::Texture) && compareFigures(viewport::DrawPath::Cpu),
                               60000);
      QCOMPARE(compareFigures(viewport::DrawPath::Texture)->vertices, std::uint64_t{animation().mesh.vertexCount()});
      QCOMPARE(compareFigures(viewport::DrawPath::Cpu)->vertices, std::uint64_t{animation().mesh.vertexCount()});
    }
    QTest::mouseClick(how.button(2), Qt::LeftButton);
    QVERIFY(scene.view.comparison == viewport::Comparison::Overlay);
    QTest::mouseClick(how.button(3), Qt::LeftButton);
    QVERIFY(scene.view.mode == viewport::ViewMode::Heat);
    typeInto(find<NumberField>("heatLimit"), "2");
    QCOMPARE(scene.view.heatLimitMillimetres, 2.0);
    if (hasScreen()) {
      QTRY_COMPARE(find<HeatLegend>("heatLegend").limit(), 2.0);
    }
    m_editor->keepPicture("compare-heat");
    QTest::mouseClick(how.button(0), Qt::LeftButton);
    QVERIFY(scene.view.mode == viewport::ViewMode::Lit && scene.view.comparison == viewport::Comparison::None);

    // The table's rows choose the drawing path, and the strip over the viewport follows.
    ComparePanel& compare = window().compare();
    clickItem(compare.table(), compare.table().topLevelItem(1), 0);
    QVERIFY(scene.view.path == viewport::DrawPath::Compute);
    QCOMPARE(find<Segmented>("source").current(), 1);
    QTest::mouseClick(find<Segmented>("source").button(0), Qt::LeftButton);
    QVERIFY(scene.view.path == viewport::DrawPath::Texture);
    TEXELETON_NEEDS_SCREEN();
    QSignalSpy finished(&compare.meter(), &FiguresMeter::finished);
    QTRY_VERIFY_WITH_TIMEOUT(compare.figures(viewport::DrawPath::Cpu).has_value(), 60000);
    QTRY_VERIFY_WITH_TIMEOUT(!compare.meter().isBusy(), 60000);
    for (const viewport::DrawPath path :
         {viewport::DrawPath::Texture, viewport::DrawPath::Compute, viewport::DrawPath::Cpu}) {
      const auto& figures = compare.figures(path);
      QVERIFY(figures && figures->problem.empty());
      QVERIFY(figures->drawCalls >= 1);
    }
    // The size of the texture equals the bake's.
    QCOMPARE(compare.figures(viewport::DrawPath::Texture)->textureBytes, std::uint64_t{animation().texels.byteCount()});
    QVERIFY(compare.figures(viewport::DrawPath::Cpu)->skinningSeconds > 0.0);
    QCOMPARE(compare.table().topLevelItem(0)->text(ComparePanel::kError),
             window().clips().list().topLevelItem(3)->text(ClipTree::kError) + " mm");
    m_editor->keepPicture("compare-table");
  }

  // Every row measures the same picture, in one run; choosing or drawing a path changes no figures.
  void measuresAllRowsAlike() {
    TEXELETON_NEEDS_SCREEN();
    window().raiseDock("compare");
    ComparePanel& compare = window().compare();
    const auto isMeasured = [&compare] { return compare.measurement().isDone && !compare.meter().isBusy(); };
    QTRY_VERIFY_WITH_TIMEOUT(isMeasured(), 120000);
    QCOMPARE(compare.measurement().paths.size(), std::size_t{4});
    viewport::RhiWindow& view = window().viewport().window();
    QCOMPARE(compare.measurement().size, view.size() * view.devicePixelRatio());
    const auto texts = [&compare] {
      QStringList all;
      for (int row = 0; row < compare.table().topLevelItemCount(); ++row) {
        for (int column = 0; column < ComparePanel::kColumnCount; ++column) {
          all << compare.table().topLevelItem(row)->text(column);
        }
      }
      return all;
    };
    const QStringList before = texts();
    const QString about = find<QLabel>("compareAbout").toolTip();
    QVERIFY2(about.contains(QString("%1 × %2").arg(view.width()).arg(view.height())), qPrintable(about));
#ifdef Q_OS_LINUX
    QVERIFY2(about.contains('%'), qPrintable(about));  // Load of the machine by other processes.
#endif
    m_editor->keepPicture("compare-alike");
    playback().setPlaying(true);  // Frames are drawn by one path after the other.
    for (int row = 0; row < compare.table().topLevelItemCount(); ++row) {
      clickItem(compare.table(), compare.table().topLevelItem(row), 0);
      const std::uint64_t frames = view.frameCount();
      QTRY_VERIFY_WITH_TIMEOUT(view.frameCount() > frames + 1, 30000);
      QCOMPARE(texts(), before);
    }
    playback().setPlaying(false);
    // "Measure again" measures all of them again.
    QTest::mouseClick(&find<QToolButton>("measureAgain"), Qt::LeftButton);
    QVERIFY(compare.meter().isBusy());
    QTRY_VERIFY_WITH_TIMEOUT(isMeasured(), 120000);
    QVERIFY(compare.measurement().rounds >= 1);
  }

  // The menu's numbers apply to the picture; surface modes that show vertices cannot be tessellated.
  void tessellation() {
    auto& menu = find<QMenu>("tessellationMenu");
    auto& on = find<QAction>("tessellate");
    const viewport::ViewOptions& view = window().viewport().window().scene().view;
    QVERIFY(!view.tessellates());
    on.trigger();
    QVERIFY(view.tessellates());
    QCOMPARE(view.tessellation, 16.0f);
    find<NumberField>("tessellationSegments").setValue(24);
    find<NumberField>("displacement").setValue(1.5);
    QCOMPARE(view.tessellation, 24.0f);
    QVERIFY(std::abs(view.displacement - 0.015f) < 1e-6f);
    // They are part of the document: each is an edit, and undo updates the view.
    QVERIFY(document().state().view.tessellate);
    QCOMPARE(document().state().view.segments, 24u);
    QCOMPARE(document().state().view.displacement, 0.015);
    const int edits = document().undoStack().index();
    document().undoStack().setIndex(edits - 3);
    QVERIFY(!view.tessellates() && !on.isChecked());
    QCOMPARE(find<NumberField>("tessellationSegments").value(), 16.0);
    QVERIFY(document().state().view == viewport::ViewSetup());
    document().undoStack().setIndex(edits);
    QCOMPARE(view.tessellation, 24.0f);
    QVERIFY(on.isChecked());
    emit menu.aboutToShow();
    QVERIFY(on.isEnabled());
    if (hasScreen()) {
      const auto isShown = [this] {
        const viewport::ShownFrame* frame = window().viewport().window().lastFrame();
        return frame != nullptr && frame->canTessellate && frame->statistics.isTessellated;
      };
      QTRY_VERIFY_WITH_TIMEOUT(isShown(), 30000);
      window().viewport().window().scene().view.edges = true;
      menu.popup(window().mapToGlobal(QPoint(window().width() / 2, 120)));
      m_editor->keepPicture("tessellation");
      menu.close();
    }
    auto& surfaces = find<QComboBox>("surfaces");
    surfaces.setCurrentIndex(surfaces.findData(static_cast<int>(viewport::ViewMode::VertexLit)));
    emit surfaces.activated(surfaces.currentIndex());
    QVERIFY(!view.tessellates());
    emit menu.aboutToShow();
    QVERIFY(!on.isEnabled() && on.toolTip().contains("per vertex"));
  }

  void linesOfNormalsAreTheDocuments() {
    const viewport::ViewOptions& view = window().viewport().window().scene().view;
    const int edits = document().undoStack().index();
    find<QAction>("showNormals").trigger();
    find<QAction>("showTangents").trigger();
    find<NumberField>("normalLength").setValue(12.5);
    QVERIFY(view.normals && view.tangents && std::abs(view.normalLength - 0.125f) < 1e-6f);
    QCOMPARE(document().undoStack().index(), edits + 3);
    const std::filesystem::path file = m_editor->folder() / "lines.texeleton";
    QVERIFY(document().save(file).has_value());
    document().undoStack().setIndex(edits);
    QVERIFY(!view.normals && !view.tangents && !find<QAction>("showNormals").isChecked());
    QVERIFY(std::abs(view.normalLength - 0.02f) < 1e-6f);
    // Loaded again, they apply.
    JobContext job;
    QVERIFY(document().open(file, job).has_value());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(view.normals && view.tangents && std::abs(view.normalLength - 0.125f) < 1e-6f);
    QVERIFY(find<QAction>("showTangents").isChecked());
    QCOMPARE(find<NumberField>("normalLength").value(), 12.5);
  }

  // Nothing is measured behind another tab; choosing another tab ends a measurement.
  void measuresWhileVisibleOnly() {
    TEXELETON_NEEDS_SCREEN();
    ComparePanel& compare = window().compare();
    window().raiseDock("texture");
    QTRY_VERIFY(!compare.isSeen() && compare.isVisible());
    QSignalSpy frames(&window().viewport().window(), &viewport::RhiWindow::frameShown);
    find<NumberField>("crowdCount").setValue(60);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(frames.size() > 0, 30000);
    QTest::qWait(1000);  // Longer than the delay of a measurement.
    QVERIFY(!compare.meter().isBusy() && compare.measurement().rounds == 0);
    window().raiseDock("compare");
    QTRY_VERIFY(compare.isSeen() && compare.meter().isBusy());
    window().raiseDock("texture");
    QTRY_VERIFY(!compare.isSeen());
    QVERIFY(!compare.meter().isBusy());
  }

  // Work that cannot be interrupted does not delay the destruction of its runner.
  void leavesUninterruptibleWork() {
    std::promise<void> release;
    std::promise<void> isRunning;
    std::atomic<bool> delivered = false;
    bool cancelled = false;
    const int before = JobRunner::leftRunning();
    {
      JobRunner runner(nullptr, JobRunner::AtEnd::Leave);
      runner.start([&, released = release.get_future().share()](JobContext& job, const JobRunner::Deliver& deliver) {
        isRunning.set_value();
        released.wait();
        cancelled = job.isCancelled();
        deliver([&] { delivered = true; });
      });
      isRunning.get_future().wait();
    }  // Would block here.
    QCOMPARE(JobRunner::leftRunning(), before + 1);
    release.set_value();
    QTRY_COMPARE(JobRunner::leftRunning(), before);
    QCoreApplication::processEvents();
    QVERIFY(cancelled && !delivered);
    { const JobRunner idle(nullptr, JobRunner::AtEnd::Leave); }
    QCOMPARE(JobRunner::leftRunning(), before);
  }

  // While a crowd is measured by every path, the window stays responsive.
  void measuringBlocksNothing() {
    TEXELETON_NEEDS_SCREEN();
    find<NumberField>("crowdCount").setValue(60);
    QTest::mouseClick(find<Segmented>("many").button(1), Qt::LeftButton);
    window().raiseDock("compare");
    QTRY_VERIFY(window().compare().meter().isBusy());
    // A changed crowd cancels the measurement at once.
    typeInto(find<NumberField>("crowdCount"), "10");
    QVERIFY2(!window().compare().meter().isBusy(), "cancelled at once");
    QTRY_VERIFY_WITH_TIMEOUT(window().compare().figures(viewport::DrawPath::Cpu).has_value(), 150000);
    QVERIFY(window().compare().figures(viewport::DrawPath::Cpu)->vertices >= 10 * animation().mesh.vertexCount());
  }
};

TEXELETON_EDITOR_SUITE(TestViewportArea)

#include "test_viewport_area.moc"

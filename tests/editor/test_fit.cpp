// Fit to a tolerance: the search runs in the background, its result is one edit, and other candidates are a click away.

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QUndoStack>
#include <cmath>

#include "app/editor/document/clip_rows.h"
#include "app/editor/panels/bake/encoding_title.h"
#include "app/editor/panels/bake/fit_section.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestFit : public EditorTest {
  Q_OBJECT

  QPushButton& button() { return find<QPushButton>("fitFind"); }
  FitPlot& plot() { return find<FitPlot>("fitPlot"); }
  FitSection& section() { return *window().findChild<FitSection*>(); }
  void setLimit(const QString& text) { find<QComboBox>("fitLimit").setEditText(text); }
  double worst() { return window().workshop().worst()->millimetres; }
  bool isMeasured() { return window().workshop().errors() != nullptr && !window().workshop().runner().isBusy(); }

 private slots:
  void init() {
    openSampleWindow();
    QTRY_VERIFY(isMeasured());
    // Two clips keep the test fast.
    std::vector<ClipRow> rows = clipRows(document().state(), model());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].ticked = i < 2;
    }
    document().setClips("two", listsOf(rows));
    QVERIFY(m_editor->waitUntilBaked());
    find<QToolButton>("fitHeading").click();
    QVERIFY(section().isOpen());
  }
  void cleanup() { closeWindow(); }

  void takesSmallest() {
    setLimit("10 mm");
    QVERIFY(find<QLabel>("fitMeaning").text().contains("10"));
    const recipe::Recipe before = document().recipe();
    const int edits = document().undoStack().count();
    button().click();
    QVERIFY(section().runner().isBusy());
    QTRY_VERIFY_WITH_TIMEOUT(!section().runner().isBusy(), 120'000);
    QCOMPARE(document().undoStack().count(), edits + 1);
    QCOMPARE(*document().recipe().bake.maxError, 10.0);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(isMeasured());
    QVERIFY2(worst() <= 10.0, qPrintable(QString::number(worst())));
    const int chosen = plot().chosen();
    QVERIFY(chosen >= 0 && plot().points().size() > 3);
    const FitPlot::Point found = plot().points()[static_cast<std::size_t>(chosen)];
    QCOMPARE(found.bytes, std::uint64_t{animation().texels.byteCount()});
    for (const FitPlot::Point& point : plot().points()) {
      QVERIFY(!point.keeps || point.bytes >= found.bytes);
    }
    m_editor->keepPicture("fit");

    // Changes are listed, with links to the settings.
    auto& changes = find<QLabel>("fitChanges");
    QVERIFY(changes.isVisible());
    QVERIFY2(changes.text().contains(FitSection::tr("Memory")) && changes.text().contains("href=\"bakeEncoding\"") &&
                 changes.text().contains(encodingTitle(document().recipe().bake.encoding)),
             qPrintable(changes.text()));
    emit changes.linkActivated("bakeEncoding");
    QTRY_VERIFY(find<QComboBox>("bakeEncoding").hasFocus());
    document().undoStack().undo();
    QVERIFY(!changes.isVisible());
    document().undoStack().redo();
    QVERIFY(changes.isVisible());
    QVERIFY(m_editor->waitUntilBaked());

    // A click on another candidate applies it in one more edit.
    int other = -1;
    for (int i = 0; i < static_cast<int>(plot().points().size()); ++i) {
      const QPointF way = plot().placeOf(i) - plot().placeOf(chosen);
      other = i != chosen && QPointF::dotProduct(way, way) > 900.0 ? i : other;
    }
    QVERIFY(other >= 0);
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, plot().placeOf(other).toPoint());
    QVERIFY(plot().chosen() != chosen);
    QCOMPARE(document().undoStack().count(), edits + 2);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(std::uint64_t{animation().texels.byteCount()},
             plot().points()[static_cast<std::size_t>(plot().chosen())].bytes);
    document().undoStack().undo();
    document().undoStack().undo();
    QVERIFY(document().recipe() == before);
    // With other clips the results are no longer valid.
    QVERIFY(!plot().points().empty());
    std::vector<ClipRow> rows = clipRows(document().state(), model());
    rows[1].ticked = false;
    document().setClips("one", listsOf(rows));
    QVERIFY(plot().points().empty());
  }

  /// The slider selects among the results: no search and no edit until a candidate is applied.
  void sliderMovesLine() {
    QSlider& slider = find<QSlider>("fitSlider");
    setLimit("10mm");
    QVERIFY(std::abs(slider.value() - slider.maximum() * std::log10(10.0 / 0.05) / 3.0) <= 1.0);
    button().click();
    QTRY_VERIFY_WITH_TIMEOUT(!section().runner().isBusy(), 120'000);
    QCOMPARE(plot().limit(), 10.0);
    QCOMPARE(plot().marked(), plot().chosen());
    QVERIFY(!find<QLabel>("fitMarked").isVisible());
    const int edits = document().undoStack().count();
    const int chosen = plot().chosen();
    const auto smallestAt = [this](double millimetres) {
      int smallest = -1;
      for (int i = 0; i < static_cast<int>(plot().points().size()); ++i) {
        const FitPlot::Point& point = plot().points()[static_cast<std::size_t>(i)];
        const bool isSmaller = smallest < 0 || point.bytes < plot().points()[static_cast<std::size_t>(smallest)].bytes;
        smallest = point.millimetres <= millimetres && isSmaller ? i : smallest;
      }
      return smallest;
    };
    for (int step = slider.minimum(); step <= slider.maximum(); step += 20) {
      slider.setValue(step);
      const double wanted = 0.05 * std::pow(10.0, step / 100.0);
      QVERIFY2(std::abs(plot().limit() - wanted) < 0.01 * wanted, qPrintable(QString::number(plot().limit())));
      QCOMPARE(plot().marked(), smallestAt(plot().limit()));
      QCOMPARE(slider.value(), step);
      for (const FitPlot::Point& point : plot().points()) {
        QCOMPARE(point.keeps, point.millimetres <= plot().limit());
      }
    }
    QVERIFY(!section().runner().isBusy());
    QCOMPARE(document().undoStack().count(), edits);
    QCOMPARE(plot().chosen(), chosen);
    m_editor->keepPicture("fit-slider");
    // No candidate reaches the smallest tolerance, which is reported.
    slider.setValue(slider.minimum());
    if (plot().marked() < 0) {
      QVERIFY(find<QLabel>("fitMarked").isVisible());
    }
    // With the keyboard: a page is a fifth of a decade. Typed numbers move the slider.
    slider.setFocus();
    slider.setValue(slider.maximum());
    QTest::keyClick(&slider, Qt::Key_PageDown);
    QCOMPARE(slider.value(), slider.maximum() - 20);
    QVERIFY(std::abs(plot().limit() - 31.5) < 0.2);
    QVERIFY(!slider.accessibleName().isEmpty() && slider.accessibleDescription().contains("31.5"));
    setLimit("0.5mm");
    QCOMPARE(slider.value(), 100);
    setLimit("5m");
    QCOMPARE(slider.value(), slider.maximum());
    setLimit("soon");
    QCOMPARE(slider.value(), slider.maximum());
    QCOMPARE(plot().limit(), 10.0);  // The limit of the search.
    // Return applies the marked candidate, with the current tolerance.
    slider.setValue(slider.minimum());
    slider.setValue(slider.maximum());
    const int marked = plot().marked();
    QVERIFY(marked >= 0);
    QTest::keyClick(&plot(), Qt::Key_Return);
    QCOMPARE(plot().chosen(), marked);
    QCOMPARE(document().undoStack().count(), edits + 1);
    QCOMPARE(*document().recipe().bake.maxError, plot().limit());
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(isMeasured());
    QVERIFY2(worst() <= plot().limit(), qPrintable(QString::number(worst())));
    QVERIFY(!find<QLabel>("fitMarked").isVisible());
  }

  /// Babylon.js plays matrices only. Without this restriction the smallest texture has another encoding.
  void exportTargetsLimitTheEncodings() {
    const auto encodingAfterSearch = [this] {
      setLimit("10 mm");
      button().click();
      if (!QTest::qWaitFor([this] { return !section().runner().isBusy(); }, 120'000)) {
        return std::string("busy");
      }
      return document().recipe().bake.encoding;
    };
    document().set("Babylon.js", &recipe::Recipe::exports, {{"babylon", "web", {}}});
    QCOMPARE(encodingAfterSearch(), std::string("matrix3x4"));
    find<QCheckBox>("fitPlayable").click();
    QVERIFY(encodingAfterSearch() != "matrix3x4");
  }

  void cancels() {
    setLimit("1px@20m");
    const recipe::Recipe before = document().recipe();
    button().click();
    QVERIFY(section().runner().isBusy());
    button().click();
    QVERIFY(!section().runner().isBusy());
    QVERIFY(document().recipe() == before);
    QVERIFY(find<QLabel>("fitText").isVisible());
    QVERIFY(button().isEnabled());
  }

  void reportsUnreachableLimit() {
    setLimit("0.0001 mm");
    const recipe::Recipe before = document().recipe();
    button().click();
    QTRY_VERIFY_WITH_TIMEOUT(!section().runner().isBusy(), 240'000);
    QVERIFY(document().recipe() == before);
    const QLabel& text = find<QLabel>("fitText");
    QCOMPARE(text.property("role").toString(), QString("error"));
    QVERIFY2(text.text().contains(QString::fromStdString(model().clips[0].name)) ||
                 text.text().contains(QString::fromStdString(model().clips[1].name)),
             qPrintable(text.text()));
  }

  void parsesTolerances() {
    for (const char* bad : {"", "soon", "-1", "0", "1px"}) {
      setLimit(bad);
      QVERIFY2(!button().isEnabled(), bad);
      QCOMPARE(find<QLabel>("fitMeaning").property("role").toString(), QString("error"));
    }
    QComboBox& limit = find<QComboBox>("fitLimit");
    limit.setCurrentIndex(1);
    emit limit.activated(1);
    QCOMPARE(limit.currentText(), QString("1px@10m"));
    QVERIFY(button().isEnabled());
    QVERIFY2(find<QLabel>("fitMeaning").text().contains("10.69"), qPrintable(find<QLabel>("fitMeaning").text()));
  }
};

TEXELETON_EDITOR_SUITE(TestFit)

#include "test_fit.moc"

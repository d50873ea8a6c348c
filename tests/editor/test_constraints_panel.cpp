// The bundled transform scenes from Help > Samples, and their constraints, by mouse and keys.

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTreeWidget>
#include <cmath>
#include <functional>

#include "app/editor/panels/bake/constraints_section.h"
#include "core/animation/pose.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestConstraintsPanel : public EditorTest {
  Q_OBJECT

  void openScene(const char* name) {
    find<QAction>((std::string("sample-") + name).c_str()).trigger();
    QVERIFY(m_editor->waitUntilBaked());
  }
  const std::vector<recipe::RecipeConstraint>& constraints() { return document().recipe().constraints; }
  const constraints::Constraint& constraint(std::size_t i) { return constraints()[i].settings; }
  QTreeWidget& list() { return find<QTreeWidget>("constraints"); }
  /// Position of a node in the baked model.
  glm::dvec3 placeOf(const char* node, double seconds) {
    animation::SourcePose pose(model(), ClipIndex(0));
    pose.evaluate(seconds);
    return glm::dvec3(pose.worlds()[nodeNamed(model(), node).value][3]);
  }
  /// Saves a picture of the scene from one of its saved views at a time.
  void keepScene(const char* name, double seconds, std::size_t view) {
    playback().setPlaying(false);
    playback().seek(seconds);
    window().viewport().window().setCamera(document().state().savedViews.at(view).camera());
    m_editor->keepPicture(QString("scene-") + name);
  }
  /// Makes room for the panel in a picture.
  void showPanel() {
    for (const char* dock : {"socketsDock", "selectionDock"}) {
      find<QDockWidget>(dock).close();
    }
    QTest::qWait(50);
    for (QWidget* above = list().parentWidget(); above != nullptr; above = above->parentWidget()) {
      if (auto* area = qobject_cast<QScrollArea*>(above)) {
        area->verticalScrollBar()->setValue(list().mapTo(area->widget(), QPoint(0, 0)).y() - 40);
        return;
      }
    }
  }
  /// Chooses an entry of a button's menu.
  void chooseOf(QToolButton& button, const QString& text) {
    QTimer choosing;
    bool found = false;
    connect(&choosing, &QTimer::timeout, &button, [&] {
      if (button.menu()->isVisible()) {
        choosing.stop();
        found = choose(*button.menu(), text);
        button.menu()->close();
      }
    });
    choosing.start(30);
    QTest::mouseClick(&button, Qt::LeftButton);
    QVERIFY2(found, qPrintable(text));
  }

 private slots:
  void init() { openWindow(); }
  void cleanup() { closeWindow(); }

  void scenes_data() {
    QTest::addColumn<int>("constraintCount");
    QTest::addColumn<double>("seconds");
    QTest::newRow("solar-system") << 11 << 5.2;
    QTest::newRow("buggy") << 8 << 1.3;
    QTest::newRow("camera-boom") << 4 << 7.4;
    QTest::newRow("armed-knight") << 1 << 2.0;
  }
  void scenes() {
    QFETCH(int, constraintCount);
    QFETCH(double, seconds);
    const QByteArray name = QTest::currentDataTag();
    openScene(name.constData());
    QCOMPARE(list().topLevelItemCount(), constraintCount);
    QVERIFY(list().isVisibleTo(&window()));  // A section with settings is expanded.
    QVERIFY(document().file().empty() && !document().isModified());
    for (const Issue& issue : window().workshop().bake()->issues) {
      qInfo("%s", issue.text.c_str());
    }
    clickItem(list(), list().topLevelItem(constraintCount - 1), 1);
    showPanel();
    keepScene(name.constData(), seconds, name == "armed-knight" ? 1 : 0);  // From the front, where the sword shows.
  }

  // A number, a node, a flag: one edit each, which the bake follows and undo reverts.
  void editsSettings() {
    openScene("solar-system");
    clickItem(list(), list().topLevelItem(2), 1);
    QCOMPARE(find<NumberField>("constraint-radius").value(), 2.3);
    QVERIFY(std::abs(glm::length(placeOf("Terra", 1.0)) - 2.3) < 1e-4);
    typeInto(find<NumberField>("constraint-radius"), "3.1");
    QCOMPARE(constraint(2).radius, 3.1);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(std::abs(glm::length(placeOf("Terra", 1.0)) - 3.1) < 1e-4);
    QCOMPARE(document().undoStack().count(), 1);
    document().undoStack().undo();
    QCOMPARE(find<NumberField>("constraint-radius").value(), 2.3);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(std::abs(glm::length(placeOf("Terra", 1.0)) - 2.3) < 1e-4);
    // The probe is aimed at another planet.
    clickItem(list(), list().topLevelItem(10), 1);
    auto& target = find<QComboBox>("constraint-target");
    QCOMPARE(target.currentText(), QString("Terra"));
    target.setCurrentIndex(target.findText("Halo"));
    emit target.activated(target.currentIndex());
    QCOMPARE(constraint(10).target, std::string("Halo"));
    QVERIFY(m_editor->waitUntilBaked());
    showPanel();
    m_editor->keepPicture("constraints-panel");
    // An axis has three fields.
    clickItem(list(), list().topLevelItem(0), 1);
    typeInto(find<NumberField>("constraint-axisX"), "0.5");
    QVERIFY(constraint(0).axis == glm::dvec3(0.5, 1.0, 0.0));
    QCOMPARE(find<NumberField>("constraint-period").value(), 12.0);
    chooseOf(find<QToolButton>("constraint-clips"), "Orbits");
    QCOMPARE(constraint(0).clips, std::vector<std::string>{"Orbits"});
  }

  // Constraints are added for the selected node, moved and deleted, by buttons and keys; those without effect are
  // reported.
  void editsList() {
    QVERIFY(m_editor->openSample());
    QVERIFY(constraints().empty());
    find<QToolButton>("constraintsHeading").setChecked(true);
    window().selection().selectBone(nodeNamed(model(), "head"));
    chooseOf(find<QToolButton>("constraintAdd"), ConstraintsSection::typeText(constraints::ConstraintType::Spin).name);
    QCOMPARE(constraints().size(), std::size_t{1});
    QVERIFY(constraint(0).type == constraints::ConstraintType::Spin && constraint(0).node == "head");
    chooseOf(find<QToolButton>("constraintAdd"),
             ConstraintsSection::typeText(constraints::ConstraintType::Parent).name);
    QVERIFY(constraint(1).type == constraints::ConstraintType::Parent);
    showPanel();
    m_editor->keepPicture("constraints-parent");
    auto& keeps = find<QCheckBox>("constraint-keepsPlace");
    QTest::mouseClick(&keeps, Qt::LeftButton, {}, QPoint(8, keeps.height() / 2));
    QVERIFY(!constraint(1).keepsPlace);
    QTest::keyClick(&list(), Qt::Key_Up, Qt::AltModifier);
    QVERIFY(constraint(0).type == constraints::ConstraintType::Parent &&
            constraint(1).type == constraints::ConstraintType::Spin);
    QTest::mouseClick(&find<QToolButton>("constraintDown"), Qt::LeftButton);
    QVERIFY(constraint(0).type == constraints::ConstraintType::Spin);
    QVERIFY(m_editor->waitUntilBaked());
    QTest::keyClick(&list(), Qt::Key_Delete);
    QCOMPARE(constraints().size(), std::size_t{1});
    for (int edits = document().undoStack().count(); edits > 0; --edits) {
      document().undoStack().undo();
    }
    QVERIFY(constraints().empty());
    // A constraint of a missing node is left out and reported.
    recipe::RecipeConstraint wrong;
    wrong.settings = constraints::usualConstraint(constraints::ConstraintType::Spin);
    wrong.settings.node = "heed";
    document().set("Wrong", &recipe::Recipe::constraints, {wrong});
    QVERIFY(m_editor->waitUntilBaked());
    const auto told = [this] {
      for (const Issue& issue : window().workshop().bake()->issues) {
        if (issue.text.find("did you mean \"head\"") != std::string::npos) {
          return true;
        }
      }
      return false;
    };
    QTRY_VERIFY(told());
  }
};

TEXELETON_EDITOR_SUITE(TestConstraintsPanel)

#include "test_constraints_panel.moc"

// Pieces of point caches in the window: check box and tolerance, advice, list of the worst pieces.

#include <QCheckBox>
#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "app/editor/document/motion_sources.h"
#include "app/editor/widgets/number_field.h"
#include "tests/editor/editor_window.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestPiecesRow : public EditorTest {
  Q_OBJECT

  /// A copy of a sample with point caches.
  fs::path sample(const std::string& name) {
    for (const char* ending : {".obj", ".mtl", ".pc2"}) {
      fs::copy_file(sourceFolder() / "resources/samples" / (name + ending), m_editor->folder() / (name + ending),
                    fs::copy_options::overwrite_existing);
    }
    return m_editor->folder() / (name + ".obj");
  }

  /// Opens a model and waits until it is imported and baked, or has failed.
  void open(const fs::path& model) {
    window().openFile(model);
    QVERIFY(QTest::qWaitFor([this] { return isAtRest(); }, 60000));
  }
  bool isAtRest() {
    Workshop& workshop = window().workshop();
    return workshop.model() && !workshop.runner().isBusy() && (workshop.errors() != nullptr || workshop.problem());
  }

  std::optional<double> pieces() {
    const recipe::Recipe& recipe = document().recipe();
    const auto caches = sourcesOf(recipe, pack::SourceRole::Cache);
    return caches.empty() ? std::nullopt : recipe.sources[caches.front()].pieces;
  }

  QPushButton* adviceButton() {
    for (QPushButton* button : window().findChildren<QPushButton*>("fix")) {
      if (button->text() == QCoreApplication::translate("IssueFix", "Bake as Pieces")) {
        return button;
      }
    }
    return nullptr;
  }

 private slots:
  void init() { openWindow(); }
  void cleanup() { closeWindow(); }

  // The advice turns the pieces of a wall into bones in one step, which undo reverts.
  void appliesAdvice() {
    open(sample("breaking-wall"));
    QVERIFY(find<QCheckBox>("pieces").isVisibleTo(&window()));
    QVERIFY(!find<QCheckBox>("pieces").isChecked());
    QVERIFY(!find<NumberField>("piecesTolerance").isEnabled());
    QTRY_VERIFY(adviceButton() != nullptr);
    m_editor->keepPicture("pieces-advice");
    const recipe::Recipe before = document().recipe();
    QTest::mouseClick(adviceButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(pieces().has_value(), 5000);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().mode, vat::BakeMode::Bone);
    QCOMPARE(animation().bones.size(), std::size_t{68});
    QVERIFY(find<QCheckBox>("pieces").isChecked());
    QCOMPARE(find<NumberField>("piecesTolerance").value(), *pieces());
    QVERIFY(adviceButton() == nullptr);
    // The worst pieces link to their bones.
    const auto& list = find<QWidget>("piecesList");
    QVERIFY(list.isVisibleTo(&window()));
    QList<QLabel*> links;
    for (QLabel* label : list.findChildren<QLabel*>()) {
      if (label->text().contains("<a ")) {
        links.append(label);
      }
    }
    QCOMPARE(links.size(), 5);
    const model::Piece& worst = *std::max_element(
        model().pieces.begin(), model().pieces.end(),
        [](const model::Piece& a, const model::Piece& b) { return a.residualMetres < b.residualMetres; });
    const QString name = QString::fromStdString(model().nodes[worst.node.value].name);
    QVERIFY2(links.front()->text().contains(name), qPrintable(links.front()->text()));
    emit links.front()->linkActivated("#");
    QTRY_VERIFY2(selectionText().startsWith(name), qPrintable(selectionText()));
    m_editor->keepPicture("pieces");
    document().undoStack().undo();
    QVERIFY(document().recipe() == before);
  }

  // Set by hand, with another tolerance; a tolerance that is too small is rejected with a message, and the row stays
  // for a correction.
  void tickAndTolerance() {
    open(sample("breaking-wall"));
    auto& tick = find<QCheckBox>("pieces");
    QTest::mouseClick(&tick, Qt::LeftButton, {}, QPoint(8, tick.height() / 2));
    QVERIFY(pieces().has_value() && document().recipe().bake.mode == vat::BakeMode::Bone);
    QVERIFY(m_editor->waitUntilBaked());
    auto& tolerance = find<NumberField>("piecesTolerance");
    QVERIFY(tolerance.isEnabled());
    tolerance.setValue(0.0);
    QCOMPARE(pieces(), std::optional(0.0));
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().problem().has_value() && !window().workshop().runner().isBusy(),
                             60000);
    QVERIFY2(window().workshop().problem()->message.contains("do not move rigidly"),
             window().workshop().problem()->message.c_str());
    QVERIFY(tick.isVisibleTo(&window()) && tick.isChecked());
    document().undoStack().undo();
    QTest::mouseClick(&tick, Qt::LeftButton, {}, QPoint(8, tick.height() / 2));
    QVERIFY(!pieces() && document().recipe().bake.mode == vat::BakeMode::Vertex);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().mode, vat::BakeMode::Vertex);
    document().undoStack().undo();
    document().undoStack().undo();
    QVERIFY(!pieces());
  }

  // Cloth gets no advice to use pieces or bones.
  void clothGetsNoAdvice() {
    open(sample("torn-banner"));
    QVERIFY(find<QCheckBox>("pieces").isVisibleTo(&window()));
    QVERIFY(adviceButton() == nullptr);
    document().setMode("Vertices", vat::BakeMode::Vertex);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(adviceButton() == nullptr);
    QVERIFY(!find<QPushButton>("takeAdvice").isVisibleTo(&window()));
  }

  void hiddenWithoutCaches() {
    QVERIFY(m_editor->openSample());
    QVERIFY(!find<QCheckBox>("pieces").isVisibleTo(&window()));
  }
};

TEXELETON_EDITOR_SUITE(TestPiecesRow)
#include "test_pieces_row.moc"

// The worked example of docs/extending.md, "A panel of the editor": a panel that exists only in this test reads the
// document, writes through an undoable edit, and follows changes, without code in the window or other panels.

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "tests/editor/editor_window.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

class ExamplePanel : public Panel {
 public:
  explicit ExamplePanel(Workshop& workshop) : m_workshop(workshop) {
    auto* layout = new QVBoxLayout(this);
    m_text = new QLabel;
    m_text->setObjectName("exampleText");
    auto* once = new QPushButton("Play everything once");
    once->setObjectName("exampleButton");
    layout->addWidget(m_text);
    layout->addWidget(once);
    connect(once, &QPushButton::clicked, this, [this] {
      m_workshop.document().set("Play everything once", &recipe::RecipeBake::loop, std::optional(bake::LoopMode::Off));
    });
    connect(&m_workshop.document(), &Document::changed, this, &ExamplePanel::refresh);
    connect(&m_workshop, &Workshop::bakeChanged, this, &ExamplePanel::refresh);
    refresh();
  }

 private:
  void refresh() {
    const auto& bake = m_workshop.bake();
    const auto loops = bake ? std::count_if(bake->animation->clips.begin(), bake->animation->clips.end(),
                                            [](const vat::BakedClip& clip) { return clip.loop; })
                            : 0;
    m_text->setText(
        QString("%1, %2 loop").arg(m_workshop.document().recipe().bake.loop ? "chosen" : "usual").arg(loops));
    emit summaryChanged(m_text->text());
  }

  Workshop& m_workshop;
  QLabel* m_text = nullptr;
};

}  // namespace

class TestExamplePanel : public EditorTest {
  Q_OBJECT
 private slots:
  void initTestCase() { openSampleWindow(); }
  void cleanupTestCase() { closeWindow(); }

  void readsWritesAndFollows() {
    auto* dock = new QDockWidget("Example", &window());
    dock->setObjectName("exampleDock");
    auto* panel = new ExamplePanel(window().workshop());
    dock->setWidget(panel);
    window().addDockWidget(Qt::RightDockWidgetArea, dock);
    QTRY_VERIFY(panel->isVisible());
    const QLabel& text = find<QLabel>("exampleText");
    const QString before = text.text();
    QVERIFY(before.startsWith("usual, ") && !before.endsWith(" 0 loop"));
    const int edits = document().undoStack().count();

    QTest::mouseClick(&find<QPushButton>("exampleButton"), Qt::LeftButton);
    QCOMPARE(document().recipe().bake.loop, std::optional(bake::LoopMode::Off));
    QCOMPARE(document().undoStack().count(), edits + 1);
    QTRY_COMPARE(text.text(), QString("chosen, 0 loop"));
    m_editor->keepPicture("example-panel");

    document().undoStack().undo();
    QTRY_COMPARE(text.text(), before);
    QVERIFY(!document().recipe().bake.loop);
  }
};

TEXELETON_EDITOR_SUITE(TestExamplePanel)
#include "test_example_panel.moc"

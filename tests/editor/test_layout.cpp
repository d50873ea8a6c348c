// The window as a whole: it fits, it is operable by keys, it speaks two languages.

#include <QCheckBox>
#include <QProcess>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/folding_section.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

/// Texts of controls that have too little room for them, including their margins.
QStringList cutTexts(const QWidget& window) {
  QStringList cut;
  const auto check = [&cut](const QWidget& widget, const QString& text, int room) {
    const QRect seen = widget.visibleRegion().boundingRect();
    int needed = 0;
    for (const QString& line : text.split('\n')) {
      needed = std::max(needed, widget.fontMetrics().horizontalAdvance(line));
    }
    // A widget below the scrolled area is not cut; one beyond its right edge is, because nothing scrolls there.
    if (!text.isEmpty() && !seen.isEmpty() && (room < needed || seen.width() < widget.width())) {
      cut << QString("%1 (%2 needs %3, has %4)").arg(text, widget.objectName()).arg(needed).arg(room);
    }
  };
  for (const auto* button : window.findChildren<QAbstractButton*>()) {
    const auto* tool = qobject_cast<const QToolButton*>(button);
    if (tool == nullptr || tool->toolButtonStyle() != Qt::ToolButtonIconOnly) {
      const bool isBox = qobject_cast<const QCheckBox*>(button) != nullptr;
      check(*button, button->text().remove('&'), button->width() - (isBox ? 18 : 8));
    }
  }
  for (const auto* combo : window.findChildren<QComboBox*>()) {
    QStyleOptionComboBox option;
    option.initFrom(combo);
    const QRect edit =
        combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo);
    check(*combo, combo->currentText(), edit.width());
  }
  for (const auto* bar : window.findChildren<QTabBar*>()) {
    for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab) {
      const int needed = bar->fontMetrics().horizontalAdvance(bar->tabText(tab));
      if (bar->tabRect(tab).width() - 26 < needed && bar->tabIcon(tab).isNull()) {
        cut << QString("%1 (tab)").arg(bar->tabText(tab));
      }
    }
  }
  for (const auto* field : window.findChildren<QAbstractSpinBox*>()) {
    check(*field, field->text(), field->width() - 2 * 8);
  }
  for (const auto* label : window.findChildren<QLabel*>()) {
    const bool isElided = qobject_cast<const ElidedLabel*>(label) != nullptr;  // The tool tip has the full text.
    if (!isElided && !label->wordWrap() && label->textFormat() != Qt::RichText) {
      check(*label, label->text(), label->contentsRect().width());
    }
  }
  return cut;
}

}  // namespace

class TestLayout : public EditorTest {
  Q_OBJECT

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  // "Sans Serif" is an alias: the font must be the one it names, not the next in the list, which is Chinese.
  void usesSystemFont() {
    const QString system = QFontInfo(QFontDatabase::systemFont(QFontDatabase::GeneralFont)).family();
    if (!system.contains("CJK")) {
      QCOMPARE(QFontInfo(window().font()).family(), system);
      QCOMPARE(QApplication::font().families().first(), system);
    }
  }

  // The whole window fits a small screen without cut texts.
  void narrowWindowsCutNoText() {
    QVERIFY2(window().minimumSizeHint().width() <= 1024,
             qPrintable(QString::number(window().minimumSizeHint().width())));
    QVERIFY2(window().minimumSizeHint().height() <= 680,
             qPrintable(QString::number(window().minimumSizeHint().height())));
    for (const QSize size : {QSize(2560, 1440), QSize(1280, 800), QSize(1024, 768), QSize(1024, 700)}) {
      window().resize(size);
      QTest::qWait(50);
      QCOMPARE(window().width(), size.width());
      for (const char* dock : {"timeline", "texture", "compare", "issues"}) {
        window().raiseDock(dock);
        QTest::qWait(30);
        m_editor->keepPicture(QString("%1-%2").arg(dock).arg(size.width()));
        const QStringList cut = cutTexts(window());
        QVERIFY2(cut.isEmpty(), qPrintable(QString("%1 at %2: %3").arg(dock).arg(size.width()).arg(cut.join(" | "))));
      }
      // Longer texts: a bone's values, an event's fields, a comparison of two paths.
      window().raiseDock("compare");
      QTest::mouseClick(find<Segmented>("compareHow").button(1), Qt::LeftButton);
      window().selection().selectBone(nodeNamed(model(), "weapon_r"));
      QTest::qWait(150);
      m_editor->keepPicture(QString("bone-split-%1").arg(size.width()));
      QVERIFY2(cutTexts(window()).isEmpty(), qPrintable(cutTexts(window()).join(" | ")));
      QTest::mouseClick(find<Segmented>("compareHow").button(0), Qt::LeftButton);
      window().raiseDock("timeline");
      window().playback().setClip(1);
      QTRY_COMPARE(window().timeline().view().events().size(), std::size_t{2});
      QTest::mouseClick(&window().timeline().view(), Qt::LeftButton, {},
                        window().timeline().view().markerOf(0).toPoint());
      QTest::qWait(150);
      m_editor->keepPicture(QString("event-%1").arg(size.width()));
      QVERIFY2(cutTexts(window()).isEmpty(), qPrintable(cutTexts(window()).join(" | ")));
    }
  }

  // A small window shows six clips and the result of the bake, and the docks regain their sizes when it grows.
  void smallWindowsKeepEssentials() {
    const auto rowsInSight = [this] {
      const QTreeWidget& list = window().clips().list();
      return list.viewport()->height() / list.sizeHintForRow(0);
    };
    const auto isWhole = [](const QWidget& widget) {
      return widget.isVisible() && widget.visibleRegion().boundingRect().size() == widget.size();
    };
    const std::vector<const char*> names = {"clipsDock",   "modelDock",     "bakeDock",
                                            "socketsDock", "selectionDock", "timeline"};
    const auto sizes = [&] {
      QList<QSize> all;
      for (const char* name : names) {
        all << find<QDockWidget>(name).size();
      }
      return all;
    };
    const QSize usual = QSize(1440, 900).boundedTo(window().screen()->availableSize());
    // Layout events are late on a busy machine: wait until the sizes have settled.
    const auto settle = [&sizes] {
      QList<QSize> last;
      for (int still = 0, waits = 0; still < 4 && waits < 100; ++still, ++waits) {
        QTest::qWait(60);
        const QList<QSize> now = sizes();
        still = now == last ? still : 0;
        last = now;
      }
    };
    window().resize(usual);
    settle();
    const QList<QSize> before = sizes();
    for (const QSize size : {usual, QSize(1024, 700)}) {
      window().resize(size);
      settle();
      QCOMPARE(window().size(), size);
      QVERIFY2(rowsInSight() >= 6, qPrintable(QString("%1 rows at %2").arg(rowsInSight()).arg(size.width())));
      QVERIFY2(isWhole(find<QLabel>("bakeFigure")), qPrintable(QString::number(size.width())));
      QVERIFY2(isWhole(find<QLabel>("bakeState")), qPrintable(QString::number(size.width())));
      m_editor->keepPicture(QString("small-%1").arg(size.width()));
      QVERIFY(isWhole(find<QToolButton>("moreClips")) && isWhole(find<QCheckBox>("tickAll")));
    }
    window().resize(usual);
    settle();
    const QList<QSize> after = sizes();
    for (int i = 0; i < before.size(); ++i) {
      QVERIFY2(
          std::abs(before[i].width() - after[i].width()) <= 3 && std::abs(before[i].height() - after[i].height()) <= 6,
          qPrintable(QString("%1: %2 × %3 became %4 × %5")
                         .arg(names[static_cast<std::size_t>(i)])
                         .arg(before[i].width())
                         .arg(before[i].height())
                         .arg(after[i].width())
                         .arg(after[i].height())));
    }
    // A dock is restored to the size that the user gave it.
    const QDockWidget& clips = find<QDockWidget>("clipsDock");
    const QPoint separator(clips.geometry().right() + 3, 300);
    QVERIFY(window().isSeparator(separator));
    drag(window(), separator, separator + QPoint(80, 0));
    settle();
    const int wide = clips.width();
    QVERIFY2(usual.width() < 1200 || std::abs(wide - before[0].width() - 80) < 8, qPrintable(QString::number(wide)));
    window().resize(1024, 700);
    settle();
    QVERIFY(usual.width() < 1200 || clips.width() < wide - 60);
    window().resize(usual);
    settle();
    QTRY_VERIFY2(std::abs(clips.width() - wide) <= 3,
                 qPrintable(QString("%1, was %2 of %3").arg(clips.width()).arg(wide).arg(window().width())));
  }

  // Expanding a section in a dock does not widen the dock.
  void sectionsDoNotWidenDocks() {
    const auto widths = [this] {
      QStringList all;
      for (const QDockWidget* dock : window().findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!dock->visibleRegion().isEmpty()) {
          all << QString("%1: %2").arg(dock->objectName()).arg(dock->width());
        }
      }
      return all;
    };
    for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
      window().resize(size.boundedTo(window().screen()->availableSize()));
      QTest::qWait(200);
      const QStringList before = widths();
      int opened = 0;
      for (const FoldingSection* section : window().findChildren<FoldingSection*>()) {
        for (QToolButton* heading : section->findChildren<QToolButton*>()) {
          if (heading->property("heading").toBool()) {
            heading->setChecked(false);
            heading->click();
            QVERIFY(section->isOpen());
            QTest::qWait(100);
            ++opened;
            QVERIFY2(widths() == before, qPrintable(QString("%1 at %2: %3, were %4")
                                                        .arg(heading->objectName())
                                                        .arg(size.width())
                                                        .arg(widths().join(", "), before.join(", "))));
          }
        }
      }
      QVERIFY2(opened >= 5, qPrintable(QString::number(opened)));
    }
  }

  // Nothing is selected at first: Selection is reduced to its title, and Bake has most of the column.
  void emptySelectionIsCollapsed() {
    QDockWidget& selection = find<QDockWidget>("selectionDock");
    const QDockWidget& bake = find<QDockWidget>("bakeDock");
    const auto share = [&] {
      const QDockWidget& sockets = find<QDockWidget>("socketsDock");
      return static_cast<double>(bake.height()) / (bake.height() + sockets.height() + selection.height());
    };
    window().resize(QSize(1600, 1000).boundedTo(window().screen()->availableSize()));
    QTRY_COMPARE(selection.height(), selection.titleBarWidget()->height());
    QCOMPARE(selection.widget()->height(), 0);
    QTRY_VERIFY2(share() >= 0.6, qPrintable(QString::number(share())));
    m_editor->keepPicture("empty-selection");
    window().selection().selectBone(nodeNamed(model(), "weapon_r"));
    QTRY_VERIFY(selection.widget()->isVisible() && selection.height() > 120);
    QVERIFY(find<QLabel>("selectionTitle").isVisible());
    window().selection().clear();
    QTRY_COMPARE(selection.height(), selection.titleBarWidget()->height());
    // A floating dock is as large as its window.
    selection.setFloating(true);
    QTRY_VERIFY(selection.widget()->isVisible());
    selection.setFloating(false);
    QTRY_COMPARE(selection.height(), selection.titleBarWidget()->height());
  }

  // In both themes and languages no text without a tool tip is cut.
  void themesAndLanguages() {
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
      applyTheme(*qApp, theme);
      QTest::qWait(50);  // The event loop applies layouts.
      m_editor->keepPicture(theme == Theme::Light ? "light" : "dark");
      // No row keeps the colours of the previous theme.
      for (QTreeWidget* tree : window().findChildren<QTreeWidget*>()) {
        for (QTreeWidgetItemIterator row(tree); *row != nullptr; ++row) {
          for (int column = 0; column < tree->columnCount(); ++column) {
            const QBrush brush = (*row)->foreground(column);
            const auto isToken = [&brush](Token token) { return brush.color() == color(token); };
            QVERIFY2(brush.style() == Qt::NoBrush || isToken(Token::Text) || isToken(Token::Muted) ||
                         isToken(Token::Warning) || isToken(Token::Error) || isToken(Token::Accent),
                     qPrintable((*row)->text(column)));
          }
        }
      }
      for (const QPushButton* button : window().findChildren<QPushButton*>()) {
        if (button->isVisible()) {
          QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                   qPrintable(button->text()));
        }
      }
      for (const QLabel* label : window().findChildren<QLabel*>()) {
        if (label->isVisible() && !label->wordWrap() && qobject_cast<const ElidedLabel*>(label) == nullptr &&
            label->textFormat() != Qt::RichText && !label->text().contains('\n')) {
          QVERIFY2(label->width() + 1 >= label->fontMetrics().horizontalAdvance(label->text()),
                   qPrintable(label->text()));
        }
      }
    }
  }

  // Language and scale are set when a process starts. At 150 %, a screen of 1,600 × 1,000 has 1,067 × 667.
  void otherLanguagesAndScales_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("scale");
    QTest::newRow("Chinese") << "zh_CN"
                             << "1";
    QTest::newRow("English, 150 %") << "en"
                                    << "1.5";
    QTest::newRow("Chinese, 150 %") << "zh_CN"
                                    << "1.5";
  }
  void otherLanguagesAndScales() {
    QFETCH(QString, language);
    QFETCH(QString, scale);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TEXELETON_TEST_LANGUAGE", language);
    environment.insert("QT_SCALE_FACTOR", scale);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QCoreApplication::applicationFilePath(),
                  {"layout", "narrowWindowsCutNoText", "smallWindowsKeepEssentials", "emptySelectionIsCollapsed",
                   "themesAndLanguages"});
    QVERIFY(process.waitForFinished(240000));
    const QByteArray told = process.readAll();
    QVERIFY2(process.exitCode() == 0 && told.contains("6 passed, 0 failed"), told.constData());
  }

  // Without a mouse: tabs switch with keys, and every control can be focused and has a name.
  void keysReachEverything() {
    const std::pair<Qt::Key, const char*> tabs[] = {
        {Qt::Key_2, "texture"}, {Qt::Key_3, "compare"}, {Qt::Key_1, "timeline"}};
    for (const auto& [key, name] : tabs) {
      QTest::keyClick(&window(), key, Qt::AltModifier);
      QTRY_VERIFY(find<QDockWidget>(name).widget()->isVisible() &&
                  !find<QDockWidget>(name).widget()->visibleRegion().isEmpty());
      QVERIFY(find<QDockWidget>(name).isAncestorOf(QApplication::focusWidget()));
    }
    for (const QAbstractButton* button : window().findChildren<QAbstractButton*>()) {
      const bool own = !button->objectName().startsWith("qt_") && button->inherits("QToolButton");
      if (own && button->isVisibleTo(&window()) && button->text().isEmpty()) {
        QVERIFY2(!button->accessibleName().isEmpty() || !button->toolTip().isEmpty(), qPrintable(button->objectName()));
      }
    }
  }

  void showsGuide() {
    QAction* guide = nullptr;
    for (QAction* action : window().findChildren<QAction*>()) {
      guide = action->text() == WindowActions::tr("User guide") ? action : guide;
    }
    QVERIFY(guide != nullptr);
    guide->trigger();
    auto* text = window().findChild<QTextBrowser*>("guideText");
    QVERIFY(text != nullptr);
    QVERIFY(text->toPlainText().size() > 1000);
    QVERIFY(text->toPlainText().contains(QLocale().language() == QLocale::Chinese ? QString::fromUtf8("动画片段")
                                                                                  : QString("Clips")));
    QTest::qWait(30);
    // Pictures are no wider than the text; a trailing space may be.
    QVERIFY(text->horizontalScrollBar()->maximum() < text->document()->documentMargin());
    m_editor->keepPicture("guide");
  }
};

TEXELETON_EDITOR_SUITE(TestLayout)

#include "test_layout.moc"

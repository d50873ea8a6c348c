// Docks: floated, placed side by side, closed and restored, by menus and by the mouse; saved.

#include <QSettings>
#include <QTabBar>
#include <QTest>

#include "app/editor/window/dock_title.h"
#include "app/editor/window/window_menus.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestDocks : public EditorTest {
  Q_OBJECT

  static QDockWidget& dockOf(MainWindow& window, const char* name) { return *window.findChild<QDockWidget*>(name); }
  QDockWidget& dock(const char* name) { return dockOf(window(), name); }
  static DockTitle& titleOf(const QDockWidget& dock) { return *qobject_cast<DockTitle*>(dock.titleBarWidget()); }
  /// The tab bar that holds a dock's tab.
  QTabBar* barOf(const QString& title, int& tab) {
    for (QTabBar* bar : window().findChildren<QTabBar*>()) {
      for (tab = 0; bar->isVisible() && tab < bar->count(); ++tab) {
        if (bar->tabText(tab) == title) {
          return bar;
        }
      }
    }
    return nullptr;
  }
  static void askAt(QWidget& widget, const QPoint& place) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget.mapToGlobal(place));
    QApplication::sendEvent(&widget, &event);
  }
  /// Chooses an entry of the menu of a dock's tab.
  bool chooseAtTab(const char* name, const QString& text) {
    int tab = 0;
    QTabBar* bar = barOf(dock(name).windowTitle(), tab);
    if (bar == nullptr) {
      return false;
    }
    askAt(*bar, bar->tabRect(tab).center());
    return chooseInMenu(text);
  }
  bool chooseAtTitle(const char* name, const QString& text) {
    DockTitle& title = titleOf(dock(name));
    askAt(title, title.rect().center());
    return chooseInMenu(text);
  }
  bool chooseInMenu(const QString& text) {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    return menu != nullptr && menu->objectName() == "dockMenu" && choose(*menu, text);
  }
  bool isTab(const char* name) { return window().tabifiedDockWidgets(&dock(name)).size() == 4; }

 private slots:
  void init() {
    QSettings().clear();
    openSampleWindow();
  }
  void cleanup() { closeWindow(); }

  // View raises a dock behind other tabs, and closes one in front.
  void viewMenuRaisesDocks() {
    auto* attachments = window().findChild<QDockWidget*>("attachmentsDock");
    auto* bake = window().findChild<QDockWidget*>("bakeDock");
    const auto isInFront = [](const QDockWidget& dock) { return dock.isVisible() && !dock.visibleRegion().isEmpty(); };
    QVERIFY(!isInFront(*attachments) && isInFront(*bake));
    find<QAction>("show-attachmentsDock").trigger();
    QTRY_VERIFY(isInFront(*attachments));
    find<QAction>("show-bakeDock").trigger();
    QTRY_VERIFY(isInFront(*bake));
    find<QAction>("show-attachmentsDock").trigger();
    QTRY_VERIFY(isInFront(*attachments));
    find<QAction>("show-attachmentsDock").trigger();
    QTRY_VERIFY(!attachments->isVisible());
  }

  void floatedAndDocked() {
    QCOMPARE(titleOf(dock("texture")).height(), 0);  // The tab is its title.
    QVERIFY(chooseAtTab("texture", WindowDocks::tr("Float")));
    QTRY_VERIFY(dock("texture").isFloating() && dock("texture").isVisible());
    // The window's shortcuts work there too.
    QTest::keyClick(dock("texture").widget(), Qt::Key_Space);
    QVERIFY(playback().isPlaying());
    QTest::keyClick(dock("texture").widget(), Qt::Key_Space);
    QVERIFY(!playback().isPlaying());
    QTRY_VERIFY(titleOf(dock("texture")).height() > 0);
    QVERIFY(dock("timeline").isVisible());
    QTest::qWait(50);
    m_editor->keepPicture("texture-floats");
    // By its title bar, and by its button.
    QVERIFY(chooseAtTitle("texture", WindowDocks::tr("Dock")));
    QTRY_VERIFY(!dock("texture").isFloating() && isTab("texture"));
    QTRY_COMPARE(titleOf(dock("texture")).height(), 0);
    QVERIFY(chooseAtTab("texture", WindowDocks::tr("Float")));
    QTRY_VERIFY(dock("texture").isFloating());
    QToolButton* close = nullptr;
    for (QToolButton* button : titleOf(dock("texture")).findChildren<QToolButton*>()) {
      close = button->toolTip() == DockTitle::tr("Close") ? button : close;
    }
    QTRY_VERIFY(close != nullptr && close->isVisible());
    QTest::mouseClick(close, Qt::LeftButton);
    QTRY_VERIFY(!dock("texture").isVisible());
    window().raiseDock("texture");
    QVERIFY(dock("texture").isVisible());
  }

  // Timeline and texture side by side, then tabbed again.
  void sideBySide() {
    QVERIFY(chooseAtTab("texture", WindowDocks::tr("Show beside the others")));
    QTRY_VERIFY(!isTab("texture") && dock("texture").isVisible() && dock("timeline").isVisible());
    QTRY_VERIFY(dock("texture").x() > dock("timeline").geometry().right());
    QVERIFY(!dock("timeline").visibleRegion().isEmpty() && !dock("texture").visibleRegion().isEmpty());
    QVERIFY(dock("texture").width() > 250 && dock("timeline").width() > 250);
    QTRY_VERIFY(titleOf(dock("texture")).height() > 0);
    m_editor->keepPicture("side-by-side");
    QVERIFY(chooseAtTitle("texture", WindowDocks::tr("Show as a tab")));
    QTRY_VERIFY(isTab("texture"));
    QTRY_COMPARE(titleOf(dock("texture")).height(), 0);
  }

  // A tab is dragged out with the mouse.
  void dragsTabs() {
    int tab = 0;
    QTabBar* bar = barOf(dock("compare").windowTitle(), tab);
    QVERIFY(bar != nullptr);
    const QPoint from = bar->tabRect(tab).center();
    drag(*bar, from, from - QPoint(200, 300));
    QTRY_VERIFY(!isTab("compare"));
    QVERIFY(isFloatingOrMoved("compare"));
  }

  void usualLayoutRestoresDocks() {
    QVERIFY(chooseAtTab("texture", WindowDocks::tr("Show beside the others")));
    QTRY_VERIFY(!isTab("texture"));
    QVERIFY(chooseAtTab("compare", WindowDocks::tr("Float")));
    QTRY_VERIFY(dock("compare").isFloating());
    QVERIFY(chooseAtTitle("clipsDock", WindowDocks::tr("Close")));
    QTRY_VERIFY(!dock("clipsDock").isVisible());
    QMenu* view = openMenu(*window().menuBar(), WindowMenus::tr("&View"));
    QVERIFY(view != nullptr && choose(*view, WindowActions::tr("Reset layout")));
    QTRY_VERIFY(isTab("texture") && isTab("compare") && dock("clipsDock").isVisible());
    QVERIFY(!dock("compare").isFloating());
    for (const char* name : {"timeline", "texture", "compare", "issues"}) {
      QTRY_COMPARE(titleOf(dock(name)).height(), 0);
      QCOMPARE(window().dockWidgetArea(&dock(name)), Qt::BottomDockWidgetArea);
    }
  }

  // Which docks are open, their sizes and which are in front.
  void resetLayoutIsTheFirstStart() {
    const auto docks = [this] {
      QStringList all;
      for (QDockWidget* each : window().findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        const bool isFront = !each->visibleRegion().isEmpty();
        all << QString("%1: %2").arg(each->objectName(), each->isHidden() ? "closed"
                                                         : isFront        ? "front"
                                                                          : "behind") +
                   (isFront ? QString(" %1 x %2").arg(each->width()).arg(each->height()) : QString());
      }
      all.sort();  // A raised dock becomes the last child.
      return all;
    };
    QTest::qWait(50);
    const QStringList first = docks();
    QVERIFY(first.contains("attachmentsDock: closed"));
    window().raiseDock("attachmentsDock");
    window().raiseDock("compare");
    dock("modelDock").close();
    window().resizeDocks({&dock("bakeDock")}, {dock("bakeDock").width() + 60}, Qt::Horizontal);
    QTRY_VERIFY(docks() != first);
    QMenu* view = openMenu(*window().menuBar(), WindowMenus::tr("&View"));
    QVERIFY(view != nullptr && choose(*view, WindowActions::tr("Reset layout")));
    QTRY_COMPARE(docks(), first);
  }

  // Another window restores the docks.
  void restoredInNextWindow() {
    WindowOptions options = EditorWindow::optionsIn(m_editor->folder());
    const auto open = [&options] {
      auto other = std::make_unique<MainWindow>(options);
      other->show();
      static_cast<void>(QTest::qWaitForWindowExposed(other.get()));
      return other;
    };
    const auto ask = [this](MainWindow& other, const char* name, const QString& text) {
      other.raiseDock(name);
      for (QTabBar* bar : other.findChildren<QTabBar*>()) {
        for (int tab = 0; tab < bar->count(); ++tab) {
          if (bar->tabText(tab) == dockOf(other, name).windowTitle()) {
            askAt(*bar, bar->tabRect(tab).center());
            return chooseInMenu(text);
          }
        }
      }
      return false;
    };
    auto first = open();
    QVERIFY(ask(*first, "texture", WindowDocks::tr("Show beside the others")));
    QVERIFY(ask(*first, "compare", WindowDocks::tr("Float")));
    QTRY_VERIFY(dockOf(*first, "compare").isFloating());
    QVERIFY(first->close());
    first.reset();
    auto second = open();
    QTRY_VERIFY(dockOf(*second, "compare").isFloating() && dockOf(*second, "compare").isVisible());
    QVERIFY(second->tabifiedDockWidgets(&dockOf(*second, "texture")).isEmpty());
    QTRY_VERIFY(dockOf(*second, "texture").x() > dockOf(*second, "timeline").geometry().right());
    QTRY_VERIFY(titleOf(dockOf(*second, "compare")).height() > 0);
    QTRY_VERIFY(titleOf(dockOf(*second, "texture")).height() > 0);
    QMenu* view = openMenu(*second->menuBar(), WindowMenus::tr("&View"));
    QVERIFY(view != nullptr && choose(*view, WindowActions::tr("Reset layout")));
    QTRY_COMPARE(second->tabifiedDockWidgets(&dockOf(*second, "compare")).size(), 4);
    QVERIFY(second->close());
  }

 private:
  bool isFloatingOrMoved(const char* name) {
    return dock(name).isFloating() || window().dockWidgetArea(&dock(name)) != Qt::BottomDockWidgetArea ||
           window().tabifiedDockWidgets(&dock(name)).isEmpty();
  }
};

TEXELETON_EDITOR_SUITE(TestDocks)

#include "test_docks.moc"

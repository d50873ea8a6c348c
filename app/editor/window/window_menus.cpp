#include "app/editor/window/window_menus.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <set>

#include "app/editor/panels/texture/texture_view.h"
#include "app/editor/panels/timeline/timeline_view.h"
#include "app/editor/view/camera_menu.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace {

/// The keys of the Edit menu that a control currently handles.
struct TakenKeys {
  bool cut = false;
  bool copy = false;
  bool paste = false;
  bool remove = false;
  bool selectAll = false;
};

const QLineEdit* lineEditOf(const QWidget& widget) {
  if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
    return box->lineEdit();
  }
  const auto* field = qobject_cast<const QLineEdit*>(&widget);
  return field != nullptr || qobject_cast<const QAbstractSpinBox*>(&widget) == nullptr ? field
                                                                                       : widget.findChild<QLineEdit*>();
}

/// An action of the control that has the key as its shortcut; null: none.
QAction* actionOf(const QWidget& widget, QKeySequence::StandardKey key) {
  for (QAction* action : widget.actions()) {
    if (action->isEnabled() && action->shortcut() == QKeySequence(key)) {
      return action;
    }
  }
  return nullptr;
}

TakenKeys keysOf(const QWidget& widget) {
  if (const QLineEdit* field = lineEditOf(widget)) {
    const bool has = field->hasSelectedText();
    const bool may = !field->isReadOnly();
    return {has && may, has, may && !QGuiApplication::clipboard()->text().isEmpty(), has && may,
            !field->text().isEmpty()};
  }
  if (const auto* timeline = qobject_cast<const TimelineView*>(&widget)) {
    const std::set<std::size_t>& selected = timeline->selected();
    const bool has =
        std::ranges::any_of(selected, [timeline](std::size_t event) { return !timeline->events()[event].isFixed(); });
    return {has, !selected.empty(), TimelineView::canPaste(), has, !timeline->events().empty()};
  }
  TakenKeys keys;
  if (const auto* list = qobject_cast<const QAbstractItemView*>(&widget)) {
    keys.copy = list->currentIndex().isValid();
    keys.selectAll = list->selectionMode() == QAbstractItemView::ExtendedSelection;
  }
  keys.copy = keys.copy || qobject_cast<const TextureView*>(&widget) != nullptr;
  keys.remove = actionOf(widget, QKeySequence::Delete) != nullptr;
  return keys;
}

/// Adds actions; null: a separator.
void addActions(QMenu& menu, std::initializer_list<QAction*> actions) {
  for (QAction* action : actions) {
    if (action == nullptr) {
      menu.addSeparator();
    } else {
      menu.addAction(action);
    }
  }
}

}  // namespace

WindowMenus::WindowMenus(QMainWindow& window, const WindowActions& actions, Document& document)
    : m_window(window), m_actions(actions), m_document(document) {
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* /*before*/, QWidget* now) {
    // A menu bar that is opened by its key has the focus.
    if (now != nullptr && qobject_cast<QMenuBar*>(now) == nullptr && qobject_cast<QMenu*>(now) == nullptr) {
      m_focused = now;
    }
  });
}

void WindowMenus::makeToolBar(ExportCommands& exports) {
  QToolBar* bar = named(m_window.addToolBar(tr("Tool bar")), "toolBar");
  bar->setMovable(false);
  bar->setFloatable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  const auto button = [bar](QAction* action, bool text) {
    auto* result = new QToolButton;
    result->setDefaultAction(action);
    result->setToolButtonStyle(text ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    bar->addWidget(result);
  };
  button(m_actions.open, true);
  button(m_actions.save, true);
  bar->addWidget(uprightRule());
  button(m_actions.undo, false);
  button(m_actions.redo, false);
  bar->addWidget(uprightRule());
  addMode(*bar);
  exports.addTo(*bar);
}

void WindowMenus::addMode(QToolBar& bar) {
  bar.addWidget(label(tr("Bake as"), "muted"));
  auto* mode = named(new Segmented({tr("Bones"), tr("Vertices")}), "toolBarMode");
  mode->button(0)->setToolTip(tr("The texture stores skin matrices: small, with sockets"));
  mode->button(1)->setToolTip(tr("The texture stores every vertex: larger, for morph targets and any rig"));
  bar.addWidget(mode);
  connect(mode, &Segmented::chosen, this, [this](int choice) {
    m_document.setMode(tr("Change mode"), choice == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex);
  });
  const auto showMode = [this, mode] {
    mode->setCurrent(m_document.recipe().bake.mode.value_or(vat::BakeMode::Bone) == vat::BakeMode::Bone ? 0 : 1);
  };
  connect(&m_document, &Document::changed, mode, showMode);
  showMode();
}

void WindowMenus::makeMenuBar(FileCommands& files, PresetCommands& presets, WindowDocks& docks,
                              ViewportArea& viewport) {
  makeFileMenu(files);
  makeEditMenu();
  makeViewMenu(docks, viewport);
  makeBakeMenu(presets);
  makeHelpMenu(files);
}

void WindowMenus::makeFileMenu(FileCommands& files) {
  QMenu* file = m_window.menuBar()->addMenu(tr("&File"));
  addActions(*file, {m_actions.newDocument, m_actions.open});
  QMenu* recent = file->addMenu(tr("Open recent"));
  addActions(*file, {m_actions.openSample, nullptr, m_actions.addMotions, m_actions.addCharacters, m_actions.locate,
                     m_actions.recover, nullptr, m_actions.save, m_actions.saveAs, nullptr, m_actions.exportAgain,
                     m_actions.exportTo, m_actions.keepExports, nullptr, m_actions.quit});
  connect(recent, &QMenu::aboutToShow, &files, [&files, recent] { files.fillRecent(*recent); });
}

void WindowMenus::makeEditMenu() {
  QMenu* edit = m_window.menuBar()->addMenu(tr("&Edit"));
  addActions(*edit, {m_actions.undo, m_actions.redo, nullptr});
  const auto key = [this, edit](const QString& text, QKeySequence::StandardKey keys, bool TakenKeys::*member) {
    QAction* action = addKey(*edit, text, keys);
    connect(edit, &QMenu::aboutToShow, action,
            [this, action, member] { action->setEnabled(m_focused && keysOf(*m_focused).*member); });
  };
  key(tr("Cut"), QKeySequence::Cut, &TakenKeys::cut);
  key(tr("Copy"), QKeySequence::Copy, &TakenKeys::copy);
  key(tr("Paste"), QKeySequence::Paste, &TakenKeys::paste);
  key(tr("Delete"), QKeySequence::Delete, &TakenKeys::remove);
  key(tr("Select all"), QKeySequence::SelectAll, &TakenKeys::selectAll);
  addActions(*edit, {nullptr, m_actions.preferences});
}

// Without a shortcut of its own, which would take the key from every field.
QAction* WindowMenus::addKey(QMenu& menu, const QString& text, QKeySequence::StandardKey key) {
  const QKeySequence keys(key);
  return menu.addAction(text + "\t" + keys.toString(QKeySequence::NativeText), this, [this, key, keys] {
    if (!m_focused) {
      return;
    }
    if (QAction* own = actionOf(*m_focused, key)) {
      own->trigger();
      return;
    }
    QKeyEvent press(QEvent::KeyPress, keys[0].key(), keys[0].keyboardModifiers());
    QApplication::sendEvent(m_focused, &press);
  });
}

void WindowMenus::makeViewMenu(WindowDocks& docks, ViewportArea& viewport) {
  QMenu* view = m_window.menuBar()->addMenu(tr("&View"));
  view->addMenu(new CameraMenu(m_document, viewport.window(), view));
  view->addSeparator();
  for (QDockWidget* dock : docks.all()) {
    // A dock behind other tabs comes to the front.
    QAction* shows = view->addAction(dock->windowTitle(), &docks, [&docks, dock] {
      if (dock->isVisible() && !docks.isHidden(*dock->widget())) {
        dock->close();
      } else {
        docks.raise(dock->objectName());
      }
    });
    shows->setObjectName("show-" + dock->objectName());
    shows->setCheckable(true);
    connect(view, &QMenu::aboutToShow, shows,
            [shows, dock, &docks] { shows->setChecked(dock->isVisible() && !docks.isHidden(*dock->widget())); });
  }
  view->addSeparator();
  // Keys for the bottom tabs, from left to right.
  int number = 0;
  for (QDockWidget* dock : docks.all()) {
    if (m_window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea) {
      const QKeySequence keys(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + number++));
      QAction* go =
          view->addAction(tr("Go to %1").arg(dock->windowTitle()), keys, &docks, [&docks, dock] { docks.goTo(*dock); });
      go->setObjectName("go-" + dock->objectName());
    }
  }
  addActions(*view, {nullptr, m_actions.usualLayout});
}

void WindowMenus::makeBakeMenu(PresetCommands& presets) {
  QMenu* bake = m_window.menuBar()->addMenu(tr("&Bake"));
  addActions(*bake, {m_actions.bakeAgain, m_actions.watch, m_actions.cancel, nullptr, m_actions.savePreset});
  QMenu* apply = named(bake->addMenu(tr("Apply settings")), "applyPreset");
  connect(apply, &QMenu::aboutToShow, &presets, [&presets, apply] { presets.fillMenu(*apply); });
}

void WindowMenus::makeHelpMenu(FileCommands& files) {
  QMenu* help = m_window.menuBar()->addMenu(tr("&Help"));
  addActions(*help, {m_actions.guide, m_actions.keys});
  files.fillSamples(*named(help->addMenu(tr("Samples")), "samples"));
  addActions(*help, {m_actions.blenderAddon, m_actions.about});
}

void WindowMenus::removeToolBars() {
  for (QToolBar* bar : m_window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    m_window.removeToolBar(bar);
    delete bar;
  }
}

void WindowMenus::removeMenus() {
  m_window.menuBar()->clear();  // Also deletes its menus, which are its children.
  qDeleteAll(m_window.menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
}

}  // namespace texeleton::editor

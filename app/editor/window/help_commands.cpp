#include "app/editor/window/help_commands.h"

#include <QComboBox>
#include <QKeySequence>
#include <QMessageBox>
#include <QPointer>
#include <utility>

#include "app/editor/document/preferences.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/window/blender_dialog.h"
#include "app/editor/window/guide.h"
#include "app/editor/window/keys_dialog.h"
#include "app/editor/window/preferences_dialog.h"
#include "core/base/loaded_libraries.h"
#include "core/import/worker/import_worker.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

HelpCommands::HelpCommands(QWidget& window, Document& document, const WindowActions& actions, Notices& notices,
                           std::function<QString()> device, viewport::UsualBackend::Why backendWhy)
    : m_window(window),
      m_document(document),
      m_actions(actions),
      m_notices(notices),
      m_device(std::move(device)),
      m_backendWhy(backendWhy) {}

void HelpCommands::showPreferences() {
  auto* dialog = shownOnce(new PreferencesDialog(m_actions.watch, &m_window));
  // Updates figures to another unit.
  connect(dialog, &PreferencesDialog::changed, this, [this] { emit m_document.changed(); });
  // The dialog is recreated too, at its place. Deferred, because it is emitting the choice.
  connect(
      dialog, &PreferencesDialog::languageChosen, this,
      [this, shown = QPointer<QDialog>(dialog)](const QString& language) {
        const QPoint place = shown ? shown->pos() : m_window.pos();
        delete shown;
        emit languageChosen(language.isEmpty() ? QLocale::system() : QLocale(language));
        showPreferences();
        if (auto* again = m_window.findChild<PreferencesDialog*>()) {
          again->move(place);
          again->findChild<QComboBox*>("preferLanguage")->setFocus();
        }
      },
      Qt::QueuedConnection);
  dialog->open();
}

void HelpCommands::showGuide() {
  auto* guide = m_window.findChild<Guide*>();
  if (guide == nullptr) {
    const fs::path file = Guide::file();
    if (file.empty()) {
      m_notices.tell(tr("The user guide is not installed"),
                     tr("It belongs in share/doc/texeleton beside the program's folder."));
      return;
    }
    guide = shownOnce(new Guide(file, &m_window));
  }
  guide->show();
  guide->raise();
  guide->activateWindow();
}

void HelpCommands::closeGuide() { delete m_window.findChild<Guide*>(); }

namespace {

/// The viewport's drags in the preferred scheme, as text.
std::vector<std::pair<QString, QString>> navigationKeys() {
  const std::pair<QString, QString> wheel = {HelpCommands::tr("Wheel"), HelpCommands::tr("Zoom at the pointer")};
  switch (navigationScheme()) {
    case viewport::NavigationScheme::Blender:
      return {
          {HelpCommands::tr("Middle drag, Alt and drag"), HelpCommands::tr("Orbit; with Shift pan, with Ctrl zoom")},
          wheel};
    case viewport::NavigationScheme::Unity:
      return {{HelpCommands::tr("Alt and drag"), HelpCommands::tr("Orbit")},
              {HelpCommands::tr("Middle drag"), HelpCommands::tr("Pan")},
              {HelpCommands::tr("Right drag"), HelpCommands::tr("Look around; with Alt zoom")},
              wheel};
    case viewport::NavigationScheme::Unreal:
      return {{HelpCommands::tr("Drag"), HelpCommands::tr("Walk forward and back, turn; with Alt orbit")},
              {HelpCommands::tr("Right drag"), HelpCommands::tr("Look around; with Alt zoom")},
              {HelpCommands::tr("Middle drag, left and right drag"),
               HelpCommands::tr("Strafe: sideways, up and down; with Alt and the middle button pan")},
              wheel};
    case viewport::NavigationScheme::Texeleton:
      break;
  }
  return {{HelpCommands::tr("Drag, middle drag, wheel"), HelpCommands::tr("Orbit, pan, zoom the view")}};
}

}  // namespace

void HelpCommands::showShortcuts() {
  const auto of = [](const QAction* action) { return action->shortcut().toString(QKeySequence::NativeText); };
  std::vector<KeyGroup> groups = {
      {tr("Document"),
       {{of(m_actions.newDocument), tr("An empty document")},
        {of(m_actions.open), tr("Open a model or a document")},
        {of(m_actions.save), tr("Save")},
        {of(m_actions.saveAs), tr("Save as")},
        {of(m_actions.exportAgain), tr("Export again to the same folders")},
        {of(m_actions.exportTo), tr("Export to…")},
        {of(m_actions.undo) + ", " + of(m_actions.redo), tr("Undo, redo")},
        {of(m_actions.bakeAgain), tr("Import and bake again")},
        {of(m_actions.cancel), tr("Cancel the running task")},
        {of(m_actions.preferences), tr("Preferences")},
        {of(m_actions.quit), tr("Quit")}}},
      {tr("Window"),
       {{QString::fromUtf8("Alt+1 … Alt+5"), tr("Go to Timeline, Texture, Compare, Issues, Animator")},
        {of(m_actions.guide), tr("User guide")},
        {of(m_actions.keys), tr("This list")}}},
      {tr("Lists"),
       {{tr("Alt+Up, Alt+Down"), tr("Move the selected clips")},
        {tr("Shift, Ctrl and click"), tr("Select multiple items")},
        {tr("Enter"), tr("Tick or untick")},
        {tr("F2, double click"), tr("Rename a clip, an event or a variant")},
        {tr("Delete"), tr("Delete the selected events, cuts, variant or export target")}}},
      {tr("Texture"),
       {{tr("Arrows"), tr("Go from texel to texel, with Shift by eight; Enter selects it")},
        {tr("Click a texel"), tr("Select its bone and its frame")},
        {tr("Drag the texture"), tr("Pan it; zoom it by +, − and the wheel")},
        {tr("F or Home in the texture"), tr("Show the whole texture")},
        {tr("E, Shift+E, Shift and wheel, 0"), tr("Raise or lower the exposure, reset it")},
        {"Ctrl+C", tr("Copy the value of the texel")}}},
      {tr("Playing and looking"),
       {{tr("Space"), tr("Play or pause")},
        {tr("Left, Right"), tr("Previous or next frame; with Shift the first or the last")},
        {"F", tr("Frame the selection, or all")},
        {tr("Home"), tr("Back to the first view")},
        {tr("Click, Ctrl and click"), tr("Select a character of the crowd, or several")},
        {tr("Click a bone or a socket"), tr("Select it, while it is displayed")},
        {tr("Alt and click"), tr("Select the bone that moves the surface there")},
        {tr("Double click a mesh"), tr("Select it")},
        {tr("Drag the dividing line"), tr("Move the split of a comparison")},
        {"1, 3, 7", tr("Look from the front, the right, the top; with Ctrl from the other side")},
        {"5", tr("Change between perspective and orthographic")},
        {"C", tr("Stand in the crowd")},
        {QString::fromUtf8("Shift+1 … Shift+9"), tr("Go to a saved view")},
        {"Esc", tr("Select nothing")}}},
      {tr("Gizmo"),
       {{"G, R, S", tr("Move, rotate, scale the gizmo's object")},
        {"X, Y, Z", tr("Constrain to an axis; again: in the other space; with Shift: to its plane")},
        {tr("Digits, Tab"), tr("Type the amount; next axis")},
        {tr("Ctrl"), tr("Snap to steps")},
        {tr("Comma, period"), tr("Next axes of the handles (local, parent, world); next pivot")},
        {tr("Enter, click"), tr("Finish")},
        {tr("Esc, right button"), tr("Cancel")}}},
      {tr("Timeline"),
       {{tr("Click, drag along the ruler"), tr("Go to a time")},
        {tr("Double click"), tr("Add an event, or rename an existing one")},
        {tr("Drag an event"), tr("Move the selected events; Alt: without snapping")},
        {tr("Drag around events"), tr("Select them; Shift or Ctrl: in addition")},
        {tr("Drag an end of the clip"), tr("Change its range; Alt: without snapping")},
        {"Ctrl+A, Ctrl+X, Ctrl+C, Ctrl+V", tr("Select all events; cut, copy, paste them")},
        {tr("Up, Down"), tr("Select an event; Enter goes to it")},
        {tr("Alt+Left, Alt+Right"), tr("Move the selected events by a frame")}}},
  };
  std::vector<std::pair<QString, QString>>& looking = groups[4].keys;
  const auto mouse = navigationKeys();
  looking.insert(looking.begin() + 3, mouse.begin(), mouse.end());
  shownOnce(new KeysDialog(groups, &m_window))->open();
}

namespace {

/// Files of libraries that affect reading and writing; their names contain versions.
QStringList libraryVersions() {
  std::string lines = loadedLibraries();
  if (const auto worker = importing::ImportWorker::find({})) {
    lines += worker->identity();  // Only the worker links the parsers.
  }
  QStringList names;
  for (const QString& line : QString::fromStdString(lines).split('\n')) {
    const QString name = line.section(' ', 0, 0);
    for (const char* const wanted : {"libassimp", "libOpenEXR-", "libmeshoptimizer", "libspdlog"}) {
      if (name.startsWith(wanted) && !names.contains(name)) {
        names << name;
      }
    }
  }
  return names;
}

}  // namespace

/// Why another graphics interface than the usual one draws; empty: it is the usual one.
QString HelpCommands::backendNote() const {
  switch (m_backendWhy) {
    case viewport::UsualBackend::Why::NoVulkan:
      return tr("OpenGL is used because Vulkan does not start here.");
    case viewport::UsualBackend::Why::SoftwareVulkan:
      return tr("OpenGL is used because the only Vulkan device here is software. The preferences can choose Vulkan.");
    case viewport::UsualBackend::Why::First:
      break;
  }
  return {};
}

void HelpCommands::showBlenderAddon() { shownOnce(new BlenderDialog(&m_window))->open(); }

void HelpCommands::showAbout() {
  const QString note = backendNote();
  const QString device = m_device().toHtmlEscaped() + (note.isEmpty() ? QString() : "<br>" + note.toHtmlEscaped());
  auto* box =
      new QMessageBox(QMessageBox::NoIcon, tr("About Texeleton"),
                      QString("<b>Texeleton %1</b><p>%2</p><p>%3<br>Qt %4<br>%5</p>")
                          .arg(TEXELETON_VERSION, tr("Turns skeletal animation into textures.").toHtmlEscaped(), device,
                               qVersion(), libraryVersions().join("\n").toHtmlEscaped().replace('\n', "<br>")),
                      QMessageBox::Ok, &m_window);
  box->setObjectName("about");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

}  // namespace texeleton::editor

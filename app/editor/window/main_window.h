#pragma once

#include <QLocale>
#include <QMainWindow>
#include <memory>

#include "app/editor/document/document.h"
#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/clip_preview.h"
#include "app/editor/jobs/export_keeper.h"
#include "app/editor/jobs/recovery.h"
#include "app/editor/jobs/source_watcher.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/window/file_commands.h"
#include "app/editor/window/notices.h"
#include "app/editor/window/preset_commands.h"
#include "app/editor/window/source_commands.h"
#include "app/editor/window/window_actions.h"
#include "app/editor/window/window_docks.h"
#include "app/editor/window/window_options.h"
#include "app/editor/window/window_panels.h"

namespace texeleton::editor {

class ExportCommands;
class HelpCommands;
class WindowDrops;
class WindowKeys;
class WindowMenus;

/// The editor's main window. It owns the document and derived data, and combines their display (WindowPanels), commands
/// (the Commands), and menus (WindowMenus).
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
  ~MainWindow() override;

  Document& document() { return m_document; }
  Recovery& recovery() { return m_recovery; }
  Workshop& workshop() { return *m_workshop; }
  SourceWatcher& watcher() { return *m_watcher; }
  Playback& playback() { return m_playback; }
  ClipPreview& preview() { return *m_preview; }
  Selection& selection() { return m_selection; }

  FileCommands& files() { return *m_files; }
  SourceCommands& sources() { return *m_sources; }
  Notices& notices() { return m_notices; }
  void openFile(const std::filesystem::path& file) { m_files->openFile(file); }

  ClipsPanel& clips() const { return m_panels->clips(); }
  ModelPanel& model() const { return m_panels->model(); }
  TimelinePanel& timeline() const { return m_panels->timeline(); }
  TexturePanel& texture() const { return m_panels->texture(); }
  ComparePanel& compare() const { return m_panels->compare(); }
  ViewportArea& viewport() const { return m_panels->viewport(); }
  TransportStrip& transport() const { return m_panels->transport(); }
  /// Brings a dock to the front: "timeline", "texture", "compare", "issues".
  void raiseDock(const QString& name) { m_docks->raise(name); }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void connectPlayback();
  void connectProblems();
  void makeWatcher();
  void makeParts();
  void connectActions();
  void connectPanels();
  void makeStatusLine();
  void removeParts();
  /// Recreates the whole window; document, bake, playback and selection are kept.
  void changeLanguage(const QLocale& locale);
  void playFromBake();
  void setWatching(bool wanted);
  void showTitle();
  /// On the start page.
  void showRecentFiles();

  const WindowOptions m_options;
  Document m_document;
  Recovery m_recovery;
  std::unique_ptr<Workshop> m_workshop;
  std::unique_ptr<ExportKeeper> m_keeper;
  std::unique_ptr<SourceWatcher> m_watcher;
  Playback m_playback;
  std::unique_ptr<ClipPreview> m_preview;
  Selection m_selection;
  bool m_isOpening = false;  ///< A document was opened and has not been baked yet.

  // They use the members above and one another, so they are destroyed first.
  Notices m_notices;
  WindowActions m_actions;
  std::unique_ptr<WindowDocks> m_docks;
  std::unique_ptr<FileCommands> m_files;
  std::unique_ptr<SourceCommands> m_sources;
  std::unique_ptr<ExportCommands> m_exports;
  std::unique_ptr<PresetCommands> m_presets;
  std::unique_ptr<WindowPanels> m_panels;
  std::unique_ptr<HelpCommands> m_help;
  std::unique_ptr<WindowDrops> m_drops;
  std::unique_ptr<WindowKeys> m_keys;
  std::unique_ptr<WindowMenus> m_menus;
};

}  // namespace texeleton::editor

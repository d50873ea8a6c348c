#pragma once

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QToolButton>
#include <memory>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/bake_panel.h"
#include "app/editor/panels/clips_panel.h"
#include "app/editor/panels/issues_panel.h"
#include "app/editor/panels/model_panel.h"
#include "app/editor/panels/sockets_panel.h"
#include "app/editor/panels/texture_panel.h"
#include "app/editor/panels/timeline_panel.h"
#include "app/editor/window/status_line.h"
#include "app/editor/window/transport_strip.h"
#include "app/editor/window/viewport_area.h"

namespace texeleton::editor {

struct WindowOptions {
  GpuBackend backend = GpuBackend::Vulkan;
  std::shared_ptr<VulkanInstance> vulkanInstance;
  bool remember = true;  ///< Layout and recent files, in the user's settings.
};

/// The editor: LOOK's one screen.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// A model or a document, by its content's ending; what cannot be opened is told, and nothing is lost.
  void openFile(const std::filesystem::path& file);
  void openSample();
  /// The bundled sample's document; empty: it is not installed.
  static std::filesystem::path sampleFile();

  Document& document() { return m_document; }
  Workshop& workshop() { return *m_workshop; }
  Playback& playback() { return m_playback; }
  Selection& selection() { return m_selection; }
  ClipsPanel& clips() const { return *m_clips; }
  ModelPanel& model() const { return *m_model; }
  TimelinePanel& timeline() const { return *m_timeline; }
  TexturePanel& texture() const { return *m_texture; }
  ViewportArea& viewport() const { return *m_viewport; }
  TransportStrip& transport() const { return *m_transport; }

  /// Brings a dock to the front: "timeline", "texture", "issues".
  void raiseDock(const QString& name);
  /// Writes the pack there; asks nothing.
  void exportTo(const std::filesystem::path& folder);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static constexpr int kLayoutVersion = 1;  ///< Of what saveState() says.

  void makeDocks();
  void makeActions();
  void makeMenus();
  void makeToolBar();
  QDockWidget* addDock(Panel* panel, const QString& title, const QString& name, Qt::DockWidgetArea area);
  bool handleKey(const QKeyEvent& event);
  void showTitle();
  void showExport();
  void showIssueCount();
  void showWorst();
  bool maySave();
  bool save();
  bool saveAs();
  void openWithDialog();
  void exportNow();
  void exportWithDialog();
  void remember(const std::filesystem::path& file);
  void showRecent();
  void say(const QString& text);
  void tell(const QString& title, const QString& text);
  void showAbout();
  void showShortcuts();
  void resetLayout();

  const WindowOptions m_options;
  Document m_document;
  std::unique_ptr<Workshop> m_workshop;
  Playback m_playback;
  Selection m_selection;

  ViewportArea* m_viewport = nullptr;
  TransportStrip* m_transport = nullptr;
  ClipsPanel* m_clips = nullptr;
  ModelPanel* m_model = nullptr;
  BakePanel* m_bake = nullptr;
  SocketsPanel* m_sockets = nullptr;
  TimelinePanel* m_timeline = nullptr;
  TexturePanel* m_texture = nullptr;
  IssuesPanel* m_issues = nullptr;
  StatusLine* m_status = nullptr;
  std::vector<QDockWidget*> m_docks;
  QByteArray m_usualLayout;

  QAction* m_openAction = nullptr;
  QAction* m_sampleAction = nullptr;
  QAction* m_saveAction = nullptr;
  QAction* m_saveAsAction = nullptr;
  QAction* m_undoAction = nullptr;
  QAction* m_redoAction = nullptr;
  QAction* m_exportAction = nullptr;
  QAction* m_exportToAction = nullptr;
  QAction* m_againAction = nullptr;
  QMenu* m_recentMenu = nullptr;
  QToolButton* m_exportButton = nullptr;
  ElidedLabel* m_exportFolderLabel = nullptr;
  Segmented* m_mode = nullptr;
  std::filesystem::path m_exportFolder;  ///< Chosen by hand; empty: beside the document.
  bool m_exportsWrong = false;           ///< The question about the error limit was answered.
};

}  // namespace texeleton::editor

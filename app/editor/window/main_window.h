#pragma once

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QLocale>
#include <QMainWindow>
#include <QMimeData>
#include <QTimer>
#include <QToolButton>
#include <memory>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/clip_preview.h"
#include "app/editor/jobs/export_keeper.h"
#include "app/editor/jobs/recovery.h"
#include "app/editor/jobs/source_watcher.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/attachments_panel.h"
#include "app/editor/panels/bake_panel.h"
#include "app/editor/panels/clips_panel.h"
#include "app/editor/panels/compare_panel.h"
#include "app/editor/panels/issues_panel.h"
#include "app/editor/panels/model_panel.h"
#include "app/editor/panels/selection_panel.h"
#include "app/editor/panels/sockets_panel.h"
#include "app/editor/panels/texture_panel.h"
#include "app/editor/panels/timeline_panel.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/dock_sizes.h"
#include "app/editor/window/drop_frame.h"
#include "app/editor/window/status_line.h"
#include "app/editor/window/transport_strip.h"
#include "viewport/rhi/usual_backend.h"

namespace texeleton::editor {

class ExportDialog;

struct WindowOptions {
  viewport::GpuBackend backend = viewport::GpuBackend::Vulkan;
  viewport::UsualBackend::Why backendWhy = viewport::UsualBackend::Why::First;  ///< Where nobody asked for it.
  std::shared_ptr<viewport::VulkanInstance> vulkanInstance;
  bool remember = true;                                            ///< Layout and recent files, in the user's settings.
  bool playsWhenOpened = true;                                     ///< What is opened plays as soon as it is baked.
  std::filesystem::path recoveryFolder = Recovery::usualFolder();  ///< See Recovery.
};

/// The editor: LOOK's one screen.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const WindowOptions& options, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// A model or a document; of a pack its document is offered. What cannot be opened is told, and nothing is lost.
  void openFile(const std::filesystem::path& file);
  /// As models whose clips the document's model takes too; ticked once they are there.
  void addMotions(const std::vector<std::filesystem::path>& files);
  /// Asks for motion files, without blocking anything.
  void addMotionsWithDialog();
  /// As characters that share the model's animation.
  void addCharacters(const std::vector<std::filesystem::path>& files);
  void addCharactersWithDialog();
  /// Asks where the files are that are missing. False: none is.
  bool locateMissing();
  void openSample();
  /// A document that is opened as one that was never saved.
  void openSampleFile(const std::filesystem::path& sample);
  void startNew();
  /// Offers what editors have left behind that did not end as they should. False: there is nothing.
  bool offerLost();
  /// Tells something that the user should know, in a box that blocks nothing.
  void tell(const QString& title, const QString& text);
  /// A bundled document; empty: it is not installed.
  static std::filesystem::path sampleFile(const std::string& name = "lantern-knight");

  Document& document() { return m_document; }
  Recovery& recovery() { return m_recovery; }
  Workshop& workshop() { return *m_workshop; }
  SourceWatcher& watcher() { return *m_watcher; }
  Playback& playback() { return m_playback; }
  ClipPreview& preview() { return *m_preview; }
  Selection& selection() { return m_selection; }
  ClipsPanel& clips() const { return *m_clips; }
  ModelPanel& model() const { return *m_model; }
  TimelinePanel& timeline() const { return *m_timeline; }
  TexturePanel& texture() const { return *m_texture; }
  ComparePanel& compare() const { return *m_compare; }
  ViewportArea& viewport() const { return *m_viewport; }
  TransportStrip& transport() const { return *m_transport; }

  /// Brings a dock to the front: "timeline", "texture", "compare", "issues".
  void raiseDock(const QString& name);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  /// Names of files that are models or motions, as file dialogs take them.
  static constexpr const char* kModelPatterns = "*.fbx *.gltf *.glb *.dae *.bvh *.md5mesh *.x";
  static constexpr int kLayoutVersion = 2;  ///< Of what saveState() says.

  void makeParts();
  void fillSamples(QMenu& menu);
  void removeParts();
  /// Makes the whole window anew; document, bake, what plays and what is selected stay.
  void changeLanguage(const QLocale& locale);
  void makeDocks();
  void makeActions();
  void makeMenus();
  void makeToolBar();
  QDockWidget* addDock(Panel* panel, const QString& title, const QString& name, Qt::DockWidgetArea area);
  void dockMoved();
  void showDockTitles();
  void showDockMenu(QDockWidget& dock, const QPoint& place);
  void showBeside(QDockWidget& dock);
  /// Another dock in the same area; null: none is shown there.
  QDockWidget* neighbourOf(const QDockWidget& dock) const;
  bool handleKey(const QKeyEvent& event);
  /// Gives the focus to the next widget in sight that takes it by Tab. False: there is no other.
  bool goOnFrom(QWidget& from, bool next);
  void showTitle();
  void showExport();
  void showIssueCount();
  void showWorst();
  void openDocument(const std::filesystem::path& file);
  void makeWatcher();
  void dropFiles(const QList<QUrl>& urls, bool onClips);
  void openSeveral(std::vector<std::filesystem::path> files);
  void tickNewMotions();
  void playFromBake();
  void openRecent(const QString& file);
  bool maySave();
  bool save();
  bool saveAs();
  void openWithDialog();
  /// A dialog for several model files, open; `kind`: what they are called, with %1 for their patterns.
  QFileDialog* askForModels(const QString& title, FileDialogs::Purpose purpose, const QString& kind);
  void exportNow();
  void exportPacks(const std::vector<std::filesystem::path>& folders);
  /// Asks once whether a bake over the error limit is to be exported.
  bool mayExport(QWidget* asking);
  void exportWithDialog();
  ExportDialog* openExportDialog();
  void fillTargets(QMenu& menu);
  void tellExported(const QString& folder);
  void tellNotExported(const Error& why);
  void remember(const std::filesystem::path& file);
  void showRecent();
  /// On the empty page.
  void showRecentFiles();
  /// An events table, by its name, as the timeline imports them. A .json alone says nothing.
  static bool isEventsFile(const std::filesystem::path& file);
  bool isOverClips(const QPoint& place) const;
  void showDropAt(const QPoint& place, const QMimeData& dragged);
  void say(const QString& text);
  QString backendNote() const;
  void showAbout();
  void showShortcuts();
  void showGuide();
  void showPreferences();
  void jumpTo(const QString& subject);
  void resetLayout();

  const WindowOptions m_options;
  Document m_document;
  Recovery m_recovery;
  std::unique_ptr<Workshop> m_workshop;
  std::unique_ptr<ExportKeeper> m_keeper;
  std::unique_ptr<SourceWatcher> m_watcher;
  std::vector<std::string> m_newMotions;  ///< Whose clips are to be ticked when they are there.
  int m_motionsKey = kMergeMotions;       ///< Of the last drop of motions.
  Playback m_playback;
  std::unique_ptr<ClipPreview> m_preview;
  Selection m_selection;

  ViewportArea* m_viewport = nullptr;
  TransportStrip* m_transport = nullptr;
  ClipsPanel* m_clips = nullptr;
  ModelPanel* m_model = nullptr;
  BakePanel* m_bake = nullptr;
  SocketsPanel* m_sockets = nullptr;
  AttachmentsPanel* m_attachments = nullptr;
  TimelinePanel* m_timeline = nullptr;
  TexturePanel* m_texture = nullptr;
  ComparePanel* m_compare = nullptr;
  IssuesPanel* m_issues = nullptr;
  StatusLine* m_status = nullptr;
  std::vector<QDockWidget*> m_docks;
  QByteArray m_usualLayout;
  QTimer m_docksMoved;
  DockSizes* m_sizes = nullptr;
  DropFrame* m_dropFrame = nullptr;

  QAction* m_newAction = nullptr;
  QAction* m_openAction = nullptr;
  QAction* m_motionsAction = nullptr;
  QAction* m_charactersAction = nullptr;
  QAction* m_sampleAction = nullptr;
  QAction* m_saveAction = nullptr;
  QAction* m_saveAsAction = nullptr;
  QAction* m_undoAction = nullptr;
  QAction* m_redoAction = nullptr;
  QAction* m_exportAction = nullptr;
  QAction* m_exportToAction = nullptr;
  QAction* m_againAction = nullptr;
  QAction* m_cancelAction = nullptr;
  QAction* m_preferencesAction = nullptr;
  QAction* m_quitAction = nullptr;
  QAction* m_guideAction = nullptr;
  QAction* m_keysAction = nullptr;
  QMenu* m_recentMenu = nullptr;
  QToolButton* m_exportButton = nullptr;
  ElidedLabel* m_exportFolderLabel = nullptr;
  Segmented* m_mode = nullptr;
  QAction* m_keepExportsAction = nullptr;
  QAction* m_watchAction = nullptr;
  bool m_isOpening = false;     ///< Another document, of which nothing is baked yet.
  bool m_exportsWrong = false;  ///< The question about the error limit was answered.
  bool m_exportAsked = false;   ///< What is exported now was asked for by hand.
};

}  // namespace texeleton::editor

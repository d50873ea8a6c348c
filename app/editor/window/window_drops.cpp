#include "app/editor/window/window_drops.h"

#include <QFileInfo>
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/editor/document/file_kind.h"
#include "app/editor/document/paths.h"
#include "app/editor/window/several_files.h"
#include "core/base/mapped.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

QList<QUrl> localFiles(QList<QUrl> files) {
  files.removeIf([](const QUrl& url) { return !url.isLocalFile(); });
  return files;
}

/// Whether the name is that of an events file that the timeline imports; .json alone is ambiguous.
bool isEventsFile(const fs::path& file) {
  const QString name = toQString(file.filename()).toLower();
  return name.endsWith(".events.json") || name.endsWith(".csv") || name.endsWith(".tsv") || name.endsWith(".meta");
}

}  // namespace

WindowDrops::WindowDrops(QMainWindow& window, Workshop& workshop, const WindowPanels& panels, FileCommands& files,
                         SourceCommands& sources, Notices& notices)
    : m_window(window),
      m_workshop(workshop),
      m_document(workshop.document()),
      m_panels(panels),
      m_files(files),
      m_sources(sources),
      m_notices(notices),
      m_frame(new DropFrame(window)) {}

void WindowDrops::listenTo(ViewportArea& viewport) { viewport.window().installEventFilter(this); }

bool WindowDrops::isOverClips(const QPoint& place) const {
  const ClipsPanel& clips = m_panels.clips();
  return clips.rect().contains(clips.mapFrom(&m_window, place));
}

void WindowDrops::showAt(const QPoint& place, const QMimeData& dragged) {
  const QList<QUrl> files = localFiles(dragged.urls());
  if (files.isEmpty()) {
    return;
  }
  const QString name = QFileInfo(files.front().toLocalFile()).fileName();
  const QString all = files.size() == 1 ? name : tr("%Ln file(s)", "", static_cast<int>(files.size()));
  // By names only, because a drag must not wait for a slow disk.
  const auto isMotion = [](const QUrl& url) { return !QFileInfo(url.toLocalFile()).fileName().endsWith(".texeleton"); };
  const bool toClips = !m_document.isEmpty() && isOverClips(place) && std::ranges::all_of(files, isMotion);
  const auto showAround = [this](const QWidget& part, const QString& text) {
    m_frame->showAround(QRect(part.mapTo(&m_window, QPoint()), part.size()), text);
  };
  if (toClips) {
    showAround(m_panels.clips(), tr("Add the clips of %1").arg(all));
  } else if (files.size() == 1 && m_workshop.model() && isEventsFile(toPath(files.front().toLocalFile()))) {
    showAround(m_panels.timeline(), tr("Import %1").arg(all));
  } else {
    showAround(*m_window.centralWidget(), tr("Open %1").arg(all));
  }
}

void WindowDrops::enter(QDragEnterEvent& event) {
  if (!localFiles(event.mimeData()->urls()).isEmpty()) {
    event.acceptProposedAction();
    showAt(event.position().toPoint(), *event.mimeData());
  }
}

void WindowDrops::move(QDragMoveEvent& event) {
  event.acceptProposedAction();
  showAt(event.position().toPoint(), *event.mimeData());
}

void WindowDrops::leave() { m_frame->hide(); }

void WindowDrops::drop(QDropEvent& event) { take(event, isOverClips(event.position().toPoint())); }

void WindowDrops::take(QDropEvent& event, bool onClips) {
  event.acceptProposedAction();
  m_frame->hide();
  // Deferred, because the file manager must not wait for an answer about unsaved changes.
  QMetaObject::invokeMethod(
      this, [this, urls = event.mimeData()->urls(), onClips] { open(urls, onClips); }, Qt::QueuedConnection);
}

bool WindowDrops::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter:
      enter(*static_cast<QDragEnterEvent*>(event));
      return event->isAccepted();
    case QEvent::DragMove:
      event->accept();
      return true;
    case QEvent::DragLeave:
      leave();
      return true;
    case QEvent::Drop:
      take(*static_cast<QDropEvent*>(event), false);
      return true;
    default:
      return QObject::eventFilter(watched, event);
  }
}

void WindowDrops::open(const QList<QUrl>& urls, bool onClips) {
  std::vector<fs::path> files = mapped(localFiles(urls), [](const QUrl& url) { return toPath(url.toLocalFile()); });
  if (files.empty()) {
    return;
  }
  const auto isModel = [](const fs::path& file) { return kindOf(file) == FileKind::Model; };
  if (onClips && !m_document.isEmpty() && std::ranges::all_of(files, isModel)) {
    m_sources.addMotions(files);
  } else if (files.size() == 1 && m_workshop.model() && isEventsFile(files.front())) {
    m_panels.timeline().importFrom(files.front());
  } else if (files.size() == 1) {
    m_files.openFile(files.front());
  } else {
    openSeveral(std::move(files));
  }
}

void WindowDrops::openSeveral(std::vector<fs::path> files) {
  // A document has its own files.
  const auto document =
      std::ranges::find_if(files, [](const fs::path& file) { return kindOf(file) == FileKind::Document; });
  if (document != files.end()) {
    m_notices.say(tr("Several files were dropped: the document %1 is opened.").arg(toQString(document->filename())));
    m_files.openFile(*document);
    return;
  }
  std::vector<fs::path> models;
  std::copy_if(files.begin(), files.end(), std::back_inserter(models),
               [](const fs::path& file) { return kindOf(file) == FileKind::Model && !isEventsFile(file); });
  if (models.size() < 2) {
    m_files.openFile(models.empty() ? files.front() : models.front());
    return;
  }
  auto* dialog = new SeveralFilesDialog(std::move(models), m_document.modelFile(), &m_window);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    if (dialog->model().empty()) {
      m_sources.addMotions(dialog->motions());
    } else {
      m_files.startFrom(dialog->model(), dialog->motions());
    }
  });
  dialog->open();
}

}  // namespace texeleton::editor

// Files that are dragged over the window: what would come of them, and what does.

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <algorithm>

#include "app/editor/document/file_kind.h"
#include "app/editor/document/paths.h"
#include "app/editor/window/main_window.h"

namespace texeleton::editor {

namespace {

QList<QUrl> localFiles(const QMimeData& dragged) {
  QList<QUrl> files = dragged.urls();
  files.removeIf([](const QUrl& url) { return !url.isLocalFile(); });
  return files;
}

}  // namespace

bool MainWindow::isOverClips(const QPoint& place) const {
  return m_clips->rect().contains(m_clips->mapFrom(this, place));
}

void MainWindow::showDropAt(const QPoint& place, const QMimeData& dragged) {
  const QList<QUrl> files = localFiles(dragged);
  if (files.isEmpty()) {
    return;
  }
  const QString name = QFileInfo(files.front().toLocalFile()).fileName();
  const QString all = files.size() == 1 ? name : tr("%Ln file(s)", "", static_cast<int>(files.size()));
  // By their names alone: a drag must not wait for a slow disk.
  const auto isMotion = [](const QUrl& url) { return !QFileInfo(url.toLocalFile()).fileName().endsWith(".texeleton"); };
  const bool toClips = !m_document.isEmpty() && isOverClips(place) && std::all_of(files.begin(), files.end(), isMotion);
  if (toClips) {
    m_dropFrame->showAround(QRect(m_clips->mapTo(this, QPoint()), m_clips->size()), tr("Add the clips of %1").arg(all));
  } else if (files.size() == 1 && m_workshop->model() && isEventsFile(toPath(files.front().toLocalFile()))) {
    m_dropFrame->showAround(QRect(m_timeline->mapTo(this, QPoint()), m_timeline->size()), tr("Import %1").arg(all));
  } else {
    m_dropFrame->showAround(QRect(centralWidget()->mapTo(this, QPoint()), centralWidget()->size()),
                            tr("Open %1").arg(all));
  }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!localFiles(*event->mimeData()).isEmpty()) {
    event->acceptProposedAction();
    showDropAt(event->position().toPoint(), *event->mimeData());
  }
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
  event->acceptProposedAction();
  showDropAt(event->position().toPoint(), *event->mimeData());
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/) { m_dropFrame->hide(); }

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  m_dropFrame->hide();
  const bool onClips = isOverClips(event->position().toPoint());
  // After the drop: the file manager must not wait for an answer about unsaved changes.
  QMetaObject::invokeMethod(
      this, [this, urls = event->mimeData()->urls(), onClips] { dropFiles(urls, onClips); }, Qt::QueuedConnection);
}

}  // namespace texeleton::editor

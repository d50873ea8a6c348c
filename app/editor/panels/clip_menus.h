#pragma once

#include <QMenu>
#include <QObject>
#include <QPoint>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clip_edits.h"
#include "app/editor/panels/clip_tree.h"

namespace texeleton::editor {

/// The context menus of the list of the Clips panel: of the selected clips, and of the heading of a file.
class ClipMenus : public QObject {
  Q_OBJECT

 public:
  /// `parent`: of the menus too.
  ClipMenus(const Workshop& workshop, ClipTree& list, ClipEdits& edits, QWidget& parent);

  /// The menu of what is at a place of the list's viewport, if that has one.
  void showAt(const QPoint& place);

 signals:
  /// Several clips are to be renamed at once.
  void renamingAsked();
  /// The selected clips are to be moved by one: −1 up, 1 down.
  void movingAsked(int by);
  /// Files with further clips are to be chosen.
  void motionsAsked();

 private:
  void showOfClips(const QPoint& place);
  void showOfFile(const QPoint& place, std::size_t motion);
  QMenu* makeMenu(const char* name);
  void addRootMotionMenu(QMenu& menu, const ChosenRows& list);
  void addMapMenu(QMenu& menu, const ChosenRows& list);

  const Workshop& m_workshop;
  ClipTree& m_list;
  ClipEdits& m_edits;
  QWidget& m_parent;
};

}  // namespace texeleton::editor

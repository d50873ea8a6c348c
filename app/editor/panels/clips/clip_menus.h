#pragma once

#include <QMenu>
#include <QObject>
#include <QPoint>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/clip_edits.h"
#include "app/editor/panels/clips/clip_tree.h"

namespace texeleton::editor {

/// Context menus of the Clips panel's list: of the selected clips, and of a file's heading.
class ClipMenus : public QObject {
  Q_OBJECT

 public:
  /// `parent` also owns the menus.
  ClipMenus(const Workshop& workshop, ClipTree& list, ClipEdits& edits, QWidget& parent);

  /// Shows the menu for a position in the list's viewport, if there is one.
  void showAt(const QPoint& place);

 signals:
  /// The user wants to rename several clips at once.
  void renamingAsked();
  /// The user wants to move the selected clips by one: −1 up, 1 down.
  void movingAsked(int by);
  /// The user wants to choose files with further clips.
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

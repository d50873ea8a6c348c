#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/clip_preview.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clip_name_delegate.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/linked_tree.h"
#include "app/editor/widgets/time_field.h"

namespace texeleton::editor {

/// The words for what becomes of root motion.
QString rootMotionText(root_motion::RootMotionMode mode);

/// What the frames of a clip take in the texture.
std::uint64_t bytesOf(const bake::BakedAnimation& animation, const bake::BakedClip& clip);

/// Which clips are baked, as which cuts. What is below the list holds for all that are selected in it.
class ClipsPanel : public Panel {
  Q_OBJECT

 public:
  /// What items of the list hold: the number of a row, or of a heading's file (0 the model's, then the motions).
  enum Role { kRowRole = Qt::UserRole, kMotionRole };
  enum Column { kName, kFrames, kSeconds, kLoop, kError, kBytes, kColumnCount };

  ClipsPanel(Workshop& workshop, Playback& playback, Selection& selection, ClipPreview& preview,
             QWidget* parent = nullptr);

  LinkedTree& list() const { return *m_list; }
  /// Draws the names of the list.
  const ClipNameDelegate& names() const { return *m_names; }
  const std::vector<ClipRow>& rows() const { return m_rows; }
  /// The item of a row; null: it is filtered away with its group.
  QTreeWidgetItem* itemOf(int row) const { return m_items[static_cast<std::size_t>(row)]; }
  /// The clip of the bake that a row is; −1: none (yet).
  int bakedClipOf(int row) const { return m_baked[static_cast<std::size_t>(row)]; }
  /// Numbers of the selected rows, ascending.
  std::vector<int> selectedRows() const;
  /// Selects the clip of that name, in the model or in the bake; or the clips of that file. False: there is none.
  bool showNamed(const QString& name);
  /// The row whose clip plays, baked or not; −1: none.
  int playingRow() const;
  /// Gives the settings of a row whose clip is gone to another clip.
  void mapRow(std::size_t row, ClipIndex clip);
  /// What becomes of the root motion of the selected clips; unset: as of all.
  void setRootMotion(std::optional<root_motion::RootMotionMode> mode);

  /// Moves the selected rows before a row, or to the end (the number of rows). Those that are baked have an order.
  void moveSelected(int before);

 signals:
  /// What cannot be done, and why.
  void refused(const QString& why);
  /// Files with further clips are to be chosen.
  void motionsAsked();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void themeChanged() override { rebuild(); }

 private:
  QWidget* makeButtons();
  QWidget* makeCut();
  QWidget* makeRangeNote();
  /// Takes over what was typed as the start or the end of the selected clips' ranges.
  void setRange(const TimeField& field, bool isStart);
  void setWholeRange();
  void rebuild();
  /// Plays the clip of a row: as it is baked, or as the model has it.
  void play(int row);
  /// Marks the row that plays.
  void showPlaying();
  /// Where one row is selected, the one that plays is from now on.
  void selectPlaying();
  bool isRenaming() const;
  void fill(int row);
  void showErrors();
  void showErrorsInRows();
  void showCut();
  /// The clip that a row is cut from; null: the model has it no more.
  const model::Clip* clipOf(int row) const;
  void filter();
  void itemEdited(QTreeWidgetItem* item, int column);
  void tick(const QString& text, const std::function<bool(int row)>& wanted);
  void duplicate();
  /// Whether a row may go: a further cut of a clip, or one whose clip is gone.
  bool isRemovable(int row) const;
  void removeSelected();
  /// Changes every selected row.
  void edit(const QString& text, const std::function<void(ClipRow&)>& change);
  void push(const QString& text, const std::vector<ClipRow>& rows);
  void showSummary();
  void menuAt(const QPoint& place);
  void sourceMenuAt(const QPoint& place, std::size_t motion);
  void removeMotion(const QString& path);
  void addMapMenu(QMenu& menu, std::size_t row);
  void addRootMotionMenu(QMenu& menu);
  void renameSeveral();
  /// Takes off all names what they have in common.
  void shortenNames();
  void showAffixes();
  void moveByOne(int by);
  void fitColumns();
  /// Where the list would be too low, the buttons below it go into a menu.
  void fitHeight();
  /// Of a column, hidden or not.
  int neededWidth(int column);
  int rowAt(const QTreeWidgetItem* item) const;

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  ClipPreview& m_preview;
  QLineEdit* m_filter = nullptr;
  QToolButton* m_onlyTicked = nullptr;
  QToolButton* m_addMotions = nullptr;
  LinkedTree* m_list = nullptr;
  ClipNameDelegate* m_names = nullptr;
  QWidget* m_buttons = nullptr;
  QToolButton* m_more = nullptr;  ///< What m_buttons does, in a menu.
  QPushButton* m_shorten = nullptr;
  QAction* m_shortenAction = nullptr;
  QWidget* m_cut = nullptr;
  TimeField* m_from = nullptr;
  TimeField* m_to = nullptr;
  NumberField* m_rate = nullptr;
  QComboBox* m_loop = nullptr;
  QWidget* m_rangeNote = nullptr;  ///< What became of a range that does not fit, and the button that mends it.
  QLabel* m_rangeText = nullptr;
  std::vector<ClipRow> m_rows;
  std::vector<QTreeWidgetItem*> m_items;
  std::vector<int> m_baked;  ///< Of each row.
  std::array<int, kColumnCount> m_headingWidths{};
  int m_longestName = 0;  ///< Pixels, with what all share folded.
  bool m_showing = false;
  bool m_saysLoop = true;   ///< In words; a narrow list has the sign alone.
  bool m_choosing = false;  ///< What plays changes because a row was chosen.
  int m_marked = -1;        ///< The row that is marked as playing.
  std::shared_ptr<const bake::BakedAnimation> m_playedBake;
  bool m_isLate = false;  ///< What changed while a name was typed is not shown yet.
};

}  // namespace texeleton::editor

#pragma once

#include <array>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clip_name_delegate.h"
#include "app/editor/widgets/linked_tree.h"

namespace texeleton::editor {

/// The list of the Clips panel: a row for each cut of a clip, below a heading for each file where there are several. It
/// shows and tells; what is done to the document is ClipEdits'. It is filled when the panel asks for it.
class ClipTree : public LinkedTree {
  Q_OBJECT

 public:
  /// What items hold: the number of a row, or of a heading's file (0 the model's, then the motions).
  enum Role { kRowRole = Qt::UserRole, kMotionRole };
  enum Column { kName, kFrames, kSeconds, kLoop, kError, kBytes, kColumnCount };

  /// Columns keep their widths while this lives: a tree measures every row of every column anew after each change of an
  /// item, which took seconds at a hundred clips.
  class HeldColumns {
   public:
    explicit HeldColumns(const ClipTree& list);
    ~HeldColumns();
    HeldColumns(const HeldColumns&) = delete;
    HeldColumns& operator=(const HeldColumns&) = delete;

   private:
    const ClipTree& m_list;
  };

  ClipTree(const Workshop& workshop, const Playback& playback, QWidget* parent = nullptr);

  /// Draws the names.
  const ClipNameDelegate& names() const { return *m_names; }
  const std::vector<ClipRow>& rows() const { return m_rows; }
  /// The item of a row; null: it is filtered away with its group.
  QTreeWidgetItem* itemOf(int row) const { return m_items[static_cast<std::size_t>(row)]; }
  /// The row of an item; −1: it is a heading, or null.
  int rowOf(const QTreeWidgetItem* item) const;
  /// The clip of the bake that a row is; −1: none (yet).
  int bakedClipOf(int row) const { return m_baked[static_cast<std::size_t>(row)]; }
  /// The row that a clip of the bake is; −1: none.
  int rowOfBakedClip(int clip) const;
  /// Numbers of the selected rows, ascending.
  std::vector<int> selectedRows() const;
  ChosenRows chosen() const { return {m_rows, selectedRows()}; }
  /// Numbers of the rows that the filter leaves.
  std::vector<int> shownRows() const;
  /// The row whose clip plays, baked or not; −1: none.
  int playingRow() const;

  /// Whether filling the list has to wait, for it would only close the field in which a name is typed. It is asked for
  /// (fillAwaited) when that closes.
  bool mustWait();
  /// Shows the rows of the document as they are now. What is selected stays.
  void refill();
  /// Shows the errors that were measured.
  void showErrors();
  /// Shows rows whose names contain a text. `onlyTicked`: only those that are baked.
  void setFilter(const QString& text, bool onlyTicked);
  /// Says in words whether clips loop, where `width` pixels have room for them. True: this is another now, and the list
  /// must be filled again.
  bool fitLoopWords(int width);
  /// Names come first: a narrow list leaves out what the Selection panel tells too.
  void fitColumns();
  /// Marks the row that plays.
  void markPlaying();
  /// Where one row is selected, the one that plays is from now on.
  void selectPlaying();
  /// The row of the clip of that name, in the model or in the bake; or the rows of that file.
  std::vector<QTreeWidgetItem*> itemsNamed(const QString& name) const;
  /// Selects items, at least one, and scrolls to the first.
  void selectItems(const std::vector<QTreeWidgetItem*>& items);

 signals:
  /// The user went to a row, or clicked it again.
  void rowChosen(int row);
  /// Other rows are selected than before, not because the list was filled.
  void rowsSelected();
  /// The box of a row was clicked. The list is in the middle of telling of it: edits have to come later.
  void boxTicked(int row, bool ticked);
  /// Another name was typed in a row. As of boxTicked, edits have to come later.
  void nameTyped(int row, const QString& name);
  /// A name is typed no longer, and something has changed meanwhile.
  void fillAwaited();

 private:
  void makeColumns();
  void addRows();
  void fill(int row);
  void fillErrors();
  void filter();
  /// Finds what all names share, and how much room the longest needs.
  void measureNames();
  void tellEdited(const QTreeWidgetItem* item, int column);
  bool isRenaming() const;
  /// Of a column, hidden or not.
  int neededWidth(int column);

  const Workshop& m_workshop;
  const Playback& m_playback;
  ClipNameDelegate* m_names = nullptr;
  std::vector<ClipRow> m_rows;
  std::vector<QTreeWidgetItem*> m_items;
  std::vector<int> m_baked;  ///< Of each row.
  std::array<int, kColumnCount> m_headingWidths{};
  QString m_filterText;
  bool m_onlyTicked = false;
  int m_longestName = 0;   ///< Pixels, with what all share folded.
  bool m_saysLoop = true;  ///< In words; a narrow list has the sign alone.
  bool m_showing = false;  ///< Items change, and not by the user.
  int m_marked = -1;       ///< The row that is marked as playing.
  bool m_isLate = false;   ///< What changed while a name was typed is not shown yet.
};

}  // namespace texeleton::editor

#pragma once

#include <QCheckBox>
#include <array>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/clip_name_delegate.h"
#include "app/editor/widgets/linked_tree.h"

namespace texeleton::editor {

/// The list of the Clips panel: a row for each cut of a clip, below a heading for each file if there are several. It
/// displays and emits signals; ClipEdits makes the edits. The panel decides when it is filled.
class ClipTree : public LinkedTree {
  Q_OBJECT

 public:
  /// Data of items: the number of a row, or of a heading's file (0 the model's, then the motions).
  enum Role { kRowRole = Qt::UserRole, kMotionRole };
  enum Column { kName, kFrames, kSeconds, kRate, kLoop, kError, kBytes, kColumnCount };

  /// Fixes column widths during its lifetime, because a tree measures every row of every column after each change of an
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
  /// The item of a row; null: filtered out with its group.
  QTreeWidgetItem* itemOf(int row) const { return m_items[static_cast<std::size_t>(row)]; }
  /// The row of an item; −1: it is a heading, or null.
  int rowOf(const QTreeWidgetItem* item) const;
  /// The row's clip in the bake; −1: none (yet).
  int bakedClipOf(int row) const { return m_baked[static_cast<std::size_t>(row)]; }
  /// The row of a clip of the bake; −1: none.
  int rowOfBakedClip(int clip) const;
  /// Numbers of the selected rows, ascending.
  std::vector<int> selectedRows() const;
  /// Without a signal; −1: none.
  void selectRow(int row);
  ChosenRows chosen() const { return {m_rows, selectedRows()}; }
  /// Numbers of the rows that pass the filter.
  std::vector<int> shownRows() const;
  /// The row of the current clip, baked or not; −1: none.
  int playingRow() const;

  /// Whether filling has to be postponed because it would close a name editor; fillAwaited() is emitted when the editor
  /// closes.
  bool mustWait();
  /// Shows the current rows of the document and keeps the selection.
  void refill();
  /// Shows measured errors.
  void showErrors();
  /// Shows rows whose names contain a text. `onlyTicked`: only baked ones.
  void setFilter(const QString& text, bool onlyTicked);
  /// Shows in words whether clips loop, if `width` pixels have room for it. Returns true if this changed, so that the
  /// list must be filled again.
  bool fitLoopWords(int width);
  /// Names have priority: a narrow list hides the rate, the memory and the length, which the Selection panel shows too.
  void fitColumns();
  /// Marks the current clip's row.
  void markPlaying();
  /// If one row is selected, selects the current clip's row instead.
  void selectPlaying();
  /// The row of the clip with this name in the model or the bake, or the rows of the file with this name.
  std::vector<QTreeWidgetItem*> itemsNamed(const QString& name) const;
  /// Selects items, at least one, and scrolls to the first.
  void selectItems(const std::vector<QTreeWidgetItem*>& items);

 signals:
  /// The user moved to a row, or clicked the current one.
  void rowChosen(int row);
  /// The selection changed for another reason than filling.
  void rowsSelected();
  /// The check box of a row was clicked. Defer edits, because the list is emitting the change.
  void boxTicked(int row, bool ticked);
  /// The check box of the header was clicked.
  void allTicked(bool ticked);
  /// A name was typed in a row. Defer edits, as for boxTicked.
  void nameTyped(int row, const QString& name);
  /// A name editor closed and filling was postponed.
  void fillAwaited();

 private:
  void makeColumns();
  void makeTickAll();
  /// The header's box: ticked, not ticked, or between if some rows are ticked.
  void showTickAll();
  bool areAllTicked() const;
  void addRows();
  void fill(int row);
  void fillErrors();
  void filter();
  /// Finds common affixes of the names, and the width of the longest name.
  void measureNames();
  void tellEdited(const QTreeWidgetItem* item, int column);
  bool isRenaming() const;
  /// For hidden columns too.
  int neededWidth(int column);

  const Workshop& m_workshop;
  const Playback& m_playback;
  ClipNameDelegate* m_names = nullptr;
  QCheckBox* m_tickAll = nullptr;
  std::vector<ClipRow> m_rows;
  std::vector<QTreeWidgetItem*> m_items;
  std::vector<int> m_baked;  ///< For each row.
  std::array<int, kColumnCount> m_headingWidths{};
  QString m_filterText;
  bool m_onlyTicked = false;
  int m_longestName = 0;   ///< In pixels, with common affixes folded.
  bool m_saysLoop = true;  ///< Loops are shown in words; a narrow list shows only the icon.
  bool m_showing = false;  ///< Items are being changed by the program.
  int m_marked = -1;       ///< The marked row.
  bool m_isLate = false;   ///< Changes made while a name was typed are not shown yet.
};

}  // namespace texeleton::editor

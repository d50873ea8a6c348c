#pragma once

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/clip_preview.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/clip_cut_fields.h"
#include "app/editor/panels/clips/clip_edits.h"
#include "app/editor/panels/clips/clip_menus.h"
#include "app/editor/panels/clips/clip_tree.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"
#include "core/vat/texture_settings.h"

namespace texeleton::editor {

/// Selects the baked clips and their cuts. Settings below the list apply to all selected clips. The panel combines the
/// list (ClipTree), its menus (ClipMenus) and the fields (ClipCutFields): it fills them after changes, plays the
/// current clip, and passes the user's edits to ClipEdits.
class ClipsPanel : public Panel {
  Q_OBJECT

 public:
  ClipsPanel(Workshop& workshop, Playback& playback, Selection& selection, ClipPreview& preview,
             QWidget* parent = nullptr);

  ClipTree& list() const { return *m_list; }
  /// Draws the names of the list.
  const ClipNameDelegate& names() const { return m_list->names(); }
  const std::vector<ClipRow>& rows() const { return m_list->rows(); }
  /// The item of a row; null: filtered out with its group.
  QTreeWidgetItem* itemOf(int row) const { return m_list->itemOf(row); }
  /// The row's clip in the bake; −1: none (yet).
  int bakedClipOf(int row) const { return m_list->bakedClipOf(row); }
  /// Numbers of the selected rows, ascending.
  std::vector<int> selectedRows() const { return m_list->selectedRows(); }
  /// The row of the current clip, baked or not; −1: none.
  int playingRow() const { return m_list->playingRow(); }
  /// Selects the clip with this name in the model or the bake, or the clips of the file with this name. Returns false
  /// if there is none.
  bool showNamed(const QString& name);
  /// Sets the root motion mode of the selected clips; unset: the document's mode.
  void setRootMotion(std::optional<vat::RootMotionMode> mode) { m_edits->setRootMotion(m_list->chosen(), mode); }

 signals:
  /// The edit is impossible, with the reason.
  void refused(const QString& why);
  /// The user wants to choose files with further clips.
  void motionsAsked();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void themeChanged() override { rebuild(); }

 private:
  QLayout* makeTop();
  void fillMore(QMenu& menu);
  void addKeys();
  void connectList();
  void connectDocument();
  void rebuild();
  ClipEdits::Leaving askAboutUsers(const QString& users);
  /// Plays the clip of a row as baked, or else as in the model.
  void play(int row);
  bool hasNoClips() const;
  void choose(int row);
  void showErrors();
  void showCuts();
  void showSummary();
  void showShorten();
  void filter();
  void duplicate() { m_edits->duplicate(m_list->chosen()); }
  void removeSelected() { m_edits->remove(m_list->chosen()); }
  void renameSeveral();
  void moveSelected(int before);
  void moveByOne(int by);
  void fitColumns();

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  ClipPreview& m_preview;
  ClipEdits* m_edits = nullptr;
  QLineEdit* m_filter = nullptr;
  QToolButton* m_onlyTicked = nullptr;
  QToolButton* m_addMotions = nullptr;
  QPushButton* m_firstMotions = nullptr;  ///< For a model without clips.
  ClipTree* m_list = nullptr;
  ClipMenus* m_menus = nullptr;
  QAction* m_shorten = nullptr;
  ClipCutFields* m_cut = nullptr;
  bool m_choosing = false;  ///< The current clip changes because a row was selected.
  std::shared_ptr<const vat::BakedAnimation> m_playedBake;
};

}  // namespace texeleton::editor

#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/jobs/workshop.h"
#include "core/retargeting/clip_names.h"
#include "core/vat/texture_settings.h"

namespace texeleton::editor {

/// Display text of a root motion mode.
QString rootMotionText(vat::RootMotionMode mode);

/// The Clips panel's edits of the document: each is one undo step, based on the rows of the list. Independent of
/// widgets.
class ClipEdits : public QObject {
  Q_OBJECT

 public:
  /// The effect on references to clips that are no longer baked.
  enum class Leaving { TakeOut, Keep, Cancel };
  /// Asks the user about clips that are no longer baked; `users`: what refers to them.
  using Ask = std::function<Leaving(const QString& users)>;

  ClipEdits(Workshop& workshop, Ask ask, QObject* parent = nullptr);

  /// Ticks exactly the wanted rows.
  void tick(const QString& text, std::vector<ClipRow> rows, const std::function<bool(int row)>& wanted);
  /// Ticks or unticks a row; if it is one of several selected rows, all of them. Deferred, because the list is emitting
  /// the change.
  void tickSoon(ChosenRows list, int row, bool ticked);
  /// Renames a row in the pack; what refers to the clip follows. Deferred, because the list is emitting the change.
  void renameSoon(std::vector<ClipRow> rows, int row, const QString& name);
  /// Renames several rows in the pack; names can be exchanged.
  void rename(std::vector<ClipRow> rows, const std::vector<int>& which, const std::vector<std::string>& names);
  /// Removes the common affixes from all names.
  void shortenNames(std::vector<ClipRow> rows, const retargeting::NameAffixes& affixes);
  /// Changes every selected row.
  void change(const QString& text, ChosenRows list, const std::function<void(ClipRow&)>& how);
  /// Sets the root motion mode of the selected clips; unset: the document's mode.
  void setRootMotion(ChosenRows list, std::optional<vat::RootMotionMode> mode);
  /// Moves the selected rows before a row, or to the end (the number of rows). Only baked rows have an order. Returns
  /// the moved rows; none: the move was refused.
  std::vector<ClipRow> move(const ChosenRows& list, int before);
  /// Adds another cut of the first selected clip.
  void duplicate(ChosenRows list);
  /// Removes the selected rows that may be removed.
  void remove(const ChosenRows& list);
  /// Removes the motion or point cache with this path, and the cuts of its clips.
  void removeFile(pack::SourceRole role, const std::string& path);
  /// Assigns the settings of a row whose clip is missing to another clip.
  void mapRow(const std::vector<ClipRow>& rows, std::size_t row, ClipIndex clip);

  /// The row for move() that puts the selected rows past the next ordered one: `by` −1 upwards, 1 downwards.
  static std::optional<int> placePastNext(const ChosenRows& list, int by);
  /// Whether a row may be removed: a further cut of a clip, or one whose clip is missing.
  static bool isRemovable(const std::vector<ClipRow>& rows, int row);

 signals:
  /// The edit is impossible, with the reason.
  void refused(const QString& why);

 private:
  void push(const QString& text, const std::vector<ClipRow>& rows);
  void pushRenamed(const QString& text, const std::vector<ClipRow>& before, const std::vector<ClipRow>& after);
  /// Makes an edit after which the clips `gone` are no longer baked.
  void leave(const QString& text, DocumentState next, const std::set<std::string>& gone);
  void pushSoon(const QString& text, const std::vector<ClipRow>& rows);
  void setName(ClipRow& row, const std::string& name) const;

  Workshop& m_workshop;
  const Ask m_ask;
};

}  // namespace texeleton::editor

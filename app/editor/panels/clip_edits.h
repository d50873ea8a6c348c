#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/jobs/workshop.h"
#include "core/retargeting/clip_names.h"

namespace texeleton::editor {

/// The words for what becomes of root motion.
QString rootMotionText(root_motion::RootMotionMode mode);

/// What the Clips panel does to the document: each is one edit, made from the rows as the list has them. It knows of no
/// widgets.
class ClipEdits : public QObject {
  Q_OBJECT

 public:
  explicit ClipEdits(Workshop& workshop, QObject* parent = nullptr);

  /// Ticks the rows that are wanted and no others.
  void tick(const QString& text, std::vector<ClipRow> rows, const std::function<bool(int row)>& wanted);
  /// Ticks a row, or unticks it; one of several selected ones: all of them. Soon, for the list is telling of it.
  void tickSoon(ChosenRows list, int row, bool ticked);
  /// Gives a row a name in the pack. Soon, for the list is telling of it.
  void renameSoon(std::vector<ClipRow> rows, int row, const QString& name);
  /// Gives several rows their names in the pack.
  void rename(std::vector<ClipRow> rows, const std::vector<int>& which, const std::vector<std::string>& names);
  /// Takes off all names what they have in common.
  void shortenNames(std::vector<ClipRow> rows, const retargeting::NameAffixes& affixes);
  /// Changes every selected row.
  void change(const QString& text, ChosenRows list, const std::function<void(ClipRow&)>& how);
  /// What becomes of the root motion of the selected clips; unset: as of all.
  void setRootMotion(ChosenRows list, std::optional<root_motion::RootMotionMode> mode);
  /// Moves the selected rows before a row, or to the end (the number of rows). Those that are baked have an order.
  /// Those that were moved; none: it was refused.
  std::vector<ClipRow> move(const ChosenRows& list, int before);
  /// Another cut of the first selected clip.
  void duplicate(ChosenRows list);
  /// Removes the selected rows that may go.
  void remove(const ChosenRows& list);
  /// Gives the settings of a row whose clip is gone to another clip.
  void mapRow(const std::vector<ClipRow>& rows, std::size_t row, ClipIndex clip);

  /// The row before which the selected rows are to go, for move(), so that they are past the next one that has an
  /// order: `by` −1 upwards, 1 downwards.
  static std::optional<int> placePastNext(const ChosenRows& list, int by);
  /// Whether a row may go: a further cut of a clip, or one whose clip is gone.
  static bool isRemovable(const std::vector<ClipRow>& rows, int row);

 signals:
  /// What cannot be done, and why.
  void refused(const QString& why);

 private:
  void push(const QString& text, const std::vector<ClipRow>& rows);
  void pushSoon(const QString& text, const std::vector<ClipRow>& rows);
  void setName(ClipRow& row, const std::string& name) const;

  Workshop& m_workshop;
};

}  // namespace texeleton::editor

#pragma once

#include <optional>

#include "app/editor/panels/clips/range_edit.h"
#include "app/editor/panels/proposal_dialog.h"
#include "core/contacts/loop_range.h"

namespace texeleton::editor {

/// Proposes parts of clips that close as loops.
class LoopRangeDialog : public ProposalDialog {
  Q_OBJECT

 public:
  LoopRangeDialog(const Workshop& workshop, std::size_t clip, QWidget* parent = nullptr);

  /// The ticked ranges.
  std::vector<RangeChange> chosen() const;

 private:
  struct Found {
    std::size_t baked = 0;
    double gapMillimetres = 0.0;  ///< Gap of the current range.
    contacts::LoopReport report;  ///< Report of the whole clip.
    /// The proposed range: the best part, or the whole clip if it closes and is not baked as a whole.
    std::optional<contacts::LoopRange> proposal;
  };
  void look() final;
  void showChosen() final;
  void show(std::vector<Found> found);

  std::vector<Found> m_found;
};

}  // namespace texeleton::editor

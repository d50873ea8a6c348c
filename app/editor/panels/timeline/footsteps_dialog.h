#pragma once

#include "app/editor/panels/proposal_dialog.h"

namespace texeleton::editor {

/// Proposes events where feet touch down.
class FootstepsDialog : public ProposalDialog {
  Q_OBJECT

 public:
  FootstepsDialog(Workshop& workshop, std::size_t clip, QWidget* parent = nullptr);

  /// Ticked footsteps, in seconds of the source clips.
  std::vector<recipe::ClipEvents> chosen() const;

 private:
  void look() final;
  void showChosen() final;
  void show(const std::vector<recipe::ClipEvents>& found);

  Workshop& m_workshop;
  std::vector<recipe::ClipEvents> m_found;  ///< Without those that are there already.
  std::size_t m_known = 0;                  ///< The number of these.
};

}  // namespace texeleton::editor

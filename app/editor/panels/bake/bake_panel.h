#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QPushButton>
#include <QToolButton>
#include <functional>
#include <vector>

#include "app/editor/document/mend.h"
#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/scrolled.h"

namespace texeleton::editor {

/// Bake settings and the result.
class BakePanel : public Panel {
  Q_OBJECT

 public:
  BakePanel(Workshop& workshop, Playback& playback, QWidget* parent = nullptr);

  /// Adds further settings.
  void addSection(QWidget* section);

  QSize minimumSizeHint() const override;

 signals:
  /// "Show where" was clicked.
  void showWorst();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeForm();
  /// Adds a row for a setting, with an arrow that is shown while the setting is set and resets it.
  template <class T>
  void addRow(QFormLayout& form, const QString& text, QWidget* field, T recipe::RecipeBake::*member);
  void showEncodings();
  QWidget* makeTotals();
  void showSettings();
  void showAdvice();
  void setRows(int choice);
  double influencesLeftOut() const;
  void showTotals();
  void showResult();
  void showFixes();
  void showProblem();
  /// "", "warning" or "error".
  void setCardState(const char* state);
  void fitResult();
  void showTooMuch(const Workshop::Worst& worst, const QString& clip);
  void raiseRates();

  Workshop& m_workshop;
  Playback& m_playback;
  QVBoxLayout* m_sections = nullptr;
  QLabel* m_advice = nullptr;
  QPushButton* m_takeAdvice = nullptr;
  QComboBox* m_encoding = nullptr;
  QComboBox* m_format = nullptr;
  QComboBox* m_size = nullptr;
  QComboBox* m_rows = nullptr;
  NumberField* m_maxSize = nullptr;
  NumberField* m_rate = nullptr;
  NumberField* m_limit = nullptr;
  Scrolled* m_settings = nullptr;
  Scrolled* m_result = nullptr;  ///< The card below the settings, always visible.
  QToolButton* m_heading = nullptr;
  QFrame* m_card = nullptr;
  QLabel* m_figure = nullptr;
  ElidedLabel* m_state = nullptr;
  ElidedLabel* m_details = nullptr;
  QPushButton* m_useFloats = nullptr;
  QPushButton* m_raiseRate = nullptr;
  QPushButton* m_useVertices = nullptr;
  QPushButton* m_showWhere = nullptr;
  FlowLayout* m_mends = nullptr;  ///< Contains all remedy buttons.
  /// An arrow, and whether its setting is set.
  struct Reset {
    QToolButton* arrow;
    std::function<bool(const recipe::RecipeBake&)> isSet;
  };
  std::vector<Reset> m_resets;
  std::vector<QPushButton*> m_fixes;  ///< Remedies of a failed bake.
  std::vector<Mends::Rate> m_rates;   ///< Rates that m_raiseRate applies.
};

}  // namespace texeleton::editor

#pragma once

#include <QComboBox>
#include <QPushButton>

#include "app/editor/document/mend.h"
#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// How it is baked, and what comes of it.
class BakePanel : public Panel {
  Q_OBJECT

 public:
  BakePanel(Workshop& workshop, Playback& playback, QWidget* parent = nullptr);

 signals:
  /// A click on "Show where".
  void showWorst();

 private:
  QWidget* makeForm();
  void showSettings();
  void showAdvice();
  double influencesLeftOut() const;
  void showTotals();
  void showOverLimit(double overMillimetres, const QString& clip);
  void raiseRates();

  Workshop& m_workshop;
  Playback& m_playback;
  QLabel* m_advice = nullptr;
  QPushButton* m_takeAdvice = nullptr;
  Segmented* m_mode = nullptr;
  QComboBox* m_format = nullptr;
  QComboBox* m_size = nullptr;
  NumberField* m_maxSize = nullptr;
  NumberField* m_rate = nullptr;
  NumberField* m_limit = nullptr;
  QFrame* m_card = nullptr;
  QLabel* m_figure = nullptr;
  QLabel* m_state = nullptr;
  QLabel* m_details = nullptr;
  QPushButton* m_useFloats = nullptr;
  QPushButton* m_raiseRate = nullptr;
  QPushButton* m_useVertices = nullptr;
  QPushButton* m_showWhere = nullptr;
  std::vector<Mends::Rate> m_rates;  ///< Of m_raiseRate.
};

}  // namespace texeleton::editor

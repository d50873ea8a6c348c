#pragma once

#include <QWidget>

namespace texeleton::editor {

/// The scale of the heat map from 0 to a limit.
class HeatLegend : public QWidget {
  Q_OBJECT

 public:
  explicit HeatLegend(QWidget* parent = nullptr);
  void setLimit(double millimetres);
  double limit() const { return m_limit; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double m_limit = 0.0;
};

}  // namespace texeleton::editor

#include "app/editor/widgets/heat_legend.h"

#include <QPainter>
#include <algorithm>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "viewport/scene/turbo.h"

namespace texeleton::editor {

namespace {

constexpr int kBar = 10;
constexpr int kLegendGap = 8;

}  // namespace

HeatLegend::HeatLegend(QWidget* parent) : QWidget(parent) {
  setObjectName("heatLegend");
  setToolTip(tr(
      "Colours of the heat map: distance of each vertex between the texture and skinning. Of a piece of a point cache, "
      "also its distance from a rigid motion"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void HeatLegend::setLimit(double millimetres) {
  if (millimetres != m_limit) {
    m_limit = millimetres;
    setAccessibleName(exactMillimetres(0.0) + " – " + exactMillimetres(m_limit));
    updateGeometry();
    update();
  }
}

QSize HeatLegend::sizeHint() const {
  const int words = fontMetrics().horizontalAdvance(exactMillimetres(0.0) + exactMillimetres(m_limit));
  return {words + 200 + 2 * kLegendGap, 26};
}

QSize HeatLegend::minimumSizeHint() const { return {sizeHint().width() - 120, 26}; }

void HeatLegend::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setPen(color(Token::Text));
  const QString from = exactMillimetres(0.0);
  const QString to = exactMillimetres(m_limit);
  const int left = fontMetrics().horizontalAdvance(from) + kLegendGap;
  const int right = width() - fontMetrics().horizontalAdvance(to) - kLegendGap;
  painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, from);
  painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, to);
  for (int x = left; x < right; ++x) {
    const glm::vec3 shade =
        viewport::turbo(static_cast<float>(x - left) / static_cast<float>(std::max(right - left - 1, 1)));
    painter.fillRect(QRect(x, (height() - kBar) / 2, 1, kBar),
                     QColor::fromRgbF(std::clamp(shade.r, 0.0f, 1.0f), std::clamp(shade.g, 0.0f, 1.0f),
                                      std::clamp(shade.b, 0.0f, 1.0f)));
  }
}

}  // namespace texeleton::editor

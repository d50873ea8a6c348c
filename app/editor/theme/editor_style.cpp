#include "app/editor/theme/editor_style.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr int kIndicator = 14;
constexpr int kInputHeight = 26;
constexpr double kControlCorner = 5.0;

/// A pen like the icons' strokes.
QPen stroke(const QColor& strokeColor, double width = 1.5) {
  return {strokeColor, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

void drawCheckBox(const QStyleOption& option, QPainter& painter) {
  const bool enabled = option.state.testFlag(QStyle::State_Enabled);
  const bool on = option.state.testFlag(QStyle::State_On);
  const bool some = option.state.testFlag(QStyle::State_NoChange);
  QRectF box(0, 0, kIndicator, kIndicator);
  box.moveCenter(QRectF(option.rect).center());
  box.adjust(0.5, 0.5, -0.5, -0.5);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor fill = (on || some) ? color(enabled ? Token::Accent : Token::Edge) : color(Token::Field);
  painter.setPen(QPen((on || some) ? fill : color(Token::Edge), 1.0));
  painter.setBrush(fill);
  painter.drawRoundedRect(box, 3, 3);
  painter.setPen(stroke(color(Token::OnAccent), 1.8));
  if (on) {
    const QPointF o = box.topLeft();
    painter.drawPolyline(QPolygonF({o + QPointF(3.2, 6.8), o + QPointF(5.6, 9.4), o + QPointF(10.0, 3.8)}));
  } else if (some) {
    painter.drawLine(QPointF(box.left() + 3.5, box.center().y()), QPointF(box.right() - 3.5, box.center().y()));
  }
  if (option.state.testFlag(QStyle::State_HasFocus)) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color(Token::Accent), 1.0));
    painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 4, 4);
  }
  painter.restore();
}

/// A chevron in a square of 8 px, turned by `degrees` from pointing down.
void drawChevron(const QRectF& where, double degrees, const QColor& strokeColor, QPainter& painter) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(where.center());
  painter.rotate(degrees);
  painter.setPen(stroke(strokeColor));
  painter.drawPolyline(QPolygonF({QPointF(-3, -1.5), QPointF(0, 1.5), QPointF(3, -1.5)}));
  painter.restore();
}

void drawComboBox(const QStyleOptionComboBox& option, QPainter& painter) {
  const bool focus = option.state.testFlag(QStyle::State_HasFocus);
  const bool enabled = option.state.testFlag(QStyle::State_Enabled);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(focus ? color(Token::Accent) : color(enabled ? Token::Edge : Token::SoftLine), 1.0));
  painter.setBrush(option.state.testFlag(QStyle::State_MouseOver) && enabled ? color(Token::Raised)
                                                                             : color(Token::Field));
  painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kControlCorner, kControlCorner);
  painter.restore();
  const QRectF rect = option.rect;
  drawChevron(QRectF(rect.right() - 18, rect.top(), 12, rect.height()), 0, color(Token::Muted), painter);
}

}  // namespace

EditorStyle::EditorStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}

void EditorStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  const bool isSlider =
      qobject_cast<QAbstractSlider*>(widget) != nullptr && qobject_cast<QScrollBar*>(widget) == nullptr;
  if (isSlider || qobject_cast<QAbstractSpinBox*>(widget) != nullptr || qobject_cast<QComboBox*>(widget) != nullptr) {
    if (widget->focusPolicy() == Qt::WheelFocus) {
      widget->setFocusPolicy(Qt::StrongFocus);
    }
    widget->installEventFilter(this);
  }
}

bool EditorStyle::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
    event->ignore();
    return true;
  }
  return QProxyStyle::eventFilter(watched, event);
}

void EditorStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
      drawCheckBox(*option, *painter);
      return;
    case PE_IndicatorBranch:
      if (option->state.testFlag(State_Children)) {
        drawChevron(option->rect, option->state.testFlag(State_Open) ? 0 : -90, color(Token::Muted), *painter);
      }
      return;
    case PE_IndicatorArrowDown: {
      const bool onAccent = widget != nullptr && widget->objectName() == "export" && widget->isEnabled();
      drawChevron(option->rect, 0, color(onAccent ? Token::OnAccent : Token::Muted), *painter);
      return;
    }
    case PE_IndicatorArrowUp:
      drawChevron(option->rect, 180, color(Token::Muted), *painter);
      return;
    case PE_IndicatorArrowRight:
      drawChevron(option->rect, -90, color(Token::Muted), *painter);
      return;
    case PE_IndicatorArrowLeft:
      drawChevron(option->rect, 90, color(Token::Muted), *painter);
      return;
    default:
      QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void EditorStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const {
  const auto* combo = control == CC_ComboBox ? qstyleoption_cast<const QStyleOptionComboBox*>(option) : nullptr;
  if (combo != nullptr) {
    drawComboBox(*combo, *painter);
    return;
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect EditorStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const {
  if (control == CC_ComboBox && part == SC_ComboBoxEditField) {
    return option->rect.adjusted(6, 1, -20, -1);
  }
  return QProxyStyle::subControlRect(control, option, part, widget);
}

QSize EditorStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                    const QWidget* widget) const {
  QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
  if (type == CT_ComboBox) {
    size = QSize(contents.width() + 34, kInputHeight);
  }
  return size;
}

int EditorStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
      return kIndicator;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
      return 16;
    case PM_MessageBoxIconSize:
      return 32;
    case PM_TreeViewIndentation:
      return 12;  // Skeletons are deep and panels narrow.
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
      return 4;
    case PM_ToolBarItemSpacing:
      return 8;
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

QIcon EditorStyle::standardIcon(StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const {
  switch (standard) {
    case SP_MessageBoxWarning:
      return icon("warning", Token::Warning);
    case SP_MessageBoxCritical:
      return icon("error", Token::Error);
    case SP_MessageBoxQuestion:
      return icon("question", Token::Accent);
    case SP_MessageBoxInformation:
      return icon("info", Token::Accent);
    default:
      return QProxyStyle::standardIcon(standard, option, widget);
  }
}

int EditorStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* result) const {
  switch (hint) {
    case SH_ComboBox_Popup:
    case SH_DialogButtonBox_ButtonsHaveIcons:  // The stock icons do not match ours.
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
      return 0;
    case SH_ToolTip_WakeUpDelay:
      return 500;
    default:
      return QProxyStyle::styleHint(hint, option, widget, result);
  }
}

}  // namespace texeleton::editor

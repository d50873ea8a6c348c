#pragma once

#include <QProxyStyle>

namespace texeleton::editor {

/// Fusion, with our own check boxes, arrows, combo boxes and use of the wheel; the rest is in editor.qss.
class EditorStyle : public QProxyStyle {
  Q_OBJECT

 public:
  EditorStyle();

  using QProxyStyle::polish;
  /// Fields use the wheel only while they have the focus, which the wheel does not give them; otherwise it scrolls the
  /// panel.
  void polish(QWidget* widget) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                         const QWidget* widget) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  /// Icons of message boxes in our style and the theme's colours.
  QIcon standardIcon(StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* result) const override;
};

}  // namespace texeleton::editor

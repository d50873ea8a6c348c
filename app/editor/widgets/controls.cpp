#include "app/editor/widgets/controls.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>

#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

void setState(QWidget& widget, const char* property, const QVariant& value) {
  if (widget.property(property) != value) {
    widget.setProperty(property, value);
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
    widget.update();
  }
}

void setRole(QWidget& widget, const char* role) { setState(widget, "role", role); }

void putInto(QBoxLayout& layout, std::initializer_list<BoxItem> items) {
  for (const BoxItem& item : items) {
    if (item.widget != nullptr) {
      layout.addWidget(item.widget, item.stretch, item.alignment);
    } else if (item.layout != nullptr) {
      layout.addLayout(item.layout, item.stretch);
    } else {
      layout.addStretch(item.stretch);
    }
  }
}

QLabel* label(const QString& text, const char* role) {
  auto* result = new QLabel(text);
  result->setProperty("role", role);
  result->setTextInteractionFlags(Qt::NoTextInteraction);
  return result;
}

void showText(QLabel& label, const QString& text) {
  label.setText(text);
  label.setVisible(!text.isEmpty());
}

QLabel* wrappedLabel(const QString& text, const char* role) {
  QLabel* result = label(text, role);
  result->setWordWrap(true);
  return result;
}

QLabel* labelOf(QWidget* field, const QString& text, const QString& toolTip) {
  QLabel* result = label(text, "muted");
  result->setBuddy(field);
  field->setAccessibleName(text);
  if (!toolTip.isEmpty()) {
    result->setToolTip(toolTip);
    field->setToolTip(toolTip);
  }
  return result;
}

QFormLayout* formLayout(QWidget* parent, int horizontal, int vertical, const QMargins& margins) {
  auto* form = spaced(new QFormLayout(parent), horizontal, vertical, margins);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  return form;
}

QComboBox* comboBox(const QStringList& items, int letters) {
  auto* result = new QComboBox;
  result->addItems(items);
  if (letters > 0) {
    result->setMinimumContentsLength(letters);
    result->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  return result;
}

QTreeWidget* columnList(const QStringList& headers) {
  auto* list = new QTreeWidget;
  list->setHeaderLabels(headers);
  list->setRootIsDecorated(false);
  return list;
}

QTreeWidget* columnList(int columns) {
  auto* list = new QTreeWidget;
  list->setColumnCount(columns);
  list->setHeaderHidden(true);
  list->setRootIsDecorated(false);
  return list;
}

void stretchColumn(QTreeWidget& list, int column) {
  list.header()->setStretchLastSection(false);
  list.header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list.header()->setSectionResizeMode(column, QHeaderView::Stretch);
}

QToolButton* iconButton(const QString& iconName, const QString& text, const char* objectName) {
  auto* button = named(new QToolButton, objectName, text);
  button->setIcon(icon(iconName));
  button->setAccessibleName(text);
  return button;
}

QFrame* rule() { return named(new QFrame, "rule"); }

QFrame* uprightRule() {
  auto* line = named(new QFrame, "upright");
  line->setFixedHeight(20);
  return line;
}

QFrame* card(QVBoxLayout*& layout) {
  auto* frame = named(new QFrame, "card");
  layout = spaced(new QVBoxLayout(frame), 4, {12, 8, 12, 8});
  return frame;
}

Segmented::Segmented(const QStringList& texts, QWidget* parent) : QWidget(parent) {
  auto* layout = spaced(new QHBoxLayout(this), 0);
  for (int i = 0; i < texts.size(); ++i) {
    auto* button = new QToolButton;
    button->setText(texts[i]);
    button->setCheckable(true);
    button->setProperty("segment", i == 0 ? "first" : i + 1 == texts.size() ? "last" : "middle");
    // Checked buttons are semibold: the width fits both weights.
    QFont bold = button->font();
    bold.setWeight(QFont::DemiBold);
    button->setFixedWidth(QFontMetrics(bold).horizontalAdvance(texts[i]) + 22);
    layout->addWidget(button);
    m_buttons.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, i] {
      const bool other = i != m_current;
      setCurrent(i);
      if (other) {
        emit chosen(i);
      }
    });
  }
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setCurrent(0);
}

void Segmented::setCurrent(int current) {
  m_current = current;
  for (std::size_t i = 0; i < m_buttons.size(); ++i) {
    m_buttons[i]->setChecked(static_cast<int>(i) == current);
  }
}

void ElidedLabel::setWholeText(const QString& text) {
  m_whole = text;
  setText(text);
  setToolTip(text);
  setAccessibleName(text);
  updateGeometry();
  update();
}

QSize ElidedLabel::sizeHint() const {
  return {wordWrap() ? QLabel::sizeHint().width() : fontMetrics().horizontalAdvance(m_whole) + 2,
          QLabel::sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const QString role = property("role").toString();
  painter.setPen(color(role == "muted"     ? Token::Muted
                       : role == "good"    ? Token::Good
                       : role == "warning" ? Token::Warning
                       : role == "error"   ? Token::Error
                                           : Token::Text));
  if (!wordWrap()) {
    painter.drawText(rect(), static_cast<int>(alignment()) | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_whole, Qt::ElideMiddle, width()));
    return;
  }
  const QString text = QString(m_whole).replace('\n', QChar::LineSeparator);
  const int lineHeight = fontMetrics().lineSpacing();
  QTextLayout lines(text, font());
  lines.beginLayout();
  QTextLine line = lines.createLine();
  for (int top = 0; line.isValid(); top += lineHeight, line = lines.createLine()) {
    line.setLineWidth(width());
    const bool isLast = top + 2 * lineHeight > height();
    const QString shown = isLast
                              ? fontMetrics().elidedText(text.mid(line.textStart()).replace(QChar::LineSeparator, ' '),
                                                         Qt::ElideRight, width())
                              : text.mid(line.textStart(), line.textLength()).remove(QChar::LineSeparator);
    painter.drawText(0, top + fontMetrics().ascent(), shown);
    if (isLast) {
      break;
    }
  }
  lines.endLayout();
}

}  // namespace texeleton::editor

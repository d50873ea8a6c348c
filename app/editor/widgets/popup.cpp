#include "app/editor/widgets/popup.h"

#include <QScreen>
#include <algorithm>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

Popup::Popup(QWidget* parent) : QFrame(parent, Qt::Popup) {
  setObjectName("popup");
  m_column = spaced(new QVBoxLayout(this), 8, {12, 12, 12, 12});
}

void Popup::showBelow(const QWidget& button) {
  adjustSize();
  const QRect room = button.screen()->availableGeometry();
  QPoint place = button.mapToGlobal(QPoint(0, button.height() + 4));
  place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - width())));
  place.setY(std::clamp(place.y(), room.top(), std::max(room.top(), room.bottom() - height())));
  move(place);
  show();
}

void Popup::addForm(const QString& title) {
  m_column->addWidget(label(title, "title"));
  m_form = spaced(new QFormLayout, 16, 4);
  m_column->addLayout(m_form);
}

void Popup::addRow(const QString& name, QWidget* field, const QString& objectName, const QString& toolTip) {
  field->setObjectName(objectName);
  m_form->addRow(labelOf(field, name, toolTip), field);
}

}  // namespace texeleton::editor

#include "app/editor/widgets/node_chooser.h"

#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

NodeChooser::NodeChooser(const QString& none, QWidget* parent) : QComboBox(parent), m_none(none) {
  setEditable(true);
  setInsertPolicy(QComboBox::NoInsert);
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(10);
  completer()->setFilterMode(Qt::MatchContains);
  completer()->setCaseSensitivity(Qt::CaseInsensitive);
  completer()->setCompletionMode(QCompleter::PopupCompletion);
  connect(this, &QComboBox::activated, this, &NodeChooser::take);
  connect(lineEdit(), &QLineEdit::editingFinished, this, &NodeChooser::take);
  setNodes(nullptr);
}

void NodeChooser::setNodes(const model::Model* model) {
  {
    const QSignalBlocker quiet(this);
    clear();
    addItem(m_none);
    if (model != nullptr) {
      addItems(namesOf(model->nodes, &model::Node::name));
    }
  }
  showName(m_name);
}

void NodeChooser::showName(const std::string& name) {
  m_name = name;
  const QSignalBlocker quiet(this);
  const int place = name.empty() ? 0 : findText(QString::fromStdString(name), Qt::MatchExactly);
  setCurrentIndex(place);
  if (place < 0) {
    setEditText(QString::fromStdString(name));
  }
  mark(place < 0 && count() > 1);
}

void NodeChooser::take() {
  const QString typed = currentText().trimmed();
  const QString name = typed == m_none ? QString() : typed;
  if (name.toStdString() == m_name) {
    showName(m_name);
    return;
  }
  if (!name.isEmpty() && findText(name, Qt::MatchExactly) < 0) {
    mark(true);
    emit unknown(name);
    return;
  }
  m_name = name.toStdString();
  showName(m_name);
  emit chosen(name);
}

void NodeChooser::mark(bool wrong) {
  setState(*lineEdit(), "wrong", wrong);
  lineEdit()->setToolTip(wrong ? tr("The model has no node of this name") : QString());
}

}  // namespace texeleton::editor

#pragma once

#include <QComboBox>
#include <string>

#include "core/model/model.h"

namespace texeleton::editor {

/// Chooses a node of a model by its name: from the list, or typed, with proposals for what was typed.
class NodeChooser : public QComboBox {
  Q_OBJECT

 public:
  /// `none`: what stands for no node.
  explicit NodeChooser(const QString& none, QWidget* parent = nullptr);

  /// The nodes that there are; null: none.
  void setNodes(const model::Model* model);
  /// Empty: none. Without a signal. A name that the model does not have is shown, and marked.
  void showName(const std::string& name);

 signals:
  /// Empty: none.
  void chosen(const QString& name);
  /// What was typed is no node's name; it stays there, marked.
  void unknown(const QString& name);

 protected:
  void wheelEvent(QWheelEvent* event) override;

 private:
  void take();
  void mark(bool wrong);

  const QString m_none;
  std::string m_name;
};

}  // namespace texeleton::editor

#pragma once

#include <QComboBox>
#include <string>

#include "core/model/model.h"

namespace texeleton::editor {

/// Selects a node of a model by name: from a list, or typed with completion.
class NodeChooser : public QComboBox {
  Q_OBJECT

 public:
  /// `none`: text for no node.
  explicit NodeChooser(const QString& none, QWidget* parent = nullptr);

  /// The available nodes; null: none.
  void setNodes(const model::Model* model);
  /// Does not emit a signal. Empty: none. A name that the model lacks is shown and marked.
  void showName(const std::string& name);

 signals:
  /// Empty: none.
  void chosen(const QString& name);
  /// The typed text is no node's name; it is kept and marked.
  void unknown(const QString& name);

 private:
  void take();
  void mark(bool wrong);

  const QString m_none;
  std::string m_name;
};

}  // namespace texeleton::editor

#pragma once

#include <QObject>
#include <vector>

#include "app/editor/jobs/socket_finder.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/model/model_tree.h"

namespace texeleton::editor {

/// The bones of the Model panel's tree; sockets are marked.
class RigSection : public QObject {
  Q_OBJECT

 public:
  RigSection(const Workshop& workshop, ModelTree& tree, QObject* parent);

  /// Adds the heading and its rows to the tree. There is a model.
  void fill();
  /// Forgets the rows of an emptied tree.
  void forget() { m_bones.clear(); }
  /// Marks the sockets, later if finding them takes time.
  void showSockets();
  /// The row of a node; null: there is none.
  QTreeWidgetItem* row(NodeIndex node) const;

 private:
  void addBones(QTreeWidgetItem& heading);
  void markSockets(const std::vector<NodeIndex>& nodes);

  const Workshop& m_workshop;
  ModelTree& m_tree;
  SocketFinder m_socketFinder;
  std::vector<QTreeWidgetItem*> m_bones;  ///< For each node.
};

}  // namespace texeleton::editor

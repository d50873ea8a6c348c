#pragma once

#include <vector>

#include "app/editor/jobs/socket_finder.h"
#include "app/editor/panels/model/model_tree.h"

namespace texeleton::editor {

/// The bones of the Model panel's tree; sockets are marked.
class RigSection : public ModelSection {
  Q_OBJECT

 public:
  using ModelSection::ModelSection;

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

  SocketFinder m_socketFinder;
  std::vector<QTreeWidgetItem*> m_bones;  ///< For each node.
};

}  // namespace texeleton::editor

#pragma once

#include <QObject>

#include "core/base/index.h"

namespace texeleton::editor {

/// What is selected and pointed at, across panels.
class Selection : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// A node of the model; invalid: none.
  NodeIndex bone() const { return m_bone; }
  void selectBone(NodeIndex bone) {
    if (bone != m_bone) {
      m_bone = bone;
      emit boneChanged();
    }
  }
  void clear() { selectBone(NodeIndex()); }

 signals:
  void boneChanged();

 private:
  NodeIndex m_bone;
};

}  // namespace texeleton::editor

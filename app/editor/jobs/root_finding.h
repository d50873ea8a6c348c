#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/editor/jobs/workshop.h"
#include "core/root_motion/find_root.h"

namespace texeleton::editor {

/// Finds the node that carries the model through each of its clips, in the background for every new model.
class RootFinding : public QObject {
  Q_OBJECT

 public:
  explicit RootFinding(Workshop& workshop, QObject* parent = nullptr);

  /// The node that carries the model through a clip. Invalid: none, or not known yet.
  NodeIndex rootOf(ClipIndex clip) const;
  bool isKnown() const { return m_found != nullptr; }
  JobRunner& runner() { return m_runner; }

 signals:
  void found();

 private:
  void find();

  struct Found {
    std::shared_ptr<const model::Model> model;
    root_motion::RootFinder finder;
  };
  Workshop& m_workshop;
  std::shared_ptr<const Found> m_found;
  JobRunner m_runner;
};

}  // namespace texeleton::editor

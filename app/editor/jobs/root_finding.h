#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "app/editor/jobs/workshop.h"
#include "core/root_motion/find_root.h"

namespace texeleton::editor {

/// Which node carries the model through each of its clips, found in the background whenever there is another model.
class RootFinding : public QObject {
  Q_OBJECT

 public:
  explicit RootFinding(Workshop& workshop, QObject* parent = nullptr);

  /// What carries the model through a clip of it. Invalid: nothing does, or it is not known yet.
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

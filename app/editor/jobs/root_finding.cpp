#include "app/editor/jobs/root_finding.h"

namespace texeleton::editor {

RootFinding::RootFinding(Workshop& workshop, QObject* parent) : QObject(parent), m_workshop(workshop) {
  connect(&m_workshop, &Workshop::modelChanged, this, &RootFinding::find);
}

NodeIndex RootFinding::rootOf(ClipIndex clip) const {
  return m_found && clip.value < m_found->model->clips.size() ? m_found->finder.rootOf(clip) : NodeIndex();
}

void RootFinding::find() {
  m_found.reset();
  const std::shared_ptr<const model::Model> model = m_workshop.model();
  if (!model) {
    m_runner.cancel();
    return;
  }
  m_runner.start([this, model](JobContext& /*job*/, const JobRunner::Deliver& deliver) {
    auto done = std::make_shared<const Found>(Found{model, root_motion::RootFinder(*model)});
    deliver([this, done] {
      m_found = done;
      emit found();
    });
  });
}

}  // namespace texeleton::editor

#include "app/editor/jobs/socket_finder.h"

#include <utility>

#include "core/bake/sockets.h"
#include "core/base/mapped.h"

namespace texeleton::editor {

namespace {

/// This many names take a fifth of a second at worst, and microseconds with usual expressions.
constexpr std::size_t kNamesAtOnce = 500;

}  // namespace

void SocketFinder::find(std::shared_ptr<const model::Model> model, const std::vector<recipe::RecipeExpose>& expose,
                        Found found) {
  auto filters = mapped(expose, [](const recipe::RecipeExpose& each) {
    return bake::ExposeFilter{each.pattern, each.caseSensitive};
  });
  m_runner.cancel();
  if (model->nodes.size() * filters.size() <= kNamesAtOnce) {
    found(bake::exposedNodes(*model, filters, JobContext()));
    return;
  }
  m_runner.start([model = std::move(model), filters = std::move(filters), found = std::move(found)](
                     JobContext& job, const JobRunner::Deliver& deliver) {
    auto nodes = bake::exposedNodes(*model, filters, job);
    deliver([nodes = std::move(nodes), found] { found(nodes); });
  });
}

}  // namespace texeleton::editor

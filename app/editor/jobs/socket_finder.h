#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/editor/jobs/job_runner.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Finds the nodes that expressions expose as sockets: immediately for few names, on another thread for many, because a
/// recipe may contain slow expressions.
class SocketFinder {
 public:
  using Found = std::function<void(const Result<std::vector<NodeIndex>>& nodes)>;

  /// Calls `found` on this thread, before it returns or later, unless another call replaces the request. Errors: those
  /// of exposedNodes.
  void find(std::shared_ptr<const model::Model> model, const std::vector<recipe::RecipeExpose>& expose, Found found);

 private:
  JobRunner m_runner;
};

}  // namespace texeleton::editor

#include "app/editor/document/mesh_choice_edit.h"

#include <QRegularExpression>
#include <QString>

#include "core/base/name_expression.h"

namespace texeleton::editor {

namespace {

/// Meshes that match any of the expressions. Invalid expressions match nothing; the bake reports them.
std::vector<bool> matching(const std::vector<std::string>& patterns, const model::Model& model,
                           const meshes::MeshInstances& meshes) {
  std::vector<bool> all(meshes.instances.size(), false);
  for (const std::string& pattern : patterns) {
    const auto expression = NameExpression::compile(pattern);
    std::vector<bool> found = all;
    bool answered = expression.has_value();
    for (std::size_t i = 0; i < found.size() && answered; ++i) {
      const meshes::MeshInstance& mesh = meshes.instances[i];
      for (const std::string* name : {&mesh.name, &model.nodes[mesh.node.value].name,
                                      mesh.group ? &meshes.groups[*mesh.group].name : &mesh.name}) {
        const auto matches = expression->matches(*name);
        answered = answered && matches.has_value();
        found[i] = found[i] || matches.value_or(false);
      }
    }
    all = answered ? found : all;
  }
  return all;
}

}  // namespace

std::vector<bool> shownMeshes(const recipe::RecipeMeshes& choice, const model::Model& model,
                              const meshes::MeshInstances& meshes) {
  std::vector<bool> shown = matching(choice.show, model, meshes);
  const std::vector<bool> hidden = matching(choice.hide, model, meshes);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    shown[i] = (choice.show.empty() || shown[i]) && !hidden[i];
  }
  return shown;
}

recipe::RecipeMeshes choiceOf(const std::vector<bool>& shown, const recipe::RecipeMeshes& choice,
                              const model::Model& model, const meshes::MeshInstances& meshes) {
  recipe::RecipeMeshes result = choice;
  result.show.clear();
  result.hide.clear();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i]) {
      // Node names are unique in the model; several nodes may show one mesh.
      const QString name = QString::fromStdString(model.nodes[meshes.instances[i].node.value].name);
      std::string pattern = QRegularExpression::escape(name).toStdString();
      if (result.hide.empty() || result.hide.back() != pattern) {
        result.hide.push_back(std::move(pattern));
      }
    }
  }
  return result;
}

}  // namespace texeleton::editor

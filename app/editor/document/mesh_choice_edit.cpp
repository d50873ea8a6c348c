#include "app/editor/document/mesh_choice_edit.h"

#include <QRegularExpression>
#include <QString>

#include "core/base/name_expression.h"

namespace texeleton::editor {

namespace {

bool anyMatches(const std::vector<std::string>& patterns, const MeshInstance& mesh, const Model& model,
                const MeshInstances& meshes) {
  for (const std::string& pattern : patterns) {
    const auto expression = NameExpression::compile(pattern);
    if (expression && (expression->matches(mesh.name) || expression->matches(model.nodes[mesh.node.value].name) ||
                       (mesh.group && expression->matches(meshes.groups[*mesh.group].name)))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<bool> shownMeshes(const RecipeMeshes& choice, const Model& model, const MeshInstances& meshes) {
  std::vector<bool> shown;
  for (const MeshInstance& mesh : meshes.instances) {
    shown.push_back((choice.show.empty() || anyMatches(choice.show, mesh, model, meshes)) &&
                    !anyMatches(choice.hide, mesh, model, meshes));
  }
  return shown;
}

RecipeMeshes choiceOf(const std::vector<bool>& shown, const RecipeMeshes& choice, const Model& model,
                      const MeshInstances& meshes) {
  RecipeMeshes result = choice;
  result.show.clear();
  result.hide.clear();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i]) {
      // The node's name is unique in the model; a mesh may be shown by several.
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

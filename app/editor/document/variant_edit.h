#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Edits of a document's variants, mesh by mesh. A variant consists of the meshes that its expressions match and its
/// names name (see VariantChoice); levels of detail stay together, and meshes that are not baked are ignored, as in
/// core/meshes.
class VariantEdit {
 public:
  /// `baked`: which meshes are baked (see shownMeshes). `merged`: names of attachments that are merged into the baked
  /// mesh; variants keep references to them.
  VariantEdit(std::vector<recipe::RecipeVariant> variants, const model::Model& model,
              const meshes::MeshInstances& meshes, std::vector<bool> baked, std::vector<std::string> merged = {});

  const std::vector<recipe::RecipeVariant>& variants() const { return m_variants; }
  /// Whether a variant shows a mesh.
  bool shows(std::size_t variant, std::size_t mesh) const { return m_members[variant][mesh]; }
  /// How many meshes a variant shows.
  std::size_t count(std::size_t variant) const;
  /// The variants that show a mesh, ascending.
  std::vector<std::size_t> variantsOf(std::size_t mesh) const;
  /// The expressions and names of a variant that match nothing; a bake would fail for them.
  std::vector<std::string> lost(std::size_t variant) const;

  /// Adds meshes to a variant or removes them from it. Other entries are kept; an expression that matches a removed
  /// mesh is replaced by the names of its other matches. Returns false, without a change, if nothing would be left.
  bool show(std::size_t variant, const std::vector<std::size_t>& meshes, bool shown);
  /// Adds the meshes to every variant.
  void showAlways(const std::vector<std::size_t>& meshes);
  /// A new variant: its name, and the meshes that only it shows.
  struct Wanted {
    std::string name;
    std::vector<std::size_t> meshes;
  };
  /// Adds variants. Each shows its own meshes, which are removed from the others, and the meshes that all previous
  /// variants share (for the first variants: everything).
  void add(const std::vector<Wanted>& wanted);
  void remove(std::size_t variant);
  void rename(std::size_t variant, const std::string& name) { m_variants[variant].name = name; }
  /// Removes entries that match nothing, and variants that become empty.
  void dropLost();
  /// Adapts to a change of the baked meshes: removes entries that match nothing, and adds new meshes that no variant
  /// shows to all of them.
  void follow(const std::vector<bool>& before);
  /// `wanted`, with a number appended if the name is in use.
  std::string freeName(const std::string& wanted) const;

 private:
  using Set = std::vector<bool>;
  Set found(const Set& named) const;
  Set foundByExpression(const std::string& pattern) const;
  Set foundByName(const std::string& name) const;
  Set foundByNumber(const std::vector<std::size_t>& meshes) const;
  Set membersOf(const recipe::RecipeVariant& variant) const;
  std::vector<std::string> takeLost(recipe::RecipeVariant& variant) const;
  void rewrite(std::size_t variant, const Set& wanted);
  /// The merged attachments that an expression matches.
  std::vector<std::string> mergedBy(const std::string& pattern) const;
  bool isMerged(const std::string& name) const;
  bool hasMerged(const recipe::RecipeVariant& variant) const;

  std::vector<recipe::RecipeVariant> m_variants;
  const meshes::MeshInstances m_meshes;
  const Set m_baked;
  const std::vector<std::string> m_merged;
  std::vector<std::vector<std::string>> m_names;  ///< For each mesh: its own name, its node's, its group's.
  std::vector<Set> m_members;                     ///< For each variant.
};

/// Names of the attachments that are merged into the mesh.
std::vector<std::string> mergedAttachments(const recipe::RecipeBake& bake);

}  // namespace texeleton::editor

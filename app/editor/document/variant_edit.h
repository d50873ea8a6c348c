#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Edits of a document's variants, mesh by mesh. A variant is what its expressions match and its names name (see
/// VariantChoice); levels of detail go together, and what is not baked is not there, as in core/meshes.
class VariantEdit {
 public:
  /// `baked`: which of the meshes are (see shownMeshes).
  VariantEdit(std::vector<recipe::RecipeVariant> variants, const model::Model& model,
              const meshes::MeshInstances& meshes, std::vector<bool> baked);

  const std::vector<recipe::RecipeVariant>& variants() const { return m_variants; }
  /// Whether a variant shows a mesh.
  bool shows(std::size_t variant, std::size_t mesh) const { return m_members[variant][mesh]; }
  /// How many meshes a variant shows.
  std::size_t count(std::size_t variant) const;
  /// The variants that show a mesh, ascending.
  std::vector<std::size_t> variantsOf(std::size_t mesh) const;
  /// What expressions and names of a variant find nothing: a bake fails for them.
  std::vector<std::string> lost(std::size_t variant) const;

  /// Lets a variant show these meshes, or no longer. What it says otherwise stays; an expression that matches a mesh
  /// that goes becomes the names of the others that it matches. False: nothing would be left, and it is as it was.
  bool show(std::size_t variant, const std::vector<std::size_t>& meshes, bool shown);
  /// The meshes are shown by every variant.
  void showAlways(const std::vector<std::size_t>& meshes);
  /// A variant to be: what it is called, and what only it is to show.
  struct Wanted {
    std::string name;
    std::vector<std::size_t> meshes;
  };
  /// More variants, each of which shows its own meshes, which the others no longer do, and what those before all show
  /// (before the first ones: everything).
  void add(const std::vector<Wanted>& wanted);
  void remove(std::size_t variant);
  void rename(std::size_t variant, const std::string& name) { m_variants[variant].name = name; }
  /// What finds nothing goes, and a variant of which nothing is left.
  void dropLost();
  /// Where other meshes were baked before: what finds nothing any more goes, and what is new and shown by none comes
  /// into all.
  void follow(const std::vector<bool>& before);
  /// `wanted`, or with a number after it, so that no two are called alike.
  std::string freeName(const std::string& wanted) const;

 private:
  using Set = std::vector<bool>;
  Set found(const Set& named) const;
  Set foundByExpression(const std::string& pattern) const;
  Set foundByName(const std::string& name) const;
  Set membersOf(const recipe::RecipeVariant& variant) const;
  void rewrite(std::size_t variant, const Set& wanted);

  std::vector<recipe::RecipeVariant> m_variants;
  const meshes::MeshInstances m_meshes;
  const Set m_baked;
  std::vector<std::vector<std::string>> m_names;  ///< Of each mesh: its own, its node's, its group's.
  std::vector<Set> m_members;                     ///< Of each variant.
};

}  // namespace texeleton::editor

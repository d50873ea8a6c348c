#pragma once

#include <string>
#include <vector>

namespace texeleton::meshes {

// Expressions are regular expressions over whole names (Perl-compatible). They are held against the name of a mesh, the
// name of the node that shows it, and, for an authored level of detail, that name without its level ("Body" of
// "Body_LOD1").

/// A named set of meshes that are seen together: what `match` matches and `meshes` names.
struct VariantChoice {
  std::string name;
  std::vector<std::string> match;   ///< Expressions.
  std::vector<std::string> meshes;  ///< Whole names.

  friend bool operator==(const VariantChoice&, const VariantChoice&) = default;
};

/// The meshes of a model to bake, and their grouping.
struct MeshChoice {
  std::vector<std::string> show;  ///< Only meshes that one of these expressions matches; empty: all.
  std::vector<std::string> hide;  ///< But none that one of these matches.
  bool authoredLods = true;  ///< Meshes or nodes called NAME_LOD0 … NAME_LODn are levels of detail, not neighbours.
  std::vector<VariantChoice> variants;

  friend bool operator==(const MeshChoice&, const MeshChoice&) = default;
};

}  // namespace texeleton::meshes

#pragma once

#include <string>
#include <vector>

namespace texeleton::meshes {

// Expressions are regular expressions over whole names (Perl-compatible). They are matched against the name of a mesh,
// the name of its node, and, for an authored level of detail, the name without its level ("Body" of "Body_LOD1").

/// A named set of meshes that are shown together: those that match `match` or are named in `meshes`.
struct VariantChoice {
  std::string name;
  std::vector<std::string> match;   ///< Expressions.
  std::vector<std::string> meshes;  ///< Whole names.

  friend bool operator==(const VariantChoice&, const VariantChoice&) = default;
};

/// The meshes of a model to bake, and their grouping.
struct MeshChoice {
  std::vector<std::string> show;  ///< Only meshes that match one of these expressions; empty: all.
  std::vector<std::string> hide;  ///< Except meshes that match one of these.
  bool authoredLods = true;       ///< Meshes or nodes called NAME_LOD0 … NAME_LODn are levels of detail, not separate
                                  ///< meshes.
  std::vector<VariantChoice> variants;

  friend bool operator==(const MeshChoice&, const MeshChoice&) = default;
};

}  // namespace texeleton::meshes

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/import/assemble/assemble_context.h"
#include "core/import/assemble/assemble_primitive.h"

namespace texeleton::importing::assemble {

/// Checks the skins, makes their matrices affine and metric (in place), counts the bones. Errors: joints or matrices
/// that are missing or not finite.
Result<void> prepareSkins(Context& context);

/// The weight of each joint of a skin over all vertices that the skin moves.
struct SkinUse {
  std::vector<double> weights;  ///< One for each joint.
  double radius = 0.0;          ///< Farthest vertex from the origin of its mesh, metres.

  void add(const SourceSkin& skin, const Primitive& primitive);
};

/// The placement B of a skin: given by the format, or bind world·inverse bind if at least half of the weight agrees;
/// otherwise nothing, with an issue.
std::optional<glm::dmat4> skinPlacement(Context& context, std::size_t skin, const SkinUse& use);

/// Whether a placement can be folded into vertices: not singular, even with float rounding.
bool isFoldable(const glm::dmat4& placement);

/// Collects the palette entries of all parts; equal ones of a node are merged.
class PaletteBuilder {
 public:
  explicit PaletteBuilder(std::size_t nodeCount) : m_entriesOf(nodeCount) {}

  /// The entry for `node` with this inverse bind matrix, for vertices no farther than `radius` from the origin.
  std::uint32_t entry(NodeIndex node, const glm::dmat4& inverseBind, double radius);

  std::size_t size() const { return m_entries.size(); }

  /// Sorts the palette by its nodes, then by first use. Returns the new place of each entry.
  std::vector<std::uint32_t> finish(std::vector<model::PaletteEntry>& palette);

 private:
  std::vector<model::PaletteEntry> m_entries;
  std::vector<std::vector<std::uint32_t>> m_entriesOf;  // of each node
};

}  // namespace texeleton::importing::assemble

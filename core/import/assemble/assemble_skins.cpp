#include "core/import/assemble/assemble_skins.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/import/assemble/assemble_names.h"
#include "core/transform/transform.h"

namespace texeleton::importing::assemble {

namespace {

/// Relative; closer placements agree.
constexpr double kPlacementTolerance = 1e-4;
/// Relative; closer palette entries of one node are merged.
constexpr double kEntryTolerance = 1e-5;
/// The most candidates for a skin's common placement; any such placement is among them.
constexpr int kMaxCandidates = 256;
/// A matrix is singular if its determinant is below this share of the cube of its longest column.
constexpr double kSingularBind = 1e-7;

std::string skinName(const SourceScene& scene, std::size_t skin) {
  return shownName(scene.skins[skin].name, "Skin", skin);
}

bool isAffineRow(const glm::dmat4& m) {
  constexpr double kAffineRounding = 1e-5;
  return std::abs(m[0].w) < kAffineRounding && std::abs(m[1].w) < kAffineRounding &&
         std::abs(m[2].w) < kAffineRounding && std::abs(m[3].w - 1.0) < kAffineRounding;
}

Result<void> prepareSkin(Context& context, std::size_t index, std::vector<char>& isBone, Tally& singular,
                         Tally& projective, Tally& repeated) {
  SourceSkin& skin = context.scene.skins[index];
  const std::string name = skinName(context.scene, index);
  if (skin.inverseBinds.size() != skin.joints.size()) {
    return fail(ErrorCode::BadFile,
                message("skin \"%1\" has %2 for %3", name,
                        counted(skin.inverseBinds.size(), "%1 inverse bind matrix", "%1 inverse bind matrices"),
                        counted(skin.joints.size(), "%1 joint", "%1 joints")));
  }
  std::size_t singularCount = 0;
  std::size_t projectiveCount = 0;
  std::vector<std::size_t> sorted = skin.joints;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const std::size_t node = skin.joints[j];
    if (node >= context.nodes.size()) {
      return fail(ErrorCode::BadFile,
                  message("skin \"%1\": joint %2 is node %3 of %4", name, j, node, withCommas(context.nodes.size())));
    }
    isBone[context.nodes[node].value] = 1;
    glm::dmat4& matrix = skin.inverseBinds[j];
    if (!isFinite(matrix)) {
      return fail(ErrorCode::BadFile, message("skin \"%1\": the inverse bind matrix of joint \"%2\" is not finite",
                                              name, context.model.nodes[context.nodes[node].value].name));
    }
    const bool isSingular = !isFoldable(matrix);
    singularCount += isSingular ? 1 : 0;
    projectiveCount += !isSingular && !isAffineRow(matrix) ? 1 : 0;
    for (int c = 0; c < 4; ++c) {
      matrix[c].w = c == 3 ? 1.0 : 0.0;
    }
    matrix = context.inMetres(matrix);
  }
  if (skin.bindPlacement) {
    if (!isFinite(*skin.bindPlacement)) {
      return fail(ErrorCode::BadFile, message("skin \"%1\": its bind pose is not finite", name));
    }
    skin.bindPlacement = glm::dmat4(context.axes) * context.inMetres(*skin.bindPlacement);
  }
  singular.add(name, singularCount);
  projective.add(name, projectiveCount);
  const auto distinct = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  repeated.add(name, skin.joints.size() - distinct);
  return {};
}

}  // namespace

Result<void> prepareSkins(Context& context) {
  std::vector<char> isBone(context.model.nodes.size(), 0);
  Tally empty;
  Tally singular;
  Tally projective;
  Tally repeated;
  for (std::size_t i = 0; i < context.scene.skins.size(); ++i) {
    TRY(prepareSkin(context, i, isBone, singular, projective, repeated));
    if (context.scene.skins[i].joints.empty()) {
      empty.add(skinName(context.scene, i));
    }
  }
  context.model.boneCount = static_cast<std::uint32_t>(std::count(isBone.begin(), isBone.end(), char(1)));
  warnOf(context, empty, said("%1 without joints: the meshes are rigid on their nodes (%2)"), said("%1 skin"),
         said("%1 skins"));
  warnOf(context, singular,
         said("%1 cannot be inverted: what follows only those joints collapses to a point, line or plane (%2)"),
         said("%1 inverse bind matrix"), said("%1 inverse bind matrices"));
  warnOf(context, projective, said("%1 with a last row other than 0, 0, 0, 1: that row was ignored (%2)"),
         said("%1 inverse bind matrix"), said("%1 inverse bind matrices"));
  warnOf(context, repeated,
         said("%1 of a skin name a node that another joint names too: those with equal matrices were merged (%2)"),
         said("%1 joint"), said("%1 joints"));
  return {};
}

void SkinUse::add(const SourceSkin& skin, const Primitive& primitive) {
  weights.resize(skin.joints.size(), 0.0);
  for (const model::Influence& influence : primitive.influences) {
    if (influence.joint < weights.size()) {  // else it is the node of the mesh
      weights[influence.joint] += influence.weight;
    }
  }
  for (const glm::vec3& p : primitive.positions) {
    radius = std::max(radius, glm::length(glm::dvec3(p)));
  }
}

bool isFoldable(const glm::dmat4& placement) {
  const glm::dmat3 m(placement);
  const double longest = std::max({glm::length(m[0]), glm::length(m[1]), glm::length(m[2])});
  return longest > 0.0 && std::abs(glm::determinant(m / longest)) > kSingularBind;
}

std::optional<glm::dmat4> skinPlacement(Context& context, std::size_t index, const SkinUse& use) {
  const SourceSkin& skin = context.scene.skins[index];
  if (skin.bindPlacement) {
    return skin.bindPlacement;
  }
  std::vector<std::size_t> joints;  // heaviest first
  double total = 0.0;
  for (std::size_t j = 0; j < use.weights.size(); ++j) {
    if (use.weights[j] > 0.0) {
      joints.push_back(j);
      total += use.weights[j];
    }
  }
  std::ranges::stable_sort(joints, std::ranges::greater(), [&](std::size_t joint) { return use.weights[joint]; });
  std::vector<glm::dmat4> placements;
  placements.reserve(joints.size());
  for (const std::size_t j : joints) {
    placements.push_back(
        transform::multiplyAffine(context.restWorlds[context.nodes[skin.joints[j]].value], skin.inverseBinds[j]));
  }

  // Only a placement with half of the weight counts, so the search ends if less than that is left.
  std::vector<char> assigned(joints.size(), 0);
  double left = total;
  double most = 0.0;
  std::size_t candidate = 0;
  for (int tried = 0; tried < kMaxCandidates && left >= total / 2 && left > 0.0; ++tried) {
    while (candidate < joints.size() && assigned[candidate] != 0) {
      ++candidate;
    }
    if (candidate == joints.size()) {
      break;
    }
    double agreeing = 0.0;
    for (std::size_t j = candidate; j < joints.size(); ++j) {
      if (assigned[j] == 0 && agree(placements[candidate], placements[j], use.radius, kPlacementTolerance)) {
        assigned[j] = 1;
        agreeing += use.weights[joints[j]];
      }
    }
    if (agreeing >= total * 0.5) {
      return placements[candidate];
    }
    most = std::max(most, agreeing);
    assigned[candidate] = 1;
    left -= std::max(agreeing, use.weights[joints[candidate]]);
  }
  if (total > 0.0) {
    context.warn(message("the rest pose is not the pose in which the skin was bound (the joints agree on %1 % of the "
                         "weight at most): the mesh is shown as its own node places it",
                         shortNumber(std::round(100.0 * most / total))),
                 skinName(context.scene, index));
  }
  return {};
}

std::uint32_t PaletteBuilder::entry(NodeIndex node, const glm::dmat4& inverseBind, double radius) {
  std::vector<std::uint32_t>& mine = m_entriesOf[node.value];
  for (const std::uint32_t i : mine) {
    if (agree(m_entries[i].inverseBind, inverseBind, radius, kEntryTolerance)) {
      return i;
    }
  }
  mine.push_back(static_cast<std::uint32_t>(m_entries.size()));
  m_entries.push_back({node, inverseBind});
  return mine.back();
}

std::vector<std::uint32_t> PaletteBuilder::finish(std::vector<model::PaletteEntry>& palette) {
  palette.reserve(m_entries.size());
  std::vector<std::uint32_t> newPlace(m_entries.size());
  for (const std::vector<std::uint32_t>& mine : m_entriesOf) {
    for (const std::uint32_t i : mine) {
      newPlace[i] = static_cast<std::uint32_t>(palette.size());
      palette.push_back(m_entries[i]);
    }
  }
  return newPlace;
}

}  // namespace texeleton::importing::assemble

#include "core/bake/bound_clusters.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

namespace texeleton::bake {

namespace {

constexpr std::uint32_t kMostGroups = 32;
constexpr std::size_t kMostJoints = 8;
/// Bounding a cluster's joint costs as much as evaluating this many influences; it is skipped if the cost exceeds a
/// part of the possible saving.
constexpr std::uint32_t kInfluencesOfJoint = 3;
constexpr std::uint32_t kWorthIt = 2;
/// Limit for a group in a cluster: with more influences, or a sum of weights farther from 1, the clusters' bounds would
/// be invalid.
constexpr std::uint32_t kMostInfluences = 8;
constexpr double kWeightRounding = 0x1p-20;

/// Interleaves the bits of a place in a box, so that neighbours in the order are neighbours in space (Morton).
std::uint32_t placeInOrder(const glm::vec3& position, const model::Box& box) {
  std::uint32_t place = 0;
  for (int i = 0; i < 3; ++i) {
    const float extent = box.max[i] - box.min[i];
    const float share = extent > 0.0f ? std::clamp((position[i] - box.min[i]) / extent, 0.0f, 1.0f) : 0.0f;
    const auto cell = static_cast<std::uint32_t>(share * 1023.0f);
    for (std::uint32_t bit = 0; bit < 10; ++bit) {
      place |= (cell >> bit & 1u) << (3 * bit + static_cast<std::uint32_t>(i));
    }
  }
  return place;
}

std::span<const model::Influence> influencesOf(const SkinTable& table, const SkinGroup& group) {
  return std::span(table.influences).subspan(group.influenceBegin, group.influenceCount);
}

/// Whether a group's position is a weighted mean of its joints' transformations of the bind position.
bool isMean(const SkinTable& table, const SkinGroup& group) {
  double sum = 0.0;
  bool isPositive = true;
  for (const model::Influence& influence : influencesOf(table, group)) {
    sum += static_cast<double>(influence.weight);
    isPositive = isPositive && influence.weight >= 0.0f;
  }
  return group.morphCount == 0 && group.influenceCount <= kMostInfluences && isPositive &&
         std::abs(sum - 1.0) <= kWeightRounding;
}

BoundClusters::Joint jointOf(std::uint32_t joint, const model::Box& box) {
  const glm::vec3 centre = 0.5f * box.min + 0.5f * box.max;
  const glm::vec3 extent = glm::max(box.max - centre, centre - box.min);
  return {joint, 0, centre, extent + kBoundRounding * (glm::abs(centre) + extent)};
}

/// The joints of a cluster under construction, and the box that each moves.
class JointBoxes {
 public:
  /// Returns false, without a change, if there would be too many.
  bool add(const SkinTable& table, const SkinGroup& group) {
    std::vector<std::pair<std::uint32_t, model::Box>> boxes = m_boxes;
    for (const model::Influence& influence : influencesOf(table, group)) {
      auto at = std::find_if(boxes.begin(), boxes.end(), [&](const auto& box) { return box.first == influence.joint; });
      if (at == boxes.end()) {
        at = boxes.insert(boxes.end(), {influence.joint, model::Box()});
      }
      at->second.add(group.position);
    }
    if (boxes.size() > kMostJoints && !m_boxes.empty()) {
      return false;
    }
    m_boxes = std::move(boxes);
    return true;
  }

  void moveTo(std::vector<BoundClusters::Joint>& joints) {
    for (const auto& [joint, box] : m_boxes) {
      joints.push_back(jointOf(joint, box));
    }
    m_boxes.clear();
  }

 private:
  std::vector<std::pair<std::uint32_t, model::Box>> m_boxes;
};

}  // namespace

BoundClusters::BoundClusters(const SkinTable& table) : m_table(&table) {
  model::Box box;
  for (const SkinGroup& group : table.groups) {
    box.add(group.position);
  }
  std::vector<std::uint32_t> order(table.groups.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<std::tuple<bool, std::uint32_t, std::uint32_t>> keys;
  keys.reserve(order.size());
  for (const SkinGroup& group : table.groups) {
    const auto influences = influencesOf(table, group);
    const auto first = std::ranges::max_element(influences, {}, &model::Influence::weight);
    keys.emplace_back(!isMean(table, group), first->joint, placeInOrder(group.position, box));
  }
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });

  Cluster cluster;
  JointBoxes boxes;
  std::uint32_t influenceCount = 0;
  bool isLooked = false;  // Whether the cluster is always evaluated.
  const auto close = [&] {
    if (cluster.groupCount != 0) {
      cluster.jointBegin = static_cast<std::uint32_t>(m_joints.size());
      boxes.moveTo(m_joints);
      cluster.jointCount = static_cast<std::uint32_t>(m_joints.size()) - cluster.jointBegin;
      if (isLooked || kWorthIt * kInfluencesOfJoint * cluster.jointCount > influenceCount) {
        cluster.jointCount = 0;
        m_joints.resize(cluster.jointBegin);
      }
      m_clusters.push_back(cluster);
    }
    cluster = {static_cast<std::uint32_t>(m_groups.size()), 0, 0, 0};
    influenceCount = 0;
  };
  m_groups.reserve(order.size());
  for (const std::uint32_t number : order) {
    const SkinGroup& group = table.groups[number];
    const bool always = std::get<bool>(keys[number]);
    if (cluster.groupCount == kMostGroups || always != isLooked) {
      close();
    }
    isLooked = always;
    if (!boxes.add(table, group)) {
      close();
      boxes.add(table, group);
    }
    m_groups.push_back(group);
    ++cluster.groupCount;
    influenceCount += group.influenceCount;
  }
  close();
  findWholes();
}

void BoundClusters::findWholes() {
  std::vector<std::pair<std::uint32_t, model::Box>> boxes;
  for (Joint& joint : m_joints) {
    auto at = std::find_if(boxes.begin(), boxes.end(), [&](const auto& box) { return box.first == joint.joint; });
    at = at != boxes.end() ? at : boxes.insert(boxes.end(), {joint.joint, model::Box()});
    at->second.add(joint.centre - joint.extent);
    at->second.add(joint.centre + joint.extent);
    joint.whole = static_cast<std::uint32_t>(at - boxes.begin());
  }
  for (const auto& [joint, box] : boxes) {
    m_wholes.push_back(jointOf(joint, box));
  }
}

}  // namespace texeleton::bake

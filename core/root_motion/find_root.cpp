#include "core/root_motion/find_root.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

#include "core/animation/pose.h"
#include "core/base/mapped.h"
#include "core/bone_names/match_bones.h"
#include "core/model/nodes.h"

namespace texeleton::root_motion {

namespace {

constexpr int kRootSamples = 32;         ///< Times at which a clip is sampled, in addition to its start.
constexpr double kGoesSomewhere = 0.05;  ///< In sizes of the model.
constexpr double kMovesAtAll = 1e-5;     ///< In sizes of the model.
constexpr double kMuchOfTravel = 0.5;    ///< Relative to the longest travel of any candidate.
constexpr double kMostOfBody = 0.5;

constexpr std::array<std::string_view, 10> kRootNames = {"root",       "rootmotion", "rootmotionnode", "motionroot",
                                                         "motion",     "rootbone",   "rootjoint",      "rootnode",
                                                         "trajectory", "rootctrl"};

bool isRootName(std::string_view name) {
  std::string plain;
  for (const char c : bone_names::bareName(name)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return std::ranges::find(kRootNames, plain) != kRootNames.end();
}

/// Nodes whose subtree holds more than half of the body: a chain, topmost first.
std::vector<std::uint32_t> carriers(const model::Model& model) {
  std::vector<double> share(model.nodes.size(), 0.0);
  for (const model::Influence& influence : model.vertices.influences) {
    share[model.palette[influence.joint].node.value] += static_cast<double>(influence.weight);
  }
  if (model.vertices.influences.empty()) {
    std::ranges::fill(share, 1.0);
  }
  double whole = 0.0;
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    const NodeIndex parent = model.nodes[i].parent;
    (parent.isValid() ? share[parent.value] : whole) += share[i];
  }
  return placesWhere<std::uint32_t>(share.size(), [&](std::size_t i) { return share[i] > kMostOfBody * whole; });
}

double sizeOf(const model::Model& model) {
  if (!model.bindBounds.isEmpty()) {
    return glm::length(glm::dvec3(model.bindBounds.max) - glm::dvec3(model.bindBounds.min));
  }
  const animation::SourcePose rest(model, ClipIndex());
  glm::dvec3 low(0.0);
  glm::dvec3 high(0.0);
  for (const glm::dmat4& world : rest.worlds()) {
    low = glm::min(low, glm::dvec3(world[3]));
    high = glm::max(high, glm::dvec3(world[3]));
  }
  return glm::length(high - low);
}

/// The distance of each candidate along the ground from its start.
std::vector<double> reaches(const model::Model& model, ClipIndex index, const std::vector<std::uint32_t>& candidates) {
  const model::Clip& clip = model.clips[index.value];
  animation::SourcePose pose(model, index);
  std::vector<glm::dvec3> start;
  std::vector<double> result(candidates.size(), 0.0);
  for (int sample = 0; sample <= kRootSamples; ++sample) {
    pose.evaluate(clip.startSeconds + clip.lengthSeconds * sample / kRootSamples);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const glm::dvec3 at(pose.worlds()[candidates[i]][3]);
      if (sample == 0) {
        start.push_back(at);
      }
      result[i] = std::max(result[i], std::hypot(at.x - start[i].x, at.z - start[i].z));
    }
  }
  return result;
}

}  // namespace

RootFinder::RootFinder(const model::Model& model) : m_roots(model.clips.size()), m_travel(model.clips.size(), 0.0) {
  std::vector<std::uint32_t> candidates = carriers(model);
  const std::size_t chainLength = candidates.size();
  for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
    if (isRootName(model.nodes[i].name) && std::ranges::find(candidates, i) == candidates.end()) {
      candidates.push_back(i);
    }
  }
  const double size = sizeOf(model);
  std::vector<std::vector<double>> reach;
  std::vector<std::size_t> votes(candidates.size(), 0);
  std::vector<std::size_t> chosen(model.clips.size(), candidates.size());
  std::vector<double> anywhere(candidates.size(), 0.0);  // over all clips
  for (std::size_t c = 0; c < model.clips.size(); ++c) {
    reach.push_back(reaches(model, ClipIndex(c), candidates));
    const std::vector<double>& ways = reach.back();
    for (std::size_t i = 0; i < ways.size(); ++i) {
      anywhere[i] = std::max(anywhere[i], ways[i]);
    }
    const double longest = ways.empty() ? 0.0 : *std::ranges::max_element(ways);
    if (longest <= kGoesSomewhere * size) {
      continue;
    }
    const auto travels = [&](std::size_t i) { return ways[i] >= kMuchOfTravel * longest; };
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const bool named = isRootName(model.nodes[candidates[i]].name);
      const bool better = chosen[c] == ways.size() || !isRootName(model.nodes[candidates[chosen[c]]].name);
      if (travels(i) && (named ? better : i < chainLength && chosen[c] == ways.size())) {
        chosen[c] = i;
      }
    }
    if (chosen[c] < votes.size()) {
      ++votes[chosen[c]];
    }
  }
  // For clips without travel.
  std::size_t common = candidates.size();
  if (const auto most = std::ranges::max_element(votes); most != votes.end() && *most > 0) {
    common = static_cast<std::size_t>(most - votes.begin());
  }
  const std::vector<bool> animated = model::animatedNodes(model);
  for (std::size_t i = 0; i < chainLength && common == candidates.size(); ++i) {
    common = anywhere[i] > kMovesAtAll * size ? i : common;
  }
  for (std::size_t i = 0; i < chainLength && common == candidates.size(); ++i) {
    common = animated[candidates[i]] ? i : common;
  }
  if (common == candidates.size() && chainLength > 0) {
    common = 0;
  }
  for (std::size_t c = 0; c < model.clips.size(); ++c) {
    const std::size_t root = chosen[c] < candidates.size() ? chosen[c] : common;
    if (root < candidates.size()) {
      m_roots[c] = NodeIndex(candidates[root]);
      m_travel[c] = reach[c][root];
    }
  }
}

std::optional<NodeIndex> nodeNamed(const model::Model& model, std::string_view name) {
  std::optional<NodeIndex> bare;
  bool several = false;
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].name == name) {
      return NodeIndex(i);
    }
    if (bone_names::bareName(model.nodes[i].name) == name) {
      several = bare.has_value();
      bare = NodeIndex(i);
    }
  }
  return several ? std::nullopt : bare;
}

}  // namespace texeleton::root_motion

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/import/assemble/assemble_primitive.h"

namespace texeleton::importing::assemble {

namespace {

/// A sum of weights further from 1 is reported, not only corrected.
constexpr double kSumTolerance = 0.01;
/// Larger weights are clamped, so that sums stay finite.
constexpr float kMaxWeight = 1e30f;
/// With more distances than this the vertices are bound to the node of the mesh.
constexpr std::size_t kMaxDistances = 50'000'000;

bool isTable(const SourcePrimitive& source) {
  const std::vector<std::uint32_t>& begin = source.influenceBegin;
  return begin.size() == source.positions.size() + 1 && begin.front() == 0 &&
         begin.back() == source.influences.size() && std::is_sorted(begin.begin(), begin.end());
}

/// Sorts by joint, adds up repeated joints, normalises, sorts by weight. Empty or all zero: stays empty.
void normalise(std::vector<model::Influence>& mine, double& sum) {
  std::sort(mine.begin(), mine.end(),
            [](const model::Influence& a, const model::Influence& b) { return a.joint < b.joint; });
  std::size_t kept = 0;
  sum = 0.0;
  for (const model::Influence& influence : mine) {
    sum += influence.weight;
    if (kept > 0 && mine[kept - 1].joint == influence.joint) {
      mine[kept - 1].weight += influence.weight;
    } else {
      mine[kept++] = influence;
    }
  }
  mine.resize(kept);
  for (model::Influence& influence : mine) {
    influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
  }
  std::erase_if(mine, [](const model::Influence& influence) { return !(influence.weight > 0.0f); });
  std::sort(mine.begin(), mine.end(), [](const model::Influence& a, const model::Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
}

/// The position of each joint in the space of the mesh, in metres, if known.
struct JointPlaces {
  std::vector<std::uint32_t> joints;
  std::vector<glm::dvec3> places;
};

JointPlaces findPlaces(const SourceSkin& skin, const std::vector<char>& wanted) {
  JointPlaces result;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const glm::dvec3 place = affineInverse(skin.inverseBinds[j])[3];
    if (wanted[j] != 0 && std::isfinite(place.x + place.y + place.z)) {
      result.joints.push_back(static_cast<std::uint32_t>(j));
      result.places.push_back(place);
    }
  }
  return result;
}

/// Binds the vertices in `lost` to the nearest joint that moves others, or to any joint if none does; to the node of
/// the mesh if the skin specifies that.
void bindLost(const SourceSkin& skin, const std::vector<std::size_t>& lost, std::vector<model::Influence>& bindings,
              std::vector<char> used, const Primitive& primitive) {
  if (std::find(used.begin(), used.end(), char(1)) == used.end()) {
    used.assign(used.size(), 1);
  }
  JointPlaces joints;
  if (!skin.looseFollowNode) {
    joints = findPlaces(skin, used);
  }
  if (joints.joints.size() * lost.size() > kMaxDistances) {
    joints = {};
  }
  for (const std::size_t v : lost) {
    model::Influence binding{static_cast<std::uint32_t>(skin.joints.size()), 1.0f};  // the node of the mesh
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < joints.joints.size(); ++j) {
      const glm::dvec3 way = joints.places[j] - glm::dvec3(primitive.positions[v]);
      if (glm::dot(way, way) < nearest) {
        nearest = glm::dot(way, way);
        binding.joint = joints.joints[j];
      }
    }
    bindings.push_back(binding);
  }
}

}  // namespace

Result<void> makeInfluences(const SourcePrimitive& source, const std::string& meshName, const SourceSkin& skin,
                            Primitive& primitive, PrimitiveFindings& findings) {
  if (!isTable(source)) {
    return fail(ErrorCode::BadFile,
                message("mesh \"%1\": the table of skin weights does not fit its vertices", meshName));
  }
  const std::size_t count = source.positions.size();
  std::vector<model::Influence> all;
  all.reserve(source.influences.size());
  std::vector<std::uint32_t> ends;
  ends.reserve(count);
  std::vector<char> used(skin.joints.size(), 0);
  std::vector<std::size_t> lost;
  std::size_t bad = 0;
  std::size_t beyond = 0;
  std::size_t off = 0;
  std::vector<model::Influence> mine;
  for (std::size_t v = 0; v < count; ++v) {
    mine.clear();
    bool hasBad = false;
    bool hasBeyond = false;
    for (std::uint32_t i = source.influenceBegin[v]; i < source.influenceBegin[v + 1]; ++i) {
      const SourceInfluence& influence = source.influences[i];
      if (influence.weight == 0.0f) {
        continue;  // padding
      }
      if (!(influence.weight > 0.0f) || !std::isfinite(influence.weight)) {
        hasBad = true;
      } else if (influence.joint >= skin.joints.size()) {
        hasBeyond = true;
      } else {
        mine.push_back({influence.joint, std::min(influence.weight, kMaxWeight)});
      }
    }
    double sum = 0.0;
    normalise(mine, sum);
    if (mine.empty()) {
      lost.push_back(v);
    } else if (std::abs(sum - 1.0) > kSumTolerance && !hasBad && !hasBeyond) {
      ++off;
    }
    bad += hasBad ? 1 : 0;
    beyond += hasBeyond ? 1 : 0;
    for (const model::Influence& influence : mine) {
      used[influence.joint] = 1;
      all.push_back(influence);
    }
    ends.push_back(static_cast<std::uint32_t>(all.size()));
  }

  std::vector<model::Influence> bindings;
  if (!lost.empty()) {
    bindLost(skin, lost, bindings, std::move(used), primitive);
  }
  primitive.influenceBegin.reserve(count + 1);
  primitive.influenceBegin.push_back(0);
  primitive.influences.reserve(all.size() + lost.size());
  std::size_t next = 0;
  std::uint32_t begin = 0;
  for (std::size_t v = 0; v < count; ++v) {
    primitive.influences.insert(primitive.influences.end(), all.begin() + begin, all.begin() + ends[v]);
    if (ends[v] == begin) {
      primitive.influences.push_back(bindings[next++]);
    }
    begin = ends[v];
    primitive.influenceBegin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
  }
  findings.badWeights.add(meshName, bad);
  findings.jointsBeyond.add(meshName, beyond);
  findings.sumsOff.add(meshName, off);
  (skin.looseFollowNode ? findings.loose : findings.unweighted).add(meshName, lost.size());
  return {};
}

}  // namespace texeleton::importing::assemble

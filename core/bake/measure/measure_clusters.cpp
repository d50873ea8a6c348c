#include "core/bake/measure/measure_clusters.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/bake/measure/measure_items.h"

namespace texeleton::bake {

namespace {

constexpr std::size_t kItemsPerCluster = 64;
/// With fewer items per cluster, or per pair of matrices, all are evaluated instead.
constexpr std::size_t kLeastPerCluster = 4;
constexpr std::size_t kLeastPerPair = 4;

/// Weight of the source and of the mesh for one matrix.
struct JointWeights {
  std::uint32_t row = 0;
  double source = 0.0;
  double mesh = 0.0;
};

/// The joints and weights of an item, ascending by row.
std::vector<JointWeights> weightsOf(const MeasureItems& items, const MeasureItem& item) {
  std::vector<JointWeights> weights;
  const auto entryOf = [&](std::uint32_t row) -> JointWeights& {
    const auto at = std::find_if(weights.begin(), weights.end(), [&](const JointWeights& w) { return w.row == row; });
    return at != weights.end() ? *at : weights.emplace_back(JointWeights{row, 0.0, 0.0});
  };
  for (const MeasureInfluence& influence : items.of(item.influences)) {
    entryOf(influence.matrix).source += influence.weight;
  }
  for (const MeasureInfluence& influence : items.of(item.decoded)) {
    entryOf(influence.matrix).mesh += influence.weight;
  }
  std::ranges::sort(weights, {}, &JointWeights::row);
  return weights;
}

/// Spreads the bits of a number of at most 10 bits, two zeros between them.
std::uint32_t spread(std::uint32_t bits) {
  std::uint32_t x = bits & 0x3ffu;
  x = (x | (x << 16)) & 0x030000ffu;
  x = (x | (x << 8)) & 0x0300f00fu;
  x = (x | (x << 4)) & 0x030c30c3u;
  return (x | (x << 2)) & 0x09249249u;
}

/// Numbers positions along a Morton curve, which keeps neighbours together.
class Curve {
 public:
  explicit Curve(const std::vector<MeasureItem>& items) {
    for (const MeasureItem& item : items) {
      m_low = glm::min(m_low, item.position);
      m_high = glm::max(m_high, item.position);
    }
  }
  std::uint32_t placeOf(const glm::dvec3& p) const {
    std::uint32_t place = 0;
    for (int i = 0; i < 3; ++i) {
      const double size = m_high[i] - m_low[i];
      const double share = size > 0.0 ? (p[i] - m_low[i]) / size : 0.0;
      place |= spread(static_cast<std::uint32_t>(std::clamp(share * 1023.0, 0.0, 1023.0))) << i;
    }
    return place;
  }

 private:
  glm::dvec3 m_low{1e300};
  glm::dvec3 m_high{-1e300};
};

/// The corners of a growing box.
struct Corners {
  glm::dvec3 low{0.0};
  glm::dvec3 high{0.0};

  ClusterBox add(const glm::dvec3& p) {
    low = glm::min(low, p);
    high = glm::max(high, p);
    const glm::dvec3 centre = (low + high) * 0.5;
    return {centre, glm::max(high - centre, centre - low)};
  }
};

class ClusterMaker {
 public:
  explicit ClusterMaker(MeasureItems& items) : m_items(items) {}

  MeasureClusters run() {
    sortItems();
    for (std::size_t i = 0; i < m_result.itemEnd; ++i) {
      if (startsSet(i)) {
        openSet(i);
      }
      if (startsSet(i) || i - m_result.clusters.back().itemBegin >= kItemsPerCluster) {
        openCluster(i);
      }
      add(m_items.items[i], i);
    }
    const std::size_t count = m_result.itemEnd;
    if (count < kLeastPerCluster * m_result.clusters.size() || count < kLeastPerPair * m_result.moments.size()) {
      return {};
    }
    return std::move(m_result);
  }

 private:
  struct Key {
    std::uint32_t set = 0;  ///< The set of matrices, and whether influences were dropped; the last set: in no cluster.
    std::uint32_t place = 0;
    std::uint32_t item = 0;
  };
  static constexpr std::uint32_t kNoSet = 0xffffffffu;

  bool isAlone(const MeasureItem& item) const {
    return item.morphs.count != 0 || item.decodedPosition != item.position || item.decodedNormal != item.normal ||
           item.influences.count == 0;
  }

  void sortItems() {
    std::map<std::vector<std::uint32_t>, std::uint32_t> sets;
    const Curve curve(m_items.items);
    std::vector<Key> keys;
    keys.reserve(m_items.items.size());
    for (std::size_t i = 0; i < m_items.items.size(); ++i) {
      const MeasureItem& item = m_items.items[i];
      Key key{kNoSet, curve.placeOf(item.position), static_cast<std::uint32_t>(i)};
      if (!isAlone(item)) {
        std::vector<std::uint32_t> rows = {item.drops ? 1u : 0u};
        for (const JointWeights& weights : weightsOf(m_items, item)) {
          rows.push_back(weights.row);
        }
        key.set = sets.try_emplace(std::move(rows), static_cast<std::uint32_t>(sets.size())).first->second;
        ++m_result.itemEnd;
      }
      keys.push_back(key);
    }
    std::ranges::sort(keys, [](const Key& a, const Key& b) {
      return a.set != b.set ? a.set < b.set : a.place != b.place ? a.place < b.place : a.item < b.item;
    });
    std::vector<MeasureItem> sorted;
    sorted.reserve(keys.size());
    m_sets.reserve(keys.size());
    for (const Key& key : keys) {
      sorted.push_back(m_items.items[key.item]);
      m_sets.push_back(key.set);
    }
    m_items.items = std::move(sorted);
  }

  bool startsSet(std::size_t i) const { return i == 0 || m_sets[i] != m_sets[i - 1]; }

  void openSet(std::size_t i) {
    MeasureSet set;
    set.jointBegin = static_cast<std::uint32_t>(m_result.joints.size());
    set.drops = m_items.items[i].drops;
    for (const JointWeights& weights : weightsOf(m_items, m_items.items[i])) {
      m_result.joints.push_back({weights.row, 0.0});
    }
    set.jointEnd = static_cast<std::uint32_t>(m_result.joints.size());
    m_result.sets.push_back(set);
    m_setCorners = {m_items.items[i].position, m_items.items[i].position};
  }

  void openCluster(std::size_t i) {
    MeasureCluster cluster;
    cluster.set = static_cast<std::uint32_t>(m_result.sets.size() - 1);
    cluster.itemBegin = static_cast<std::uint32_t>(i);
    m_result.clusters.push_back(cluster);
    m_corners = {m_items.items[i].position, m_items.items[i].position};
  }

  void add(const MeasureItem& item, std::size_t i) {
    MeasureCluster& cluster = m_result.clusters.back();
    MeasureSet& set = m_result.sets.back();
    cluster.itemEnd = static_cast<std::uint32_t>(i) + 1;
    cluster.box = m_corners.add(item.position);
    set.box = m_setCorners.add(item.position);
    const std::vector<JointWeights> weights = weightsOf(m_items, item);
    double sum = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const double difference = weights[k].mesh - weights[k].source;
      double& largest = m_result.joints[set.jointBegin + k].weightDifference;
      largest = std::max(largest, std::abs(difference));
      sum += difference;
      set.differs = set.differs || difference != 0.0;
    }
    set.weightSum = std::max(set.weightSum, std::abs(sum));
    addMoments(item, weights);
  }

  void addMoments(const MeasureItem& item, const std::vector<JointWeights>& weights) {
    using Vector = std::array<double, 8>;
    const glm::dvec4 p(item.position, 1.0);
    std::vector<Vector> vectors;
    for (const JointWeights& w : weights) {
      Vector v{};
      for (int i = 0; i < 4; ++i) {
        v[static_cast<std::size_t>(i)] = w.source * p[i];
        v[static_cast<std::size_t>(i) + 4] = (w.mesh - w.source) * p[i];
      }
      vectors.push_back(v);
    }
    for (std::size_t a = 0; a < weights.size(); ++a) {
      for (std::size_t b = a; b < weights.size(); ++b) {
        const std::uint64_t key = std::uint64_t{weights[a].row} << 32 | weights[b].row;
        const auto [at, isNew] = m_pairs.try_emplace(key, m_result.moments.size());
        if (isNew) {
          m_result.moments.push_back({weights[a].row, weights[b].row, true, {}});
        }
        MomentPair& pair = m_result.moments[at->second];
        pair.plain = pair.plain && weights[a].mesh == weights[a].source && weights[b].mesh == weights[b].source;
        const double factor = a == b ? item.vertexCount : 2.0 * item.vertexCount;
        for (std::size_t i = 0; i < 8; ++i) {
          for (std::size_t k = 0; k < 8; ++k) {
            pair.matrix[8 * i + k] += factor * vectors[a][i] * vectors[b][k];
          }
        }
      }
    }
  }

  MeasureItems& m_items;
  MeasureClusters m_result;
  std::vector<std::uint32_t> m_sets;
  std::unordered_map<std::uint64_t, std::size_t> m_pairs;
  Corners m_corners;
  Corners m_setCorners;
};

}  // namespace

MeasureClusters makeClusters(MeasureItems& items) { return ClusterMaker(items).run(); }

}  // namespace texeleton::bake

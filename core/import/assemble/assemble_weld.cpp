#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/base/index.h"
#include "core/import/assemble/assemble_primitive.h"

namespace texeleton::importing::assemble {

namespace {

/// Calls `use` with every array that holds one element for each vertex.
template <class Use>
void forEachArray(Primitive& primitive, const Use& use) {
  use(primitive.positions);
  use(primitive.normals);
  use(primitive.tangents);
  use(primitive.uv0);
  use(primitive.uv1);
  use(primitive.colors);
  use(primitive.points);
  for (model::MorphTarget& target : primitive.morphTargets) {
    use(target.positionDeltas);
    use(target.normalDeltas);
  }
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ (hash >> 32);
}

std::span<const model::Influence> influencesOf(const Primitive& primitive, std::size_t vertex) {
  return {primitive.influences.data() + primitive.influenceBegin[vertex],
          primitive.influences.data() + primitive.influenceBegin[vertex + 1]};
}

bool sameInfluences(const Primitive& primitive, std::size_t a, std::size_t b) {
  if (primitive.influenceBegin.empty()) {
    return true;
  }
  const std::span<const model::Influence> mine = influencesOf(primitive, a);
  const std::span<const model::Influence> other = influencesOf(primitive, b);
  return std::equal(
      mine.begin(), mine.end(), other.begin(), other.end(),
      [](const model::Influence& x, const model::Influence& y) { return x.joint == y.joint && x.weight == y.weight; });
}

std::vector<std::uint64_t> hashVertices(Primitive& primitive) {
  std::vector<std::uint64_t> hashes(primitive.positions.size(), 0);
  forEachArray(primitive, [&](auto& values) {
    using Vector = typename std::decay_t<decltype(values)>::value_type;
    for (std::size_t v = 0; v < values.size(); ++v) {
      values[v] += Vector(0);  // -0 becomes 0, so that equal numbers have equal bits
      for (int c = 0; c < Vector::length(); ++c) {
        hashes[v] = mix(hashes[v], std::bit_cast<std::uint32_t>(values[v][c]));
      }
    }
  });
  for (std::size_t v = 0; v < hashes.size() && !primitive.influenceBegin.empty(); ++v) {
    for (const model::Influence& influence : influencesOf(primitive, v)) {
      hashes[v] = mix(hashes[v], influence.joint);
      hashes[v] = mix(hashes[v], std::bit_cast<std::uint32_t>(influence.weight));
    }
  }
  return hashes;
}

}  // namespace

void gatherVertices(Primitive& primitive, std::span<const std::uint32_t> oldOf) {
  forEachArray(primitive, [&](auto& values) {
    if (!values.empty()) {
      std::decay_t<decltype(values)> gathered(oldOf.size());
      for (std::size_t i = 0; i < oldOf.size(); ++i) {
        gathered[i] = values[oldOf[i]];
      }
      values = std::move(gathered);
    }
  });
  if (!primitive.influenceBegin.empty()) {
    std::vector<std::uint32_t> begin = {0};
    begin.reserve(oldOf.size() + 1);
    std::vector<model::Influence> influences;
    influences.reserve(primitive.influences.size());
    for (const std::uint32_t old : oldOf) {
      const std::span<const model::Influence> mine = influencesOf(primitive, old);
      influences.insert(influences.end(), mine.begin(), mine.end());
      begin.push_back(static_cast<std::uint32_t>(influences.size()));
    }
    primitive.influenceBegin = std::move(begin);
    primitive.influences = std::move(influences);
  }
}

void weld(Primitive& primitive) {
  const std::size_t count = primitive.positions.size();
  const std::vector<std::uint64_t> hashes = hashVertices(primitive);
  const auto equal = [&](std::size_t a, std::size_t b) {
    bool same = hashes[a] == hashes[b];
    if (same) {
      forEachArray(primitive, [&](const auto& values) { same = same && (values.empty() || values[a] == values[b]); });
    }
    return same && sameInfluences(primitive, a, b);
  };

  const std::size_t slots = std::bit_ceil(2 * count + 1);
  std::vector<std::uint32_t> table(slots, kNoIndex);  // open addressing; holds old vertices
  std::vector<std::uint32_t> newOf(count);
  std::vector<std::uint32_t> oldOf;
  oldOf.reserve(count);
  for (std::size_t v = 0; v < count; ++v) {
    std::size_t slot = hashes[v] & (slots - 1);
    while (table[slot] != kNoIndex && !equal(table[slot], v)) {
      slot = (slot + 1) & (slots - 1);
    }
    if (table[slot] == kNoIndex) {
      table[slot] = static_cast<std::uint32_t>(v);
      newOf[v] = static_cast<std::uint32_t>(oldOf.size());
      oldOf.push_back(static_cast<std::uint32_t>(v));
    } else {
      newOf[v] = newOf[table[slot]];
    }
  }
  if (oldOf.size() == count) {
    return;
  }
  gatherVertices(primitive, oldOf);
  for (std::uint32_t& index : primitive.indices) {
    index = newOf[index];
  }
}

}  // namespace texeleton::importing::assemble

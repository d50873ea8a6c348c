#include "core/meshes/mesh_instances.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/lower_case.h"
#include "core/base/mapped.h"
#include "core/meshes/lod_name.h"

namespace texeleton::meshes {

namespace {

/// Names with equal keys are levels of one group: the name without level in lower case and, if an ancestor provides it,
/// that ancestor's parent + 1.
using GroupKey = std::pair<std::string, std::uint32_t>;

struct FoundLevel {
  LodName name;
  GroupKey key;
};

std::optional<FoundLevel> findLevel(const model::Model& model, const MeshInstance& instance) {
  for (const std::string& text : {model.nodes[instance.node.value].name, instance.name}) {
    if (auto name = parseLodName(text); name && !name->base.empty()) {
      GroupKey key(lowerCase(name->base), 0);
      return FoundLevel{std::move(*name), std::move(key)};
    }
  }
  for (NodeIndex node = instance.node; node.isValid(); node = model.nodes[node.value].parent) {
    if (auto name = parseLodName(model.nodes[node.value].name)) {
      GroupKey key(lowerCase(name->base), model.nodes[node.value].parent.value + 1);
      return FoundLevel{std::move(*name), std::move(key)};
    }
  }
  return std::nullopt;
}

void joinGroup(std::uint32_t number, std::uint32_t level, MeshInstances& meshes, MeshInstance& instance) {
  instance.group = number;
  instance.level = level;
  std::vector<std::uint32_t>& levels = meshes.groups[number].levels;
  const auto at = std::ranges::lower_bound(levels, level);
  if (at == levels.end() || *at != level) {
    levels.insert(at, level);
  }
}

/// "Body" beside Body_LOD1 and without a Body_LOD0 is the finest level.
void findPlainFinest(const model::Model& model, const std::map<GroupKey, std::uint32_t>& numbers,
                     MeshInstances& meshes) {
  std::vector<bool> hasFinest = mapped(meshes.groups, [&](const LodGroup& group) { return group.levels.front() == 0; });
  for (MeshInstance& instance : meshes.instances) {
    for (const std::string& text : {model.nodes[instance.node.value].name, instance.name}) {
      const auto number = numbers.find({lowerCase(text), 0});
      if (!instance.group && number != numbers.end() && !hasFinest[number->second]) {
        joinGroup(number->second, 0, meshes, instance);
      }
    }
  }
}

void findGroups(const model::Model& model, MeshInstances& meshes) {
  std::map<GroupKey, std::uint32_t> numbers;
  for (MeshInstance& instance : meshes.instances) {
    const std::optional<FoundLevel> found = findLevel(model, instance);
    if (!found) {
      continue;
    }
    const auto number = numbers.emplace(found->key, static_cast<std::uint32_t>(meshes.groups.size()));
    if (number.second) {
      meshes.groups.push_back({found->name.base, {}});
    }
    joinGroup(number.first->second, found->name.level, meshes, instance);
  }
  findPlainFinest(model, numbers, meshes);
}

/// The level of a group that is shown at `level` of the model.
std::uint32_t seenLevel(const LodGroup& group, std::uint32_t level) {
  const auto above = std::ranges::upper_bound(group.levels, level);
  return above == group.levels.begin() ? group.levels.front() : *(above - 1);
}

}  // namespace

MeshInstances meshInstances(const model::Model& model, bool authoredLods) {
  MeshInstances meshes;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> known;
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const model::MeshPart& part = model.parts[p];
    const auto [at, isNew] = known.emplace(std::pair(part.node.value, part.name), meshes.instances.size());
    if (isNew) {
      meshes.instances.push_back({part.name, part.node, {}, {}, 0});
    }
    meshes.instances[at->second].parts.push_back(static_cast<std::uint32_t>(p));
  }
  if (authoredLods) {
    findGroups(model, meshes);
  }
  return meshes;
}

std::vector<std::vector<std::uint32_t>> shownAtLevels(const MeshInstances& meshes) {
  std::set<std::uint32_t> numbers = {0};
  for (const LodGroup& group : meshes.groups) {
    numbers.insert(group.levels.begin(), group.levels.end());
  }
  std::vector<std::vector<std::uint32_t>> levels;
  for (const std::uint32_t number : numbers) {
    auto shown = placesWhere<std::uint32_t>(meshes.instances.size(), [&](std::size_t i) {
      const MeshInstance& instance = meshes.instances[i];
      return !instance.group || instance.level == seenLevel(meshes.groups[*instance.group], number);
    });
    if (levels.empty() || shown != levels.back()) {
      levels.push_back(std::move(shown));
    }
  }
  return levels;
}

}  // namespace texeleton::meshes

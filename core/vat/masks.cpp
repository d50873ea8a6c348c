#include "core/vat/masks.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace texeleton::vat {

namespace {

bool hasBone(std::span<const BakedBone> bones, const std::string& name) {
  return std::ranges::any_of(bones, [&](const BakedBone& bone) { return bone.name == name; });
}

/// The depth of each bone below the nearest root above it, from 1 at the root itself; 0: below none. Parents may follow
/// their children.
std::vector<std::uint32_t> depthsBelow(std::span<const BakedBone> bones, const std::vector<std::string>& roots) {
  std::vector<std::uint32_t> depths(bones.size(), 0);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    std::uint32_t way = 0;
    std::uint32_t topmost = 0;
    for (auto bone = static_cast<std::int64_t>(i); bone >= 0 && way <= bones.size();
         bone = bones[static_cast<std::size_t>(bone)].parent) {
      ++way;
      if (std::ranges::find(roots, bones[static_cast<std::size_t>(bone)].name) != roots.end()) {
        topmost = way;
      }
    }
    depths[i] = topmost;
  }
  return depths;
}

}  // namespace

bool MaskWeights::isEmpty() const {
  return std::ranges::none_of(weights, [](float weight) { return weight > 0.0f; });
}

MaskWeights maskWeights(std::span<const BakedBone> bones, const MaskChoice& mask) {
  MaskWeights result;
  for (const std::string& name : mask.from) {
    if (!hasBone(bones, name)) {
      result.notFound.push_back(name);
    }
  }
  const float steps = static_cast<float>(mask.softened) + 1.0f;
  result.weights.reserve(bones.size());
  for (const std::uint32_t depth : depthsBelow(bones, mask.from)) {
    result.weights.push_back(std::min(1.0f, static_cast<float>(depth) / steps));
  }
  for (const MaskChoice::Bone& painted : mask.bones) {
    if (!hasBone(bones, painted.bone)) {
      result.notFound.push_back(painted.bone);
    }
    for (std::size_t i = 0; i < bones.size(); ++i) {
      if (bones[i].name == painted.bone) {
        const auto weight = static_cast<float>(painted.weight);
        result.weights[i] = std::isfinite(weight) ? std::clamp(weight, 0.0f, 1.0f) : 0.0f;
      }
    }
  }
  return result;
}

MaskWeights nodeWeights(const model::Model& model, const MaskChoice& mask) {
  MaskWeights ofBones = maskWeights(bonesOf(model, model.palette), mask);
  MaskWeights result;
  result.notFound = std::move(ofBones.notFound);
  constexpr float kNoBone = -1.0f;
  result.weights.assign(model.nodes.size(), kNoBone);
  for (std::size_t i = 0; i < model.palette.size(); ++i) {
    result.weights[model.palette[i].node.value] = ofBones.weights[i];
  }
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (const NodeIndex parent = model.nodes[i].parent; result.weights[i] == kNoBone) {
      result.weights[i] = parent.isValid() ? result.weights[parent.value] : 0.0f;  // Parents come first.
    }
  }
  return result;
}

std::int32_t maskAnchor(std::span<const BakedBone> bones, std::span<const float> weights, std::size_t bone) {
  if (!(weights[bone] > 0.0f)) {
    return -1;
  }
  std::int32_t above = bones[bone].parent;
  for (std::size_t steps = 0; above >= 0 && static_cast<std::size_t>(above) < bones.size() && steps < bones.size();
       ++steps) {
    if (!(weights[static_cast<std::size_t>(above)] > 0.0f)) {
      return above;
    }
    above = bones[static_cast<std::size_t>(above)].parent;
  }
  return -1;
}

std::vector<BakedBone> bonesOf(const model::Model& model, const std::vector<model::PaletteEntry>& entries) {
  std::vector<std::int32_t> firstEntry(model.nodes.size(), -1);
  for (std::size_t i = entries.size(); i-- > 0;) {
    firstEntry[entries[i].node.value] = static_cast<std::int32_t>(i);
  }
  std::vector<BakedBone> bones;
  bones.reserve(entries.size());
  for (const model::PaletteEntry& entry : entries) {
    BakedBone& bone = bones.emplace_back();
    bone.name = model.nodes[entry.node.value].name;
    for (NodeIndex node = model.nodes[entry.node.value].parent; node.isValid(); node = model.nodes[node.value].parent) {
      if (firstEntry[node.value] >= 0) {
        bone.parent = firstEntry[node.value];
        break;
      }
    }
  }
  return bones;
}

}  // namespace texeleton::vat

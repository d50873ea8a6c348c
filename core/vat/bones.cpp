#include "core/vat/bones.h"

namespace texeleton::vat {

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

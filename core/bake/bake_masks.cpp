#include "core/bake/bake_masks.h"

#include <string>
#include <utility>

#include "core/base/mapped.h"
#include "core/base/similar_names.h"
#include "core/vat/masks.h"

namespace texeleton::bake {

std::vector<vat::BakedMask> bakeMasks(std::span<const vat::BakedBone> bones, vat::BakeMode mode,
                                      const std::vector<vat::MaskChoice>& masks, JobContext& job) {
  std::vector<vat::BakedMask> baked;
  if (!masks.empty() && mode == vat::BakeMode::Vertex) {
    job.warn("masks of layers are left out: vertex mode has no bones that could play a second clip");
    return baked;
  }
  const std::vector<std::string> names = mapped(bones, &vat::BakedBone::name);
  baked.reserve(masks.size());
  for (const vat::MaskChoice& mask : masks) {
    vat::MaskWeights found = vat::maskWeights(bones, mask);
    for (const std::string& missing : found.notFound) {
      job.warn(message("the mask names the bone \"%1\", which the bake does not have%2", missing,
                       didYouMean(missing, names)),
               mask.name);
    }
    if (found.isEmpty()) {
      job.warn("no bone has a weight in the mask: it is left out", mask.name);
      continue;
    }
    baked.push_back({mask.name, std::move(found.weights)});
  }
  return baked;
}

}  // namespace texeleton::bake

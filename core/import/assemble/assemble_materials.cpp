#include <algorithm>
#include <cmath>
#include <utility>

#include "core/import/assemble/assemble_names.h"
#include "core/model/names.h"

namespace texeleton::importing::assemble {

namespace {

/// The largest number of a half float, in which engines add up light.
constexpr float kLargestEmission = 65504.0f;

/// Corrects one material and counts the corrections.
class MaterialMender {
 public:
  explicit MaterialMender(std::size_t imageCount) : m_imageCount(imageCount) {}

  void mend(model::TextureSlot& slot) {
    if (slot.image && slot.image.value >= m_imageCount) {
      slot.image = {};
      ++textures;
    }
    if (slot.uvSet > 1) {
      slot.uvSet = 0;
      uvSets += slot.image ? 1 : 0;
    }
  }

  void mend(float& value, float fallback) {
    if (!std::isfinite(value)) {
      value = fallback;
      ++numbers;
    }
  }

  void mend(model::Material& material) {
    for (model::TextureSlot* slot : model::slotsOf(material)) {
      mend(*slot);
    }
    for (int c = 0; c < 4; ++c) {
      mend(material.baseColorFactor[c], 1.0f);
    }
    for (int c = 0; c < 3; ++c) {
      mend(material.emissiveFactor[c], 0.0f);
    }
    const glm::vec3& emission = material.emissiveFactor;
    const float brightest = std::max({emission.x, emission.y, emission.z});
    if (brightest > kLargestEmission) {
      // The quotient first: the product of two large numbers may not be finite.
      material.emissiveFactor = glm::min(emission / brightest * kLargestEmission, glm::vec3(kLargestEmission));
      ++emissions;
    }
    for (float* factor :
         {&material.metallicFactor, &material.roughnessFactor, &material.normalScale, &material.occlusionStrength}) {
      mend(*factor, 1.0f);
    }
    mend(material.alphaCutoff, 0.5f);
  }

  std::size_t textures = 0, uvSets = 0, numbers = 0, emissions = 0;

 private:
  std::size_t m_imageCount = 0;
};

}  // namespace

void assembleMaterials(Context& context) {
  model::Model& model = context.model;
  model.images = std::move(context.scene.images);
  model.materials = std::move(context.scene.materials);
  for (model::Image& image : model.images) {
    image.name = model::harmlessName(image.name);
  }
  Tally textures, uvSets, numbers, emissions;
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    model::Material& material = model.materials[i];
    material.name = model::harmlessName(shownName(material.name, "Material", i));
    MaterialMender mender(model.images.size());
    mender.mend(material);
    textures.add(material.name, mender.textures);
    uvSets.add(material.name, mender.uvSets);
    numbers.add(material.name, mender.numbers);
    emissions.add(material.name, mender.emissions);
  }
  warnOf(context, textures, said("%1 of materials not in the file: left out (%2)"), said("%1 texture"),
         said("%1 textures"));
  warnOf(context, uvSets,
         said("%1 a third or later set of texture coordinates, of which two are kept: the first is used (%2)"),
         said("%1 texture uses"), said("%1 textures use"));
  warnOf(context, numbers, said("%1 not finite: replaced (%2)"), said("%1 material factor"),
         said("%1 material factors"));
  if (!emissions.isEmpty()) {
    context.warn(message("emission above 65,504 is not supported; limited to it (%1)", emissions.subjects()),
                 emissions.onlySubject());
  }
}

}  // namespace texeleton::importing::assemble

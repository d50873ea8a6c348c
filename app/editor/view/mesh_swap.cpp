#include "app/editor/view/mesh_swap.h"

#include "core/runtime/draw_ranges.h"
#include "viewport/scene/crowd/variant_parts.h"

namespace texeleton::editor {

namespace {

std::optional<std::uint32_t> shownVariant(const vat::BakedAnimation& animation, const std::string& name) {
  const auto number = runtime::variantNamed(animation, name);
  return number && *number < viewport::shownVariants(animation) ? std::optional(static_cast<std::uint32_t>(*number))
                                                                : std::nullopt;
}

}  // namespace

MeshSwap::MeshSwap(Workshop& workshop, viewport::RhiWindow& window, QObject* parent)
    : QObject(parent), m_window(window) {
  connect(&workshop.document(), &Document::replaced, this, [this] {
    m_worn.clear();
    m_given.clear();
  });
}

void MeshSwap::put(std::uint32_t instance, std::uint32_t variant) {
  viewport::Crowd& crowd = m_window.scene().crowd;
  viewport::InstanceRecord record = crowd.records()[instance];
  record.setLook(record.paletteEntry(), variant);
  crowd.setRecord(instance, record);
}

void MeshSwap::wear(std::span<const std::uint32_t> instances, std::optional<std::uint32_t> variant) {
  const viewport::Scene& scene = m_window.scene();
  if (!scene.animation || (variant && *variant >= scene.animation->variants.size())) {
    return;
  }
  for (const std::uint32_t instance : instances) {
    if (instance >= scene.crowd.size()) {
      continue;
    }
    if (variant) {
      m_given.try_emplace(instance, scene.crowd.records()[instance].variant());
      m_worn[instance] = scene.animation->variants[*variant].name;
      put(instance, *variant);
    } else if (m_worn.erase(instance) != 0) {
      put(instance, m_given.at(instance));
      m_given.erase(instance);
    }
  }
  m_window.requestUpdate();
  emit changed();
}

std::optional<std::uint32_t> MeshSwap::wornBy(std::uint32_t instance) const {
  const auto worn = m_worn.find(instance);
  const auto& animation = m_window.scene().animation;
  return worn == m_worn.end() || !animation ? std::nullopt : shownVariant(*animation, worn->second);
}

void MeshSwap::apply() {
  const viewport::Scene& scene = m_window.scene();
  m_given.clear();
  for (const auto& [instance, name] : m_worn) {
    if (instance < scene.crowd.size()) {
      m_given.emplace(instance, scene.crowd.records()[instance].variant());
      if (const auto variant = shownVariant(*scene.animation, name)) {
        put(instance, *variant);
      }
    }
  }
  emit changed();
}

void MeshSwap::wearAlone(std::uint32_t variant) {
  if (m_window.scene().crowd.size() == 1) {
    put(0, variant);
    m_window.requestUpdate();
    emit changed();
  }
}

}  // namespace texeleton::editor

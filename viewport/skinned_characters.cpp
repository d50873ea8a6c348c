#include "viewport/skinned_characters.h"

#include <chrono>
#include <utility>
#include <vector>

#include "core/base/elapsed.h"

namespace texeleton::viewport {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Result<void> SkinnedCharacters::prepare(const Scene& scene, std::span<const std::uint32_t> instances,
                                        QRhiResourceUpdateBatch& updates) {
  m_posingSeconds = 0.0;
  m_skinningSeconds = {};
  const bool compute = scene.view.needs(DrawPath::Compute) || scene.view.needs(DrawPath::Hybrid);
  const bool cpu = scene.view.needs(DrawPath::Cpu);
  if (!compute) {
    m_skins[placeOf(GpuSkin::By::Compute)].reset();
  }
  if (!cpu) {
    m_skins[placeOf(GpuSkin::By::Cpu)].reset();
  }
  if (!compute && !cpu) {
    m_poser.reset();
    return {};
  }
  if (!scene.skeleton || scene.skeleton->animation() != scene.animation) {
    return fail(ErrorCode::InvalidArgument, "skinning needs the model that the pack was baked from");
  }
  if (!m_poser || m_poser->skeleton() != scene.skeleton) {
    m_poser = std::make_unique<CrowdPoser>(scene.skeleton);
  }
  std::vector<GpuSkin::By> ways;
  if (compute) {
    ways.push_back(GpuSkin::By::Compute);
  }
  if (cpu) {
    ways.push_back(GpuSkin::By::Cpu);
  }
  // Room first, so that posing more characters than fit costs no time.
  for (const GpuSkin::By by : ways) {
    TRY(makeSkin(scene, by, instances.size()));
  }
  std::vector<model::PaletteEntry> followed;
  if (scene.attachments) {
    for (const SceneAttachment& attachment : *scene.attachments) {
      // A node that this model lacks keeps its bind pose.
      const bool isKnown = attachment.node.value < scene.skeleton->model().nodes.size();
      followed.push_back({isKnown ? attachment.node : NodeIndex(0), attachment.inverseBind});
    }
  }
  if (scene.view.showsSockets()) {
    const std::span<const model::PaletteEntry> sockets = scene.skeleton->sockets();
    followed.insert(followed.end(), sockets.begin(), sockets.end());
  }
  m_poser->follow(std::move(followed));
  const auto begin = Clock::now();
  TRY(m_poser->pose(scene.crowd, instances, scene.poses, m_palettes));
  m_posingSeconds = secondsSince(begin);
  TRY(m_followed.update(m_device, m_palettes, updates));
  for (const GpuSkin::By by : ways) {
    const auto skinning = Clock::now();
    TRY(m_skins[placeOf(by)]->update(m_palettes, updates));
    m_skinningSeconds[placeOf(by)] = secondsSince(skinning);
  }
  return {};
}

Result<void> SkinnedCharacters::makeSkin(const Scene& scene, GpuSkin::By by, std::size_t count) {
  std::unique_ptr<GpuSkin>& skin = m_skins[placeOf(by)];
  if (!skin || skin->skeleton() != scene.skeleton) {
    auto made = GpuSkin::create(m_device, scene.skeleton, by);
    TRY(made);
    skin = std::move(*made);
  }
  return skin->makeRoom(static_cast<std::uint32_t>(count));
}

const GpuSkin* SkinnedCharacters::of(DrawPath path) const {
  return path == DrawPath::Texture
             ? nullptr
             : m_skins[placeOf(path == DrawPath::Cpu ? GpuSkin::By::Cpu : GpuSkin::By::Compute)].get();
}

void SkinnedCharacters::record(QRhiCommandBuffer& commands) {
  for (const auto& skin : m_skins) {
    if (skin) {
      skin->record(commands);
    }
  }
}

std::uint64_t SkinnedCharacters::bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& skin : m_skins) {
    bytes += skin ? skin->bytes() : 0;
  }
  return bytes;
}

void SkinnedCharacters::release() {
  releaseSkins();
  m_poser.reset();
}

}  // namespace texeleton::viewport

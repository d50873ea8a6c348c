#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "viewport/rhi/gpu_device.h"
#include "viewport/rhi/read_back.h"
#include "viewport/scene/gpu/gpu_skin.h"

namespace texeleton::test {

/// The output words of the GPU's skinning compute shader for all vertices.
inline Result<std::vector<std::uint32_t>> skinned(viewport::GpuDevice& device,
                                                  const std::shared_ptr<const viewport::Skeleton>& skeleton,
                                                  const viewport::SkinPalettes& palettes) {
  auto skin = viewport::GpuSkin::create(device, skeleton, viewport::GpuSkin::By::Compute);
  if (!skin) {
    return fail(std::move(skin.error()));
  }
  QRhi& rhi = device.rhi();
  QRhiCommandBuffer* commands = nullptr;
  rhi.beginOffscreenFrame(&commands);
  QRhiResourceUpdateBatch* batch = rhi.nextResourceUpdateBatch();
  const auto updated = (*skin)->update(palettes, *batch);
  commands->resourceUpdate(batch);
  viewport::BufferReadback read;
  const std::uint64_t bytes = (*skin)->bytesOfACharacter() * palettes.characterCount();
  if (updated) {
    (*skin)->record(*commands);
    viewport::readBack(rhi, *commands, *(*skin)->skinned(), static_cast<viewport::RhiSize>(bytes), read);
  }
  rhi.endOffscreenFrame();
  if (!updated) {
    return fail(updated.error());
  }
  std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
  if (static_cast<std::uint64_t>(read.data.size()) == bytes) {
    std::memcpy(words.data(), read.data.constData(), bytes);
  }
  return words;
}

}  // namespace texeleton::test

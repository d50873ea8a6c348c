#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "viewport/rhi/gpu_device.h"
#include "viewport/rhi/read_back.h"
#include "viewport/scene/gpu_skin.h"

namespace texeleton::test {

/// The words of all skinned vertices, from the GPU's compute shader.
inline Result<std::vector<std::uint32_t>> skinned(GpuDevice& device, const std::shared_ptr<const Skeleton>& skeleton,
                                                  const SkinPalettes& palettes) {
  auto skin = GpuSkin::create(device, skeleton, GpuSkin::By::Compute);
  if (!skin) {
    return fail(std::move(skin.error()));
  }
  QRhi& rhi = device.rhi();
  QRhiCommandBuffer* commands = nullptr;
  rhi.beginOffscreenFrame(&commands);
  QRhiResourceUpdateBatch* batch = rhi.nextResourceUpdateBatch();
  const auto updated = (*skin)->update(palettes, *batch);
  commands->resourceUpdate(batch);
  BufferReadback read;
  const std::uint64_t bytes = (*skin)->bytesOfACharacter() * palettes.characterCount();
  if (updated) {
    (*skin)->record(*commands);
    readBack(rhi, *commands, *(*skin)->skinned(), static_cast<RhiSize>(bytes), read);
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

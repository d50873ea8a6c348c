#include "core/batch/memory_gate.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/bake/clip_plan.h"
#include "core/base/units.h"

namespace texeleton::batch {

namespace {

constexpr std::uint64_t kImportBase = 64 * kMebibyte;  ///< The worker before reading.
constexpr std::uint64_t kImportFactor = 12;            ///< The largest factor of the file size over the test models.
constexpr std::uint64_t kModelVertexBytes = 256;       ///< In the model and again in the mesh, with influences.
constexpr std::uint64_t kTextureRounding = 4;          ///< Powers of two may double both sides.
constexpr std::chrono::milliseconds kMemoryLookInterval{100};

}  // namespace

MemoryGate::Share::Share(Share&& other) noexcept
    : m_gate(std::exchange(other.m_gate, nullptr)), m_bytes(std::exchange(other.m_bytes, 0)) {}

MemoryGate::Share& MemoryGate::Share::operator=(Share&& other) noexcept {
  std::swap(m_gate, other.m_gate);
  std::swap(m_bytes, other.m_bytes);
  return *this;
}

void MemoryGate::Share::giveBack() {
  if (MemoryGate* gate = std::exchange(m_gate, nullptr)) {
    gate->giveBack(std::exchange(m_bytes, 0));
  }
}

MemoryGate::Share MemoryGate::take(std::uint64_t bytes, const JobContext& job) {
  std::unique_lock lock(m_mutex);
  const auto fits = [&] { return m_shares == 0 || (m_taken <= m_bytes && bytes <= m_bytes - m_taken); };
  while (!fits() && !job.isCancelled()) {
    m_changed.wait_for(lock, kMemoryLookInterval);
  }
  m_taken += bytes;
  ++m_shares;
  return {*this, bytes};
}

void MemoryGate::giveBack(std::uint64_t bytes) {
  {
    const std::lock_guard lock(m_mutex);
    m_taken -= bytes;
    --m_shares;
  }
  m_changed.notify_all();
}

std::uint64_t expectedImportBytes(std::uint64_t fileBytes) { return kImportBase + kImportFactor * fileBytes; }

std::uint64_t expectedBakeBytes(const model::Model& model, const bake::BakeSettings& settings) {
  JobContext nobody;
  std::uint64_t keys = 0;
  for (const model::Clip& clip : model.clips) {
    for (const model::Track& track : clip.tracks) {
      keys += track.values.size() * sizeof(float);
    }
  }
  std::uint64_t frames = 0;
  if (const auto clips = bake::planClips(model, settings, nobody)) {
    for (const vat::BakedClip& clip : *clips) {
      frames += clip.frameCount;
    }
  }
  const std::uint64_t texels =
      settings.mode == vat::BakeMode::Bone ? 3 * model.palette.size() : 2 * model.vertexCount();
  const std::uint64_t rounding = settings.size == vat::SizeRule::PowerOfTwo ? kTextureRounding : 1;
  return kImportBase + keys + kModelVertexBytes * model.vertexCount() +
         frames * texels * vat::texelBytes(settings.pixelFormat) * rounding;
}

}  // namespace texeleton::batch

#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/memory.h"
#include "core/model/model.h"

namespace texeleton::batch {

/// Admits parallel jobs only while their total expected memory fits. A job that exceeds the whole limit runs alone. The
/// expected memory is an estimate: the import worker's own limit protects against a hostile file.
class MemoryGate {
 public:
  explicit MemoryGate(std::uint64_t bytes) : m_bytes(bytes) {}

  /// A share of the memory, released by the destructor.
  class Share {
   public:
    Share() = default;
    Share(Share&& other) noexcept;
    Share& operator=(Share&& other) noexcept;
    ~Share() { giveBack(); }
    void giveBack();

   private:
    friend class MemoryGate;
    Share(MemoryGate& gate, std::uint64_t bytes) : m_gate(&gate), m_bytes(bytes) {}
    MemoryGate* m_gate = nullptr;
    std::uint64_t m_bytes = 0;
  };

  /// Waits until memory is available; a cancelled job does not wait.
  Share take(std::uint64_t bytes, const JobContext& job);

 private:
  void giveBack(std::uint64_t bytes);

  const std::uint64_t m_bytes;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::uint64_t m_taken = 0;
  unsigned m_shares = 0;
};

/// The memory that importing a file of that size is expected to need, in this process and the worker together.
std::uint64_t expectedImportBytes(std::uint64_t fileBytes);

/// The memory that a bake of the model is expected to need: texels, model and mesh.
std::uint64_t expectedBakeBytes(const model::Model& model, const bake::BakeSettings& settings);

}  // namespace texeleton::batch

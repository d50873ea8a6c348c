#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Before the picture: of each far character that it shows by pictures, a compute shader (shaders/impostor_record.comp)
/// writes what all of its pixels share, the nearest first, so that what it hides is not shaded. Where the device
/// cannot, ImpostorPass draws from the instances' records.
class ImpostorRecords : public Pass {
 public:
  PassStage stage() const override { return PassStage::Before; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

  /// Of the frame; 0: there are none, or no records are written.
  std::uint32_t count() const { return m_count; }
  QRhiBuffer* records() const { return m_records.get(); }

  /// Of all records: a million characters'.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

 private:
  bool makeRoom(const FrameContext& context, std::uint64_t runBytes);
  Result<void> bind(const FrameContext& context);

  std::uint32_t m_count = 0;
  std::uint32_t m_groupsAside = 0;
  std::unique_ptr<QRhiBuffer> m_runs;
  std::unique_ptr<QRhiBuffer> m_records;
  std::unique_ptr<QRhiShaderResourceBindings> m_bindings;
  std::unique_ptr<QRhiComputePipeline> m_pipeline;
  std::vector<quint64> m_boundTo;  ///< What the bindings were made for.
};

}  // namespace texeleton::viewport

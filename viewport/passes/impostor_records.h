#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Before the picture, by compute shaders: of each far character that it shows by pictures, what all of its pixels
/// share (shaders/impostor_record.comp), the nearest first; for each sample, which of them is the nearest that covers
/// it (impostor_cover.comp); and what each pixel shows of them (impostor_shade.comp). ImpostorPass puts that into the
/// picture. Where the device cannot, ImpostorPass draws from the instances' records.
class ImpostorRecords : public Pass {
 public:
  PassStage stage() const override { return PassStage::Before; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

  /// Of the frame; 0: there are none, or the device cannot.
  std::uint32_t count() const { return m_count; }
  /// The contents of their pixels.
  QRhiBuffer* samples() const { return m_samples.get(); }
  /// Their area in the picture, most of which shows none of them.
  const PictureBand& band() const { return m_band; }

  /// Of all records: a million characters'; and of all samples.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

 private:
  /// A compute shader with what it reads and writes.
  struct Step {
    std::unique_ptr<QRhiShaderResourceBindings> bindings;
    std::unique_ptr<QRhiComputePipeline> pipeline;
    std::vector<quint64> boundTo;  ///< The resources of the bindings.
  };

  bool makeRoom(const FrameContext& context, std::uint64_t runBytes);
  bool makeSamples(const FrameContext& context);
  Result<void> bind(const FrameContext& context);
  Result<void> bindSamples(const FrameContext& context);
  static Result<void> make(QRhi& rhi, Step& step, const char* shader, std::vector<quint64> inputs,
                           const std::vector<QRhiShaderResourceBinding>& bindings);

  std::uint32_t m_count = 0;
  PictureBand m_band;
  std::uint32_t m_groupsAside = 0;
  std::unique_ptr<QRhiBuffer> m_runs;
  std::unique_ptr<QRhiBuffer> m_records;
  std::unique_ptr<QRhiBuffer> m_samples;
  std::uint32_t m_coverGroupsAside = 0;
  Step m_record;
  Step m_clear;
  Step m_cover;
  Step m_shade;
};

}  // namespace texeleton::viewport

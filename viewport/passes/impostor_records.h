#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "viewport/passes/pass.h"

namespace texeleton::viewport {

/// Resolves impostors with compute shaders before the picture is drawn: a record of what all pixels of a far character
/// share, nearest first (shaders/impostor_record.comp); for each sample the nearest character that covers it
/// (impostor_cover.comp); and the contents of each pixel (impostor_shade.comp). ImpostorPass composes these into the
/// picture. Where the device lacks support, ImpostorPass draws from the instances' records.
class ImpostorRecords : public Pass {
 public:
  PassStage stage() const override { return PassStage::Before; }
  Result<void> prepare(const FrameContext& context) override;
  void record(const FrameContext& context) override;
  void release() override;

  /// Records of the frame; 0: none, or the device lacks support.
  std::uint32_t count() const { return m_count; }
  /// The contents of their pixels.
  QRhiBuffer* samples() const { return m_samples.get(); }
  /// The part of the picture that contains them.
  const PictureBand& band() const { return m_band; }

  /// Limit of all records (about a million characters), and of all samples.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

 private:
  bool makeRoom(const FrameContext& context, std::uint64_t runBytes);
  bool makeSamples(const FrameContext& context);
  Result<void> bind(const FrameContext& context);
  Result<void> bindSamples(const FrameContext& context);

  std::uint32_t m_count = 0;
  PictureBand m_band;
  std::uint32_t m_groupsAside = 0;
  std::unique_ptr<QRhiBuffer> m_runs;
  std::unique_ptr<QRhiBuffer> m_records;
  std::unique_ptr<QRhiBuffer> m_samples;
  std::uint32_t m_coverGroupsAside = 0;
  ComputeShader m_record;
  ComputeShader m_clear;
  ComputeShader m_cover;
  ComputeShader m_shade;
};

}  // namespace texeleton::viewport

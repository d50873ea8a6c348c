#include "viewport/scene/path_error.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/units.h"
#include "core/cycles/root_taking.h"
#include "core/runtime/pack_player.h"
#include "viewport/scene/source_vertices.h"

namespace texeleton::viewport {

namespace {

constexpr std::size_t kSampledPoses = 96;
constexpr std::size_t kSampledVertices = 1500;
constexpr double kLeastLimit = 0.001;

glm::vec3 skinnedPlace(std::span<const std::uint32_t> words, std::size_t vertex) {
  const std::size_t at = vertex * kSkinnedVertexWords;
  return {std::bit_cast<float>(words[at]), std::bit_cast<float>(words[at + 1]), std::bit_cast<float>(words[at + 2])};
}

/// Poses one character and places its vertices.
class Reference {
 public:
  explicit Reference(const Skeleton& skeleton) : m_skeleton(skeleton) {
    m_words.resize(std::size_t{m_skeleton.vertexCount()} * kSkinnedVertexWords);
    if (!m_skeleton.isLinear()) {
      m_source.emplace(m_skeleton);
    }
  }

  Result<std::span<const std::uint32_t>> at(std::uint32_t clip, const runtime::AnimationTickOutput& frames) {
    const vat::BakedClip& baked = m_skeleton.animation()->clips[clip];
    if (!m_pose || m_clip != clip) {
      m_pose.emplace(m_skeleton.model(), baked.source.clip, cycles::rootTaking(m_skeleton.model(), baked),
                     baked.source.fromSeconds);
      m_clip = clip;
    }
    const double seconds = sourceSeconds(baked, frames);
    m_pose->evaluate(seconds);
    if (m_source) {
      TRY(m_source->evaluate(clip, seconds, *m_pose, m_words));
      return m_words;
    }
    m_palettes.resize(1, m_skeleton.entryCount());
    m_palettes.set(0, m_pose->skinMatrices());
    skinOnCpu(m_skeleton, m_palettes.rows, m_words);
    return m_words;
  }

 private:
  const Skeleton& m_skeleton;
  std::optional<root_motion::InPlacePose> m_pose;
  std::optional<SourceVertices> m_source;
  std::uint32_t m_clip = 0;
  SkinPalettes m_palettes;
  std::vector<std::uint32_t> m_words;
};

}  // namespace

double largestPathErrorMillimetres(const Skeleton& skeleton, std::optional<std::uint32_t> clip) {
  const vat::BakedAnimation& animation = *skeleton.animation();
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < animation.clips.size(); ++i) {
    if (!clip || *clip == i) {
      numbers.push_back(i);
    }
  }
  double largest = 0.0;
  bool isMeasured = !numbers.empty();
  for (const std::uint32_t number : numbers) {
    const std::optional<vat::ClipError>& error = animation.clips[number].error;
    isMeasured = isMeasured && error.has_value();
    largest = std::max(largest, error ? error->maxMillimetres : 0.0);
  }
  const std::span<const float> residuals = skeleton.residuals();
  const float residual = residuals.empty() ? 0.0f : *std::max_element(residuals.begin(), residuals.end());
  if (isMeasured) {
    return largest + static_cast<double>(residual);
  }
  Reference reference(skeleton);
  const std::size_t clips = std::min(numbers.size(), kSampledPoses / 2);
  const std::size_t places = clips == 0 ? 0 : std::max<std::size_t>(2, kSampledPoses / clips);
  const std::size_t vertexStep = std::max<std::size_t>(1, skeleton.vertexCount() / kSampledVertices);
  for (std::size_t i = 0; i < clips; ++i) {
    const std::uint32_t number = numbers[i * numbers.size() / clips];
    const vat::BakedClip& played = animation.clips[number];
    for (std::size_t k = 0; k < places; ++k) {
      const auto frame = static_cast<std::uint32_t>(k * played.frameCount / places);
      const bool isLast = frame + 1 >= played.frameCount;
      const std::uint32_t next = isLast ? (played.loop ? 0 : frame) : frame + 1;
      const runtime::AnimationTickOutput frames{played.frameBegin + frame, played.frameBegin + next,
                                                k % 3 == 2 ? 0.0f : 0.5f};
      const auto words = reference.at(number, frames);
      if (!words) {  // Reported when the reference is drawn.
        continue;
      }
      for (std::size_t v = 0; v < skeleton.vertexCount(); v += vertexStep) {
        const glm::vec3 decoded = runtime::decodeVertex(animation, static_cast<std::uint32_t>(v), frames).position;
        largest = std::max(largest,
                           kMillimetresPerMetre * static_cast<double>(glm::distance(decoded, skinnedPlace(*words, v))));
      }
    }
  }
  return largest + static_cast<double>(residual);
}

double readableLimit(double millimetres) {
  if (!(millimetres > kLeastLimit)) {
    return kLeastLimit;
  }
  const double power = std::pow(10.0, std::floor(std::log10(millimetres) + 1e-9));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (millimetres <= factor * power * (1.0 + 1e-9)) {
      return factor * power;
    }
  }
  return 10.0 * power;
}

}  // namespace texeleton::viewport

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

#include "core/base/parallel.h"
#include "core/base/rounded_text.h"
#include "core/pack/canary.h"
#include "core/pack/pack.h"
#include "core/pack/pack_check.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"

namespace texeleton::pack {

namespace {

constexpr double kStoredUnitTolerance = 1e-3;
constexpr double kStoredWeightTolerance = 1e-4;
constexpr double kSocketTolerance = 1e-6;
constexpr double kBoundsTolerance = 1e-5;  // In sizes of the pack: a decoder may round differently from the baker.

using Problems = std::vector<Message>;

std::string shown(double value) { return roundedText(value, 6); }

/// Counts vertices that break a rule and reports them as one problem.
template <class Breaks>
void checkVertices(const vat::BakedMesh& mesh, const Message& what, Breaks breaks, Problems& problems) {
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
    if (breaks(v)) {
      first = count == 0 ? v : first;
      ++count;
    }
  }
  if (count != 0) {
    problems.push_back(message("mesh.glb: %1 vertices (first: %2) %3.", count, first, what));
  }
}

void checkMeshValues(const vat::BakedAnimation& a, Problems& problems) {
  const vat::BakedMesh& mesh = a.mesh;
  const auto isUnit = [](const glm::vec3& v) {
    return std::abs(glm::length(glm::dvec3(v)) - 1.0) <= kStoredUnitTolerance;
  };
  checkVertices(
      mesh, message("have a normal that is not of length 1"), [&](std::size_t v) { return !isUnit(mesh.normals[v]); },
      problems);
  if (!mesh.tangents.empty()) {
    checkVertices(
        mesh, message("have a tangent that is not of length 1 with a sign of 1 or -1"),
        [&](std::size_t v) { return !isUnit(glm::vec3(mesh.tangents[v])) || std::abs(mesh.tangents[v].w) != 1.0f; },
        problems);
  }
  if (a.mode == vat::BakeMode::Bone) {
    checkVertices(
        mesh, message("have weights that are negative or do not sum to 1"),
        [&](std::size_t v) {
          const glm::dvec4 w(mesh.boneWeights[v]);
          return std::min({w.x, w.y, w.z, w.w}) < 0.0 || std::abs(w.x + w.y + w.z + w.w - 1.0) > kStoredWeightTolerance;
        },
        problems);
  }
}

void checkClipLayout(const vat::BakedAnimation& a, Problems& problems) {
  std::uint64_t begin = 0;
  for (const vat::BakedClip& clip : a.clips) {
    const Message name = message("clip '%1'", clip.name);
    if (clip.frameBegin != begin) {
      problems.push_back(message("manifest.json: %1 begins at frame %2; the clips before it end at %3.", name,
                                 clip.frameBegin, begin));
    }
    begin = std::uint64_t{clip.frameBegin} + clip.frameCount;
    if (clip.lengthSeconds > 0.0) {
      // One frame has the whole length.
      const double steps = clip.loop || clip.frameCount == 1 ? clip.frameCount : clip.frameCount - 1.0;
      const double wanted = std::max(1.0, std::floor(clip.lengthSeconds * clip.sampleRateHz + 0.5));
      if (steps != wanted) {
        problems.push_back(message("manifest.json: %1 has %2 frames, which its length and sample rate do not give.",
                                   name, clip.frameCount));
      } else if (std::abs(clip.frameRate - steps / clip.lengthSeconds) > 1e-6 * clip.frameRate) {
        problems.push_back(message("manifest.json: %1 names a frame rate of %2, its frames and length give %3.", name,
                                   shown(clip.frameRate), shown(steps / clip.lengthSeconds)));
      }
    }
  }
  if (begin != vat::clipFrames(a.layout)) {
    problems.push_back(
        message("manifest.json: the clips end at frame %1, the texture at %2.", begin, vat::clipFrames(a.layout)));
  }
}

void checkSocketFrames(const vat::BakedAnimation& a, Problems& problems) {
  for (const vat::Socket& socket : a.sockets) {
    const Message name = message("manifest.json: socket '%1'", socket.name);
    if (std::abs(glm::length(socket.rotation) - 1.0) > kSocketTolerance) {
      problems.push_back(message("%1 has a rotation that is not of length 1.", name));
    } else if (glm::length(socket.direction - socket.rotation * glm::dvec3(0.0, 0.0, 1.0)) > kSocketTolerance) {
      problems.push_back(message("%1 has a direction that is not its rotation's Z axis.", name));
    }
  }
}

void checkBoundsUnion(const vat::BakedAnimation& a, Problems& problems) {
  model::Box whole;
  for (const vat::BakedClip& clip : a.clips) {
    whole.add(clip.bounds);
  }
  if (whole != a.bounds) {
    problems.emplace_back(message("manifest.json: the bounds are not the union of the clips' bounds."));
  }
  const double diagonal = glm::length(glm::dvec3(a.bounds.max) - glm::dvec3(a.bounds.min));
  if (std::abs(diagonal - a.sizeMetres) > 1e-4 * diagonal + 1e-9) {
    problems.push_back(message("manifest.json: sizeMetres is %1, the diagonal of the bounds %2.", shown(a.sizeMetres),
                               shown(diagonal)));
  }
}

/// The number of the canary's texels at the start of a row.
std::size_t canaryTexelsIn(const vat::TextureLayout& layout, std::uint32_t y) {
  if (!layout.canaryRow || y < *layout.canaryRow) {
    return 0;
  }
  const std::uint64_t before = std::uint64_t{y - *layout.canaryRow} * layout.width;
  return before >= kCanaryTexels ? 0 : std::min<std::uint64_t>(kCanaryTexels - before, layout.width);
}

void checkCanary(const vat::BakedAnimation& a, Problems& problems) {
  if (!a.layout.canaryRow) {
    return;
  }
  const SeenTexture seen{a.layout.width, a.layout.height,
                         [&a](std::uint32_t x, std::uint32_t y) { return a.texels.texel(x, y); }};
  for (const CanaryDamage* damage : diagnoseCanary(a.layout, a.pixelFormat, seen)) {
    problems.push_back(message("animation.exr: %1 %2", damage->text, damage->mend));
  }
}

/// The findings of a pass over the frames.
struct TexelFindings {
  std::uint64_t notFinite = 0;
  std::uint64_t paddingNotZero = 0;
  std::uint64_t alphaNotOne = 0;
  std::vector<model::Box> clipBoxes;  ///< Bounds of the decoded positions.

  void add(const TexelFindings& other) {
    notFinite += other.notFinite;
    paddingNotZero += other.paddingNotZero;
    alphaNotOne += other.alphaNotOne;
    for (std::size_t i = 0; i < clipBoxes.size(); ++i) {
      if (!other.clipBoxes[i].isEmpty()) {
        clipBoxes[i].add(other.clipBoxes[i]);
      }
    }
  }
};

/// All halves as floats.
std::vector<float> halfTable() {
  std::vector<float> table(65536);
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = vat::halfToFloat(static_cast<std::uint16_t>(i));
  }
  return table;
}

bool anyBitSet(const std::byte* begin, const std::byte* end) {
  return std::any_of(begin, end, [](std::byte b) { return b != std::byte{0}; });
}

/// Checks frames. The texels of a frame are contiguous in memory, for any number of rows.
class FrameChecker {
 public:
  FrameChecker(const vat::BakedAnimation& animation, const std::vector<float>& halves, const vat::StoredShapes& shapes)
      : m_a(animation), m_halves(halves), m_texels(animation.layout.texelsPerFrame), m_shapes(shapes) {
    m_found.clipBoxes.resize(animation.clips.size());
    for (const vat::BakedClip& clip : animation.clips) {
      m_stored.push_back(vat::storedRange(animation, clip));
    }
  }

  void checkFrame(std::uint32_t frame) {
    const vat::TextureLayout& layout = m_a.layout;
    const std::byte* const begin = m_a.texels.row(frame * layout.rowsPerFrame);
    const std::size_t bytes = vat::texelBytes(m_a.pixelFormat);
    load(begin);
    m_found.paddingNotZero += anyBitSet(begin + layout.texelsPerFrame * bytes,
                                        begin + std::size_t{layout.rowsPerFrame} * layout.width * bytes);
    if (!isFinite()) {
      return;  // Already a problem; positions would be meaningless.
    }
    const model::Box box = m_a.mode == vat::BakeMode::Bone ? boneBox(frame) : vertexBox(frame);
    for (std::size_t i = 0; i < m_a.clips.size(); ++i) {
      if (frame >= m_stored[i].begin && frame < m_stored[i].end) {
        m_found.clipBoxes[i].add(box);
      }
    }
  }

  const TexelFindings& found() const { return m_found; }

 private:
  void load(const std::byte* from) {
    float* const to = &m_texels[0].x;
    const std::size_t count = m_texels.size() * 4;
    if (m_a.pixelFormat == vat::PixelFormat::Rgba32F) {
      std::memcpy(to, from, count * sizeof(float));
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::uint16_t half = 0;
      std::memcpy(&half, from + i * sizeof half, sizeof half);
      to[i] = m_halves[half];
    }
  }

  bool isFinite() {
    const float* const values = &m_texels[0].x;
    std::uint64_t bad = 0;
    for (std::size_t i = 0; i < m_texels.size() * 4; ++i) {
      bad += std::isfinite(values[i]) ? 0 : 1;
    }
    m_found.notFinite += bad;
    return bad == 0;
  }

  model::Box vertexBox(std::uint32_t frame) {
    model::Box box;
    if (m_shapes.shapeCount() != 0) {
      float weights[vat::kMaxShapes];
      m_shapes.weights(m_a.texels, m_a.layout, frame, weights);
      m_shapes.bound(weights, 1, box);
      return box;
    }
    if (vat::encodingOf(m_a).hasConstants) {
      for (std::uint32_t element = 0; element < m_a.layout.elementCount; ++element) {
        box.add(glm::vec3(vat::storedElement(m_a, frame, element).position));
      }
      return box;
    }
    const std::size_t end = std::size_t{m_a.layout.elementCount} * vat::kTexelsPerVertex;
    for (std::size_t t = 0; t < end; t += vat::kTexelsPerVertex) {
      box.add(glm::vec3(m_texels[t]));
      m_found.alphaNotOne += m_texels[t].w != 1.0f || m_texels[t + 1].w != 1.0f;
    }
    return box;
  }

  model::Box boneBox(std::uint32_t frame) {
    model::Box box;
    if (vat::encodingOf(m_a).hasConstants) {
      m_matrices.resize(std::size_t{m_a.layout.elementCount} * vat::kTexelsPerBone);
      for (std::uint32_t bone = 0; bone < m_a.layout.elementCount; ++bone) {
        const vat::BoneMatrix matrix = vat::rowsOf(vat::storedBone(m_a, frame, bone));
        std::copy(std::begin(matrix.row), std::end(matrix.row), m_matrices.begin() + bone * vat::kTexelsPerBone);
      }
    }
    const std::vector<glm::vec4>& matrices = vat::encodingOf(m_a).hasConstants ? m_matrices : m_texels;
    const vat::BakedMesh& mesh = m_a.mesh;
    for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
      const glm::vec4 position(mesh.positions[v], 1.0f);
      glm::vec4 rows[3] = {glm::vec4(0.0f), glm::vec4(0.0f), glm::vec4(0.0f)};
      for (int i = 0; i < 4; ++i) {
        const float weight = mesh.boneWeights[v][i];
        const glm::vec4* const bone = &matrices[std::size_t{mesh.boneIndices[v][i]} * vat::kTexelsPerBone];
        for (int r = 0; r < 3; ++r) {
          rows[r] += weight * bone[r];
        }
      }
      box.add(glm::vec3(glm::dot(rows[0], position), glm::dot(rows[1], position), glm::dot(rows[2], position)));
    }
    return box;
  }

  const vat::BakedAnimation& m_a;
  const std::vector<float>& m_halves;
  std::vector<glm::vec4> m_texels;
  std::vector<vat::StoredRange> m_stored;  ///< For each clip.
  const vat::StoredShapes& m_shapes;       ///< For encodings with shapes.
  std::vector<glm::vec4> m_matrices;       ///< Used if the texels do not store them directly.
  TexelFindings m_found;
};

/// The largest distance by which `inner` exceeds `outer`.
double excess(const model::Box& inner, const model::Box& outer) {
  double most = 0.0;
  for (int i = 0; i < 3; ++i) {
    most = std::max({most, double{outer.min[i]} - double{inner.min[i]}, double{inner.max[i]} - double{outer.max[i]}});
  }
  return most;
}

/// Checks the constants, which follow the last frame.
void checkConstants(const vat::BakedAnimation& a, TexelFindings& found, Problems& problems) {
  const vat::Encoding& encoding = vat::encodingOf(a);
  if (!encoding.hasConstants) {
    return;
  }
  const std::uint64_t count = vat::constantTexels(encoding, a.layout);
  const std::uint64_t rows =
      vat::tableRow(encoding, a.layout) - std::uint64_t{a.layout.frameCount} * a.layout.rowsPerFrame;
  for (std::uint32_t t = 0; t < a.layout.width * rows; ++t) {
    const vat::TexelAddress at = vat::texelAddress(a.layout, a.layout.frameCount, t);
    const glm::vec4 texel = a.texels.texel(at.x, at.y);
    for (int i = 0; i < 4; ++i) {
      found.notFinite += t < count && !std::isfinite(texel[i]) ? 1 : 0;
      found.paddingNotZero += t >= count && texel[i] != 0.0f ? 1 : 0;
    }
  }
  std::uint32_t kept = 0;
  for (std::uint32_t bone = 0; bone < a.bones.size(); ++bone) {
    const vat::TexelAddress at = vat::texelAddress(a.layout, a.layout.frameCount, vat::elementTexel(a.layout, bone, 1));
    const glm::vec4 place = a.texels.texel(at.x, at.y);
    const float wanted = static_cast<float>(kept);
    if (vat::isStoredAsMatrix(a, bone) != a.bones[bone].isMatrix ||
        (a.bones[bone].isMatrix && place.x + 1024.0f * place.y != wanted)) {
      problems.push_back(message("animation.exr: the constants of bone %1 do not agree with manifest.json.", bone));
      return;
    }
    kept += a.bones[bone].isMatrix ? 1 : 0;
  }
}

void checkTexels(const vat::BakedAnimation& a, JobContext& job, Problems& problems) {
  const std::vector<float> halves = a.pixelFormat == vat::PixelFormat::Rgba16F ? halfTable() : std::vector<float>();
  TexelFindings found;
  found.clipBoxes.resize(a.clips.size());
  const vat::StoredShapes shapes = vat::encodingOf(a).hasShapes ? vat::StoredShapes(a) : vat::StoredShapes();
  std::mutex mutex;
  const bool finished =
      parallelFor(a.layout.frameCount, 16, job.threadCount, job, [&](std::size_t begin, std::size_t end) {
        FrameChecker checker(a, halves, shapes);
        for (std::size_t frame = begin; frame < end; ++frame) {
          checker.checkFrame(static_cast<std::uint32_t>(frame));
          a.texels.release(static_cast<std::uint32_t>(frame) * a.layout.rowsPerFrame, a.layout.rowsPerFrame);
        }
        {
          std::lock_guard lock(mutex);
          found.add(checker.found());
        }
        job.progress(static_cast<double>(end) / a.layout.frameCount, "Checking");
      });
  if (!finished) {
    problems.emplace_back(message("The check was cancelled."));
    return;
  }
  checkConstants(a, found, problems);
  if (auto wrong = vat::checkFrameTable(a)) {
    problems.push_back(message("animation.exr: %1.", *wrong));
  }
  const std::uint64_t room =
      (vat::usedRows(vat::encodingOf(a), a.layout) - vat::tableRow(vat::encodingOf(a), a.layout)) * a.layout.width;
  for (std::uint64_t i = a.layout.tableFrames; i < room; ++i) {
    const vat::TexelAddress at = vat::entryAddress(a, static_cast<std::uint32_t>(i));
    found.paddingNotZero += a.texels.texel(at.x, at.y) != glm::vec4(0.0f) ? 1 : 0;
  }
  const auto used = static_cast<std::uint32_t>(vat::usedRows(vat::encodingOf(a), a.layout));
  if (used < a.layout.height) {
    for (std::uint32_t y = used; y < a.layout.height; ++y) {
      const std::byte* const row = a.texels.row(y);
      const std::size_t known = canaryTexelsIn(a.layout, y);
      found.paddingNotZero += anyBitSet(row + known * vat::texelBytes(a.pixelFormat), row + a.texels.rowBytes());
      a.texels.release(y, 1);
    }
  }
  checkCanary(a, problems);
  if (found.notFinite != 0) {
    problems.push_back(message("animation.exr: %1 values are not finite.", found.notFinite));
  }
  if (found.paddingNotZero != 0) {
    problems.emplace_back(message("animation.exr: the padding is not 0."));
  }
  if (found.alphaNotOne != 0) {
    problems.push_back(message("animation.exr: %1 elements have an alpha other than 1.", found.alphaNotOne));
  }
  const double tolerance = std::max(kBoundsTolerance * a.sizeMetres, 1e-6);
  for (std::size_t i = 0; i < a.clips.size(); ++i) {
    const double out = found.clipBoxes[i].isEmpty() ? 0.0 : excess(found.clipBoxes[i], a.clips[i].bounds);
    if (out > tolerance) {
      problems.push_back(message("manifest.json: the decoded positions of clip '%1' reach %2 mm out of its bounds.",
                                 a.clips[i].name, shown(out * 1000.0)));
    }
  }
}

}  // namespace

std::vector<Message> verifyPack(const Pack& pack, JobContext& job) {
  const vat::BakedAnimation& a = pack.animation;
  Problems problems;
  for (auto problem : {checkAnimation(a), checkAnimation(a) ? std::nullopt : checkMesh(a)}) {
    if (problem) {
      problems.push_back(message("%1.", std::move(*problem)));
      return problems;  // The following data is not safe to read.
    }
  }
  if (a.texels.format() != a.pixelFormat || a.texels.width() != a.layout.width ||
      a.texels.height() != a.layout.height) {
    problems.emplace_back(message("animation.exr: the texels do not have the size or format of the layout."));
    return problems;
  }
  checkMeshValues(a, problems);
  checkClipLayout(a, problems);
  checkSocketFrames(a, problems);
  checkBoundsUnion(a, problems);
  try {
    checkTexels(a, job, problems);
  } catch (const std::bad_alloc&) {
    problems.emplace_back(message("There is not enough memory to check the texels."));
  }
  return problems;
}

Result<Pack> readVerifiedPack(const std::filesystem::path& path, JobContext& job) {
  auto pack = readPack(path, job);
  TRY(pack);
  if (const std::vector<Message> problems = verifyPack(*pack, job); !problems.empty()) {
    return fail(ErrorCode::Verification, message("%1 The pack does not verify; bake it again.", problems.front()),
                path.string());
  }
  return pack;
}

}  // namespace texeleton::pack

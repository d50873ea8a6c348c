#include "core/bake/bake_frames.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <optional>

#include "core/bake/bound_clusters.h"
#include "core/bake/clip_plan.h"
#include "core/bake/encoding/bone_kernels.h"
#include "core/bake/encoding/encoding_kernels.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/bake/root_of_clip.h"
#include "core/base/parallel.h"
#include "core/cycles/root_taking.h"
#include "core/root_motion/root_path.h"

namespace texeleton::bake {

namespace {

/// Blocks that one thread takes at a time: enough to amortise a start, few enough to distribute evenly.
constexpr std::size_t kBlocksPerChunk = 4;

/// Eight neighbouring frames of one clip, or fewer at its end.
struct Block {
  std::uint32_t clip = 0;
  std::uint32_t firstFrame = 0;
  std::uint32_t frameCount = 0;
};

/// A value that cannot be stored.
struct BadValue {
  enum class What : std::uint8_t { Matrix, MorphWeight, Vertex } what = What::Matrix;
  std::uint32_t frame = 0;  ///< Frame of the clip.
  std::uint32_t index = 0;  ///< Entry, morph weight or element.
  double value = 0.0;
};

struct BlockFindings {
  model::Box bounds;
  float largest = 0.0f;  ///< Magnitude of a matrix element.
  std::optional<BadValue> bad;
  std::optional<Error> error;  ///< An error of a point cache, instead of `bad`.
};

/// Memory of one thread.
struct Scratch {
  animation::ClipSampler::Scratch sampler;
  std::vector<animation::LaneMatrix> matrices;
  std::vector<animation::LaneMatrix> decoded;
  std::vector<animation::LaneMatrix> sockets;
  std::vector<animation::LaneValue> weights;
  animation::PointSampler::Scratch points;
  LaneInputs inputs;                ///< The last two, in the form of the kernels.
  std::vector<std::byte> elements;  ///< Elements of a block as floats, for shapes.
  std::vector<std::byte> unread;    ///< Takes the texels of lanes beyond a clip's last frame.
  ShapeFit::Scratch shapes;
  BoundClusters::Scratch bounds;
};

/// A box that several threads extend.
class SharedBox {
 public:
  model::Box get() const {
    const std::lock_guard lock(m_mutex);
    return m_box;
  }
  void add(const model::Box& box) {
    const std::lock_guard lock(m_mutex);
    m_box.add(box);
  }

 private:
  mutable std::mutex m_mutex;
  model::Box m_box;
};

/// Provides scratch memory to chunks; allocated before the work, in which nothing may fail.
class ScratchPool {
 public:
  ScratchPool(std::size_t count, const Scratch& model) : m_all(count, model) {
    m_free.reserve(count);
    for (Scratch& scratch : m_all) {
      m_free.push_back(&scratch);
    }
  }
  Scratch& take() {
    const std::lock_guard lock(m_mutex);
    Scratch* const scratch = m_free.back();
    m_free.pop_back();
    return *scratch;
  }
  void giveBack(Scratch& scratch) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(&scratch);
  }

 private:
  std::mutex m_mutex;
  std::vector<Scratch> m_all;
  std::vector<Scratch*> m_free;
};

/// First lane and item of `items` whose values are not all below the limit.
template <class Values>
BadValue findBad(BadValue::What what, std::size_t count, std::uint32_t lanes, float limit, const Values& values) {
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    for (std::size_t i = 0; i < count; ++i) {
      for (const auto& value : values(i)) {
        if (!(std::abs(value[lane]) < limit)) {
          return {what, lane, static_cast<std::uint32_t>(i), static_cast<double>(value[lane])};
        }
      }
    }
  }
  return {what, 0, 0, 0.0};
}

class FrameBaker {
 public:
  FrameBaker(const FramePass& pass, vat::TexelBuffer& texels, JobContext& job)
      : m_pass(pass), m_texels(texels), m_job(job) {}

  Result<std::vector<ClipFindings>> run();

 private:
  bool compile(unsigned threads);
  Scratch makeScratch() const;
  void bakeBlock(std::size_t number, Scratch& scratch);
  /// Matrices, morph weights and points at eight times of a clip.
  Result<void> sample(std::uint32_t clip, std::span<const double, animation::kFrameLanes> seconds,
                      Scratch& scratch) const;
  FrameRows rowsOf(const Block& block, std::byte* unread);
  bool checkPose(const Block& block, Scratch& scratch, float largest, float limit, BlockFindings& found) const;
  void checkVertices(const Block& block, BlockFindings& found) const;
  void encodeBones(const Block& block, const FrameRows& rows, Scratch& scratch, BlockFindings& found);
  void encodeElements(const FrameRows& rows, Scratch& scratch, BlockFindings& found) const;
  BadValue unstorableBone(const Block& block, const FrameRows& rows, const Scratch& scratch) const;
  /// Adds the positions of a block to the bounds of its clip.
  void bound(const Block& block, const animation::LaneMatrix* matrices, Scratch& scratch);
  /// The elements of a block as floats, in `scratch`.
  FrameRows plainElements(Scratch& scratch, model::Box& box) const;
  void showElements(const Block& block, Scratch& scratch, BlockFindings& found) const;
  void writeWeights(const Block& block, const FrameRows& rows, BlockFindings& found) const;
  void writeSockets(const Block& block, const FrameRows& rows, Scratch& scratch, BlockFindings& found) const;
  /// Extends the bounds by the midpoints between frames: on an arc, a vertex leaves the box of its two ends.
  bool boundBetween(ScratchPool& pool, unsigned threads);
  Result<double> loopGap(std::uint32_t clip, Scratch& scratch) const;
  /// Releases finished blocks, which are not read again before all are finished.
  void releaseRows(std::size_t begin, std::size_t end) const;
  std::span<const root_motion::RootPlacement> rootPathOf(std::size_t clip) const {
    return m_pass.rootPaths.empty() ? std::span<const root_motion::RootPlacement>() : m_pass.rootPaths[clip];
  }
  model::Box decodedBounds(const model::Box& box, float largestElement) const;
  Error describe(const Block& block, const BadValue& bad) const;

  const FramePass& m_pass;
  vat::TexelBuffer& m_texels;
  JobContext& m_job;
  std::vector<std::optional<animation::ClipSampler>> m_samplers;
  std::vector<animation::PointSampler> m_points;  ///< One per clip; none without point caches.
  std::vector<Block> m_blocks;
  std::vector<BlockFindings> m_found;
  BoundClusters m_clusters;
  glm::vec3 m_reach{0.0f};               ///< Largest coordinates in the bind pose.
  std::unique_ptr<SharedBox[]> m_boxes;  ///< For each clip; updated from several threads.
};

bool FrameBaker::compile(unsigned threads) {
  m_samplers.resize(m_pass.clips.size());
  if (m_pass.points != nullptr && !m_pass.points->isEmpty()) {
    for (const vat::BakedClip& clip : m_pass.clips) {
      m_points.emplace_back(*m_pass.model, *m_pass.points, clip.source.clip);
    }
  }
  std::atomic<bool> outOfMemory{false};
  const bool ran = parallelFor(m_pass.clips.size(), 1, threads, m_job, [&](std::size_t clip, std::size_t) {
    try {
      m_samplers[clip].emplace(*m_pass.model, m_pass.clips[clip].source.clip, m_pass.entries);
    } catch (const std::bad_alloc&) {
      outOfMemory = true;
    }
  });
  if (outOfMemory) {
    throw std::bad_alloc();
  }
  for (std::size_t clip = 0; clip < m_pass.clips.size(); ++clip) {
    const std::uint32_t frames = m_pass.clips[clip].frameCount;
    for (std::uint32_t first = 0; first < frames; first += animation::kFrameLanes) {
      m_blocks.push_back(
          {static_cast<std::uint32_t>(clip), first, std::min<std::uint32_t>(animation::kFrameLanes, frames - first)});
    }
  }
  m_found.resize(m_blocks.size());
  return ran;
}

Scratch FrameBaker::makeScratch() const {
  Scratch scratch;
  std::size_t weights = 0;
  for (const auto& sampler : m_samplers) {
    sampler->growScratch(scratch.sampler);
    weights = std::max(weights, sampler->morphWeightCount());
  }
  for (const animation::PointSampler& points : m_points) {
    points.growScratch(scratch.points);
  }
  scratch.matrices.resize(m_pass.entries.size());
  scratch.decoded.resize(m_pass.mode == vat::BakeMode::Bone ? m_pass.entries.size() : 0);
  scratch.sockets.resize(m_pass.mode == vat::BakeMode::Vertex ? m_pass.socketEntries.size() : 0);
  scratch.weights.resize(weights);
  const bool showsElements = m_pass.shapes == FramePass::Shapes::Learn || m_pass.shapes == FramePass::Shapes::Weigh ||
                             (m_pass.findsBounds && !m_points.empty());
  if (showsElements) {
    scratch.elements.resize(animation::kFrameLanes * m_pass.layout.elementCount * vat::kTexelsPerVertex *
                            sizeof(glm::vec4));
  }
  if (m_pass.shapes == FramePass::Shapes::Weigh) {
    scratch.shapes = m_pass.fit->makeScratch();
  }
  scratch.unread.resize(std::size_t{m_pass.layout.texelsPerFrame} * vat::texelBytes(m_texels.format()));
  return scratch;
}

FrameRows FrameBaker::rowsOf(const Block& block, std::byte* unread) {
  FrameRows rows;
  const std::uint32_t first = m_pass.clips[block.clip].frameBegin + block.firstFrame;
  for (std::uint32_t i = 0; i < animation::kFrameLanes; ++i) {
    rows.row[i] = i < block.frameCount ? m_texels.row((first + i) * m_pass.layout.rowsPerFrame) : unread;
  }
  return rows;
}

bool FrameBaker::checkPose(const Block& block, Scratch& scratch, float largest, float limit,
                           BlockFindings& found) const {
  const std::size_t weightCount = m_samplers[block.clip]->morphWeightCount();
  for (std::size_t i = 0; i < weightCount; ++i) {
    const auto& lanes = scratch.weights[i].v;
    if (!std::all_of(std::begin(lanes), std::end(lanes), [](float w) { return std::abs(w) < kLargestValue; })) {
      found.bad = findBad(BadValue::What::MorphWeight, weightCount, block.frameCount, kLargestValue,
                          [&](std::size_t k) { return std::span(&scratch.weights[k].v, 1); });
    }
  }
  if (!(largest < limit)) {
    found.bad = findBad(BadValue::What::Matrix, scratch.matrices.size(), block.frameCount, limit,
                        [&](std::size_t k) { return std::span(scratch.matrices[k].m); });
  }
  if (found.bad) {
    found.bad->frame += block.firstFrame;
  }
  return !found.bad;
}

void FrameBaker::checkVertices(const Block& block, BlockFindings& found) const {
  const glm::vec3 reach = glm::max(glm::abs(found.bounds.min), glm::abs(found.bounds.max));
  if (m_texels.format() == vat::PixelFormat::Rgba32F || std::max({reach.x, reach.y, reach.z}) < kHalfOverflow) {
    return;
  }
  const std::uint32_t first = m_pass.clips[block.clip].frameBegin + block.firstFrame;
  for (std::uint32_t frame = 0; frame < block.frameCount; ++frame) {
    for (std::uint32_t element = 0; element < m_pass.layout.elementCount; ++element) {
      const vat::TexelAddress at =
          vat::texelAddress(m_pass.layout, first + frame, vat::elementTexel(m_pass.layout, element, 0));
      const glm::vec4 texel = m_texels.texel(at.x, at.y);
      if (!std::isfinite(texel.x) || !std::isfinite(texel.y) || !std::isfinite(texel.z)) {
        found.bad = {BadValue::What::Vertex, block.firstFrame + frame, element,
                     static_cast<double>(std::max({reach.x, reach.y, reach.z}))};
        return;
      }
    }
  }
}

Result<void> FrameBaker::sample(std::uint32_t clip, std::span<const double, animation::kFrameLanes> seconds,
                                Scratch& scratch) const {
  m_samplers[clip]->sample(seconds, scratch.sampler, scratch.matrices.data(), scratch.weights.data());
  scratch.inputs = {scratch.weights.data(), {}};
  if (!m_points.empty()) {
    auto points = m_points[clip].sample(seconds, scratch.points);
    TRY(points);
    scratch.inputs.points = *points;
  }
  return {};
}

void FrameBaker::bakeBlock(std::size_t number, Scratch& scratch) {
  const Block& block = m_blocks[number];
  const vat::BakedClip& clip = m_pass.clips[block.clip];
  BlockFindings& found = m_found[number];
  double seconds[animation::kFrameLanes];
  for (std::uint32_t i = 0; i < animation::kFrameLanes; ++i) {
    seconds[i] = sourceSeconds(clip, block.firstFrame + std::min(i, block.frameCount - 1));
  }
  if (auto sampled = sample(block.clip, seconds, scratch); !sampled) {
    found.error = std::move(sampled.error());
    return;
  }
  if (const std::span path = rootPathOf(block.clip); !path.empty()) {
    takeOutRoot(path.subspan(block.firstFrame, block.frameCount), scratch.matrices);
  }
  if (m_pass.shapes == FramePass::Shapes::Learn || m_pass.shapes == FramePass::Shapes::Weigh) {
    found.largest = largestElement(scratch.matrices);
    if (checkPose(block, scratch, found.largest, kLargestValue, found)) {
      showElements(block, scratch, found);
    }
    return;
  }
  const FrameRows rows = rowsOf(block, scratch.unread.data());
  const bool half = m_texels.format() == vat::PixelFormat::Rgba16F;

  if (m_pass.mode == vat::BakeMode::Bone && m_pass.constants != nullptr) {
    encodeBones(block, rows, scratch, found);
    return;
  }
  if (m_pass.mode == vat::BakeMode::Bone) {
    found.largest = writeMatrices(scratch.matrices, m_texels.format(), rows,
                                  m_pass.table->groups.empty() ? nullptr : scratch.decoded.data());
    if (checkPose(block, scratch, found.largest, half ? kHalfOverflow : kLargestValue, found)) {
      bound(block, scratch.decoded.data(), scratch);
    }
    return;
  }
  found.largest = largestElement(scratch.matrices);
  if (!checkPose(block, scratch, found.largest, kLargestValue, found)) {
    return;
  }
  if (m_pass.findsBounds) {
    if (m_points.empty()) {
      bound(block, scratch.matrices.data(), scratch);
    } else {
      plainElements(scratch, found.bounds);
    }
    return;
  }
  if (m_pass.shapes == FramePass::Shapes::Write) {
    writeWeights(block, rows, found);
  } else if (!m_pass.ranges.empty()) {
    encodeElements(rows, scratch, found);
  } else {
    writeVertices(*m_pass.table, scratch.matrices.data(), scratch.inputs, m_texels.format(), rows, found.bounds);
    checkVertices(block, found);
  }
  if (!scratch.sockets.empty() && !found.bad) {
    writeSockets(block, rows, scratch, found);
  }
}

void FrameBaker::writeSockets(const Block& block, const FrameRows& rows, Scratch& scratch, BlockFindings& found) const {
  for (std::size_t i = 0; i < scratch.sockets.size(); ++i) {
    scratch.sockets[i] = scratch.matrices[m_pass.socketEntries[i]];
  }
  FrameRows socketRows = rows;
  const std::size_t offset =
      std::size_t{m_pass.layout.elementCount} * m_pass.layout.texelsPerElement * vat::texelBytes(m_texels.format());
  for (std::byte*& row : socketRows.row) {
    row += offset;
  }
  const float largest = writeMatrices(scratch.sockets, m_texels.format(), socketRows, nullptr);
  if (m_texels.format() == vat::PixelFormat::Rgba16F && !(largest < kHalfOverflow)) {
    found.bad = findBad(BadValue::What::Matrix, scratch.sockets.size(), block.frameCount, kHalfOverflow,
                        [&](std::size_t k) { return std::span(scratch.sockets[k].m); });
    found.bad->index = m_pass.socketEntries[found.bad->index];
    found.bad->frame += block.firstFrame;
  }
}

void FrameBaker::bound(const Block& block, const animation::LaneMatrix* matrices, Scratch& scratch) {
  SharedBox& shared = m_boxes[m_pass.findsBounds ? 0 : block.clip];
  model::Box box = shared.get();
  m_clusters.bound(matrices, scratch.weights.data(), scratch.bounds, box);
  shared.add(box);
}

void FrameBaker::encodeBones(const Block& block, const FrameRows& rows, Scratch& scratch, BlockFindings& found) {
  const vat::PixelFormat format = m_texels.format();
  const WrittenBones written =
      kernelsOf(*m_pass.encoding).writeBones(scratch.matrices, *m_pass.constants, format, rows, scratch.decoded.data());
  found.largest = std::max(written.given, written.decoded);
  if (!checkPose(block, scratch, written.given, kLargestValue, found)) {
    return;
  }
  const float limit = format == vat::PixelFormat::Rgba16F ? kHalfOverflow : std::numeric_limits<float>::infinity();
  if (!(written.stored < limit)) {
    found.bad = unstorableBone(block, rows, scratch);
    return;
  }
  bound(block, scratch.decoded.data(), scratch);
}

/// The first bone with a texel that is not a number.
BadValue FrameBaker::unstorableBone(const Block& block, const FrameRows& rows, const Scratch& scratch) const {
  vat::TexelBuffer one(m_texels.format(), 1, 1);
  for (std::uint32_t lane = 0; lane < block.frameCount; ++lane) {
    for (std::uint32_t bone = 0; bone < m_pass.layout.elementCount; ++bone) {
      const std::uint32_t first = vat::elementTexel(m_pass.layout, bone, 0);
      for (const std::uint32_t texel : {first, first + 1, m_pass.constants->thirdRows[bone]}) {
        if (texel == kNotKept) {
          continue;
        }
        std::memcpy(one.row(0), rows.row[lane] + texel * one.byteCount(), one.byteCount());
        const glm::vec4 v = one.texel(0, 0);
        if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z) || !std::isfinite(v.w)) {
          return {BadValue::What::Matrix, block.firstFrame + lane, bone,
                  static_cast<double>(largestElement(std::span(&scratch.matrices[bone], 1)))};
        }
      }
    }
  }
  return {BadValue::What::Matrix, block.firstFrame, 0, static_cast<double>(largestElement(scratch.matrices))};
}

bool FrameBaker::boundBetween(ScratchPool& pool, unsigned threads) {
  return parallelFor(m_blocks.size(), kBlocksPerChunk, threads, m_job, [&](std::size_t begin, std::size_t end) {
    Scratch& scratch = pool.take();
    for (std::size_t i = begin; i < end; ++i) {
      const Block& block = m_blocks[i];
      const vat::BakedClip& clip = m_pass.clips[block.clip];
      FrameRows from;
      FrameRows to;
      for (std::uint32_t lane = 0; lane < animation::kFrameLanes; ++lane) {
        const std::uint32_t frame = block.firstFrame + std::min(lane, block.frameCount - 1);
        const std::uint32_t next = frame + 1 < clip.frameCount ? frame + 1 : clip.loop ? 0 : frame;
        from.row[lane] = m_texels.row((clip.frameBegin + frame) * m_pass.layout.rowsPerFrame);
        to.row[lane] = m_texels.row((clip.frameBegin + next) * m_pass.layout.rowsPerFrame);
      }
      kernelsOf(*m_pass.encoding).blendHalfWay(*m_pass.constants, m_texels.format(), from, to, scratch.decoded.data());
      bound(block, scratch.decoded.data(), scratch);
    }
    pool.giveBack(scratch);
  });
}

FrameRows FrameBaker::plainElements(Scratch& scratch, model::Box& box) const {
  const std::size_t frameBytes = std::size_t{m_pass.layout.elementCount} * vat::kTexelsPerVertex * sizeof(glm::vec4);
  FrameRows plain;
  for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
    plain.row[lane] = scratch.elements.data() + lane * frameBytes;
  }
  writeVertices(*m_pass.table, scratch.matrices.data(), scratch.inputs, vat::PixelFormat::Rgba32F, plain, box);
  return plain;
}

void FrameBaker::showElements(const Block& block, Scratch& scratch, BlockFindings& found) const {
  const FrameRows plain = plainElements(scratch, found.bounds);
  const std::uint32_t first = m_pass.clips[block.clip].frameBegin + block.firstFrame;
  if (m_pass.shapes == FramePass::Shapes::Learn) {
    m_pass.fit->learn(first, block.frameCount, plain);
  } else {
    m_pass.fit->weigh(first, block.frameCount, plain, scratch.shapes);
  }
}

void FrameBaker::writeWeights(const Block& block, const FrameRows& rows, BlockFindings& found) const {
  const std::uint32_t first = m_pass.clips[block.clip].frameBegin + block.firstFrame;
  const std::uint32_t shapeCount = m_pass.layout.shapeCount;
  const std::size_t offset =
      std::size_t{m_pass.layout.texelsPerFrame - vat::weightTexels(shapeCount)} * vat::texelBytes(m_texels.format());
  float weights[vat::kMaxShapes * animation::kFrameLanes];
  for (std::uint32_t lane = 0; lane < block.frameCount; ++lane) {
    m_pass.fit->writeWeights(first + lane, rows.row[lane] + offset);
    m_pass.stored->weights(m_texels, m_pass.layout, first + lane, {weights + lane * shapeCount, shapeCount});
  }
  m_pass.stored->bound(weights, block.frameCount, found.bounds);
}

void FrameBaker::encodeElements(const FrameRows& rows, Scratch& scratch, BlockFindings& found) const {
  model::Box exact;
  const vat::Encoding& encoding = *m_pass.encoding;
  kernelsOf(encoding).writeElements(*m_pass.table, scratch.matrices.data(), scratch.inputs, m_pass.ranges.data(), rows,
                                    exact);
  for (const glm::vec3& corner : {exact.min, exact.max}) {
    glm::vec4 texel(0.0f);
    encoding.encodeElement(corner, glm::vec3(0.0f, 0.0f, 1.0f), m_pass.ranges.data(), &texel);
    found.bounds.add(glm::vec3(encoding.decodeElement(&texel, m_pass.ranges.data()).position));
  }
}

Result<double> FrameBaker::loopGap(std::uint32_t clip, Scratch& scratch) const {
  const vat::ClipSource& source = m_pass.clips[clip].source;
  double seconds[animation::kFrameLanes];
  std::fill(std::begin(seconds), std::end(seconds), m_pass.loopEnds.empty() ? source.toSeconds : m_pass.loopEnds[clip]);
  seconds[0] = source.fromSeconds;
  TRY(sample(clip, seconds, scratch));
  if (!rootPathOf(clip).empty()) {
    takeOutRoot(root_motion::rootPath(*m_pass.model, source.clip, cycles::rootTaking(*m_pass.model, m_pass.clips[clip]),
                                      std::span(seconds).first(2)),
                scratch.matrices);
  }
  return static_cast<double>(largestStep(*m_pass.table, scratch.matrices.data(), scratch.inputs));
}

void FrameBaker::releaseRows(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end && m_texels.byteCount() != 0; ++i) {
    const std::uint32_t rows = m_pass.layout.rowsPerFrame;
    m_texels.release((m_pass.clips[m_blocks[i].clip].frameBegin + m_blocks[i].firstFrame) * rows,
                     m_blocks[i].frameCount * rows);
  }
}

model::Box FrameBaker::decodedBounds(const model::Box& box, float largestElement) const {
  if (box.isEmpty()) {
    return box;
  }
  model::Box bounds = box;
  if (m_pass.mode == vat::BakeMode::Vertex) {  // Texels are positions: a box rounded like them is exact.
    const bool isHalf = m_texels.format() == vat::PixelFormat::Rgba16F && m_pass.ranges.empty() &&
                        !m_pass.findsBounds && m_pass.shapes == FramePass::Shapes::None;
    for (int i = 0; i < 3 && isHalf; ++i) {
      bounds.min[i] = vat::halfToFloat(vat::floatToHalf(bounds.min[i]));
      bounds.max[i] = vat::halfToFloat(vat::floatToHalf(bounds.max[i]));
    }
    if (m_pass.shapes == FramePass::Shapes::Write) {  // The order of additions differs between decoders.
      bounds.min -= m_pass.stored->rounding();
      bounds.max += m_pass.stored->rounding();
    }
  } else {  // The order of additions differs between decoders: add a margin for the rounding of float arithmetic.
    const float room = 0x1p-20f * largestElement * (m_reach.x + m_reach.y + m_reach.z + 1.0f);
    bounds.min -= room;
    bounds.max += room;
    for (int i = 0; i < 3; ++i) {
      bounds.min[i] = std::nextafter(bounds.min[i], std::numeric_limits<float>::lowest());
      bounds.max[i] = std::nextafter(bounds.max[i], std::numeric_limits<float>::max());
    }
  }
  bounds.min += 0.0f;  // No negative zeros.
  bounds.max += 0.0f;
  return bounds;
}

Error FrameBaker::describe(const Block& block, const BadValue& bad) const {
  const model::Model& model = *m_pass.model;
  Message subject;
  if (bad.what == BadValue::What::Matrix) {
    subject = message("the matrix of node \"%1\"", model.nodes[m_pass.entries[bad.index].node.value].name);
  } else if (bad.what == BadValue::What::MorphWeight) {
    std::size_t set = 0;
    for (std::size_t weight = bad.index; weight >= model.morphSets[set].restWeights.size(); ++set) {
      weight -= model.morphSets[set].restWeights.size();
    }
    subject = message("a morph weight of \"%1\"", model.morphSets[set].name);
  } else {
    subject = message("a vertex of element %1", bad.index);
  }
  const bool half =
      m_texels.format() == vat::PixelFormat::Rgba16F && std::abs(bad.value) < static_cast<double>(kLargestValue);
  const Remedy smaller{RemedyKind::SmallerUnit};
  const Message what =
      half ? message(
                 "%1 reaches %2, beyond what half floats hold (65,504): bake with %3, or import "
                 "with %4",
                 subject, shortNumber(bad.value), Remedy{RemedyKind::FloatTexels}, smaller)
           : message("%1 reaches %2, too large to bake: import with %3", subject, shortNumber(bad.value), smaller);
  return {ErrorCode::Limit, message("clip \"%1\", frame %2: %3", m_pass.clips[block.clip].name, bad.frame, what), {}};
}

Result<std::vector<ClipFindings>> FrameBaker::run() {
  const auto cancelled = [] { return fail(ErrorCode::Cancelled, "the bake was cancelled"); };
  unsigned threads = effectiveThreadCount(m_job.threadCount);
  if (m_pass.points != nullptr) {
    threads = m_pass.points->threadsFor(threads, animation::kFrameLanes);
  }
  if (!compile(threads)) {
    return cancelled();
  }
  m_boxes = std::make_unique<SharedBox[]>(m_pass.clips.size());
  if (m_pass.mode == vat::BakeMode::Bone || m_pass.findsBounds) {
    m_clusters = BoundClusters(*m_pass.table);
    for (const SkinGroup& group : m_pass.table->groups) {
      m_reach = glm::max(m_reach, glm::abs(group.position));
    }
  }
  const std::size_t chunks = (m_blocks.size() + kBlocksPerChunk - 1) / kBlocksPerChunk;
  ScratchPool pool(std::clamp<std::size_t>(chunks, 1, threads), makeScratch());

  std::vector<ClipFindings> findings(m_pass.clips.size());
  std::atomic<std::size_t> done{0};
  std::atomic<std::size_t> firstBad{m_blocks.size()};
  const auto bakeChunk = [&](std::size_t begin, std::size_t end) {
    Scratch& scratch = pool.take();
    for (std::size_t i = begin; i < end && i < firstBad.load(std::memory_order_relaxed); ++i) {
      bakeBlock(i, scratch);
      BlockFindings& found = m_found[i];
      if (m_blocks[i].firstFrame == 0 && m_pass.clips[m_blocks[i].clip].loop && !found.bad && !found.error) {
        if (auto gap = loopGap(m_blocks[i].clip, scratch)) {
          findings[m_blocks[i].clip].loopGapMetres = *gap;
        } else {
          found.error = std::move(gap.error());
        }
      }
      if (found.bad ||
          found.error) {  // Earlier blocks still run, so that the first bad one is reported, independent of threads.
        std::size_t seen = firstBad.load();
        while (i < seen && !firstBad.compare_exchange_weak(seen, i)) {
        }
      }
    }
    if (m_pass.shapes == FramePass::Shapes::Weigh) {
      m_pass.fit->finishWeighing(scratch.shapes);
    }
    pool.giveBack(scratch);
    releaseRows(begin, end);
    m_job.progress(static_cast<double>(done += end - begin) / static_cast<double>(m_blocks.size()), "Baking");
  };
  if (!parallelFor(m_blocks.size(), kBlocksPerChunk, threads, m_job, bakeChunk)) {
    return cancelled();
  }
  if (const std::size_t bad = firstBad.load(); bad < m_blocks.size()) {
    return fail(m_found[bad].error ? std::move(*m_found[bad].error) : describe(m_blocks[bad], *m_found[bad].bad));
  }
  if (m_pass.constants != nullptr && !m_pass.table->groups.empty() && !boundBetween(pool, threads)) {
    return cancelled();
  }
  std::vector<model::Box> boxes(m_pass.clips.size());
  std::vector<float> largest(m_pass.clips.size(), 0.0f);
  for (std::size_t i = 0; i < m_blocks.size(); ++i) {
    boxes[m_blocks[i].clip].add(m_found[i].bounds);
    largest[m_blocks[i].clip] = std::max(largest[m_blocks[i].clip], m_found[i].largest);
  }
  for (std::size_t clip = 0; clip < findings.size(); ++clip) {
    boxes[clip].add(m_boxes[clip].get());
    findings[clip].bounds = decodedBounds(boxes[clip], largest[clip]);
  }
  return findings;
}

}  // namespace

Result<std::vector<ClipFindings>> bakeFrames(const FramePass& pass, vat::TexelBuffer& texels, JobContext& job) {
  return FrameBaker(pass, texels, job).run();
}

}  // namespace texeleton::bake

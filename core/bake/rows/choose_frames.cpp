#include "core/bake/rows/choose_frames.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "core/base/mapped.h"
#include "core/base/parallel.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"
#include "core/vat/kept_influences.h"

namespace texeleton::bake {

namespace {

constexpr std::uint32_t kWindow = 64;  ///< Frames that are decoded at once; above kMaxFrameSteps.
constexpr std::uint32_t kNoFrame = std::numeric_limits<std::uint32_t>::max();

/// A vertex or a socket's origin that moves with bones.
struct SkinnedPoint {
  glm::dvec3 position{0.0};
  std::array<std::uint32_t, vat::kInfluencesKept> bones{};
  std::array<double, vat::kInfluencesKept> weights{};
};

/// Evaluates the poses of a clip for the search.
class ClipPoses {
 public:
  ClipPoses() = default;
  ClipPoses(const ClipPoses&) = delete;
  ClipPoses& operator=(const ClipPoses&) = delete;
  virtual ~ClipPoses() = default;
  /// Another clip begins.
  virtual void begin(const vat::BakedClip& clip) = 0;
  /// Whether no point is farther than `metres` from its place in `frame`, `share` of the way from one frame to another.
  virtual bool keeps(std::uint32_t from, std::uint32_t to, double share, std::uint32_t frame, double metres) = 0;
};

/// The points of bone mode, and a box around those that each bone moves.
struct BonePoints {
  std::vector<SkinnedPoint> points;
  std::vector<model::Box> boxes;

  explicit BonePoints(const vat::BakedAnimation& baked) : boxes(baked.layout.elementCount) {
    const vat::BakedMesh& mesh = baked.mesh;
    for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
      SkinnedPoint point;
      point.position = glm::dvec3(mesh.positions[v]);
      for (int i = 0; i < 4; ++i) {
        const auto k = static_cast<std::size_t>(i);
        point.bones[k] = mesh.boneIndices[v][i];
        point.weights[k] = static_cast<double>(mesh.boneWeights[v][i]);
      }
      add(point);
    }
    for (const vat::Socket& socket : baked.sockets) {
      SkinnedPoint point;
      point.position = socket.position;
      point.bones[0] = static_cast<std::uint32_t>(socket.bone);
      point.weights[0] = 1.0;
      add(point);
    }
  }

 private:
  void add(const SkinnedPoint& point) {
    for (std::size_t k = 0; k < vat::kInfluencesKept; ++k) {
      if (point.weights[k] != 0.0) {
        boxes[point.bones[k]].add(glm::vec3(point.position));
      }
    }
    points.push_back(point);
  }
};

glm::dvec3 moved(const vat::BoneMatrix& m, const glm::dvec3& p) {
  const glm::dvec4 at(p, 1.0);
  return {glm::dot(m.row[0], at), glm::dot(m.row[1], at), glm::dot(m.row[2], at)};
}

class BonePoses final : public ClipPoses {
 public:
  BonePoses(const vat::BakedAnimation& baked, const BonePoints& points)
      : m_baked(baked), m_points(points), m_frames(kWindow), m_off(points.boxes.size()), m_far(points.boxes.size()) {
    m_bones =
        placesWhere<std::uint32_t>(points.boxes.size(), [&](std::size_t i) { return !points.boxes[i].isEmpty(); });
  }

  void begin(const vat::BakedClip& clip) override {
    m_clip = &clip;
    for (Frame& frame : m_frames) {
      frame.number = kNoFrame;
    }
  }

  bool keeps(std::uint32_t from, std::uint32_t to, double share, std::uint32_t frame, double metres) override {
    const std::vector<vat::BonePose>& a = poses(from);
    const std::vector<vat::BonePose>& b = poses(to);
    const std::vector<vat::BonePose>& c = poses(frame);
    const vat::Encoding& encoding = vat::encodingOf(m_baked);
    bool isNear = true;
    for (const std::uint32_t bone : m_bones) {
      const vat::BoneMatrix blended = vat::rowsOf(encoding.blendBones(a[bone], b[bone], share));
      const vat::BoneMatrix stored = vat::rowsOf(c[bone]);
      for (int r = 0; r < 3; ++r) {
        m_off[bone].row[r] = blended.row[r] - stored.row[r];
      }
      m_far[bone] = farthest(m_off[bone], m_points.boxes[bone]) > metres * metres;
      isNear = isNear && !m_far[bone];
    }
    if (isNear) {  // A vertex moves no farther than any of its bones would move it.
      return true;
    }
    if (m_last < m_points.points.size() && isOff(m_points.points[m_last], metres)) {
      return false;
    }
    for (std::size_t i = 0; i < m_points.points.size(); ++i) {
      if (isOff(m_points.points[i], metres)) {
        m_last = i;
        return false;
      }
    }
    return true;
  }

 private:
  struct Frame {
    std::uint32_t number = kNoFrame;
    std::vector<vat::BonePose> poses;
  };

  const std::vector<vat::BonePose>& poses(std::uint32_t number) {
    Frame& frame = m_frames[number % kWindow];
    if (frame.number != number) {
      frame.number = number;
      frame.poses.resize(m_points.boxes.size());
      for (const std::uint32_t bone : m_bones) {
        frame.poses[bone] = vat::storedBone(m_baked, m_clip->frameBegin + number % m_clip->frameCount, bone);
      }
    }
    return frame.poses;
  }

  /// The largest squared displacement of a corner.
  static double farthest(const vat::BoneMatrix& off, const model::Box& box) {
    double most = 0.0;
    for (unsigned corner = 0; corner < 8; ++corner) {
      const glm::dvec3 at((corner & 1u) != 0 ? box.max.x : box.min.x, (corner & 2u) != 0 ? box.max.y : box.min.y,
                          (corner & 4u) != 0 ? box.max.z : box.min.z);
      const glm::dvec3 way = moved(off, at);
      most = std::max(most, glm::dot(way, way));
    }
    return most;
  }

  bool isOff(const SkinnedPoint& point, double metres) const {
    bool mayBe = false;
    for (std::size_t k = 0; k < vat::kInfluencesKept; ++k) {
      mayBe = mayBe || (point.weights[k] != 0.0 && m_far[point.bones[k]]);
    }
    if (!mayBe) {
      return false;
    }
    glm::dvec3 way(0.0);
    for (std::size_t k = 0; k < vat::kInfluencesKept; ++k) {
      if (point.weights[k] != 0.0) {
        way += point.weights[k] * moved(m_off[point.bones[k]], point.position);
      }
    }
    return glm::dot(way, way) > metres * metres;
  }

  const vat::BakedAnimation& m_baked;
  const BonePoints& m_points;
  const vat::BakedClip* m_clip = nullptr;
  std::vector<std::uint32_t> m_bones;  ///< Bones that move something.
  std::vector<Frame> m_frames;
  std::vector<vat::BoneMatrix> m_off;  ///< For each bone: blended minus stored matrix.
  std::vector<bool> m_far;
  std::size_t m_last = 0;  ///< The last point beyond the limit is the most likely to exceed it again.
};

class ElementPoses final : public ClipPoses {
 public:
  ElementPoses(const vat::BakedAnimation& baked, const vat::StoredShapes& shapes)
      : m_baked(baked), m_shapes(shapes), m_frames(kWindow) {}

  void begin(const vat::BakedClip& clip) override {
    m_clip = &clip;
    for (Frame& frame : m_frames) {
      frame.number = kNoFrame;
    }
  }

  bool keeps(std::uint32_t from, std::uint32_t to, double share, std::uint32_t frame, double metres) override {
    const std::vector<glm::vec3>& a = places(from);
    const std::vector<glm::vec3>& b = places(to);
    const std::vector<glm::vec3>& c = places(frame);
    const auto f = static_cast<float>(share);
    const auto limit = static_cast<float>(metres * metres);
    const auto isOff = [&](std::size_t i) {
      const glm::vec3 way = glm::mix(a[i], b[i], f) - c[i];
      return glm::dot(way, way) > limit;
    };
    if (m_last < a.size() && isOff(m_last)) {
      return false;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (isOff(i)) {
        m_last = i;
        return false;
      }
    }
    return true;
  }

 private:
  struct Frame {
    std::uint32_t number = kNoFrame;
    std::vector<glm::vec3> places;  ///< Positions of elements, then of the sockets' origins.
  };

  const std::vector<glm::vec3>& places(std::uint32_t number) {
    Frame& frame = m_frames[number % kWindow];
    if (frame.number != number) {
      frame.number = number;
      decode(m_clip->frameBegin + number % m_clip->frameCount, frame.places);
    }
    return frame.places;
  }

  void decode(std::uint32_t frame, std::vector<glm::vec3>& places) const {
    const vat::TextureLayout& layout = m_baked.layout;
    places.clear();
    float weights[vat::kMaxShapes];
    if (m_shapes.shapeCount() != 0) {
      m_shapes.weights(m_baked.texels, layout, frame, weights);
    }
    for (std::uint32_t i = 0; i < layout.elementCount; ++i) {
      places.push_back(m_shapes.shapeCount() != 0 ? m_shapes.position(i, std::span(weights, m_shapes.shapeCount()))
                                                  : glm::vec3(vat::storedElement(m_baked, frame, i).position));
    }
    for (std::uint32_t i = 0; i < m_baked.sockets.size(); ++i) {
      vat::BoneMatrix matrix;
      for (std::uint32_t r = 0; r < vat::kTexelsPerSocket; ++r) {
        const vat::TexelAddress at = vat::texelAddress(layout, frame, vat::socketTexel(layout, i, r));
        matrix.row[r] = glm::dvec4(m_baked.texels.texel(at.x, at.y));
      }
      places.emplace_back(moved(matrix, m_baked.sockets[i].position));
    }
  }

  const vat::BakedAnimation& m_baked;
  const vat::StoredShapes& m_shapes;
  const vat::BakedClip* m_clip = nullptr;
  std::vector<Frame> m_frames;
  std::size_t m_last = 0;
};

/// Whether the frames between two are close enough to the blended ones.
bool keepsAll(ClipPoses& poses, std::uint32_t from, std::uint32_t to, double metres) {
  const std::uint32_t steps = to - from;
  if (metres < 0.0) {
    return steps == 1;
  }
  const auto keeps = [&](std::uint32_t frame) {
    return poses.keeps(from, to, static_cast<double>(frame - from) / steps, frame, metres);
  };
  if (steps > 2 && !keeps(from + steps / 2)) {  // Usually the farthest.
    return false;
  }
  for (std::uint32_t frame = from + 1; frame < to; ++frame) {
    if (!keeps(frame)) {
      return false;
    }
  }
  return true;
}

std::vector<std::uint32_t> framesOf(const vat::BakedClip& clip, ClipPoses& poses, double metres) {
  std::vector<std::uint32_t> kept{0};
  poses.begin(clip);
  // The end of a loop is its first frame.
  const std::uint32_t end = clip.frameCount <= 1 ? 0 : clip.loop ? clip.frameCount : clip.frameCount - 1;
  std::uint32_t steps = 1;
  for (std::uint32_t at = 0; at < end; at += steps) {
    if (at != 0) {
      kept.push_back(at);
    }
    const std::uint32_t most = std::min(vat::kMaxFrameSteps, end - at);
    steps = std::min(steps, most);
    if (keepsAll(poses, at, at + steps, metres)) {
      while (steps < most && keepsAll(poses, at, at + steps + 1, metres)) {
        ++steps;
      }
    } else {
      do {
        --steps;
      } while (steps > 1 && !keepsAll(poses, at, at + steps, metres));
    }
  }
  if (!clip.loop && end != 0) {
    kept.push_back(end);
  }
  return kept;
}

}  // namespace

Result<void> chooseFrames(const vat::BakedAnimation& dense, const std::vector<double>& metres,
                          std::span<const std::size_t> clips, std::vector<std::vector<std::uint32_t>>& kept,
                          JobContext& job) {
  const bool isBone = dense.mode == vat::BakeMode::Bone;
  const std::optional<BonePoints> points = isBone ? std::optional<BonePoints>(dense) : std::nullopt;
  const vat::StoredShapes shapes = vat::encodingOf(dense).hasShapes ? vat::StoredShapes(dense) : vat::StoredShapes();
  const bool ran = parallelFor(clips.size(), 1, job.threadCount, job, [&](std::size_t i, std::size_t) {
    const std::size_t clip = clips[i];
    std::unique_ptr<ClipPoses> poses;
    if (isBone) {
      poses = std::make_unique<BonePoses>(dense, *points);
    } else {
      poses = std::make_unique<ElementPoses>(dense, shapes);
    }
    kept[clip] = framesOf(dense.clips[clip], *poses, metres[clip]);
  });
  if (!ran) {
    return fail(ErrorCode::Cancelled, "the bake was cancelled");
  }
  return {};
}

}  // namespace texeleton::bake

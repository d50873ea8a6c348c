#include "tests/reference/search_errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/parallel.h"
#include "core/vat/encoding.h"

namespace texeleton::test {

namespace {

constexpr double kSameWay = 1e-3;      // In sizes of the model: maximum distance of vertices with equal paths.
constexpr std::size_t kSignature = 9;  // Times, over some of the clips, that distinguish vertices.
constexpr std::size_t kSignatureClips = 3;

glm::dvec4 texelOf(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t t) {
  const vat::TextureLayout& layout = baked.layout;
  return glm::dvec4(baked.texels.texel(t % layout.width, frame * layout.rowsPerFrame + t / layout.width));
}

/// The number that a half float represents in offset16 and basis (FORMAT.md).
double wholeOf(double half) {
  int exponent = 0;
  const double mantissa = std::frexp(std::abs(half), &exponent);  // 0.5 … 1
  const double bits = (exponent + 14) * 1024.0 + (2.0 * mantissa - 1.0) * 1024.0;
  const double m = bits - 1024.0;
  return half < 0.0 ? 30719.0 - m : 30720.0 + m;
}

/// A bone in the texels: rows of a matrix, or rotation, displacement and scale about a pivot.
struct BoneParts {
  bool isMatrix = true;
  std::array<glm::dvec4, 3> rows{};
  glm::dvec4 rotation{0.0};
  glm::dvec4 displacement{0.0};
  glm::dvec3 pivot{0.0};
};

std::array<glm::dvec4, 3> rowsOf(const BoneParts& bone) {
  if (bone.isMatrix) {
    return bone.rows;
  }
  const glm::dvec4 q = glm::normalize(bone.rotation);
  const glm::dmat3 turn = glm::mat3_cast(glm::dquat(q.w, q.x, q.y, q.z)) * bone.displacement.w;
  const glm::dvec3 move = bone.pivot + glm::dvec3(bone.displacement) - turn * bone.pivot;
  std::array<glm::dvec4, 3> rows{};
  for (int r = 0; r < 3; ++r) {
    rows[static_cast<std::size_t>(r)] = {turn[0][r], turn[1][r], turn[2][r], move[r]};
  }
  return rows;
}

BoneParts blended(const BoneParts& a, const BoneParts& b, double f) {
  BoneParts bone = a;
  for (std::size_t r = 0; r < 3; ++r) {
    bone.rows[r] = a.rows[r] * (1.0 - f) + b.rows[r] * f;
  }
  const double side = glm::dot(a.rotation, b.rotation) < 0.0 ? -1.0 : 1.0;
  bone.rotation = a.rotation * (1.0 - f) + b.rotation * (side * f);
  bone.displacement = a.displacement * (1.0 - f) + b.displacement * f;
  return bone;
}

/// Two stored frames, and the position of a moment between them: (first + f)·scale.
struct Stored {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double first = 0.0;
  double scale = 1.0;
};

/// From FORMAT.md, "Frame table": its rows are the last ones in use.
Stored storedOf(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t next) {
  const vat::TextureLayout& layout = baked.layout;
  if (layout.tableFrames == 0) {
    return {frame, next, 0.0, 1.0};
  }
  const std::string encoding = baked.encoding != nullptr ? baked.encoding->name : "";
  std::uint32_t row = layout.frameCount * layout.rowsPerFrame;
  if (encoding == "basis") {
    const std::uint32_t texels = 2 + layout.shapeCount + layout.elementCount * (layout.shapeCount + 1);
    row += (texels + layout.width - 1) / layout.width;
  } else if (encoding == "quaternion" || encoding == "offset16") {
    row += layout.rowsPerFrame;
  }
  const glm::dvec4 entry(baked.texels.texel(frame % layout.width, row + frame / layout.width));
  const double steps = std::floor(entry.z / 32.0) + 1.0;
  const double from = entry.x + 1024.0 * entry.y;
  return {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(from + entry.w), std::fmod(entry.z, 32.0),
          1.0 / steps};
}

/// Positions of all vertices between two frames of the texture, from FORMAT.md.
class MomentDecoder {
 public:
  MomentDecoder(const vat::BakedAnimation& baked, std::uint32_t current, std::uint32_t next)
      : m_baked(baked), m_stored(storedOf(baked, current, next)) {
    if (baked.mode == vat::BakeMode::Vertex) {
      m_from = placesIn(m_stored.from);
      m_to = placesIn(m_stored.to);
    } else {
      for (std::uint32_t bone = 0; bone < baked.layout.elementCount; ++bone) {
        m_bonesFrom.push_back(boneIn(m_stored.from, bone));
        m_bonesTo.push_back(boneIn(m_stored.to, bone));
      }
    }
  }

  std::vector<glm::dvec3> at(double fraction) const {
    const double f = (m_stored.first + fraction) * m_stored.scale;
    std::vector<glm::dvec3> positions(m_baked.mesh.vertexCount());
    if (m_baked.mode == vat::BakeMode::Vertex) {
      for (std::size_t v = 0; v < positions.size(); ++v) {
        positions[v] = m_from[v] * (1.0 - f) + m_to[v] * f;
      }
      return positions;
    }
    std::vector<std::array<glm::dvec4, 3>> bones;
    for (std::size_t i = 0; i < m_bonesFrom.size(); ++i) {
      bones.push_back(rowsOf(blended(m_bonesFrom[i], m_bonesTo[i], f)));
    }
    for (std::size_t v = 0; v < positions.size(); ++v) {
      const glm::dvec4 p(glm::dvec3(m_baked.mesh.positions[v]), 1.0);
      for (int i = 0; i < 4; ++i) {
        const double weight = static_cast<double>(m_baked.mesh.boneWeights[v][i]);
        const auto& rows = bones[m_baked.mesh.boneIndices[v][i]];
        for (int r = 0; r < 3 && weight > 0.0; ++r) {
          positions[v][r] += weight * glm::dot(rows[static_cast<std::size_t>(r)], p);
        }
      }
    }
    return positions;
  }

 private:
  bool is(const char* encoding) const {
    return m_baked.encoding != nullptr && std::string(m_baked.encoding->name) == encoding;
  }

  /// "basis": the base shape and the sum of all shapes, each times its weight in the frame.
  std::vector<glm::dvec3> sumsIn(std::uint32_t frame) const {
    const std::uint32_t stay = m_baked.layout.frameCount;
    const std::uint32_t shapes = m_baked.layout.shapeCount;
    const auto numbers = [](const glm::dvec4& t) { return glm::dvec3(wholeOf(t.x), wholeOf(t.y), wholeOf(t.z)); };
    std::vector<double> factors;
    for (std::uint32_t k = 0; k < shapes; ++k) {
      const glm::dvec4 range = texelOf(m_baked, stay, 2 + k);
      const auto first = static_cast<std::uint32_t>(3 * m_baked.sockets.size());
      const glm::dvec4 weights = texelOf(m_baked, frame, first + k / 4);
      const double share = wholeOf(weights[static_cast<int>(k % 4)]) / 61439.0;
      factors.push_back((range.x + share * range.y) * range.z / 30719.0);
    }
    const glm::dvec3 corner(texelOf(m_baked, stay, 0));
    const glm::dvec3 extent(texelOf(m_baked, stay, 1));
    std::vector<glm::dvec3> sums(m_baked.layout.elementCount);
    for (std::uint32_t element = 0; element < sums.size(); ++element) {
      const std::uint32_t first = 2 + shapes + element * (shapes + 1);
      sums[element] = corner + numbers(texelOf(m_baked, stay, first)) / 61439.0 * extent;
      for (std::uint32_t k = 0; k < shapes; ++k) {
        sums[element] += factors[k] * (numbers(texelOf(m_baked, stay, first + 1 + k)) - 30720.0);
      }
    }
    std::vector<glm::dvec3> places;
    for (const std::uint32_t element : m_baked.mesh.elements) {
      places.push_back(sums[element]);
    }
    return places;
  }

  std::vector<glm::dvec3> placesIn(std::uint32_t frame) const {
    if (is("basis")) {
      return sumsIn(frame);
    }
    std::vector<glm::dvec3> places(m_baked.mesh.vertexCount());
    const bool isOffset = is("offset16");
    const glm::dvec3 corner(isOffset ? texelOf(m_baked, m_baked.layout.frameCount, 0) : glm::dvec4(0.0));
    const glm::dvec3 extent(isOffset ? texelOf(m_baked, m_baked.layout.frameCount, 1) : glm::dvec4(0.0));
    for (std::uint32_t v = 0; v < places.size(); ++v) {
      const std::uint32_t element = m_baked.mesh.elements[v];
      const glm::dvec4 texel = texelOf(m_baked, frame, isOffset ? element : element * 2);
      places[v] = isOffset
                      ? corner + glm::dvec3(wholeOf(texel.x), wholeOf(texel.y), wholeOf(texel.z)) / 61439.0 * extent
                      : glm::dvec3(texel);
    }
    return places;
  }

  BoneParts boneIn(std::uint32_t frame, std::uint32_t bone) const {
    BoneParts parts;
    if (!is("quaternion")) {
      for (std::uint32_t r = 0; r < 3; ++r) {
        parts.rows[r] = texelOf(m_baked, frame, bone * 3 + r);
      }
      return parts;
    }
    const std::uint32_t constants = m_baked.layout.frameCount;
    const glm::dvec4 pivot = texelOf(m_baked, constants, bone * 2);
    parts.isMatrix = pivot.w == 1.0;
    parts.pivot = glm::dvec3(pivot);
    parts.rotation = texelOf(m_baked, frame, bone * 2);
    parts.displacement = texelOf(m_baked, frame, bone * 2 + 1);
    if (parts.isMatrix) {
      const glm::dvec4 place = texelOf(m_baked, constants, bone * 2 + 1);
      const auto n = static_cast<std::uint32_t>(place.x + 1024.0 * place.y);
      parts.rows = {parts.rotation, parts.displacement, texelOf(m_baked, frame, m_baked.layout.elementCount * 2 + n)};
    }
    return parts;
  }

  const vat::BakedAnimation& m_baked;
  std::vector<glm::dvec3> m_from, m_to;
  Stored m_stored;
  std::vector<BoneParts> m_bonesFrom, m_bonesTo;
};

/// All vertices of all parts, part after part.
std::vector<glm::dvec3> pose(const ReferenceScene& scene, const std::vector<ReferencePart>& parts,
                             const ReferenceClip& clip, double seconds) {
  std::vector<glm::dvec3> positions;
  const auto worlds = scene.worlds(clip, seconds);
  for (const ReferencePart& part : parts) {
    const auto some = scene.corners(part, clip, seconds, worlds, false, true, nullptr);
    positions.insert(positions.end(), some.begin(), some.end());
  }
  return positions;
}

double secondsOf(const vat::BakedClip& clip, double frame) {
  const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
  return clip.source.fromSeconds + (clip.source.toSeconds - clip.source.fromSeconds) * frame / steps;
}

}  // namespace

ReferenceScene readReference(const std::filesystem::path& file) {
  if (file.extension() == ".glb" || file.extension() == ".gltf") {
    return readReferenceGltf(file);
  }
  return file.extension() == ".fbx" ? readReferenceFbx(file) : readReferenceAssimp(file);
}

std::vector<ReferencePart> partsOfVertices(const ReferenceScene& scene) {
  std::vector<ReferencePart> parts = scene.parts;
  for (ReferencePart& part : parts) {
    part.corners.resize(part.positions.size());
    std::iota(part.corners.begin(), part.corners.end(), std::size_t{0});
    part.polygons.clear();
  }
  return parts;
}

std::size_t verticesOfNoJoint(const ReferenceScene& scene, const std::vector<ReferencePart>& parts) {
  std::size_t count = 0;
  const auto worlds = scene.worlds(scene.clips.front(), 0.0);
  for (const ReferencePart& part : parts) {
    std::vector<bool> ambiguous;
    (void)scene.corners(part, scene.clips.front(), 0.0, worlds, false, true, &ambiguous);
    count += static_cast<std::size_t>(std::count(ambiguous.begin(), ambiguous.end(), true));
  }
  return count;
}

std::vector<std::size_t> matchVertices(const vat::BakedAnimation& vertexBake, const ReferenceScene& scene,
                                       const std::vector<ReferencePart>& parts) {
  using Way = std::array<glm::dvec3, kSignature>;
  const std::size_t count = vertexBake.mesh.vertexCount();
  std::vector<Way> ways(count);
  std::vector<Way> referenceWays;
  for (std::size_t k = 0; k < kSignature; ++k) {
    const vat::BakedClip& clip = vertexBake.clips[k % std::min(vertexBake.clips.size(), kSignatureClips)];
    const auto frame = static_cast<std::uint32_t>(k * (clip.frameCount - 1) / kSignature);
    const auto decoded = MomentDecoder(vertexBake, clip.frameBegin + frame, clip.frameBegin + frame).at(0.0);
    const auto positions = pose(scene, parts, scene.clips[clip.source.clip.value], secondsOf(clip, frame));
    referenceWays.resize(positions.size());
    for (std::size_t v = 0; v < count; ++v) {
      ways[v][k] = decoded[v];
    }
    for (std::size_t r = 0; r < positions.size(); ++r) {
      referenceWays[r][k] = positions[r];
    }
  }
  std::vector<std::size_t> matches(count, 0);
  const auto matchOne = [&](std::size_t v) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r < referenceWays.size(); ++r) {
      double distance = 0.0;
      for (std::size_t k = 0; k < kSignature && distance < best; ++k) {
        const glm::dvec3 d = ways[v][k] - referenceWays[r][k];
        distance += glm::dot(d, d);
      }
      if (distance < best) {
        best = distance;
        matches[v] = r;
      }
    }
    if (std::sqrt(best / kSignature) > kSameWay * vertexBake.sizeMetres) {
      matches[v] = kNoMatch;
    }
  };
  JobContext job;
  parallelFor(count, 64, 0, job, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      matchOne(v);
    }
  });
  return matches;
}

FoundError searchErrors(const vat::BakedAnimation& baked, const vat::BakedClip& clip, const ReferenceScene& scene,
                        const std::vector<ReferencePart>& parts, const std::vector<std::size_t>& matches,
                        int timesPerFrame) {
  const bool isHeld = clip.frameCount == 1 && clip.lengthSeconds > 0.0;
  const std::uint32_t intervals = isHeld || clip.loop ? clip.frameCount : clip.frameCount - 1;
  std::vector<FoundError> found(std::max(intervals, 1u));
  const auto searchOne = [&](std::uint32_t j) {
    const MomentDecoder decoder(baked, clip.frameBegin + j, clip.frameBegin + (j + 1) % clip.frameCount);
    for (int i = 0; i <= (intervals == 0 ? 0 : timesPerFrame); ++i) {
      const double f = static_cast<double>(i) / timesPerFrame;
      if (i == timesPerFrame && clip.loop && j + 1 == intervals) {
        break;  // The start of the next cycle.
      }
      const auto decoded = decoder.at(f);
      const auto positions = pose(scene, parts, scene.clips[clip.source.clip.value], secondsOf(clip, j + f));
      for (std::size_t v = 0; v < matches.size(); ++v) {
        if (matches[v] == kNoMatch) {
          continue;
        }
        const double distance = 1000.0 * glm::distance(decoded[v], positions[matches[v]]);
        if (distance > found[j].millimetres) {
          found[j] = {distance, j + f, v, 0.0};
        }
      }
    }
  };
  JobContext job;
  parallelFor(found.size(), 1, 0, job, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      searchOne(static_cast<std::uint32_t>(j));
    }
  });
  FoundError worst = *std::max_element(found.begin(), found.end(), [](const FoundError& x, const FoundError& y) {
    return x.millimetres < y.millimetres;
  });
  if (intervals == 0 || worst.millimetres == 0.0) {
    return worst;
  }
  const std::uint32_t j = std::min(static_cast<std::uint32_t>(worst.atFrame), intervals - 1);
  const MomentDecoder decoder(baked, clip.frameBegin + j, clip.frameBegin + (j + 1) % clip.frameCount);
  for (const double side : {-1.0, 1.0}) {
    const double f = std::clamp(worst.atFrame - j + side / timesPerFrame, 0.0, 1.0);
    const auto positions = pose(scene, parts, scene.clips[clip.source.clip.value], secondsOf(clip, j + f));
    const double distance = 1000.0 * glm::distance(decoder.at(f)[worst.vertex], positions[matches[worst.vertex]]);
    worst.stepMillimetres = std::max(worst.stepMillimetres, std::abs(distance - worst.millimetres));
  }
  return worst;
}

}  // namespace texeleton::test

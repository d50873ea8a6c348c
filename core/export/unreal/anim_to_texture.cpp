#include "core/export/unreal/anim_to_texture.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <string>

#include "core/export/unreal/unreal_texture.h"
#include "core/runtime/pack_player.h"

namespace texeleton::exporting {

namespace {

constexpr double kCentimetresPerMetre = 100.0;
/// The tolerated error of a vertex, as a share of the character's size: the rounding of half floats.
constexpr double kTurnTolerance = 2e-3;

/// The place of numbers in a block of rows.
struct BlockLayout {
  std::uint32_t width = 1;
  std::uint32_t rows = 1;  ///< Rows of a block.
  std::uint32_t blocks = 1;

  glm::uvec2 at(std::uint32_t block, std::uint32_t number) const {
    return {number % width, block * rows + number / width};
  }
  std::uint32_t height() const { return blocks * rows; }
};

Result<BlockLayout> blockLayout(std::size_t numbers, std::uint32_t blocks) {
  BlockLayout layout;
  const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(1, numbers));
  layout.rows = (count + kAnimToTextureWidth - 1) / kAnimToTextureWidth;
  layout.width = (count + layout.rows - 1) / layout.rows;
  layout.blocks = blocks;
  if (std::uint64_t{layout.rows} * blocks > kUnrealTextureSide) {
    return fail(ErrorCode::Limit, message("AnimToTexture's layout would need %1 rows, and Unreal takes %2; bake fewer "
                                          "frames (a lower rate, fewer clips), or bone mode instead of vertex mode",
                                          std::uint64_t{layout.rows} * blocks, kUnrealTextureSide,
                                          Remedy{RemedyKind::LowerRate}, Remedy{RemedyKind::BoneMode}));
  }
  return layout;
}

/// The smallest box around its values, in centimetres.
class ValueBox {
 public:
  void add(const glm::dvec3& value) {
    m_min = glm::min(m_min, value);
    m_max = glm::max(m_max, value);
  }
  glm::dvec3 min() const { return m_min; }
  /// Never 0: the plug-in's formulas divide by it.
  glm::dvec3 size() const { return glm::max(m_max - m_min, glm::dvec3(1e-3)); }

 private:
  glm::dvec3 m_min{std::numeric_limits<double>::max()};
  glm::dvec3 m_max{std::numeric_limits<double>::lowest()};
};

void put(vat::TexelBuffer& texels, const glm::uvec2& at, const glm::dvec3& rgb, double alpha) {
  texels.setTexel(at.x, at.y, glm::vec4(glm::vec3(rgb), static_cast<float>(alpha)));
}

std::vector<glm::vec2> texelMiddles(const BlockLayout& layout, std::size_t count) {
  std::vector<glm::vec2> uvs;
  uvs.reserve(count);
  const glm::dvec2 size(layout.width, layout.height());
  for (std::size_t i = 0; i < count; ++i) {
    uvs.emplace_back((glm::dvec2(layout.at(0, static_cast<std::uint32_t>(i))) + 0.5) / size);
  }
  return uvs;
}

/// The vertices that a bone moves, in the bind pose.
struct BoneReach {
  glm::dvec3 pivot{0.0};  ///< Their weighted middle; any point is correct, but rotations move a near one least.
  double radius = 0.0;    ///< The largest distance from the pivot; 0: no vertices.
};

std::vector<BoneReach> boneReaches(const vat::BakedAnimation& animation) {
  const vat::BakedMesh& mesh = animation.mesh;
  std::vector<BoneReach> reaches(animation.layout.elementCount);
  std::vector<double> weights(reaches.size());
  const auto forInfluences = [&mesh](auto use) {
    for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
      for (int k = 0; k < 4; ++k) {
        if (mesh.boneWeights[v][k] > 0.0f) {
          use(glm::dvec3(mesh.positions[v]), mesh.boneIndices[v][k], double{mesh.boneWeights[v][k]});
        }
      }
    }
  };
  forInfluences([&](const glm::dvec3& p, std::uint16_t bone, double weight) {
    reaches[bone].pivot += weight * p;
    weights[bone] += weight;
  });
  for (std::size_t bone = 0; bone < reaches.size(); ++bone) {
    reaches[bone].pivot /= std::max(weights[bone], std::numeric_limits<double>::min());
  }
  forInfluences([&](const glm::dvec3& p, std::uint16_t bone, double) {
    reaches[bone].radius = std::max(reaches[bone].radius, glm::distance(p, reaches[bone].pivot));
  });
  return reaches;
}

/// The rotation nearest to a matrix, by Newton's iteration for the polar decomposition (N. Higham, "Computing the polar
/// decomposition – with applications", 1986). A matrix without an inverse has none.
glm::dmat3 nearestTurn(glm::dmat3 matrix) {
  for (int i = 0; i < 32; ++i) {
    if (!(std::abs(glm::determinant(matrix)) > 1e-12)) {
      return glm::dmat3(1.0);
    }
    matrix = 0.5 * (matrix + glm::transpose(glm::inverse(matrix)));
  }
  return matrix;
}

/// An upper bound of the length by which `a` and `b` move a direction differently.
double difference(const glm::dmat3& a, const glm::dmat3& b) {
  double sum = 0.0;
  for (int column = 0; column < 3; ++column) {
    sum += glm::dot(a[column] - b[column], a[column] - b[column]);
  }
  return std::sqrt(sum);
}

const vat::BakedClip& clipOf(const vat::BakedAnimation& animation, std::uint32_t frame) {
  const auto found = std::ranges::find_if(animation.clips, [frame](const vat::BakedClip& clip) {
    return frame >= clip.frameBegin && frame - clip.frameBegin < clip.frameCount;
  });
  return found == animation.clips.end() ? animation.clips.front() : *found;
}

/// Axis and angle in turns, as the plug-in stores them. Without a rotation the axis is +X, as in Unreal.
glm::dvec4 axisAndTurns(const glm::dquat& q) {
  const glm::dvec3 v(q.x, q.y, q.z);
  const double length = glm::length(v);
  const glm::dvec3 axis = length > 1e-12 ? v / length : glm::dvec3(1.0, 0.0, 0.0);
  return {axis, std::atan2(length, q.w) / glm::pi<double>()};
}

/// One bone in every frame.
struct BoneTrack {
  std::vector<glm::dvec3> moved;  ///< Displacement of the pivot, metres.
  std::vector<glm::dvec4> turns;  ///< axisAndTurns().
};

Result<BoneTrack> boneTrack(const vat::BakedAnimation& animation, std::uint32_t bone, const BoneReach& reach) {
  BoneTrack track;
  glm::dquat before(1.0, 0.0, 0.0, 0.0);
  for (std::uint32_t frame = 0; frame < animation.layout.frameCount; ++frame) {
    const glm::dmat4 matrix(runtime::decodeBone(animation, bone, {frame, frame, 0.0f}));
    const glm::dmat3 linear(matrix);
    const glm::dmat3 turn = nearestTurn(linear);
    const bool mirrors = glm::determinant(turn) < 0.0;
    if (reach.radius > 0.0 &&
        (mirrors || difference(linear, turn) * reach.radius > kTurnTolerance * animation.sizeMetres)) {
      const vat::BakedClip& clip = clipOf(animation, frame);
      const Message where = message("\"%1\"", animation.bones[bone].name);
      const std::string when = std::to_string(frame - clip.frameBegin);
      return fail(
          ErrorCode::Unsupported,
          message(mirrors ? "AnimToTexture's bones turn and move and nothing else, and %1 is mirrored in frame %2 of "
                            "\"%3\": bake it with %4, or export without anim-to-texture"
                          : "AnimToTexture's bones turn and move and nothing else, and %1 is stretched or sheared in "
                            "frame %2 of \"%3\": bake it with %4, or export without anim-to-texture",
                  where, when, clip.name, Remedy{RemedyKind::VertexMode}));
    }
    glm::dquat q = glm::normalize(glm::quat_cast(mirrors ? glm::dmat3(1.0) : turn));
    // A rotation has two quaternions: the one nearer to the last frame's keeps axis and angle steady.
    q = glm::dot(q, before) < 0.0 ? -q : q;
    before = q;
    track.turns.push_back(axisAndTurns(q));
    track.moved.push_back(glm::dvec3(matrix * glm::dvec4(reach.pivot, 1.0)) - reach.pivot);
  }
  return track;
}

vat::TexelBuffer floatTexels(const BlockLayout& layout) {
  return vat::TexelBuffer(vat::PixelFormat::Rgba32F, layout.width, layout.height());
}

vat::TexelBuffer weightTexels(const vat::BakedAnimation& animation, const BlockLayout& layout) {
  const vat::BakedMesh& mesh = animation.mesh;
  vat::TexelBuffer texels = floatTexels(layout);
  for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v) {
    const glm::uvec2 bones = layout.at(0, v);
    const glm::uvec2 weights = layout.at(1, v);
    texels.setTexel(bones.x, bones.y,
                    glm::vec4(mesh.boneIndices[v]) / static_cast<float>(animation.layout.elementCount));
    texels.setTexel(weights.x, weights.y, mesh.boneWeights[v]);
  }
  return texels;
}

Result<AnimToTexture> ofBones(const vat::BakedAnimation& animation) {
  const std::uint32_t bones = animation.layout.elementCount;
  const std::uint32_t frames = animation.layout.frameCount;
  const auto layout = blockLayout(bones, frames + 1);
  const auto weightLayout = blockLayout(animation.mesh.vertexCount(), 2);
  if (!layout || !weightLayout) {
    return fail(layout ? weightLayout.error() : layout.error());
  }
  const std::vector<BoneReach> reaches = boneReaches(animation);
  std::vector<BoneTrack> tracks;
  ValueBox box;
  for (std::uint32_t bone = 0; bone < bones; ++bone) {
    auto track = boneTrack(animation, bone, reaches[bone]);
    TRY(track);
    box.add(kCentimetresPerMetre * reaches[bone].pivot);
    for (const glm::dvec3& moved : track->moved) {
      box.add(kCentimetresPerMetre * moved);
    }
    tracks.push_back(std::move(*track));
  }
  AnimToTexture result;
  result.boxMin = box.min();
  result.boxSize = box.size();
  result.rowsPerFrame = layout->rows;
  result.weightRowsPerFrame = weightLayout->rows;
  vat::TexelBuffer positions = floatTexels(*layout);
  vat::TexelBuffer rotations = floatTexels(*layout);
  const auto within = [&](const glm::dvec3& metres) {
    return (kCentimetresPerMetre * metres - result.boxMin) / result.boxSize;
  };
  for (std::uint32_t bone = 0; bone < bones; ++bone) {
    put(positions, layout->at(0, bone), within(reaches[bone].pivot), 1.0);
    put(rotations, layout->at(0, bone), {1.0, 0.5, 0.5}, 0.0);
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      const glm::dvec4& turn = tracks[bone].turns[frame];
      put(positions, layout->at(frame + 1, bone), within(tracks[bone].moved[frame]), 1.0);
      put(rotations, layout->at(frame + 1, bone), 0.5 * (glm::dvec3(turn) + 1.0), turn.w);
    }
  }
  result.uvs = texelMiddles(*weightLayout, animation.mesh.vertexCount());
  result.images.push_back({"BonePosition", std::move(positions)});
  result.images.push_back({"BoneRotation", std::move(rotations)});
  result.images.push_back({"BoneWeight", weightTexels(animation, *weightLayout)});
  return result;
}

Result<AnimToTexture> ofVertices(const vat::BakedAnimation& animation) {
  const std::uint32_t frames = animation.layout.frameCount;
  const auto vertices = static_cast<std::uint32_t>(animation.mesh.vertexCount());
  const auto layout = blockLayout(vertices, frames);
  TRY(layout);
  const auto forAll = [&](auto use) {
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      for (std::uint32_t v = 0; v < vertices; ++v) {
        const runtime::DecodedVertex shown = runtime::decodeVertex(animation, v, {frame, frame, 0.0f});
        use(layout->at(frame, v), kCentimetresPerMetre * glm::dvec3(shown.position - animation.mesh.positions[v]),
            glm::dvec3(shown.normal));
      }
    }
  };
  ValueBox box;
  forAll([&box](const glm::uvec2&, const glm::dvec3& moved, const glm::dvec3&) { box.add(moved); });
  AnimToTexture result;
  result.boxMin = box.min();
  result.boxSize = box.size();
  result.rowsPerFrame = layout->rows;
  vat::TexelBuffer positions = floatTexels(*layout);
  vat::TexelBuffer normals = floatTexels(*layout);
  forAll([&](const glm::uvec2& at, const glm::dvec3& moved, const glm::dvec3& normal) {
    put(positions, at, (moved - result.boxMin) / result.boxSize, 1.0);
    put(normals, at, 0.5 * (normal + 1.0), 1.0);
  });
  result.uvs = texelMiddles(*layout, vertices);
  result.images.push_back({"VertexPosition", std::move(positions)});
  result.images.push_back({"VertexNormal", std::move(normals)});
  return result;
}

}  // namespace

Result<AnimToTexture> animToTexture(const vat::BakedAnimation& animation) {
  auto result = animation.mode == vat::BakeMode::Bone ? ofBones(animation) : ofVertices(animation);
  if (result && !animation.clips.empty()) {
    result->sampleRateHz = animation.clips.front().frameRate;
  }
  return result;
}

}  // namespace texeleton::exporting

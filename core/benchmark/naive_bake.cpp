#include "core/benchmark/naive_bake.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/packing.hpp>
#include <glm/gtc/quaternion.hpp>

#include "core/bake/clip_plan.h"

namespace texeleton::benchmark {

namespace {

struct Segment {
  std::size_t key = 0;
  float fraction = 0.0f;
};

Segment search(const std::vector<double>& times, double seconds) {
  if (seconds <= times.front()) {
    return {};
  }
  if (seconds >= times.back()) {
    return {times.size() - 1, 0.0f};
  }
  const auto next = std::ranges::upper_bound(times, seconds);
  const auto key = static_cast<std::size_t>(next - times.begin()) - 1;
  return {key, static_cast<float>((seconds - times[key]) / (times[key + 1] - times[key]))};
}

glm::vec3 sampleVector(const model::Track* track, const std::vector<std::vector<double>>& times, double seconds,
                       const glm::vec3& rest) {
  if (track == nullptr) {
    return rest;
  }
  const Segment at = search(times[track->timeline], seconds);
  const float* a = &track->values[3 * at.key];
  if (at.fraction == 0.0f) {
    return {a[0], a[1], a[2]};
  }
  return glm::mix(glm::vec3(a[0], a[1], a[2]), glm::vec3(a[3], a[4], a[5]), at.fraction);
}

glm::quat sampleRotation(const model::Track* track, const std::vector<std::vector<double>>& times, double seconds,
                         const glm::quat& rest) {
  if (track == nullptr) {
    return rest;
  }
  const Segment at = search(times[track->timeline], seconds);
  const float* a = &track->values[4 * at.key];
  const glm::quat from(a[3], a[0], a[1], a[2]);
  if (at.fraction == 0.0f) {
    return from;
  }
  return glm::slerp(from, glm::quat(a[7], a[4], a[5], a[6]), at.fraction);
}

void writeTexel(std::byte* to, const glm::vec4& value) {
  const glm::uint64 halves = glm::packHalf4x16(value);
  std::memcpy(to, &halves, sizeof(halves));
}

glm::vec4 rowOf(const glm::mat4& m, int row) { return {m[0][row], m[1][row], m[2][row], m[3][row]}; }

constexpr std::uint32_t kNormalSide = 247;

float halfOfStep(std::uint32_t step) {
  const std::uint32_t half = step < 30720 ? 0x8000u | (0x0400u + 30719u - step) : 0x0400u + step - 30720u;
  return glm::unpackHalf1x16(static_cast<glm::uint16>(half));
}

float stepOf(float value, float lowest, float extent) {
  const float share = extent > 0.0f ? (value - lowest) / extent : 0.0f;
  return halfOfStep(static_cast<std::uint32_t>(std::round(glm::clamp(share, 0.0f, 1.0f) * 61439.0f)));
}

glm::vec3 directionOf(std::uint32_t column, std::uint32_t row) {
  const glm::vec2 place = 2.0f * glm::vec2(column, row) / 246.0f - 1.0f;
  glm::vec3 n(place, 1.0f - std::abs(place.x) - std::abs(place.y));
  if (n.z < 0.0f) {
    n.x = (1.0f - std::abs(place.y)) * (place.x < 0.0f ? -1.0f : 1.0f);
    n.y = (1.0f - std::abs(place.x)) * (place.y < 0.0f ? -1.0f : 1.0f);
  }
  return glm::normalize(n);
}

float octahedralStep(const glm::vec3& normal) {
  const float sum = std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z);
  glm::vec2 place = glm::vec2(normal) / sum;
  if (normal.z < 0.0f) {
    place = glm::vec2((1.0f - std::abs(place.y)) * (place.x < 0.0f ? -1.0f : 1.0f),
                      (1.0f - std::abs(place.x)) * (place.y < 0.0f ? -1.0f : 1.0f));
  }
  const glm::vec2 corner = glm::clamp(glm::floor((place + 1.0f) * 123.0f), 0.0f, 245.0f);
  std::uint32_t best = 0;
  float most = -2.0f;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t column = static_cast<std::uint32_t>(corner.x) + i % 2;
    const std::uint32_t row = static_cast<std::uint32_t>(corner.y) + i / 2;
    if (const float along = glm::dot(directionOf(column, row), normal); along > most) {
      most = along;
      best = column + row * kNormalSide;
    }
  }
  return halfOfStep(best);
}

}  // namespace

NaiveBake::NaiveBake(const model::Model& model) : m_model(model), m_children(model.nodes.size()) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].parent.isValid()) {
      m_children[model.nodes[i].parent.value].push_back(i);
    }
  }
  for (const model::PaletteEntry& entry : model.palette) {
    m_inverseBinds.emplace_back(entry.inverseBind);
  }
  m_worlds.resize(model.nodes.size());
  m_skin.resize(model.palette.size());
}

void NaiveBake::useClip(const model::Clip& clip) {
  m_clip = &clip;
  m_tracks.assign(m_model.nodes.size(), {});
  for (const model::Track& track : clip.tracks) {
    NodeTracks& tracks = m_tracks[track.node.value];
    (track.target == model::TrackTarget::Translation ? tracks.translation
     : track.target == model::TrackTarget::Rotation  ? tracks.rotation
                                                     : tracks.scale) = &track;
  }
}

void NaiveBake::visit(std::size_t node, const glm::mat4& parent, double seconds) {
  const transform::Transform& rest = m_model.nodes[node].rest;
  const NodeTracks& tracks = m_tracks[node];
  const glm::vec3 t = sampleVector(tracks.translation, m_clip->timelines, seconds, glm::vec3(rest.translation));
  const glm::quat r = sampleRotation(tracks.rotation, m_clip->timelines, seconds, glm::quat(rest.rotation));
  const glm::vec3 s = sampleVector(tracks.scale, m_clip->timelines, seconds, glm::vec3(rest.scale));
  m_worlds[node] = parent * glm::translate(glm::mat4(1.0f), t) * glm::mat4_cast(r) * glm::scale(glm::mat4(1.0f), s);
  for (const std::size_t child : m_children[node]) {
    visit(child, m_worlds[node], seconds);
  }
}

void NaiveBake::evaluate(double seconds) {
  for (std::size_t node = 0; node < m_model.nodes.size(); ++node) {
    if (!m_model.nodes[node].parent.isValid()) {
      visit(node, glm::mat4(1.0f), seconds);
    }
  }
  for (std::size_t i = 0; i < m_skin.size(); ++i) {
    m_skin[i] = m_worlds[m_model.palette[i].node.value] * m_inverseBinds[i];
  }
}

void NaiveBake::bakeBones(std::span<const vat::BakedClip> clips, const vat::TextureLayout& layout,
                          vat::TexelBuffer& texels) {
  for (const vat::BakedClip& clip : clips) {
    useClip(m_model.clips[clip.source.clip.value]);
    for (std::uint32_t j = 0; j < clip.frameCount; ++j) {
      evaluate(bake::sourceSeconds(clip, j));
      std::byte* to = texels.row((clip.frameBegin + j) * layout.rowsPerFrame);
      for (const glm::mat4& m : m_skin) {
        for (int row = 0; row < 3; ++row) {
          writeTexel(to, rowOf(m, row));
          to += vat::texelBytes(vat::PixelFormat::Rgba16F);
        }
      }
    }
  }
}

NaiveBake::Vertex NaiveBake::skinned(std::size_t v) const {
  const model::VertexData& vertices = m_model.vertices;
  glm::mat4 m(0.0f);
  for (std::uint32_t i = vertices.influenceBegin[v]; i < vertices.influenceBegin[v + 1]; ++i) {
    m += m_skin[vertices.influences[i].joint] * vertices.influences[i].weight;
  }
  const glm::vec3& n = vertices.normals[v];
  const glm::vec3 normal = glm::inverseTranspose(glm::mat3(m)) * n;
  return {glm::vec3(m * glm::vec4(vertices.positions[v], 1.0f)),
          glm::dot(normal, normal) < 1e-20f ? n : glm::normalize(normal)};
}

void NaiveBake::bakeVertices(std::span<const vat::BakedClip> clips, std::span<const std::uint32_t> elements,
                             const vat::TextureLayout& layout, vat::TexelBuffer& texels) {
  for (const vat::BakedClip& clip : clips) {
    useClip(m_model.clips[clip.source.clip.value]);
    for (std::uint32_t j = 0; j < clip.frameCount; ++j) {
      evaluate(bake::sourceSeconds(clip, j));
      std::byte* const row = texels.row((clip.frameBegin + j) * layout.rowsPerFrame);
      for (std::size_t v = 0; v < m_model.vertexCount(); ++v) {
        const auto [position, normal] = skinned(v);
        std::byte* const to =
            row + std::size_t{elements[v]} * vat::kTexelsPerVertex * vat::texelBytes(vat::PixelFormat::Rgba16F);
        writeTexel(to, glm::vec4(position, 1.0f));
        writeTexel(to + vat::texelBytes(vat::PixelFormat::Rgba16F), glm::vec4(normal, 1.0f));
      }
    }
  }
}

void NaiveBake::bakeOffsets(std::span<const vat::BakedClip> clips, std::span<const std::uint32_t> elements,
                            const glm::vec4* range, const vat::TextureLayout& layout, vat::TexelBuffer& texels) {
  for (const vat::BakedClip& clip : clips) {
    useClip(m_model.clips[clip.source.clip.value]);
    for (std::uint32_t j = 0; j < clip.frameCount; ++j) {
      evaluate(bake::sourceSeconds(clip, j));
      std::byte* const row = texels.row((clip.frameBegin + j) * layout.rowsPerFrame);
      for (std::size_t v = 0; v < m_model.vertexCount(); ++v) {
        const auto [position, normal] = skinned(v);
        glm::vec4 texel(0.0f);
        for (int i = 0; i < 3; ++i) {
          texel[i] = stepOf(position[i], range[0][i], range[1][i]);
        }
        texel.w = octahedralStep(normal);
        writeTexel(row + std::size_t{elements[v]} * vat::texelBytes(vat::PixelFormat::Rgba16F), texel);
      }
    }
  }
}

}  // namespace texeleton::benchmark

#include "core/export/playcanvas/vat_container.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/base/little_endian.h"
#include "core/export/web/matrix_rows.h"
#include "core/runtime/pack_player.h"

namespace texeleton::exporting {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kVatMagic = 0x54415650;
constexpr std::uint32_t kVatVersion = 1;
constexpr std::uint32_t kVatJson = 0x4e4f534a;
constexpr std::uint32_t kVatBinary = 0x004e4942;
constexpr std::uint32_t kVatSide = 4096;

void appendBigEndian(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(static_cast<unsigned char>(value >> shift));
  }
}

void appendChunk(std::string& png, const std::string& type, const std::string& data) {
  appendBigEndian(png, static_cast<std::uint32_t>(data.size()));
  png += type + data;
  appendBigEndian(png, crc32Of(type + data));
}

/// A PNG with one row of at most 8,192 colours (8 bits, RGBA), stored without compression.
std::string rowOfColors(const std::vector<std::array<unsigned char, 4>>& colors) {
  std::string row(1, '\0');
  for (const auto& color : colors) {
    row.append(color.begin(), color.end());
  }
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : row) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  const auto length = static_cast<std::uint32_t>(row.size());
  std::string data = "\x78\x01\x01";
  for (const std::uint32_t word : {length, ~length}) {
    data += static_cast<char>(static_cast<unsigned char>(word));
    data += static_cast<char>(static_cast<unsigned char>(word >> 8));
  }
  data += row;
  appendBigEndian(data, (b << 16) | a);
  std::string header;
  appendBigEndian(header, static_cast<std::uint32_t>(colors.size()));
  appendBigEndian(header, 1);
  header += std::string("\x08\x06\x00\x00\x00", 5);
  std::string png = "\x89PNG\r\n\x1a\n";
  appendChunk(png, "IHDR", header);
  appendChunk(png, "IDAT", data);
  appendChunk(png, "IEND", {});
  return png;
}

unsigned char srgbByte(float linear) {
  const double c = std::clamp(double{linear}, 0.0, 1.0);
  const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1.0 / 2.4) - 0.055;
  return static_cast<unsigned char>(std::lround(255.0 * s));
}

/// Materials that one container draws, each with its triangles.
struct VatGroup {
  std::vector<std::size_t> materials;
  std::vector<vat::BakedPrimitive> primitives;
  bool hasImage = false;
};

bool sameSlot(const model::TextureSlot& a, const model::TextureSlot& b) {
  return a.image == b.image && a.uvSet == b.uvSet && a.wrapU == b.wrapU && a.wrapV == b.wrapV;
}

bool canShare(const model::Material& a, const model::Material& b) {
  const bool sameColor = a.baseColorTexture.image.isValid() ? a.baseColorFactor == b.baseColorFactor : true;
  return sameColor && sameSlot(a.baseColorTexture, b.baseColorTexture) && a.metallicFactor == b.metallicFactor &&
         a.roughnessFactor == b.roughnessFactor && a.emissiveFactor == b.emissiveFactor &&
         sameSlot(a.emissiveTexture, b.emissiveTexture) && a.alphaMode == b.alphaMode &&
         a.alphaCutoff == b.alphaCutoff && a.doubleSided == b.doubleSided && a.unlit == b.unlit &&
         a.baseColorFactor.a == b.baseColorFactor.a;
}

std::vector<VatGroup> groupsOf(const vat::BakedMesh& mesh) {
  std::vector<VatGroup> groups;
  for (const vat::BakedPrimitive& primitive : mesh.primitives) {
    if (primitive.indexCount == 0) {
      continue;
    }
    const std::size_t number = primitive.material.isValid() ? primitive.material.value : SIZE_MAX;
    const auto fits = [&](const VatGroup& group) {
      const std::size_t other = group.materials.front();
      return number == SIZE_MAX || other == SIZE_MAX ? number == other
                                                     : canShare(mesh.materials[number], mesh.materials[other]);
    };
    auto group = std::ranges::find_if(groups, fits);
    if (group == groups.end()) {
      const bool hasImage = number != SIZE_MAX && mesh.materials[number].baseColorTexture.image.isValid();
      groups.push_back({{}, {}, hasImage});
      group = groups.end() - 1;
    }
    group->materials.push_back(number);
    group->primitives.push_back(primitive);
  }
  return groups;
}

/// Vertices and triangles of one container.
struct VatPart {
  std::vector<std::uint32_t> vertices;  ///< Into the mesh.
  std::vector<std::size_t> colors;      ///< The place of each vertex's material in the group.
  std::vector<std::uint32_t> indices;
};

/// The triangles of a group in parts of at most `most` vertices. A vertex with two materials occurs twice.
std::vector<VatPart> partsOf(const vat::BakedMesh& mesh, const VatGroup& group, std::uint64_t most) {
  std::vector<VatPart> parts(1);
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  for (std::size_t place = 0; place < group.primitives.size(); ++place) {
    const vat::BakedPrimitive& primitive = group.primitives[place];
    for (std::uint32_t i = 0; i < primitive.indexCount; ++i) {
      if (i % 3 == 0 && parts.back().vertices.size() + 3 > most) {
        parts.emplace_back();
        numbers.clear();
      }
      VatPart& part = parts.back();
      const std::uint32_t vertex = mesh.indices[primitive.firstIndex + i];
      const std::uint64_t key = group.hasImage ? vertex : (std::uint64_t{place} << 32) | vertex;
      const auto [it, isNew] = numbers.try_emplace(key, static_cast<std::uint32_t>(part.vertices.size()));
      if (isNew) {
        part.vertices.push_back(vertex);
        part.colors.push_back(place);
      }
      part.indices.push_back(it->second);
    }
  }
  return parts;
}

/// A clip of the container: frameCount + 1 frames are stored, the last being the end of the clip.
struct VatClip {
  std::uint32_t first = 0;
  std::uint32_t frames = 1;
  std::vector<runtime::AnimationTickOutput> moments;
};

std::vector<VatClip> vatClips(const vat::BakedAnimation& animation, double rateHz) {
  std::vector<VatClip> clips;
  std::uint32_t first = 0;
  for (const vat::BakedClip& clip : animation.clips) {
    const RowClip rows{0, framesAt(clip, rateHz)};
    VatClip made{first, 1, {}};
    for (std::uint32_t frame = 0; frame < rows.frameCount; ++frame) {
      made.moments.push_back(rowMoment(clip, rows, frame));
    }
    // A looping clip ends with its first frame; one that plays once already has its end.
    if (clip.loop || made.moments.size() == 1) {
      made.moments.push_back(made.moments.front());
    }
    made.frames = static_cast<std::uint32_t>(made.moments.size()) - 1;
    first += made.frames + 1;
    clips.push_back(std::move(made));
  }
  return clips;
}

std::uint16_t octahedral(const glm::vec3& normal) {
  const float sum = std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z);
  glm::vec2 e = sum > 0.0f ? glm::vec2(normal) / sum : glm::vec2(0.0f);
  if (normal.z < 0.0f) {
    e = {(1.0f - std::abs(e.y)) * (e.x >= 0.0f ? 1.0f : -1.0f), (1.0f - std::abs(e.x)) * (e.y >= 0.0f ? 1.0f : -1.0f)};
  }
  const auto byte = [](float v) {
    return static_cast<unsigned>(std::clamp(std::lround((v * 0.5f + 0.5f) * 255.0f), 0L, 255L));
  };
  return static_cast<std::uint16_t>(byte(e.x) | (byte(e.y) << 8));
}

class VatWriter {
 public:
  VatWriter(const vat::BakedAnimation& animation, const std::vector<VatClip>& clips, double rateHz)
      : m_animation(animation), m_clips(clips) {
    m_frames = clips.back().first + clips.back().frames + 1;
    m_rate = rateHz > 0.0 ? rateHz : animation.clips.front().frameRate;
  }

  std::uint32_t frames() const { return m_frames; }

  /// Fills the sizes and bytes of the container.
  void write(const VatGroup& group, const VatPart& part, VatContainer& container) const {
    const auto count = static_cast<std::uint32_t>(part.vertices.size());
    container.vertexCount = count;
    container.triangleCount = static_cast<std::uint32_t>(part.indices.size() / 3);
    const std::uint64_t texels = std::uint64_t{count} * m_frames;
    container.width = 1;
    while (container.width < texels && container.width < kVatSide) {
      container.width *= 2;
    }
    container.height = static_cast<std::uint32_t>((texels + container.width - 1) / container.width);

    std::vector<glm::vec3> positions(static_cast<std::size_t>(texels));
    std::vector<std::uint16_t> values(std::size_t{container.width} * container.height * 4);
    const model::Box box = decode(part, positions, values);
    const glm::vec3 size = box.max - box.min;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      for (int c = 0; c < 3; ++c) {
        const double share = size[c] > 0.0f ? double{positions[i][c] - box.min[c]} / double{size[c]} : 0.0;
        values[4 * i + static_cast<std::size_t>(c)] =
            static_cast<std::uint16_t>(std::clamp(std::lround(share * 65535.0), 0L, 65535L));
      }
    }
    Json json = {
        {"version", kVatVersion},
        {"generator", "Texeleton"},
        {"fps", m_rate},
        {"vertexCount", count},
        {"frameCount", m_frames},
        {"texture",
         {{"width", container.width}, {"height", container.height}, {"format", "rgba16u"}, {"layout", "quant16"}}},
        {"bounds", {{"min", {box.min.x, box.min.y, box.min.z}}, {"max", {box.max.x, box.max.y, box.max.z}}}},
        {"animations", animationsJson()},
        {"binary", {{"byteLength", 0}}}};
    std::string binary;
    json["vat"] = section(binary, values.data(), values.size() * 2);
    addIndices(json, binary, part, count);
    const auto uvs = coordinates(group, part);
    json["uvs"] = section(binary, uvs.data(), uvs.size() * sizeof(glm::vec2));
    addColors(json, binary, group);
    json["binary"]["byteLength"] = binary.size();
    container.bytes = file(json, binary);
    container.colors = vertexColors(part);
  }

 private:
  model::Box decode(const VatPart& part, std::vector<glm::vec3>& positions, std::vector<std::uint16_t>& values) const {
    model::Box box;
    for (std::size_t v = 0; v < part.vertices.size(); ++v) {
      for (const VatClip& clip : m_clips) {
        for (std::size_t f = 0; f < clip.moments.size(); ++f) {
          const std::size_t texel = v * m_frames + clip.first + f;
          const runtime::DecodedVertex vertex = runtime::decodeVertex(m_animation, part.vertices[v], clip.moments[f]);
          positions[texel] = vertex.position;
          values[4 * texel + 3] = octahedral(vertex.normal);
          box.add(vertex.position);
        }
      }
    }
    return box;
  }

  Json animationsJson() const {
    Json animations = Json::array();
    for (std::size_t i = 0; i < m_clips.size(); ++i) {
      const vat::BakedClip& clip = m_animation.clips[i];
      const double duration = clip.lengthSeconds > 0.0 ? clip.lengthSeconds : 1.0 / std::max(clip.frameRate, 1.0);
      animations.push_back({{"name", clip.name},
                            {"frameStart", m_clips[i].first},
                            {"frameCount", m_clips[i].frames},
                            {"duration", duration}});
    }
    return animations;
  }

  static Json section(std::string& binary, const void* data, std::size_t bytes) {
    Json json = {{"byteOffset", binary.size()}, {"byteLength", bytes}};
    binary.append(static_cast<const char*>(data), bytes);
    binary.resize((binary.size() + 3) / 4 * 4, '\0');
    return json;
  }

  static void addIndices(Json& json, std::string& binary, const VatPart& part, std::uint32_t vertices) {
    if (vertices <= 65535) {
      const std::vector<std::uint16_t> small(part.indices.begin(), part.indices.end());
      json["indices"] = section(binary, small.data(), small.size() * 2);
      json["indices"]["type"] = "uint16";
    } else {
      json["indices"] = section(binary, part.indices.data(), part.indices.size() * 4);
      json["indices"]["type"] = "uint32";
    }
    json["indices"]["count"] = part.indices.size();
  }

  std::vector<glm::vec2> coordinates(const VatGroup& group, const VatPart& part) const {
    const vat::BakedMesh& mesh = m_animation.mesh;
    std::vector<glm::vec2> uvs;
    for (std::size_t i = 0; i < part.vertices.size(); ++i) {
      if (!group.hasImage) {
        uvs.emplace_back((static_cast<float>(part.colors[i]) + 0.5f) / static_cast<float>(group.materials.size()),
                         0.5f);
        continue;
      }
      const bool second = mesh.materials[group.materials.front()].baseColorTexture.uvSet == 1;
      const auto& from = second ? mesh.uv1 : mesh.uv0;
      uvs.push_back(from.empty() ? glm::vec2(0.0f) : from[part.vertices[i]]);
    }
    return uvs;
  }

  std::string vertexColors(const VatPart& part) const {
    const auto& colors = m_animation.mesh.colors;
    const auto isWhite = [&colors](std::uint32_t vertex) { return colors[vertex] == glm::vec4(1.0f); };
    std::string bytes;
    if (colors.empty() || std::all_of(part.vertices.begin(), part.vertices.end(), isWhite)) {
      return bytes;
    }
    for (const std::uint32_t vertex : part.vertices) {
      for (int c = 0; c < 4; ++c) {
        const float share = std::clamp(colors[vertex][c], 0.0f, 1.0f);
        bytes += static_cast<char>(static_cast<unsigned char>(std::lround(255.0f * share)));
      }
    }
    return bytes;
  }

  void addColors(Json& json, std::string& binary, const VatGroup& group) const {
    const vat::BakedMesh& mesh = m_animation.mesh;
    if (group.hasImage) {
      const model::Image& image = mesh.images[mesh.materials[group.materials.front()].baseColorTexture.image.value];
      json["albedo"] = section(binary, image.bytes.data(), image.bytes.size());
      json["albedo"]["mimeType"] = image.mimeType;
      return;
    }
    std::vector<std::array<unsigned char, 4>> colors;
    for (const std::size_t number : group.materials) {
      const glm::vec4 c = number == SIZE_MAX ? glm::vec4(1.0f) : mesh.materials[number].baseColorFactor;
      colors.push_back({srgbByte(c.r), srgbByte(c.g), srgbByte(c.b), 255});
    }
    const std::string png = rowOfColors(colors);
    json["albedo"] = section(binary, png.data(), png.size());
    json["albedo"]["mimeType"] = "image/png";
  }

  static std::string file(const Json& json, const std::string& binary) {
    std::string text = json.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string bytes;
    appendLittleEndian(bytes, kVatMagic, 4);
    appendLittleEndian(bytes, kVatVersion, 4);
    appendLittleEndian(bytes, static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + binary.size()), 4);
    appendLittleEndian(bytes, static_cast<std::uint32_t>(text.size()), 4);
    appendLittleEndian(bytes, kVatJson, 4);
    bytes += text;
    appendLittleEndian(bytes, static_cast<std::uint32_t>(binary.size()), 4);
    appendLittleEndian(bytes, kVatBinary, 4);
    return bytes + binary;
  }

  const vat::BakedAnimation& m_animation;
  const std::vector<VatClip>& m_clips;
  std::uint32_t m_frames = 0;
  double m_rate = 30.0;
};

/// A name as part of a file name, different from those of the other containers.
std::string partFileName(const std::string& name, const std::vector<VatContainer>& others) {
  std::string plain;
  for (const char c : name) {
    const bool fits =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    plain += fits ? c : '-';
  }
  plain = plain.empty() ? "part" : plain.substr(0, 40);
  const auto isTaken = [&others](const std::string& wanted) {
    return std::ranges::any_of(others, [&](const VatContainer& other) { return other.part == wanted; });
  };
  std::string unique = plain;
  for (int number = 2; isTaken(unique); ++number) {
    unique = plain + "-" + std::to_string(number);
  }
  return unique;
}

}  // namespace

std::uint32_t crc32Of(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      std::uint32_t crc = i;
      for (int bit = 0; bit < 8; ++bit) {
        crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
      }
      table[i] = crc;
    }
    return table;
  }();
  std::uint32_t crc = ~std::uint32_t{0};
  for (const char c : bytes) {
    crc = (crc >> 8) ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 255];
  }
  return ~crc;
}

Result<std::vector<VatContainer>> vatContainers(const vat::BakedAnimation& animation, double rateHz) {
  const std::vector<VatClip> clips = vatClips(animation, rateHz);
  const VatWriter writer(animation, clips, rateHz);
  if (std::uint64_t{writer.frames()} * 3 > kVatTexels) {
    return fail(
        ErrorCode::Limit,
        message("%1 frames are more than a .vat container has room for: lower the rate, or leave out or shorten clips",
                writer.frames()));
  }
  std::vector<VatContainer> containers;
  for (const VatGroup& group : groupsOf(animation.mesh)) {
    for (const VatPart& part : partsOf(animation.mesh, group, kVatTexels / writer.frames())) {
      VatContainer container;
      container.material = group.materials.front();
      container.hasImage = group.hasImage;
      const bool isNamed = container.material != SIZE_MAX;
      container.part = partFileName(isNamed ? animation.mesh.materials[container.material].name : "plain", containers);
      writer.write(group, part, container);
      containers.push_back(std::move(container));
    }
  }
  return containers;
}

}  // namespace texeleton::exporting

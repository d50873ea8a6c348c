#include "core/export/raw/texbin_write.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>

#include "core/base/little_endian.h"
#include "core/runtime/draw_ranges.h"
#include "core/vat/encoding.h"
#include "core/vat/masks.h"

namespace texeleton::exporting {

namespace {

constexpr std::uint32_t kTexbinVersion = 5;
constexpr std::uint64_t kMaxTexbinBytes = std::numeric_limits<std::uint32_t>::max();

/// Records of little-endian numbers, one after the other.
class TexbinRecords {
 public:
  TexbinRecords& u16(std::uint32_t value) { return append(value, 2); }
  TexbinRecords& u32(std::uint64_t value) { return append(value, 4); }
  TexbinRecords& i32(std::int32_t value) { return u32(static_cast<std::uint32_t>(value)); }
  TexbinRecords& f32(double value) { return u32(std::bit_cast<std::uint32_t>(static_cast<float>(value))); }
  TexbinRecords& f64(double value) { return append(std::bit_cast<std::uint64_t>(value), 8); }
  template <class Vector>
  TexbinRecords& floats(const Vector& vector) {
    for (int i = 0; i < Vector::length(); ++i) {
      f32(vector[i]);
    }
    return *this;
  }
  void text(std::string_view text) { m_bytes += text; }
  void endRecord() { ++m_count; }

  std::string m_bytes;
  std::uint64_t m_count = 0;

 private:
  TexbinRecords& append(std::uint64_t value, int bytes) {
    appendLittleEndian(m_bytes, value, bytes);
    return *this;
  }
};

class TexbinWriter {
  /// Sections in the order of the header's table.
  enum Section : std::size_t {
    Texts,
    Clips,
    Events,
    RootSamples,
    Sockets,
    Bones,
    Levels,
    Primitives,
    Materials,
    Images,
    ImageBytes,
    Variants,
    Ranges,
    Indices,
    Positions,
    Normals,
    Tangents,
    TexCoords0,
    TexCoords1,
    Colors,
    VertexTints,
    BoneIndices,
    BoneWeights,
    Elements,
    SectionCount,
    Masks = SectionCount,  ///< Like MaskBones, placed in the header after the table.
    MaskBones,
    AllSections
  };

 public:
  explicit TexbinWriter(const vat::BakedAnimation& animation) : m_animation(animation) {}

  Result<std::string> write() {
    textAt("");
    writeClips();
    writeSkeleton();
    writeLevels();
    writeMaterials();
    writeVariants();
    writeVertices();
    return joined();
  }

 private:
  TexbinRecords& section(Section which) { return m_sections.at(which); }

  /// The place of a text; equal texts are stored once.
  std::uint64_t textAt(const std::string& text) {
    TexbinRecords& texts = section(Texts);
    const auto [it, isNew] = m_texts.try_emplace(text, texts.m_bytes.size());
    if (isNew) {
      texts.text(text);
      texts.text(std::string_view("\0", 1));
      texts.m_count = texts.m_bytes.size();
    }
    return it->second;
  }

  void writeClips() {
    for (const vat::BakedClip& clip : m_animation.clips) {
      TexbinRecords& out = section(Clips);
      const std::size_t rootSamples = clip.rootMotion ? clip.rootMotion->samples.size() : 0;
      out.u32(textAt(clip.name));
      out.u32(clip.frameBegin);
      out.u32(clip.frameCount);
      out.u32(clip.loop ? 1 : 0);
      out.f64(clip.lengthSeconds);
      out.u32(section(Events).m_count);
      out.u32(clip.events.size());
      out.u32(section(RootSamples).m_count);
      out.u32(rootSamples);
      out.floats(clip.bounds.min);
      out.floats(clip.bounds.max);
      out.endRecord();
      for (const model::ClipEvent& event : clip.events) {
        section(Events).f64(event.timeSeconds).u32(textAt(event.name)).u32(textAt(event.parameter)).endRecord();
      }
      for (std::size_t i = 0; i < rootSamples; ++i) {
        const vat::RootSample& sample = clip.rootMotion->samples[i];
        section(RootSamples)
            .f64(sample.position.x)
            .f64(sample.position.y)
            .f64(sample.position.z)
            .f64(sample.yawRadians)
            .endRecord();
      }
    }
  }

  void writeSkeleton() {
    for (const vat::Socket& socket : m_animation.sockets) {
      TexbinRecords& out = section(Sockets);
      out.u32(textAt(socket.name));
      out.i32(socket.bone);
      out.floats(socket.position);
      for (const double part : {socket.rotation.x, socket.rotation.y, socket.rotation.z, socket.rotation.w}) {
        out.f32(part);
      }
      out.floats(socket.scale);
      out.endRecord();
    }
    for (const vat::BakedBone& bone : m_animation.bones) {
      section(Bones).u32(textAt(bone.name)).i32(bone.parent).endRecord();
    }
    for (const vat::BakedMask& mask : m_animation.masks) {
      section(Masks).u32(textAt(mask.name)).u32(section(MaskBones).m_count).endRecord();
      for (std::size_t bone = 0; bone < mask.weights.size(); ++bone) {
        section(MaskBones)
            .f32(mask.weights[bone])
            .i32(vat::maskAnchor(m_animation.bones, mask.weights, bone))
            .endRecord();
      }
    }
  }

  void writeLevel(const std::vector<vat::BakedPrimitive>& primitives, const std::vector<std::uint32_t>& indices,
                  double maxMillimetres) {
    const std::uint64_t indexBase = section(Indices).m_count;
    section(Levels).u32(section(Primitives).m_count).u32(primitives.size()).f32(maxMillimetres).endRecord();
    for (const vat::BakedPrimitive& primitive : primitives) {
      section(Primitives)
          .u32(indexBase + primitive.firstIndex)
          .u32(primitive.indexCount)
          .u32(primitive.material.value)
          .endRecord();
    }
    for (const std::uint32_t index : indices) {
      section(Indices).u32(index).endRecord();
    }
    m_levelIndexBase.push_back(indexBase);
  }

  void writeLevels() {
    const vat::BakedMesh& mesh = m_animation.mesh;
    writeLevel(mesh.primitives, mesh.indices, 0.0);
    for (const vat::BakedLod& lod : mesh.lods) {
      writeLevel(lod.primitives, lod.indices, lod.maxMillimetres);
    }
  }

  void writeImageOf(const model::TextureSlot& slot) {
    section(Materials).i32(slot.image.isValid() ? static_cast<std::int32_t>(slot.image.value) : -1);
  }

  void writeMaterials() {
    const std::optional<vat::BakedTint>& tint = m_animation.tint;
    for (std::size_t i = 0; i < m_animation.mesh.materials.size(); ++i) {
      const model::Material& material = m_animation.mesh.materials[i];
      const auto isThis = [i](MaterialIndex other) { return other.value == i; };
      const bool inPalette = tint && tint->palette && std::ranges::any_of(tint->palette->materials, isThis);
      vat::TintTexture mask;
      if (tint) {
        for (const vat::TintTexture& texture : tint->textures) {
          mask = isThis(texture.material) ? texture : mask;
        }
      }
      TexbinRecords& out = section(Materials);
      out.u32(textAt(material.name));
      out.u32((material.doubleSided ? 1U : 0U) | (material.unlit ? 2U : 0U) |
              (material.alphaMode == model::AlphaMode::Mask ? 4U : 0U) |
              (material.alphaMode == model::AlphaMode::Blend ? 8U : 0U) | (inPalette ? 16U : 0U));
      out.floats(material.baseColorFactor);
      out.f32(material.metallicFactor);
      out.f32(material.roughnessFactor);
      out.f32(material.alphaCutoff);
      out.floats(material.emissiveFactor);
      writeImageOf(material.baseColorTexture);
      writeImageOf(material.metallicRoughnessTexture);
      writeImageOf(material.normalTexture);
      writeImageOf(material.occlusionTexture);
      writeImageOf(material.emissiveTexture);
      out.i32(mask.image.isValid() ? static_cast<std::int32_t>(mask.image.value) : -1);
      out.u32(mask.uvSet);
      out.u32(static_cast<std::uint32_t>(mask.channel));
      out.endRecord();
    }
    for (const model::Image& image : m_animation.mesh.images) {
      TexbinRecords& bytes = section(ImageBytes);
      section(Images).u32(textAt(image.mimeType)).u32(bytes.m_count).u32(image.bytes.size()).endRecord();
      std::transform(image.bytes.begin(), image.bytes.end(), std::back_inserter(bytes.m_bytes),
                     [](std::byte b) { return static_cast<char>(b); });
      bytes.m_count = bytes.m_bytes.size();
    }
  }

  void writeVariants() {
    const std::size_t levels = m_levelIndexBase.size();
    for (std::size_t v = 0; v < m_animation.variants.size(); ++v) {
      std::vector<vat::BakedRange> ranges;
      for (std::size_t level = 0; level < levels; ++level) {
        const auto ofLevel = runtime::variantRanges(m_animation, v, static_cast<std::uint32_t>(level));
        ranges.insert(ranges.end(), ofLevel.begin(), ofLevel.end());
      }
      section(Variants)
          .u32(textAt(m_animation.variants[v].name))
          .u32(section(Ranges).m_count)
          .u32(ranges.size())
          .endRecord();
      for (const vat::BakedRange& range : ranges) {
        const auto& primitives = m_animation.mesh.primitivesOf(range.lod);
        section(Ranges)
            .u32(range.lod)
            .u32(range.primitive)
            .u32(m_levelIndexBase[range.lod] + primitives[range.primitive].firstIndex + range.firstIndex)
            .u32(range.indexCount)
            .endRecord();
      }
    }
  }

  template <class Vector>
  void writeFloats(Section which, const std::vector<Vector>& values) {
    for (const Vector& value : values) {
      section(which).floats(value).endRecord();
    }
  }

  /// Weights of 65,535 with exactly that sum: rounded down, then the largest remainders up.
  void writeWeights(const glm::vec4& weights) {
    std::array<std::uint32_t, 4> parts{};
    std::array<double, 4> rests{};
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    const double sum = std::max(static_cast<double>(weights.x) + weights.y + weights.z + weights.w, 1e-30);
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double exact = static_cast<double>(weights[static_cast<int>(i)]) / sum * 65535.0;
      parts.at(i) = static_cast<std::uint32_t>(exact);
      rests.at(i) = exact - parts.at(i);
      total += parts.at(i);
    }
    std::ranges::stable_sort(order, [&rests](std::size_t a, std::size_t b) { return rests.at(a) > rests.at(b); });
    for (std::size_t i = 0; total < 65535U; ++i, ++total) {
      ++parts.at(order.at(i % 4));
    }
    for (const std::uint32_t part : parts) {
      section(BoneWeights).u16(part);
    }
    section(BoneWeights).endRecord();
  }

  void writeVertices() {
    const vat::BakedMesh& mesh = m_animation.mesh;
    writeFloats(Positions, mesh.positions);
    writeFloats(Normals, mesh.normals);
    writeFloats(Tangents, mesh.tangents);
    writeFloats(TexCoords0, mesh.uv0);
    writeFloats(TexCoords1, mesh.uv1);
    writeFloats(Colors, mesh.colors);
    for (const float tint : mesh.tint) {
      section(VertexTints).f32(tint).endRecord();
    }
    for (const glm::u16vec4& bones : mesh.boneIndices) {
      for (int i = 0; i < 4; ++i) {
        section(BoneIndices).u16(bones[i]);
      }
      section(BoneIndices).endRecord();
    }
    for (const glm::vec4& weights : mesh.boneWeights) {
      writeWeights(weights);
    }
    for (const std::uint32_t element : mesh.elements) {
      section(Elements).u32(element).endRecord();
    }
  }

  std::uint32_t tintKind() const {
    if (!m_animation.tint) {
      return 0;
    }
    return m_animation.tint->perVertex ? 1 : m_animation.tint->palette ? 3 : 2;
  }

  Result<std::string> joined() {
    constexpr std::uint64_t kHeadBytes = 96 + 8 * AllSections + 16;
    std::uint64_t size = kHeadBytes;
    TexbinRecords head;
    const auto alignedSize = [&size] { return (size + 7) / 8 * 8; };
    TexbinRecords table;
    TexbinRecords masks;  // Sections of later versions.
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
      TexbinRecords& place = i < SectionCount ? table : masks;
      size = alignedSize();
      place.u32(size);
      place.u32(m_sections.at(i).m_count);
      size += m_sections.at(i).m_bytes.size();
    }
    size = alignedSize();
    if (size > kMaxTexbinBytes) {
      return fail(ErrorCode::Limit,
                  "The mesh and its images take more than 4 GiB, which the raw export's .texbin cannot hold.");
    }
    const vat::TextureLayout& layout = m_animation.layout;
    const std::optional<vat::BakedTint>& tint = m_animation.tint;
    const vat::TintPalette palette = tint && tint->palette ? *tint->palette : vat::TintPalette();
    head.text("TEXBIN\r\n");
    for (const std::uint64_t value :
         {std::uint64_t{kTexbinVersion}, size, std::uint64_t{m_animation.mode == vat::BakeMode::Bone ? 0U : 1U},
          std::uint64_t{m_animation.pixelFormat == vat::PixelFormat::Rgba16F ? 0U : 1U}, std::uint64_t{layout.width},
          std::uint64_t{layout.height}, std::uint64_t{layout.texelsPerFrame}, std::uint64_t{layout.rowsPerFrame},
          std::uint64_t{layout.frameCount}, std::uint64_t{layout.elementCount},
          std::uint64_t{m_animation.mesh.vertexCount()}, std::uint64_t{tintKind()}}) {
      head.u32(value);
    }
    head.f32(palette.stepU);
    head.f32(palette.stepV);
    head.u32(palette.entryCount);
    head.f32(m_animation.sizeMetres);
    head.floats(m_animation.bounds.min);
    head.floats(m_animation.bounds.max);
    table.u32(layout.shapeCount);
    table.u32(vat::encodingOf(m_animation).number);
    masks.u32(layout.tableFrames != 0 ? vat::tableRow(vat::encodingOf(m_animation), layout) : 0);
    masks.u32(layout.tableFrames);
    std::string out = head.m_bytes + table.m_bytes + masks.m_bytes;
    out.reserve(size);
    for (const TexbinRecords& records : m_sections) {
      out.resize((out.size() + 7) / 8 * 8);
      out += records.m_bytes;
    }
    out.resize(size);
    return out;
  }

  const vat::BakedAnimation& m_animation;
  std::array<TexbinRecords, AllSections> m_sections;
  std::map<std::string, std::uint64_t> m_texts;
  std::vector<std::uint64_t> m_levelIndexBase;
};

}  // namespace

Result<std::string> texbinBytes(const vat::BakedAnimation& animation) { return TexbinWriter(animation).write(); }

}  // namespace texeleton::exporting

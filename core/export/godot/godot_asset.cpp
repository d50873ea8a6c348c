#include "core/export/godot/godot_asset.h"

#include <QByteArray>

#include "core/base/little_endian.h"
#include "core/base/mapped.h"
#include "core/vat/encoding.h"
#include "core/vat/masks.h"
#include "core/vat/vat_words.h"

namespace texeleton::exporting::godot {

namespace {

constexpr const char* kGodotMagic = "TEXGODOT";

/// The limit of Godot's Image and of all GPUs that Godot runs on.
constexpr std::uint32_t kMaxGodotSide = 16384;

constexpr std::uint64_t kMaxTexelBytes = 1ULL << 30;

Encoded vector3(const glm::dvec3& v) {
  const double values[] = {v.x, v.y, v.z};
  return packedDoubles(values);
}

Encoded box(const model::Box& bounds) {
  const float values[] = {bounds.min.x, bounds.min.y, bounds.min.z, bounds.max.x, bounds.max.y, bounds.max.z};
  return packedFloats(values);
}

template <class List, class Function>
Encoded each(const List& list, Function function) {
  return array(mapped(list, function));
}

Encoded event(const model::ClipEvent& baked) {
  return dictionary(
      {{"name", text(baked.name)}, {"time_seconds", real(baked.timeSeconds)}, {"parameter", text(baked.parameter)}});
}

Encoded clip(const vat::BakedClip& baked) {
  std::vector<double> track;
  if (baked.rootMotion) {
    for (const vat::RootSample& sample : baked.rootMotion->samples) {
      track.insert(track.end(), {sample.position.x, sample.position.y, sample.position.z, sample.yawRadians});
    }
  }
  return dictionary({{"name", text(baked.name)},
                     {"frame_begin", whole(baked.frameBegin)},
                     {"frame_count", whole(baked.frameCount)},
                     {"length_seconds", real(baked.lengthSeconds)},
                     {"loop", truth(baked.loop)},
                     {"bounds", box(baked.bounds)},
                     {"events", each(baked.events, event)},
                     {"root_track", packedDoubles(track)}});
}

Encoded socket(const vat::Socket& baked) {
  const double rotation[] = {baked.rotation.x, baked.rotation.y, baked.rotation.z, baked.rotation.w};
  return dictionary({{"name", text(baked.name)},
                     {"bone", whole(baked.bone)},
                     {"position", vector3(baked.position)},
                     {"rotation", packedDoubles(rotation)},
                     {"scale", vector3(baked.scale)}});
}

/// The matrices of all sockets in all frames, 12 floats each, row by row. The CPU uses them to place attached objects
/// without reading texels.
Encoded socketRows(const vat::BakedAnimation& animation) {
  std::vector<float> rows;
  if (!animation.sockets.empty()) {
    for (std::uint32_t frame = 0; frame < animation.layout.frameCount; ++frame) {
      for (std::uint32_t number = 0; number < animation.sockets.size(); ++number) {
        for (std::uint32_t row = 0; row < 3; ++row) {
          const std::uint32_t texel = vat::firstTexelOf(animation, number) + row;
          const vat::TexelAddress at = vat::texelAddress(animation.layout, frame, texel);
          const glm::vec4 value = animation.texels.texel(at.x, at.y);
          rows.insert(rows.end(), {value.x, value.y, value.z, value.w});
        }
      }
    }
  }
  return packedFloats(rows);
}

/// Whether a bone mirrors its triangles in any frame, which reverses their winding.
bool mirrorsSurfaces(const vat::BakedAnimation& animation) {
  const vat::TextureLayout& layout = animation.layout;
  if (animation.mode != vat::BakeMode::Bone) {
    return false;
  }
  for (std::uint32_t frame = 0; frame < layout.frameCount; ++frame) {
    for (std::uint32_t bone = 0; bone < layout.elementCount; ++bone) {
      glm::dmat3 rows;
      for (std::uint32_t row = 0; row < 3; ++row) {
        const vat::TexelAddress at = vat::texelAddress(layout, frame, vat::elementTexel(layout, bone, row));
        rows[static_cast<int>(row)] = glm::dvec3(animation.texels.texel(at.x, at.y));
      }
      if (glm::determinant(rows) < 0.0) {
        return true;
      }
    }
  }
  return false;
}

Encoded slot(const model::TextureSlot& use) {
  return dictionary({{"image", whole(use.image ? std::int64_t{use.image.value} : -1)},
                     {"uv", whole(use.uvSet)},
                     {"wrap_u", whole(static_cast<std::int64_t>(use.wrapU))},
                     {"wrap_v", whole(static_cast<std::int64_t>(use.wrapV))},
                     {"nearest", truth(use.nearest)}});
}

Encoded material(const model::Material& m) {
  const float color[] = {m.baseColorFactor.r, m.baseColorFactor.g, m.baseColorFactor.b, m.baseColorFactor.a};
  const float emission[] = {m.emissiveFactor.r, m.emissiveFactor.g, m.emissiveFactor.b};
  return dictionary({{"name", text(m.name)},
                     {"base_color", packedFloats(color)},
                     {"metallic", real(m.metallicFactor)},
                     {"roughness", real(m.roughnessFactor)},
                     {"normal_scale", real(m.normalScale)},
                     {"occlusion_strength", real(m.occlusionStrength)},
                     {"emission", packedFloats(emission)},
                     {"alpha_mode", whole(static_cast<std::int64_t>(m.alphaMode))},
                     {"alpha_cutoff", real(m.alphaCutoff)},
                     {"double_sided", truth(m.doubleSided)},
                     {"unlit", truth(m.unlit)},
                     {"base_texture", slot(m.baseColorTexture)},
                     {"metallic_roughness_texture", slot(m.metallicRoughnessTexture)},
                     {"normal_texture", slot(m.normalTexture)},
                     {"occlusion_texture", slot(m.occlusionTexture)},
                     {"emission_texture", slot(m.emissiveTexture)}});
}

Encoded image(const model::Image& file) {
  return dictionary({{"name", text(file.name)}, {"mime", text(file.mimeType)}, {"file", packedBytes(file.bytes)}});
}

/// The source of the tint mask; empty: the colour of an instance applies to everything.
Encoded tint(const vat::BakedAnimation& animation) {
  if (!animation.tint) {
    return dictionary({});
  }
  const vat::BakedTint& from = *animation.tint;
  if (from.palette) {
    const auto materials =
        mapped(from.palette->materials, [](MaterialIndex index) { return static_cast<std::int32_t>(index.value); });
    return dictionary({{"kind", text("palette")},
                       {"step_u", real(from.palette->stepU)},
                       {"step_v", real(from.palette->stepV)},
                       {"entry_count", whole(from.palette->entryCount)},
                       {"materials", packedInts(materials)}});
  }
  if (from.perVertex) {
    return dictionary({{"kind", text("attribute")}});
  }
  std::vector<Encoded> textures;
  for (const vat::TintTexture& use : from.textures) {
    textures.push_back(dictionary({{"material", whole(use.material.value)},
                                   {"image", whole(use.image.value)},
                                   {"uv", whole(use.uvSet)},
                                   {"channel", whole(static_cast<std::int64_t>(use.channel))}}));
  }
  return dictionary({{"kind", text("texture")}, {"textures", array(textures)}});
}

Encoded texture(const vat::BakedAnimation& animation) {
  const auto bytes = animation.texels.bytes();
  // qCompress puts the size, four bytes, before the zlib stream.
  const QByteArray zlib = qCompress(reinterpret_cast<const uchar*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
  const std::span<const char> stream(zlib.constData() + 4, static_cast<std::size_t>(zlib.size() - 4));
  const vat::TextureLayout& layout = animation.layout;
  const bool hasTable = layout.tableFrames != 0;
  return dictionary(
      {{"width", whole(layout.width)},
       {"height", whole(layout.height)},
       {"rows_per_frame", whole(layout.rowsPerFrame)},
       {"table_row",
        whole(hasTable ? static_cast<std::int64_t>(vat::tableRow(vat::encodingOf(animation), layout)) : -1)},
       {"texels_per_element", whole(layout.texelsPerElement)},
       {"element_count", whole(layout.elementCount)},
       {"float32", truth(animation.pixelFormat == vat::PixelFormat::Rgba32F)},
       {"canary_row", whole(layout.canaryRow ? std::int64_t{*layout.canaryRow} : -1)},
       {"byte_count", whole(static_cast<std::int64_t>(bytes.size()))},
       {"zlib", packedBytes(std::as_bytes(stream))}});
}

Encoded variant(const vat::BakedVariant& baked) {
  const std::vector<std::int32_t> meshes(baked.meshes.begin(), baked.meshes.end());
  return dictionary({{"name", text(baked.name)}, {"meshes", packedInts(meshes)}});
}

/// Masks of layers, with the anchor of each bone.
Encoded masks(const vat::BakedAnimation& animation) {
  std::vector<Encoded> values;
  values.reserve(animation.masks.size());
  for (const vat::BakedMask& mask : animation.masks) {
    std::vector<std::int32_t> anchors;
    anchors.reserve(mask.weights.size());
    for (std::size_t bone = 0; bone < mask.weights.size(); ++bone) {
      anchors.push_back(vat::maskAnchor(animation.bones, mask.weights, bone));
    }
    values.push_back(dictionary(
        {{"name", text(mask.name)}, {"weights", packedFloats(mask.weights)}, {"anchors", packedInts(anchors)}}));
  }
  return array(values);
}

}  // namespace

Result<std::string> assetFile(const ExportInput& input) {
  const vat::BakedAnimation& animation = input.pack.animation;
  const vat::Encoding& encoding = vat::encodingOf(animation);
  const vat::TextureLayout& layout = animation.layout;
  if (layout.width > kMaxGodotSide || layout.height > kMaxGodotSide) {
    return fail(ErrorCode::Unsupported, message("Godot takes textures of at most 16384 texels a side, this one has %1 "
                                                "x %2: bake with %3, at a lower rate or with fewer clips",
                                                layout.width, layout.height, Remedy{RemedyKind::MaxSize, 16384.0},
                                                Remedy{RemedyKind::LowerRate}));
  }
  if (animation.texels.byteCount() > kMaxTexelBytes) {
    return fail(
        ErrorCode::Unsupported,
        message("Godot's files hold at most 1 GiB of texels: bake at a lower rate, with fewer clips or in half floats",
                Remedy{RemedyKind::HalfTexels}, Remedy{RemedyKind::LowerRate}));
  }
  const Encoded all =
      dictionary({{"format", text("texeleton-godot")},
                  {"version", whole(layout.tableFrames != 0 ? kAssetVersion : 1)},
                  {"generator", text(input.pack.generator)},
                  {"name", text(input.name)},
                  {"mode", text(wordOf(animation.mode))},
                  {"encoding", text(encoding.name)},
                  {"size_metres", real(animation.sizeMetres)},
                  {"bounds", box(animation.bounds)},
                  {"mirrors", truth(mirrorsSurfaces(animation))},
                  {"texture", texture(animation)},
                  {"clips", each(animation.clips, clip)},
                  {"sockets", each(animation.sockets, socket)},
                  {"socket_rows", socketRows(animation)},
                  {"masks", masks(animation)},
                  {"mesh_names", each(animation.meshes, [](const auto& mesh) { return text(mesh.name); })},
                  {"variants", each(animation.variants, variant)},
                  {"tint", tint(animation)},
                  {"materials", each(animation.mesh.materials, material)},
                  {"images", each(animation.mesh.images, image)},
                  {"levels", levels(animation)}});
  std::string file = kGodotMagic;
  appendLittleEndian(file, all.bytes.size(), 8);
  return file + all.bytes;
}

}  // namespace texeleton::exporting::godot

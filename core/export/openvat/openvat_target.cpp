#include "core/export/export_targets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/export/engine_files.h"
#include "core/export/exr_bytes.h"
#include "core/pack/mesh_glb.h"
#include "core/runtime/pack_player.h"

namespace texeleton::exporting {

namespace {

constexpr std::uint32_t kMostColumns = 8192;
constexpr std::uint32_t kMostTextureRows = 16384;

/// A vector in Blender's axes (+Z up), which OpenVAT uses.
glm::dvec3 inBlender(const glm::vec3& v) { return {v.x, -v.z, v.y}; }

/// The place of a vertex's texels: vertex v has column v mod width; every `width` vertices begin a new block of rows,
/// one row for each frame. Normals are half the height below.
struct OpenVatLayout {
  std::uint32_t width = 1;
  std::uint32_t blocks = 1;
  std::uint32_t frames = 1;

  std::uint32_t half() const { return blocks * frames; }
  std::uint32_t column(std::uint32_t vertex) const { return vertex % width; }
  std::uint32_t row(std::uint32_t vertex, std::uint32_t frame) const { return vertex / width * frames + frame; }
};

struct OpenVatRange {
  glm::dvec3 min{std::numeric_limits<double>::max()};
  glm::dvec3 max{std::numeric_limits<double>::lowest()};
};

/// The number of frames of all clips; uneven rows store only some of them.
std::uint32_t framesOfClips(const vat::BakedAnimation& animation) {
  const vat::TextureLayout& layout = animation.layout;
  return layout.tableFrames != 0 ? layout.tableFrames : layout.frameCount;
}

/// Calls `use(vertex, frame, offset, normal)` for all vertices and frames, in Blender's axes.
template <class Use>
void forVertices(const vat::BakedAnimation& animation, Use use) {
  for (std::uint32_t frame = 0; frame < framesOfClips(animation); ++frame) {
    const std::vector<runtime::DecodedVertex> decoded = runtime::decodeVertices(animation, {frame, frame, 0.0F});
    for (std::uint32_t vertex = 0; vertex < decoded.size(); ++vertex) {
      use(vertex, frame, inBlender(decoded[vertex].position - animation.mesh.positions[vertex]),
          inBlender(decoded[vertex].normal));
    }
  }
}

/// The range of the offsets, rounded outward to tenths as OpenVAT does, and never empty.
OpenVatRange rangeOf(const vat::BakedAnimation& animation) {
  OpenVatRange range;
  forVertices(animation, [&range](std::uint32_t, std::uint32_t, const glm::dvec3& offset, const glm::dvec3&) {
    range.min = glm::min(range.min, offset);
    range.max = glm::max(range.max, offset);
  });
  for (int i = 0; i < 3; ++i) {
    range.min[i] = std::floor(range.min[i] * 10.0) / 10.0;
    range.max[i] = std::ceil(range.max[i] * 10.0) / 10.0;
    range.max[i] = range.max[i] > range.min[i] ? range.max[i] : range.min[i] + 0.1;
  }
  return range;
}

vat::TexelBuffer openVatTexels(const vat::BakedAnimation& animation, const OpenVatLayout& layout,
                               const OpenVatRange& range, vat::PixelFormat format) {
  vat::TexelBuffer texels(format, layout.width, 2 * layout.half());
  forVertices(animation,
              [&](std::uint32_t vertex, std::uint32_t frame, const glm::dvec3& offset, const glm::dvec3& normal) {
                const std::uint32_t x = layout.column(vertex);
                const std::uint32_t y = layout.row(vertex, frame);
                texels.setTexel(x, y, glm::vec4(glm::vec3((offset - range.min) / (range.max - range.min)), 1.0F));
                texels.setTexel(x, y + layout.half(), glm::vec4(glm::vec3(0.5 * (normal + 1.0)), 1.0F));
              });
  return texels;
}

/// The mesh in its bind pose; its second texture coordinates are the column of each vertex and the row of its first
/// frame.
Result<std::string> openVatGlb(const vat::BakedAnimation& animation, const OpenVatLayout& layout, JobContext& job) {
  vat::BakedAnimation still;
  still.mode = vat::BakeMode::Vertex;
  still.bounds = animation.bounds;
  still.sizeMetres = animation.sizeMetres;
  still.mesh = animation.mesh;
  still.mesh.boneIndices.clear();
  still.mesh.boneWeights.clear();
  still.mesh.lods.clear();
  const auto vertices = static_cast<std::uint32_t>(animation.mesh.vertexCount());
  // Importers number the sets without gaps: the second set needs a first.
  still.mesh.uv0.resize(vertices);
  still.mesh.uv1.clear();
  still.mesh.elements.clear();
  const glm::dvec2 size(layout.width, 2.0 * layout.half());
  for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
    still.mesh.elements.push_back(vertex);
    still.mesh.uv1.emplace_back((glm::dvec2(layout.column(vertex), layout.row(vertex, 0)) + 0.5) / size);
  }
  for (model::Material& material : still.mesh.materials) {
    for (model::TextureSlot* slot : model::slotsOf(material)) {
      if (slot->uvSet != 0) {
        *slot = {};
      }
    }
  }
  const auto bytes = pack::glbBytes(still, job);
  TRY(bytes);
  std::string text(bytes->size(), '\0');
  std::transform(bytes->begin(), bytes->end(), text.begin(), [](std::byte b) { return static_cast<char>(b); });
  return text;
}

/// Every reader uses `os-remap`; newer ones also use `animations`, whose frames count from 1.
std::string openVatJson(const vat::BakedAnimation& animation, const OpenVatRange& range) {
  nlohmann::ordered_json json;
  json["os-remap"] = {{"Min", {range.min.x, range.min.y, range.min.z}},
                      {"Max", {range.max.x, range.max.y, range.max.z}},
                      {"Frames", framesOfClips(animation)}};
  for (const vat::BakedClip& clip : animation.clips) {
    json["animations"][clip.name] = {{"startFrame", clip.frameBegin + 1},
                                     {"endFrame", clip.frameBegin + clip.frameCount},
                                     {"framerate", clip.frameRate},
                                     {"looping", clip.loop}};
  }
  return json.dump(4) + "\n";
}

constexpr const char* kOpenVatGuide = R"(# @NAME@ for readers of OpenVAT

The folder `@NAME@_vat` holds what OpenVAT's own export holds:

- `@NAME@_vat.exr`: @WIDTH@ × @HEIGHT@ texels, one row a frame; in the upper half offsets from the mesh's rest positions, in
  Blender's axes (+Z up), as a share of the bounds; in the lower half normals as (n + 1) / 2.
- `@NAME@.glb`: the mesh, +Y up, metres; TEXCOORD_1 is where the first frame of a vertex lies.
- `@NAME@-remap_info.json`: the bounds, the number of frames (@FRAMES@), and the clips.

Texture: linear (not sRGB), nearest, no mip maps, not compressed, not resized. In the GLSL template set `minValues`, `maxValues` and
`FrameCount` from the JSON, `Y_resolution` to @HEIGHT@, `Speed` to frames a second.

| clip | frames, from 1 | frames a second | loops |
|---|---|---|---|
@CLIPS@)";

std::string openVatGuide(const vat::BakedAnimation& animation, const OpenVatLayout& layout, const std::string& name) {
  std::string clips;
  for (const vat::BakedClip& clip : animation.clips) {
    std::string rate = std::to_string(clip.frameRate);
    rate.resize(std::min(rate.size(), rate.find('.') + 4));
    clips += "| " + replaced(clip.name, "|", "\\|") + " | " + std::to_string(clip.frameBegin + 1) + " … " +
             std::to_string(clip.frameBegin + clip.frameCount) + " | " + rate + " | " + (clip.loop ? "yes" : "no") +
             " |\n";
  }
  return filled(kOpenVatGuide, {{"@WIDTH@", std::to_string(layout.width)},
                                {"@HEIGHT@", std::to_string(2 * layout.half())},
                                {"@FRAMES@", std::to_string(layout.frames)},
                                {"@NAME@", name},
                                {"@CLIPS@", clips}});
}

Result<std::vector<FileGroup>> openVatCompanions(const ExportInput& input) {
  const vat::BakedAnimation& animation = input.pack.animation;
  const auto vertices = static_cast<std::uint32_t>(animation.mesh.vertexCount());
  OpenVatLayout layout;
  layout.width = std::min(vertices, kMostColumns);
  layout.blocks = (vertices + layout.width - 1) / layout.width;
  layout.frames = framesOfClips(animation);
  if (std::uint64_t{2} * layout.blocks * layout.frames > kMostTextureRows) {
    return fail(ErrorCode::Unsupported,
                message("OpenVAT stores every vertex of every frame: %1 vertices at %2 frames are more than %3 rows. "
                        "Bake fewer clips, or with %4.",
                        vertices, layout.frames, kMostTextureRows, Remedy{RemedyKind::LowerRate}));
  }
  JobContext job;
  const vat::PixelFormat format = input.options.flag("half") ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
  const OpenVatRange range = rangeOf(animation);
  std::string texture = exrBytes(openVatTexels(animation, layout, range, format));
  auto mesh = openVatGlb(animation, layout, job);
  TRY(mesh);
  // In a separate folder, as in OpenVAT: its Unity reader takes the first .json and the first model in the folder.
  const std::string folder = input.name + "_vat/";
  FileGroup own{"OpenVAT: " + input.name, {}};
  own.files.push_back({folder + input.name + "_vat.exr", std::move(texture)});
  own.files.push_back({folder + input.name + ".glb", *std::move(mesh)});
  own.files.push_back({folder + input.name + "-remap_info.json", openVatJson(animation, range)});
  own.files.push_back({input.name + ".openvat.md", openVatGuide(animation, layout, input.name)});
  return std::vector<FileGroup>{std::move(own)};
}

}  // namespace

ExportTarget openVatTarget() {
  ExportTarget target{};
  target.name = "openvat";
  target.title = "OpenVAT";
  target.summary = said("Texture, glTF and JSON in OpenVAT's layout, for readers that exist for it.");
  target.tested = said(
      "The arithmetic of OpenVAT's published GLSL template and of its Unity graph, executed by a script on the written "
      "files against core's decoder; the glTF by the Khronos validator. OpenVAT's own decoder in Blender; "
      "its other readers were not run.");
  target.abilities = {
      {said("Bone and vertex mode"), Plays::Yes, said("as positions: every vertex of every frame")},
      {said("Adaptive frame spacing"), Plays::Partly, said("written out as even frames")},
      {said("GLSL template (Godot)"), Plays::Yes, said("positions; its normals are read half a texture aside (docs)")},
      {said("Unity graphs"), Plays::Partly,
       said("their positions expect the space of Blender's FBX: use the target unity")},
      {said("Several clips"), Plays::Yes, said("in one texture, listed in the JSON")},
      {said("Several materials"), Plays::Yes, said("a material of yours for each")},
      {said("Events, sockets, cross-fades, root motion"), Plays::No, said("OpenVAT has none")},
      {said("Layers"), Plays::No, said("its textures hold positions, not bones")},
      {said("Levels of detail, variants, tint"), Plays::No, ""},
  };
  target.options = {flagOption("half", said("Half floats"),
                               said("Half the size; offsets are off by up to 1/4096 of their range."), false)};
  target.hidesPack = true;
  target.readsTexels = true;
  target.companions = openVatCompanions;
  return target;
}

}  // namespace texeleton::exporting

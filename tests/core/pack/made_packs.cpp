#include "tests/core/pack/made_packs.h"

#include <QByteArray>
#include <cmath>
#include <fstream>
#include <iterator>

#include "core/vat/texture_layout.h"
#include "core/vat/texture_settings.h"

namespace texeleton::test {

namespace fs = std::filesystem;

namespace {

std::vector<std::byte> bytesOf(const QByteArray& array) {
  const auto* begin = reinterpret_cast<const std::byte*>(array.constData());
  return {begin, begin + array.size()};
}

/// A PNG of one red texel.
std::vector<std::byte> pngBytes() {
  return bytesOf(QByteArray::fromBase64(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJg"
      "gg=="));
}

/// The segments of a JPEG up to its frame header (5 x 3 texels), which is all that a pack's reader examines.
std::vector<std::byte> jpegBytes() {
  return bytesOf(QByteArray::fromHex("ffd8ffe000104a46494600010100000100010000ffc0000b080003000501011100ffd9"));
}

/// Angle of bone `b` in frame `frame`; all frames and bones differ.
double angle(const MadePackSpec& spec, std::uint32_t b, std::uint32_t frame) {
  return 0.1 * frame * (b + 1) + 0.37 * b + 0.05 * spec.seed;
}

/// Skin matrix: a rotation about Z, a small translation and, for bone 1, a mirrored non-uniform scale.
glm::dmat4 boneMatrix(const MadePackSpec& spec, std::uint32_t b, std::uint32_t frame) {
  const double c = std::cos(angle(spec, b, frame));
  const double s = std::sin(angle(spec, b, frame));
  glm::dmat4 m(1.0);
  m[0] = {c, s, 0.0, 0.0};
  m[1] = {-s, c, 0.0, 0.0};
  m[3] = {0.25 * b, 0.125 * frame, -0.5, 1.0};
  if (b == 1) {
    m[0] *= -1.0;
    m[1] *= 1.5;
  }
  return m;
}

void setRows(vat::BakedAnimation& a, std::uint32_t frame, std::uint32_t firstTexel, const glm::dmat4& matrix) {
  const glm::mat4 rows = glm::transpose(glm::mat4(matrix));
  for (int r = 0; r < 3; ++r) {
    const vat::TexelAddress at = vat::texelAddress(a.layout, frame, firstTexel + static_cast<std::uint32_t>(r));
    a.texels.setTexel(at.x, at.y, rows[r]);
  }
}

std::uint32_t powerOfTwo(std::uint32_t value) {
  std::uint32_t result = 1;
  while (result < value) {
    result *= 2;
  }
  return result;
}

void setLayout(const MadePackSpec& spec, std::uint32_t frameCount, vat::BakedAnimation& a) {
  vat::TextureLayout& l = a.layout;
  l.texelsPerElement = spec.mode == vat::BakeMode::Bone ? vat::kTexelsPerBone : vat::kTexelsPerVertex;
  l.elementCount = 3;
  l.texelsPerFrame =
      l.elementCount * l.texelsPerElement + (spec.mode == vat::BakeMode::Vertex ? vat::kTexelsPerSocket : 0);
  l.rowsPerFrame = spec.folded ? 4 : 1;
  l.frameCount = frameCount;
  l.width = (l.texelsPerFrame + l.rowsPerFrame - 1) / l.rowsPerFrame;
  l.height = frameCount * l.rowsPerFrame;
  if (spec.powerOfTwo) {
    l.width = powerOfTwo(l.width);
    l.height = powerOfTwo(l.height);
  }
  a.texels = vat::TexelBuffer(spec.pixelFormat, l.width, l.height);
}

void setMesh(const MadePackSpec& spec, vat::BakedMesh& mesh) {
  constexpr std::uint32_t kVertices = 9;
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    const float x = 0.1f * static_cast<float>(v);
    mesh.positions.emplace_back(x, 1.0f - x * x, 0.3f * static_cast<float>(v % 3));
    mesh.normals.push_back(glm::normalize(glm::vec3(x, 1.0f, -0.5f)));
    mesh.tangents.emplace_back(glm::normalize(glm::vec3(1.0f, -x, 0.0f)), v % 2 == 0 ? 1.0f : -1.0f);
    mesh.uv0.emplace_back(x, 0.5f * x);
    mesh.uv1.emplace_back(1.0f - x, -x);
    mesh.colors.emplace_back(x, 0.25f, 1.0f, 0.5f);
    if (spec.mode == vat::BakeMode::Bone) {
      mesh.boneIndices.emplace_back(v % 3, (v + 1) % 3, 0, 0);
      mesh.boneWeights.emplace_back(0.75f, 0.25f, 0.0f, 0.0f);
    } else {
      mesh.elements.push_back(v % 3);
    }
  }
  mesh.indices = {0, 1, 2, 2, 1, 3, 3, 4, 5, 6, 7, 8, 0, 7, 8};
  mesh.primitives = {{MaterialIndex(std::size_t{0}), 0, 9}, {MaterialIndex(std::size_t{1}), 9, 6}};
  vat::BakedLod lod;
  lod.indices = {0, 4, 8, 6, 7, 8};
  lod.primitives = {{MaterialIndex(std::size_t{0}), 0, 3}, {MaterialIndex(std::size_t{1}), 3, 3}};
  lod.maxMillimetres = 12.5;
  lod.colorMillimetres = 3.25;
  mesh.lods.push_back(lod);
}

/// Two meshes, two variants and a tint mask, of a different kind in each mode.
void setSurface(const MadePackSpec& spec, vat::BakedAnimation& a) {
  a.meshes = {{"Körper", "Body", "", {{0, 0, 0, 6}, {0, 1, 0, 3}, {1, 0, 0, 3}}},
              {"Helmet_LOD0", "Helmet", "Helmet", {{0, 0, 6, 3}, {0, 1, 3, 3}, {1, 1, 0, 3}}}};
  a.variants = {{"bare", {0}}, {"armed", {0, 1}}};
  a.tint.emplace();
  if (spec.mode == vat::BakeMode::Bone) {
    a.tint->perVertex = true;
    for (std::size_t v = 0; v < a.mesh.vertexCount(); ++v) {
      a.mesh.tint.push_back(0.125f * static_cast<float>(v % 9));
    }
  } else if (spec.images) {
    a.tint->textures = {{MaterialIndex(0), ImageIndex(1), 1, vat::ColorChannel::B},
                        {MaterialIndex(1), ImageIndex(0), 0, vat::ColorChannel::A}};
  } else {
    a.tint->palette = vat::TintPalette{0.125, -0.25, 8, {MaterialIndex(1)}};
  }
}

void setMaterials(const MadePackSpec& spec, vat::BakedMesh& mesh) {
  model::Material body;
  body.name = "Körper";
  body.baseColorFactor = {0.1f, 0.2f, 0.3f, 0.9f};
  body.metallicFactor = 0.125f;
  body.roughnessFactor = 0.7f;
  body.emissiveFactor = {0.0f, 5.0f, 0.3f};
  body.alphaMode = model::AlphaMode::Mask;
  body.alphaCutoff = 0.3f;
  body.doubleSided = true;
  model::Material flat;
  flat.name = "Flat";
  flat.unlit = true;
  flat.alphaMode = model::AlphaMode::Blend;
  if (spec.images) {
    mesh.images.push_back({"skin", "image/png", pngBytes(), 1, 1});
    mesh.images.push_back({"cloth", "image/jpeg", jpegBytes(), 5, 3});
    const ImageIndex png(std::size_t{0});
    const ImageIndex jpeg(std::size_t{1});
    body.baseColorTexture = {png, 1, model::TextureWrap::ClampToEdge, model::TextureWrap::MirroredRepeat, true};
    body.metallicRoughnessTexture = {jpeg, 0, model::TextureWrap::Repeat, model::TextureWrap::Repeat, false};
    body.normalTexture = {png, 0, model::TextureWrap::Repeat, model::TextureWrap::ClampToEdge, false};
    body.normalScale = -0.4f;
    body.occlusionTexture = {jpeg, 1, model::TextureWrap::Repeat, model::TextureWrap::Repeat, false};
    body.occlusionStrength = 0.6f;
    body.emissiveTexture = {png, 1, model::TextureWrap::ClampToEdge, model::TextureWrap::MirroredRepeat, true};
    flat.baseColorTexture = {png, 0, model::TextureWrap::Repeat, model::TextureWrap::Repeat, false};
  }
  mesh.materials = {body, flat};
}

vat::BakedClip makeClip(const char* name, std::uint32_t begin, std::uint32_t count, bool loop) {
  vat::BakedClip clip;
  clip.name = name;
  clip.frameBegin = begin;
  clip.frameCount = count;
  clip.loop = loop;
  clip.sampleRateHz = 24.0;
  const std::uint32_t steps = loop ? count : count - 1;
  clip.lengthSeconds = steps == 0 ? 0.0 : (steps + 0.1) / clip.sampleRateHz;
  clip.frameRate = steps == 0 ? clip.sampleRateHz : steps / clip.lengthSeconds;
  clip.source = {ClipIndex(std::size_t{begin}), std::string(name) + " (source)", 0.25, 0.25 + clip.lengthSeconds};
  return clip;
}

/// Fills the texels of one frame and returns the box of its decoded positions.
model::Box setFrame(const MadePackSpec& spec, std::uint32_t frame, vat::BakedAnimation& a) {
  model::Box box;
  if (spec.mode == vat::BakeMode::Bone) {
    for (std::uint32_t b = 0; b < a.layout.elementCount; ++b) {
      setRows(a, frame, vat::elementTexel(a.layout, b, 0), boneMatrix(spec, b, frame));
    }
    for (std::size_t v = 0; v < a.mesh.vertexCount(); ++v) {
      glm::dvec3 position(0.0);
      for (int i = 0; i < 2; ++i) {
        for (int r = 0; r < 3; ++r) {
          const vat::TexelAddress at = vat::texelAddress(
              a.layout, frame, vat::elementTexel(a.layout, a.mesh.boneIndices[v][i], static_cast<std::uint32_t>(r)));
          position[r] += double{a.mesh.boneWeights[v][i]} *
                         glm::dot(glm::dvec4(a.texels.texel(at.x, at.y)), glm::dvec4(a.mesh.positions[v], 1.0));
        }
      }
      box.add(glm::vec3(position) - 1e-6f);
      box.add(glm::vec3(position) + 1e-6f);
    }
    return box;
  }
  for (std::uint32_t e = 0; e < a.layout.elementCount; ++e) {
    const glm::dmat4 m = boneMatrix(spec, e, frame);
    const vat::TexelAddress position = vat::texelAddress(a.layout, frame, vat::elementTexel(a.layout, e, 0));
    const vat::TexelAddress normal = vat::texelAddress(a.layout, frame, vat::elementTexel(a.layout, e, 1));
    a.texels.setTexel(position.x, position.y, glm::vec4(m * glm::dvec4(0.1 * e, 0.2, 0.3, 1.0)));
    a.texels.setTexel(normal.x, normal.y, glm::vec4(glm::normalize(glm::dvec3(m[2])), 1.0));
    box.add(glm::vec3(a.texels.texel(position.x, position.y)));
  }
  setRows(a, frame, vat::socketTexel(a.layout, 0, 0), boneMatrix(spec, 2, frame));
  return box;
}

template <class T>
std::string compare(const char* what, const T& a, const T& b) {
  return a == b ? std::string() : std::string(what) + " differ; ";
}

std::string compareMaterials(const model::Material& a, const model::Material& b) {
  const auto textures = [](const model::Material& m) {
    std::vector<std::uint32_t> values;
    for (const model::TextureSlot* s : {&m.baseColorTexture, &m.metallicRoughnessTexture, &m.normalTexture,
                                        &m.occlusionTexture, &m.emissiveTexture}) {
      values.insert(values.end(), {s->image.value, s->uvSet, static_cast<std::uint32_t>(s->wrapU),
                                   static_cast<std::uint32_t>(s->wrapV), s->nearest ? 1u : 0u});
    }
    return values;
  };
  const bool same = a.name == b.name && a.baseColorFactor == b.baseColorFactor &&
                    a.metallicFactor == b.metallicFactor && a.roughnessFactor == b.roughnessFactor &&
                    a.normalScale == b.normalScale && a.occlusionStrength == b.occlusionStrength &&
                    a.emissiveFactor == b.emissiveFactor && a.alphaMode == b.alphaMode &&
                    (a.alphaMode != model::AlphaMode::Mask || a.alphaCutoff == b.alphaCutoff) &&
                    a.doubleSided == b.doubleSided && a.unlit == b.unlit && textures(a) == textures(b);
  return same ? std::string() : "material '" + a.name + "' differs; ";
}

std::string compareMeshes(const vat::BakedMesh& a, const vat::BakedMesh& b) {
  std::string text =
      compare("positions", a.positions, b.positions) + compare("normals", a.normals, b.normals) +
      compare("tangents", a.tangents, b.tangents) + compare("uv0", a.uv0, b.uv0) + compare("uv1", a.uv1, b.uv1) +
      compare("colors", a.colors, b.colors) + compare("tint", a.tint, b.tint) +
      compare("boneIndices", a.boneIndices, b.boneIndices) + compare("boneWeights", a.boneWeights, b.boneWeights) +
      compare("elements", a.elements, b.elements) + compare("primitives", a.primitives, b.primitives) +
      compare("indices", a.indices, b.indices) + compare("number of lods", a.lods.size(), b.lods.size()) +
      compare("number of materials", a.materials.size(), b.materials.size()) +
      compare("number of images", a.images.size(), b.images.size());
  if (!text.empty()) {
    return text;
  }
  for (std::size_t i = 0; i < a.lods.size(); ++i) {
    text +=
        compare("lod primitives", a.lods[i].primitives, b.lods[i].primitives) +
        compare("lod indices", a.lods[i].indices, b.lods[i].indices) +
        compare("lod errors", a.lods[i].maxMillimetres, b.lods[i].maxMillimetres) +
        compare("lod colours", a.lods[i].colorMillimetres.value_or(-1.0), b.lods[i].colorMillimetres.value_or(-1.0));
  }
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    text += compareMaterials(a.materials[i], b.materials[i]);
  }
  for (std::size_t i = 0; i < a.images.size(); ++i) {
    text += compare("image names", a.images[i].name, b.images[i].name) +
            compare("image types", a.images[i].mimeType, b.images[i].mimeType) +
            compare("image bytes", a.images[i].bytes, b.images[i].bytes) +
            compare("image widths", a.images[i].width, b.images[i].width) +
            compare("image heights", a.images[i].height, b.images[i].height);
  }
  return text;
}

std::string compareClips(const vat::BakedClip& a, const vat::BakedClip& b) {
  return compare("clip names", a.name, b.name) + compare("clip begins", a.frameBegin, b.frameBegin) +
         compare("clip counts", a.frameCount, b.frameCount) + compare("sample rates", a.sampleRateHz, b.sampleRateHz) +
         compare("frame rates", a.frameRate, b.frameRate) + compare("lengths", a.lengthSeconds, b.lengthSeconds) +
         compare("loop flags", a.loop, b.loop) + compare("clip bounds", a.bounds, b.bounds) +
         compare("events", a.events, b.events) + compare("errors", a.error, b.error) +
         compare("clip sources", a.source, b.source) + compare("root motions", a.rootMotion, b.rootMotion);
}

}  // namespace

pack::Pack madePack(const MadePackSpec& spec) {
  pack::Pack pack;
  pack.generator = "texeleton test";
  pack.sources = {{"Fox.glb", "model", std::string(64, 'a'), 0.01, "z"}, {"Füchse.json", "events", "", {}, {}}};
  vat::BakedAnimation& a = pack.animation;
  a.mode = spec.mode;
  a.pixelFormat = spec.pixelFormat;
  a.clips = {makeClip("Run", 0, spec.frames, true), makeClip("Angriff", spec.frames, 5, false),
             makeClip("Pose", spec.frames + 5, 1, false)};
  a.clips[0].events = {{"footstep_l", 0.0, ""}, {"footstep_r", 0.1, "left\nright"}, {"tie", 0.1, "\"quoted\""}};
  a.clips[0].error = vat::ClipError{0.1, 0.02, 6e-5, 0.1, 0.08, 0.05, 0.0, 1.0 / 3.0, 2.5, 7};
  a.clips[0].error->foundMillimetres = 0.098;
  vat::BakedRootMotion track{vat::RootMotionMode::Extract, "root", true, true, {}};
  for (std::uint32_t i = 0; i <= spec.frames; ++i) {
    track.samples.push_back({{i / 3.0, -0.01 * i, 1e-9 * i}, 0.5 * i});
  }
  a.clips[0].rootMotion = std::move(track);
  a.clips[1].rootMotion = vat::BakedRootMotion{vat::RootMotionMode::Remove, "hips", false, false, {}};
  a.clips[2].rootMotion = vat::BakedRootMotion{vat::RootMotionMode::Extract, "root", false, false, {vat::RootSample{}}};
  setLayout(spec, spec.frames + 6, a);
  setMesh(spec, a.mesh);
  setMaterials(spec, a.mesh);
  setSurface(spec, a);
  if (spec.mode == vat::BakeMode::Bone) {
    a.bones = {{"root", -1}, {"arm", 0}, {"arm", 0}};
    a.masks = {{"arms", {0.0f, 1.0f, 0.25f}}, {"all", {1.0f, 1.0f, 1.0f}}};
  }
  for (vat::BakedClip& clip : a.clips) {
    for (std::uint32_t frame = 0; frame < clip.frameCount; ++frame) {
      clip.bounds.add(setFrame(spec, clip.frameBegin + frame, a));
    }
    a.bounds.add(clip.bounds);
  }
  a.sizeMetres = glm::length(glm::dvec3(a.bounds.max) - glm::dvec3(a.bounds.min));
  vat::Socket socket;
  socket.name = "weapon_r";
  socket.bone = spec.mode == vat::BakeMode::Bone ? 2 : -1;
  socket.position = {0.1, 0.2, 1.0 / 3.0};
  socket.rotation = glm::normalize(glm::dquat(0.9, 0.1, -0.3, 0.2));
  socket.scale = {-1.0, 1.25, 1.0};
  socket.direction = socket.rotation * glm::dvec3(0.0, 0.0, 1.0);
  a.sockets.push_back(socket);
  return pack;
}

std::string difference(const pack::Pack& left, const pack::Pack& right) {
  const vat::BakedAnimation& a = left.animation;
  const vat::BakedAnimation& b = right.animation;
  std::string text = compare("generators", left.generator, right.generator) +
                     compare("sources", left.sources, right.sources) + compare("modes", a.mode, b.mode) +
                     compare("formats", a.pixelFormat, b.pixelFormat) + compare("layouts", a.layout, b.layout) +
                     compare("bones", a.bones, b.bones) + compare("masks", a.masks, b.masks) +
                     compare("bounds", a.bounds, b.bounds) + compare("sizes", a.sizeMetres, b.sizeMetres) +
                     compare("meshes", a.meshes, b.meshes) + compare("variants", a.variants, b.variants) +
                     compare("tints", a.tint, b.tint) + compare("number of clips", a.clips.size(), b.clips.size()) +
                     compare("number of sockets", a.sockets.size(), b.sockets.size()) + compareMeshes(a.mesh, b.mesh);
  const auto texelsOf = [](const vat::BakedAnimation& x) {
    return std::vector<std::byte>(x.texels.bytes().begin(), x.texels.bytes().end());
  };
  text += compare("texels", texelsOf(a), texelsOf(b));
  for (std::size_t i = 0; i < std::min(a.clips.size(), b.clips.size()); ++i) {
    text += compareClips(a.clips[i], b.clips[i]);
  }
  for (std::size_t i = 0; i < std::min(a.sockets.size(), b.sockets.size()); ++i) {
    const vat::Socket& s = a.sockets[i];
    const vat::Socket& t = b.sockets[i];
    text += compare("socket names", s.name, t.name) + compare("socket bones", s.bone, t.bone) +
            compare("socket positions", s.position, t.position) + compare("socket rotations", s.rotation, t.rotation) +
            compare("socket scales", s.scale, t.scale) + compare("socket directions", s.direction, t.direction);
  }
  return text;
}

std::vector<std::byte> readFile(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

void writeFile(const fs::path& file, const std::vector<std::byte>& bytes) {
  // A new file each time: ext4 flushes a file that is truncated and written again, and tests do so thousands of times.
  fs::remove(file);
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void removeChecksums(const fs::path& pack) {
  const fs::path file = pack / "manifest.json";
  const std::vector<std::byte> bytes = readFile(file);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const char* key : {"\"files\"", "\"checksum\""}) {
    const std::size_t at = text.find(key);
    if (at != std::string::npos) {
      text[at + 1] = '_';  // An unknown key.
    }
  }
  const auto changed = std::as_bytes(std::span(text));
  writeFile(file, {changed.begin(), changed.end()});
}

}  // namespace texeleton::test

// Levels of detail keep the colours of their surface, and their displacement is measured.

#include <png.h>

#include <QObject>
#include <QTest>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
// After <cstdio>, which it needs.
#include <jpeglib.h>

#include "core/bake/levels/decode_texels.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr std::uint32_t kCells = 24;   ///< A side of the square.
constexpr std::uint32_t kBlocks = 4;   ///< A side; each has one colour.
constexpr std::uint32_t kColumns = 8;  ///< The palette's; every second one is used.

std::uint32_t columnOf(std::uint32_t blockX, std::uint32_t blockY) { return (blockX + 2 * blockY) % 4 * 2; }

model::Image pngOf(std::uint32_t width, std::uint32_t height, const std::vector<unsigned char>& rgba) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.format = PNG_FORMAT_RGBA;
  png.width = width;
  png.height = height;
  png_alloc_size_t size = 0;
  model::Image image{"Palette", "image/png", {}, width, height};
  png_image_write_to_memory(&png, nullptr, &size, 0, rgba.data(), 0, nullptr);
  image.bytes.resize(size);
  png_image_write_to_memory(&png, image.bytes.data(), &size, 0, rgba.data(), 0, nullptr);
  return image;
}

/// Red, cyan, white and black; the columns in between, which no vertex uses, are magenta and green.
model::Image palette() {
  const std::array<std::array<unsigned char, 3>, kColumns> colors = {
      {{255, 0, 0}, {255, 0, 255}, {0, 255, 255}, {0, 255, 0}, {255, 255, 255}, {255, 0, 255}, {0, 0, 0}, {0, 255, 0}}};
  std::vector<unsigned char> rgba;
  for (const auto& color : colors) {
    rgba.insert(rgba.end(), {color[0], color[1], color[2], 255});
  }
  return pngOf(kColumns, 1, rgba);
}

/// The bent square of meshKit in blocks of one colour, like low-poly characters: each block has its own vertices, whose
/// texture coordinates are all in the middle of its column. `jointOf`: the joint that moves a block.
model::Model blocks(const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& jointOf) {
  model::Model model = meshKit({{"Body", "Body", "Plain", kCells}});
  model.palette.push_back(model.palette.front());
  const model::VertexData smooth = model.vertices;
  model::VertexData& data = model.vertices;
  data = {};
  data.influenceBegin.push_back(0);
  constexpr std::uint32_t kOfBlock = kCells / kBlocks;
  for (std::uint32_t blockY = 0; blockY < kBlocks; ++blockY) {
    for (std::uint32_t blockX = 0; blockX < kBlocks; ++blockX) {
      const auto first = static_cast<std::uint32_t>(data.positions.size());
      for (std::uint32_t row = 0; row <= kOfBlock; ++row) {
        for (std::uint32_t column = 0; column <= kOfBlock; ++column) {
          const std::uint32_t v = (blockY * kOfBlock + row) * (kCells + 1) + blockX * kOfBlock + column;
          data.positions.push_back(smooth.positions[v]);
          data.normals.push_back(smooth.normals[v]);
          data.uv0.emplace_back((static_cast<float>(columnOf(blockX, blockY)) + 0.5f) / kColumns, 0.5f);
          data.influences.push_back({jointOf(blockX, blockY), 1.0f});
          data.influenceBegin.push_back(static_cast<std::uint32_t>(data.influences.size()));
        }
      }
      for (std::uint32_t row = 0; row < kOfBlock; ++row) {
        for (std::uint32_t column = 0; column < kOfBlock; ++column) {
          const std::uint32_t v = first + row * (kOfBlock + 1) + column;
          for (const std::uint32_t corner : {v, v + 1, v + kOfBlock + 1, v + 1, v + kOfBlock + 2, v + kOfBlock + 1}) {
            data.indices.push_back(corner);
          }
        }
      }
    }
  }
  model.parts[0].vertexCount = static_cast<std::uint32_t>(data.positions.size());
  model.parts[0].hasUv0 = true;
  model.images.push_back(palette());
  model.materials[0].baseColorTexture = {ImageIndex(std::size_t{0}), 0, model::TextureWrap::Repeat,
                                         model::TextureWrap::Repeat, true};
  return model;
}

/// A flat strip, 2 m × 2 m, red to the left of `border` and blue to the right of it, as part `name`.
void addStrip(model::Model& model, std::size_t part, float border, const glm::vec4& right) {
  model::VertexData& data = model.vertices;
  const model::MeshPart& mesh = model.parts[part];
  const std::array<float, 4> xs = {0.0f, border, border, 2.0f};
  for (std::uint32_t v = 0; v < 8; ++v) {
    data.positions[mesh.firstVertex + v] = {xs[v / 2], v % 2 == 0 ? 0.0f : 2.0f, 0.0f};
    data.colors[mesh.firstVertex + v] = v < 4 ? glm::vec4(1.0f, 0.0f, 0.0f, 1.0f) : right;
  }
  const std::array<std::uint32_t, 12> corners = {0, 2, 1, 1, 2, 3, 4, 6, 5, 5, 6, 7};
  for (std::uint32_t i = 0; i < mesh.indexCount; ++i) {
    // Unused triangles have no area.
    data.indices[mesh.firstIndex + i] = mesh.firstVertex + (i < corners.size() ? corners[i] : 8);
  }
}

/// lod0 changes from red to blue at 1 m; lod1 at `border`, from red to `right`.
vat::BakedAnimation strips(float border, const glm::vec4& right) {
  model::Model model = meshKit(
      {{"Body_LOD0", "Body_LOD0", "Plain", 2, 0.0f, "", true}, {"Body_LOD1", "Body_LOD1", "Plain", 2, 0.0f, "", true}});
  addStrip(model, 0, 1.0f, {0.0f, 0.0f, 1.0f, 1.0f});
  addStrip(model, 1, border, right);
  model.bindBounds = {};
  for (const glm::vec3& position : model.vertices.positions) {
    model.bindBounds.add(position);
  }
  JobContext job;
  return bakeOrDie(model, bake::BakeSettings(), job);
}

}  // namespace

class TestLevelColors : public QObject {
  Q_OBJECT

 private slots:
  /// No triangle of a level spans two columns of the palette, and no border between colours moves far.
  void levelsKeepPalette() {
    const model::Model model = blocks([](std::uint32_t, std::uint32_t) { return 0u; });
    QCOMPARE(model::checkModel(model), std::nullopt);
    bake::BakeSettings settings;
    settings.lodRatios = {0.5, 0.25};
    JobContext job;
    const vat::BakedAnimation baked = bakeOrDie(model, settings, job);
    QCOMPARE(baked.mesh.lods.size(), settings.lodRatios.size());
    for (std::size_t l = 0; l < baked.mesh.lods.size(); ++l) {
      const vat::BakedLod& lod = baked.mesh.lods[l];
      const double share = static_cast<double>(lod.indices.size()) / static_cast<double>(baked.mesh.indices.size());
      QVERIFY2(share < settings.lodRatios[l] * 1.3, qPrintable(QString::number(share)));
      double area = 0.0;
      double wrong = 0.0;
      for (std::size_t i = 0; i < lod.indices.size(); i += 3) {
        const std::array<std::uint32_t, 3> corners = {lod.indices[i], lod.indices[i + 1], lod.indices[i + 2]};
        QCOMPARE(baked.mesh.uv0[corners[1]], baked.mesh.uv0[corners[0]]);
        QCOMPARE(baked.mesh.uv0[corners[2]], baked.mesh.uv0[corners[0]]);
        const glm::vec3& a = baked.mesh.positions[corners[0]];
        const glm::vec3& b = baked.mesh.positions[corners[1]];
        const glm::vec3& c = baked.mesh.positions[corners[2]];
        const auto column = static_cast<std::uint32_t>(baked.mesh.uv0[corners[0]].x * kColumns);
        constexpr int kSteps = 12;
        for (int u = 0; u < kSteps; ++u) {
          for (int v = 0; u + v < kSteps; ++v) {
            const glm::vec3 p = a + (b - a) * ((static_cast<float>(u) + 0.33f) / kSteps) +
                                (c - a) * ((static_cast<float>(v) + 0.33f) / kSteps);
            const double part = static_cast<double>(glm::length(glm::cross(b - a, c - a)));
            const auto block = [](float at) { return std::min(static_cast<std::uint32_t>(at * kBlocks), kBlocks - 1); };
            area += part;
            wrong += column != columnOf(block(p.x), block(p.y)) ? part : 0.0;
          }
        }
      }
      QVERIFY2(wrong < 0.02 * area, qPrintable(QString("lod%1 %2").arg(l + 1).arg(wrong / area)));
      QVERIFY(lod.colorMillimetres && *lod.colorMillimetres < 100.0);
    }
  }

  /// Coincident vertices that follow different bones are never merged: a mouth can open.
  void levelsKeepSkinWeights() {
    model::Model model = blocks([](std::uint32_t, std::uint32_t blockY) { return blockY < 2 ? 0u : 1u; });
    model.materials[0].baseColorTexture = {};
    QCOMPARE(model::checkModel(model), std::nullopt);
    bake::BakeSettings settings;
    settings.lodRatios = {0.5, 0.25};
    JobContext job;
    const vat::BakedAnimation baked = bakeOrDie(model, settings, job);
    QCOMPARE(baked.mesh.lods.size(), settings.lodRatios.size());
    for (const vat::BakedLod& lod : baked.mesh.lods) {
      for (std::size_t i = 0; i < lod.indices.size(); ++i) {
        const std::uint32_t first = lod.indices[i - i % 3];
        QCOMPARE(baked.mesh.boneIndices[lod.indices[i]].x, baked.mesh.boneIndices[first].x);
      }
    }
  }

  /// A border that moved by d along a side of h metres: the part farther than s covers h·(d − s), which is s² at s =
  /// √(h²/4 + h·d) − h/2.
  void displacementOfABorder() {
    const glm::vec4 blue(0.0f, 0.0f, 1.0f, 1.0f);
    for (const double d : {0.05, 0.1, 0.3}) {
      const vat::BakedAnimation baked = strips(static_cast<float>(1.0 + d), blue);
      const double expected = 1000.0 * (std::sqrt(1.0 + 2.0 * d) - 1.0);
      const double found = baked.mesh.lods.at(0).colorMillimetres.value_or(-1.0);
      QVERIFY2(std::abs(found - expected) < 0.1 * expected, qPrintable(QString("%1 %2").arg(found).arg(expected)));
    }
    QCOMPARE(strips(1.0f, blue).mesh.lods.at(0).colorMillimetres, std::optional(0.0));
    // A colour that lod0 does not have covers half of the level: a square of that area.
    const double found = strips(1.0f, {1.0f, 0.0f, 1.0f, 1.0f}).mesh.lods.at(0).colorMillimetres.value_or(-1.0);
    QVERIFY2(std::abs(found - 1000.0 * std::sqrt(2.0)) < 20.0, qPrintable(QString::number(found)));
  }

  void imagesDecode() {
    std::vector<unsigned char> rgba;
    for (int i = 0; i < 32 * 16; ++i) {
      rgba.insert(rgba.end(), {static_cast<unsigned char>(i % 32 < 16 ? 200 : 40), 100, 50, 128});
    }
    const model::Image png = pngOf(32, 16, rgba);
    const auto whole = bake::decodeTexels(png, 1u << 20);
    QVERIFY(whole && whole->width == 32 && whole->height == 16);
    QCOMPARE(whole->rgba[40], glm::u8vec4(200, 100, 50, 128));
    const auto halved = bake::decodeTexels(png, 128);
    QVERIFY(halved && halved->width == 16 && halved->height == 8);
    QCOMPARE(halved->rgba[15], glm::u8vec4(40, 100, 50, 128));

    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = jpeg.image_height = 16;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    std::vector<unsigned char> row;
    for (int x = 0; x < 16; ++x) {
      row.insert(row.end(), {200, 100, 50});
    }
    for (int y = 0; y < 16; ++y) {
      unsigned char* rows = row.data();
      jpeg_write_scanlines(&jpeg, &rows, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    const auto* const begin = reinterpret_cast<const std::byte*>(bytes);
    model::Image photo{"Photo", "image/jpeg", {begin, begin + size}, 16, 16};
    std::free(bytes);
    const auto decoded = bake::decodeTexels(photo, 1u << 20);
    QVERIFY(decoded.has_value());
    const glm::ivec4 off = glm::abs(glm::ivec4(decoded->rgba[100]) - glm::ivec4(200, 100, 50, 255));
    QVERIFY(off.x <= 3 && off.y <= 3 && off.z <= 3 && off.w == 0);

    photo.width = 8;  // Not as in the bytes.
    QVERIFY(!bake::decodeTexels(photo, 1u << 20));
    for (const char* const type : {"image/png", "image/jpeg"}) {
      QVERIFY(!bake::decodeTexels({"Bad", type, std::vector<std::byte>(64, std::byte{0xFF}), 4, 4}, 64));
      QVERIFY(!bake::decodeTexels({"Empty", type, {}, 4, 4}, 64));
    }
  }
};

TEXELETON_SUITE(TestLevelColors)
#include "test_level_colors.moc"

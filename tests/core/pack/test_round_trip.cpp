#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <tiny_gltf.h>

#include <assimp/scene.h>
#include <QTest>
#include <assimp/Importer.hpp>
#include <cstring>
#include <map>

#include "core/pack/pack.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(MadePackSpec)
Q_DECLARE_METATYPE(pack::TextureCompression)

class TestRoundTrip : public QObject {
  Q_OBJECT

 private slots:
  void roundTrip_data();
  void roundTrip();
  void openExrReadsTheSameTexels_data() { roundTrip_data(); }
  void openExrReadsTheSameTexels();
  void bytesDoNotDependOnThreads_data();
  void bytesDoNotDependOnThreads();
  void assimpReadsTheMesh();
  void tinygltfReadsTheMesh();
  void manifestAloneIsEnough();
  void measuredErrorIsOptional();
  void reportsFileSizes();
  void rejectsBrokenAnimations_data();
  void rejectsBrokenAnimations();
  void factorsBeyondGltfAreClampedWithAnIssue();
};

namespace {

void writeOrFail(const fs::path& path, const pack::Pack& pack, pack::TextureCompression compression,
                 unsigned threads = 2) {
  JobContext job;
  job.threadCount = threads;
  pack::PackWriteOptions options;
  options.compression = compression;
  options.flushToDisk = false;
  const auto written = pack::writePack(path, pack, options, job);
  QVERIFY2(written.has_value(), written ? "" : describe(written.error()).c_str());
}

}  // namespace

void TestRoundTrip::roundTrip_data() {
  QTest::addColumn<MadePackSpec>("spec");
  QTest::addColumn<pack::TextureCompression>("compression");
  const std::pair<const char*, pack::TextureCompression> compressions[] = {{"none", pack::TextureCompression::None},
                                                                           {"rle", pack::TextureCompression::Rle},
                                                                           {"zip", pack::TextureCompression::Zip}};
  for (const auto& [compressionName, compression] : compressions) {
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
        for (const bool folded : {false, true}) {
          MadePackSpec spec;
          spec.mode = mode;
          spec.pixelFormat = format;
          spec.folded = folded;
          spec.powerOfTwo = folded;
          spec.frames = 40;  // More lines than a ZIP chunk has, and a last chunk that is not full.
          const std::string row = std::string(mode == vat::BakeMode::Bone ? "bone" : "vertex") +
                                  (format == vat::PixelFormat::Rgba16F ? " half" : " float") +
                                  (folded ? " folded " : " plain ") + compressionName;
          QTest::newRow(row.c_str()) << spec << compression;
        }
      }
    }
  }
}

void TestRoundTrip::roundTrip() {
  QFETCH(MadePackSpec, spec);
  QFETCH(pack::TextureCompression, compression);
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "Fuchs äöü.texpack";
  const pack::Pack pack = madePack(spec);
  writeOrFail(path, pack, compression);

  JobContext job;
  const auto read = pack::readPack(path, job);
  QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
  QCOMPARE(difference(pack, *read), std::string());
  const std::vector<Message> problems = pack::verifyPack(*read, job);
  QVERIFY2(problems.empty(), problems.empty() ? "" : problems[0].c_str());
}

// OpenEXR's own C++ reader is the reference: our reader shares no code with it.
void TestRoundTrip::openExrReadsTheSameTexels() {
  QFETCH(MadePackSpec, spec);
  QFETCH(pack::TextureCompression, compression);
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  const pack::Pack pack = madePack(spec);
  writeOrFail(path, pack, compression);

  const vat::TextureLayout& layout = pack.animation.layout;
  std::vector<glm::vec4> texels(std::size_t{layout.width} * layout.height);
  Imf::InputFile file((path / "animation.exr").c_str());
  QVERIFY(file.isComplete());
  const Imath::Box2i window = file.header().dataWindow();
  QCOMPARE(window.max.x + 1, static_cast<int>(layout.width));
  QCOMPARE(window.max.y + 1, static_cast<int>(layout.height));
  const Imf::PixelType expected = spec.pixelFormat == vat::PixelFormat::Rgba16F ? Imf::HALF : Imf::FLOAT;
  Imf::FrameBuffer buffer;
  int offset = 0;
  for (const char* name : {"R", "G", "B", "A"}) {
    const Imf::Channel* channel = file.header().channels().findChannel(name);
    QVERIFY(channel != nullptr);
    QCOMPARE(channel->type, expected);
    buffer.insert(name, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(texels.data()) + offset, sizeof(glm::vec4),
                                   sizeof(glm::vec4) * layout.width));
    offset += static_cast<int>(sizeof(float));
  }
  file.setFrameBuffer(buffer);
  file.readPixels(0, static_cast<int>(layout.height) - 1);
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    for (std::uint32_t x = 0; x < layout.width; ++x) {
      QCOMPARE(texels[std::size_t{y} * layout.width + x], pack.animation.texels.texel(x, y));
    }
  }
}

void TestRoundTrip::bytesDoNotDependOnThreads_data() {
  QTest::addColumn<pack::TextureCompression>("compression");
  QTest::newRow("none") << pack::TextureCompression::None;
  QTest::newRow("rle") << pack::TextureCompression::Rle;
  QTest::newRow("zip") << pack::TextureCompression::Zip;
}

void TestRoundTrip::bytesDoNotDependOnThreads() {
  QFETCH(pack::TextureCompression, compression);
  const QTemporaryDir folder;
  MadePackSpec spec;
  pack::Pack pack = madePack(spec);
  // Large enough for many bands.
  vat::BakedAnimation& a = pack.animation;
  vat::TexelBuffer large(a.pixelFormat, 2048, 512);
  for (std::uint32_t y = 0; y < a.layout.height; ++y) {
    std::memcpy(large.row(y), a.texels.row(y), a.texels.rowBytes());
  }
  for (std::uint32_t y = a.layout.height; y < large.height(); ++y) {
    for (std::uint32_t x = 0; x < large.width(); x += 1 + y % 7) {
      large.setTexel(x, y, glm::vec4(0.001f * static_cast<float>(x), static_cast<float>(y), 0.5f, 1.0f));
    }
  }
  a.texels = std::move(large);
  a.layout.width = 2048;
  a.layout.height = 512;
  std::map<std::string, std::vector<std::byte>> first;
  for (const unsigned threads : {1u, 2u, 5u}) {
    const fs::path path = pathOf(folder) / ("threads" + std::to_string(threads));
    writeOrFail(path, pack, compression, threads);
    for (const char* name : {"manifest.json", "animation.exr", "mesh.glb"}) {
      const auto bytes = readFile(path / name);
      QVERIFY(!bytes.empty());
      QVERIFY2(first.try_emplace(name, bytes).first->second == bytes, name);
    }
    JobContext job;
    job.threadCount = threads;
    const auto read = pack::readPack(path, job);
    QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
    QCOMPARE(difference(pack, *read), std::string());
  }
}

void TestRoundTrip::assimpReadsTheMesh() {
  const QTemporaryDir folder;
  MadePackSpec spec;
  spec.images = false;
  const pack::Pack pack = madePack(spec);
  writeOrFail(pathOf(folder) / "a.texpack", pack, pack::TextureCompression::None);
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile((pathOf(folder) / "a.texpack" / "mesh.glb").string(), 0);
  QVERIFY2(scene != nullptr, importer.GetErrorString());
  const vat::BakedMesh& mesh = pack.animation.mesh;
  std::size_t triangles = 0;
  // A viewer shows lod0; no node refers to the other levels.
  const aiNode* node = scene->mRootNode;
  QCOMPARE(node->mNumChildren, 0u);
  for (unsigned m = 0; m < node->mNumMeshes; ++m) {
    const aiMesh& part = *scene->mMeshes[node->mMeshes[m]];
    triangles += part.mNumFaces;
    for (unsigned v = 0; v < part.mNumVertices; ++v) {
      const aiVector3D p = part.mVertices[v];
      QVERIFY(std::find(mesh.positions.begin(), mesh.positions.end(), glm::vec3(p.x, p.y, p.z)) !=
              mesh.positions.end());
    }
    QVERIFY(part.HasNormals() && part.HasTextureCoords(0) && part.HasTextureCoords(1) && part.HasVertexColors(0));
  }
  QCOMPARE(triangles, mesh.indices.size() / 3);
}

void TestRoundTrip::tinygltfReadsTheMesh() {
  const QTemporaryDir folder;
  for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
    MadePackSpec spec;
    spec.mode = mode;
    const pack::Pack pack = madePack(spec);
    const fs::path path = pathOf(folder) / (mode == vat::BakeMode::Bone ? "bone" : "vertex");
    writeOrFail(path, pack, pack::TextureCompression::None);
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*,
                             int, void*) { return true; },
                          nullptr);
    tinygltf::Model model;
    std::string error;
    std::string warning;
    QVERIFY2(loader.LoadBinaryFromFile(&model, &error, &warning, (path / "mesh.glb").string()), error.c_str());
    QCOMPARE(model.meshes.size(), std::size_t{2});
    QCOMPARE(model.meshes[0].name, std::string("lod0"));
    QCOMPARE(model.meshes[1].name, std::string("lod1"));
    QCOMPARE(model.meshes[0].primitives.size(), std::size_t{2});
    QCOMPARE(model.meshes[0].primitives[0].attributes, model.meshes[1].primitives[1].attributes);
    QCOMPARE(model.meshes[0].primitives[0].attributes.count("_BONE_INDEX"), mode == vat::BakeMode::Bone ? 1u : 0u);
    QCOMPARE(model.meshes[0].primitives[0].attributes.count("_VERTEX_INDEX"), mode == vat::BakeMode::Vertex ? 1u : 0u);
    QCOMPARE(model.materials[0].alphaMode, std::string("MASK"));
    QCOMPARE(model.materials[0].alphaCutoff, static_cast<double>(0.3f));
    QCOMPARE(model.materials[0].pbrMetallicRoughness.baseColorTexture.texCoord, 1);
    QCOMPARE(model.materials[1].extensions.count("KHR_materials_unlit"), std::size_t{1});
    QCOMPARE(model.images.size(), std::size_t{2});
    QCOMPARE(model.images[0].mimeType, std::string("image/png"));
    QCOMPARE(model.defaultScene, 0);
  }
}

void TestRoundTrip::manifestAloneIsEnough() {
  const QTemporaryDir folder;
  const pack::Pack pack = madePack({});
  const fs::path path = pathOf(folder) / "a.texpack";
  writeOrFail(path, pack, pack::TextureCompression::Zip);
  const auto read = pack::readPackManifest(path);
  QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
  QCOMPARE(read->animation.clips.size(), std::size_t{3});
  QCOMPARE(read->animation.clips[0].events, pack.animation.clips[0].events);
  QCOMPARE(read->animation.layout, pack.animation.layout);
  const auto text = pack::readPackManifestText(path);
  QVERIFY(text.has_value());
  QVERIFY(text->find("\"clips\"") != std::string::npos);
}

void TestRoundTrip::measuredErrorIsOptional() {
  const QTemporaryDir folder;
  pack::Pack pack = madePack({});
  pack.animation.clips[0].error.reset();
  const fs::path path = pathOf(folder) / "a.texpack";
  writeOrFail(path, pack, pack::TextureCompression::None);
  const auto text = pack::readPackManifestText(path);
  QVERIFY(text.has_value());
  QVERIFY(text->find("\"error\"") == std::string::npos);
  JobContext job;
  const auto read = pack::readPack(path, job);
  QVERIFY(read.has_value());
  QVERIFY(!read->animation.clips[0].error.has_value());
}

void TestRoundTrip::reportsFileSizes() {
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  writeOrFail(path, madePack({}), pack::TextureCompression::None);
  const auto sizes = pack::packFileSizes(path);
  QVERIFY(sizes.has_value());
  QCOMPARE(sizes->size(), std::size_t{3});
  for (const pack::PackFileSize& size : *sizes) {
    QCOMPARE(size.bytes, static_cast<std::uint64_t>(fs::file_size(path / size.file)));
  }
}

void TestRoundTrip::rejectsBrokenAnimations_data() {
  QTest::addColumn<int>("which");
  const char* names[] = {"layout",  "bone parent", "clip beyond", "event order", "bone index",
                         "element", "triangle",    "not finite",  "image",       "texel size"};
  for (int i = 0; i < 10; ++i) {
    QTest::newRow(names[i]) << i;
  }
}

void TestRoundTrip::rejectsBrokenAnimations() {
  QFETCH(int, which);
  MadePackSpec spec;
  spec.mode = which == 5 ? vat::BakeMode::Vertex : vat::BakeMode::Bone;
  pack::Pack pack = madePack(spec);
  vat::BakedAnimation& a = pack.animation;
  switch (which) {
    case 0:
      a.layout.texelsPerFrame += 1;
      break;
    case 1:
      a.bones[1].parent = 1;
      break;
    case 2:
      a.clips[2].frameBegin += 1;
      break;
    case 3:
      a.clips[0].events[0].timeSeconds = 0.2;
      break;
    case 4:
      a.mesh.boneIndices[3].y = 3;
      break;
    case 5:
      a.mesh.elements[3] = 3;
      break;
    case 6:
      a.mesh.indices[1] = 9;
      break;
    case 7:
      a.mesh.positions[0].x = std::numeric_limits<float>::quiet_NaN();
      break;
    case 8:
      a.mesh.images[1].bytes = {std::byte{'G'}, std::byte{'I'}, std::byte{'F'}};
      break;
    default:
      a.texels = vat::TexelBuffer(a.pixelFormat, a.layout.width, a.layout.height + 1);
  }
  const QTemporaryDir folder;
  JobContext job;
  const auto written = pack::writePack(pathOf(folder) / "a.texpack", pack, {}, job);
  QVERIFY(!written.has_value());
  QCOMPARE(written.error().code, ErrorCode::InvalidArgument);
  QVERIFY(fs::is_empty(pathOf(folder)));
}

void TestRoundTrip::factorsBeyondGltfAreClampedWithAnIssue() {
  const QTemporaryDir folder;
  pack::Pack pack = madePack({});
  pack.animation.mesh.materials[0].metallicFactor = 1.5f;
  JobContext job;
  QVERIFY(pack::writePack(pathOf(folder) / "a.texpack", pack, {}, job).has_value());
  QCOMPARE(job.takeIssues().size(), std::size_t{1});
  const auto read = pack::readPack(pathOf(folder) / "a.texpack", job);
  QVERIFY(read.has_value());
  QCOMPARE(read->animation.mesh.materials[0].metallicFactor, 1.0f);
}

TEXELETON_PLAIN_SUITE(TestRoundTrip)
#include "test_round_trip.moc"

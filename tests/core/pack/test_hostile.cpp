// Damaged and hostile packs: every result is a one-line error or the right pack; never a crash, a hang or gigabytes.

#include <sys/resource.h>
#include <sys/stat.h>

#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>

#include "core/pack/pack.h"
#include "core/runtime/draw_ranges.h"
#include "core/runtime/pack_player.h"
#include "tests/core/pack/made_packs.h"
#include "tests/core/pack/manifest_change.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;
using Json = nlohmann::json;
using Bytes = std::vector<std::byte>;

namespace {

#ifdef TEXELETON_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
constexpr int kFlipsPerFile = kSanitized ? 600 : 1500;
/// Number of truncations tried for the texture; other files are truncated at every length, unless sanitizers make that
/// slow.
constexpr std::size_t kTruncationsPerTexture = kSanitized ? 200 : 1500;
constexpr qint64 kMaxMilliseconds = 10000;
constexpr rlim_t kMaxBytes = rlim_t{2} << 30;
constexpr const char* kFiles[] = {"manifest.json", "animation.exr", "mesh.glb"};

/// A pack on disk whose files can be damaged and restored.
struct PackOnDisk {
  QTemporaryDir folder;
  fs::path path;
  pack::Pack pack;
  std::map<std::string, Bytes> files;

  PackOnDisk(const MadePackSpec& spec, pack::TextureCompression compression, bool checksums) : pack(madePack(spec)) {
    path = pathOf(folder) / "a.texpack";
    JobContext job;
    pack::PackWriteOptions options;
    options.compression = compression;
    options.flushToDisk = false;
    if (!pack::writePack(path, pack, options, job)) {
      qFatal("cannot write the pack");
    }
    if (!checksums) {
      removeChecksums(path);
    }
    for (const char* file : kFiles) {
      files[file] = readFile(path / file);
    }
  }
  void restore(const char* file) { writeFile(path / file, files[file]); }
};

/// The peak resident memory of this process. (The sanitizers reserve terabytes of addresses.)
rlim_t peakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<rlim_t>(usage.ru_maxrss) * 1024;
}

/// Reads the pack and checks the result. `mustBeRight`: damage must not pass undetected. Returns the error, if any.
std::string judge(const PackOnDisk& disk, bool mustBeRight) {
  QElapsedTimer timer;
  timer.start();
  JobContext job;
  job.threadCount = 1;
  const auto read = pack::readPack(disk.path, job);
  std::string complaint;
  if (!read) {
    const Error& error = read.error();
    const std::string text = describe(error);
    if (error.message.empty() || error.file.empty() || text.find('\n') != std::string::npos) {
      complaint = "not a one-line reason with a file: " + text;
    } else if (error.code != ErrorCode::BadFile && error.code != ErrorCode::Unsupported &&
               error.code != ErrorCode::Limit) {
      complaint = "unexpected kind of error: " + text;
    }
  } else if (mustBeRight) {
    complaint = difference(disk.pack, *read);
  } else {
    // Data that the reader accepts must be safe to use.
    const vat::BakedAnimation& a = read->animation;
    (void)pack::verifyPack(*read, job);
    const std::uint32_t last = a.layout.frameCount - 1;
    for (std::uint32_t v = 0; v < a.mesh.vertexCount(); ++v) {
      (void)runtime::decodeVertex(a, v, {0, last, 0.5f});
    }
    for (std::size_t i = 0; i < a.variants.size(); ++i) {
      for (std::uint32_t lod = 0; lod <= a.mesh.lods.size(); ++lod) {
        const auto& primitives = lod == 0 ? a.mesh.primitives : a.mesh.lods[lod - 1].primitives;
        for (const vat::BakedRange& range : runtime::variantRanges(a, i, lod)) {
          if (range.primitive >= primitives.size() ||
              std::uint64_t{range.firstIndex} + range.indexCount > primitives[range.primitive].indexCount) {
            complaint += "a variant's range is out of bounds";
          }
        }
      }
    }
    for (std::size_t s = 0; s < a.sockets.size(); ++s) {
      (void)runtime::decodeSocket(a, SocketIndex(s), {last, 0, 0.25f});
    }
  }
  if (timer.elapsed() > kMaxMilliseconds) {
    complaint += " took too long";
  }
  if (kSanitized && peakBytes() > kMaxBytes) {
    complaint += " took too much memory";
  }
  return complaint;
}

Bytes damaged(const Bytes& bytes, std::mt19937& random) {
  Bytes result = bytes;
  const auto below = [&](std::size_t limit) {
    return static_cast<std::size_t>(random()) % std::max<std::size_t>(limit, 1);
  };
  const std::size_t at = below(result.size());
  const std::size_t length = std::min(result.size() - at, 1 + below(64));
  const auto begin = result.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random() % 8) {
    case 0: {  // A block is removed.
      result.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
      break;
    }
    case 1: {  // A block is doubled.
      const Bytes block(begin, begin + static_cast<std::ptrdiff_t>(length));
      result.insert(begin, block.begin(), block.end());
      break;
    }
    case 2: {  // A number becomes an unusual one.
      const std::uint32_t numbers[] = {0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x10000, 0xfffffff0, 4};
      const std::uint32_t number = numbers[random() % 8];
      const std::size_t aligned = at / 4 * 4;
      std::memcpy(result.data() + aligned, &number, std::min<std::size_t>(4, result.size() - aligned));
      break;
    }
    default: {  // One to four bytes change; usually a single bit of one.
      const std::size_t count = random() % 4 == 0 ? 1 + below(4) : 1;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = i == 0 ? at : below(result.size());
        const auto mask = static_cast<unsigned char>(random() % 2 == 0 ? 1u << random() % 8 : 1 + below(255));
        result[place] ^= std::byte{mask};
      }
    }
  }
  return result;
}

Bytes toBytes(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string toText(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// Puts another JSON into a GLB file.
Bytes glbWith(const Bytes& glb, const std::string& json) {
  std::string padded = json;
  padded.resize((json.size() + 3) / 4 * 4, ' ');
  std::uint32_t oldJsonBytes = 0;
  std::memcpy(&oldJsonBytes, glb.data() + 12, 4);
  Bytes result(glb.begin(), glb.begin() + 20);
  const Bytes text = toBytes(padded);
  result.insert(result.end(), text.begin(), text.end());
  result.insert(result.end(), glb.begin() + 20 + oldJsonBytes, glb.end());
  const auto jsonBytes = static_cast<std::uint32_t>(padded.size());
  const auto total = static_cast<std::uint32_t>(result.size());
  std::memcpy(result.data() + 12, &jsonBytes, 4);
  std::memcpy(result.data() + 8, &total, 4);
  return result;
}

Json glbJson(const Bytes& glb) {
  std::uint32_t jsonBytes = 0;
  std::memcpy(&jsonBytes, glb.data() + 12, 4);
  const auto* text = reinterpret_cast<const char*>(glb.data()) + 20;
  return Json::parse(text, text + jsonBytes);
}

/// The EXR of made packs with another data window and chunks of the given contents.
Bytes exrWith(const Bytes& exr, std::uint32_t width, std::uint32_t height, char compression,
              const std::vector<Bytes>& chunks, std::uint32_t linesPerChunk) {
  std::string text = toText(exr);
  const auto setWindow = [&](const char* name) {
    const std::size_t value = text.find(std::string(name) + '\0' + "box2i" + '\0', 0) + std::strlen(name) + 1 + 6 + 4;
    const std::int32_t corner[2] = {static_cast<std::int32_t>(width) - 1, static_cast<std::int32_t>(height) - 1};
    std::memcpy(text.data() + value + 8, corner, sizeof corner);
  };
  setWindow("dataWindow");
  setWindow("displayWindow");
  const std::string key = std::string("compression") + '\0' + "compression" + '\0';
  text[text.find(key) + key.size() + 4] = compression;
  std::size_t end = 8;
  while (text[end] != 0) {  // Name, type, size, value; an empty name ends the header.
    end = text.find('\0', text.find('\0', end) + 1) + 1;
    std::uint32_t size = 0;
    std::memcpy(&size, text.data() + end, sizeof size);
    end += 4 + size;
  }
  text.resize(end + 1);
  Bytes result = toBytes(text);
  std::uint64_t offset = result.size() + chunks.size() * 8;
  const auto append = [&](const auto& value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    result.insert(result.end(), begin, begin + sizeof value);
  };
  for (const Bytes& chunk : chunks) {
    append(offset);
    offset += 8 + chunk.size();
  }
  std::uint32_t line = 0;
  for (const Bytes& chunk : chunks) {
    append(line);
    append(static_cast<std::uint32_t>(chunk.size()));
    result.insert(result.end(), chunk.begin(), chunk.end());
    line += linesPerChunk;
  }
  return result;
}

Bytes zlibBytes(std::size_t rawSize, char value = 0) {
  const QByteArray packed = qCompress(QByteArray(static_cast<qsizetype>(rawSize), value)).mid(4);
  return toBytes(packed.toStdString());
}

}  // namespace

class TestHostile : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void truncated_data() { packs(); }
  void truncated();
  void flipped_data() { packs(); }
  void flipped();
  void falseManifests_data();
  void falseManifests();
  void falseMeshes_data();
  void falseMeshes();
  void falseTextures();
  void rejectsNewerVersions();
  void specialFiles();
  void pathsWithoutPack();

 private:
  void packs();
};

void TestHostile::initTestCase() {
  if (!kSanitized) {
    const rlimit limit = {kMaxBytes, kMaxBytes};
    QCOMPARE(setrlimit(RLIMIT_AS, &limit), 0);
  }
}

void TestHostile::packs() {
  QTest::addColumn<int>("mode");
  QTest::addColumn<int>("format");
  QTest::addColumn<int>("compression");
  QTest::addColumn<bool>("checksums");
  QTest::newRow("bone half uncompressed") << 0 << 0 << 0 << true;
  QTest::newRow("vertex float zip") << 1 << 1 << 2 << true;
  QTest::newRow("bone half uncompressed, no checksums") << 0 << 0 << 0 << false;
  QTest::newRow("bone float rle, no checksums") << 0 << 1 << 1 << false;
  QTest::newRow("vertex half zip, no checksums") << 1 << 0 << 2 << false;
}

namespace {

PackOnDisk fetchPack() {
  QFETCH(int, mode);
  QFETCH(int, format);
  QFETCH(int, compression);
  QFETCH(bool, checksums);
  MadePackSpec spec;
  spec.mode = mode == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
  spec.pixelFormat = format == 0 ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
  spec.frames = 20;
  return PackOnDisk(spec, static_cast<pack::TextureCompression>(compression), checksums);
}

}  // namespace

void TestHostile::truncated() {
  QFETCH(bool, checksums);
  PackOnDisk disk = fetchPack();
  QCOMPARE(judge(disk, checksums), std::string());
  for (const char* file : kFiles) {
    const Bytes& whole = disk.files[file];
    const bool every = !kSanitized && std::string_view(file) != "animation.exr";
    const std::size_t step = every ? 1 : std::max<std::size_t>(whole.size() / kTruncationsPerTexture, 1);
    for (std::size_t length = 0; length < whole.size(); length += step) {
      writeFile(disk.path / file, Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
      JobContext job;
      job.threadCount = 1;
      const std::string complaint = judge(disk, true);
      QVERIFY2(complaint.empty(), (std::string(file) + " cut at " + std::to_string(length) + ": " + complaint).c_str());
    }
    disk.restore(file);
  }
}

void TestHostile::flipped() {
  QFETCH(bool, checksums);
  PackOnDisk disk = fetchPack();
  std::mt19937 random(4711);
  int refused = 0;
  for (const char* file : kFiles) {
    for (int i = 0; i < kFlipsPerFile; ++i) {
      writeFile(disk.path / file, damaged(disk.files[file], random));
      const std::string complaint = judge(disk, checksums);
      QVERIFY2(complaint.empty(), (std::string(file) + ", change " + std::to_string(i) + ": " + complaint).c_str());
      refused += i % 8 != 0 || pack::readPackManifest(disk.path) ? 0 : 1;
    }
    disk.restore(file);
  }
  QVERIFY(refused > kFlipsPerFile / 50);  // Enough changes have an effect.
}

void TestHostile::falseManifests_data() {
  QTest::addColumn<ManifestChange>("change");
  QTest::addColumn<QString>("expected");
  const auto add = [](const char* name, ManifestChange change, const char* expected) {
    QTest::newRow(name) << change << expected;
  };
  add(
      "no format", [](Json& j) { j.erase("format"); }, "'format' is missing");
  add(
      "other format", [](Json& j) { j["format"] = "zip"; }, "format: is not \"texeleton-pack\"");
  add(
      "version 0", [](Json& j) { j["version"] = 0; }, "version");
  add(
      "version text", [](Json& j) { j["version"] = "1"; }, "version: is not a whole number");
  add(
      "version float", [](Json& j) { j["version"] = 1.0; }, "version");
  add(
      "huge version", [](Json& j) { j["version"] = std::uint64_t{18446744073709551615u}; }, "version");
  add(
      "width 0", [](Json& j) { j["texture"]["width"] = 0; }, "sides");
  add(
      "width 4e9", [](Json& j) { j["texture"]["width"] = 4000000000u; }, "sides");
  add(
      "width beyond 32 bits", [](Json& j) { j["texture"]["width"] = std::uint64_t{1} << 40; }, "texture.width");
  add(
      "negative height", [](Json& j) { j["texture"]["height"] = -1; }, "texture.height");
  add(
      "rows wrap around", [](Json& j) { j["texture"]["rowsPerFrame"] = 4294967295u; }, "frameCount");
  add(
      "frames beyond", [](Json& j) { j["texture"]["frameCount"] = 100000; }, "frameCount");
  add(
      "elements", [](Json& j) { j["texture"]["elementCount"] = 1431655766u; }, "elementCount");
  add(
      "file name", [](Json& j) { j["texture"]["file"] = "../../etc/passwd"; }, "texture.file");
  add(
      "mesh file name", [](Json& j) { j["mesh"]["file"] = "/dev/zero"; }, "mesh.file");
  add(
      "bone is its own parent", [](Json& j) { j["bones"][0]["parent"] = 0; }, "bones[0].parent");
  add(
      "bones missing", [](Json& j) { j["bones"].erase(1); }, "bones");
  add(
      "clip beyond", [](Json& j) { j["clips"][1]["frameBegin"] = 4294967295u; }, "clips[1]");
  add(
      "clip of 70,000", [](Json& j) { j["clips"][0]["frameCount"] = 70000; }, "clips[0]");
  add(
      "no clips", [](Json& j) { j["clips"] = Json::array(); }, "clips: there is none");
  add(
      "length text", [](Json& j) { j["clips"][0]["lengthSeconds"] = "long"; }, "lengthSeconds: is not a number");
  add(
      "length negative", [](Json& j) { j["clips"][0]["lengthSeconds"] = -1.0; }, "lengthSeconds");
  add(
      "loop 1", [](Json& j) { j["clips"][0]["loop"] = 1; }, "neither true nor false");
  add(
      "root mode", [](Json& j) { j["clips"][0]["rootMotion"]["mode"] = "keep"; }, "neither remove nor extract");
  add(
      "root track short", [](Json& j) { j["clips"][0]["rootMotion"]["track"]["x"].erase(1); }, "values, x has");
  add(
      "root track missing", [](Json& j) { j["clips"][0]["rootMotion"].erase("track"); }, "'track' is missing");
  add(
      "root track of text", [](Json& j) { j["clips"][0]["rootMotion"]["track"]["z"][1] = "1"; }, "z[1]");
  add(
      "root track too long",
      [](Json& j) {
        j["clips"][2]["rootMotion"]["track"] = {{"x", {0, 1}}, {"z", {0, 1}}};
      },
      "needs 1");
  add(
      "root track far", [](Json& j) { j["clips"][0]["rootMotion"]["track"]["x"][1] = 1e12; }, "out of range");
  add(
      "root track starts late", [](Json& j) { j["clips"][0]["rootMotion"]["track"]["x"][0] = 0.1; }, "begin at 0");
  add(
      "root flag", [](Json& j) { j["clips"][1]["rootMotion"]["takesYaw"] = 1; }, "neither true nor false");
  add(
      "event order", [](Json& j) { j["clips"][0]["events"][2]["timeSeconds"] = 0.0; }, "events[2]");
  add(
      "event outside", [](Json& j) { j["clips"][0]["events"][2]["timeSeconds"] = 1e6; }, "events[2]");
  add(
      "control characters", [](Json& j) { j["clips"][0]["name"] = "a\nb"; }, "control characters");
  add(
      "long name", [](Json& j) { j["clips"][0]["name"] = std::string(5000, 'x'); }, "at most");
  add(
      "bounds of text", [](Json& j) { j["bounds"]["min"] = "low"; }, "bounds.min: is not an array");
  add(
      "bounds of four",
      [](Json& j) {
        j["bounds"]["min"] = {1, 2, 3, 4};
      },
      "bounds.min");
  add(
      "bounds upside down",
      [](Json& j) {
        j["bounds"]["min"] = {1e9, 0, 0};
      },
      "bounds");
  add(
      "bounds beyond float",
      [](Json& j) {
        j["bounds"]["max"] = {1e200, 0, 0};
      },
      "beyond the range");
  add(
      "socket bone", [](Json& j) { j["sockets"][0]["bone"] = 3; }, "sockets[0].bone");
  add(
      "socket rotation",
      [](Json& j) {
        j["sockets"][0]["rotation"] = {0, 0, 0, 0};
      },
      "sockets[0]");
  add(
      "more vertices", [](Json& j) { j["mesh"]["vertexCount"] = 10; }, "vertices or triangles");
  add(
      "more levels",
      [](Json& j) {
        j["lods"].push_back({{"mesh", "lod2"}, {"triangleCount", 1}, {"maxMillimetres", 0}});
      },
      "further levels");
  add(
      "source with folder", [](Json& j) { j["source"][0]["file"] = "../x.glb"; }, "source[0].file");
  add(
      "other filter", [](Json& j) { j["texture"]["filter"] = "linear"; }, "texture.filter");
  add(
      "other encoding", [](Json& j) { j["encoding"] = "quaternion"; }, "encoding");
  add(
      "not an object",
      [](Json& j) {
        j = Json::array({1, 2});
      },
      "is not an object");
  add(
      "deep nesting",
      [](Json& j) {
        Json deep = 1;
        for (int i = 0; i < 70; ++i) {
          deep = Json::array({deep});
        }
        j["extra"] = deep;
      },
      "nested more");
}

void TestHostile::falseManifests() {
  QFETCH(ManifestChange, change);
  QFETCH(QString, expected);
  const PackOnDisk disk({}, pack::TextureCompression::None, false);
  Json json = Json::parse(toText(disk.files.at("manifest.json")));
  change(json);
  writeFile(disk.path / "manifest.json", toBytes(json.dump()));
  JobContext job;
  const auto read = pack::readPack(disk.path, job);
  QVERIFY(!read.has_value());
  QCOMPARE(judge(disk, true), std::string());
  QVERIFY2(QString::fromStdString(read.error().message.text()).contains(expected), describe(read.error()).c_str());
}

void TestHostile::falseMeshes_data() {
  QTest::addColumn<ManifestChange>("change");
  QTest::addColumn<QString>("expected");
  const auto add = [](const char* name, ManifestChange change, const char* expected) {
    QTest::newRow(name) << change << expected;
  };
  add(
      "buffer with uri", [](Json& j) { j["buffers"][0]["uri"] = "../secret.bin"; }, "another file");
  add(
      "image with uri", [](Json& j) { j["images"][0]["uri"] = "file:///etc/passwd"; }, "another file");
  add(
      "image of another type", [](Json& j) { j["images"][0]["mimeType"] = "image/jpeg"; }, "images[0].mimeType");
  add(
      "image in other bytes", [](Json& j) { j["images"][0]["bufferView"] = 0; }, "neither PNG nor JPEG");
  add(
      "required extension", [](Json& j) { j["extensionsRequired"] = {"EXT_meshopt_compression"}; }, "no place");
  add(
      "used extension", [](Json& j) { j["extensionsUsed"].push_back("KHR_draco_mesh_compression"); }, "must not use");
  add(
      "material extension", [](Json& j) { j["materials"][0]["extensions"]["KHR_x"] = Json::object(); }, "extension");
  add(
      "animations", [](Json& j) { j["animations"] = Json::array(); }, "no place");
  add(
      "view beyond", [](Json& j) { j["bufferViews"][0]["byteLength"] = 1u << 30; }, "byteLength");
  add(
      "view offset", [](Json& j) { j["bufferViews"][0]["byteOffset"] = std::int64_t{1} << 60; }, "byteOffset");
  add(
      "view negative", [](Json& j) { j["bufferViews"][0]["byteOffset"] = -4; }, "byteOffset");
  add(
      "view of another buffer", [](Json& j) { j["bufferViews"][0]["buffer"] = 1; }, "buffer");
  add(
      "view with stride", [](Json& j) { j["bufferViews"][0]["byteStride"] = 12; }, "stride");
  add(
      "accessor count", [](Json& j) { j["accessors"][0]["count"] = std::int64_t{1} << 61; }, "count");
  add(
      "accessor count 0", [](Json& j) { j["accessors"][0]["count"] = 0; }, "count");
  add(
      "accessor type", [](Json& j) { j["accessors"][0]["componentType"] = 5121; }, "componentType");
  add(
      "accessor view", [](Json& j) { j["accessors"][0]["bufferView"] = 999; }, "bufferView");
  add(
      "sparse accessor",
      [](Json& j) {
        j["accessors"][0]["sparse"] = {{"count", 1}};
      },
      "sparse");
  add(
      "no position", [](Json& j) { j["meshes"][0]["primitives"][0]["attributes"].erase("POSITION"); }, "POSITION");
  add(
      "joints",
      [](Json& j) {
        for (auto& mesh : j["meshes"]) {
          for (auto& primitive : mesh["primitives"]) {
            primitive["attributes"]["JOINTS_0"] = 0;
          }
        }
      },
      "attribute");
  add(
      "differing attributes", [](Json& j) { j["meshes"][1]["primitives"][0]["attributes"]["NORMAL"] = 0; },
      "other attributes");
  add(
      "indices are attributes", [](Json& j) { j["meshes"][0]["primitives"][0]["indices"] = 0; }, "componentType");
  add(
      "lines", [](Json& j) { j["meshes"][0]["primitives"][0]["mode"] = 1; }, "mode");
  add(
      "material beyond", [](Json& j) { j["meshes"][0]["primitives"][0]["material"] = 2; }, "material");
  add(
      "texture beyond", [](Json& j) { j["materials"][0]["normalTexture"]["index"] = 77; }, "index");
  add(
      "texture source beyond", [](Json& j) { j["textures"][0]["source"] = 2; }, "source");
  add(
      "third UV set", [](Json& j) { j["materials"][0]["normalTexture"]["texCoord"] = 2; }, "texCoord");
  add(
      "mesh name", [](Json& j) { j["meshes"][1]["name"] = "lod7"; }, "meshes[1].name");
  add(
      "mesh missing", [](Json& j) { j["meshes"].erase(1); }, "further levels");
  add(
      "no primitives", [](Json& j) { j["meshes"][0]["primitives"] = Json::array(); }, "is empty");
  add(
      "many primitives over the same indices",
      [](Json& j) {
        const Json primitive = j["meshes"][0]["primitives"][0];
        for (int i = 0; i < 1000; ++i) {
          j["meshes"][0]["primitives"].push_back(primitive);
        }
      },
      "shares its indices");
  add(
      "glTF 1.0", [](Json& j) { j["asset"]["version"] = "1.0"; }, "asset.version");
}

void TestHostile::falseMeshes() {
  QFETCH(ManifestChange, change);
  QFETCH(QString, expected);
  const PackOnDisk disk({}, pack::TextureCompression::None, false);
  const Bytes& glb = disk.files.at("mesh.glb");
  Json json = glbJson(glb);
  change(json);
  writeFile(disk.path / "mesh.glb", glbWith(glb, json.dump()));
  JobContext job;
  const auto read = pack::readPack(disk.path, job);
  QVERIFY(!read.has_value());
  QCOMPARE(judge(disk, true), std::string());
  QVERIFY2(QString::fromStdString(read.error().message.text()).contains(expected), describe(read.error()).c_str());
}

void TestHostile::falseTextures() {
  const PackOnDisk disk({}, pack::TextureCompression::Zip, false);
  const Bytes& exr = disk.files.at("animation.exr");
  const vat::TextureLayout& layout = disk.pack.animation.layout;
  JobContext job;
  const auto answer = [&](const Bytes& bytes) {
    writeFile(disk.path / "animation.exr", bytes);
    if (const std::string complaint = judge(disk, false); !complaint.empty()) {
      return complaint;
    }
    const auto read = pack::readPack(disk.path, job);
    return read ? std::string("accepted") : read.error().message.text();
  };
  QCOMPARE(layout.height, 16u);  // One ZIP chunk.
  const std::size_t raw = std::size_t{layout.width} * layout.height * 8;
  // The file that the other cases modify is valid.
  QCOMPARE(answer(exrWith(exr, layout.width, layout.height, 3, {zlibBytes(raw)}, 16)), std::string("accepted"));
  // Decompresses to less, or to more, than the lines hold.
  QVERIFY(answer(exrWith(exr, layout.width, layout.height, 3, {zlibBytes(raw - 8)}, 16)).find("decompress") !=
          std::string::npos);
  QVERIFY(answer(exrWith(exr, layout.width, layout.height, 3, {zlibBytes(raw + 8)}, 16)).find("decompress") !=
          std::string::npos);
  QVERIFY(answer(exrWith(exr, layout.width, layout.height, 3, {Bytes(40, std::byte{7})}, 16)).find("decompress") !=
          std::string::npos);
  // PIZ, which a pack must not use.
  QVERIFY(answer(exrWith(exr, layout.width, layout.height, 4, {zlibBytes(raw)}, 16)).find("compression") !=
          std::string::npos);
  // A size other than the manifest's.
  QVERIFY(answer(exrWith(exr, layout.width + 1, layout.height, 3, {zlibBytes(raw)}, 16)).find("manifest") !=
          std::string::npos);
  // Long files in place of short ones and vice versa.
  Bytes longer = exr;
  longer.resize(longer.size() + 1);
  QVERIFY(answer(longer) != "accepted");

  // A small file that claims gigabytes: rejected before memory is allocated.
  Json json = Json::parse(toText(disk.files.at("manifest.json")));
  json["texture"]["width"] = 65536;
  json["texture"]["height"] = 65536;
  writeFile(disk.path / "manifest.json", toBytes(json.dump()));
  const std::vector<Bytes> tiny(4096, Bytes(16, std::byte{1}));
  QVERIFY(answer(exrWith(exr, 65536, 65536, 3, tiny, 16)).find("64 times") != std::string::npos);
}

void TestHostile::rejectsNewerVersions() {
  const PackOnDisk disk({}, pack::TextureCompression::None, false);
  Json json = Json::parse(toText(disk.files.at("manifest.json")));
  json["version"] = 3;
  json.erase("clips");
  writeFile(disk.path / "manifest.json", toBytes(json.dump()));
  JobContext job;
  const auto read = pack::readPack(disk.path, job);
  QVERIFY(!read.has_value());
  QCOMPARE(read.error().code, ErrorCode::Unsupported);
  QVERIFY(read.error().message.find("version 3") != std::string::npos);
  QVERIFY(read.error().message.find("update") != std::string::npos);
}

void TestHostile::specialFiles() {
  for (const char* file : kFiles) {
    PackOnDisk disk({}, pack::TextureCompression::None, true);
    fs::remove(disk.path / file);
    QVERIFY(judge(disk, true).empty());
    fs::create_directory(disk.path / file);
    QVERIFY(judge(disk, true).empty());
    fs::remove(disk.path / file);
    fs::create_symlink("/dev/zero", disk.path / file);
    QVERIFY(judge(disk, true).empty());
    fs::remove(disk.path / file);
    QCOMPARE(mkfifo((disk.path / file).c_str(), 0600), 0);
    QVERIFY(judge(disk, true).empty());  // Opening a pipe for reading would wait for a writer.
  }
}

void TestHostile::pathsWithoutPack() {
  const QTemporaryDir folder;
  const fs::path base = pathOf(folder);
  JobContext job;
  const auto code = [&](const fs::path& path) { return pack::readPack(path, job).error().code; };
  QCOMPARE(code(base / "absent"), ErrorCode::NotFound);
  QCOMPARE(code(base / "absent" / "deeper"), ErrorCode::NotFound);
  QCOMPARE(code(base), ErrorCode::BadFile);
  QCOMPARE(code(fs::path()), ErrorCode::InvalidArgument);
  QCOMPARE(code("/"), ErrorCode::InvalidArgument);
  QCOMPARE(code(base / ".."), ErrorCode::InvalidArgument);
  writeFile(base / "file", Bytes(3));
  QCOMPARE(code(base / "file"), ErrorCode::BadFile);
  fs::create_symlink(base / "nothing", base / "dangling");
  QCOMPARE(code(base / "dangling"), ErrorCode::NotFound);
}

TEXELETON_PLAIN_SUITE(TestHostile)
#include "test_hostile.moc"

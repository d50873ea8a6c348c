// Exports for web libraries with their own format of animation textures: the content of their files, against core's
// decoder. tests/engines checks that the libraries play them.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/export/export_places.h"
#include "core/export/playcanvas/vat_container.h"
#include "core/export/web/matrix_rows.h"
#include "core/export/web/skinned_glb.h"
#include "core/pack/canary.h"
#include "core/runtime/pack_player.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

/// All files of a folder except for packs, by path.
std::map<std::string, std::string> filesIn(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = fs::relative(entry.path(), folder).string();
    if (entry.is_regular_file() && path.find(".texpack") == std::string::npos) {
      files[path] = textOf(entry.path());
    }
  }
  return files;
}

QJsonObject jsonOf(const std::string& text) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

/// Writes a made pack and a target's files next to it.
Result<void> exported(const char* target, const fs::path& folder, const std::string& name, const MadePackSpec& spec) {
  const exporting::ExportPlace place = exporting::exportPlace(*exporting::exportTargetNamed(target), folder, name);
  fs::create_directories(place.pack.parent_path());
  JobContext job;
  if (auto written = pack::writePack(place.pack, madePack(spec), {}, job); !written) {
    return written;
  }
  return exporting::writeCompanions(place, job);
}

/// The largest distance between a vertex by the matrices of a row and by core's decoder.
double farOff(const exporting::MatrixRows& rows, std::uint32_t row, const vat::BakedAnimation& a,
              const runtime::AnimationTickOutput& moment) {
  double far = 0.0;
  for (std::uint32_t v = 0; v < a.mesh.vertexCount(); ++v) {
    glm::mat4 m(0.0f);
    for (int i = 0; i < 4; ++i) {
      m += exporting::matrixInRow(rows, row, a.mesh.boneIndices[v][i]) * a.mesh.boneWeights[v][i];
    }
    const glm::vec3 p = glm::vec3(m * glm::vec4(a.mesh.positions[v], 1.0f));
    far = std::max(far, double{glm::distance(p, runtime::decodeVertex(a, v, moment).position)});
  }
  return far;
}

}  // namespace

class TestWebTargets : public QObject {
  Q_OBJECT

  static std::uint32_t word(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  }

  /// Each stored position equals one of the pack's vertices at that frame, to a step of 16 bits; the closing frames are
  /// correct.
  static void checkContainer(const vat::BakedAnimation& a, const exporting::VatContainer& container) {
    const std::string& bytes = container.bytes;
    QVERIFY(word(bytes, 0) == 0x54415650u && word(bytes, 4) == 1u && word(bytes, 8) == bytes.size());
    const std::uint32_t length = word(bytes, 12);
    const QJsonObject json = jsonOf(bytes.substr(20, length));
    const char* bin = bytes.data() + 28 + length;
    const auto number = [&json](const char* key) { return static_cast<std::size_t>(json[key].toInt()); };
    const auto width = static_cast<std::size_t>(json["texture"]["width"].toInt());
    QVERIFY((width & (width - 1)) == 0 && number("vertexCount") * number("frameCount") <= width * container.height);
    glm::vec3 low(0.0f);
    glm::vec3 step(0.0f);
    for (int c = 0; c < 3; ++c) {
      low[c] = static_cast<float>(json["bounds"]["min"][c].toDouble());
      step[c] = static_cast<float>(json["bounds"]["max"][c].toDouble() - low[c]) / 65535.0f;
    }
    const auto stored = [&](std::size_t vertex, std::size_t frame) {
      std::uint16_t texel[4];
      const std::size_t at = static_cast<std::size_t>(json["vat"]["byteOffset"].toInt());
      std::memcpy(texel, bin + at + 8 * (vertex * number("frameCount") + frame), 8);
      return low + step * glm::vec3(texel[0], texel[1], texel[2]);
    };
    const QJsonArray animations = json["animations"].toArray();
    QCOMPARE(static_cast<std::size_t>(animations.size()), a.clips.size());
    for (std::size_t i = 0; i < a.clips.size(); ++i) {
      const vat::BakedClip& clip = a.clips[i];
      const auto first = static_cast<std::uint32_t>(animations[static_cast<int>(i)]["frameStart"].toInt());
      const auto frames = static_cast<std::uint32_t>(animations[static_cast<int>(i)]["frameCount"].toInt());
      QVERIFY(animations[static_cast<int>(i)]["duration"].toDouble() > 0.0);
      for (std::uint32_t f = 0; f <= frames; ++f) {
        // At frame f the reader shows the time f / frameCount of the clip's length.
        const runtime::AnimationTickOutput moment = runtime::sampleClip(
            runtime::clipTiming(clip), f == frames && clip.loop ? 0.0 : clip.lengthSeconds * f / frames);
        for (std::size_t v = 0; v < number("vertexCount"); ++v) {
          float nearest = 1e9f;
          for (std::uint32_t own = 0; own < a.mesh.vertexCount(); ++own) {
            nearest =
                std::min(nearest, glm::distance(runtime::decodeVertex(a, own, moment).position, stored(v, first + f)));
          }
          QVERIFY2(nearest <= glm::length(step) + 1e-5f, std::to_string(nearest).c_str());
        }
      }
    }
  }

  /// Each vertex of the container is one of the pack's, with its colour.
  static void checkColors(const vat::BakedAnimation& a, const exporting::VatContainer& container) {
    QVERIFY(!a.mesh.colors.empty());
    const std::string& bytes = container.bytes;
    const std::uint32_t length = word(bytes, 12);
    const QJsonObject json = jsonOf(bytes.substr(20, length));
    const char* bin = bytes.data() + 28 + length;
    QCOMPARE(container.colors.size(), std::size_t{4} * container.vertexCount);
    const runtime::AnimationTickOutput first = runtime::sampleClip(runtime::clipTiming(a.clips.front()), 0.0);
    const auto frames = static_cast<std::size_t>(json["frameCount"].toInt());
    for (std::size_t v = 0; v < container.vertexCount; ++v) {
      std::uint16_t texel[4];
      std::memcpy(texel, bin + json["vat"]["byteOffset"].toInt() + 8 * v * frames, 8);
      float nearest = 1e9f;
      for (std::uint32_t own = 0; own < a.mesh.vertexCount(); ++own) {
        float far = 0.0f;
        for (int c = 0; c < 4; ++c) {
          const auto stored = static_cast<unsigned char>(container.colors[4 * v + static_cast<std::size_t>(c)]);
          far = std::max(far, std::abs(static_cast<float>(stored) / 255.0f - a.mesh.colors[own][c]));
        }
        for (int c = 0; c < 3; ++c) {
          const double low = json["bounds"]["min"][c].toDouble();
          const double step = (json["bounds"]["max"][c].toDouble() - low) / 65535.0;
          const float place = runtime::decodeVertex(a, own, first).position[c];
          far = std::max(far, std::abs(static_cast<float>(low + step * texel[c]) - place));
        }
        nearest = std::min(nearest, far);
      }
      QVERIFY2(nearest < 0.003f, std::to_string(nearest).c_str());
    }
  }

 private slots:
  void rowsMatchFramesOfPack() {
    for (const bool folded : {false, true}) {
      for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
        const vat::BakedAnimation a = madePack({.pixelFormat = format, .folded = folded}).animation;
        const auto rows = exporting::matrixRows(a, 0.0);
        QVERIFY(rows);
        QCOMPARE(rows->width, 4 * a.layout.elementCount);
        QCOMPARE(rows->bytes.size(), std::size_t{rows->width} * rows->height * vat::texelBytes(format));
        QVERIFY(exporting::matrixInRow(*rows, 0, 1) == glm::mat4(1.0f));
        std::uint32_t next = 1;
        for (std::size_t i = 0; i < a.clips.size(); ++i) {
          const exporting::RowClip& at = rows->clips[i];
          QCOMPARE(at.firstRow, next);
          QCOMPARE(at.frameCount, a.clips[i].frameCount);
          for (std::uint32_t f = 0; f < at.frameCount; ++f) {
            const std::uint32_t frame = a.clips[i].frameBegin + f;
            QVERIFY(farOff(*rows, at.firstRow + f, a, {frame, frame, 0.0f}) < 1e-5);
          }
          const std::uint32_t closing = a.clips[i].frameBegin + (a.clips[i].loop ? 0 : at.frameCount - 1);
          QVERIFY(farOff(*rows, at.firstRow + at.frameCount, a, {closing, closing, 0.0f}) < 1e-5);
          next += at.frameCount + 1;
        }
        QVERIFY(rows->canaryRow && *rows->canaryRow == next);
        QCOMPARE(rows->height, next + pack::canaryRows(rows->width));
        const glm::mat4 canary = exporting::matrixInRow(*rows, next, 0);  // The first four texels of the canary.
        for (std::uint32_t texel = 0; texel < 4; ++texel) {
          QVERIFY(canary[static_cast<int>(texel)] == pack::canaryTexel(texel, format));
        }
      }
    }
  }

  void otherRatesAreBlended() {
    const vat::BakedAnimation a = madePack({.pixelFormat = vat::PixelFormat::Rgba32F}).animation;
    const auto rows = exporting::matrixRows(a, 240.0);
    QVERIFY(rows);
    for (std::size_t i = 0; i < a.clips.size(); ++i) {
      const vat::BakedClip& clip = a.clips[i];
      const std::uint32_t steps = rows->clips[i].frameCount - (clip.loop ? 0 : 1);
      if (clip.lengthSeconds > 0.0) {
        QCOMPARE(steps, static_cast<std::uint32_t>(std::floor(clip.lengthSeconds * 240.0 + 0.5)));
      }
      for (std::uint32_t f = 0; f < rows->clips[i].frameCount; ++f) {
        const double at = steps > 0 ? clip.lengthSeconds * f / steps : 0.0;
        QVERIFY(farOff(*rows, rows->clips[i].firstRow + f, a, runtime::sampleClip(runtime::clipTiming(clip), at)) <
                1e-5);
      }
    }
  }

  /// Unsupported packs are rejected with a message.
  void refusals() {
    const auto why = [](const Result<exporting::MatrixRows>& rows) {
      return rows ? std::string() : rows.error().message.text();
    };
    const auto vertex = why(exporting::matrixRows(madePack({.mode = vat::BakeMode::Vertex}).animation, 0.0));
    QVERIFY2(vertex.find("bake with --mode bone") != std::string::npos, vertex.c_str());
    vat::BakedAnimation high = madePack({}).animation;
    const auto tooHigh = why(exporting::matrixRows(high, 1e6));
    QVERIFY2(tooHigh.find("lower the rate") != std::string::npos, tooHigh.c_str());
    high.layout.elementCount = 5000;
    QVERIFY(!exporting::matrixRows(high, 0.0));
  }

  /// Joints, weights and indices of the mesh, read back independently of the writer.
  void meshes() {
    const vat::BakedAnimation a = madePack({}).animation;
    const auto glb = exporting::skinnedGlb(a, "hero");
    QVERIFY(glb);
    std::uint32_t length = 0;
    std::memcpy(&length, glb->data() + 12, 4);
    const QJsonObject json = jsonOf(glb->substr(20, length));
    const char* bin = glb->data() + 28 + length;
    QCOMPARE(json["skins"][0]["joints"].toArray().size(), static_cast<int>(a.layout.elementCount));
    const auto start = [&](int accessor) {
      return bin + json["bufferViews"][json["accessors"][accessor]["bufferView"].toInt()]["byteOffset"].toInt();
    };
    std::size_t triangles = 0;
    for (const auto& mesh : json["meshes"].toArray()) {
      for (const auto& primitive : mesh.toObject()["primitives"].toArray()) {
        const QJsonObject attributes = primitive.toObject()["attributes"].toObject();
        const int indices = primitive.toObject()["indices"].toInt();
        triangles += static_cast<std::size_t>(json["accessors"][indices]["count"].toInt()) / 3;
        const int count = json["accessors"][attributes["WEIGHTS_0"].toInt()]["count"].toInt();
        for (int v = 0; v < count; ++v) {
          std::uint16_t weights[4];
          std::memcpy(weights, start(attributes["WEIGHTS_0"].toInt()) + 8 * v, 8);
          QCOMPARE(weights[0] + weights[1] + weights[2] + weights[3], 65535);
          for (int i = 0; i < 4; ++i) {
            const auto joint = static_cast<unsigned char>(start(attributes["JOINTS_0"].toInt())[4 * v + i]);
            QVERIFY(joint < a.layout.elementCount);
          }
        }
      }
    }
    QCOMPARE(triangles, a.mesh.indices.size() / 3);
  }

  /// Containers for PlayCanvas in the layout of its own reader, against core's decoder.
  void containers() {
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      for (const bool folded : {false, true}) {
        const vat::BakedAnimation a = madePack({.mode = mode, .folded = folded}).animation;
        const auto made = exporting::vatContainers(a, 0.0);
        QVERIFY(made && !made->empty());
        std::size_t triangles = 0;
        for (const exporting::VatContainer& container : *made) {
          checkContainer(a, container);
          checkColors(a, container);
          triangles += container.triangleCount;
        }
        QCOMPARE(triangles, a.mesh.indices.size() / 3);
      }
    }
  }

  void twiceTheSameBytes() {
    for (const char* target : {"babylon", "babylon-lite", "playcanvas"}) {
      const QTemporaryDir temporary;
      const fs::path folder = pathOf(temporary);
      QVERIFY(exported(target, folder / "a", "hero", {}));
      QVERIFY(exported(target, folder / "b", "hero", {}));
      const auto files = filesIn(folder / "a");
      QVERIFY(files.size() > 6 && files == filesIn(folder / "b"));
      // Again to the same place.
      QVERIFY(exported(target, folder / "a", "hero", {}));
      QVERIFY(files == filesIn(folder / "a"));
    }
  }

  void twoCharactersInOneFolder() {
    for (const char* target : {"babylon", "babylon-lite", "playcanvas"}) {
      const QTemporaryDir temporary;
      const fs::path folder = pathOf(temporary);
      QVERIFY(exported(target, folder, "hero", {}));
      const auto before = filesIn(folder);
      QVERIFY(exported(target, folder, "foe", {.pixelFormat = vat::PixelFormat::Rgba32F, .seed = 2}));
      auto after = filesIn(folder);
      std::size_t shared = 0;
      for (const auto& [path, text] : before) {
        if (path != exporting::kOwnedListName) {
          QVERIFY2(after.contains(path) && after[path] == text, path.c_str());
          shared += path.starts_with("texeleton/") ? 1 : 0;
        }
      }
      // The run-time exists once, and each character has equally many files of its own.
      const auto own = before.size() - 1 - shared;
      QCOMPARE(after.size(), before.size() + own);
    }
  }
};

TEXELETON_SUITE(TestWebTargets)
#include "test_web_targets.moc"

#include <QTemporaryDir>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/animation/pose.h"
#include "core/pack/canary.h"
#include "core/pack/pack.h"
#include "tests/support/suite.h"
#include "tests/vectors/vectors.h"

using namespace texeleton::vectors;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = TEXELETON_VECTORS;

Json committed(const char* file) {
  std::ifstream in(kFolder / file, std::ios::binary);
  return Json::parse(in, nullptr, false);
}

/// The place where two values differ; "" if they are equal. Numbers may differ by the last bits of another C library.
std::string difference(const Json& a, const Json& b, const std::string& where) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>();
    const double y = b.get<double>();
    const double tolerance = a.is_number_integer() && b.is_number_integer() ? 0.0 : 1e-6 * std::max(1.0, std::abs(x));
    return std::abs(x - y) <= tolerance ? "" : where + ": " + a.dump() + " is now " + b.dump();
  }
  if (a.type() != b.type() || a.size() != b.size()) {
    return where + ": another kind or size";
  }
  if (a.is_object() || a.is_array()) {
    auto other = b.items().begin();
    for (const auto& [key, value] : a.items()) {
      if (a.is_object() && key != other.key()) {
        return where + "/" + key + ": not there";
      }
      if (const std::string text = difference(value, other.value(), where + "/" + key); !text.empty()) {
        return text;
      }
      ++other;
    }
    return {};
  }
  return a == b ? "" : where + ": " + a.dump() + " is now " + b.dump();
}

}  // namespace

/// The committed vectors equal core's current results: a run-time that passes them agrees with core.
class TestVectors : public QObject {
  Q_OBJECT

 private slots:
  void agreeWithCore_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"ticker.json", "crowd.json", "schedule.json", "root-motion.json", "canary.json",
                             "decoded.json", "encodings.json", "uneven.json", "layers.json"}) {
      QTest::newRow(file) << QString(file);
    }
  }
  void agreeWithCore() {
    QFETCH(QString, file);
    const std::string name = file.toStdString();
    const Json now = name == "ticker.json"        ? tickerVectors()
                     : name == "crowd.json"       ? crowdVectors()
                     : name == "schedule.json"    ? scheduleVectors()
                     : name == "root-motion.json" ? rootMotionVectors()
                     : name == "canary.json"      ? canaryVectors()
                     : name == "decoded.json"     ? packVectors(kFolder)
                     : name == "uneven.json"      ? unevenPackVectors(kFolder)
                     : name == "layers.json"      ? layerVectors(kFolder)
                                                  : encodedPackVectors(kFolder);
    const std::string text = difference(committed(name.c_str()), now, "");
    QVERIFY2(text.empty(), (name + text + "; is it meant? Then run write_vectors (tests/vectors/README.md)").c_str());
  }

  /// The committed packs equal current bakes, with every compiler.
  void packsMatchBake() {
    const QTemporaryDir folder;
    const fs::path baked = folder.path().toStdString();
    bakePacks(baked);
    for (const auto& [now, then] : {std::pair(packVectors(baked), committed("decoded.json")),
                                    std::pair(encodedPackVectors(baked), committed("encodings.json"))}) {
      const std::string text = difference(then, now, "");
      QVERIFY2(text.empty(), text.c_str());
    }
  }

  /// The damage of each texture is named, and none for undamaged ones.
  void namesDamages() {
    using namespace texeleton;
    const Json vectors = committed("canary.json");
    QVERIFY(vectors.at("cases").size() > 100);
    for (const Json& each : vectors.at("cases")) {
      const Json& exported = each.at("exported");
      vat::TextureLayout layout;
      layout.width = exported.at("width").get<std::uint32_t>();
      layout.height = exported.at("height").get<std::uint32_t>();
      layout.canaryRow = exported.at("canaryRow").get<std::uint32_t>();
      const bool isFloat = exported.at("pixelFormat").get<std::string>() == "rgba32f";
      const auto width = each.at("width").get<std::uint32_t>();
      const Json& texels = each.at("texels");
      const auto damages =
          pack::diagnoseCanary(layout, isFloat ? vat::PixelFormat::Rgba32F : vat::PixelFormat::Rgba16F,
                               {width, each.at("height").get<std::uint32_t>(), [&](std::uint32_t x, std::uint32_t y) {
                                  glm::vec4 texel;
                                  for (std::uint32_t c = 0; c < 4; ++c) {
                                    texel[static_cast<int>(c)] = texels.at(4 * (y * width + x) + c).get<float>();
                                  }
                                  return texel;
                                }});
      Json names = Json::array();
      for (const pack::CanaryDamage* damage : damages) {
        names.push_back(damage->name);
      }
      const std::string what = each.at("what").get<std::string>() + ", " + exported.dump() + ": " + names.dump();
      QVERIFY2(names == each.at("names"), what.c_str());
    }
  }

  /// Layers with weights 0 and 1 on frames equal the composition of local transforms in the skeleton, in float64,
  /// including mirrored and non-uniformly scaled joints.
  void layersMatchSkeleton() {
    using namespace texeleton;
    const model::Model model = smallModel(true);
    JobContext job;
    const auto pack = pack::readPack(kFolder / "bone-float-folded.texpack", job);
    QVERIFY(pack.has_value());
    const vat::BakedAnimation& animation = pack->animation;
    const Json vectors = committed("layers.json");
    const Json* entry = nullptr;
    for (const Json& each : vectors.at("packs")) {
      entry = each.at("pack") == "bone-float-folded.texpack" ? &each : entry;
    }
    QVERIFY(entry != nullptr);
    const Json& mask = entry->at("masks").at(0);
    QCOMPARE(mask.at("name").get<std::string>(), std::string("below"));
    std::size_t masked = 0;
    std::size_t compared = 0;
    for (std::size_t number = 0; number < 2; ++number) {
      const Json& shown = mask.at("shown").at(number);
      const auto poseAt = [&](std::size_t clipNumber, const Json& frames) {
        const vat::BakedClip& clip = animation.clips[clipNumber];
        const double steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
        animation::SourcePose pose(model, clip.source.clip);
        pose.evaluate(clip.source.fromSeconds +
                      clip.lengthSeconds * (frames.at(0).get<double>() - clip.frameBegin) / steps);
        return pose;
      };
      animation::SourcePose base = poseAt(0, shown.at("base"));
      animation::SourcePose layer = poseAt(1, shown.at("layer"));
      std::vector<glm::dmat4> worlds(model.nodes.size());
      std::vector<bool> isMasked(model.nodes.size(), false);
      for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const NodeIndex parent = model.nodes[i].parent;
        isMasked[i] = model.nodes[i].name == kMaskedFrom || (parent.isValid() && isMasked[parent.value]);
        masked += isMasked[i] ? 1 : 0;
        const glm::dmat4 local = toMatrix(isMasked[i] ? layer.locals()[i] : base.locals()[i]);
        worlds[i] = parent.isValid() ? worlds[parent.value] * local : local;
      }
      for (const Json& expected : shown.at("vertices")) {
        const auto v = expected.at("vertex").get<std::size_t>();
        glm::dvec4 sum(0.0);
        for (int i = 0; i < 4; ++i) {
          const model::PaletteEntry& bone = model.palette[animation.mesh.boneIndices[v][i]];
          sum += static_cast<double>(animation.mesh.boneWeights[v][i]) *
                 (worlds[bone.node.value] * bone.inverseBind * glm::dvec4(animation.mesh.positions[v], 1.0));
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const double off =
              expected.at("position").at(axis).get<double>() - sum[static_cast<glm::dvec4::length_type>(axis)];
          QVERIFY2(std::abs(off) < 1e-4, std::to_string(off).c_str());
          ++compared;
        }
      }
    }
    QVERIFY(masked > 20 && masked < 2 * model.nodes.size() - 20 && compared > 100);
  }

  void packsAreComplete() {
    Json packs = committed("decoded.json").at("packs");
    QVERIFY(!packs.empty());
    for (const char* file : {"encodings.json", "uneven.json"}) {
      const Json more = committed(file).at("packs");
      for (const Json& pack : more) {
        packs.push_back(pack);
      }
    }
    for (const Json& pack : packs) {
      texeleton::JobContext job;
      const auto read = texeleton::pack::readPack(kFolder / pack.at("pack").get<std::string>(), job);
      QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
      QVERIFY(texeleton::pack::verifyPack(*read, job).empty());
    }
  }
};

TEXELETON_SUITE(TestVectors)
#include "test_vectors.moc"

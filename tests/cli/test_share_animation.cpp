// bake --share-animation: several characters, one pack, one texture.

#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <set>

#include "core/pack/pack.h"
#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/split_glb.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

/// Moves the bind pose of one joint along X by changing its inverse.
Glb withMovedBone(Glb glb, const std::string& name, float metres) {
  const Json& skin = glb.json["skins"][0];
  for (std::size_t i = 0; i < skin["joints"].size(); ++i) {
    if (glb.json["nodes"][skin["joints"][i].get<std::size_t>()]["name"] == name) {
      const Json& accessor = glb.json["accessors"][skin["inverseBindMatrices"].get<std::size_t>()];
      const Json& view = glb.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
      char* const place =
          glb.bytes.data() + view.value("byteOffset", 0) + accessor.value("byteOffset", 0) + 64 * i + 4 * 12;
      float x = 0.0f;
      std::memcpy(&x, place, sizeof x);
      x -= metres;
      std::memcpy(place, &x, sizeof x);
    }
  }
  return glb;
}

/// The same character with a unit smaller by `factor`: all lengths are larger by it.
Glb inSmallerUnit(Glb glb, float factor) {
  for (Json& node : glb.json["nodes"]) {
    if (node.contains("translation")) {
      for (Json& value : node["translation"]) {
        value = value.get<double>() * static_cast<double>(factor);
      }
    }
  }
  // Multiplies `count` numbers of each element of an accessor, from the `first` on.
  const auto multiply = [&](std::size_t number, std::size_t size, std::size_t first, std::size_t count) {
    Json& accessor = glb.json["accessors"][number];
    const Json& view = glb.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    char* const begin = glb.bytes.data() + view.value("byteOffset", 0) + accessor.value("byteOffset", 0);
    const auto stride = view.value("byteStride", 4 * size);
    for (std::size_t i = 0; i < accessor["count"].get<std::size_t>(); ++i) {
      for (std::size_t k = first; k < first + count; ++k) {
        float value = 0.0f;
        std::memcpy(&value, begin + stride * i + 4 * k, sizeof value);
        value *= factor;
        std::memcpy(begin + stride * i + 4 * k, &value, sizeof value);
      }
    }
    accessor.erase("min");
    accessor.erase("max");
  };
  std::set<std::size_t> done;
  for (const Json& mesh : glb.json["meshes"]) {
    for (const Json& primitive : mesh["primitives"]) {
      const auto positions = primitive["attributes"]["POSITION"].get<std::size_t>();
      if (done.insert(positions).second) {
        multiply(positions, 3, 0, 3);
      }
    }
  }
  for (const Json& skin : glb.json["skins"]) {
    multiply(skin["inverseBindMatrices"].get<std::size_t>(), 16, 12, 3);
  }
  return glb;
}

/// A bone that the sample's skin uses.
std::string someBone(const Glb& glb) {
  const Json& joints = glb.json["skins"][0]["joints"];
  return glb.json["nodes"][joints[joints.size() / 2].get<std::size_t>()]["name"];
}

}  // namespace

class TestShareAnimation : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_glb = readGlb(knightSample().toStdString());
    write("knight.glb", m_glb);
    write("squire.glb", withPrefix(withoutAnimations(m_glb), "other:"));
  }

  void shareTextureOfFirst() {
    const ProgramRun alone = runCli({"bake", path("knight.glb"), "-o", path("alone.texpack"), "--fps", "10"});
    QVERIFY2(alone.exitCode == 0, alone.errors);
    const ProgramRun run = share({"knight.glb", "squire.glb"});
    QVERIFY2(run.exitCode == 0, run.errors);
    JobContext job;
    const auto one = pack::readPack(path("alone.texpack").toStdString(), job);
    const auto both = pack::readPack(path("both.texpack").toStdString(), job);
    QVERIFY(one && both);
    QVERIFY(pack::verifyPack(*both, job).empty());
    QVERIFY(one->animation.layout == both->animation.layout);
    QCOMPARE(std::memcmp(one->animation.texels.bytes().data(), both->animation.texels.bytes().data(),
                         one->animation.texels.byteCount()),
             0);
    QCOMPARE(both->animation.mesh.vertexCount(), 2 * one->animation.mesh.vertexCount());
    QCOMPARE(both->animation.mesh.images.size(), one->animation.mesh.images.size());

    // One variant each, which together contain all triangles and do not overlap.
    QCOMPARE(both->animation.variants.size(), std::size_t{2});
    QCOMPARE(both->animation.variants[0].name, std::string("knight"));
    QCOMPARE(both->animation.variants[1].name, std::string("squire"));
    std::vector<int> uses(both->animation.meshes.size(), 0);
    for (const vat::BakedVariant& variant : both->animation.variants) {
      QCOMPARE(variant.meshes.size(), both->animation.meshes.size() / 2);
      for (const std::uint32_t mesh : variant.meshes) {
        ++uses[mesh];
      }
    }
    QVERIFY(std::all_of(uses.begin(), uses.end(), [](int n) { return n == 1; }));

    // The same error: the second moves like the first.
    for (std::size_t i = 0; i < one->animation.clips.size(); ++i) {
      QCOMPARE(both->animation.clips[i].error->maxMillimetres, one->animation.clips[i].error->maxMillimetres);
    }
  }

  void verifyMeasuresAll() {
    QCOMPARE(share({"knight.glb", "squire.glb"}).exitCode, 0);
    const QString pack = path("both.texpack");
    const ProgramRun run =
        runCli({"verify", pack, "--against", path("knight.glb"), "--against", path("squire.glb"), "--json"});
    QVERIFY2(run.exitCode == 0, run.errors + run.output);
    const Json found = run.json();
    QCOMPARE(found["clips"][0]["measured"], true);
    QCOMPARE(runCli({"verify", pack, "--against", path("knight.glb")}).exitCode, 1);
  }

  // A recipe stores everything, the characters too, with paths relative to it.
  void recipeStoresCharacters() {
    const QString recipe = path("both.texeleton");
    const ProgramRun saved = share({"knight.glb", "squire.glb"}, {"--save-recipe", recipe});
    QVERIFY2(saved.exitCode == 0, saved.errors);
    const auto texture = [this](const char* pack) {
      QFile file(path(pack) + "/animation.exr");
      return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const ProgramRun run = runCli({"bake", recipe, "-o", path("again.texpack"), "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    JobContext job;
    const auto first = pack::readPack(path("both.texpack").toStdString(), job);
    const auto again = pack::readPack(path("again.texpack").toStdString(), job);
    QVERIFY(first && again);
    QVERIFY(!texture("again.texpack").isEmpty() && texture("again.texpack") == texture("both.texpack"));
    QCOMPARE(again->animation.variants.size(), std::size_t{2});
    QCOMPARE(again->animation.variants[1].name, std::string("squire"));
    QCOMPARE(again->animation.mesh.vertexCount(), first->animation.mesh.vertexCount());
    // Each of them counts.
    QCOMPARE(runCli({"bake", recipe, "-o", path("again.texpack"), "--if-changed", "--json"}).json()["result"],
             "unchanged");
    write("squire.glb", withMovedBone(m_glb, someBone(m_glb), 0.1f));
    QCOMPARE(runCli({"bake", recipe, "-o", path("again.texpack"), "--if-changed"}).exitCode, 1);
    QCOMPARE(runCli({"bake", recipe, "-o", path("v.texpack"), "--mode", "vertex"}).exitCode, 1);
  }

  void namesDifferingBone() {
    const std::string bone = someBone(m_glb);
    write("moved.glb", withMovedBone(m_glb, bone, 0.1f));
    const ProgramRun run = share({"knight.glb", "squire.glb", "moved.glb"});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("\"" + QByteArray::fromStdString(bone) + "\" (100 mm away)") &&
                 run.errors.contains("moved.glb"),
             run.errors);
    QVERIFY(!QDir(path("both.texpack")).exists());
  }

  // A character in centimetres next to one in metres keeps its own unit; a wrong unit is rejected with the right one.
  void characterWithOtherUnit() {
    write("squire.glb", inSmallerUnit(withPrefix(withoutAnimations(m_glb), "other:"), 100.0f));
    const ProgramRun found = share({"knight.glb", "squire.glb"});
    QVERIFY2(found.exitCode == 0, found.errors);
    QVERIFY2((found.output + found.errors).contains("One unit of this file is taken as 0.01 m"), found.errors);
    const ProgramRun verified =
        runCli({"verify", path("both.texpack"), "--against", path("knight.glb"), "--against", path("squire.glb")});
    QVERIFY2(verified.exitCode == 0, verified.errors);
    write("foot.glb", inSmallerUnit(withPrefix(withoutAnimations(m_glb), "other:"), 1.0f / 0.3048f));
    const ProgramRun feet = share({"knight.glb", "foot.glb"});
    QVERIFY2(feet.exitCode == 0, feet.errors);
    QVERIFY2((feet.output + feet.errors).contains("One unit of this file is taken as 0.3048 m"), feet.errors);
    // The unit given for the model applies to all files.
    write("large.glb", inSmallerUnit(m_glb, 100.0f));
    const ProgramRun both100 = share({"large.glb", "squire.glb"}, {"--scale", "0.01"});
    QVERIFY2(both100.exitCode == 0, both100.errors);
    QVERIFY2(!(both100.output + both100.errors).contains("One unit of this file"), both100.errors);
    const ProgramRun refused = share({"knight.glb", "squire.glb"}, {"--character-scale", "squire=1"});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(
        refused.errors.contains("it is 100 times as large") && refused.errors.contains("--character-scale squire=0.01"),
        refused.errors);
    const QString recipe = path("both.texeleton");
    const ProgramRun run =
        share({"knight.glb", "squire.glb"}, {"--character-scale", "squire=0.01", "--save-recipe", recipe});
    QVERIFY2(run.exitCode == 0, run.errors);
    JobContext job;
    const auto both = pack::readPack(path("both.texpack").toStdString(), job);
    QVERIFY(both);
    // As large as the knight.
    const auto& positions = both->animation.mesh.positions;
    const std::size_t half = positions.size() / 2;
    float furthest = 0.0f;
    for (std::size_t i = 0; i < half; ++i) {
      furthest = std::max(furthest, glm::distance(positions[i], positions[half + i]));
    }
    QVERIFY2(furthest < 1e-5f, qPrintable(QString::number(static_cast<double>(furthest))));
    QCOMPARE(runCli({"verify", path("both.texpack"), "--against", path("knight.glb"), "--against", path("squire.glb")})
                 .exitCode,
             0);
    const ProgramRun again = runCli({"bake", recipe, "-o", path("again.texpack")});
    QVERIFY2(again.exitCode == 0, again.errors);
    QCOMPARE(readAll(path("again.texpack/mesh.glb")), readAll(path("both.texpack/mesh.glb")));
    const ProgramRun mistyped = share({"knight.glb", "squire.glb"}, {"--character-scale", "squrie=0.01"});
    QVERIFY2(mistyped.errors.contains("did you mean \"squire\"?"), mistyped.errors);
    QCOMPARE(share({"knight.glb", "squire.glb"}, {"--character-scale", "squire=cm"}).exitCode, 2);
  }

  void ifChangedChecksAllCharacters() {
    QCOMPARE(share({"knight.glb", "squire.glb"}).exitCode, 0);
    QCOMPARE(share({"knight.glb", "squire.glb"}, {"--if-changed"}).json()["result"], "unchanged");
    write("squire.glb", withPrefix(withoutAnimations(m_glb), "another:"));
    QCOMPARE(share({"knight.glb", "squire.glb"}, {"--if-changed"}).json()["result"], "baked");
    QCOMPARE(share({"squire.glb", "knight.glb"}, {"--if-changed"}).exitCode, 1);  // No clips: not up to date.
  }

  void wrongUsage() {
    QCOMPARE(runCli({"bake", "--share-animation", "a.glb", "b.glb", "-o", "folder"}).exitCode, 2);
    QCOMPARE(runCli({"bake", "--share-animation", "a.glb", "b.glb", "-o", "a.texpack", "--mode", "vertex"}).exitCode,
             2);
    QCOMPARE(runCli({"bake", "--share-animation", "a.glb", "b.texeleton", "-o", "a.texpack"}).exitCode, 2);
    QCOMPARE(runCli({"bake", "--share-animation", path("knight.glb"), "-o", path("a.texpack")}).exitCode, 1);
  }

 private:
  QString path(const QString& name) const { return m_folder->filePath(name); }
  void write(const char* name, const Glb& glb) const { writeGlb(path(name).toStdString(), glb); }

  ProgramRun share(const QStringList& names, const QStringList& options = {}) const {
    QStringList files;
    for (const QString& name : names) {
      files.append(path(name));
    }
    return runCli(QStringList{"bake", "--share-animation"} + files +
                  QStringList{"-o", path("both.texpack"), "--fps", "10", "--json"} + options);
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  Glb m_glb;
};

TEXELETON_SUITE(TestShareAnimation)
#include "test_share_animation.moc"

// The knight in two outfits from one pack: the requested triangles, counted in the source file by another reader.

#include <tiny_gltf.h>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "core/pipeline/pack_job.h"
#include "core/runtime/draw_ranges.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

std::string fileBytes(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Triangles of the meshes of nodes with these names, in the file.
std::size_t trianglesInFile(const tinygltf::Model& gltf, const std::set<std::string>& nodes) {
  std::size_t count = 0;
  for (const tinygltf::Node& node : gltf.nodes) {
    if (node.mesh >= 0 && nodes.count(node.name) != 0) {
      for (const tinygltf::Primitive& primitive : gltf.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
        count += gltf.accessors[static_cast<std::size_t>(primitive.indices)].count / 3;
      }
    }
  }
  return count;
}

/// Triangles of a pack's glb in ranges of its manifest, looked up in the file's own accessors.
std::size_t trianglesInPack(const tinygltf::Model& glb, const std::vector<vat::BakedRange>& ranges) {
  std::size_t count = 0;
  for (const vat::BakedRange& range : ranges) {
    const tinygltf::Primitive& primitive = glb.meshes.at(range.lod).primitives.at(range.primitive);
    const tinygltf::Accessor& indices = glb.accessors.at(static_cast<std::size_t>(primitive.indices));
    if (range.firstIndex + range.indexCount > indices.count) {
      return 0;
    }
    count += range.indexCount / 3;
  }
  return count;
}

tinygltf::Model loadGlb(const fs::path& file) {
  tinygltf::Model model;
  std::string error;
  std::string warning;
  if (!tinygltf::TinyGLTF().LoadBinaryFromFile(&model, &error, &warning, file.string())) {
    qFatal("%s", error.c_str());
  }
  return model;
}

}  // namespace

class TestVariants : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    if (!sharedModels()) {
      TEXELETON_SKIP("the shared models are absent: nothing was tried");
    }
    m_knight = *sharedModels() / "kaykit-knight.glb";
  }

  void twoOutfitsFromOnePack_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("bone") << static_cast<int>(vat::BakeMode::Bone);
    QTest::newRow("vertex") << static_cast<int>(vat::BakeMode::Vertex);
  }
  void twoOutfitsFromOnePack() {
    QFETCH(int, mode);
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    pipeline::PackJob job;
    job.source.model = m_knight;
    job.source.import.cache.enabled = false;
    job.settings.mode = static_cast<vat::BakeMode>(mode);
    job.settings.clips.resize(2);
    job.settings.clips[0].clip = ClipIndex(0);
    job.settings.clips[1].clip = ClipIndex(40);
    job.measure = false;
    job.write.flushToDisk = false;
    job.output = root / "plain.texpack";
    JobContext context;
    auto plain = pipeline::runPackJob(job, context);
    QVERIFY2(plain.has_value(), plain ? "" : plain.error().message.c_str());

    const std::set<std::string> body = {"Knight_ArmLeft", "Knight_ArmRight", "Knight_Body",
                                        "Knight_Head",    "Knight_LegLeft",  "Knight_LegRight"};
    std::set<std::string> guard = body;
    guard.insert({"Knight_Helmet", "1H_Sword", "Badge_Shield"});
    std::set<std::string> champion = body;
    champion.insert({"Knight_Cape", "2H_Sword"});
    job.settings.meshes.variants = {
        {"guard", {"Knight_(Arm|Leg)(Left|Right)", "Knight_(Body|Head|Helmet)"}, {"1H_Sword", "Badge_Shield"}},
        {"champion", {}, {champion.begin(), champion.end()}}};
    job.output = root / "outfits.texpack";
    auto outfits = pipeline::runPackJob(job, plain->model, context);
    QVERIFY2(outfits.has_value(), outfits ? "" : outfits.error().message.c_str());

    const auto pack = pack::readPack(job.output, context);
    QVERIFY2(pack.has_value(), pack ? "" : pack.error().message.c_str());
    QVERIFY(pack::verifyPack(*pack, context).empty());
    const tinygltf::Model source = loadGlb(m_knight);
    const tinygltf::Model glb = loadGlb(job.output / "mesh.glb");
    for (const auto& [name, nodes] : {std::pair("guard", guard), std::pair("champion", champion)}) {
      const auto variant = runtime::variantNamed(pack->animation, name);
      QVERIFY(variant.has_value());
      const std::size_t wanted = trianglesInFile(source, nodes);
      QVERIFY(wanted > 1000);
      QCOMPARE(trianglesInPack(glb, runtime::variantRanges(pack->animation, *variant, 0)), wanted);
      std::set<std::string> seen;
      for (const std::uint32_t mesh : pack->animation.variants[*variant].meshes) {
        seen.insert(pack->animation.meshes[mesh].node);
      }
      QCOMPARE(seen, nodes);
    }
    QCOMPARE(fileBytes(job.output / "animation.exr"), fileBytes(root / "plain.texpack/animation.exr"));
    QCOMPARE(fileBytes(job.output / "mesh.glb"), fileBytes(root / "plain.texpack/mesh.glb"));
  }

  /// Some meshes only: their triangles, their joints, and an error measured against the whole file.
  void withoutWeapons() {
    const QTemporaryDir folder;
    pipeline::PackJob job;
    job.source.model = m_knight;
    job.source.import.cache.enabled = false;
    job.settings.clips.resize(1);
    job.settings.clips[0].clip = ClipIndex(0);
    job.settings.meshes.show = {"Knight_.*"};
    job.settings.meshes.hide = {"Knight_(Cape|Helmet)"};
    job.output = fs::path(folder.path().toStdString()) / "a.texpack";
    job.write.flushToDisk = false;
    JobContext context;
    const auto result = pipeline::runPackJob(job, context);
    QVERIFY2(result.has_value(), result ? "" : result.error().message.c_str());
    const vat::BakedAnimation& baked = result->pack.animation;
    QCOMPARE(baked.mesh.indices.size() / 3,
             trianglesInFile(loadGlb(m_knight), {"Knight_ArmLeft", "Knight_ArmRight", "Knight_Body", "Knight_Head",
                                                 "Knight_LegLeft", "Knight_LegRight"}));
    QVERIFY(baked.bones.size() < result->model->palette.size());
    QVERIFY(baked.clips[0].error.has_value());
    job.settings.meshes = {};
    job.output.clear();
    const auto whole = pipeline::runPackJob(job, result->model, context);
    QVERIFY(whole.has_value());
    QVERIFY(baked.clips[0].error->maxMillimetres > 0.0);
    QVERIFY(baked.clips[0].error->maxMillimetres <= whole->pack.animation.clips[0].error->maxMillimetres * 1.001);
    for (const vat::BakedBone& bone : baked.bones) {
      QVERIFY2(bone.name.find("Sword") == std::string::npos && bone.name.find("Shield") == std::string::npos,
               bone.name.c_str());
    }
  }

 private:
  fs::path m_knight;
};

TEXELETON_SUITE(TestVariants)
#include "test_variants.moc"

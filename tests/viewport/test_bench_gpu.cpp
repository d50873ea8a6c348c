// bench --gpu: every figure is present or has a reason. The durations are not checked.

#include <QObject>

#include "core/vat/encoding.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "viewport/measure/reference_character.h"

using namespace texeleton;
using namespace texeleton::test;

class TestBenchGpu : public QObject {
  Q_OBJECT

 private slots:
  void cleanupTestCase() { releaseDevices(); }

  // As in the reference scenario, with outward faces.
  void referenceCharacter() {
    const model::Model model = viewport::makeReferenceCharacter();
    const auto wrong = model::checkModel(model);
    QVERIFY2(!wrong, wrong ? wrong->c_str() : "");
    QCOMPARE(model.vertexCount(), std::size_t{1000});
    QCOMPARE(model.palette.size(), std::size_t{30});
    QCOMPARE(model.boneCount, 30u);
    QVERIFY(model.triangleCount() > 1500);
    std::size_t four = 0;
    for (std::size_t v = 0; v < model.vertexCount(); ++v) {
      four += model.vertices.influenceBegin[v + 1] - model.vertices.influenceBegin[v] == 4 ? 1 : 0;
    }
    QCOMPARE(four, model.vertexCount());
    std::size_t outward = 0;
    for (std::size_t t = 0; t < model.triangleCount(); ++t) {
      const std::uint32_t* corner = model.vertices.indices.data() + 3 * t;
      const auto& p = model.vertices.positions;
      const glm::vec3 face = glm::cross(p[corner[1]] - p[corner[0]], p[corner[2]] - p[corner[0]]);
      outward += glm::dot(face, model.vertices.normals[corner[0]]) >= 0.0f ? 1 : 0;
    }
    QVERIFY2(outward > model.triangleCount() * 98 / 100, std::to_string(outward).c_str());
  }

  void figures_data() { addBackendRows(); }
  void figures() {
    TEXELETON_DEVICE(device);
    const ProgramRun run =
        runCli({"bench", "--gpu", "--backend", viewport::backendWord(device->backend()), "--instances", "9",
                "--instances", "30", "--size", "96x64", "--gpu-seconds", "0.01", "--most-seconds", "3600", "--json"},
               240.0);
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const nlohmann::json json = run.json();
    QVERIFY(json["backend"] == viewport::backendWord(device->backend()));
    QVERIFY(json["character"]["vertices"] == 1000);
    QVERIFY(json["gpuTimeProblem"].is_null());
    QVERIFY(json["paths"].size() == std::size_t{2});
    for (const nlohmann::json& figure : json["paths"]) {
      const auto instances = figure["instances"].get<std::uint64_t>();
      QVERIFY(figure["cpu"]["drawCalls"] == instances);  // One for each character, except with the texture.
      QVERIFY(figure["compute"]["drawCalls"] == instances);
      QVERIFY(figure["texture"]["drawCalls"] == 1);
      QVERIFY(figure["cpu"]["skinningMilliseconds"].get<double>() > 0.0);
      QVERIFY(figure["compute"]["gpuSkinningMilliseconds"].get<double>() > 0.0);
      QVERIFY(figure["texture"]["skinningMilliseconds"] == 0.0);
      for (const char* path : {"cpu", "compute", "texture"}) {
        QVERIFY(figure[path]["gpuMilliseconds"].get<double>() > 0.0);
        QVERIFY(figure[path]["instancesDrawn"] == instances);
        QVERIFY(figure[path]["triangles"] == instances * json["character"]["triangles"].get<std::uint64_t>());
      }
    }
    const nlohmann::json& far = json["impostors"];
    QVERIFY(far["timesAsFast"].get<double>() > 0.0);
    const auto impostors = far["withImpostors"]["impostors"].get<std::uint64_t>();
    QVERIFY(impostors <= far["withImpostors"]["instancesDrawn"].get<std::uint64_t>());
    QVERIFY(far["withImpostors"]["instancesDrawn"] == far["mesh"]["instancesDrawn"]);
    QVERIFY(far["withImpostors"]["triangles"].get<std::uint64_t>() <= far["mesh"]["triangles"].get<std::uint64_t>());
    for (const nlohmann::json& figure : json["againstStillMesh"]) {
      QVERIFY(figure["boneRatio"].get<double>() > 0.0 && figure["vertexRatio"].get<double>() > 0.0);
      for (const vat::Encoding& encoding : vat::encodings()) {
        QVERIFY2(figure["encodings"][encoding.name]["ratio"].get<double>() > 0.0, encoding.name);
      }
      // Two draws if only some instances loop, unless all were posed beforehand; no instance is drawn twice.
      QVERIFY(figure["layered"]["ratio"].get<double>() > 0.0 && figure["layered"]["drawCalls"] == 1);
      QVERIFY(figure["mixed"]["ratio"].get<double>() > 0.0);
      QVERIFY(figure["mixed"]["drawCalls"] == (figure["mixed"]["instancesPosed"] > 0 ? 1 : 2) &&
              figure["bone"]["drawCalls"] == 1);
      QVERIFY(figure["mixed"]["triangles"] == figure["bone"]["triangles"]);
    }
    QVERIFY(!json["fromInside"].empty());
    QVERIFY(json["fromInside"][0]["instancesDrawn"].get<int>() > 0);
  }

  void wrongUsage() {
    QCOMPARE(runCli({"bench", "--instances", "5"}).exitCode, 2);
    QCOMPARE(runCli({"bench", "--gpu", "--size", "5"}).exitCode, 2);
    QCOMPARE(runCli({"bench", "--gpu", "--instances", "99000000"}).exitCode, 2);
  }

  // Tests without enough time are left out and reported.
  void leftOut() {
    std::string why;
    if (deviceOf(viewport::GpuBackend::Vulkan, &why) == nullptr) {
      QSKIP(why.c_str());
    }
    const ProgramRun run = runCli({"bench", "--gpu", "--instances", "20", "--instances", "400000", "--size", "64x64",
                                   "--gpu-seconds", "0.01", "--most-seconds", "20", "--json"},
                                  240.0);
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    if (deviceOf(viewport::GpuBackend::Vulkan)->isSoftware()) {
      const nlohmann::json missing = run.json()["paths"][1]["cpu"]["missing"];
      QVERIFY(missing.is_string() && missing.get<std::string>().find("left out") != std::string::npos);
    }
  }
};

TEXELETON_GPU_SUITE(TestBenchGpu)
#include "test_bench_gpu.moc"

#include <sys/inotify.h>
#include <unistd.h>

#include <QByteArray>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <fstream>

#include "core/base/file_descriptor.h"
#include "core/import/worker/worker_protocol.h"
#include "core/model/snapshot.h"
#include "tests/core/import/import_fixture.h"
#include "tests/support/suite.h"

// The files next to a model, with the real worker: which are opened, and whether the cache notices changes.

using namespace texeleton;
using test::ImportFixture;

namespace fs = std::filesystem;

namespace {

/// PNG files of one pixel.
std::string redPng() {
  return QByteArray::fromBase64(
             "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
      .toStdString();
}
std::string bluePng() {
  return QByteArray::fromBase64(
             "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC")
      .toStdString();
}

/// The corners of a triangle that ends at `x`.
std::string triangle(float x) {
  const float numbers[9] = {0, 0, 0, x, 0, 0, 0, 1, 0};
  std::string bytes(sizeof numbers, '\0');
  std::memcpy(bytes.data(), numbers, sizeof numbers);
  return bytes;
}

std::string gltf(const std::string& buffer, const std::string& image) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"N","mesh":0}],)"
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],)"
         R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],)"
         R"("images":[{"uri":")" +
         image + R"("}],"buffers":[{"byteLength":36,"uri":")" + buffer +
         R"("}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
         R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]})";
}

std::string collada(const std::string& image) {
  return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">)"
         R"(<library_images><image id="i"><init_from>)" +
         image +
         R"(</init_from></image></library_images><library_effects><effect id="e"><profile_COMMON>)"
         R"(<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>)"
         R"(<newparam sid="p"><sampler2D><source>s</source></sampler2D></newparam><technique sid="t"><lambert>)"
         R"(<diffuse><texture texture="p" texcoord="u"/></diffuse></lambert></technique></profile_COMMON></effect>)"
         R"(</library_effects><library_materials><material id="m"><instance_effect url="#e"/></material>)"
         R"(</library_materials><library_geometries><geometry id="g"><mesh><source id="p0"><float_array id="a" count="9">)"
         R"(0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#a" count="3" stride="3">)"
         R"(<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor>)"
         R"(</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p0"/></vertices>)"
         R"(<triangles count="1" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>)"
         R"(</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="w"><node id="n">)"
         R"(<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m"/>)"
         R"(</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>)"
         R"(<scene><instance_visual_scene url="#w"/></scene></COLLADA>)";
}

/// Reports whether any process has opened the file since its creation.
class OpenWatch {
 public:
  explicit OpenWatch(const fs::path& file) : m_descriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    ::inotify_add_watch(m_descriptor.get(), file.c_str(), IN_OPEN);
  }
  bool wasOpened() const {
    char events[4096];
    return ::read(m_descriptor.get(), events, sizeof events) > 0;
  }

 private:
  FileDescriptor m_descriptor;
};

/// The lookups recorded in the entries of the cache.
std::vector<importing::worker::Reference> referencesInCache(const ImportFixture& fixture) {
  std::vector<importing::worker::Reference> references;
  for (const auto& entry : fs::directory_iterator(fixture.cache())) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (const auto result = importing::worker::splitResult(std::as_bytes(std::span(bytes)))) {
      references.insert(references.end(), result->references.begin(), result->references.end());
    }
  }
  return references;
}

struct RealWorker : ImportFixture {
  RealWorker() {
    request.workerProgram.clear();
    fs::create_directory(root() / "outside");
    std::ofstream(outsideImage(), std::ios::binary) << redPng();
    std::ofstream(outsideBuffer(), std::ios::binary) << triangle(7.0f);
  }
  fs::path outsideImage() const { return root() / "outside/secret.png"; }
  fs::path outsideBuffer() const { return root() / "outside/secret.bin"; }

  /// Text such as "7 red, 1 entries": the model's width, its image, and the number of cache entries.
  std::string seen(const fs::path& file) {
    const auto model = import(file);
    if (!model) {
      return "error: " + model.error().message.text();
    }
    const model::Model& m = **model;
    const auto asText = [](const model::Image& image) {
      return std::string(reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size());
    };
    const std::string color = m.images.empty()                   ? "none"
                              : asText(m.images[0]) == redPng()  ? "red"
                              : asText(m.images[0]) == bluePng() ? "blue"
                                                                 : "other";
    return std::to_string(static_cast<int>(m.bindBounds.max.x)) + ' ' + color;
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(cache()), fs::directory_iterator()));
  }
};

}  // namespace

class TestImportReferences : public QObject {
  Q_OBJECT

 private slots:
  void neighboursAreReadAndWatched() {
    RealWorker real;
    const auto file = real.write("a.gltf", gltf("data/mesh.bin", "skin.png"));
    real.write("data/mesh.bin", triangle(1.0f));
    real.write("skin.png", redPng());
    QCOMPARE(real.seen(file), std::string("1 red"));
    QCOMPARE(real.seen(file), std::string("1 red"));
    QCOMPARE(real.entries(), std::size_t{1});
    QCOMPARE(referencesInCache(real).size(), std::size_t{2});

    real.write("skin.png", bluePng());
    QCOMPARE(real.seen(file), std::string("1 blue"));
    real.write("data/mesh.bin", triangle(2.0f));
    QCOMPARE(real.seen(file), std::string("2 blue"));
    fs::remove(real.models() / "skin.png");
    QCOMPARE(real.seen(file), std::string("2 none"));
    real.write("skin.png", redPng());  // the missing one appears
    QCOMPARE(real.seen(file), std::string("2 red"));
    QCOMPARE(real.entries(), std::size_t{4});
  }

  // An image chosen by the user replaces a missing one, or one outside of the model's folder.
  void readsChosenTextures_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("model");
    QTest::newRow("missing") << "a.gltf" << QString::fromStdString(gltf("mesh.bin", "maps/Skin%20A.png"));
    QTest::newRow("outside") << "a.gltf" << QString::fromStdString(gltf("mesh.bin", "../other/Skin%20A.png"));
    QTest::newRow("COLLADA") << "a.dae" << QString::fromStdString(collada("maps/Skin A.png"));
    QTest::newRow("COLLADA, of Windows") << "a.dae" << QString::fromStdString(collada("C:\\art\\Skin A.png"));
  }
  void readsChosenTextures() {
    QFETCH(QString, name);
    QFETCH(QString, model);
    RealWorker real;
    const auto file = real.write(name.toStdString(), model.toStdString());
    real.write("mesh.bin", triangle(1.0f));
    const auto imported = real.import(file);
    QVERIFY(imported.has_value());
    std::vector<Remedy> remedies;
    for (const Issue& issue : (*imported)->issues) {
      const auto of = issue.text.remedies();
      remedies.insert(remedies.end(), of.begin(), of.end());
    }
    QCOMPARE(remedies, std::vector<Remedy>{(Remedy{RemedyKind::LocateTexture, 0.0, "Skin A.png"})});

    real.request.options.textures = {{"skin a.PNG", real.outsideImage()}};
    QCOMPARE(real.seen(file), std::string("1 red"));
    std::ofstream(real.outsideImage(), std::ios::binary | std::ios::trunc) << bluePng();
    QCOMPARE(real.seen(file), std::string("1 blue"));  // The cache noticed the change.
    std::ofstream(real.root() / "outside/new.png", std::ios::binary) << redPng();
    real.request.options.textures.push_back({"Skin A.png", real.root() / "outside/new.png"});
    QCOMPARE(real.seen(file), std::string("1 red"));  // The last choice counts.
    real.request.options.textures.pop_back();
    fs::remove(real.outsideImage());
    QCOMPARE(real.seen(file), std::string("1 none"));
    real.request.options.textures = {{"another.png", real.outsideBuffer()}};
    QCOMPARE(real.seen(file), std::string("1 none"));
  }

  void noticesChangedLink() {
    RealWorker real;
    const auto file = real.write("a.gltf", gltf("mesh.bin", "skin.png"));
    real.write("mesh.bin", triangle(1.0f));
    real.write("red.png", redPng());
    real.write("blue.png", bluePng());
    fs::create_symlink("red.png", real.models() / "skin.png");
    QCOMPARE(real.seen(file), std::string("1 red"));
    fs::remove(real.models() / "skin.png");
    fs::create_symlink("blue.png", real.models() / "skin.png");
    QCOMPARE(real.seen(file), std::string("1 blue"));
  }

  void nothingOutsideIsOpened_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("model");
    const auto image = [](const char* uri) { return QString::fromStdString(gltf("mesh.bin", uri)); };
    QTest::newRow("image") << "a.gltf" << image("../outside/secret.png");
    QTest::newRow("image, escaped") << "a.gltf" << image("%2e%2e/outside/secret.png");
    QTest::newRow("image, backslashes") << "a.gltf" << image("..\\\\outside\\\\secret.png");
    QTest::newRow("image, down and up") << "a.gltf" << image("data/../../outside/secret.png");
    QTest::newRow("image, link to a file") << "a.gltf" << image("link.png");
    QTest::newRow("image, link to a folder") << "a.gltf" << image("folder/secret.png");
    QTest::newRow("image of COLLADA") << "a.dae" << QString::fromStdString(collada("../outside/secret.png"));
    QTest::newRow("image of COLLADA, link") << "a.dae" << QString::fromStdString(collada("link.png"));
  }
  void nothingOutsideIsOpened() {
    QFETCH(QString, name);
    QFETCH(QString, model);
    RealWorker real;
    const auto file = real.write(name.toStdString(), model.toStdString());
    real.write("mesh.bin", triangle(1.0f));
    fs::create_directory(real.models() / "data");
    fs::create_symlink("../outside/secret.png", real.models() / "link.png");
    fs::create_directory_symlink("../outside", real.models() / "folder");
    const OpenWatch watch(real.outsideImage());
    QCOMPARE(real.seen(file), std::string("1 none"));
    QCOMPARE(real.seen(file), std::string("1 none"));  // the cache does not open it either
    QVERIFY(!watch.wasOpened());
    for (const importing::worker::Reference& reference : referencesInCache(real)) {
      QVERIFY2(reference.path.find("outside") == std::string::npos, reference.path.c_str());
    }

    real.request.options.followOutside = true;  // opened on request, which also tests the watch
    QCOMPARE(real.seen(file), std::string("1 red"));
    QVERIFY(watch.wasOpened());
  }

  void noBufferFromOutside() {
    RealWorker real;
    real.write("skin.png", redPng());
    const OpenWatch watch(real.outsideBuffer());
    const auto file = real.write("a.gltf", gltf("../outside/secret.bin", "skin.png"));
    const auto model = real.import(file);
    QVERIFY(!model.has_value());
    QVERIFY(model.error().message.find("folder") != std::string::npos);
    QVERIFY(!watch.wasOpened());
    real.request.options.followOutside = true;
    QCOMPARE(real.seen(file), std::string("7 red"));
    QVERIFY(watch.wasOpened());
  }

  void followedOutsideFilesAreWatched() {
    RealWorker real;
    real.request.options.followOutside = true;
    real.write("mesh.bin", triangle(1.0f));
    const auto file = real.write("a.gltf", gltf("mesh.bin", "../outside/secret.png"));
    QCOMPARE(real.seen(file), std::string("1 red"));
    QCOMPARE(real.seen(file), std::string("1 red"));
    QCOMPARE(real.entries(), std::size_t{1});
    std::ofstream(real.outsideImage(), std::ios::binary | std::ios::trunc) << bluePng();
    QCOMPARE(real.seen(file), std::string("1 blue"));
  }

  void watchesMd5Animation() {
    const auto shared = test::sharedModels();
    if (!shared) {
      TEXELETON_SKIP("the shared models are absent: MD5 not tried");
    }
    RealWorker real;
    for (const char* name : {"worm.md5mesh", "worm_head.png", "worm_skin.png"}) {
      fs::copy_file(*shared / "md5-worm" / name, real.models() / name);
    }
    const auto clips = [&] {
      const auto model = real.import(real.models() / "worm.md5mesh");
      return model ? static_cast<int>((*model)->clips.size()) : -1;
    };
    QCOMPARE(clips(), 0);
    fs::copy_file(*shared / "md5-worm/worm.md5anim", real.models() / "worm.md5anim");
    QCOMPARE(clips(), 1);
    QCOMPARE(clips(), 1);
    QCOMPARE(real.entries(), std::size_t{2});
  }

  /// Every model that must import is the same from the cache.
  void sharedModelsAreTheSameFromTheCache() {
    const auto files = test::sharedModelFiles();
    if (files.empty()) {
      TEXELETON_SKIP("the shared models are absent: not tried");
    }
    RealWorker real;
    for (const fs::path& file : files) {
      const auto first = real.import(file);
      QVERIFY2(first.has_value(), first ? "" : describe(first.error()).c_str());
      const std::size_t entries = real.entries();
      const auto second = real.import(file);
      QVERIFY(second.has_value());
      QCOMPARE(real.entries(), entries);
      QVERIFY2(model::writeSnapshot(**first) == model::writeSnapshot(**second), file.c_str());
    }
    QCOMPARE(real.entries(), files.size());
  }
};

TEXELETON_SUITE(TestImportReferences)
#include "test_import_references.moc"

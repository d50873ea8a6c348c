// Meshes, variants, levels of detail and tint on the command line.

#include <QFile>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QIODevice>
#include <QList>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <iterator>
#include <memory>
#include <set>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

std::set<std::string> nodesOf(const Json& meshes) {
  std::set<std::string> nodes;
  for (const Json& mesh : meshes) {
    nodes.insert(mesh["node"].get<std::string>());
  }
  return nodes;
}

}  // namespace

class TestMeshes : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("options");
    QTest::newRow("invalid --mesh") << QStringList{"--mesh", "a("};
    QTest::newRow("invalid --no-mesh") << QStringList{"--no-mesh", "["};
    QTest::newRow("variant without name") << QStringList{"--variant", "Body"};
    QTest::newRow("variant with an invalid expression") << QStringList{"--variant", "a=("};
    QTest::newRow("lod of nothing") << QStringList{"--lod", "0"};
    QTest::newRow("ascending lods") << QStringList{"--lod", "0.2,0.5"};
    QTest::newRow("lod that is no number") << QStringList{"--lod", "half"};
    QTest::newRow("tint of nothing") << QStringList{"--tint", "Cloth"};
    QTest::newRow("tint of no channel") << QStringList{"--tint", "color=x"};
    QTest::newRow("tint of no texture") << QStringList{"--tint", "texture=skin.a"};
    QTest::newRow("tint of two kinds") << QStringList{"--tint", "color=a", "--tint", "texture=baseColor.a"};
    QTest::newRow("palette without a step") << QStringList{"--tint", "palette=0,0,4"};
    QTest::newRow("palette that ends early") << QStringList{"--tint", "palette=0.5,0"};
  }
  void wrongUsage() {
    QFETCH(QStringList, options);
    const ProgramRun run = runCli(QStringList{"bake", knightSample(), "-o", path("a.texpack")} + options);
    QCOMPARE(run.exitCode, 2);
    QVERIFY(run.errors.contains(options[0].toUtf8()));
    QVERIFY(!QFile::exists(path("a.texpack")));
  }

  /// inspect lists the meshes, an expression chooses some, verify measures those, and a recipe gives the same result.
  void someMeshes() {
    const Json model = runCli({"inspect", knightSample(), "--json"}).json();
    const std::set<std::string> all = nodesOf(model["meshes"]);
    QVERIFY(all.size() >= 2);
    QVERIFY(model["meshes"][0].contains("lod"));
    const QString last = QString::fromStdString(*all.rbegin());
    const ProgramRun bake = runCli({"bake", knightSample(), "-o", path("a.texpack"), "--clip", "#0", "--no-mesh", last,
                                    "--tint", "material=.*", "--lod", "0.5", "--save-recipe", path("a.texeleton")});
    QVERIFY2(bake.exitCode == 0, bake.errors.constData());
    std::set<std::string> left = all;
    left.erase(std::prev(left.end()));
    const Json pack = runCli({"inspect", path("a.texpack"), "--json"}).json()["manifest"];
    QCOMPARE(nodesOf(pack["meshes"]), left);
    QCOMPARE(pack["tint"]["attribute"], Json("_TINT"));
    QCOMPARE(pack["lods"].size(), std::size_t{1});

    QCOMPARE(runCli({"verify", path("a.texpack"), "--against", knightSample()}).exitCode, 0);
    QCOMPARE(runCli({"verify", path("a.texpack"), "--against", knightSample(), "--no-mesh", last}).exitCode, 0);
    const ProgramRun more = runCli({"verify", path("a.texpack"), "--against", knightSample(), "--mesh", ".*"});
    QCOMPARE(more.exitCode, 1);
    QVERIFY(more.errors.contains("lacks meshes"));

    const ProgramRun again = runCli({"bake", "--recipe", path("a.texeleton"), "-o", path("b.texpack")});
    QVERIFY2(again.exitCode == 0, again.errors.constData());
    for (const char* file : {"animation.exr", "mesh.glb"}) {
      QCOMPARE(bytes(QString("b.texpack/") + file), bytes(QString("a.texpack/") + file));
    }
  }

  void unmatchedNamesListMeshes() {
    const ProgramRun run = runCli({"bake", knightSample(), "-o", path("a.texpack"), "--mesh", "no such mesh"});
    QCOMPARE(run.exitCode, 1);
    const Json model = runCli({"inspect", knightSample(), "--json"}).json();
    QVERIFY(run.errors.contains(model["meshes"][0]["name"].get<std::string>().c_str()));
    QVERIFY(!QFile::exists(path("a.texpack")));
  }

  void variants() {
    const Json model = runCli({"inspect", knightSample(), "--json"}).json();
    const std::string node = model["meshes"][0]["node"].get<std::string>();
    const ProgramRun bake = runCli({"bake", knightSample(), "-o", path("a.texpack"), "--clip", "#0", "--variant",
                                    QString("one=") + node.c_str(), "--variant", "all=.*"});
    QVERIFY2(bake.exitCode == 0, bake.errors.constData());
    const ProgramRun inspect = runCli({"inspect", path("a.texpack")});
    QVERIFY(inspect.output.contains("variant"));
    QVERIFY(inspect.output.contains("one"));
    const Json manifest = runCli({"inspect", path("a.texpack"), "--json"}).json()["manifest"];
    std::size_t wanted = 0;
    for (const Json& mesh : model["meshes"]) {
      wanted += mesh["node"] == node ? mesh["triangleCount"].get<std::size_t>() : 0;
    }
    std::size_t drawn = 0;
    for (const Json& range : manifest["variants"][0]["ranges"]) {
      drawn += range["indexCount"].get<std::size_t>() / 3;
    }
    QCOMPARE(drawn, wanted);
    QCOMPARE(manifest["variants"][1]["meshes"].size(), manifest["meshes"].size());
  }

 private:
  QString path(const QString& name) const { return m_folder->filePath(name); }
  QByteArray bytes(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

TEXELETON_SUITE(TestMeshes)
#include "test_meshes.moc"

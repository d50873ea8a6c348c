// Resource limits with small files: 2 GiB (run_program.h) and 10 s each, and a readable message.

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "core/base/job_context.h"
#include "core/pack/pack.h"
#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"

using namespace texeleton::test;

namespace {

constexpr double kSeconds = 10.0;

// A mesh of `vertexCount` vertices, instanced by `nodeCount` nodes, the first of which moves.
QByteArray instancedGltf(int vertexCount, int nodeCount) {
  QByteArray positions;
  QByteArray indices;
  for (int i = 0; i < vertexCount; ++i) {
    const float position[3] = {static_cast<float>(i % 17), static_cast<float>(i % 13), static_cast<float>(i % 7)};
    positions.append(reinterpret_cast<const char*>(position), sizeof position);
    const quint32 index = static_cast<quint32>(i);
    indices.append(reinterpret_cast<const char*>(&index), sizeof index);
  }
  indices.truncate(vertexCount / 3 * 3 * 4);
  const float keys[8] = {0, 1, 0, 0, 0, 0, 1, 0};  // Two times, two positions.
  const QByteArray all = positions + indices + QByteArray(reinterpret_cast<const char*>(keys), sizeof keys);
  const qsizetype keysAt = positions.size() + indices.size();
  QJsonArray nodes;
  QJsonArray roots;
  for (int i = 0; i < nodeCount; ++i) {
    nodes.append(QJsonObject{{"mesh", 0}, {"translation", QJsonArray{i % 100, i / 100, 0}}});
    roots.append(i);
  }
  const QJsonObject json{
      {"asset", QJsonObject{{"version", "2.0"}}},
      {"scene", 0},
      {"scenes", QJsonArray{QJsonObject{{"nodes", roots}}}},
      {"nodes", nodes},
      {"buffers",
       QJsonArray{QJsonObject{{"byteLength", all.size()},
                              {"uri", "data:application/octet-stream;base64," + QString::fromLatin1(all.toBase64())}}}},
      {"bufferViews",
       QJsonArray{QJsonObject{{"buffer", 0}, {"byteLength", positions.size()}},
                  QJsonObject{{"buffer", 0}, {"byteOffset", positions.size()}, {"byteLength", indices.size()}},
                  QJsonObject{{"buffer", 0}, {"byteOffset", keysAt}, {"byteLength", 8}},
                  QJsonObject{{"buffer", 0}, {"byteOffset", keysAt + 8}, {"byteLength", 24}}}},
      {"accessors",
       QJsonArray{
           QJsonObject{{"bufferView", 0}, {"componentType", 5126}, {"count", vertexCount}, {"type", "VEC3"}},
           QJsonObject{{"bufferView", 1}, {"componentType", 5125}, {"count", vertexCount / 3 * 3}, {"type", "SCALAR"}},
           QJsonObject{{"bufferView", 2}, {"componentType", 5126}, {"count", 2}, {"type", "SCALAR"}},
           QJsonObject{{"bufferView", 3}, {"componentType", 5126}, {"count", 2}, {"type", "VEC3"}}}},
      {"animations",
       QJsonArray{QJsonObject{
           {"channels",
            QJsonArray{QJsonObject{{"sampler", 0}, {"target", QJsonObject{{"node", 0}, {"path", "translation"}}}}}},
           {"samplers", QJsonArray{QJsonObject{{"input", 2}, {"output", 3}}}}}}},
      {"meshes",
       QJsonArray{QJsonObject{
           {"primitives", QJsonArray{QJsonObject{{"attributes", QJsonObject{{"POSITION", 0}}}, {"indices", 1}}}}}}}};
  return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

// An ASCII FBX whose mesh declares `count` numbers and contains nine.
QByteArray fbxWithCount(const QByteArray& count) {
  return "; FBX 7.5.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7500\n}\nObjects: {\n"
         "Model: 10, \"Model::Body\", \"Mesh\" {\nVersion: 232\n}\n"
         "Geometry: 11, \"Geometry::\", \"Mesh\" {\nVertices: *" +
         count +
         " {\na: 0,0,0,1,0,0,0,1,0\n}\nPolygonVertexIndex: *3 {\na: 0,1,-3\n}\n}\n}\n"
         "Connections: {\nC: \"OO\",10,0\nC: \"OO\",11,10\n}\n";
}

}  // namespace

class TestBudgets : public QObject {
  Q_OBJECT

 private slots:
  void smallFilesWithLargeDemands_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("20,000 nodes of a mesh") << "i.gltf" << instancedGltf(3000, 20'000) << QByteArray("20,000 nodes");
    QTest::newRow("100,000 nodes of a triangle")
        << "j.gltf" << instancedGltf(3, 100'000) << QByteArray("100,000 nodes");
    QTest::newRow("an absurd count") << "c.fbx" << fbxWithCount("400000000") << QByteArray("cannot hold");
    QTest::newRow("a count beyond 64 bits")
        << "d.fbx" << fbxWithCount("99999999999999999999") << QByteArray("not a number");
  }
  void smallFilesWithLargeDemands() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, words);
    QVERIFY(writeAll(m_folder.filePath(name), content));
    const ProgramRun run =
        runCli({"bake", m_folder.filePath(name), "-o", m_folder.filePath("p.texpack"), "--no-cache"}, kSeconds);
    QVERIFY2(!run.crashed && !run.timedOut, run.errors);
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains(words), run.errors);
  }

  void readsManyNodesOfSmallMesh() {
    QVERIFY(writeAll(m_folder.filePath("k.gltf"), instancedGltf(36, 3000)));
    const ProgramRun run = runCli({"inspect", m_folder.filePath("k.gltf"), "--no-cache", "--json"}, kSeconds * 6);
    QVERIFY2(run.exitCode == 0, run.errors);
  }

  void endlessExpression() {
    // Names become longer by numbering, which keeps them unique.
    QByteArray gltf = instancedGltf(3, 2000);
    for (int i = 0; i < 2000; ++i) {
      const qsizetype at = gltf.indexOf("{\"mesh\":0,\"t");
      gltf.replace(at, 10, "{\"mesh\":0,\"name\":\"" + QByteArray(180, 'a') + QByteArray::number(i) + "\",");
    }
    QVERIFY(writeAll(m_folder.filePath("n.gltf"), gltf));
    const ProgramRun run = runCli(
        {"bake", m_folder.filePath("n.gltf"), "-o", m_folder.filePath("n.texpack"), "--no-cache", "--expose", "(a+)+$"},
        kSeconds);
    QVERIFY2(!run.crashed && !run.timedOut, run.errors);
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("\"(a+)+$\" takes too many steps"), run.errors);
    QVERIFY(!QFile::exists(m_folder.filePath("n.texpack")));
  }

  void truncatesErrors() {
    const QString absurd(120'000, 'x');  // The system allows no longer arguments.
    for (const QStringList& arguments :
         {QStringList{"bake", bannerSample(), "--clip", absurd, "-o", "p.texpack"},
          QStringList{"bake", bannerSample(), "--expose", "(" + absurd, "-o", "p.texpack"},
          QStringList{"inspect", absurd}}) {
      const ProgramRun run = runCli(arguments, kSeconds);
      QVERIFY(run.exitCode != 0);
      QVERIFY2(run.errors.size() < 10'000, run.errors.left(500));
    }
  }

  // Names in a pack: C1 controls and characters that reverse the text direction are rejected, and printed as numbers if
  // at all.
  void namesSendNoTerminalCodes() {
    const QString pack = bakedBanner();
    const QByteArray manifest = readAll(pack + "/manifest.json");
    for (const QByteArray& bad : {QByteArray("\xc2\x9b"), QByteArray("\xe2\x80\xae"), QByteArray("\xc2\x85")}) {
      QByteArray text = withoutChecksum(manifest);
      const qsizetype at = text.indexOf("\"Storm\"");
      QVERIFY(at > 0);
      text.insert(at + 3, bad);
      QVERIFY(writeAll(pack + "/manifest.json", text));
      for (const char* command : {"verify", "inspect"}) {
        for (const bool json : {false, true}) {
          const ProgramRun run =
              runCli(json ? QStringList{command, pack, "--json"} : QStringList{command, pack}, kSeconds);
          QCOMPARE(run.exitCode, 1);
          QVERIFY2(!run.output.contains(bad) && !run.errors.contains(bad), run.errors);
        }
      }
    }
    QVERIFY(writeAll(pack + "/manifest.json", manifest));
  }

  // Any file name of a model is accepted: the pack stores it without forbidden characters.
  void bakesFilesWithOddNames() {
    const QString model =
        m_folder.filePath(QString::fromUtf8("a\xe2\x80\xae"
                                            "b.glb"));
    QVERIFY(QFile::copy(bannerSample(), model));
    const QString pack = m_folder.filePath("named.texpack");
    QCOMPARE(runCli({"bake", model, "-o", pack, "--no-measure"}).exitCode, 0);
    QCOMPARE(runCli({"verify", pack}).exitCode, 0);
    QVERIFY(readAll(pack + "/manifest.json").contains("\"a_b.glb\""));
  }

  // A length that contradicts the frames, and a texel that is not finite, which play and render used to accept.
  void allReadersRejectWhatVerifyRejects() {
    const QString pack = bakedBanner();
    const QByteArray manifest = readAll(pack + "/manifest.json");
    const auto refused = [&] {
      QCOMPARE(runCli({"verify", pack}, kSeconds).exitCode, 1);
      for (const QStringList& command :
           {QStringList{"play", pack, "--clip", "#0"},
            QStringList{"render", pack, "-o", m_folder.filePath("refused.png"), "--size", "16x16"},
            QStringList{"export", pack, "--engine", "raw", "-o", m_folder.filePath("refused")}}) {
        const ProgramRun run = runCli(command, kSeconds);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains("does not verify; bake it again"), run.errors);
        QVERIFY2(run.output.isEmpty() || command.front() == "export", run.output);
      }
      QVERIFY(!QFile::exists(m_folder.filePath("refused.png")));
    };
    const auto change = [&](const QByteArray& from, const QByteArray& to) {
      QByteArray text = withoutChecksum(manifest);
      const qsizetype at = text.indexOf(from);
      const qsizetype end = text.indexOf('\n', at);
      return at < 0 ? QByteArray() : text.replace(at, end - at, to);
    };
    for (const QByteArray& text :
         {change("\"lengthSeconds\":", "\"lengthSeconds\": 1e-300,"), change("\"frameRate\":", "\"frameRate\": 3,")}) {
      QVERIFY(!text.isEmpty());
      QVERIFY(writeAll(pack + "/manifest.json", text));
      refused();
    }
    QVERIFY(writeAll(pack + "/manifest.json", manifest));
    QCOMPARE(runCli({"play", pack, "--clip", "#0", "--seconds", "0.1"}, kSeconds).exitCode, 0);

    texeleton::JobContext job;
    auto read = texeleton::pack::readPack(pack.toStdString(), job);
    QVERIFY(read);
    read->animation.texels.setTexel(0, 0, glm::vec4(std::numeric_limits<float>::quiet_NaN()));
    QVERIFY(texeleton::pack::writePack(pack.toStdString(), *read, {}, job));
    refused();
  }

 private:
  static QByteArray withoutChecksum(QByteArray manifest) {
    const qsizetype at = manifest.indexOf(",\n  \"checksum\"");
    return at < 0 ? manifest : manifest.replace(at, manifest.indexOf('\n', at + 2) - at, "");
  }

  QString bakedBanner() {
    const QString pack = m_folder.filePath("banner.texpack");
    if (!QFile::exists(pack)) {
      runCli({"bake", bannerSample(), "-o", pack, "--mode", "vertex", "--clip", "Storm", "--no-measure"});
    }
    return pack;
  }

  QTemporaryDir m_folder;
};

TEXELETON_SUITE(TestBudgets)
#include "test_budgets.moc"

// Files with which Assimp reads or writes outside of its arrays are rejected, or repaired before Assimp reads them. In
// a build without sanitizers most of them used to import without an error.

#include <QList>
#include <QObject>
#include <QTest>
#include <cstring>
#include <fstream>
#include <iterator>

#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::string dataFile(const std::string& name) {
  std::ifstream stream(sourceFolder() / "tests/data" / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

const std::string kSkinnedX = dataFile("skinned.x");      // Normals, texture coordinates, materials and a bone.
const std::string kSkinnedDae = dataFile("skinned.dae");  // Two joints, one of which rotates, and colours.
const std::string kMd5 = dataFile("quad.md5mesh");        // Two triangles.
const std::string kMd5Animation = dataFile("quad.md5anim");

struct Change {
  const char* name;
  std::string from;
  std::string to;
  const char* words;  ///< Words of the error.
};

std::string changed(std::string text, const Change& change) {
  const std::size_t at = text.find(change.from);
  return at == std::string::npos ? std::string() : text.replace(at, change.from.size(), change.to);
}

class XBinary {
 public:
  XBinary() { m_bytes = "xof 0303bin 0032"; }
  XBinary& word(unsigned value) { return put(value, 2); }
  XBinary& name(const std::string& text) {
    put(1, 2);
    put(text.size(), 4);
    m_bytes += text;
    return *this;
  }
  XBinary& integers(const std::vector<unsigned>& values) {
    put(6, 2);
    put(values.size(), 4);
    for (const unsigned value : values) {
      put(value, 4);
    }
    return *this;
  }
  XBinary& reals(const std::vector<float>& values) {
    put(7, 2);
    put(values.size(), 4);
    for (const float value : values) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      put(bits, 4);
    }
    return *this;
  }
  XBinary& open() { return word(0x0a); }
  XBinary& close() { return word(0x0b); }
  const std::string& bytes() const { return m_bytes; }

 private:
  XBinary& put(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) {
      m_bytes += static_cast<char>(value >> (8 * i) & 0xff);
    }
    return *this;
  }
  std::string m_bytes;
};

std::string binaryX(unsigned lastIndex) {
  XBinary file;
  file.name("Mesh").open().integers({3}).reals({0, 0, 0, 1, 0, 0, 0, 1, 0}).integers({1, 3, 0, 1, lastIndex}).close();
  return file.bytes();
}

}  // namespace

class TestAssimpMemory : public QObject {
  Q_OBJECT

 private slots:
  void directX();
  void directXRefusals_data();
  void directXRefusals();
  void binaryDirectX();
  void collada();
  void colladaRefusals_data();
  void colladaRefusals();
  void colladaTargetsOfMissingNodes_data();
  void colladaTargetsOfMissingNodes();
  void md5Refusals_data();
  void md5Refusals();
  void md5WithoutUnusedVertices();
  void md5AnimationsOutsideFrames_data();
  void md5AnimationsOutsideFrames();
  void repeatedFbxConnections();
  void fbxBonesWithTwoClusters();
  void fbxTakeWithoutKeysInItsRange();
  void otherNamesForCheckedFormats();

 private:
  void checkRefusal(const std::string& name, const std::string& text, const QString& words);
  static void rows(const std::string& whole, const std::vector<Change>& changes);

  ModelFolder m_folder;
};

void TestAssimpMemory::checkRefusal(const std::string& name, const std::string& text, const QString& words) {
  QVERIFY2(!text.empty(), "the change found nothing to change");
  const auto parsed = ModelFolder::parse(m_folder.write(name, text));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY2(QString::fromStdString(parsed.scene.error().message.text()).contains(words),
           parsed.scene.error().message.c_str());
}

void TestAssimpMemory::rows(const std::string& whole, const std::vector<Change>& changes) {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("words");
  for (const Change& change : changes) {
    QTest::newRow(change.name) << QString::fromStdString(changed(whole, change)) << QString(change.words);
  }
}

void TestAssimpMemory::directX() {
  const auto parsed = ModelFolder::parse(m_folder.write("m.x", kSkinnedX));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->meshes.size(), std::size_t{1});
  QCOMPARE(parsed.scene->meshes[0].primitives[0].indices.size(), std::size_t{6});
}

void TestAssimpMemory::directXRefusals_data() {
  rows(kSkinnedX,
       {{"face beyond", "3;0,2,3;;", "3;0,2,4;;", "vertex 4 of 4"},
        {"face far beyond", "3;0,2,3;;", "3;0,2,9999;;", "vertex 9999 of 4"},
        {"negative", "3;0,2,3;;", "3;0,2,-1;;", "no count and no index"},
        {"normal beyond", "3;0,0,0;, 3;0,0,0;;", "3;0,0,0;, 3;0,0,1;;", "normal 1 of 1"},
        {"fewer faces of normals", "2; 3;0,0,0;, 3;0,0,0;;", "1; 3;0,0,0;;", "1 faces of normals for 2 faces"},
        {"normals twice", "MeshNormals", "MeshNormals { 1; 0;0;1;; 2; 3;0,0,0;, 3;0,0,0;; } MeshNormals", "twice"},
        {"texture coordinates", "MeshTextureCoords { 4; 0;0;, 1;0;, 0;1;, 1;1;; }",
         "MeshTextureCoords { 3; 0;0;, 1;0;, 0;1;; }", "3 texture coordinates for 4 vertices"},
        {"material of none", "Material Skin { 1;1;1;1;; 0; 0;0;0;; 0;0;0;; }", "", "material 0 of 0"},
        {"materials twice", "XSkinMeshHeader", "MeshMaterialList { 1; 2; 0, 0;; { Skin } } XSkinMeshHeader", "twice"},
        {"weight beyond", "2; 0, 3;", "2; 0, 4;", "vertex 4 of 4"},
        {"long name", "Frame Root", "Frame " + std::string(3000, 'n'), "longer than 1000 bytes"},
        {"huge count", "  4;\n", "  4000000000;\n", "more than it holds"}});
}

void TestAssimpMemory::directXRefusals() {
  QFETCH(QString, text);
  QFETCH(QString, words);
  checkRefusal("r.x", text.toStdString(), words);
}

void TestAssimpMemory::binaryDirectX() {
  const auto parsed = ModelFolder::parse(m_folder.write("b.x", binaryX(2)));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->meshes.at(0).primitives.at(0).indices.size(), std::size_t{3});
  checkRefusal("b.x", binaryX(3), "vertex 3 of 3");
  checkRefusal("b.x", binaryX(2).substr(0, 60), "cut short");
  checkRefusal("z.x", "xof 0303tzip0032" + std::string(40, 'x'), "compressed");
}

void TestAssimpMemory::collada() {
  const auto parsed = ModelFolder::parse(m_folder.write("m.dae", kSkinnedDae));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->skins.size(), std::size_t{1});
  QCOMPARE(parsed.scene->skins[0].joints.size(), std::size_t{2});
  QCOMPARE(parsed.scene->clips.size(), std::size_t{1});
  const importing::SourceClip& clip = parsed.scene->clips[0];
  const std::size_t bone = nodeNamed(*parsed.scene, "B");
  QVERIFY(bone < parsed.scene->nodes.size());
  QVERIFY(glm::length(glm::dvec3(worldsAt(*parsed.scene, &clip, 1.0)[bone][0]) - glm::dvec3(0, 1, 0)) < 1e-5);
}

void TestAssimpMemory::colladaRefusals_data() {
  rows(
      kSkinnedDae,
      {{"stride", "count=\"4\" stride=\"3\"", "count=\"4\" stride=\"300\"", "leaves its array of 12"},
       {"count of elements", "count=\"4\" stride=\"3\"", "count=\"5\" stride=\"3\"", "leaves its array of 12"},
       {"offset", "count=\"4\" stride=\"3\"", "offset=\"1\" count=\"4\" stride=\"3\"", "leaves its array of 12"},
       {"count of numbers", "id=\"pa\" count=\"12\"", "id=\"pa\" count=\"3\"", "leaves its array of 3"},
       {"no count", "id=\"pa\" count=\"12\"", "id=\"pa\"", "leaves its array of 0"},
       {"spaces around the sign", "id=\"pa\" count=\"12\"", "id=\"pa\" count = \"3\"", "leaves its array of 3"},
       {"count in other words", "id=\"pa\" count=\"12\"", "id=\"pa\" count=\"&#51;\"", "is no count"},
       {"an id in other words", "source=\"#pa\"", "source=\"#p&#97;\"", "holds a character"},
       {"positions as names", "<float_array id=\"pa\" count=\"12\">0 0 0 1 0 0 0 2 0 0 0 3</float_array>",
        "<Name_array id=\"pa\" count=\"1\">a</Name_array>", "leaves its array of 1"},
       {"numbers of a colour", "<param name=\"A\" type=\"float\"/>",
        "<param name=\"A\" type=\"float\"/><param name=\"A\" type=\"float4x4\"/>", "leaves its array"},
       {"no vertices", "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>", "", "without a VERTEX input"},
       {"fewer polygons counted", "<vcount>3 3 3 3</vcount><p>", "<vcount>3 3 3</vcount><p>", "3 vertex counts"},
       {"counts behind", "<vcount>3 3 3 3</vcount><p>", "<p>", "0 vertex counts"},
       {"vertices twice", "<polylist",
        "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><polylist", "more than one"},
       {"joint beyond", "<v>0 0 0 0 1 0 1 0</v>", "<v>0 0 0 0 1 0 2 0</v>", "joint 2 of 2"},
       {"weight beyond", "<v>0 0 0 0 1 0 1 0</v>", "<v>0 0 0 0 1 0 1 1</v>", "weight 1 of 1"},
       {"no number", "<v>0 0 0 0 1 0 1 0</v>", "<v>0 0 0 0 1 0 1.5 0</v>", "no index"},
       {"too few vertices weighted", "<vertex_weights count=\"4\">", "<vertex_weights count=\"3\">", "3 of 4 vertices"},
       {"too few matrices", "id=\"ba\" count=\"32\"", "id=\"ba\" count=\"16\"", "leaves its array of 16"},
       {"a source in itself", "<skin source=\"#g\">", "<skin source=\"#k\">", "itself"},
       {"values fewer than times", "id=\"oa\" count=\"2\"", "id=\"oa\" count=\"1\"", "leaves its array of 1"},
       {"declarations", "<COLLADA", "<!DOCTYPE x><!DOCTYPE y [<!ENTITY e \"]>\">]><COLLADA", "DOCTYPE"}});
}

void TestAssimpMemory::colladaRefusals() {
  QFETCH(QString, text);
  QFETCH(QString, words);
  checkRefusal("r.dae", text.toStdString(), words);
}

void TestAssimpMemory::colladaTargetsOfMissingNodes_data() {
  QTest::addColumn<QString>("target");
  QTest::addColumn<bool>("told");
  QTest::newRow("morph weights") << "B-morph-weights(0)" << true;
  QTest::newRow("morph weights by a path") << "B/morph-weights" << true;
  QTest::newRow("a node") << "B" << false;
}

// Assimp would write their values over the node's first transform, or out of bounds if there is none.
void TestAssimpMemory::colladaTargetsOfMissingNodes() {
  QFETCH(QString, target);
  QFETCH(bool, told);
  const std::string text = changed(kSkinnedDae, {"", "B/turn.ANGLE", target.toStdString(), ""});
  const auto parsed = ModelFolder::parse(m_folder.write("t.dae", text));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.hasIssue("morph targets is not read"), told);
  for (const importing::SourceClip& clip : parsed.scene->clips) {
    QVERIFY(clip.tracks.empty());
  }
}

void TestAssimpMemory::md5Refusals_data() {
  rows(kMd5, {{"a triangle is missing", " tri 1 2 1 3\n", "", "2 triangles, and number 1 is missing"},
              {"all triangles are missing", " tri 0 0 1 2\n tri 1 2 1 3\n", "", "number 0 is missing"},
              {"a triangle twice", " tri 1 2", " tri 0 2", "2 triangles, and number 1 is missing"},
              {"a vertex is missing", " vert 3 ( 1 1 ) 0 1\n", "", "4 vertices, and number 3 is missing"},
              {"a weight is missing", " weight 2 0 1.0 ( 0 2 0 )\n", "", "3 weights, and number 2 is missing"},
              {"a name without quotation marks", "\"root\"", "root", "not whole"},
              {"a long name", "\"root\"", '"' + std::string(3000, 'n') + '"', "not whole"},
              {"a long shader", "\"skin\"", '"' + std::string(3000, 'n') + '"', "too long"},
              {"another version", "MD5Version 10", "MD5Version 6", "another version"}});
}

void TestAssimpMemory::md5Refusals() {
  QFETCH(QString, text);
  QFETCH(QString, words);
  checkRefusal("r.md5mesh", text.toStdString(), words);
}

void TestAssimpMemory::md5WithoutUnusedVertices() {
  // Vertex 0 is now unused.
  const std::string text = changed(kMd5, {"", " tri 0 0 1 2\n", " tri 0 3 1 2\n", ""});
  const auto parsed = ModelFolder::parse(m_folder.write("u.md5mesh", text));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  const importing::SourcePrimitive& primitive = parsed.scene->meshes.at(0).primitives.at(0);
  QCOMPARE(primitive.indices.size(), std::size_t{6});
  // The corners of the two triangles in the file's own space, in any order.
  std::vector<std::array<float, 3>> corners;
  for (const std::uint32_t index : primitive.indices) {
    const glm::vec3& p = primitive.positions.at(index);
    corners.push_back({p.x, p.y, p.z});
  }
  std::sort(corners.begin(), corners.end());
  const std::vector<std::array<float, 3>> wanted = {{0, 0, 5}, {0, 0, 5}, {0, 2, 0}, {0, 2, 0}, {1, 0, 0}, {1, 0, 0}};
  QVERIFY(corners == wanted);
}

void TestAssimpMemory::md5AnimationsOutsideFrames_data() {
  rows(kMd5Animation, {{"too few numbers", "0 0 7 0 0 0", "0 0 7", "end behind those of frame 1"},
                       {"begins too late", "-1 63 0", "-1 63 3", "end behind those of frame 0"},
                       {"flags", "-1 63 0", "-1 9999 0", "out of range"},
                       {"a parent behind", "-1 63 0", "5 63 0", "out of range"},
                       {"base frame", "( 0 0 0 ) ( 0 0 0 )\n}\nframe", "( 0 0 0 ) ( 0 0\n}\nframe", "base frame"}});
}

void TestAssimpMemory::md5AnimationsOutsideFrames() {
  QFETCH(QString, text);
  QFETCH(QString, words);
  QVERIFY(!text.isEmpty());
  const auto mesh = m_folder.write("a.md5mesh", kMd5);
  m_folder.write("a.md5anim", kMd5Animation);
  QCOMPARE(ModelFolder::parse(mesh).scene.value().clips.size(), std::size_t{1});
  m_folder.write("a.md5anim", text.toStdString());
  const auto parsed = ModelFolder::parse(mesh);
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QVERIFY(parsed.scene->clips.empty());
  const Issue* issue = parsed.issueAbout("animation file is left out");
  QVERIFY(issue != nullptr && QString::fromStdString(issue->text).contains(words));
}

namespace {

FbxText skinnedFbx() {
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual(), "Mesh");
  fbx.model(20, "Hip", 0, FbxText::usual(), "LimbNode");
  fbx.mesh(11, 10, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, -3});
  fbx.skin(12, 11);
  fbx.cluster(13, 12, 20, {0, 1, 2}, {1.0, 1.0, 1.0}, glm::dmat4(1.0), glm::dmat4(1.0));
  return fbx;
}

}  // namespace

void TestAssimpMemory::repeatedFbxConnections() {
  FbxText fbx = skinnedFbx();
  fbx.connect(13, 12);
  fbx.connect(20, 13);
  fbx.connect(11, 10);
  fbx.connect(12, 11);
  const auto parsed = ModelFolder::parse(m_folder.write("c.fbx", fbx.text()));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->skins.size(), std::size_t{1});
  QCOMPARE(parsed.scene->skins[0].joints.size(), std::size_t{1});
}

void TestAssimpMemory::fbxBonesWithTwoClusters() {
  FbxText fbx = skinnedFbx();
  fbx.cluster(14, 12, 20, {0}, {0.5}, glm::dmat4(1.0), glm::dmat4(1.0));
  const auto parsed = ModelFolder::parse(m_folder.write("d.fbx", fbx.text()));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->skins.at(0).joints.size(), std::size_t{1});
  QVERIFY(parsed.hasIssue("more than one set of weights"));
}

// Assimp's own conversion of clips aborts on them, although it was not requested.
void TestAssimpMemory::fbxTakeWithoutKeysInItsRange() {
  FbxText fbx = skinnedFbx();
  fbx.take(40, "Move", 0.05, 1e-9);
  fbx.curves(42, 41, 20, "Lcl Translation", {{"d|X", {{0.05, 0.0}, {1.0, 2.0}}}});
  const auto parsed = ModelFolder::parse(m_folder.write("k.fbx", fbx.text()));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->skins.at(0).joints.size(), std::size_t{1});
  QCOMPARE(parsed.scene->clips.size(), std::size_t{1});
}

// Assimp would recognise them by content and read them unchecked.
void TestAssimpMemory::otherNamesForCheckedFormats() {
  checkRefusal("m.unknown", kSkinnedX, "no model format with this ending");
  checkRefusal("m.xml", kSkinnedDae, "no model format with this ending");
}

TEXELETON_SUITE(TestAssimpMemory)
#include "test_assimp_memory.moc"

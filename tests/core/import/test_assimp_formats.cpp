#include <QList>
#include <QObject>
#include <QTest>
#include <cmath>

#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::string collada(const std::string& asset, const std::string& nodes, const std::string& more = {}) {
  return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>)" +
         asset +
         R"(</asset><library_geometries><geometry id="g" name="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 2 0 0 0 3</float_array><technique_common>
<accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries>)" +
         more + R"(<library_visual_scenes><visual_scene id="s">)" + nodes +
         R"(</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

const char* const kInstance = R"(<node id="n" name="n"><instance_geometry url="#g"/></node>)";

const char* const kBvh = R"(HIERARCHY
ROOT Hip
{
 OFFSET 0 1 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Knee
 {
  OFFSET 0 -0.5 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
   OFFSET 0 -0.5 0
  }
 }
}
MOTION
Frames: 3
Frame Time: 0.04
0 1 0 0 0 0 0 0 0
0 1 2 0 0 0 45 0 0
0 1 4 0 0 0 90 0 0
)";

const char* const kXText = R"(xof 0303txt 0032
Mesh {
 3;
 0;0;0;,
 1;0;0;,
 0;1;0;;
 1;
 3;0,1,2;;
}
)";

std::string md5Mesh(const std::string& weight = "weight 0 0 1.0 ( 0 0 5 )") {
  return R"(MD5Version 10
commandline ""
numJoints 2
numMeshes 1
joints {
 "root" -1 ( 0 0 0 ) ( 0 0 0 )
 "tip" 0 ( 0 0 5 ) ( 0 0 0 )
}
mesh {
 shader "skin"
 numverts 3
 vert 0 ( 0 0 ) 0 1
 vert 1 ( 1 0 ) 1 1
 vert 2 ( 0 1 ) 2 1
 numtris 1
 tri 0 0 1 2
 numweights 3
 )" + weight +
         R"(
 weight 1 0 1.0 ( 1 0 0 )
 weight 2 1 1.0 ( 0 2 0 )
}
)";
}

}  // namespace

class TestAssimpFormats : public QObject {
  Q_OBJECT

 private slots:
  void colladaAxesAndUnits_data();
  void colladaAxesAndUnits();
  void userOverridesFile();
  void colladaRefusals_data();
  void colladaRefusals();
  void bvhIsMotion();
  void bvhWithoutFrameTime();
  void bvhRefusals();
  void bvhHierarchies_data();
  void bvhHierarchies();
  void readsX();
  void xRefusals();
  void md5MeshAndItsAxes();
  void findsMd5Animation();
  void md5AnimationHasItsRate();
  void md5BadAnimationKeepsTheMesh();
  void md5Refusals_data();
  void md5Refusals();
  void texturesNextToFile();
  void textureOutsideIsNotOpened();
  void missingTexturesAreReportedByMaterial();
  void emptyAndForeignFiles();
  void sparseRotationsAreAnIssue();

 private:
  ModelFolder m_folder;
};

void TestAssimpFormats::colladaAxesAndUnits_data() {
  QTest::addColumn<QString>("asset");
  QTest::addColumn<QString>("upAxis");
  QTest::addColumn<double>("metres");
  QTest::addColumn<QList<double>>("box");
  const QString cm = R"(<unit name="centimeter" meter="0.01"/>)";
  QTest::newRow("Y up, metres") << QString("<up_axis>Y_UP</up_axis>") << "+Y" << 1.0 << QList<double>{0, 0, 0, 1, 2, 3};
  QTest::newRow("Z up, centimetres") << cm + "<up_axis> Z_UP </up_axis>"
                                     << "+Z" << 0.01 << QList<double>{0, 0, -0.02, 0.01, 0.03, 0};
  QTest::newRow("X up") << QString("<up_axis>X_UP</up_axis>") << "+X" << 1.0 << QList<double>{-2, 0, 0, 0, 1, 3};
  QTest::newRow("nothing said") << QString() << "+Y" << 1.0 << QList<double>{0, 0, 0, 1, 2, 3};
}

void TestAssimpFormats::colladaAxesAndUnits() {
  QFETCH(QString, asset);
  QFETCH(QString, upAxis);
  QFETCH(double, metres);
  QFETCH(QList<double>, box);
  const auto model = ModelFolder::read(m_folder.write("m.dae", collada(asset.toStdString(), kInstance)));
  QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
  QCOMPARE(QString::fromStdString(model->format), QString("COLLADA"));
  QCOMPARE(QString::fromStdString(model->upAxis), upAxis);
  QCOMPARE(model->unitMetres, metres);
  QVERIFY(near(model->bindBounds.min, glm::vec3(box[0], box[1], box[2])));
  QVERIFY(near(model->bindBounds.max, glm::vec3(box[3], box[4], box[5])));
}

void TestAssimpFormats::userOverridesFile() {
  importing::ImportOptions options;
  options.scale = 2.0;
  options.up = importing::UpAxis::Z;
  const auto path = m_folder.write("m.dae", collada(R"(<unit meter="0.01"/><up_axis>Y_UP</up_axis>)", kInstance));
  const auto model = ModelFolder::read(path, options);
  QVERIFY(model.has_value());
  QVERIFY(near(model->bindBounds.min, {0, 0, -4}));
  QVERIFY(near(model->bindBounds.max, {2, 6, 0}));
}

void TestAssimpFormats::colladaRefusals_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("reason");
  const auto row = [](const char* name, const std::string& text, const char* reason) {
    QTest::newRow(name) << QString::fromStdString(text) << QString(reason);
  };
  const std::string whole = collada("", kInstance);
  row("cut", whole.substr(0, whole.size() / 2), "XML is not closed");
  row("cut in a tag", whole.substr(0, whole.size() - 4), "XML is not closed");
  row("crossed tags", "<COLLADA><a><b></a></b></COLLADA>", "malformed");
  row("cycle of two",
      collada("", "<node id='a'><instance_node url='#b'/></node><node id='b'><instance_node url='#a'/></node>"),
      "cycle");
  row("own ancestor", collada("", "<node id='a'><node id='b'><instance_node url='#a'/></node></node>"), "cycle");
  std::string lying = whole;
  lying.replace(lying.find("count=\"12\""), 10, "count=\"4000000000\"");
  row("array length", lying, "declares more numbers");
  std::string deep;
  for (int i = 0; i < 2000; ++i) {
    deep += "<node>";
  }
  row("deep", collada("", deep), "too deep");
  row("not XML", "milk, bread", "not a COLLADA file");
}

void TestAssimpFormats::colladaRefusals() {
  QFETCH(QString, text);
  QFETCH(QString, reason);
  const auto parsed = ModelFolder::parse(m_folder.write("m.dae", text.toStdString()));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY2(parsed.scene.error().message.find(reason.toStdString()) != std::string::npos,
           parsed.scene.error().message.c_str());
}

void TestAssimpFormats::bvhIsMotion() {
  const auto parsed = ModelFolder::parse(m_folder.write("m.bvh", kBvh));
  QVERIFY(parsed.scene.has_value());
  const importing::SourceScene& scene = *parsed.scene;
  QVERIFY(scene.instances.empty());
  QCOMPARE(scene.clips.size(), std::size_t{1});
  QVERIFY(std::abs(scene.clips[0].rateHz - 25.0) < 1e-4);
  QVERIFY(std::abs(scene.clips[0].endSeconds.value_or(0) - 0.08) < 1e-6);
  const auto worlds = worldsAt(scene, &scene.clips[0], 0.04);
  QVERIFY(std::abs(worlds[nodeNamed(scene, "Hip")][3].z - 2.0) < 1e-5);
  QVERIFY(std::abs(worlds[nodeNamed(scene, "Knee")][0].y - std::sqrt(0.5)) < 1e-5);
}

void TestAssimpFormats::bvhWithoutFrameTime() {
  std::string text = kBvh;
  text.replace(text.find("0.04"), 4, "0");
  const auto parsed = ModelFolder::parse(m_folder.write("m.bvh", text));
  QVERIFY(parsed.scene.has_value());
  QVERIFY(parsed.hasIssue("30 frames a second"));
  QCOMPARE(parsed.scene->clips[0].rateHz, 30.0);
  QVERIFY(std::abs(parsed.scene->clips[0].endSeconds.value_or(0) - 2.0 / 30.0) < 1e-9);
}

void TestAssimpFormats::bvhRefusals() {
  std::string many = kBvh;
  many.replace(many.find("Frames: 3"), 9, "Frames: 2000000000");
  auto parsed = ModelFolder::parse(m_folder.write("m.bvh", many));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("2000000000 frames") != std::string::npos);
  const std::string text = kBvh;
  parsed = ModelFolder::parse(m_folder.write("m.bvh", text.substr(0, text.find("MOTION"))));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("cut short") != std::string::npos);
}

void TestAssimpFormats::bvhHierarchies_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("words");
  const QString channels = " CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n";
  QTest::newRow("channels behind") << "  }\n }\n}\nMOTION"
                                   << "  }\n }\n" + channels + "}\nMOTION"
                                   << "line 15 of the BVH file: joint \"Hip\" has its CHANNELS twice";
  QTest::newRow("channels of the joint behind")
      << "Yrotation\n  End Site"
      << "Yrotation\n  End Site\n  {\n   OFFSET 0 0 1\n  }\n  OFFSET 0 0 0\n  End Site"
      << "line 14 of the BVH file: joint \"Knee\" has its OFFSET twice";
  QTest::newRow("no brace") << " JOINT Knee\n {"
                            << " JOINT Knee\n"
                            << "line 8 of the BVH file";
  QTest::newRow("no name") << " JOINT Knee"
                           << " JOINT"
                           << "line 7 of the BVH file: a joint has no name";
  QTest::newRow("no count") << "CHANNELS 3"
                            << "CHANNELS x"
                            << "line 9 of the BVH file";
  QTest::newRow("fewer channels") << "CHANNELS 3 "
                                  << "CHANNELS 4 "
                                  << "line 10 of the BVH file: joint \"Knee\" has no channel \"End\"";
  QTest::newRow("no number") << "OFFSET 0 -0.5 0"
                             << "OFFSET 0 a 0"
                             << "line 8 of the BVH file: \"a\" in an OFFSET is no number";
  QTest::newRow("another root") << " JOINT"
                                << " ROOT"
                                << "line 6 of the BVH file: \"ROOT\" has no place here";
  QTest::newRow("end without site") << "End Site"
                                    << "End"
                                    << "line 11 of the BVH file";
}

void TestAssimpFormats::bvhHierarchies() {
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, words);
  QString text = kBvh;
  QVERIFY(text.contains(from));
  text.replace(text.indexOf(from), from.size(), to);
  const auto parsed = ModelFolder::parse(m_folder.write("h.bvh", text.toStdString()));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY2(QString::fromStdString(parsed.scene.error().message.text()).contains(words),
           parsed.scene.error().message.c_str());
  // Properties of a joint after its children; Assimp would write channels there to freed memory.
  const QString channels = " CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n";
  for (const QString& moved : {channels, QString(" OFFSET 0 1 0\n")}) {
    QString swapped = kBvh;
    swapped.remove(moved);
    swapped.replace("}\nMOTION", moved + "}\nMOTION");
    const auto refused = ModelFolder::parse(m_folder.write("b.bvh", swapped.toStdString()));
    QVERIFY(!refused.scene.has_value());
    QVERIFY2(refused.scene.error().message.find("of joint \"Hip\" come after its children") != std::string::npos,
             refused.scene.error().message.c_str());
    QVERIFY(refused.scene.error().message.find("line 14 ") != std::string::npos);
  }
}

void TestAssimpFormats::readsX() {
  const auto parsed = ModelFolder::parse(m_folder.write("m.x", kXText));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->meshes.size(), std::size_t{1});
  QCOMPARE(parsed.scene->meshes[0].primitives[0].indices.size(), std::size_t{3});
}

void TestAssimpFormats::xRefusals() {
  const std::string weights = "SkinWeights { \"Bone\"; 1; 7; 1.0; 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;; }\n}\n";
  std::string text = kXText;
  text.replace(text.rfind('}'), 2, weights);
  auto parsed = ModelFolder::parse(m_folder.write("m.x", text));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("vertex 7 of 3") != std::string::npos);
  parsed = ModelFolder::parse(m_folder.write("m.x", text.substr(0, 60)));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("cut short") != std::string::npos);
}

void TestAssimpFormats::md5MeshAndItsAxes() {
  const auto path = m_folder.write("m.md5mesh", md5Mesh());
  const auto model = ModelFolder::read(path);
  QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
  QCOMPARE(model->upAxis, std::string("+Z"));
  // Vertices (0,0,5), (1,0,0) and, from the tip, (0,2,5): Z becomes up, Y goes back.
  QVERIFY(near(model->bindBounds.min, {0, 0, -2}));
  QVERIFY(near(model->bindBounds.max, {1, 5, 0}));
}

void TestAssimpFormats::findsMd5Animation() {
  const auto path = m_folder.write("looked.md5mesh", md5Mesh());
  const auto parsed = ModelFolder::parse(path);
  QVERIFY(parsed.scene.has_value());
  bool found = false;
  for (const importing::LookedUpFile& file : parsed.lookedUp) {
    found = found || (file.path.filename() == "looked.md5anim" && !file.found);
  }
  QVERIFY(found);
}

void TestAssimpFormats::md5AnimationHasItsRate() {
  const auto path = m_folder.write("rate.md5mesh", md5Mesh());
  std::string animation =
      "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 2\nframeRate 60\nnumAnimatedComponents 6\nhierarchy {\n"
      "\t\"root\" -1 0 0\n\t\"tip\" 0 63 0\n}\nbounds {\n( 0 0 0 ) ( 1 1 1 )\n( 0 0 0 ) ( 1 1 1 )\n}\nbaseframe {\n"
      "( 0 0 0 ) ( 0 0 0 )\n( 0 0 5 ) ( 0 0 0 )\n}\nframe 0 {\n0 0 5 0 0 0\n}\nframe 1 {\n0 0 7 0 0 0\n}\n";
  m_folder.write("rate.md5anim", animation);
  const auto parsed = ModelFolder::parse(path);
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->clips.size(), std::size_t{1});
  const importing::SourceClip& clip = parsed.scene->clips[0];
  QCOMPARE(clip.rateHz, 60.0);
  QVERIFY(std::abs(clip.endSeconds.value_or(0) - 1.0 / 60.0) < 1e-9);
  const std::size_t tip = nodeNamed(*parsed.scene, "tip");
  QVERIFY(tip < parsed.scene->nodes.size());
  QVERIFY(std::abs(worldsAt(*parsed.scene, &clip, 1.0 / 60.0)[tip][3].z - 7.0) < 1e-5);
}

void TestAssimpFormats::md5BadAnimationKeepsTheMesh() {
  const auto path = m_folder.write("bad.md5mesh", md5Mesh());
  m_folder.write(
      "bad.md5anim",
      "MD5Version 10\ncommandline \"\"\nnumFrames 1\nnumJoints 2\nframeRate 24\nnumAnimatedComponents 6\n"
      "hierarchy {\n\t\"root\" -1 0 0\n\t\"tip\" 0 63 6000\n}\nbounds {\n( 0 0 0 ) ( 1 1 1 )\n}\nbaseframe {\n"
      "( 0 0 0 ) ( 0 0 0 )\n( 0 0 5 ) ( 0 0 0 )\n}\nframe 0 {\n0 0 5 0 0 0\n}\n");
  const auto parsed = ModelFolder::parse(path);
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->meshes.size(), std::size_t{1});
  const Issue* issue = parsed.issueAbout("animation file is left out");
  QVERIFY(issue != nullptr);
  QCOMPARE(issue->subject, std::string("bad.md5anim"));
}

void TestAssimpFormats::md5Refusals_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("reason");
  const auto row = [](const char* name, std::string text, const char* from, const char* to, const char* reason) {
    if (from != nullptr) {
      text.replace(text.find(from), std::strlen(from), to);
    }
    QTest::newRow(name) << QString::fromStdString(text) << QString(reason);
  };
  row("joint", md5Mesh("weight 0 77 1.0 ( 0 0 5 )"), nullptr, nullptr, "joint 77 of 2");
  row("triangle", md5Mesh(), "tri 0 0 1 2", "tri 0 0 1 4000000000", "4000000000 of 3");
  row("weight", md5Mesh(), "vert 2 ( 0 1 ) 2 1", "vert 2 ( 0 1 ) 2 9", "weight 10 of 3");
  row("parent", md5Mesh(), "\"tip\" 0", "\"tip\" 5", "parent 5");
  row("vertex count", md5Mesh(), "numverts 3", "numverts 2000000000", "more vertices than the file holds");
  row("cut", md5Mesh().substr(0, 200), nullptr, nullptr, "cut short");
  row("no MD5", "milk, bread", nullptr, nullptr, "not an MD5");
}

void TestAssimpFormats::md5Refusals() {
  QFETCH(QString, text);
  QFETCH(QString, reason);
  const auto parsed = ModelFolder::parse(m_folder.write("r.md5mesh", text.toStdString()));
  QVERIFY(!parsed.scene.has_value());
  QVERIFY2(parsed.scene.error().message.find(reason.toStdString()) != std::string::npos,
           parsed.scene.error().message.c_str());
}

namespace {

// A PNG of one pixel.
const char* const kPng =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

std::string texturedFbx(const std::string& reference) {
  FbxText fbx;
  fbx.model(10, "Body", 0, FbxText::usual(), "Mesh");
  fbx.mesh(11, 10, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, -3});
  std::string text = fbx.text();
  const std::string objects = R"(Material: 70, "Material::Skin", "" {
Version: 102
ShadingModel: "phong"
Properties70: {
P: "DiffuseColor", "Color", "", "A",0.5,0.5,0.5
P: "ShininessExponent", "double", "Number", "",30
P: "EmissiveColor", "Color", "", "A",0.5,0.25,0
P: "EmissiveFactor", "Number", "", "A",8
}
}
Texture: 71, "Texture::Color", "" {
Type: "TextureVideoClip"
Version: 202
TextureName: "Texture::Color"
FileName: "C:\nowhere\)" + reference +
                              R"("
RelativeFilename: ")" + reference +
                              R"("
}
)";
  // The mesh needs a material layer for its material to be used.
  const std::string layer = R"(LayerElementMaterial: 0 {
Version: 101
Name: ""
MappingInformationType: "AllSame"
ReferenceInformationType: "IndexToDirect"
Materials: *1 {
a: 0
}
}
Layer: 0 {
Version: 100
LayerElement: {
Type: "LayerElementMaterial"
TypedIndex: 0
}
})";
  text.replace(text.find("Layer: 0 {\nVersion: 100\n}"), 25, layer);
  text.insert(text.find("Objects: {") + 11, objects);
  text.insert(text.find("Connections: {") + 15, "C: \"OO\",70,10\nC: \"OP\",71,70, \"DiffuseColor\"\n");
  return text;
}

}  // namespace

void TestAssimpFormats::texturesNextToFile() {
  const std::string png = QByteArray::fromBase64(kPng).toStdString();
  for (const std::string& place : {std::string("skin.png"), std::string("textures/skin.png"),
                                   std::string("model.fbm/skin.png"), std::string("maps/skin.png")}) {
    const ModelFolder folder;
    const auto path = folder.write("model.fbx", texturedFbx("maps\\skin.png"));
    folder.write(place, png);
    const auto parsed = ModelFolder::parse(path);
    QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
    QCOMPARE(parsed.scene->materials.size(), std::size_t{1});
    const model::Material& material = parsed.scene->materials[0];
    QCOMPARE(material.name, std::string("Skin"));
    QVERIFY2(material.baseColorTexture.image.isValid(), place.c_str());
    QCOMPARE(material.baseColorFactor, glm::vec4(1.0f));
    QCOMPARE(material.metallicFactor, 0.0f);
    QVERIFY(std::abs(material.roughnessFactor - 0.25f) < 1e-6f);  // sqrt(2 / (30 + 2))
    QCOMPARE(material.emissiveFactor, glm::vec3(4, 2, 0));        // The colour times its factor, above 1.
    QCOMPARE(parsed.scene->images.at(0).mimeType, std::string("image/png"));
    bool recorded = false;
    for (const importing::LookedUpFile& file : parsed.lookedUp) {
      recorded = recorded || (file.found && file.path.filename() == "skin.png");
    }
    QVERIFY(recorded);
  }
}

void TestAssimpFormats::textureOutsideIsNotOpened() {
  const ModelFolder folder;
  folder.write("secret.png", QByteArray::fromBase64(kPng).toStdString());
  const auto path = folder.write("inner/model.fbx", texturedFbx("..\\secret.png"));
  const auto parsed = ModelFolder::parse(path);
  QVERIFY(parsed.scene.has_value());
  QVERIFY(!parsed.scene->materials.at(0).baseColorTexture.image.isValid());
  QVERIFY(parsed.hasIssue("left out"));
  QVERIFY(parsed.scene->images.empty());
}

void TestAssimpFormats::missingTexturesAreReportedByMaterial() {
  const auto material = [](const std::string& name) {
    return "Material " + name + " { 1;1;1;1;; 1; 0;0;0;; 0;0;0;; TextureFilename { \"gone.png\"; } }\n";
  };
  const ModelFolder folder;
  const auto path = folder.write("two.x",
                                 "xof 0303txt 0032\nFrame Root {\nMesh Quad {\n4; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;;\n"
                                 "2; 3;0,1,2;, 3;0,2,3;;\nMeshMaterialList { 2; 2; 0, 1;;\n" +
                                     material("Coat") + material("Hat") + "}\n}\n}\n");
  const auto parsed = ModelFolder::parse(path);
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->materials.size(), std::size_t{2});
  std::vector<std::string> subjects;
  for (const Issue& issue : parsed.issues) {
    if (issue.text.find("gone.png") != std::string::npos) {
      subjects.push_back(issue.subject);
    }
  }
  QCOMPARE(subjects, (std::vector<std::string>{"Coat", "Hat"}));
}

void TestAssimpFormats::emptyAndForeignFiles() {
  for (const char* ending : {"fbx", "dae", "md5mesh", "x", "bvh", "smd"}) {
    const auto parsed = ModelFolder::parse(m_folder.write(std::string("empty.") + ending, ""));
    QVERIFY(!parsed.scene.has_value());
    QVERIFY2(parsed.scene.error().message.find("empty") != std::string::npos, ending);
    QVERIFY(!parsed.scene.error().file.empty());
    const auto list = ModelFolder::parse(m_folder.write(std::string("list.") + ending, "milk, bread, eggs\n"));
    QVERIFY2(!list.scene.has_value(), ending);
  }
  const auto iqm = ModelFolder::parse(m_folder.write("m.iqm", "INTERQUAKEMODEL"));
  QVERIFY(!iqm.scene.has_value());
  QCOMPARE(iqm.scene.error().code, ErrorCode::Unsupported);
}

void TestAssimpFormats::sparseRotationsAreAnIssue() {
  const std::string animation = R"(<library_animations><animation id="a">
<source id="t"><float_array id="ta" count="2">0 1</float_array><technique_common><accessor source="#ta" count="2"
stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>
<source id="o"><float_array id="oa" count="32">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
-0.5 -0.8660254 0 0 0.8660254 -0.5 0 0 0 0 1 0 0 0 0 1</float_array><technique_common><accessor source="#oa" count="2"
stride="16"><param name="M" type="float4x4"/></accessor></technique_common></source>
<source id="i"><Name_array id="ia" count="2">LINEAR LINEAR</Name_array><technique_common><accessor source="#ia"
count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
<sampler id="sm"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#o"/>
<input semantic="INTERPOLATION" source="#i"/></sampler><channel source="#sm" target="n/m"/></animation>
</library_animations>)";
  const std::string node =
      R"(<node id="n" name="n"><matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/></node>)";
  const auto parsed = ModelFolder::parse(m_folder.write("sparse.dae", collada("", node, animation)));
  QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
  QCOMPARE(parsed.scene->clips.size(), std::size_t{1});
  const Issue* issue = parsed.issueAbout("60 degrees or more apart");
  QVERIFY(issue != nullptr);
  QVERIFY(issue->text.find("(\"n\")") != std::string::npos);
}

TEXELETON_SUITE(TestAssimpFormats)
#include "test_assimp_formats.moc"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
using importing::SourceScene;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

std::string numbersSource(const std::string& id, const std::string& numbers, int count, int stride) {
  return "<source id='" + id + "'><float_array id='" + id + "-a' count='" + std::to_string(count * stride) + "'>" +
         numbers + "</float_array><technique_common><accessor source='#" + id + "-a' count='" + std::to_string(count) +
         "' stride='" + std::to_string(stride) +
         "'><param name='X' type='float'/></accessor></technique_common></source>";
}

// An animation of one curve with two keys.
std::string animation(const std::string& id, const std::string& target, const std::string& times,
                      const std::string& values, const std::string& kinds, const std::string& in = {},
                      const std::string& out = {}, int tangentStride = 2) {
  std::string text = "<animation id='" + id + "'>" + numbersSource(id + "-t", times, 2, 1) +
                     numbersSource(id + "-v", values, 2, 1) + "<source id='" + id + "-k'><Name_array id='" + id +
                     "-ka' count='2'>" + kinds + "</Name_array><technique_common><accessor source='#" + id +
                     "-ka' count='2' stride='1'><param name='I' type='name'/></accessor></technique_common></source>";
  std::string inputs = "<input semantic='INPUT' source='#" + id + "-t'/><input semantic='OUTPUT' source='#" + id +
                       "-v'/><input semantic='INTERPOLATION' source='#" + id + "-k'/>";
  if (!in.empty()) {
    text += numbersSource(id + "-in", in, 2, tangentStride) + numbersSource(id + "-out", out, 2, tangentStride);
    inputs += "<input semantic='IN_TANGENT' source='#" + id + "-in'/><input semantic='OUT_TANGENT' source='#" + id +
              "-out'/>";
  }
  return text + "<sampler id='" + id + "-s'>" + inputs + "</sampler><channel source='#" + id + "-s' target='" + target +
         "'/></animation>";
}

// A triangle on a node "n", which is rotated about Z and moved.
std::string moving(const std::string& animations, const std::string& clips = {}) {
  return "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset/>"
         "<library_geometries><geometry id='g'><mesh><source id='p'><float_array id='pa' count='9'>0 0 0 1 0 0 0 1 "
         "0</float_array>"
         "<technique_common><accessor source='#pa' count='3' stride='3'><param name='X' type='float'/><param name='Y' "
         "type='float'/>"
         "<param name='Z' type='float'/></accessor></technique_common></source><vertices id='v'>"
         "<input semantic='POSITION' source='#p'/></vertices><triangles count='1'><input semantic='VERTEX' source='#v' "
         "offset='0'/>"
         "<p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_animations>" +
         animations + "</library_animations>" + clips +
         "<library_visual_scenes><visual_scene id='s'><node id='n'><translate sid='t'>0 0 0</translate>"
         "<rotate sid='r'>0 0 1 0</rotate><instance_geometry url='#g'/></node></visual_scene></library_visual_scenes>"
         "<scene><instance_visual_scene url='#s'/></scene></COLLADA>";
}

// A triangle skinned to joint "J", with a skeleton "a" whose joint is at x = 1 and a skeleton "b" whose joint is at x =
// 2. `nodes` precede them, `instances` follow.
const char* const kSkinned =
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'><asset/>"
    "<library_geometries><geometry id='g'><mesh><source id='p'><float_array id='pa' count='9'>0 0 0 1 0 0 0 1 "
    "0</float_array>"
    "<technique_common><accessor source='#pa' count='3' stride='3'><param name='X' type='float'/><param name='Y' "
    "type='float'/>"
    "<param name='Z' type='float'/></accessor></technique_common></source><vertices id='v'>"
    "<input semantic='POSITION' source='#p'/></vertices><triangles count='1'><input semantic='VERTEX' source='#v' "
    "offset='0'/>"
    "<p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_controllers><controller id='k'><skin "
    "source='#g'>"
    "<source id='j'><ARRAY id='ja' count='1'>JOINT</ARRAY><technique_common>"
    "<accessor source='#ja' count='1' stride='1'><param name='J' type='name'/></accessor></technique_common></source>"
    "<source id='b'><float_array id='ba' count='16'>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array><technique_common>"
    "<accessor source='#ba' count='1' stride='16'><param name='T' "
    "type='float4x4'/></accessor></technique_common></source>"
    "<source id='w'><float_array id='wa' count='1'>1</float_array><technique_common>"
    "<accessor source='#wa' count='1' stride='1'><param name='W' type='float'/></accessor></technique_common></source>"
    "<joints><input semantic='JOINT' source='#j'/><input semantic='INV_BIND_MATRIX' source='#b'/></joints>"
    "<vertex_weights count='3'><input semantic='JOINT' source='#j' offset='0'/>"
    "<input semantic='WEIGHT' source='#w' offset='1'/><vcount>1 1 1</vcount><v>0 0 0 0 0 0</v></vertex_weights>"
    "</skin></controller></library_controllers><library_visual_scenes><visual_scene id='s'>NODES"
    "<node id='a'><node id='aj' sid='J' type='JOINT'><translate>1 0 0</translate></node></node>"
    "<node id='b'><node id='bj' sid='J' type='JOINT'><translate>2 0 0</translate></node></node>"
    "INSTANCES</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>";

std::string skinned(const std::string& nodes, const std::string& instances, const std::string& array = "Name_array",
                    const std::string& joint = "J") {
  std::string text = replaced(replaced(kSkinned, "<ARRAY", "<" + array), "</ARRAY", "</" + array);
  text = replaced(text, ">JOINT<", ">" + joint + "<");
  return replaced(replaced(text, "NODES", nodes), "INSTANCES", instances);
}

std::string instanceOf(const std::string& skeleton) {
  return "<instance_controller url='#k'><skeleton>#" + skeleton + "</skeleton></instance_controller>";
}

double degreesAboutZ(const SourceScene& scene, double seconds, std::size_t clip = 0) {
  const glm::dmat4 world = worldsAt(scene, &scene.clips.at(clip), seconds)[nodeNamed(scene, "n")];
  return glm::degrees(std::atan2(world[0].y, world[0].x));
}

double xOf(const SourceScene& scene, double seconds, std::size_t clip = 0) {
  return worldsAt(scene, &scene.clips.at(clip), seconds)[nodeNamed(scene, "n")][3].x;
}

// The x of an instance's first vertex after skinning.
double skinX(const SourceScene& scene, std::size_t instance) {
  const importing::SourceInstance& i = scene.instances.at(instance);
  const auto worlds = worldsAt(scene, nullptr, 0.0);
  const importing::SourceSkin& skin = scene.skins.at(*i.skin);
  return (worlds[skin.joints.at(0)] * skin.inverseBinds.at(0))[3].x;
}

// The box of all skinned vertices at a time of the first clip.
std::pair<glm::dvec3, glm::dvec3> boxAt(const SourceScene& scene, double seconds) {
  const auto worlds = worldsAt(scene, &scene.clips.at(0), seconds);
  glm::dvec3 low(1e9);
  glm::dvec3 high(-1e9);
  for (const importing::SourceInstance& instance : scene.instances) {
    const importing::SourceSkin& skin = scene.skins.at(instance.skin.value());
    const importing::SourcePrimitive& mesh = scene.meshes[instance.mesh].primitives.front();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      glm::dvec4 sum(0.0);
      for (std::size_t i = mesh.influenceBegin[v]; i < mesh.influenceBegin[v + 1]; ++i) {
        const importing::SourceInfluence& influence = mesh.influences[i];
        sum += double{influence.weight} * (worlds[skin.joints[influence.joint]] * skin.inverseBinds[influence.joint] *
                                           glm::dvec4(mesh.positions[v], 1.0));
      }
      const glm::dvec3 moved = glm::dvec3(sum) / sum.w;
      low = glm::min(low, moved);
      high = glm::max(high, moved);
    }
  }
  return {low, high};
}

// Puts `before` and `after` around the values of all attributes, or around the texts of all elements.
std::string padded(const std::string& text, bool attributes, const std::string& before, const std::string& after) {
  std::string out;
  bool inTag = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '>') {
      inTag = c == '<';
    }
    const bool declaration = text.compare(0, 5, "<?xml") == 0 && i < text.find("?>");
    if (attributes && inTag && !declaration && c == '"') {
      const std::size_t end = text.find('"', i + 1);
      out += '"' + before + text.substr(i + 1, end - i - 1) + after + '"';
      i = end;
      continue;
    }
    out += c;
    if (!attributes && c == '>' && !declaration) {
      const std::size_t end = text.find('<', i);
      const std::string content = end == std::string::npos ? "" : text.substr(i + 1, end - i - 1);
      if (content.find_first_not_of(" \r\n\t") != std::string::npos) {
        out += before + content + after;
        i = end - 1;
      }
    }
  }
  return out;
}

std::string contentOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void compareScenes(const SourceScene& scene, const SourceScene& twin) {
  QCOMPARE(scene.nodes.size(), twin.nodes.size());
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    QCOMPARE(scene.nodes[n].name, twin.nodes[n].name);
    QCOMPARE(scene.nodes[n].parent, twin.nodes[n].parent);
    QVERIFY(largestDifference(*scene.nodes[n].restMatrix, *twin.nodes[n].restMatrix) == 0.0);
  }
  QCOMPARE(scene.meshes.size(), twin.meshes.size());
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    const importing::SourcePrimitive& a = scene.meshes[m].primitives.front();
    const importing::SourcePrimitive& b = twin.meshes[m].primitives.front();
    QVERIFY(a.positions == b.positions && a.indices == b.indices && a.colors == b.colors);
    QCOMPARE(a.influences.size(), b.influences.size());
    for (std::size_t i = 0; i < a.influences.size(); ++i) {
      QVERIFY(a.influences[i].joint == b.influences[i].joint && a.influences[i].weight == b.influences[i].weight);
    }
  }
  QCOMPARE(scene.skins.size(), twin.skins.size());
  for (std::size_t s = 0; s < scene.skins.size(); ++s) {
    QVERIFY(scene.skins[s].joints == twin.skins[s].joints);
  }
  QCOMPARE(scene.clips.size(), twin.clips.size());
  for (std::size_t c = 0; c < scene.clips.size(); ++c) {
    QCOMPARE(scene.clips[c].name, twin.clips[c].name);
    QCOMPARE(scene.clips[c].tracks.size(), twin.clips[c].tracks.size());
    for (std::size_t t = 0; t < scene.clips[c].tracks.size(); ++t) {
      QVERIFY(scene.clips[c].tracks[t].values == twin.clips[c].tracks[t].values);
    }
  }
}

}  // namespace

class TestCollada : public QObject {
  Q_OBJECT

 private slots:
  void whiteSpaceAtEnds_data();
  void whiteSpaceAtEnds();
  void whiteSpaceInReportedFiles();
  void jointsBelowSkeletons_data();
  void jointsBelowSkeletons();
  void oneControllerWithTwoSkeletons();
  void missingJoint();
  void reportedJointNamedLikeAMesh();
  void jointsOfTheRobot();
  void countsOfWeights_data();
  void countsOfWeights();
  void instancesWithoutEnd();
  void clipsHaveNamesAndRanges();
  void reportedClipNames();
  void channelsOutsideOfClipsAreReported();
  void overlappingAnimationsAreClips();
  void curves_data();
  void curves();
  void reportedBezier();
  void manyTurns();
  void ignoredFeaturesAreReported_data();
  void ignoredFeaturesAreReported();

 private:
  SourceScene parsed(const std::string& text) {
    auto result = ModelFolder::parse(m_folder.write("m.dae", text));
    m_issues = std::move(result.issues);
    m_error = result.scene ? std::string() : result.scene.error().message.text();
    return result.scene ? std::move(*result.scene) : SourceScene();
  }
  bool isTold(const std::string& part) const {
    return std::any_of(m_issues.begin(), m_issues.end(),
                       [&](const Issue& issue) { return issue.text.find(part) != std::string::npos; });
  }

  ModelFolder m_folder;
  std::vector<Issue> m_issues;
  std::string m_error;
};

void TestCollada::whiteSpaceAtEnds_data() {
  QTest::addColumn<QString>("text");
  const std::string whole = contentOf(sourceFolder() / "tests" / "data" / "skinned.dae");
  const auto row = [](const char* name, const std::string& text) {
    QTest::newRow(name) << QString::fromStdString(text);
  };
  row("texts", padded(whole, false, "\n\t  ", "  \r\n"));
  row("attributes", padded(whole, true, " \n", "\t "));
  row("both", padded(padded(whole, true, " ", " "), false, " ", " "));
  row("as references", padded(whole, false, "&#32;&#x20;&#10;", "&#9; &#13;"));
  row("comments and instructions", padded(whole, false, "<!-- 1 2 < 3 --><?a b?> ", " <!-- -->"));
  row("character data", replaced(whole, "<v>0 0 0 0 1 0 1 0</v>", "<v> <![CDATA[ 0 0 0 0 1 0 1 0 ]]> </v>"));
  row("comment among inputs", replaced(whole, "<vertices id=\"v\">", "<vertices id=\"v\"><!-- of all -->"));
}

void TestCollada::whiteSpaceAtEnds() {
  QFETCH(QString, text);
  const SourceScene twin = parsed(contentOf(sourceFolder() / "tests" / "data" / "skinned.dae"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  const SourceScene scene = parsed(text.toStdString());
  QVERIFY2(m_error.empty(), m_error.c_str());
  compareScenes(scene, twin);
}

void TestCollada::whiteSpaceInReportedFiles() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto reports = *folder / "reports";
  const SourceScene twin = parsed(contentOf(reports / "1-dae-joint-is-other-node" / "dae_joint_named_differently.dae"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  for (const char* name : {"dae_spaces_v.dae", "dae_spaces_colour.dae"}) {
    const SourceScene scene = parsed(contentOf(reports / "2-dae-leading-space" / name));
    QVERIFY2(m_error.empty(), m_error.c_str());
    compareScenes(scene, twin);
  }
}

void TestCollada::jointsBelowSkeletons_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("x");
  const auto row = [](const char* name, const std::string& text, double x) {
    QTest::newRow(name) << QString::fromStdString(text) << x;
  };
  const auto user = [](const std::string& inside) { return "<node id='user'>" + inside + "</node>"; };
  const std::string far = "<translate>9 0 0</translate>";
  row("first skeleton", skinned("", user(instanceOf("a"))), 1.0);
  row("second skeleton", skinned("", user(instanceOf("b"))), 2.0);
  row("the root is the joint", skinned("", user(instanceOf("bj"))), 2.0);
  row("another id", skinned("<node id='J'>" + far + "</node>", user(instanceOf("b"))), 2.0);
  row("another name", skinned("<node id='x' name='J'>" + far + "</node>", user(instanceOf("b"))), 2.0);
  row("another SID", skinned("<node id='x' sid='J' type='JOINT'>" + far + "</node>", user(instanceOf("b"))), 2.0);
  row("all of them", skinned("<node id='J' sid='J' name='J' type='JOINT'>" + far + "</node>", user(instanceOf("b"))),
      2.0);
  row("a mesh of that name", skinned("", "<node id='J'>" + far + instanceOf("b") + "</node>"), 2.0);
  row("ids", skinned("<node id='x' sid='bj'>" + far + "</node>", user(instanceOf("a")), "IDREF_array", "bj"), 2.0);
  row("names like those within",
      skinned("<node id='a0j0' name='n3' sid='n4'>" + far + "</node>", user(instanceOf("b"))), 2.0);
  row("two skeletons, the first holds it",
      skinned("", user("<instance_controller url='#k'><skeleton>#b</skeleton><skeleton>#a</skeleton>"
                       "</instance_controller>")),
      2.0);
  row("no skeleton", skinned("<node id='J'>" + far + "</node>", user("<instance_controller url='#k'/>")), 1.0);
  row("ids where SIDs belong", skinned("", user(instanceOf("b")), "Name_array", "bj"), 2.0);
}

void TestCollada::jointsBelowSkeletons() {
  QFETCH(QString, text);
  QFETCH(double, x);
  const SourceScene scene = parsed(text.toStdString());
  QVERIFY2(m_error.empty(), m_error.c_str());
  QCOMPARE(scene.instances.size(), std::size_t{1});
  QVERIFY(scene.instances[0].skin.has_value());
  QVERIFY2(std::abs(skinX(scene, 0) - x) < 1e-6, qPrintable(QString::number(skinX(scene, 0))));
  QVERIFY(nodeNamed(scene, "aj") < scene.nodes.size() && nodeNamed(scene, "bj") < scene.nodes.size());
  QVERIFY(m_issues.empty());
}

void TestCollada::oneControllerWithTwoSkeletons() {
  for (const std::string& users :
       {"<node id='u'>" + instanceOf("a") + "</node><node id='w'>" + instanceOf("b") + "</node>",
        "<node id='u'>" + instanceOf("a") + instanceOf("b") + "</node>"}) {
    const SourceScene scene = parsed(skinned("", users));
    QVERIFY2(m_error.empty(), m_error.c_str());
    QCOMPARE(scene.meshes.size(), std::size_t{1});
    QCOMPARE(scene.instances.size(), std::size_t{2});
    QVERIFY(std::abs(skinX(scene, 0) - 1.0) < 1e-6);
    QVERIFY(std::abs(skinX(scene, 1) - 2.0) < 1e-6);
  }
}

void TestCollada::missingJoint() {
  const SourceScene scene = parsed(skinned("", "<node id='u'>" + instanceOf("a") + "</node>", "Name_array", "Elbow"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QVERIFY(isTold("Elbow"));
}

void TestCollada::reportedJointNamedLikeAMesh() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const auto reports = *folder / "reports" / "1-dae-joint-is-other-node";
  const SourceScene scene = parsed(contentOf(reports / "dae_joint_named_like_mesh.dae"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QCOMPARE(scene.skins.size(), std::size_t{1});
  QCOMPARE(scene.nodes[scene.skins[0].joints.at(0)].name, std::string("Armature_Foot_L"));
  // The arm rotates by 90 degrees.
  const auto [low, high] = boxAt(scene, 1.0);
  QVERIFY(near(low, glm::vec3(-0.1f, 0.0f, -0.1f)) && near(high, glm::vec3(0.1f, 2.0f, 0.1f)));
}

// Its feet, shins and shoulders have meshes of the same names; the ids of all joints are "RobotArmature_…".
void TestCollada::jointsOfTheRobot() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const SourceScene scene = parsed(contentOf(*folder / "robot.dae"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QCOMPARE(scene.skins.size(), std::size_t{19});
  const auto worlds = worldsAt(scene, nullptr, 0.0);
  std::set<std::size_t> used;
  for (const importing::SourceSkin& skin : scene.skins) {
    for (const std::size_t joint : skin.joints) {
      QVERIFY2(scene.nodes[joint].name.rfind("RobotArmature_", 0) == 0, scene.nodes[joint].name.c_str());
      used.insert(joint);
    }
  }
  QVERIFY(used.count(nodeNamed(scene, "RobotArmature_Foot_L")) == 1);
  QVERIFY(used.count(nodeNamed(scene, "Foot_L")) == 0);
  // From an evaluator of the XML in float64 (ElementTree and numpy; SIDs below <skeleton>), in the file's axes.
  const auto [low, high] = boxAt(scene, 0.5);
  const auto isNear = [](const glm::dvec3& a, const glm::dvec3& b) { return glm::length(a - b) < 1e-4; };
  QVERIFY(isNear(low, {-1.50168876, -1.97572544, -0.38215876}));
  QVERIFY(isNear(high, {2.19399066, 1.34672645, 4.2669193}));
}

void TestCollada::countsOfWeights_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("words");
  const std::string whole = skinned("", "<node id='u'>" + instanceOf("a") + "</node>");
  const auto row = [](const char* name, const std::string& text, const char* words) {
    QTest::newRow(name) << QString::fromStdString(text) << QString(words);
  };
  row("more weights than there are", replaced(whole, "<vcount>1 1 1", "<vcount>1 1 2000000000"), "2000000002 weights");
  row("more vertices than counts", replaced(whole, "<vertex_weights count='3'", "<vertex_weights count='2000000000'"),
      "3 counts");
}

void TestCollada::countsOfWeights() {
  QFETCH(QString, text);
  QFETCH(QString, words);
  parsed(text.toStdString());
  QVERIFY2(m_error.find(words.toStdString()) != std::string::npos, m_error.c_str());
}

void TestCollada::instancesWithoutEnd() {
  const auto scene = [](const std::string& nodes) {
    return replaced(moving(""), "<node id='n'>", nodes + "<node id='n'>");
  };
  parsed(scene("<node id='a'><node><instance_node url='#a'/></node></node>"));
  QVERIFY2(m_error.find("cycle") != std::string::npos, m_error.c_str());
  std::string doubling = "<node id='d0'/>";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "<instance_node url='#d" + std::to_string(i - 1) + "'/>";
    doubling += "<node id='d" + std::to_string(i) + "'>" + before + before + "</node>";
  }
  parsed(scene(doubling));
  QVERIFY2(m_error.find("1000000") != std::string::npos, m_error.c_str());
  parsed(scene("<node id='a'><instance_node url='#nowhere'/></node>"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QVERIFY(isTold("is not there"));
}

void TestCollada::clipsHaveNamesAndRanges() {
  const std::string animations = animation("turn", "n/r.ANGLE", "0 2", "0 90", "LINEAR LINEAR") +
                                 "<animation id='both'>" + animation("move", "n/t.X", "0 2", "0 4", "LINEAR LINEAR") +
                                 "</animation>";
  const std::string clips =
      "<library_animation_clips><animation_clip id='c0' name='turn left' start='0' end='1'>"
      "<instance_animation url='#turn'/></animation_clip><animation_clip name='rest of it' start='1' end='2'>"
      "<instance_animation url='#turn'/><instance_animation url='#both'/></animation_clip>"
      "<animation_clip id='only an id' end='1.5'><instance_animation url='#both'/></animation_clip>"
      "</library_animation_clips>";
  const SourceScene scene = parsed(moving(animations, clips));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QCOMPARE(scene.clips.size(), std::size_t{3});
  QCOMPARE(scene.clips[0].name, std::string("turn left"));
  QCOMPARE(scene.clips[1].name, std::string("rest of it"));
  QCOMPARE(scene.clips[2].name, std::string("only an id"));
  QCOMPARE(*scene.clips[0].startSeconds, 0.0);
  QCOMPARE(*scene.clips[0].endSeconds, 1.0);
  QCOMPARE(*scene.clips[1].startSeconds, 1.0);
  QCOMPARE(*scene.clips[1].endSeconds, 2.0);
  QCOMPARE(*scene.clips[2].startSeconds, 0.0);
  QCOMPARE(*scene.clips[2].endSeconds, 1.5);
  QVERIFY(std::abs(degreesAboutZ(scene, 1.0, 0) - 45.0) < 1e-4);
  QVERIFY(std::abs(degreesAboutZ(scene, 1.0, 1) - 45.0) < 1e-4);
  QVERIFY(std::abs(degreesAboutZ(scene, 2.0, 1) - 90.0) < 1e-4);
  QVERIFY(std::abs(xOf(scene, 1.5, 1) - 3.0) < 1e-5);
  QVERIFY(std::abs(xOf(scene, 1.0, 0)) < 1e-6);
  QVERIFY(std::abs(xOf(scene, 1.0, 2) - 2.0) < 1e-5);
  QVERIFY(std::abs(degreesAboutZ(scene, 1.0, 2)) < 1e-4);
  for (const importing::SourceClip& clip : scene.clips) {
    for (const importing::SourceTrack& track : clip.tracks) {
      QVERIFY(track.times.front() >= *clip.startSeconds - 1e-9 && track.times.back() <= *clip.endSeconds + 1e-9);
    }
  }
  QVERIFY(m_issues.empty());
}

void TestCollada::reportedClipNames() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const SourceScene scene = parsed(contentOf(*folder / "reports" / "3-dae-clip-names" / "dae_named_clips.dae"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QCOMPARE(scene.clips.size(), std::size_t{2});
  QCOMPARE(scene.clips[0].name, std::string("bend"));
  QCOMPARE(scene.clips[1].name, std::string("lift"));
  const std::size_t bone = nodeNamed(scene, "Armature_Foot_L");
  QVERIFY(near(worldsAt(scene, &scene.clips[0], 1.0)[bone][0], glm::vec3(0, 1, 0)));
  QVERIFY(near(worldsAt(scene, &scene.clips[1], 1.0)[bone][3], glm::vec3(0, 1, 0)));
}

void TestCollada::channelsOutsideOfClipsAreReported() {
  const std::string animations = animation("turn", "n/r.ANGLE", "0 1", "0 50", "LINEAR LINEAR") +
                                 animation("move", "n/t.X", "0 1", "0 1", "LINEAR LINEAR");
  const SourceScene scene = parsed(moving(animations,
                                          "<library_animation_clips><animation_clip name='c' start='0' end='1'>"
                                          "<instance_animation url='#turn'/><instance_animation url='#gone'/>"
                                          "</animation_clip></library_animation_clips>"));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QCOMPARE(scene.clips.size(), std::size_t{1});
  QVERIFY(isTold("belongs to no clip") && isTold("n/t.X") && isTold("gone"));
  parsed(moving(animation("a", "n/nothing", "0 1", "0 1", "LINEAR LINEAR")));
  QVERIFY(isTold("n/nothing"));
}

void TestCollada::overlappingAnimationsAreClips() {
  const SourceScene together = parsed(moving(animation("a", "n/r.ANGLE", "0 1", "0 50", "LINEAR LINEAR") +
                                             animation("b", "n/t.X", "0 2", "0 1", "LINEAR LINEAR")));
  QCOMPARE(together.clips.size(), std::size_t{1});
  QCOMPARE(together.clips[0].name, std::string("m"));
  QCOMPARE(*together.clips[0].endSeconds, 2.0);
  const SourceScene apart = parsed(moving(animation("a", "n/t.X", "0 1", "0 1", "LINEAR LINEAR") +
                                          animation("b", "n/t.X", "0 1", "0 5", "LINEAR LINEAR")));
  QCOMPARE(apart.clips.size(), std::size_t{2});
  QVERIFY(std::abs(xOf(apart, 1.0, 0) - 1.0) < 1e-6 && std::abs(xOf(apart, 1.0, 1) - 5.0) < 1e-6);
}

void TestCollada::curves_data() {
  QTest::addColumn<QString>("kinds");
  QTest::addColumn<QString>("in");
  QTest::addColumn<QString>("out");
  QTest::addColumn<int>("stride");
  QTest::addColumn<QList<double>>("controls");  // Times and values of the two control points of the cubic.
  QTest::newRow("ease") << "BEZIER BEZIER"
                        << "-0.3333 0 0.6667 50"
                        << "0.3333 0 1.3333 50" << 2 << QList<double>{0.3333, 0, 0.6667, 50};
  QTest::newRow("uneven") << "BEZIER BEZIER"
                          << "0 0 0.9 60"
                          << "0.7 -20 1 50" << 2 << QList<double>{0.7, -20, 0.9, 60};
  QTest::newRow("steep") << "BEZIER BEZIER"
                         << "0 0 0.9 0"
                         << "0.1 50 1 50" << 2 << QList<double>{0.1, 50, 0.9, 0};
  QTest::newRow("values alone") << "BEZIER BEZIER"
                                << "0 40"
                                << "10 0" << 1 << QList<double>{1.0 / 3, 10, 2.0 / 3, 40};
  // A Hermite tangent is three times the offset of the Bézier control point.
  QTest::newRow("Hermite") << "HERMITE HERMITE"
                           << "0 0 0.9 -60"
                           << "1.2 90 0 0" << 2 << QList<double>{0.4, 30, 0.7, 70};
  QTest::newRow("straight") << "LINEAR LINEAR"
                            << ""
                            << "" << 2 << QList<double>{1.0 / 3, 50.0 / 3, 2.0 / 3, 100.0 / 3};
}

// Compared with the cubic itself, at many of its own parameters.
void TestCollada::curves() {
  QFETCH(QString, kinds);
  QFETCH(QString, in);
  QFETCH(QString, out);
  QFETCH(int, stride);
  QFETCH(QList<double>, controls);
  const SourceScene scene = parsed(moving(
      animation("a", "n/r.ANGLE", "0 1", "0 50", kinds.toStdString(), in.toStdString(), out.toStdString(), stride)));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QVERIFY(m_issues.empty());
  for (int i = 0; i <= 1000; ++i) {
    const double s = i / 1000.0;
    const double r = 1.0 - s;
    const double time = 3 * r * r * s * controls[0] + 3 * r * s * s * controls[2] + s * s * s;
    const double value = 3 * r * r * s * controls[1] + 3 * r * s * s * controls[3] + s * s * s * 50.0;
    const double found = degreesAboutZ(scene, time);
    // On steep parts of the curve the rounding of the time matters.
    QVERIFY2(std::abs(found - value) < 0.05, qPrintable(QString("%1 s: %2, not %3").arg(time).arg(found).arg(value)));
  }
}

void TestCollada::reportedBezier() {
  const auto folder = sharedModels();
  if (!folder) {
    TEXELETON_SKIP("the shared models are not there; nothing was tried");
  }
  const SourceScene scene = parsed(
      replaced(replaced(contentOf(*folder / "reports" / "4-dae-bezier" / "dae_bezier_ease.dae"), "armNode/", "n/"),
               "<node id=\"armNode\"", "<node id=\"n\""));
  QVERIFY2(m_error.empty(), m_error.c_str());
  QVERIFY(std::abs(degreesAboutZ(scene, 0.25) - 7.81) < 0.005);
  QVERIFY(std::abs(degreesAboutZ(scene, 0.75) - 42.19) < 0.005);
  QVERIFY(std::abs(degreesAboutZ(scene, 0.5) - 25.0) < 0.005);
}

void TestCollada::manyTurns() {
  const SourceScene turns = parsed(moving(animation("a", "n/r.ANGLE", "0 1", "0 720", "LINEAR LINEAR")));
  for (int i = 0; i <= 100; ++i) {
    const double found = degreesAboutZ(turns, i / 100.0);
    QVERIFY(std::abs(std::remainder(found - 7.2 * i, 360.0)) < 0.01);
  }
  QVERIFY(m_issues.empty());
  const SourceScene steps = parsed(moving(animation("a", "n/t.X", "0 1", "3 5", "STEP STEP")));
  QCOMPARE(steps.clips.at(0).tracks.at(0).interpolation, model::Interpolation::Step);
  QVERIFY(xOf(steps, 0.999) == 3.0 && xOf(steps, 1.0 + 1e-9) == 5.0);
}

void TestCollada::ignoredFeaturesAreReported_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("words");
  const std::string plain = moving(animation("a", "n/t.X", "0 1", "0 1", "CARDINAL CARDINAL"));
  QTest::newRow("cardinal") << QString::fromStdString(plain) << "straight lines";
  QTest::newRow("no tangents") << QString::fromStdString(replaced(plain, "CARDINAL", "BEZIER")) << "straight lines";
  QTest::newRow("cycle") << QString::fromStdString(
                                replaced(plain, "<sampler id='a-s'>", "<sampler id='a-s' post_behavior='CYCLE'>"))
                         << "goes on before or after";
  QTest::newRow("no number") << QString::fromStdString(replaced(plain, "0 1</float_array>", "0 NaN</float_array>"))
                             << "not finite";
}

void TestCollada::ignoredFeaturesAreReported() {
  QFETCH(QString, text);
  QFETCH(QString, words);
  const SourceScene scene = parsed(text.toStdString());
  QVERIFY2(m_error.empty(), m_error.c_str());
  QVERIFY(isTold(words.toStdString()));
}

TEXELETON_SUITE(TestCollada)
#include "test_collada.moc"

// Every invariant of a Model is broken in turn: checkModel must report it, and must accept the intact models.

#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "core/model/names.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Break {
  const char* name;
  std::function<model::Model()> make;
  std::function<void(model::Model&)> change;
  const char* expected;  ///< Part of the sentence.
};

model::MeshPart& onlyPart(model::Model& m) { return m.parts[0]; }

const std::vector<Break>& breaks() {
  static const std::vector<Break> kBreaks = {
      {"unit", twoBoneStrip, [](model::Model& m) { m.unitMetres = 0.0; }, "unit"},
      {"format", twoBoneStrip, [](model::Model& m) { m.format = std::string("a\nb"); }, "format"},
      {"issue text", twoBoneStrip,
       [](model::Model& m) {
         m.issues = {{Severity::Info, message("\xff"), ""}};
       },
       "issue"},
      {"node order", twoBoneStrip, [](model::Model& m) { m.nodes[0].parent = NodeIndex(1); }, "after its parent"},
      {"own parent", twoBoneStrip, [](model::Model& m) { m.nodes[1].parent = NodeIndex(1); }, "after its parent"},
      {"node name twice", twoBoneStrip, [](model::Model& m) { m.nodes[1].name = std::string("Root"); }, "two nodes"},
      {"node name empty", twoBoneStrip, [](model::Model& m) { m.nodes[1].name.clear(); }, "name of node 1"},
      {"node name long", twoBoneStrip, [](model::Model& m) { m.nodes[1].name.assign(256, 'x'); }, "name of node 1"},
      {"node name control", twoBoneStrip, [](model::Model& m) { m.nodes[1].name = std::string("a\x01"); },
       "name of node 1"},
      {"rest not finite", twoBoneStrip, [](model::Model& m) { m.nodes[1].rest.scale.y = kInfinity; }, "rest transform"},
      {"rest rotation", twoBoneStrip, [](model::Model& m) { m.nodes[1].rest.rotation.w = 1.1; }, "unit length"},
      {"rest matrix", twoBoneStrip, [](model::Model& m) { m.nodes[2].restMatrix = glm::dmat4(2.0); }, "affine"},
      {"rest matrix moved", twoBoneStrip, [](model::Model& m) { m.nodes[1].restMatrix = glm::dmat4(1.0); },
       "as a matrix"},
      {"bone count", twoBoneStrip, [](model::Model& m) { m.boneCount = 4; }, "more bones"},
      {"palette node", twoBoneStrip, [](model::Model& m) { m.palette[1].node = NodeIndex(3); }, "palette entry"},
      {"palette order", twoBoneStrip, [](model::Model& m) { std::swap(m.palette[0], m.palette[1]); },
       "order of its nodes"},
      {"inverse bind", twoBoneStrip, [](model::Model& m) { m.palette[1].inverseBind[2][1] = kNan; }, "inverse bind"},
      {"inverse bind row", twoBoneStrip, [](model::Model& m) { m.palette[1].inverseBind[0][3] = 0.1; }, "inverse bind"},
      {"image type", twoBoneStrip,
       [](model::Model& m) {
         m.images = {{"a", "image/tga", {std::byte(1)}, 1, 1}};
       },
       "PNG"},
      {"image bytes", twoBoneStrip,
       [](model::Model& m) {
         m.images = {{"a", "image/png", {}, 1, 1}};
       },
       "PNG"},
      {"texture", twoBoneStrip, [](model::Model& m) { m.materials[0].normalTexture.image = ImageIndex(0); }, "image"},
      {"uv set", twoBoneStrip, [](model::Model& m) { m.materials[0].normalTexture.uvSet = 2; }, "texture slot"},
      {"factor", twoBoneStrip, [](model::Model& m) { m.materials[0].emissiveFactor.y = kNan; }, "not finite"},
      {"normals", twoBoneStrip, [](model::Model& m) { m.vertices.normals.pop_back(); }, "normals"},
      {"normal length", twoBoneStrip, [](model::Model& m) { m.vertices.normals[3] *= 1.01f; }, "normal of vertex 3"},
      {"position", twoBoneStrip, [](model::Model& m) { m.vertices.positions[7].x = kNan; }, "not finite"},
      {"uv", twoBoneStrip, [](model::Model& m) { m.vertices.uv0[7].x = kNan; }, "not finite"},
      {"uv missing", twoBoneStrip, [](model::Model& m) { m.vertices.uv0.clear(); }, "attribute"},
      {"uv for nobody", twoBoneStrip, [](model::Model& m) { onlyPart(m).hasUv0 = false; }, "attribute"},
      {"tangent sign", twoBoneStrip,
       [](model::Model& m) {
         onlyPart(m).hasTangents = true;
         m.vertices.tangents.assign(m.vertexCount(), {1, 0, 0, 0.5f});
       },
       "tangent"},
      {"bounds", twoBoneStrip, [](model::Model& m) { m.bindBounds.max.x += 0.5f; }, "bounds"},
      {"influence table", twoBoneStrip, [](model::Model& m) { m.vertices.influenceBegin.pop_back(); }, "table"},
      {"influence table wild", twoBoneStrip, [](model::Model& m) { m.vertices.influenceBegin[4] = 4000000000u; },
       "vertex 4"},
      {"no influence", twoBoneStrip,
       [](model::Model& m) { m.vertices.influenceBegin[1] = m.vertices.influenceBegin[2]; }, "no influence"},
      {"influence range", twoBoneStrip, [](model::Model& m) { m.vertices.influences[0].joint = 2; }, "palette entry 2"},
      {"influence twice", twoBoneStrip,
       [](model::Model& m) {
         const std::uint32_t first = m.vertices.influenceBegin[8];
         m.vertices.influences[first + 1].joint = m.vertices.influences[first].joint;
       },
       "twice"},
      {"influence order", twoBoneStrip,
       [](model::Model& m) {
         const std::uint32_t first = m.vertices.influenceBegin[6];
         std::swap(m.vertices.influences[first], m.vertices.influences[first + 1]);
       },
       "descending"},
      {"weight sum", twoBoneStrip, [](model::Model& m) { m.vertices.influences[0].weight = 0.99f; }, "sum to 1"},
      {"weight NaN", twoBoneStrip, [](model::Model& m) { m.vertices.influences[0].weight = kNan; }, "positive"},
      {"index range", twoBoneStrip, [](model::Model& m) { m.vertices.indices[5] = 18; }, "index"},
      {"index count", twoBoneStrip, [](model::Model& m) { onlyPart(m).indexCount -= 1; }, "follow one another"},
      {"index cover", twoBoneStrip, [](model::Model& m) { onlyPart(m).indexCount -= 3; }, "cover"},
      {"index reach", twoBoneStrip, [](model::Model& m) { onlyPart(m).indexCount += 3; }, "beyond"},
      {"vertex reach", twoBoneStrip, [](model::Model& m) { onlyPart(m).vertexCount += 1; }, "beyond"},
      {"vertex wrap", twoBoneStrip, [](model::Model& m) { onlyPart(m).vertexCount = 0xffffffffu; }, "beyond"},
      {"part gap", twoBoneStrip, [](model::Model& m) { onlyPart(m).firstVertex = 1; }, "follow one another"},
      {"part node", twoBoneStrip, [](model::Model& m) { onlyPart(m).node = {}; }, "node or a material"},
      {"part material", twoBoneStrip, [](model::Model& m) { onlyPart(m).material = MaterialIndex(1); },
       "node or a material"},
      {"max influences", twoBoneStrip, [](model::Model& m) { onlyPart(m).maxInfluences = 1; }, "number of influences"},
      {"rigid elsewhere", animatedRigidNode, [](model::Model& m) { onlyPart(m).node = NodeIndex(0); }, "another node"},
      {"morph set", morphingMesh, [](model::Model& m) { onlyPart(m).morphSet = {}; }, "without a set"},
      {"morph set range", morphingMesh, [](model::Model& m) { onlyPart(m).morphSet = MorphSetIndex(1); },
       "morph targets"},
      {"morph count", morphingMesh, [](model::Model& m) { onlyPart(m).morphTargets.pop_back(); }, "morph targets"},
      {"morph deltas", morphingMesh, [](model::Model& m) { onlyPart(m).morphTargets[0].positionDeltas.pop_back(); },
       "each"},
      {"morph NaN", morphingMesh, [](model::Model& m) { onlyPart(m).morphTargets[1].normalDeltas[2].z = kNan; },
       "finite"},
      {"morph weight", morphingMesh, [](model::Model& m) { m.morphSets[0].restWeights[0] = kNan; }, "morph set"},
      {"clip name twice", twoBoneStrip, [](model::Model& m) { m.clips[1].name = std::string("Bend"); }, "two clips"},
      {"clip name empty", twoBoneStrip, [](model::Model& m) { m.clips[1].name = std::string(""); }, "name of clip 1"},
      {"clip source name", twoBoneStrip, [](model::Model& m) { m.clips[1].sourceName = std::string("\x80"); },
       "name of clip 1"},
      {"clip length", twoBoneStrip, [](model::Model& m) { m.clips[0].lengthSeconds = -1.0; }, "range"},
      {"clip start", twoBoneStrip, [](model::Model& m) { m.clips[0].startSeconds = kInfinity; }, "range"},
      {"clip rate", twoBoneStrip, [](model::Model& m) { m.clips[0].sourceRateHz = kInfinity; }, "rate"},
      {"no times", twoBoneStrip, [](model::Model& m) { m.clips[0].timelines.emplace_back(); }, "without keys"},
      {"times equal", twoBoneStrip, [](model::Model& m) { m.clips[0].timelines[0][1] = 0.0; }, "ascending"},
      {"times NaN", twoBoneStrip, [](model::Model& m) { m.clips[0].timelines[0][1] = kNan; }, "ascending"},
      {"track node", twoBoneStrip, [](model::Model& m) { m.clips[0].tracks[0].node = NodeIndex(3); }, "moves nothing"},
      {"track both", twoBoneStrip, [](model::Model& m) { m.clips[0].tracks[0].morphSet = MorphSetIndex(0); },
       "two things"},
      {"track timeline", twoBoneStrip, [](model::Model& m) { m.clips[0].tracks[0].timeline = 1; }, "timeline"},
      {"track values", twoBoneStrip, [](model::Model& m) { m.clips[0].tracks[0].values.pop_back(); }, "values"},
      {"track cubic", animatedRigidNode, [](model::Model& m) { m.clips[0].tracks[2].values.resize(6); }, "values"},
      {"track kind", twoBoneStrip,
       [](model::Model& m) { m.clips[0].tracks[0].interpolation = static_cast<model::Interpolation>(3); },
       "unknown kind"},
      {"track NaN", twoBoneStrip, [](model::Model& m) { m.clips[1].tracks[0].values[4] = kNan; }, "finite"},
      {"quaternion", twoBoneStrip, [](model::Model& m) { m.clips[0].tracks[0].values[3] = 1.1f; }, "unit length"},
      {"hemisphere", twoBoneStrip, [](model::Model& m) { m.clips[0].tracks[0].values[11] = -1.0f; }, "hemisphere"},
      {"track twice", twoBoneStrip, [](model::Model& m) { m.clips[0].tracks.push_back(m.clips[0].tracks[0]); },
       "same property"},
      {"morph track set", morphingMesh, [](model::Model& m) { m.clips[0].tracks[0].morphSet = MorphSetIndex(1); },
       "moves nothing"},
      {"event", twoBoneStrip, [](model::Model& m) { m.clips[0].events[0].timeSeconds = kNan; }, "event"},
  };
  return kBreaks;
}

}  // namespace

class TestCheckModel : public QObject {
  Q_OBJECT

 private slots:
  void intactModels() {
    for (const model::Model& model : {twoBoneStrip(), animatedRigidNode(), morphingMesh(), makeCharacter({}),
                                      makeCharacter({.seed = 7,
                                      .joints = 60,
                                      .vertices = 1000,
                                      .maxInfluences = 8,
                                      .clips = 3,
                                      .keysPerTrack = 1,
                                      .sharedTimelines = false,
                                      .allInterpolations = true,
                                      .scales = true}),
                                      model::Model()}) {
      const auto violation = model::checkModel(model);
      QVERIFY2(!violation, violation ? violation->c_str() : "");
    }
  }

  void brokenModels_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < breaks().size(); ++i) {
      QTest::newRow(breaks()[i].name) << static_cast<int>(i);
    }
  }

  void brokenModels() {
    QFETCH(int, index);
    const Break& broken = breaks()[static_cast<std::size_t>(index)];
    model::Model model = broken.make();
    broken.change(model);
    const auto violation = model::checkModel(model);
    QVERIFY(violation.has_value());
    QVERIFY2(violation->find(broken.expected) != std::string::npos, violation->c_str());
  }

  void names_data() {
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* tag, const QByteArray& given, const QByteArray& expected) {
      QTest::newRow(tag) << given << expected;
    };
    row("plain", "walk.001", "walk.001");
    row("path", "../../escape", "../../escape");
    row("umlaut, chinese, emoji", "L\xc3\xa4uft \xe8\xb5\xb0 \xf0\x9f\x8f\x83",
        "L\xc3\xa4uft \xe8\xb5\xb0 \xf0\x9f\x8f\x83");
    row("joined emoji", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80");
    row("NUL", QByteArray("a\0b", 3), "a_b");
    row("newline, delete", "a\nb\x7f", "a_b_");
    row("C1",
        "a\xc2\x85"
        "b",
        "a_b");
    row("right-to-left override",
        "a\xe2\x80\xae"
        "b",
        "a_b");
    row("isolate", "\xe2\x81\xa6", "_");
    row("line separator", "\xe2\x80\xa8", "_");
    row("byte order mark", "\xef\xbb\xbfHip", "_Hip");
    row("lone continuation",
        "a\x80"
        "b",
        "a\xef\xbf\xbd"
        "b");
    row("cut short", "a\xe8\xb5", "a\xef\xbf\xbd\xef\xbf\xbd");
    row("overlong", "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
    row("overlong three", "\xe0\x80\xaf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    row("surrogate", "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    row("beyond Unicode", "\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    row("long", QByteArray(400, 'x'), QByteArray(255, 'x'));
    row("long, cut between characters", QByteArray("\xe8\xb5\xb0").repeated(100) + "x",
        QByteArray("\xe8\xb5\xb0").repeated(85));
    row("long, cut inside one", "x" + QByteArray("\xe8\xb5\xb0").repeated(100),
        "x" + QByteArray("\xe8\xb5\xb0").repeated(84));
  }

  void names() {
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, expected);
    const std::string result =
        model::harmlessName(std::string_view(given.data(), static_cast<std::size_t>(given.size())));
    QCOMPARE(QByteArray::fromStdString(result), expected);
    QVERIFY(model::isHarmlessName(result));
    QCOMPARE(model::isHarmlessName(given.toStdString()), given == expected);
  }
};

TEXELETON_PLAIN_SUITE(TestCheckModel)
#include "test_check_model.moc"

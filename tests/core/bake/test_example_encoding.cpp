#include <QObject>
#include <QTest>

#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/runtime/pack_player.h"
#include "core/vat/encoding.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

// The worked example of docs/extending.md, "An encoding": a value that exists only in this test. Playback and
// measurement use it without further code.

using namespace texeleton;

namespace {

const vat::Encoding& plainEncoding() { return *vat::findEncoding("offset16"); }

/// Offsets in ranges, as in offset16, with the numbers of a texel in reverse order.
vat::ElementPose decodeExample(const glm::vec4* texels, const glm::vec4* constants) {
  const glm::vec4 turned(texels->w, texels->z, texels->y, texels->x);
  return plainEncoding().decodeElement(&turned, constants);
}

void encodeExample(const glm::vec3& position, const glm::vec3& normal, const glm::vec4* constants, glm::vec4* texels) {
  glm::vec4 plain(0.0f);
  plainEncoding().encodeElement(position, normal, constants, &plain);
  *texels = glm::vec4(plain.w, plain.z, plain.y, plain.x);
}

vat::Encoding exampleEncoding() {
  vat::Encoding encoding;
  encoding.name = "example";
  encoding.mode = vat::BakeMode::Vertex;
  encoding.texelsPerElement = 1;
  encoding.summary = "offset16 the other way round";
  encoding.hasConstants = true;
  encoding.allowsFloat = false;
  encoding.decodeElement = decodeExample;
  encoding.encodeElement = encodeExample;
  return encoding;
}

const vat::Encoding kExample = exampleEncoding();

/// The same bake with its texels in the example's encoding.
void encodeAnew(const vat::BakedAnimation& from, vat::BakedAnimation& to) {
  glm::vec4 constants[2];
  for (std::uint32_t k = 0; k < 2; ++k) {
    const vat::TexelAddress at = vat::texelAddress(from.layout, from.layout.frameCount, k);
    constants[k] = from.texels.texel(at.x, at.y);
  }
  for (std::uint32_t frame = 0; frame < from.layout.frameCount; ++frame) {
    for (std::uint32_t element = 0; element < from.layout.elementCount; ++element) {
      const vat::ElementPose pose = vat::storedElement(from, frame, element);
      glm::vec4 texel(0.0f);
      kExample.encodeElement(glm::vec3(pose.position), glm::vec3(pose.normal), constants, &texel);
      const vat::TexelAddress at = vat::texelAddress(to.layout, frame, vat::elementTexel(to.layout, element, 0));
      to.texels.setTexel(at.x, at.y, texel);
    }
  }
  to.encoding = &kExample;
}

vat::BakedAnimation baked(const model::Model& model) {
  bake::BakeSettings settings;
  settings.mode = vat::BakeMode::Vertex;
  settings.encoding = plainEncoding().name;
  settings.sampleRateHz = 8.0;
  JobContext job;
  auto animation = bake::bake(model, settings, job);
  return animation ? std::move(*animation) : vat::BakedAnimation();
}

}  // namespace

class TestExampleEncoding : public QObject {
  Q_OBJECT

 private slots:
  void playsAndIsMeasured() {
    const model::Model model = test::twoBoneStrip();
    const vat::BakedAnimation plain = baked(model);
    vat::BakedAnimation example = baked(model);
    QVERIFY(plain.layout.frameCount > 2 && plain.mesh.vertexCount() > 0);
    encodeAnew(plain, example);
    QVERIFY(plain.texels.bytes().size() == example.texels.bytes().size());
    QVERIFY(!std::equal(plain.texels.bytes().begin(), plain.texels.bytes().end(), example.texels.bytes().begin()));
    const runtime::AnimationTickOutput between{0, 1, 0.25f};
    for (std::uint32_t vertex = 0; vertex < plain.mesh.vertexCount(); ++vertex) {
      const runtime::DecodedVertex wanted = runtime::decodeVertex(plain, vertex, between);
      const runtime::DecodedVertex found = runtime::decodeVertex(example, vertex, between);
      QVERIFY(glm::distance(wanted.position, found.position) < 1e-4f);  // At most a step of the ranges.
      QVERIFY(glm::distance(wanted.normal, found.normal) < 0.02f);
    }
    JobContext job;
    const auto wanted = bake::measureError(model, plain, job);
    const auto found = bake::measureError(model, example, job);
    QVERIFY(wanted && found && wanted->size() == found->size() && !found->empty());
    for (std::size_t i = 0; i < found->size(); ++i) {
      QVERIFY(std::abs((*wanted)[i].maxMillimetres - (*found)[i].maxMillimetres) < 0.1);
    }
    // The figures depend on the texels: with the wrong encoding they are far off.
    example.encoding = plain.encoding;
    const auto wrong = bake::measureError(model, example, job);
    QVERIFY(!wrong || (*wrong)[0].maxMillimetres > (*wanted)[0].maxMillimetres + 1.0);
  }
};

TEXELETON_SUITE(TestExampleEncoding)
#include "test_example_encoding.moc"

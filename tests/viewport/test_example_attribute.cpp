#include <QObject>
#include <QTest>
#include <cstddef>
#include <vector>

#include "tests/support/suite.h"
#include "viewport/passes/crowd_input.h"
#include "viewport/scene/crowd/instance_record.h"

// The worked example of docs/extending.md, "An attribute of instances": a record with four more numbers and one more
// entry in the list. Vertex inputs and the shader's declarations follow from the list.

using namespace texeleton;

namespace {

struct ExampleRecord : viewport::InstanceRecord {
  glm::vec4 wind{0.0f};
};

std::vector<viewport::InstanceAttribute> exampleAttributes() {
  std::vector<viewport::InstanceAttribute> all(viewport::kInstanceAttributes.begin(),
                                               viewport::kInstanceAttributes.end());
  all.push_back({"instanceWind", true, sizeof(viewport::InstanceRecord), true, "xyz: direction; w: strength."});
  return all;
}

}  // namespace

class TestExampleAttribute : public QObject {
  Q_OBJECT
 private slots:
  void vertexInputsFollow() {
    const std::vector<viewport::InstanceAttribute> all = exampleAttributes();
    const auto inputs = viewport::instanceAttributes(1, true, all);
    QCOMPARE(inputs.size(), all.size());
    const QRhiVertexInputAttribute& wind = inputs.back();
    QCOMPARE(wind.binding(), 1);
    QCOMPARE(wind.location(), static_cast<int>(viewport::kInstanceAttributes.size()));
    QCOMPARE(wind.format(), QRhiVertexInputAttribute::Float4);
    // The actual offset of the member.
    const ExampleRecord record;
    const auto* const begin = reinterpret_cast<const std::byte*>(&record);
    QCOMPARE(static_cast<std::ptrdiff_t>(wind.offset()), reinterpret_cast<const std::byte*>(&record.wind) - begin);
    // Static objects do not need it.
    QCOMPARE(viewport::instanceAttributes(1, false, all).size(), viewport::instanceAttributes(1, false).size());
  }

  void checksShaders() {
    const std::vector<std::string> lines = viewport::instanceInputLines(exampleAttributes());
    QCOMPARE(lines.back(), std::string("layout(location = 4) in vec4 instanceWind;"));
    QCOMPARE(lines.size(), viewport::instanceInputLines().size() + 1);
  }
};

TEXELETON_SUITE(TestExampleAttribute)
#include "test_example_attribute.moc"

// Column names in the texture view's ruler, compared with the address of each texel in the layout.

#include <QObject>
#include <QTest>
#include <algorithm>

#include "app/editor/panels/texture/texel_info.h"
#include "app/editor/panels/texture/texture_columns.h"
#include "core/bake/bake.h"
#include "core/vat/encoding.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

vat::BakedAnimation bakedWith(const vat::Encoding& encoding, std::uint32_t maxSize, bool hasScales = false) {
  bake::BakeSettings settings;
  settings.mode = encoding.mode;
  settings.encoding = encoding.name;
  settings.maxSize = maxSize;
  settings.size = vat::SizeRule::Exact;
  settings.expose = {{".*3"}};
  settings.sampleRateHz = 2.0;
  JobContext job;
  CharacterSpec spec;
  spec.scales = hasScales;  // Sheared bones are stored as matrices in every encoding.
  return bake::bake(makeCharacter(spec), settings, job).value();
}

}  // namespace

class TestTextureColumns : public QObject {
  Q_OBJECT

 private slots:
  void everyTexelHasColumn_data() {
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<unsigned>("maxSize");
    QTest::addColumn<bool>("hasScales");
    for (const vat::Encoding& encoding : vat::encodings()) {
      for (const bool hasScales : {false, true}) {
        const char* const scales = hasScales ? ", uneven scales" : "";
        QTest::addRow("%s, in a row%s", encoding.name, scales) << QString(encoding.name) << 8192u << hasScales;
        if (!encoding.hasShapes) {  // Its few weights never wrap into more rows.
          const unsigned folded = encoding.mode == vat::BakeMode::Bone ? 32u : 128u;
          QTest::addRow("%s, folded%s", encoding.name, scales) << QString(encoding.name) << folded << hasScales;
        }
      }
    }
  }
  void everyTexelHasColumn() {
    QFETCH(QString, encoding);
    QFETCH(unsigned, maxSize);
    QFETCH(bool, hasScales);
    const vat::BakedAnimation animation = bakedWith(*vat::findEncoding(encoding.toStdString()), maxSize, hasScales);
    const vat::TextureLayout& layout = animation.layout;
    QCOMPARE(layout.rowsPerFrame > 1, maxSize < 1000);
    std::size_t used = 0;
    for (std::uint32_t row = 0; row < layout.rowsPerFrame; ++row) {
      const auto columns = columnsOf(animation, row, 0.0, layout.width);
      for (std::uint32_t x = 0; x < layout.width; ++x) {
        const TexelInfo info = texelInfo(animation, x, row);
        const auto here = [x](const TextureColumn& column) { return column.begin <= x && x < column.end; };
        const auto found = std::find_if(columns.begin(), columns.end(), here);
        QCOMPARE(found != columns.end(), info.kind != TexelInfo::Padding);
        if (found == columns.end()) {
          continue;
        }
        ++used;
        QCOMPARE(std::count_if(columns.begin(), columns.end(), here), 1);
        QCOMPARE(found->isSocket, info.kind == TexelInfo::Socket);
        const QString name =
            info.kind == TexelInfo::Socket          ? QString::fromStdString(animation.sockets[info.element].name)
            : animation.mode == vat::BakeMode::Bone ? QString::fromStdString(animation.bones[info.element].name)
            : info.kind == TexelInfo::Weights
                ? QString("%1 … %2").arg(info.row + 1).arg(std::min(info.row + 4, layout.shapeCount))
                : QString::number(info.element);
        QCOMPARE(found->name, name);
      }
    }
    QCOMPARE(used, static_cast<std::size_t>(layout.texelsPerFrame));
  }

  /// The inspector's values of a frame's texels equal those of the texel decoder.
  void valuesMatchTexels_data() { everyTexelHasColumn_data(); }
  void valuesMatchTexels() {
    QFETCH(QString, encoding);
    QFETCH(unsigned, maxSize);
    QFETCH(bool, hasScales);
    const vat::BakedAnimation animation = bakedWith(*vat::findEncoding(encoding.toStdString()), maxSize, hasScales);
    const vat::TextureLayout& layout = animation.layout;
    constexpr std::uint32_t kFrame = 1;
    std::size_t elements = 0;
    std::size_t matrices = 0;
    for (std::uint32_t t = 0; t < layout.texelsPerFrame; ++t) {
      const vat::TexelAddress at = vat::texelAddress(layout, kFrame, t);
      const TexelInfo info = texelInfo(animation, at.x, at.y);
      QCOMPARE(info.frame, kFrame);
      const glm::dvec4 value(info.value);
      glm::dvec4 wanted = value;
      if (info.kind == TexelInfo::Position || info.kind == TexelInfo::Normal) {
        const vat::ElementPose pose = vat::storedElement(animation, kFrame, info.element);
        wanted = glm::dvec4(info.kind == TexelInfo::Position ? pose.position : pose.normal, value.w);
        ++elements;
      } else if (info.kind != TexelInfo::Socket && info.kind != TexelInfo::Weights) {
        const vat::BonePose pose = vat::storedBone(animation, kFrame, info.element);
        QCOMPARE(pose.isMatrix, info.kind == TexelInfo::Matrix);
        wanted = info.kind == TexelInfo::Matrix     ? pose.matrix.row[info.row]
                 : info.kind == TexelInfo::Rotation ? pose.rotation
                                                    : glm::dvec4(pose.displacement, pose.scale);
        ++elements;
        matrices += info.kind == TexelInfo::Matrix && info.row == 2 ? 1 : 0;
      }
      QVERIFY2(glm::length(value - wanted) < 1e-6 * (1.0 + glm::length(wanted)),
               qPrintable(QString("texel %1, element %2").arg(t).arg(info.element)));
    }
    QVERIFY(elements >= layout.elementCount * layout.texelsPerElement);
    if (encoding == "quaternion") {
      QCOMPARE(matrices > 0, hasScales);
    }
  }

  /// After the frames: the base of each element, then its offsets. With the weights they sum up to the decoded
  /// position.
  void namesShapes() {
    const vat::BakedAnimation animation = bakedWith(*vat::findEncoding("basis"), 8192);
    const vat::TextureLayout& layout = animation.layout;
    constexpr std::uint32_t kFrame = 1;
    std::vector<glm::dvec3> sums(layout.elementCount, glm::dvec3(0.0));
    std::vector<std::uint32_t> seen(layout.elementCount, 0);
    std::vector<double> weights(layout.shapeCount + 3, 0.0);
    for (std::uint32_t x = 0; x < layout.width; ++x) {
      const TexelInfo info = texelInfo(animation, x, kFrame * layout.rowsPerFrame);
      for (std::uint32_t i = 0; info.kind == TexelInfo::Weights && i < 4; ++i) {
        weights[info.row + i] = double{info.value[static_cast<int>(i)]};
      }
    }
    for (std::uint32_t y = layout.frameCount * layout.rowsPerFrame; y < layout.height; ++y) {
      for (std::uint32_t x = 0; x < layout.width; ++x) {
        const TexelInfo info = texelInfo(animation, x, y);
        if (info.kind == TexelInfo::Base || info.kind == TexelInfo::Shape) {
          const double weight = info.kind == TexelInfo::Base ? 1.0 : weights[info.row];
          sums[info.element] += weight * glm::dvec3(info.value);
          ++seen[info.element];
          QVERIFY(info.kind == TexelInfo::Shape || addressOf(animation, 0, info.element) == (vat::TexelAddress{x, y}));
        }
      }
    }
    for (std::uint32_t element = 0; element < layout.elementCount; ++element) {
      QCOMPARE(seen[element], layout.shapeCount + 1);
      QVERIFY(glm::length(sums[element] - vat::storedElement(animation, kFrame, element).position) < 1e-5);
    }
  }

  void requestedRangeOnly() {
    const vat::BakedAnimation animation = bakedWith(vat::encodingOf(vat::BakeMode::Bone), 8192);
    const auto columns = columnsOf(animation, 0, 4.5, 9.0);  // The second bone from its middle on, and the third.
    QCOMPARE(columns.size(), std::size_t{2});
    QCOMPARE(columns[0].begin, 3u);
    QCOMPARE(columns[1].end, 9u);
    QVERIFY(columnsOf(animation, 0, layoutEnd(animation), 1e9).empty());
  }

 private:
  static double layoutEnd(const vat::BakedAnimation& animation) { return animation.layout.texelsPerFrame; }
};

TEXELETON_PLAIN_SUITE(TestTextureColumns)
#include "test_texture_columns.moc"

// Whose columns the texture view's ruler names: against the addresses that the layout gives each texel.

#include <QObject>
#include <QTest>
#include <algorithm>

#include "app/editor/panels/texel_info.h"
#include "app/editor/panels/texture_columns.h"
#include "core/bake/bake.h"
#include "core/bake/encoding/encoding.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

bake::BakedAnimation bakedWith(bake::BakeMode mode, std::uint32_t maxSize, const char* encoding = "") {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.encoding = encoding;
  settings.maxSize = maxSize;
  settings.size = bake::SizeRule::Exact;
  settings.expose = {{".*3"}};
  settings.sampleRateHz = 2.0;
  JobContext job;
  return bake::bake(makeCharacter({}), settings, job).value();
}

}  // namespace

class TestTextureColumns : public QObject {
  Q_OBJECT

 private slots:
  void everyTexelHasItsColumn_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<unsigned>("maxSize");
    QTest::newRow("bones in a row") << 0 << 8192u;
    QTest::newRow("bones, folded amid a matrix") << 0 << 32u;
    QTest::newRow("vertices and sockets") << 1 << 8192u;
    QTest::newRow("vertices, folded") << 1 << 128u;
    QTest::newRow("weights and sockets") << 2 << 8192u;
  }
  void everyTexelHasItsColumn() {
    QFETCH(int, mode);
    QFETCH(unsigned, maxSize);
    const bake::BakedAnimation animation =
        bakedWith(mode == 0 ? bake::BakeMode::Bone : bake::BakeMode::Vertex, maxSize, mode == 2 ? "basis" : "");
    const bake::TextureLayout& layout = animation.layout;
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
            info.kind == TexelInfo::Socket   ? QString::fromStdString(animation.sockets[info.element].name)
            : info.kind == TexelInfo::Matrix ? QString::fromStdString(animation.bones[info.element].name)
            : info.kind == TexelInfo::Weights
                ? QString("%1 … %2").arg(info.row + 1).arg(std::min(info.row + 4, layout.shapeCount))
                : QString::number(info.element);
        QCOMPARE(found->name, name);
      }
    }
    QCOMPARE(used, static_cast<std::size_t>(layout.texelsPerFrame));
  }

  /// Behind the frames: every element's base, then its offsets, which with the weights add up to what a reader shows.
  void shapesAreNamed() {
    const bake::BakedAnimation animation = bakedWith(bake::BakeMode::Vertex, 8192, "basis");
    const bake::TextureLayout& layout = animation.layout;
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
          QVERIFY(info.kind == TexelInfo::Shape || addressOf(animation, 0, info.element) == (bake::TexelAddress{x, y}));
        }
      }
    }
    for (std::uint32_t element = 0; element < layout.elementCount; ++element) {
      QCOMPARE(seen[element], layout.shapeCount + 1);
      QVERIFY(glm::length(sums[element] - bake::storedElement(animation, kFrame, element).position) < 1e-5);
    }
  }

  void onlyWhatIsAskedFor() {
    const bake::BakedAnimation animation = bakedWith(bake::BakeMode::Bone, 8192);
    const auto columns = columnsOf(animation, 0, 4.5, 9.0);  // The second bone from its middle, the third.
    QCOMPARE(columns.size(), std::size_t{2});
    QCOMPARE(columns[0].begin, 3u);
    QCOMPARE(columns[1].end, 9u);
    QVERIFY(columnsOf(animation, 0, layoutEnd(animation), 1e9).empty());
  }

 private:
  static double layoutEnd(const bake::BakedAnimation& animation) { return animation.layout.texelsPerFrame; }
};

TEXELETON_PLAIN_SUITE(TestTextureColumns)
#include "test_texture_columns.moc"

// Whose columns the texture view's ruler names: against the addresses that the layout gives each texel.

#include <QObject>
#include <QTest>
#include <algorithm>

#include "app/editor/panels/texel_info.h"
#include "app/editor/panels/texture_columns.h"
#include "core/bake/bake.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

BakedAnimation bakedWith(BakeMode mode, std::uint32_t maxSize) {
  BakeSettings settings;
  settings.mode = mode;
  settings.maxSize = maxSize;
  settings.size = SizeRule::Exact;
  settings.expose = {{".*3"}};
  settings.sampleRateHz = 2.0;
  JobContext job;
  return bake(makeCharacter({}), settings, job).value();
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
  }
  void everyTexelHasItsColumn() {
    QFETCH(int, mode);
    QFETCH(unsigned, maxSize);
    const BakedAnimation animation = bakedWith(mode == 0 ? BakeMode::Bone : BakeMode::Vertex, maxSize);
    const TextureLayout& layout = animation.layout;
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
                                             : QString::number(info.element);
        QCOMPARE(found->name, name);
      }
    }
    QCOMPARE(used, static_cast<std::size_t>(layout.texelsPerFrame));
  }

  void onlyWhatIsAskedFor() {
    const BakedAnimation animation = bakedWith(BakeMode::Bone, 8192);
    const auto columns = columnsOf(animation, 0, 4.5, 9.0);  // The second bone from its middle, the third.
    QCOMPARE(columns.size(), std::size_t{2});
    QCOMPARE(columns[0].begin, 3u);
    QCOMPARE(columns[1].end, 9u);
    QVERIFY(columnsOf(animation, 0, layoutEnd(animation), 1e9).empty());
  }

 private:
  static double layoutEnd(const BakedAnimation& animation) { return animation.layout.texelsPerFrame; }
};

TEXELETON_PLAIN_SUITE(TestTextureColumns)
#include "test_texture_columns.moc"

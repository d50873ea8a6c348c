// The drawn ranges for a set of visible meshes.

#include <QObject>
#include <QTest>

#include "core/runtime/draw_ranges.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

/// Primitive 0: A B C; primitive 1: A C; lod1: B in primitive 0.
vat::BakedAnimation threeMeshes() {
  vat::BakedAnimation animation;
  animation.meshes = {{"A", "a", "", {{0, 0, 0, 6}, {0, 1, 0, 3}}},
                      {"B", "b", "", {{0, 0, 6, 9}, {1, 0, 0, 3}}},
                      {"C", "c", "", {{0, 0, 15, 3}, {0, 1, 3, 6}}}};
  animation.variants = {{"all", {0, 1, 2}}, {"ends", {0, 2}}};
  return animation;
}

using Ranges = std::vector<vat::BakedRange>;

}  // namespace

class TestDrawRanges : public QObject {
  Q_OBJECT

 private slots:
  void mergesNeighbours() {
    const vat::BakedAnimation animation = threeMeshes();
    QCOMPARE(runtime::variantRanges(animation, 0, 0), (Ranges{{0, 0, 0, 18}, {0, 1, 0, 9}}));
    QCOMPARE(runtime::variantRanges(animation, 1, 0), (Ranges{{0, 0, 0, 6}, {0, 0, 15, 3}, {0, 1, 0, 9}}));
    QCOMPARE(runtime::drawRanges(animation, std::vector<std::uint32_t>{2, 1}, 0),
             (Ranges{{0, 0, 6, 12}, {0, 1, 3, 6}}));
    QCOMPARE(runtime::variantRanges(animation, 0, 1), (Ranges{{1, 0, 0, 3}}));
    QCOMPARE(runtime::variantRanges(animation, 1, 1), Ranges());
    QCOMPARE(runtime::variantRanges(animation, 0, 7), Ranges());
    QCOMPARE(runtime::drawRanges(animation, {}, 0), Ranges());
  }
  void triangles() {
    const vat::BakedAnimation animation = threeMeshes();
    QCOMPARE(runtime::triangleCount(runtime::variantRanges(animation, 0, 0)), std::uint64_t{9});
    QCOMPARE(runtime::triangleCount(runtime::variantRanges(animation, 1, 0)), std::uint64_t{6});
  }
  void names() {
    const vat::BakedAnimation animation = threeMeshes();
    QCOMPARE(runtime::variantNamed(animation, "ends"), std::optional<std::size_t>(1));
    QCOMPARE(runtime::variantNamed(animation, "End"), std::nullopt);
  }
};

TEXELETON_SUITE(TestDrawRanges)
#include "test_draw_ranges.moc"

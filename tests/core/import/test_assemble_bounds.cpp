// Sizes of figures with many bones that indicate a wrong unit.

#include <QObject>
#include <QTest>

#include "tests/core/import/assemble_scenes.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

class TestAssembleBounds : public QObject {
  Q_OBJECT

 private slots:
  static void smallFiguresAreReported() {
    // Humanoid skeletons below 20 cm get an Issue: 2.7 cm suggests a figure of 2.7 m in centimetres.
    for (const std::size_t bones : {15, 16}) {
      importing::SourceScene figure = skinnedScene();
      importing::SourceSkin& skin = figure.skins[0];
      while (skin.joints.size() < bones) {
        figure.nodes.push_back(sourceNode("Bone " + std::to_string(skin.joints.size()), 0));
        skin.joints.push_back(figure.nodes.size() - 1);
        skin.inverseBinds.emplace_back(1.0);
      }
      const double size = assembled(figure)->bindBounds.max.y - assembled(figure)->bindBounds.min.y;
      figure.unitMetres = 0.027 / size;
      QCOMPARE(issuesWith(*assembled(figure), "probably wrong"), bones > 15 ? 1 : 0);
      QCOMPARE(issuesWith(*assembled(figure), "makes it 2.7 m"), bones > 15 ? 1 : 0);
      figure.unitMetres = 0.21 / size;
      QCOMPARE(issuesWith(*assembled(figure), "probably wrong"), 0);
      figure.unitMetres = 21.0 / size;
      QCOMPARE(issuesWith(*assembled(figure), "probably wrong"), 1);
    }
  }
};

TEXELETON_PLAIN_SUITE(TestAssembleBounds)
#include "test_assemble_bounds.moc"

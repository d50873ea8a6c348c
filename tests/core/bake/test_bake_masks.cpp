#include <QObject>
#include <algorithm>
#include <string>
#include <vector>

#include "core/bake/bake.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;

/// Masks of layers in a bake.
class TestBakeMasks : public QObject {
  Q_OBJECT

 private slots:
  void baked() {
    bake::BakeSettings settings;
    settings.masks = {{"tip", {"Tip"}, 0, {}}, {"lost", {"Tipp"}, 0, {}}};
    JobContext job;
    const auto animation = bake::bake(test::twoBoneStrip(), settings, job);
    QVERIFY2(animation.has_value(), animation ? "" : animation.error().message.c_str());
    QCOMPARE(animation->masks.size(), std::size_t{1});
    QCOMPARE(animation->masks[0].name, std::string("tip"));
    QCOMPARE(animation->masks[0].weights, (std::vector<float>{0, 1}));
    const std::vector<Issue> issues = job.takeIssues();
    const auto said = [&](const char* what) {
      return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
        return issue.subject == "lost" && issue.text.find(what) != std::string::npos;
      });
    };
    QVERIFY(said("did you mean \"Tip\""));
    QVERIFY(said("it is left out"));
  }

  void vertexModeHasNone() {
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.masks = {{"tip", {"Tip"}, 0, {}}};
    JobContext job;
    const auto animation = bake::bake(test::twoBoneStrip(), settings, job);
    QVERIFY(animation && animation->masks.empty());
    const std::vector<Issue> issues = job.takeIssues();
    QVERIFY(std::any_of(issues.begin(), issues.end(),
                        [](const Issue& issue) { return issue.text.find("vertex mode") != std::string::npos; }));
  }
};

TEXELETON_PLAIN_SUITE(TestBakeMasks)
#include "test_bake_masks.moc"

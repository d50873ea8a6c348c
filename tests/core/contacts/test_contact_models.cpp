// Footsteps of real models: the bundled knight against those of its generator, the shared ones for plausibility.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/contacts/footsteps.h"
#include "core/contacts/loop_range.h"
#include "core/import/import.h"
#include "core/recipe/events_file.h"
#include "tests/core/contacts/events_text.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::shared_ptr<const model::Model> load(const std::filesystem::path& file) {
  JobContext job;
  importing::ImportRequest request;
  request.cache.enabled = false;
  const auto model = importing::importModel(file, request, job);
  if (!model) {
    qWarning("%s", describe(model.error()).c_str());
    return nullptr;
  }
  return *model;
}

ClipIndex clipNamed(const model::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].name == name) {
      return ClipIndex(i);
    }
  }
  return {};
}

std::vector<model::ClipEvent> proposed(const model::Model& model, ClipIndex clip) {
  JobContext job;
  const auto feet = contacts::findFeet(model);
  return feet ? contacts::findFootsteps(model, clip, *feet, {}, job) : std::vector<model::ClipEvent>();
}

}  // namespace

class TestContactModels : public QObject {
  Q_OBJECT

 private slots:
  /// Within two frames at 30 per second of the generator's steps, across the loop; equally many, and none elsewhere.
  static void bundledKnight() {
    constexpr double kTwoFrames = 2.0 / 30.0;
    const auto samples = sourceFolder() / "resources" / "samples";
    const auto model = load(samples / "lantern-knight.glb");
    QVERIFY(model);
    JobContext job;
    const auto placed = recipe::readEventsFile(samples / "lantern-knight.events.json", *model, job);
    QVERIFY(placed);
    for (const char* name : {"Walk", "Run"}) {
      const ClipIndex clip = clipNamed(*model, name);
      QVERIFY(clip.isValid());
      const double length = model->clips[clip.value].lengthSeconds;
      const auto expected = std::find_if(placed->begin(), placed->end(),
                                         [&](const recipe::ClipEvents& events) { return events.clip == clip; });
      QVERIFY(expected != placed->end());
      const std::vector<model::ClipEvent> found = proposed(*model, clip);
      qInfo("%s: %s", name, qPrintable(text(found)));
      QCOMPARE(found.size(), expected->events.size());
      for (const model::ClipEvent& event : expected->events) {
        const auto near = [&](const model::ClipEvent& other) {
          const double apart = std::abs(other.timeSeconds - event.timeSeconds);
          return other.name == event.name && std::min(apart, length - apart) <= kTwoFrames;
        };
        QVERIFY2(std::any_of(found.begin(), found.end(), near), qPrintable(text(found)));
      }
    }
    QVERIFY2(proposed(*model, clipNamed(*model, "Idle")).empty(), "a clip that stands still");
  }

  static void sharedModelsStepInTurn_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("clip");
    for (const char* clip : {"Walk", "Run"}) {
      QTest::addRow("fox %s", clip) << "fox.glb" << clip;
    }
    for (const char* clip : {"Walking_A", "Walking_B", "Walking_C", "Walking_Backwards", "Running_A", "Running_B",
                             "Running_Strafe_Left", "Running_Strafe_Right"}) {
      QTest::addRow("knight %s", clip) << "kaykit-knight.glb" << clip;
    }
    QTest::newRow("rigid legs") << "kenney-character/kenney-character.glb"
                                << "walk";
  }

  static void sharedModelsStepInTurn() {
    QFETCH(const QString, file);
    QFETCH(const QString, clip);
    const auto folder = sharedModels();
    if (!folder) {
      qWarning("The shared models are not here: nothing was tried.");
      return;
    }
    static std::map<QString, std::shared_ptr<const model::Model>> models;
    auto& model = models[file];
    model = model ? model : load(*folder / file.toStdString());
    QVERIFY(model);
    const ClipIndex index = clipNamed(*model, clip.toStdString());
    QVERIFY(index.isValid());
    const std::vector<model::ClipEvent> found = proposed(*model, index);
    qInfo("%s", qPrintable(text(found)));
    QVERIFY(found.size() >= 2 && found.size() % 2 == 0);
    const double length = model->clips[index.value].lengthSeconds;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const model::ClipEvent& next = found[(i + 1) % found.size()];
      QVERIFY(found[i].name == "footstep_l" || found[i].name == "footstep_r");
      QVERIFY2(found[i].name != next.name, "left and right in turn");
      if (file == "kaykit-knight.glb") {  // its walks and runs are even: steps are half a cycle apart
        const double apart = next.timeSeconds - found[i].timeSeconds + (i + 1 == found.size() ? length : 0.0);
        QVERIFY2(std::abs(apart - 0.5 * length) <= 2.0 / 30.0, qPrintable(text(found)));
      }
    }
  }

  /// Boxes of 1 m that end at least as large again as they began: the distance of their ends is that of the corners.
  static void reportedScalesAreNotCycles() {
    const auto folder = sharedModels();
    if (!folder) {
      qWarning("The shared models are not here: nothing was tried.");
      return;
    }
    for (const char* file : {"glb_grow_once.glb", "glb_spin_and_grow.glb"}) {
      const auto model = load(*folder / "reports" / "6-scale-blind-open-cycle" / file);
      QVERIFY(model);
      JobContext job;
      const contacts::LoopReport report = contacts::analyseLoop(*model, ClipIndex(0u), 0.0, job);
      QVERIFY(!report.closes && !report.closesAfterFrame && !report.closesInPlace);
      QVERIFY(!contacts::wrapsAround(*model, ClipIndex(0u)));
      QVERIFY2(
          std::string(file) != "glb_grow_once.glb" || std::abs(report.gapMillimetres - 500.0 * std::sqrt(3.0)) < 0.01,
          qPrintable(QString::number(report.gapMillimetres)));
    }
  }

  static void sharedIdlesStandStill() {
    const auto folder = sharedModels();
    if (!folder) {
      qWarning("The shared models are not here: nothing was tried.");
      return;
    }
    const auto model = load(*folder / "kaykit-knight.glb");
    QVERIFY(model);
    for (const char* name :
         {"Idle", "Unarmed_Idle", "2H_Melee_Idle", "Sit_Chair_Idle", "Lie_Idle", "Cheer", "T-Pose"}) {
      const std::vector<model::ClipEvent> found = proposed(*model, clipNamed(*model, name));
      QVERIFY2(found.empty(), qPrintable(QString(name) + ": " + text(found)));
    }
  }
};

TEXELETON_SUITE(TestContactModels)
#include "test_contact_models.moc"

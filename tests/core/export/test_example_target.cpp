#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/export/doctor.h"
#include "core/export/export_places.h"
#include "core/export/write_export.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

// The worked example of docs/extending.md, "An export target": a target that exists only in this test. Writing,
// rewriting, edited files and options work without further code.

using namespace texeleton;
using test::textOf;
namespace fs = std::filesystem;

namespace {

/// A list of the clips, as an engine might need it.
Result<std::vector<exporting::FileGroup>> exampleFiles(const exporting::ExportInput& input) {
  std::string text = "character " + input.name + "\n";
  for (const vat::BakedClip& clip : input.pack.animation.clips) {
    text += "clip " + clip.name + " " + std::to_string(clip.frameCount) + "\n";
  }
  return std::vector<exporting::FileGroup>{{"example: " + input.name, {{input.name + ".clips.txt", text}}},
                                           {"run-time: example", {{"run-time/player.txt", "plays\n"}}, "1"}};
}

exporting::ExportTarget exampleTarget() {
  exporting::ExportTarget target{};
  target.name = "example";
  target.title = "An example";
  target.summary = "A list of clips.";
  target.tested = "By this test.";
  target.abilities = {{"Clips", exporting::Plays::Yes, ""}, {"Events", exporting::Plays::No, ""}};
  target.companions = exampleFiles;
  return target;
}

}  // namespace

class TestExampleTarget : public QObject {
  Q_OBJECT

 private slots:
  void livesInAProject() {
    const QTemporaryDir folder;
    const fs::path project = folder.path().toStdString();
    const exporting::ExportTarget target = exampleTarget();
    JobContext job;
    const auto write = [&](const std::string& name) {
      pack::Pack pack = test::madePack({});
      const exporting::ExportPlace place = exporting::exportPlace(target, project, name);
      const auto written = exporting::writeExport(pack, {&place, 1}, {}, job);
      return written ? *written : exporting::ExportChanges();
    };
    QVERIFY(!write("hero").written.empty());
    QVERIFY(!write("fox").written.empty());  // It shares the run-time.
    QVERIFY(fs::exists(project / "hero.texpack/manifest.json") && fs::exists(project / "fox.texpack/manifest.json"));
    const std::string clips = textOf(project / "hero.clips.txt");
    const pack::Pack pack = test::madePack({});
    QVERIFY(clips.starts_with("character hero\nclip " + pack.animation.clips[0].name));
    QCOMPARE(textOf(project / "run-time/player.txt"), std::string("plays\n"));
    // A user's edit is kept, with an Issue.
    std::ofstream(project / "run-time/player.txt") << "plays better\n";
    const exporting::ExportChanges again = write("hero");
    QCOMPARE(again.kept.size(), std::size_t{1});
    QCOMPARE(textOf(project / "run-time/player.txt"), std::string("plays better\n"));
    QVERIFY(!job.takeIssues().empty());
  }

  // An encoding that the run-time does not decode is rejected by name, and nothing is written.
  void rejectsUnknownEncodings() {
    const QTemporaryDir folder;
    exporting::ExportTarget target = exampleTarget();
    const exporting::ExportPlace place = exporting::exportPlace(target, folder.path().toStdString(), "hero");
    const auto refused = [&](std::vector<std::string_view> encodings) {
      target.encodings = std::move(encodings);
      JobContext job;
      pack::Pack pack = test::madePack({});
      const auto written = exporting::writeExport(pack, {&place, 1}, {}, job);
      return written || !fs::is_empty(place.folder) ? Error{} : written.error();
    };
    const Error other = refused({"quaternion", "positionNormal"});
    QCOMPARE(other.code, ErrorCode::Unsupported);
    QVERIFY(other.message.starts_with("An example does not decode the encoding matrix3x4"));
    QCOMPARE(other.message.remedies(), (std::vector<Remedy>{{RemedyKind::Encoding, 0.0, "quaternion"}}));
    // The target supports no encoding of the pack's mode: the other mode is suggested.
    const Error vertices = refused({"positionNormal"});
    QCOMPARE(vertices.code, ErrorCode::Unsupported);
    QCOMPARE(vertices.message.text(),
             std::string("An example reads positions and cannot play bone mode: bake with --mode vertex"));
    QCOMPARE(vertices.message.remedies(), (std::vector<Remedy>{{RemedyKind::VertexMode}}));
  }
};

TEXELETON_SUITE(TestExampleTarget)
#include "test_example_target.moc"

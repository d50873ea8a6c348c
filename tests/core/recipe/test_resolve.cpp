#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/similar_names.h"
#include "core/recipe/attachment_orders.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/resolve.h"
#include "tests/support/suite.h"

using namespace texeleton;
namespace fs = std::filesystem;

namespace {

model::Clip makeClip(const std::string& name, const std::string& sourceName, double rate = 0.0) {
  model::Clip clip;
  clip.name = name;
  clip.sourceName = sourceName;
  clip.lengthSeconds = 1.0;
  clip.sourceRateHz = rate;
  return clip;
}

/// Idle, Walk, Run and two clips named "mixamo.com" in the file.
model::Model modelWithNamesakes() {
  model::Model model;
  model.clips = {makeClip("Idle", "Idle"), makeClip("Walk", "Walk", 24.0), makeClip("Run", "Armature|Run"),
                 makeClip("mixamo.com", "mixamo.com"), makeClip("mixamo.com 2", "mixamo.com")};
  return model;
}

recipe::RecipeClip wanted(std::optional<std::uint32_t> index, const std::string& name) {
  recipe::RecipeClip clip;
  clip.index = index;
  clip.sourceName = name;
  return clip;
}

std::string allText(const std::vector<Issue>& issues) {
  std::string text;
  for (const Issue& issue : issues) {
    text += issue.text.text() + "\n";
  }
  return text;
}

}  // namespace

class TestResolve : public QObject {
  Q_OBJECT

 private slots:
  void findsClips_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("found");
    QTest::addColumn<QString>("issue");
    QTest::newRow("both agree") << 1 << "Walk" << 1 << "";
    QTest::newRow("index alone") << 2 << "" << 2 << "";
    QTest::newRow("name alone") << -1 << "Run" << 2 << "";
    QTest::newRow("name in the file") << 2 << "Armature|Run" << 2 << "";
    QTest::newRow("moved") << 0 << "Run" << 2 << "instead of 0";
    QTest::newRow("moved from beyond the end") << 99 << "Walk" << 1 << "instead of 99";
    QTest::newRow("repeated, at its index") << 4 << "mixamo.com" << 4 << "";
    QTest::newRow("unique name before the file's") << -1 << "mixamo.com" << 3 << "";
    QTest::newRow("unique name") << -1 << "mixamo.com 2" << 4 << "";
    QTest::newRow("gone") << 1 << "Wlak" << -1 << "did you mean \"Walk\"?";
    QTest::newRow("gone, nothing like it") << 1 << "Teleport" << -1 << "it has \"Idle\", \"Walk\"";
    QTest::newRow("index beyond the end") << 5 << "" << -1 << "the model has 5";
  }
  void findsClips() {
    QFETCH(int, index);
    QFETCH(QString, name);
    QFETCH(int, found);
    QFETCH(QString, issue);
    const model::Model model = modelWithNamesakes();
    recipe::Recipe recipe;
    recipe.clips.push_back(wanted(index < 0 ? std::nullopt : std::optional<std::uint32_t>(index), name.toStdString()));
    JobContext job;
    const auto clips = recipe::resolveClips(recipe, model, job);
    QCOMPARE(clips.has_value(), found >= 0);
    if (clips) {
      QCOMPARE(clips->at(0).clip, ClipIndex(static_cast<std::size_t>(found)));
    } else {
      QVERIFY(clips.error().code == ErrorCode::NotFound);
      QVERIFY(clips.error().message.starts_with("clips[0]"));
    }
    const std::string said = clips ? allText(job.takeIssues()) : clips.error().message.text();
    QVERIFY2(issue.isEmpty() ? said.empty() : said.find(issue.toStdString()) != std::string::npos, said.c_str());

    const auto kept = recipe::resolveClips(recipe, model, job, recipe::MissingClip::Skip);
    QVERIFY(kept);
    QCOMPARE(kept->size(), std::size_t{found >= 0 ? 1u : 0u});
    QCOMPARE(job.takeIssues().empty(), issue.isEmpty());
    // An empty selection must not become "every clip".
    QCOMPARE(recipe::toBakeSettings(recipe, model, job, recipe::MissingClip::Skip).has_value(), found >= 0);
  }

  void severalOfSameName() {
    model::Model model = modelWithNamesakes();
    model.clips[3].name = "mixamo.com 1";
    recipe::Recipe recipe;
    recipe.clips.push_back(wanted(0, "mixamo.com"));
    JobContext job;
    const auto clips = recipe::resolveClips(recipe, model, job);
    QCOMPARE(clips.value().at(0).clip, ClipIndex(3));
    QVERIFY(allText(job.takeIssues()).find("several") != std::string::npos);
  }

  void settings() {
    const model::Model model = modelWithNamesakes();
    recipe::Recipe recipe;
    recipe.sources = {{"events.json", "events", "", ""}, {"fox.glb", "model", "", ""}};
    recipe::RecipeClip clip = wanted(1, "Walk");
    clip.source = 1;
    clip.name = "Stroll";
    clip.from = 0.25;
    clip.to = 0.75;
    clip.fps = 12.0;
    clip.maxError = 3.0;
    clip.maxNormalError = 7.0;
    clip.loop = bake::LoopMode::On;
    clip.events = {{"a", 0.5, {}, "p", ""}, {"b", {}, 12.0, "", ""}};
    recipe.clips = {clip, wanted(0, "Idle")};
    recipe.clips[1].events = {{"c", {}, 15.0, "", ""}};
    recipe.bake.mode = vat::BakeMode::Vertex;
    recipe.bake.fps = 50.0;
    recipe.bake.expose = {{"weapon.*", false, ""}};
    recipe.bake.socketNames = {{"weapon_r", "grip", ""}};
    recipe.bake.maxError = 0.25;
    recipe.bake.maxNormalError = 9.0;
    JobContext job;
    const auto settings = recipe::toBakeSettings(recipe, model, job);
    QVERIFY(settings);
    const bake::BakeSettings defaults;
    QVERIFY(settings->mode == vat::BakeMode::Vertex);
    QVERIFY(settings->pixelFormat == defaults.pixelFormat);
    QCOMPARE(settings->maxSize, defaults.maxSize);
    QCOMPARE(*settings->sampleRateHz, 50.0);
    QCOMPARE(settings->expose.at(0).pattern, std::string("weapon.*"));
    QVERIFY(!settings->expose.at(0).caseSensitive);
    QCOMPARE(settings->socketNames, (std::vector<bake::SocketName>{{"weapon_r", "grip"}}));
    QCOMPARE(*settings->maxErrorMillimetres, 0.25);
    QCOMPARE(*settings->maxNormalDegrees, 9.0);
    QCOMPARE(*settings->clips[0].maxErrorMillimetres, 3.0);
    QCOMPARE(*settings->clips[0].maxNormalDegrees, 7.0);
    const bake::ClipSelection& walk = settings->clips.at(0);
    QCOMPARE(walk.name, std::string("Stroll"));
    QCOMPARE(*walk.fromSeconds, 0.25);
    QCOMPARE(*walk.toSeconds, 0.75);
    QCOMPARE(*walk.sampleRateHz, 12.0);
    QVERIFY(walk.loop == bake::LoopMode::On);
    // Frames are the source's: 24 per second there, 30 if the file has no rate; never the 12 or 50 of the bake.
    QCOMPARE(walk.events, (std::vector<model::ClipEvent>{{"a", 0.5, "p"}, {"b", 0.5, ""}}));
    QCOMPARE(settings->clips.at(1).events, (std::vector<model::ClipEvent>{{"c", 0.5, ""}}));

    recipe.clips[1].source = 0;
    QVERIFY(recipe::resolveClips(recipe, model, job).error().code == ErrorCode::InvalidArgument);
    recipe.clips.clear();
    QVERIFY(recipe::toBakeSettings(recipe, model, job)->clips.empty());  // Every clip.
  }

  void addsEvents() {
    const model::Model model = modelWithNamesakes();
    bake::BakeSettings all;
    recipe::addEvents(all, {}, model);
    QVERIFY(all.clips.empty());
    recipe::addEvents(all, {{ClipIndex(1), {{"a", 0.1, ""}}}}, model);
    QCOMPARE(all.clips.size(), model.clips.size());
    QCOMPARE(all.clips[1].events, (std::vector<model::ClipEvent>{{"a", 0.1, ""}}));
    QVERIFY(all.clips[0].events.empty());
    bake::BakeSettings cuts;
    cuts.clips.resize(3);
    cuts.clips[0].clip = cuts.clips[2].clip = ClipIndex(1);
    cuts.clips[1].clip = ClipIndex(0);
    recipe::addEvents(cuts, {{ClipIndex(1), {{"a", 0.1, ""}}}}, model);
    QCOMPARE(cuts.clips[0].events.size() + cuts.clips[2].events.size(), std::size_t{2});
    QVERIFY(cuts.clips[1].events.empty());
  }

  /// A recipe is stored for another folder and read again: its files are found, its settings are the same, and omitted
  /// ones are written.
  void storedForAnotherFolder() {
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    fs::create_directories(root / "models" / "ü b");
    fs::create_directories(root / "recipes");
    const fs::path modelFile = root / "models" / "ü b" / "fox.glb";
    const fs::path eventsFile = root / "recipes" / "fox.events.json";
    const fs::path sword = root / "models" / "sword.glb";
    std::ofstream(modelFile) << "abc";
    std::ofstream(eventsFile) << "{}";
    std::ofstream(sword) << "def";

    const model::Model model = modelWithNamesakes();
    recipe::Recipe asked;
    recipe::addSource(asked, pack::SourceRole::Attachment, sword).scale = 0.5;
    recipe::addSource(asked, pack::SourceRole::Events, "gone.json");
    asked.sources.push_back({"gone.glb", {}, {}, {}});  // Without a role.
    recipe::setSource(asked, pack::SourceRole::Model, modelFile);
    recipe::setSource(asked, pack::SourceRole::Events, eventsFile);
    asked.import.scale = 0.01;
    asked.import.up = importing::UpAxis::Z;
    asked.bake.mode = vat::BakeMode::Vertex;
    asked.bake.size = vat::SizeRule::Exact;
    asked.bake.maxSize = 1024;
    asked.bake.loop = bake::LoopMode::Off;
    asked.bake.fps = 15.0;
    asked.bake.shareElements = false;
    asked.bake.expose = {{"hand", false, {}}};
    asked.bake.socketNames = {{"hand", "grip", {}}};
    asked.bake.maxError = 2.0;
    asked.bake.attachments = {{"sword", 0, {}, {}, "hand", {}}};
    asked.write.compression = pack::TextureCompression::Rle;
    bake::ClipSelection selection;
    selection.clip = ClipIndex(4);
    selection.name = "Dance";
    selection.fromSeconds = 0.125;
    selection.events = {{"spin", 0.5, "x"}};
    recipe::setClips(asked, {selection}, model);
    JobContext job;
    const auto resolved = recipe::toBakeSettings(asked, model, job);
    QVERIFY(resolved);
    recipe::setSettings(asked, *resolved, model);
    QVERIFY(asked.bake.pixelFormat == vat::PixelFormat::Rgba16F && asked.bake.rootMotion.height == false);

    const fs::path recipeFile = root / "recipes" / "fox.texeleton";
    const auto made = recipe::recipeFor(asked, recipeFile);
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    QVERIFY(recipe::writeRecipe(recipeFile, *made));
    const auto recipe = recipe::readRecipe(recipeFile, job);
    QVERIFY(recipe);
    QVERIFY(*recipe == *made);
    QCOMPARE(recipe->sources.at(0).path, std::string("../models/ü b/fox.glb"));
    QCOMPARE(recipe->sources.at(0).sha256,
             std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));  // FIPS 180-2, "abc".
    QCOMPARE(recipe::sourceFile(*recipe, recipeFile, pack::SourceRole::Model), modelFile);
    QCOMPARE(recipe::sourceFile(*recipe, recipeFile, pack::SourceRole::Events), eventsFile);
    const auto orders = recipe::attachmentOrders(*recipe, recipeFile);
    QVERIFY(orders.size() == 1 && orders[0].file == sword && orders[0].scale == 0.5);
    QCOMPARE(recipe->sources.size(), std::size_t{3});
    QVERIFY(recipe::sourceFile(*recipe, recipeFile, pack::SourceRole::Character).empty());

    const auto settings = recipe::toBakeSettings(*recipe, model, job);
    QVERIFY(settings);
    QVERIFY(settings->mode == vat::BakeMode::Vertex && settings->size == vat::SizeRule::Exact);
    QVERIFY(settings->pixelFormat == vat::PixelFormat::Rgba16F && settings->loop == bake::LoopMode::Off);
    QCOMPARE(settings->maxSize, 1024u);
    QCOMPARE(*settings->sampleRateHz, 15.0);
    QVERIFY(!settings->shareElements);
    QVERIFY(!settings->expose.at(0).caseSensitive);
    QCOMPARE(settings->socketNames, (std::vector<bake::SocketName>{{"hand", "grip"}}));
    QCOMPARE(*settings->maxErrorMillimetres, 2.0);
    QCOMPARE(settings->clips.at(0).clip, ClipIndex(4));
    QCOMPARE(*settings->clips.at(0).fromSeconds, 0.125);
    QVERIFY(!settings->clips.at(0).toSeconds);
    QCOMPARE(settings->clips.at(0).events, selection.events);
    QCOMPARE(*recipe::toImportOptions(*recipe).scale, 0.01);
    QVERIFY(recipe::toImportOptions(*recipe).up == importing::UpAxis::Z);
    QVERIFY(recipe::toWriteOptions(*recipe).compression == pack::TextureCompression::Rle);

    recipe::checkSources(*recipe, recipeFile, job);
    QVERIFY(job.takeIssues().empty());
    std::ofstream(modelFile) << "abd";
    fs::remove(eventsFile);
    recipe::checkSources(*recipe, recipeFile, job);
    const std::string said = allText(job.takeIssues());
    QVERIFY(said.find("has changed") != std::string::npos && said.find("cannot be read") != std::string::npos);
    QVERIFY(!recipe::recipeFor(asked, recipeFile));  // A missing source.
  }

  void text() {
    QCOMPARE(inQuotes("a\nb\x7f").text(), std::string("\"a b \""));
    QCOMPARE(oneLine("aäöü", 4), std::string("aä…"));  // Does not cut a character.
    QCOMPARE(oneLine(std::string(10, '\x80'), 4), std::string("…"));
    QCOMPARE(similarNames("wlak", {"Idle", "Walk", "Walking", "Run"}, 3), (std::vector<std::string>{"Walk"}));
    QCOMPARE(similarNames("walk", {"Idle", "Walking", "Walk", "Run"}, 3),
             (std::vector<std::string>{"Walk", "Walking"}));
    QVERIFY(recipe::noSuchClip(model::Model(), "Walk").find("no clips at all") != std::string::npos);
  }
};

TEXELETON_SUITE(TestResolve)
#include "test_resolve.moc"

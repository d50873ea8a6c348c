#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/import/import.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;

namespace {

/// The expected result of importing a file.
enum class End {
  Error,
  Warning,         ///< Imports; a finding contains the words.
  ErrorOrWarning,  ///< Either; the error or a finding contains the words.
  Message,         ///< Imports; a finding, warning or not, contains the words.
  Clean,           ///< Imports without a warning.
  Anything,        ///< Imports or not, without harm.
};

struct Row {
  const char* file;
  End end;
  const char* words;  ///< One of them, separated by '|', must occur (in any case).
};

/// The results that the shared models' README requires of a good importer.
constexpr Row kTable[] = {
    {"trunc-fbx-header.fbx", End::Error, "cut short"},
    {"trunc-fbx-25.fbx", End::Error, "cut short"},
    {"trunc-fbx-90.fbx", End::Error, "cut short"},
    {"trunc-fbx-ascii-50.fbx", End::Error, "cut short"},
    {"trunc-fbx-ascii-95.fbx", End::Error, "cut short"},
    {"trunc-glb-header.glb", End::Error, "cut short"},
    {"trunc-glb-json.glb", End::Error, "cut short"},
    {"trunc-glb-bin.glb", End::Error, "cut short"},
    {"trunc-gltf-70.gltf", End::Error, "not closed|cut short"},
    {"trunc-dae.dae", End::Error, "not closed|cut short"},
    {"trunc-md5.md5mesh", End::Error, "cut short"},
    {"md5-anim-truncated.md5mesh", End::ErrorOrWarning, "md5-anim-truncated.md5anim"},
    {"md5-anim-other-joints.md5mesh", End::Warning, "joint|channel"},
    {"md5-triangle-beyond.md5mesh", End::Error, "out of range|4000000000"},
    {"md5-weight-beyond.md5mesh", End::Error, "out of range|weight"},
    {"md5-joint-beyond.md5mesh", End::Error, "out of range|joint 77"},
    {"md5-huge-joint-count.md5mesh", End::ErrorOrWarning, "joints"},
    {"empty.fbx", End::Error, "empty"},
    {"empty.glb", End::Error, "empty"},
    {"empty.gltf", End::Error, "empty"},
    {"empty.dae", End::Error, "empty"},
    {"text-named.fbx", End::Error, "not an FBX"},
    {"png-named.glb", End::Error, "not a GLB|PNG"},
    {"glb-json-length.glb", End::Error, "chunk"},
    {"glb-total-length.glb", End::ErrorOrWarning, "length|cut short|bytes"},
    {"glb-bin-length.glb", End::Error, "chunk"},
    {"glb-buffer-longer-than-bin.glb", End::ErrorOrWarning, "buffer"},
    {"accessor-beyond-buffer.gltf", End::Error, "accessor"},
    {"accessor-negative-count.gltf", End::Error, "count"},
    {"accessor-huge-count.gltf", End::Error, "count|elements"},
    {"accessor-offset-overflow.gltf", End::Error, "accessor"},
    {"accessor-missing.gltf", End::Error, "accessor 99"},
    {"view-beyond-buffer.gltf", End::Error, "view"},
    {"buffer-byteLength-lies.gltf", End::Error, "buffer"},
    {"index-beyond-vertices.gltf", End::ErrorOrWarning, "vertex|vertices"},
    {"joint-beyond-skin.gltf", End::ErrorOrWarning, "joint"},
    {"joint-node-missing.gltf", End::Error, "node 500"},
    {"channel-node-missing.gltf", End::ErrorOrWarning, "node 500"},
    {"skin-without-joints.gltf", End::ErrorOrWarning, "joints"},
    {"skin-ibm-too-few.gltf", End::Error, "inverse bind matri"},
    {"skin-ibm-missing.gltf", End::Error, "accessor 99"},
    {"skin-ibm-singular.gltf", End::Warning, "invert|singular"},
    {"zero-weights.gltf", End::Warning, "weight"},
    {"weights-sum-three.gltf", End::Warning, "weight"},
    {"weights-negative-nan.gltf", End::ErrorOrWarning, "weight"},
    {"nan-keys.gltf", End::ErrorOrWarning, "finite|NaN"},
    {"nan-times.gltf", End::Error, "finite|NaN"},
    {"nan-inverse-bind.gltf", End::Error, "finite|NaN"},
    {"nan-positions.gltf", End::Error, "finite|NaN"},
    {"huge-coordinates.gltf", End::Warning, "half|large|range"},
    {"zero-length-clip.gltf", End::Warning, "one frame|length"},
    {"same-time-keys.gltf", End::Warning, "one frame|time"},
    {"unsorted-times.gltf", End::ErrorOrWarning, "ascend|sort|order"},
    {"negative-times.gltf", End::ErrorOrWarning, "before time 0"},
    {"clip-1e9-seconds.gltf", End::Clean, ""},  // the bake refuses it, with the number of frames
    {"keys-and-times-differ.gltf", End::Error, "key"},
    {"zero-quaternion.gltf", End::Warning, "quaternion|rotation"},
    {"node-parent-cycle.gltf", End::Error, "cycle|itself"},
    {"node-own-child.gltf", End::Error, "cycle|itself"},
    {"node-two-parents.gltf", End::ErrorOrWarning, "parent"},
    {"duplicate-names.gltf", End::Warning, "name"},
    {"names-empty.gltf", End::Warning, "name"},
    {"names-5000-characters.gltf", End::Warning, "name"},
    {"names-hostile.gltf", End::Warning, "name"},
    {"no-mesh.gltf", End::Message, "mesh"},
    {"no-animation.gltf", End::Clean, ""},
    {"lines-only.gltf", End::ErrorOrWarning, "triangle"},
    {"no-scene.gltf", End::Error, "empty|nothing|scene"},
    {"version-9.gltf", End::Error, "version"},
    {"required-extension-unknown.gltf", End::Error, "EXT_not_there"},
    {"deep-nodes-100000.gltf", End::Error, "deep"},
    {"deep-json-100000.gltf", End::Error, "deep"},
    {"joints-20000.gltf", End::Clean, ""},
    {"joints-same-node-3000.gltf", End::ErrorOrWarning, "joint"},
    {"uri-outside-folder.gltf", End::Error, "folder"},
    {"uri-absolute.gltf", End::Error, "absolute"},
    {"uri-file-scheme.gltf", End::Error, "scheme"},
    {"uri-http.gltf", End::Error, "scheme"},
    {"uri-device.gltf", End::Error, "absolute"},
    {"uri-missing.gltf", End::Error, "not-there.bin"},
    {"uri-bad-base64.gltf", End::Error, "base64|data URI"},
    {"uri-self.gltf", End::Error, ""},
    {"image-outside-folder.gltf", End::Warning, "folder"},
    {"dae-xxe.dae", End::Anything, ""},
    {"dae-external-dtd.dae", End::Anything, ""},
    {"dae-billion-laughs.dae", End::Anything, ""},
    {"dae-index-beyond.dae", End::Error, "out of range|index"},
    {"dae-counts-lie.dae", End::Error, "count|numbers|values"},
    {"dae-not-numbers.dae", End::Error, "number|finite"},
    {"dae-node-instances-itself.dae", End::Error, "cycle|itself"},
    {"dae-deep-100000.dae", End::Error, "deep"},
    {"dae-link-nowhere.dae", End::ErrorOrWarning, "nothing|not there|missing|mesh|exist"},
    {"fbx-array-length-huge.fbx", End::Error, "array|length|values"},
    {"fbx-array-length-16m.fbx", End::Error, "array|length|values"},
    {"fbx-ascii-index-beyond.fbx", End::Error, "out of range|index"},
    {"fbx-ascii-unclosed-quote.fbx", End::Error, "line"},
    {"fbx-ascii-deep-scopes.fbx", End::Error, "deep"},
    {"fbx-version-6100.fbx", End::Error, "version"},
    {"fbx-key-count-mismatch.fbx", End::ErrorOrWarning, "key"},
    {"x-skin-index-beyond.x", End::Error, "out of range|vertex"},
    {"x-deep-frames.x", End::Error, "deep"},
    {"iqm-mesh-offset.iqm", End::Error, "out of range|offset|IQM"},
    {"iqm-mesh-at-end.iqm", End::Error, "out of range|offset|IQM"},
    {"bvh-huge-frames.bvh", End::Error, "frame"},
    {"bvh-zero-frame-time.bvh", End::Warning, "frame time|rate"},
    {"valid-no-inverse-bind.gltf", End::Clean, ""},
    {"valid-weights-ubyte.gltf", End::Clean, ""},
    {"valid-weights-ushort.gltf", End::Clean, ""},
    {"valid-rotation-short.gltf", End::Clean, ""},
    {"valid-quantized-position.gltf", End::Clean, ""},
    {"valid-sparse-position.gltf", End::Clean, ""},
    {"valid-matrix-nodes.gltf", End::Clean, ""},
    {"valid-primitive-without-skin-weights.gltf", End::Warning, "rigid"},
    {"valid-properties.fbx", End::Anything, ""},
};

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool saysOneOf(const std::string& text, const std::string& words) {
  std::istringstream list(lowerCase(words));
  bool said = words.empty();
  for (std::string word; std::getline(list, word, '|');) {
    said = said || lowerCase(text).find(word) != std::string::npos;
  }
  return said;
}

importing::ImportRequest hostileRequest() {
  importing::ImportRequest request;
  request.cache.enabled = false;
  request.limits.memoryBytes = 2ull << 30;
  request.limits.timeSeconds = 20.0;
  return request;
}

std::string joined(const std::vector<Issue>& issues, bool warningsOnly) {
  std::string text;
  for (const Issue& issue : issues) {
    if (!warningsOnly || issue.severity == Severity::Warning) {
      text += "[" + issue.subject + ": " + issue.text.text() + "] ";
    }
  }
  return text;
}

bool endsAsAsked(const Row& row, const Result<std::shared_ptr<const model::Model>>& model) {
  if (!model) {
    const bool mayFail = row.end == End::Error || row.end == End::ErrorOrWarning || row.end == End::Anything;
    return mayFail && saysOneOf(model.error().message.text(), row.words);
  }
  switch (row.end) {
    case End::Error:
      return false;
    case End::Clean:
      return joined((*model)->issues, true).empty();
    default:
      return saysOneOf(joined((*model)->issues, row.end != End::Message), row.words);
  }
}

}  // namespace

class TestImportHostile : public QObject {
  Q_OBJECT

 private slots:
  void everyHostileFileIsInTheTable() {
    const auto files = test::hostileModelFiles();
    if (files.empty()) {
      TEXELETON_SKIP("the shared models are absent: hostile files not tried");
    }
    std::map<std::string, int> rows;
    for (const Row& row : kTable) {
      rows[row.file] += 1;
    }
    for (const auto& file : files) {
      QVERIFY2(rows[file.filename().string()] == 1, file.c_str());
    }
    QCOMPARE(rows.size(), files.size());
  }

  void hostileFilesAreAnswered_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < std::size(kTable); ++i) {
      QTest::newRow(kTable[i].file) << static_cast<int>(i);
    }
  }
  void hostileFilesAreAnswered() {
    QFETCH(int, row);
    const Row& asked = kTable[row];
    const auto folder = test::sharedModels();
    if (!folder) {
      TEXELETON_SKIP("the shared models are absent: hostile files not tried");
    }
    const auto file = *folder / "hostile" / asked.file;
    JobContext job;
    const auto model = importing::importModel(file, hostileRequest(), job);
    const std::string told =
        model ? "imports: " + joined((*model)->issues, false) : "error: " + describe(model.error());
    if (qEnvironmentVariableIsSet("TEXELETON_SHOW_ANSWERS")) {
      qInfo("%s", told.c_str());
    }
    QVERIFY2(endsAsAsked(asked, model), told.c_str());
    if (!model) {
      QVERIFY2(!model.error().message.empty() && model.error().message.find("\n") == std::string::npos, told.c_str());
      QCOMPARE(model.error().file, file.string());
      // Content outside of the model's folder is never shown: a model cannot be used to read a user's files.
      QVERIFY2(told.find("root:") == std::string::npos, told.c_str());
    } else {
      QVERIFY2(!model::checkModel(**model), told.c_str());
    }
  }
};

TEXELETON_SUITE(TestImportHostile)
#include "test_import_hostile.moc"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <limits>

#include "core/model/point_cache.h"
#include "tests/support/cache_files.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

CacheSamples someSamples() {
  CacheSamples samples;
  for (int s = 0; s < 5; ++s) {
    auto& points = samples.emplace_back();
    for (int p = 0; p < 7; ++p) {
      points.emplace_back(0.1f * static_cast<float>(p), -1.5f * static_cast<float>(s),
                          1e-7f * static_cast<float>(p + s));
    }
  }
  return samples;
}

}  // namespace

class TestPointCache : public QObject {
  Q_OBJECT
 private slots:
  void bothFormats_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    const std::string a = pc2(someSamples(), 12.0f, 2.0f);
    const std::string b = mdd(someSamples(), 12.0, 6.0);
    QTest::newRow("PC2") << QByteArray(a.data(), static_cast<qsizetype>(a.size())) << "a.pc2";
    QTest::newRow("MDD") << QByteArray(b.data(), static_cast<qsizetype>(b.size())) << "a.MDD";
  }
  void bothFormats() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    const auto cache = model::PointCache::open(write(name.toStdString(), bytes.toStdString()));
    QVERIFY2(cache, cache ? "" : cache.error().message.c_str());
    QCOMPARE((*cache)->pointCount(), 7u);
    QCOMPARE((*cache)->sampleCount(), 5u);
    // A sample lasts two frames at 24 per second, and the first is at frame 12.
    const std::vector<double> times = (*cache)->times(std::nullopt, 24.0);
    for (std::size_t i = 0; i < times.size(); ++i) {
      QCOMPARE(times[i], 0.5 + static_cast<double>(i) / 12.0);
    }
    const CacheSamples expected = someSamples();
    std::vector<glm::vec3> points(7);
    for (const std::uint32_t sample : {3u, 0u, 4u}) {
      QVERIFY((*cache)->read(sample, points).has_value());
      QVERIFY(points == expected[sample]);
    }
  }

  void floatSecondsBecomeRate() {
    const auto cache = model::PointCache::open(write("rate.mdd", mdd(CacheSamples(500, {glm::vec3(0.0f)}), 24.0, 1.0)));
    QVERIFY(cache.has_value());
    const std::vector<double> times = (*cache)->times(std::nullopt, 30.0);
    for (std::size_t i = 0; i < times.size(); ++i) {
      QCOMPARE(times[i], (1.0 + static_cast<double>(i)) / 24.0);
    }
    QCOMPARE((*cache)->times(48.0, 30.0).back(), 500.0 / 48.0);
  }

  void unevenSecondsStay() {
    std::string bytes = mddHeader(1, {0.0f, 0.25f, 1.0f});
    addSamples(bytes, CacheSamples(3, {glm::vec3(0.0f)}), true);
    const auto cache = model::PointCache::open(write("uneven.mdd", bytes));
    QVERIFY(cache.has_value());
    QVERIFY(((*cache)->times(std::nullopt, 30.0) == std::vector<double>{0.0, 0.25, 1.0}));
  }

  /// False counts, truncated files, invalid times and versions: an error at once, and no memory for missing data.
  void hostileFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* title, const std::string& bytes, const char* name, const char* sentence) {
      QTest::newRow(title) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())) << name << sentence;
    };
    const std::string good = pc2(someSamples());
    row("PC2 cut", good.substr(0, good.size() - 5), "a.pc2", "cut short");
    row("PC2 with more", good + "more", "a.pc2", "header lies");
    row("PC2 header cut", good.substr(0, 20), "a.pc2", "within its header");
    row("PC2 of 2^32 points", pc2Header(0xffffffffu, 2) + "x", "a.pc2", "counts -1 points");
    row("PC2 of 2^31 points and samples", pc2Header(0x7fffffffu, 0x7fffffffu) + "x", "a.pc2", "cut short");
    row("PC2 without samples", pc2Header(7, 0), "a.pc2", "0 samples");
    row("PC2 without points", pc2Header(0, 7), "a.pc2", "0 points");
    row("PC2 of version 2", pc2Header(1, 1, 0, 1, 2) + std::string(12, '\0'), "a.pc2", "version 2");
    row("PC2 with NaN as rate", pc2Header(1, 1, 0, std::numeric_limits<float>::quiet_NaN()) + std::string(12, '\0'),
        "a.pc2", "frames a sample");
    row("PC2 with no frames a sample", pc2Header(1, 1, 0, 0) + std::string(12, '\0'), "a.pc2", "frames a sample");
    row("PC2 with an infinite start",
        pc2Header(1, 1, std::numeric_limits<float>::infinity(), 1) + std::string(12, '\0'), "a.pc2", "starts at frame");
    row("empty", "", "a.pc2", "no point cache");
    row("text", "not a cache at all, but a longer text", "a.pc2", "no point cache");
    const std::string goodMdd = mdd(someSamples(), 24.0);
    row("MDD cut", goodMdd.substr(0, goodMdd.size() - 1), "a.mdd", "cut short");
    row("MDD cut in its times", goodMdd.substr(0, 14), "a.mdd", "cut short");
    row("MDD header cut", goodMdd.substr(0, 6), "a.mdd", "within its header");
    std::string many;
    addWord(many, 0x7fffffffu, true);
    addWord(many, 0x7fffffffu, true);
    row("MDD of 2^31 points and samples", many, "a.mdd", "cut short");
    row("MDD of -1 samples", std::string(8, '\xff'), "a.mdd", "-1 samples");
    row("MDD without samples", mddHeader(5, {}), "a.mdd", "0 samples");
    row("MDD whose times fall", mddHeader(1, {0.5f, 0.25f}) + std::string(24, '\0'), "a.mdd", "do not ascend");
    row("MDD with NaN as time", mddHeader(1, {std::numeric_limits<float>::quiet_NaN()}) + std::string(12, '\0'),
        "a.mdd", "do not ascend");
  }
  void hostileFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    QFETCH(QString, sentence);
    const auto cache = model::PointCache::open(write(name.toStdString(), bytes.toStdString()));
    QVERIFY(!cache.has_value());
    QVERIFY2(cache.error().message.contains(sentence.toStdString()), cache.error().message.c_str());
    QVERIFY(!cache.error().file.empty());
  }

  void invalidNumbers_data() {
    QTest::addColumn<float>("value");
    QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("infinite") << -std::numeric_limits<float>::infinity();
    QTest::newRow("too far") << 1e9f;
  }
  void invalidNumbers() {
    QFETCH(float, value);
    CacheSamples samples = someSamples();
    samples[3][5].y = value;
    for (const bool isMdd : {false, true}) {
      const auto cache = isMdd ? model::PointCache::open(write("n.mdd", mdd(samples, 24.0)))
                               : model::PointCache::open(write("n.pc2", pc2(samples)));
      QVERIFY(cache.has_value());
      std::vector<glm::vec3> points(7);
      QVERIFY((*cache)->read(2, points).has_value());
      const auto read = (*cache)->read(3, points);
      QVERIFY(!read.has_value());
      QVERIFY2(read.error().message.contains("point 5 of sample 3"), read.error().message.c_str());
    }
  }

  void notAFile() {
    QVERIFY(model::PointCache::open(m_folder.path().toStdString()).error().message.contains("not a plain file"));
    QCOMPARE(model::PointCache::open(m_folder.filePath("none.pc2").toStdString()).error().code, ErrorCode::NotFound);
  }

  void becomesShorter() {
    const auto file = write("short.pc2", pc2(someSamples()));
    const auto cache = model::PointCache::open(file);
    QVERIFY(cache.has_value());
    std::filesystem::resize_file(file, 100);
    std::vector<glm::vec3> points(7);
    QVERIFY(!(*cache)->read(4, points).has_value());
  }

 private:
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path file = m_folder.filePath(QString::fromStdString(name)).toStdString();
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }

  QTemporaryDir m_folder;
};

TEXELETON_PLAIN_SUITE(TestPointCache)
#include "test_point_cache.moc"

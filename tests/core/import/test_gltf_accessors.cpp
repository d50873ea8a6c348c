#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>

#include "core/import/gltf/gltf_accessors.h"
#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

/// Accessors read through a mesh's POSITION, COLOR_0 and others; expected values are from glTF 2.0, 3.6.2 and 3.11.
class TestGltfAccessors : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;

  /// Parses a mesh node whose primitive has this POSITION accessor.
  Result<importing::SourceScene> withPositions(GltfBuilder& file, int accessor) {
    file.addMeshNode({{"attributes", {{"POSITION", accessor}}}});
    return m_folder.parse(file.gltf());
  }

  template <class T>
  std::vector<glm::vec3> positionsOf(const std::vector<T>& data, int type, bool normalized) {
    GltfBuilder file;
    const auto scene = withPositions(file, file.add(data, type, "VEC3", {{"normalized", normalized}}));
    return scene ? scene->meshes.at(0).primitives.at(0).positions : std::vector<glm::vec3>();
  }

  void expectError(GltfBuilder& file, int accessor, const std::string& part) {
    const auto scene = withPositions(file, accessor);
    QVERIFY2(!scene, part.c_str());
    QVERIFY2(scene.error().message.find(part) != std::string::npos, scene.error().message.c_str());
    QCOMPARE(static_cast<int>(scene.error().code), static_cast<int>(ErrorCode::BadFile));
  }

 private slots:
  void readsEveryComponentType() {
    using V = std::vector<glm::vec3>;
    const V bytes = {{-128, 127, 0}, {1, 2, 3}, {4, 5, 6}};
    QCOMPARE(positionsOf(std::vector<std::int8_t>{-128, 127, 0, 1, 2, 3, 4, 5, 6}, kByte, false), bytes);
    QCOMPARE(positionsOf(std::vector<std::uint8_t>{255, 0, 1, 2, 3, 4, 5, 6, 7}, kUnsignedByte, false),
             (V{{255, 0, 1}, {2, 3, 4}, {5, 6, 7}}));
    QCOMPARE(positionsOf(std::vector<std::int16_t>{-32768, 32767, 0, 1, 2, 3, 4, 5, 6}, kShort, false),
             (V{{-32768, 32767, 0}, {1, 2, 3}, {4, 5, 6}}));
    QCOMPARE(positionsOf(std::vector<std::uint16_t>{65535, 0, 1, 2, 3, 4, 5, 6, 7}, kUnsignedShort, false),
             (V{{65535, 0, 1}, {2, 3, 4}, {5, 6, 7}}));
    QCOMPARE(positionsOf(std::vector<std::uint32_t>{16777216, 0, 1, 2, 3, 4, 5, 6, 7}, kUnsignedInt, false),
             (V{{16777216, 0, 1}, {2, 3, 4}, {5, 6, 7}}));
    QCOMPARE(positionsOf(std::vector<float>{0.5f, -1e30f, 1e-30f, 1, 2, 3, 4, 5, 6}, kFloat, false),
             (V{{0.5f, -1e30f, 1e-30f}, {1, 2, 3}, {4, 5, 6}}));
  }

  void normalizes() {
    QCOMPARE(positionsOf(std::vector<std::int8_t>{-128, -127, 127, 0, 0, 0, 0, 0, 0}, kByte, true)[0],
             glm::vec3(-1, -1, 1));
    QCOMPARE(positionsOf(std::vector<std::uint8_t>{255, 51, 0, 0, 0, 0, 0, 0, 0}, kUnsignedByte, true)[0],
             glm::vec3(1, 0.2f, 0));
    QCOMPARE(positionsOf(std::vector<std::int16_t>{-32768, 32767, 0, 0, 0, 0, 0, 0, 0}, kShort, true)[0],
             glm::vec3(-1, 1, 0));
    QCOMPARE(positionsOf(std::vector<std::uint16_t>{65535, 13107, 0, 0, 0, 0, 0, 0, 0}, kUnsignedShort, true)[0],
             glm::vec3(1, 0.2f, 0));
  }

  void honoursStrideAndOffset() {
    // Interleaved and not aligned: 2 bytes of junk, then (x y z junk) as floats 16 bytes apart.
    GltfBuilder file;
    std::vector<std::uint8_t> bytes(2 + 3 * 16, 0xEE);
    for (int i = 0; i < 3; ++i) {
      const float xyz[3] = {1.0f + static_cast<float>(i), 0.5f, i == 2 ? 1.0f : 0.0f};
      std::memcpy(bytes.data() + 2 + 16 * i, xyz, 12);
    }
    const int view = file.addView(bytes, {{"byteStride", 16}});
    const auto scene = withPositions(file, file.addAccessor(view, kFloat, "VEC3", 3, {{"byteOffset", 2}}));
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->meshes.at(0).primitives.at(0).positions,
             (std::vector<glm::vec3>{{1, 0.5f, 0}, {2, 0.5f, 0}, {3, 0.5f, 1}}));
  }

  void lastElementNeedsNoPaddingBehindIt() {
    // Stride 16, but the last element ends with the view.
    GltfBuilder file;
    const int view = file.addView(std::vector<float>{0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0}, {{"byteStride", 16}});
    QVERIFY(withPositions(file, file.addAccessor(view, kFloat, "VEC3", 3)).has_value());
    GltfBuilder shorter;
    const int cut = shorter.addView(std::vector<float>{0, 0, 0, 9, 1, 0, 0, 9, 0, 1}, {{"byteStride", 16}});
    expectError(shorter, shorter.addAccessor(cut, kFloat, "VEC3", 3), "out of range");
  }

  void readsSparse() {
    for (const int indexType : {kUnsignedByte, kUnsignedShort, kUnsignedInt}) {
      for (const bool base : {true, false}) {
        GltfBuilder file;
        const int view = base ? file.addView(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}) : -1;
        const int indices = indexType == kUnsignedByte    ? file.addView(std::vector<std::uint8_t>{0, 2})
                            : indexType == kUnsignedShort ? file.addView(std::vector<std::uint16_t>{0, 2})
                                                          : file.addView(std::vector<std::uint32_t>{0, 2});
        const int values = file.addView(std::vector<float>{7, 8, 9, -1, -2, -3});
        const auto scene = withPositions(
            file, file.addAccessor(view, kFloat, "VEC3", 3,
                                   {{"sparse",
                                     {{"count", 2},
                                      {"indices", {{"bufferView", indices}, {"componentType", indexType}}},
                                      {"values", {{"bufferView", values}}}}}}));
        QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
        QCOMPARE(scene->meshes.at(0).primitives.at(0).positions,
                 (std::vector<glm::vec3>{{7, 8, 9}, base ? glm::vec3(1, 0, 0) : glm::vec3(0), {-1, -2, -3}}));
      }
    }
  }

  void refusesBrokenSparse() {
    const auto sparse = [](GltfBuilder& file, int count, std::uint16_t index, int indexType, int valueFloats) {
      const int view = file.addView(std::vector<float>(9, 0.0f));
      const int indices = file.addView(std::vector<std::uint16_t>{0, index});
      const int values = file.addView(std::vector<float>(static_cast<std::size_t>(valueFloats), 1.0f));
      return file.addAccessor(view, kFloat, "VEC3", 3,
                              {{"sparse",
                                {{"count", count},
                                 {"indices", {{"bufferView", indices}, {"componentType", indexType}}},
                                 {"values", {{"bufferView", values}}}}}});
    };
    GltfBuilder good;
    QVERIFY(withPositions(good, sparse(good, 2, 2, kUnsignedShort, 6)).has_value());
    GltfBuilder beyond;
    expectError(beyond, sparse(beyond, 2, 3, kUnsignedShort, 6), "names element 3 of 3");
    GltfBuilder tooMany;
    expectError(tooMany, sparse(tooMany, 4, 2, kUnsignedShort, 12), "sparse");
    GltfBuilder shortIndices;
    expectError(shortIndices, sparse(shortIndices, 3, 2, kUnsignedShort, 9), "out of range");
    GltfBuilder shortValues;
    expectError(shortValues, sparse(shortValues, 2, 2, kUnsignedShort, 5), "out of range");
    GltfBuilder signedIndices;
    expectError(signedIndices, sparse(signedIndices, 2, 2, kShort, 6), "index type");
  }

  void refusesRangesThatOverflow() {
    const std::vector<float> data(9, 0.0f);
    const std::uint64_t large = std::uint64_t{1} << 52;
    const auto with = [&](std::uint64_t count, const nlohmann::json& more, const nlohmann::json& viewMore,
                          const std::string& part) {
      GltfBuilder file;
      const int view = file.addView(data, viewMore);
      const int accessor = file.addAccessor(view, kFloat, "VEC3", 3, more);
      file.json["accessors"][static_cast<std::size_t>(accessor)]["count"] = count;
      expectError(file, accessor, part);
    };
    const nlohmann::json none = nlohmann::json::object();
    with(4, none, none, "out of range");
    with(large, none, none, "out of range");
    with(3, {{"byteOffset", 4}}, none, "out of range");
    with(3, {{"byteOffset", large}}, none, "out of range");
    with(3, none, {{"byteOffset", large}}, "out of range");
    with(3, none, {{"byteLength", large}}, "out of range");
    with(3, none, {{"byteStride", 8}}, "stride");
    with(3, none, {{"buffer", 7}}, "buffer 7");
    with(3, {{"bufferView", 7}}, none, "buffer view 7");
    with(3, {{"componentType", 5124}}, none, "component type 5124");
    with(3, {{"type", "VEC5"}}, none, "VEC5");
    with(3, {{"type", "VEC2"}}, none, "2 components");
  }

  void countsNeedBytes() {
    GltfBuilder zeros;
    QVERIFY(withPositions(zeros, zeros.addAccessor(-1, kFloat, "VEC3", 3)).has_value());
    GltfBuilder file;
    expectError(file, file.addAccessor(-1, kFloat, "VEC3", 4'000'000'000u), "no data");
    // Many small ones with a large sum.
    GltfBuilder many;
    const int accessor = many.addAccessor(-1, kFloat, "VEC3", 1'000'000);
    nlohmann::json primitives = nlohmann::json::array();
    for (int i = 0; i < 1000; ++i) {
      primitives.push_back({{"attributes", {{"POSITION", accessor}}}});
    }
    many.append("meshes", {{"primitives", primitives}});
    many.append("nodes", {{"mesh", 0}});
    const auto scene = m_folder.parse(many.gltf());
    QVERIFY(!scene);
    QVERIFY2(scene.error().message.find("no data") != std::string::npos, scene.error().message.c_str());
  }

  void decodesBase64() {
    const auto text = [](const char* base64) -> std::string {
      const auto bytes = importing::decodeBase64(base64);
      return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "refused";
    };
    // The examples of RFC 4648, 10.
    QCOMPARE(text(""), std::string(""));
    QCOMPARE(text("Zg=="), std::string("f"));
    QCOMPARE(text("Zm8="), std::string("fo"));
    QCOMPARE(text("Zm9v"), std::string("foo"));
    QCOMPARE(text("Zm9vYg=="), std::string("foob"));
    QCOMPARE(text("Zm9vYmE="), std::string("fooba"));
    QCOMPARE(text("Zm9vYmFy"), std::string("foobar"));
    QCOMPARE(text("Zm9vYg"), std::string("foob"));
    for (const char* bad : {"Z", "Zm9vY", "Zm9vYg=", "Zg=a", "====", "=", "Z===", "Zm 9v", "Zm-_", "@@@@!!!!====A"}) {
      QVERIFY2(!importing::decodeBase64(bad).has_value() || std::string(bad) == "Zm9vYg=", bad);
    }
  }
};

TEXELETON_PLAIN_SUITE(TestGltfAccessors)
#include "test_gltf_accessors.moc"

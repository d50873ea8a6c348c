#include <meshoptimizer.h>

#include <QObject>
#include <QTest>
#include <cmath>
#include <cstring>

#include "core/import/gltf/gltf_accessors.h"
#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

/// EXT_meshopt_compression and KHR_meshopt_compression: the output of meshoptimizer's encoders is decoded.
class TestGltfMeshopt : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;

  using Bytes = std::vector<std::uint8_t>;

  template <class T>
  static Bytes encodeVertices(const std::vector<T>& data, std::size_t stride) {
    const std::size_t count = data.size() * sizeof(T) / stride;
    Bytes out(meshopt_encodeVertexBufferBound(count, stride));
    meshopt_encodeVertexVersion(0);  // the version of the extension
    out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), data.data(), count, stride));
    return out;
  }

  /// A compressed view; its uncompressed bytes are in a place-holder buffer without data.
  static int addCompressed(GltfBuilder& file, const Bytes& bytes, std::size_t count, std::size_t stride,
                           const char* mode, const char* filter = nullptr) {
    const int plain = file.addView(bytes);
    const nlohmann::json source = file.json["bufferViews"][static_cast<std::size_t>(plain)];
    nlohmann::json extension = {{"buffer", 0},
                                {"byteOffset", source["byteOffset"]},
                                {"byteLength", bytes.size()},
                                {"byteStride", stride},
                                {"count", count},
                                {"mode", mode}};
    if (filter != nullptr) {
      extension["filter"] = filter;
    }
    file.json["bufferViews"][static_cast<std::size_t>(plain)] = {
        {"buffer", 1}, {"byteLength", count * stride}, {"extensions", {{"EXT_meshopt_compression", extension}}}};
    return plain;
  }

  static GltfBuilder compressedFile() {
    GltfBuilder file;
    file.json["buffers"] = {
        {{"byteLength", 0}},
        {{"byteLength", 1 << 30}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}}};
    file.json["extensionsRequired"] = {"EXT_meshopt_compression", "KHR_mesh_quantization"};
    return file;
  }

  static std::vector<float> wave(std::size_t vertices) {
    std::vector<float> positions;
    for (std::size_t i = 0; i < vertices; ++i) {
      const auto t = static_cast<float>(i);
      positions.insert(positions.end(), {t * 0.01f, std::sin(t * 0.1f), std::cos(t * 0.3f)});
    }
    return positions;
  }

  static std::vector<unsigned> gridIndices(unsigned vertices) {
    std::vector<unsigned> indices;
    for (unsigned i = 0; i + 2 < vertices; ++i) {
      indices.insert(indices.end(), {i, i + 1, i + 2});
    }
    return indices;
  }

  importing::SourceScene parse(const GltfBuilder& file, bool glb) {
    auto scene = glb ? m_folder.parse(file.glb(), "model.glb") : m_folder.parse(file.gltf());
    if (!scene) {
      qWarning("%s", scene.error().message.c_str());
      return {};
    }
    return std::move(*scene);
  }

  void expectError(const GltfBuilder& file, const std::string& part) {
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(!scene, part.c_str());
    QVERIFY2(scene.error().message.find(part) != std::string::npos, scene.error().message.c_str());
  }

  /// A file with positions (ATTRIBUTES), indices as `mode` of `indexSize` bytes.
  static GltfBuilder meshFile(const std::vector<float>& positions, const std::vector<unsigned>& indices,
                              const char* mode, std::size_t indexSize) {
    GltfBuilder file = compressedFile();
    const std::size_t vertices = positions.size() / 3;
    const int view = addCompressed(file, encodeVertices(positions, 12), vertices, 12, "ATTRIBUTES");
    const bool triangles = std::string(mode) == "TRIANGLES";
    Bytes encoded(triangles ? meshopt_encodeIndexBufferBound(indices.size(), vertices)
                            : meshopt_encodeIndexSequenceBound(indices.size(), vertices));
    meshopt_encodeIndexVersion(1);
    encoded.resize(triangles
                       ? meshopt_encodeIndexBuffer(encoded.data(), encoded.size(), indices.data(), indices.size())
                       : meshopt_encodeIndexSequence(encoded.data(), encoded.size(), indices.data(), indices.size()));
    const int indexView = addCompressed(file, encoded, indices.size(), indexSize, mode);
    file.addMeshNode({{"attributes", {{"POSITION", file.addAccessor(view, kFloat, "VEC3", vertices)}}},
                      {"indices", file.addAccessor(indexView, indexSize == 2 ? kUnsignedShort : kUnsignedInt, "SCALAR",
                                                   indices.size())}});
    return file;
  }

 private slots:
  void decodesAttributesAndIndices() {
    const std::vector<float> positions = wave(1000);
    const std::vector<unsigned> indices = gridIndices(1000);
    for (const char* mode : {"TRIANGLES", "INDICES"}) {
      for (const std::size_t size : {std::size_t{2}, std::size_t{4}}) {
        for (const bool glb : {false, true}) {
          const importing::SourceScene scene = parse(meshFile(positions, indices, mode, size), glb);
          QVERIFY(!scene.meshes.empty());
          const importing::SourcePrimitive& primitive = scene.meshes[0].primitives.at(0);
          QCOMPARE(primitive.positions.size(), std::size_t{1000});
          QVERIFY(std::memcmp(primitive.positions.data(), positions.data(), positions.size() * sizeof(float)) == 0);
          QCOMPARE(primitive.indices.size(), indices.size());
          // The triangle codec may rotate the corners of a triangle; the winding stays.
          for (std::size_t i = 0; i < indices.size(); i += 3) {
            const unsigned* want = indices.data() + i;
            const std::uint32_t* got = primitive.indices.data() + i;
            const bool same = (got[0] == want[0] && got[1] == want[1] && got[2] == want[2]) ||
                              (got[0] == want[1] && got[1] == want[2] && got[2] == want[0]) ||
                              (got[0] == want[2] && got[1] == want[0] && got[2] == want[1]);
            QVERIFY(same);
          }
        }
      }
    }
  }

  void decodesFilters() {
    // An odd number of elements: the decoders work on several at once.
    const std::size_t count = 101;
    std::vector<float> normals;
    std::vector<float> quaternions;
    std::vector<float> moves;
    for (std::size_t i = 0; i < count; ++i) {
      const auto t = static_cast<float>(i) * 0.37f;
      const glm::vec3 n = glm::normalize(glm::vec3(std::sin(t), std::cos(t * 1.3f), std::sin(t * 0.7f) + 0.2f));
      normals.insert(normals.end(), {n.x, n.y, n.z, 0.0f});
      const glm::quat q = glm::normalize(glm::quat(std::cos(t), n.x, n.y * 0.5f, n.z));
      quaternions.insert(quaternions.end(), {q.x, q.y, q.z, q.w});
      moves.insert(moves.end(), {std::sin(t) * 10.0f, t, -t * 0.001f});
    }
    std::vector<std::int8_t> octahedral(count * 4);
    meshopt_encodeFilterOct(octahedral.data(), count, 4, 8, normals.data());
    std::vector<std::int16_t> turned(count * 4);
    meshopt_encodeFilterQuat(turned.data(), count, 8, 16, quaternions.data());
    std::vector<std::uint32_t> exponential(count * 3);
    encodeExponential(exponential.data(), count, moves.data());

    GltfBuilder file = compressedFile();
    const auto attribute = [&](const auto& data, std::size_t stride, const char* filter) {
      return addCompressed(file, encodeVertices(data, stride), count, stride, "ATTRIBUTES", filter);
    };
    const int normalView = attribute(octahedral, 4, "OCTAHEDRAL");
    file.json["bufferViews"][static_cast<std::size_t>(normalView)]["byteStride"] = 4;
    const int turnView = attribute(turned, 8, "QUATERNION");
    const int moveView = attribute(exponential, 12, "EXPONENTIAL");
    const nlohmann::json normalized = {{"normalized", true}};
    const int positionView = file.addAccessor(moveView, kFloat, "VEC3", count);
    file.addMeshNode(
        {{"attributes",
          {{"POSITION", positionView}, {"NORMAL", file.addAccessor(normalView, kByte, "VEC3", count, normalized)}}}});
    std::vector<float> times(count);
    for (std::size_t i = 0; i < count; ++i) {
      times[i] = static_cast<float>(i);
    }
    const int timeView = addCompressed(file, encodeVertices(times, 4), count, 4, "ATTRIBUTES");
    file.append("animations", {{"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}}}},
                               {"samplers",
                                {{{"input", file.addAccessor(timeView, kFloat, "SCALAR", count)},
                                  {"output", file.addAccessor(turnView, kShort, "VEC4", count, normalized)}}}}});
    const importing::SourceScene scene = parse(file, true);
    QVERIFY(!scene.meshes.empty());
    const importing::SourcePrimitive& primitive = scene.meshes[0].primitives.at(0);
    QCOMPARE(primitive.normals.size(), count);
    QCOMPARE(scene.clips.at(0).tracks.at(0).times.size(), count);
    const std::vector<float>& rotations = scene.clips[0].tracks[0].values;
    for (std::size_t i = 0; i < count; ++i) {
      const glm::vec3 normal(normals[4 * i], normals[4 * i + 1], normals[4 * i + 2]);
      QVERIFY(glm::length(primitive.normals[i] - normal) < 0.03f);  // 8 bits
      const glm::vec3 move(moves[3 * i], moves[3 * i + 1], moves[3 * i + 2]);
      QVERIFY(glm::length(primitive.positions[i] - move) < 1e-5f * (1.0f + glm::length(move)));  // 23 bits
      const glm::vec4 want(quaternions[4 * i], quaternions[4 * i + 1], quaternions[4 * i + 2], quaternions[4 * i + 3]);
      const glm::vec4 got(rotations[4 * i], rotations[4 * i + 1], rotations[4 * i + 2], rotations[4 * i + 3]);
      QVERIFY(std::min(glm::length(got - want), glm::length(got + want)) < 2e-4f);  // 16 bits; q and −q are one turn
      QCOMPARE(scene.clips[0].tracks[0].times[i], static_cast<double>(i));
    }
  }

  void checksItsNumbers() {
    const std::vector<float> positions = wave(60);
    const std::vector<unsigned> indices = gridIndices(60);
    const auto with = [&](std::size_t view, const char* key, const nlohmann::json& value) {
      GltfBuilder file = meshFile(positions, indices, "TRIANGLES", 4);
      file.json["bufferViews"][view]["extensions"]["EXT_meshopt_compression"][key] = value;
      return file;
    };
    QVERIFY(!parse(with(0, "count", 60), false).meshes.empty());
    expectError(with(0, "count", 61), "do not agree");
    expectError(with(0, "byteStride", 16), "do not agree");
    expectError(with(0, "byteStride", 0), "do not agree");
    expectError(with(0, "byteStride", 300), "do not agree");
    expectError(with(0, "filter", "OCTAHEDRAL"), "do not agree");
    expectError(with(0, "filter", "QUATERNION"), "do not agree");
    expectError(with(0, "filter", "COLOR"), "does not have");
    expectError(with(0, "mode", "SPLATS"), "does not have");
    expectError(with(0, "buffer", 1), "no data");
    expectError(with(0, "buffer", 9), "buffer 9");
    expectError(with(0, "byteOffset", 1'000'000), "out of range");
    expectError(with(0, "byteLength", 1), "too short");
    expectError(with(0, "byteLength", 40), "broken");
    expectError(with(1, "filter", "EXPONENTIAL"), "do not agree");
    expectError(with(1, "byteStride", 3), "do not agree");
    expectError(with(1, "mode", "ATTRIBUTES"), "broken");
    // A gigabyte from a few bytes.
    GltfBuilder file = with(0, "count", 89'478'485);
    file.json["bufferViews"][0]["byteLength"] = std::uint64_t{89'478'485} * 12;
    expectError(file, "too short");
  }

  // The codec version that only KHR_meshopt_compression has, as written by meshoptimizer 1: deltas of 8 and 16 bits,
  // XOR with a rotation, and more than one block.
  void decodesVersion1() {
    const QByteArray mixed = QByteArray::fromBase64(
        "oXd6VQBaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWloVKqqqqqqqqqqqqgAAANDsCCRAXHiUsMzoBCA8WHSQ"
        "rMjkABw4VHCMqMTg/Bg0UGyIpMDc+CoCIzMzMzNERERERVVVVVVWZmZmZgAAAAAAdWD1NSC19eB1NSC1dWD1NSC19eB1NSC1dWD1"
        "NSC19eB1NSC1dWD1GRFKfPIDAwMDEBEBEGcHcGbUUgAAAxUqqqqqvqqqqkNIr6oAAImOKgRERERERERET/RERERERERBSkT/REQA"
        "AAAAh5AqBmZmZmZmZmZv9mZmZmZmZj9MZv9mZgAAAACFkioIiIiIiIiIiI/4iIiIiIiIPU6I/4iIAAAAAIOUAAAAAAAAAAAAAAAA"
        "AABQFUAAAAAAAUIA");
    const QByteArray blocks = QByteArray::fromBase64(
        "oamoiKqqqqoGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZm"
        "ZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZgABAQEBAAIBAAIBAAJB"
        "EARBAgAODABWVTAAurnAAOHiAAN9fgAMGRpAEARBDABkYzAAyMfAANPUAANvcAAMCwypqKoqZmZmZmZmZmZmZmZmZmZmZmZmZmZm"
        "ZgAAAQEAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAA==");
    const auto decoded = [](const QByteArray& encoded, std::size_t count) {
      std::vector<std::byte> out(count * 12);
      const auto* bytes = reinterpret_cast<const std::byte*>(encoded.constData());
      const std::span<const std::byte> compressed(bytes, static_cast<std::size_t>(encoded.size()));
      return importing::decodeMeshoptAttributesV1(compressed, count, 12, out) ? out : std::vector<std::byte>();
    };
    const auto number = [](const std::vector<std::byte>& bytes, std::size_t at, std::size_t size) {
      std::uint32_t value = 0;
      std::memcpy(&value, bytes.data() + at, size);
      return value;
    };
    const std::vector<std::byte> first = decoded(mixed, 40);
    QCOMPARE(first.size(), std::size_t{40 * 12});
    for (std::uint32_t i = 0; i < 40; ++i) {
      const std::size_t at = std::size_t{i} * 12;
      QCOMPARE(number(first, at, 2), (i * 301) & 0xFFFF);
      QCOMPARE(number(first, at + 2, 2), (i * 353 + 7 * i * i) & 0xFFFF);
      QCOMPARE(number(first, at + 4, 4), (0x40000000u ^ (i % 3 == 0 ? 0x00155000u : 0u)) + ((i & 31) << 17));
      for (std::uint32_t k = 0; k < 4; ++k) {
        QCOMPARE(number(first, at + 8 + k, 1), (i * (k + 1) + (i % 17 == 0 ? i * 13 : 0)) & 0xFF);
      }
    }
    const std::vector<std::byte> second = decoded(blocks, 300);
    QCOMPARE(second.size(), std::size_t{300 * 12});
    for (std::uint32_t i = 0; i < 300; ++i) {
      const std::size_t at = std::size_t{i} * 12;
      QCOMPARE(number(second, at, 4), i * 3);
      QCOMPARE(number(second, at + 4, 4), i >> 6);
      QCOMPARE(number(second, at + 8, 4), i % 50 == 0 ? i * 65537 : 7u);
    }
    // Cut short, too long, another count, a channel mode that does not exist.
    QVERIFY(decoded(mixed.left(100), 40).empty());
    QVERIFY(decoded(mixed.left(200) + mixed.mid(199), 40).empty());
    QVERIFY(decoded(mixed, 80).empty());
    QByteArray badMode = mixed;
    badMode[badMode.size() - 1] = 3;
    QVERIFY(decoded(badMode, 40).empty());

    // In a file: the second stream's first numbers as indices.
    for (const bool khronos : {true, false}) {
      GltfBuilder file = compressedFile();
      const int view = addCompressed(file, Bytes(blocks.begin(), blocks.end()), 300, 12, "ATTRIBUTES");
      nlohmann::json& json = file.json["bufferViews"][static_cast<std::size_t>(view)];
      json["byteStride"] = 12;
      if (khronos) {
        const nlohmann::json source = json["extensions"]["EXT_meshopt_compression"];
        json["extensions"] = {{"KHR_meshopt_compression", source}};
        file.json["extensionsRequired"] = {"KHR_meshopt_compression"};
      }
      const int positions = file.add(wave(900), kFloat, "VEC3");
      file.addMeshNode({{"attributes", {{"POSITION", positions}}},
                        {"indices", file.addAccessor(view, kUnsignedInt, "SCALAR", 300)}});
      if (!khronos) {
        expectError(file, "broken");
        continue;
      }
      const importing::SourceScene scene = parse(file, true);
      QVERIFY(!scene.meshes.empty());
      QCOMPARE(scene.meshes[0].primitives.at(0).indices.at(299), 897u);
    }
  }

  void decodesColors() {
    // The result of that encoder's filter for four colours at 8 bits.
    const QByteArray filtered = QByteArray::fromBase64("QH/B/4CBAKBmzQDm/wAAgA==");
    const std::vector<glm::vec4> colors = {{1, 0, 0, 1}, {0, 0.5f, 1, 0.25f}, {0.2f, 0.4f, 0.6f, 0.8f}, {1, 1, 1, 0}};
    GltfBuilder file = compressedFile();
    const std::vector<std::int8_t> bytes(filtered.begin(), filtered.end());
    const int view = addCompressed(file, encodeVertices(bytes, 4), 4, 4, "ATTRIBUTES", "COLOR");
    nlohmann::json& extensions = file.json["bufferViews"][static_cast<std::size_t>(view)]["extensions"];
    const nlohmann::json source = extensions["EXT_meshopt_compression"];
    extensions = {{"KHR_meshopt_compression", source}};
    const int color = file.addAccessor(view, kUnsignedByte, "VEC4", 4, {{"normalized", true}});
    const int positions = file.add(wave(4), kFloat, "VEC3");
    const int indices = file.add(std::vector<std::uint16_t>{0, 1, 2, 1, 2, 3}, kUnsignedShort, "SCALAR");
    file.addMeshNode({{"attributes", {{"POSITION", positions}, {"COLOR_0", color}}}, {"indices", indices}});
    const importing::SourceScene scene = parse(file, true);
    QVERIFY(!scene.meshes.empty());
    const std::vector<glm::vec4>& got = scene.meshes[0].primitives.at(0).colors;
    QCOMPARE(got.size(), colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i) {
      QVERIFY(glm::length(got[i] - colors[i]) < 4.0f / 255.0f);
    }
  }

  void survivesBrokenData() {
    const GltfBuilder good = meshFile(wave(100), gridIndices(100), "TRIANGLES", 2);
    std::uint32_t state = 99;
    for (int round = 0; round < 400; ++round) {
      GltfBuilder file = good;
      for (int i = 0; i < 4; ++i) {
        state = state * 1664525u + 1013904223u;
        file.binary[(state >> 8) % file.binary.size()] = static_cast<std::uint8_t>(state);
      }
      const auto scene = m_folder.parse(file.glb(), "broken.glb");
      QVERIFY(scene || !scene.error().message.empty());
    }
  }

 private:
  /// The encoder has an additional argument since 0.19.
  static void encodeExponential(void* out, std::size_t count, const float* data) {
#if MESHOPTIMIZER_VERSION >= 190
    meshopt_encodeFilterExp(out, count, 12, 24, data, meshopt_EncodeExpSeparate);
#else
    meshopt_encodeFilterExp(out, count, 12, 24, data);
#endif
  }
};

TEXELETON_PLAIN_SUITE(TestGltfMeshopt)
#include "test_gltf_meshopt.moc"

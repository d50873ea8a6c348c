// A second reader of packs, written from FORMAT.md alone: it shares no code with core/pack and decodes vertices itself
// in float64, so that format and document stay consistent.

#include <QTest>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/pack/pack.h"
#include "core/runtime/clip_timing.h"
#include "core/runtime/pack_player.h"
#include "core/runtime/root_motion_track.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

template <class T>
T at(const std::vector<std::byte>& bytes, std::size_t offset) {
  T value;
  if (offset + sizeof value > bytes.size()) {
    throw std::runtime_error("the file ends early");
  }
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string textAt(const std::vector<std::byte>& bytes, std::size_t& offset) {
  std::string text;
  while (at<char>(bytes, offset) != 0) {
    text += at<char>(bytes, offset++);
  }
  ++offset;
  return text;
}

double fromHalf(std::uint16_t half) {
  const double sign = (half & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = half >> 10 & 31;
  const int mantissa = half & 1023;
  return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25));
}

/// An uncompressed scan-line EXR of half or float channels A, B, G, R.
struct Exr {
  int width = 0;
  int height = 0;
  std::vector<glm::dvec4> texels;
};

Exr readUncompressedExr(const std::vector<std::byte>& bytes) {
  Exr exr;
  std::size_t offset = 8;
  std::size_t channelBytes = 0;
  while (true) {
    const std::string name = textAt(bytes, offset);
    if (name.empty()) {
      break;
    }
    const std::string type = textAt(bytes, offset);
    const auto size = at<std::uint32_t>(bytes, offset);
    offset += 4;
    if (name == "channels") {
      std::size_t inside = offset;
      if (textAt(bytes, inside) != "A") {
        throw std::runtime_error("unexpected channel");
      }
      channelBytes = at<std::int32_t>(bytes, inside) == 1 ? 2 : 4;
    } else if (name == "compression" && at<char>(bytes, offset) != 0) {
      throw std::runtime_error("compressed");
    } else if (name == "dataWindow") {
      exr.width = at<std::int32_t>(bytes, offset + 8) + 1;
      exr.height = at<std::int32_t>(bytes, offset + 12) + 1;
    }
    offset += size;
  }
  exr.texels.resize(static_cast<std::size_t>(exr.width) * static_cast<std::size_t>(exr.height));
  for (int y = 0; y < exr.height; ++y) {
    const auto chunk = at<std::uint64_t>(bytes, offset + 8 * static_cast<std::size_t>(y));
    if (at<std::int32_t>(bytes, chunk) != y) {
      throw std::runtime_error("unexpected line");
    }
    for (std::size_t channel = 0; channel < 4; ++channel) {
      for (int x = 0; x < exr.width; ++x) {
        const std::size_t place =
            chunk + 8 + (channel * static_cast<std::size_t>(exr.width) + static_cast<std::size_t>(x)) * channelBytes;
        const double value = channelBytes == 2 ? fromHalf(at<std::uint16_t>(bytes, place)) : at<float>(bytes, place);
        const int texel = y * exr.width + x;
        exr.texels[static_cast<std::size_t>(texel)][3 - static_cast<int>(channel)] = value;
      }
    }
  }
  return exr;
}

/// The attributes of lod0 as numbers, component after component, by name; and lod0's indices.
struct Glb {
  std::map<std::string, std::vector<double>> attributes;
  std::vector<std::uint32_t> indices;
  bool sharesAccessors = true;  ///< All primitives of all levels name the same ones.
};

std::vector<double> accessorValues(const Json& gltf, const std::vector<std::byte>& bytes, std::size_t bin, int index) {
  const Json& accessor = gltf["accessors"][static_cast<std::size_t>(index)];
  const Json& view = gltf["bufferViews"][accessor["bufferView"].get<std::size_t>()];
  const std::size_t begin =
      bin + view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
  const std::map<std::string, std::size_t> components = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}};
  const std::size_t count = accessor["count"].get<std::size_t>() * components.at(accessor["type"]);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    switch (accessor["componentType"].get<int>()) {
      case 5126:
        values.push_back(at<float>(bytes, begin + 4 * i));
        break;
      case 5123:
        values.push_back(at<std::uint16_t>(bytes, begin + 2 * i));
        break;
      default:
        values.push_back(at<std::uint32_t>(bytes, begin + 4 * i));
    }
  }
  return values;
}

Glb readGlbFile(const std::vector<std::byte>& bytes) {
  const auto jsonBytes = at<std::uint32_t>(bytes, 12);
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + 20;
  const Json gltf = Json::parse(text, text + jsonBytes);
  const std::size_t bin = 20 + jsonBytes + 8;
  Glb glb;
  const Json& first = gltf["meshes"][0]["primitives"][0]["attributes"];
  for (const Json& mesh : gltf["meshes"]) {
    for (const Json& primitive : mesh["primitives"]) {
      glb.sharesAccessors = glb.sharesAccessors && primitive["attributes"] == first;
    }
  }
  for (const Json& primitive : gltf["meshes"][0]["primitives"]) {
    for (const double index : accessorValues(gltf, bytes, bin, primitive["indices"])) {
      glb.indices.push_back(static_cast<std::uint32_t>(index));
    }
    for (const auto& item : primitive["attributes"].items()) {
      glb.attributes[item.key()] = accessorValues(gltf, bytes, bin, item.value());
    }
  }
  return glb;
}

/// A pack as specified by FORMAT.md.
struct Reader {
  Json manifest;
  Exr exr;
  Glb glb;

  explicit Reader(const fs::path& path) {
    const auto text = readFile(path / "manifest.json");
    const auto* begin = reinterpret_cast<const char*>(text.data());
    manifest = Json::parse(begin, begin + text.size());
    exr = readUncompressedExr(readFile(path / "animation.exr"));
    glb = readGlbFile(readFile(path / "mesh.glb"));
  }

  glm::dvec4 texel(int frame, int t) const {
    const int width = manifest["texture"]["width"];
    const int rowsPerFrame = manifest["texture"]["rowsPerFrame"];
    const int place = (frame * rowsPerFrame + t / width) * width + t % width;
    return exr.texels[static_cast<std::size_t>(place)];
  }
  glm::dvec4 blended(const runtime::AnimationTickOutput& tick, int t) const {
    return glm::mix(texel(static_cast<int>(tick.current), t), texel(static_cast<int>(tick.next), t),
                    static_cast<double>(tick.interpolate));
  }

  /// The frames of a clip and the fraction between them by the rules under Playing, with numbers of type T.
  template <class T>
  static runtime::AnimationTickOutput framesAt(const runtime::ClipTiming& clip, T seconds) {
    const auto n = static_cast<T>(clip.frameCount);
    const auto length = static_cast<T>(clip.lengthSeconds);
    if (!(length > 0)) {
      return {clip.frameBegin, clip.frameBegin, 0.0f};
    }
    const T turn = seconds / length;
    T frac = turn - std::floor(turn);
    frac = frac == 1 ? 0 : frac;
    const T pos = clip.loop ? frac * n : std::clamp(turn, T(0), T(1)) * (n - 1);
    const std::uint32_t current = std::min(static_cast<std::uint32_t>(pos), clip.frameCount - 1);
    const std::uint32_t next = clip.loop ? (current + 1) % clip.frameCount : std::min(current + 1, clip.frameCount - 1);
    const auto f = std::min(static_cast<float>(pos - static_cast<T>(current)), std::nextafter(1.0f, 0.0f));
    return {clip.frameBegin + current, clip.frameBegin + next, f};
  }

  double attribute(const char* name, std::size_t i) const { return glb.attributes.at(name)[i]; }

  void decode(std::size_t v, const runtime::AnimationTickOutput& tick, glm::dvec3& position, glm::dvec3& normal) const {
    const glm::dvec3 p(attribute("POSITION", 3 * v), attribute("POSITION", 3 * v + 1),
                       attribute("POSITION", 3 * v + 2));
    const glm::dvec3 n(attribute("NORMAL", 3 * v), attribute("NORMAL", 3 * v + 1), attribute("NORMAL", 3 * v + 2));
    if (manifest["mode"] == "vertex") {
      const int element = static_cast<int>(attribute("_VERTEX_INDEX", v));
      position = glm::dvec3(blended(tick, 2 * element));
      normal = glm::normalize(glm::dvec3(blended(tick, 2 * element + 1)));
      return;
    }
    glm::dmat4 m(0.0);
    for (std::size_t i = 0; i < 4; ++i) {
      const int bone = static_cast<int>(attribute("_BONE_INDEX", 4 * v + i));
      for (int row = 0; row < 3; ++row) {
        m[row] += attribute("_BONE_WEIGHT", 4 * v + i) * blended(tick, 3 * bone + row);
      }
    }
    m[3] = {0.0, 0.0, 0.0, 1.0};
    m = glm::transpose(m);
    position = glm::dvec3(m * glm::dvec4(p, 1.0));
    const glm::dmat3 linear(m);
    // The inverse transpose is the cofactor matrix over the determinant: the same direction apart from the sign.
    normal = glm::normalize(glm::transpose(glm::inverse(linear)) * n);
  }
};

}  // namespace

class TestIndependentReader : public QObject {
  Q_OBJECT

 private slots:
  void agrees_data();
  void agrees();
  void framesAtTheEdges();
};

void TestIndependentReader::agrees_data() {
  QTest::addColumn<int>("mode");
  QTest::addColumn<int>("format");
  QTest::addColumn<bool>("folded");
  for (const int mode : {0, 1}) {
    for (const int format : {0, 1}) {
      for (const bool folded : {false, true}) {
        const std::string row =
            std::string(mode == 0 ? "bone" : "vertex") + (format == 0 ? " half" : " float") + (folded ? " folded" : "");
        QTest::newRow(row.c_str()) << mode << format << folded;
      }
    }
  }
}

void TestIndependentReader::agrees() {
  QFETCH(int, mode);
  QFETCH(int, format);
  QFETCH(bool, folded);
  MadePackSpec spec;
  spec.mode = mode == 0 ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
  spec.pixelFormat = format == 0 ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
  spec.folded = folded;
  const pack::Pack pack = madePack(spec);
  const vat::BakedAnimation& a = pack.animation;
  const QTemporaryDir folder;
  const fs::path path = pathOf(folder) / "a.texpack";
  JobContext job;
  pack::PackWriteOptions options;
  options.compression = pack::TextureCompression::None;
  QVERIFY(pack::writePack(path, pack, options, job).has_value());

  const Reader reader(path);
  QCOMPARE(reader.manifest["format"].get<std::string>(), std::string("texeleton-pack"));
  QCOMPARE(reader.manifest["version"].get<int>(), 1);
  QCOMPARE(reader.glb.indices, a.mesh.indices);
  QVERIFY(reader.glb.sharesAccessors);
  for (std::uint32_t y = 0; y < a.layout.height; ++y) {
    for (std::uint32_t x = 0; x < a.layout.width; ++x) {
      QCOMPARE(glm::vec4(reader.exr.texels[std::size_t{y} * a.layout.width + x]), a.texels.texel(x, y));
    }
  }
  for (const runtime::AnimationTickOutput& tick :
       {runtime::AnimationTickOutput{0, 0, 0.0f}, runtime::AnimationTickOutput{3, 4, 0.25f},
        runtime::AnimationTickOutput{8, 0, 0.75f}}) {
    for (std::uint32_t v = 0; v < a.mesh.vertexCount(); ++v) {
      glm::dvec3 position(0.0);
      glm::dvec3 normal(0.0);
      reader.decode(v, tick, position, normal);
      const runtime::DecodedVertex decoded = runtime::decodeVertex(a, v, tick);
      QVERIFY(glm::distance(position, glm::dvec3(decoded.position)) < 1e-5);
      QVERIFY(glm::distance(normal, glm::dvec3(decoded.normal)) < 1e-4);
    }
  }
}

void TestIndependentReader::framesAtTheEdges() {
  int kept = 0;
  for (const std::uint32_t n : {1u, 2u, 7u, 24u, 65535u}) {
    for (const double length : {0.0, 0.1, 1.0 / 3.0, 7.3}) {
      for (const bool loop : {false, true}) {
        const runtime::ClipTiming clip{3, n, length, loop && length > 0.0};
        for (int step = -40; step <= 40; ++step) {
          // Just before and after whole turns, in floats, which lose the difference.
          const double at = length * std::floor(step / 4.0) + (step % 4) * 1e-9;
          const runtime::AnimationTickOutput ours = runtime::sampleClip(clip, at);
          const auto narrow = Reader::framesAt(clip, static_cast<float>(at));
          const auto wide = Reader::framesAt(clip, at);
          for (const runtime::AnimationTickOutput& tick : {narrow, wide}) {
            QVERIFY(tick.current >= 3 && tick.current < 3 + n && tick.next >= 3 && tick.next < 3 + n);
            QVERIFY(tick.interpolate >= 0.0f && tick.interpolate < 1.0f);
            kept += tick.current == 2 + n && clip.loop ? 1 : 0;
          }
          QCOMPARE(wide.current, ours.current);
          QCOMPARE(wide.next, ours.next);
          QVERIFY(std::abs(wide.interpolate - ours.interpolate) < 1e-6f);
        }
      }
    }
  }
  QVERIFY(kept > 0);

  // A track of one sample is constant.
  vat::BakedClip still;
  still.lengthSeconds = 0.0;
  still.rootMotion.emplace();
  still.rootMotion->samples = {{}};
  for (const double seconds : {-1.0, 0.0, 5.0}) {
    QVERIFY(runtime::rootMotionAt(still, seconds) == vat::RootSample{});
  }
}

TEXELETON_PLAIN_SUITE(TestIndependentReader)
#include "test_independent_reader.moc"

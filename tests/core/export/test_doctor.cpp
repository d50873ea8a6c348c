#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "core/export/doctor.h"
#include "core/export/engine_files.h"
#include "core/export/exr_bytes.h"
#include "core/export/import_settings.h"
#include "core/export/write_export.h"
#include "core/pack/canary.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

/// All findings for the exports and the folder.
std::vector<exporting::ExportFinding> allFindings(const fs::path& folder) {
  JobContext job;
  const auto report = exporting::examineExports(folder, job);
  std::vector<exporting::ExportFinding> findings;
  if (report) {
    findings = report->findings;
    for (const exporting::ExaminedExport& each : report->exports) {
      findings.insert(findings.end(), each.findings.begin(), each.findings.end());
    }
  }
  return findings;
}

/// An uncompressed EXR file, read by its specification: channels A, B, G, R of each line in sequence.
struct RawExr {
  explicit RawExr(std::string& text) : bytes(text) {
    const auto number = [&](std::size_t at) {
      std::int32_t value = 0;
      std::memcpy(&value, bytes.data() + at, sizeof value);
      return value;
    };
    const std::size_t window = bytes.find("dataWindow") + 11 + 6 + 4;
    width = number(window + 8) - number(window) + 1;
    height = number(window + 12) - number(window + 4) + 1;
    isHalf = number(bytes.find("chlist") + 7 + 4 + 2) == 1;
    lineBytes = 8 + static_cast<std::size_t>(width) * 4 * channelBytes();
    begin = bytes.size() - lineBytes * static_cast<std::size_t>(height);
  }
  std::size_t channelBytes() const { return isHalf ? 2 : 4; }
  char* at(int x, int y, int channel) const {
    const auto plane = static_cast<std::size_t>(3 - channel);  // A, B, G, R
    return bytes.data() + begin + lineBytes * static_cast<std::size_t>(y) + 8 +
           (plane * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * channelBytes();
  }
  std::array<double, 4> texel(int x, int y) const {
    std::array<double, 4> values{};
    for (int c = 0; c < 4; ++c) {
      float value = 0.0f;
      std::uint16_t half = 0;
      std::memcpy(isHalf ? static_cast<void*>(&half) : &value, at(x, y, c), channelBytes());
      values[static_cast<std::size_t>(c)] = static_cast<double>(isHalf ? vat::halfToFloat(half) : value);
    }
    return values;
  }
  void set(int x, int y, const std::array<double, 4>& values) const {
    for (int c = 0; c < 4; ++c) {
      const auto value = static_cast<float>(values[static_cast<std::size_t>(c)]);
      const std::uint16_t half = vat::floatToHalf(value);
      std::memcpy(at(x, y, c), isHalf ? static_cast<const void*>(&half) : &value, channelBytes());
    }
  }

  std::string& bytes;
  int width = 0;
  int height = 0;
  bool isHalf = false;
  std::size_t lineBytes = 0;
  std::size_t begin = 0;
};

fs::path fileNamed(const fs::path& folder, const std::string& name) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename() == name) {
      return entry.path();
    }
  }
  return {};
}

}  // namespace

class TestDoctor : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_temporary;
  fs::path m_folder;

  exporting::ExportPlace place(const char* name, const char* folder = "web", const char* target = "three") const {
    return exporting::exportPlace(*exporting::exportTargetNamed(target), m_folder / folder, name);
  }
  bool exported(const exporting::ExportPlace& where) const {
    JobContext job;
    pack::Pack pack = madePack({});
    return exporting::writeExport(pack, {&where, 1}, {}, job).has_value();
  }

  /// Saves the pack's texture again, as a tool would. Our own writer is used, so that only the values differ.
  void saveAgain(const fs::path& pack, const std::function<void(vat::BakedAnimation&)>& change) const {
    JobContext job;
    auto read = pack::readPack(pack, job);
    QVERIFY(read);
    vat::BakedAnimation& animation = read->animation;
    animation.layout.canaryRow.reset();  // The content below is then not checked.
    change(animation);
    const fs::path other = m_folder / "other.texpack";
    const auto written = pack::writePack(other, *read, {}, job);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    fs::copy_file(other / "animation.exr", pack / "animation.exr", fs::copy_options::overwrite_existing);
    fs::remove_all(other);
  }

  static void eachTexel(vat::BakedAnimation& animation, const std::function<glm::vec4(glm::vec4)>& change) {
    for (std::uint32_t y = 0; y < animation.layout.height; ++y) {
      for (std::uint32_t x = 0; x < animation.layout.width; ++x) {
        animation.texels.setTexel(x, y, change(animation.texels.texel(x, y)));
      }
    }
  }

  /// A correct `.import` of Godot 4.6 for an EXR, and the `.meta` of Unity 2022.
  static std::string godotImport() {
    return "[remap]\n\nimporter=\"texture\"\ntype=\"CompressedTexture2D\"\nuid=\"uid://c2u6\"\n\n[deps]\n\n"
           "source_file=\"res://a.exr\"\n\n[params]\n\ncompress/mode=3\ncompress/high_quality=false\n"
           "compress/lossy_quality=0.7\ncompress/hdr_compression=1\ncompress/normal_map=0\nmipmaps/generate=false\n"
           "mipmaps/limit=-1\nroughness/mode=0\nprocess/channel_remap/red=0\nprocess/channel_remap/green=1\n"
           "process/channel_remap/blue=2\nprocess/channel_remap/alpha=3\nprocess/fix_alpha_border=true\n"
           "process/premult_alpha=false\nprocess/normal_map_invert_y=false\nprocess/hdr_as_srgb=false\n"
           "process/hdr_clamp_exposure=false\nprocess/size_limit=0\ndetect_3d/compress_to=0\n";
  }
  static std::string unityMetaOfTexture() {
    return "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\nTextureImporter:\n"
           "  internalIDToNameTable: []\n  serializedVersion: 12\n  mipmaps:\n    mipMapMode: 0\n    enableMipMap: 0\n"
           "    sRGBTexture: 0\n  isReadable: 0\n  textureSettings:\n    serializedVersion: 2\n    filterMode: 0\n"
           "    aniso: 1\n  nPOTScale: 0\n  alphaUsage: 1\n  alphaIsTransparency: 0\n  textureType: 0\n"
           "  maxTextureSize: 32\n  platformSettings:\n  - serializedVersion: 3\n    buildTarget: "
           "DefaultTexturePlatform\n"
           "    maxTextureSize: 8192\n    textureFormat: 20\n    textureCompression: 0\n    overridden: 0\n"
           "  - serializedVersion: 3\n    buildTarget: Android\n    maxTextureSize: 4\n    textureFormat: -1\n"
           "    textureCompression: 1\n    overridden: 0\n  spriteSheet:\n    sprites: []\n    textureCompression: 9\n"
           "  swizzle: 50462976\n  userData: \n";
  }

 private slots:
  void init() {
    m_temporary = std::make_unique<QTemporaryDir>();
    m_folder = m_temporary->path().toStdString();
  }

  void intactExports() {
    QVERIFY(exported(place("hero")) && exported(place("fox")));
    JobContext job;
    QVERIFY(pack::writePack(m_folder / "lone.texpack", madePack({}), {}, job));
    const auto report = exporting::examineExports(m_folder, job);
    QVERIFY2(report, report ? "" : report.error().message.c_str());
    QVERIFY(report->isWhole());
    QCOMPARE(report->exports.size(), std::size_t{2});
    QCOMPARE(report->packs.size(), std::size_t{1});
    QVERIFY(allFindings(m_folder).empty());
    QVERIFY(!exporting::examineExports(m_folder / "nowhere", job));
  }

  void missingOrEditedFiles() {
    QVERIFY(exported(place("hero")));
    std::ofstream(m_folder / "web/hero.html", std::ios::app) << "mine";
    fs::remove(m_folder / "web/texeleton/web/canary.js");
    const auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{2});
    for (const exporting::ExportFinding& finding : findings) {
      const bool isEdited = finding.file.ends_with("hero.html");
      QVERIFY(isEdited || finding.file.ends_with("canary.js"));
      QCOMPARE(finding.name, std::string(isEdited ? "edited" : "missing"));
      QVERIFY(!finding.mend.empty());
    }
    fs::remove_all(m_folder / "web/hero.texpack");
    QCOMPARE(allFindings(m_folder).size(), std::size_t{3});
  }

  /// A texture next to the pack that a tool has saved again: the damage is named, and the edit is not kept.
  void damagedTexturesNextToPacks() {
    const auto changed = [](double (*change)(double)) {
      return [change](std::array<double, 4> v) { return std::array{change(v[0]), change(v[1]), change(v[2]), v[3]}; };
    };
    using Change = std::function<std::array<double, 4>(std::array<double, 4>)>;
    const std::vector<std::pair<const char*, Change>> changes = {
        {"srgb-decoded", changed([](double v) {
           const double c = std::clamp(v, 0.0, 1.0);
           return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
         })},
        {"8-bit",
         [](std::array<double, 4> v) {
           for (double& c : v) {
             c = std::round(std::clamp(c, 0.0, 1.0) * 255.0) / 255.0;
           }
           return v;
         }},
        {"premultiplied",
         [](std::array<double, 4> v) {
           return std::array{v[0] * v[3], v[1] * v[3], v[2] * v[3], v[3]};
         }},
        {"flipped-vertically", nullptr}};
    for (const auto& [target, file] :
         {std::pair("unreal", "T_hero_Animation.exr"), std::pair("openvat", "hero_vat.exr")}) {
      QVERIFY(exported(place("hero", target, target)));
      const fs::path texture = fileNamed(m_folder / target, file);
      const std::string whole = textOf(texture);
      for (const auto& [damage, change] : changes) {
        std::string before = whole;
        std::string text = whole;
        const RawExr old(before);
        const RawExr exr(text);
        for (int y = 0; y < exr.height; ++y) {
          for (int x = 0; x < exr.width; ++x) {
            change ? exr.set(x, y, change(old.texel(x, y))) : exr.set(x, exr.height - 1 - y, old.texel(x, y));
          }
        }
        if (text == whole) {
          QVERIFY(std::string(target) == "openvat" && std::string(damage) == "premultiplied");  // Alpha is 1.
          continue;
        }
        std::ofstream(texture, std::ios::binary) << text;
        const auto findings = allFindings(m_folder / target);
        const bool isNamed =
            std::any_of(findings.begin(), findings.end(),
                        [wanted = damage](const exporting::ExportFinding& f) { return f.name == wanted; });
        QVERIFY2(isNamed,
                 (std::string(target) + " " + damage + ": " + (findings.empty() ? "nothing" : findings.front().name))
                     .c_str());
        for (const exporting::ExportFinding& finding : findings) {
          QVERIFY2(finding.mend.find("keep") == std::string::npos, finding.mend.c_str());
        }
      }
      std::ofstream(texture, std::ios::binary)
          << exporting::exrBytes(vat::TexelBuffer(vat::PixelFormat::Rgba16F, 2, 2));
      const auto findings = allFindings(m_folder / target);
      QVERIFY(!findings.empty() && findings.front().name == "resized");
    }
    QVERIFY(exported(place("hero", "raw", "raw")));
    std::ofstream(fileNamed(m_folder / "raw", "hero.ktx2"), std::ios::app) << "x";
    const auto findings = allFindings(m_folder / "raw");
    QVERIFY(findings.size() == 1 && findings[0].mend.find("keep") == std::string::npos);
  }

  void twoCharactersOfSameName() {
    QVERIFY(exported(place("hero", "a")) && exported(place("hero", "b")));
    const auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    QVERIFY2(findings[0].mend.find("\"id\"") != std::string::npos, findings[0].mend.c_str());
    exporting::ExportPlace own = place("hero", "b");
    own.id = "hero-2";
    QVERIFY(exported(own));
    QVERIFY(allFindings(m_folder).empty());
  }

  /// A hand-written list, and one that no program can read.
  void strangeLists() {
    fs::create_directories(m_folder / "x");
    std::ofstream(m_folder / "x" / exporting::kOwnedListName) << "{";
    auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    std::ofstream(m_folder / "x" / exporting::kOwnedListName)
        << R"({"format": "texeleton-files", "version": 1, "groups": {"g": {"../../etc/passwd": "0"}},
               "exports": [{"target": "later", "name": "n", "id": "n", "pack": "", "version": "9.0.0"}]})";
    findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{3});  // Missing, another version, an unknown target.
  }

  /// Import settings next to an exported texture in an engine's project, as the engine writes them, with one setting
  /// edited.
  void settingsOfEngines() {
    struct Edit {
      const char* from;
      const char* to;
      const char* name;  ///< Name of the finding; empty: none.
      const char* word;  ///< A word of the remedy.
    };
    const Edit inGodot[] = {
        {"compress/mode=3", "compress/mode=2", "compressed", "VRAM Uncompressed"},
        {"compress/mode=3", "compress/mode=4", "compressed", "VRAM Uncompressed"},
        {"compress/mode=3", "compress/mode=0", "", ""},  // Godot keeps floats unchanged.
        {"mipmaps/generate=false", "mipmaps/generate=true", "mip-maps", "Mipmaps > Generate"},
        {"size_limit=0", "size_limit=4", "resized", "Size Limit"},
        {"size_limit=0", "size_limit=4096", "", ""},
        {"premult_alpha=false", "premult_alpha=true", "premultiplied", "Premult Alpha"},
        {"hdr_as_srgb=false", "hdr_as_srgb=true", "srgb-decoded", "HDR as sRGB"},
        {"clamp_exposure=false", "clamp_exposure=true", "clamped", "HDR Clamp Exposure"},
        {"invert_y=false", "invert_y=true", "foreign", "Invert Y"},
        {"remap/red=0", "remap/red=2", "swapped", "Channel Remap"},
        {"compress_to=0", "compress_to=1", "compressed", "Detect 3D"},
        {"importer=\"texture\"", "importer=\"keep\"", "", ""},
    };
    const Edit inUnity[] = {
        {"sRGBTexture: 0", "sRGBTexture: 1", "srgb-decoded", "sRGB (Color Texture)"},
        {"enableMipMap: 0", "enableMipMap: 1", "mip-maps", "Generate Mipmap"},
        {"nPOTScale: 0", "nPOTScale: 1", "resized", "Non-Power of 2"},
        {"filterMode: 0", "filterMode: 1", "filtered", "Point (no filter)"},
        {"alphaUsage: 1", "alphaUsage: 0", "alpha-lost", "Input Texture Alpha"},
        {"alphaIsTransparency: 0", "alphaIsTransparency: 1", "foreign", "Alpha Is Transparency"},
        {"textureType: 0", "textureType: 1", "foreign", "Texture Type"},
        {"swizzle: 50462976", "swizzle: 50462978", "swapped", "Swizzle"},
        {"maxTextureSize: 8192", "maxTextureSize: 4", "resized", "Max Size"},
        {"textureFormat: 20", "textureFormat: 4", "compressed", "RGBA Float"},
        {"textureFormat: 20", "textureFormat: 17", "half", "RGBA Float"},
        {"textureFormat: 20", "textureFormat: -1", "half", "RGBA Float"},
        {"textureFormat: 20\n    textureCompression: 0", "textureFormat: -1\n    textureCompression: 1", "compressed",
         "Compression to None"},
        {"textureFormat: 20\n    textureCompression: 0", "textureFormat: 20\n    textureCompression: 1", "", ""},
        {"textureCompression: 1\n    overridden: 0", "textureCompression: 1\n    overridden: 1", "resized",
         "on the platform Android"},
        {"TextureImporter:", "DefaultImporter:", "", ""},
    };
    const exporting::ExportPlace where = place("hero", "game", "openvat");
    QVERIFY(exported(where));
    fs::path texture;
    for (const auto& entry : fs::recursive_directory_iterator(where.folder)) {
      if (entry.path().string().ends_with("_vat.exr")) {
        texture = entry.path();
      }
    }
    QVERIFY(!texture.empty());
    const auto check = [&](const char* suffix, const std::string& whole, const Edit& edit) {
      const fs::path settings = texture.string() + suffix;
      std::string edited = whole;
      const std::size_t at = edited.find(edit.from);
      QVERIFY2(at != std::string::npos, edit.from);
      edited.replace(at, std::string(edit.from).size(), edit.to);
      std::ofstream(settings, std::ios::trunc) << whole;
      const auto before = exporting::examineImportSettings(texture);
      QVERIFY2(before.empty(), before.empty() ? "" : before[0].text.c_str());
      std::ofstream(settings, std::ios::trunc) << edited;
      const auto findings = exporting::examineImportSettings(texture);
      fs::remove(settings);
      const bool isTwo = std::string_view(edit.word) == "on the platform Android";  // The texture is also compressed.
      QVERIFY2(findings.size() == (*edit.name == 0 ? 0u : isTwo ? 2u : 1u), edit.to);
      if (!findings.empty()) {
        QCOMPARE(findings[0].name, std::string(edit.name));
        QCOMPARE(findings[0].file, settings.string());
        QVERIFY2(findings[0].mend.find(edit.word) != std::string::npos, findings[0].mend.c_str());
        QVERIFY(findings[0].text.starts_with(std::string_view(suffix) == ".import" ? "Godot " : "Unity "));
      }
    };
    for (const Edit& edit : inGodot) {
      check(".import", godotImport(), edit);
    }
    for (const Edit& edit : inUnity) {
      check(".meta", unityMetaOfTexture(), edit);
    }
    // The doctor reports import settings as well.
    std::ofstream(texture.string() + ".import")
        << exporting::replaced(godotImport(), "compress/mode=3", "compress/mode=2");
    const auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].name, std::string("compressed"));
  }

  /// Packs in a project, 32 bits per channel, and settings that no program wrote.
  void settingsOfPacks() {
    JobContext job;
    const fs::path pack = m_folder / "game/lone.texpack";
    fs::create_directories(m_folder / "game");
    QVERIFY(pack::writePack(pack, madePack({.pixelFormat = vat::PixelFormat::Rgba32F}), {}, job));
    std::ofstream(pack / "animation.exr.meta")
        << exporting::replaced(unityMetaOfTexture(), "textureFormat: 20", "textureFormat: -1");
    auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].name, std::string("half"));
    QVERIFY(findings[0].mend.find("RGBA Float") != std::string::npos);
    std::ofstream(pack / "animation.exr.meta", std::ios::trunc) << "platformSettings:\n- :\n:::\n-\n\xff\n- - a: b";
    std::ofstream(pack / "animation.exr.import") << "=\n==\n[params\ncompress/mode";
    QVERIFY(allFindings(m_folder).empty());
  }

  void texturesSavedAgain_data() {
    QTest::addColumn<QString>("damage");
    for (const char* damage : {"8-bit", "clamped", "srgb-decoded", "flipped-vertically", "flipped-horizontally",
                               "resized", "alpha-lost", "swapped", "premultiplied", "unsigned", "empty"}) {
      QTest::newRow(damage) << QString(damage);
    }
  }
  void texturesSavedAgain() {
    QFETCH(QString, damage);
    const exporting::ExportPlace where = place("hero");
    QVERIFY(exported(where));
    const auto inside = [](glm::vec4 v) { return glm::clamp(v, 0.0f, 1.0f); };
    const auto eight = [inside](glm::vec4 v) { return glm::round(inside(v) * 255.0f) / 255.0f; };
    saveAgain(where.pack, [&](vat::BakedAnimation& a) {
      const vat::TextureLayout& layout = a.layout;
      if (damage == "8-bit") {
        eachTexel(a, eight);
      } else if (damage == "clamped") {
        eachTexel(a, inside);
      } else if (damage == "srgb-decoded") {
        eachTexel(a, [&](glm::vec4 v) {
          const glm::vec3 e(eight(v));
          const glm::vec3 linear = glm::mix(glm::pow((e + 0.055f) / 1.055f, glm::vec3(2.4f)), e / 12.92f,
                                            glm::vec3(glm::lessThanEqual(e, glm::vec3(0.04045f))));
          return glm::vec4(linear, eight(v).w);
        });
      } else if (damage == "alpha-lost") {
        eachTexel(a, [](glm::vec4 v) { return glm::vec4(glm::vec3(v), 1.0f); });
      } else if (damage == "swapped") {
        eachTexel(a, [](glm::vec4 v) { return glm::vec4(v.z, v.y, v.x, v.w); });
      } else if (damage == "premultiplied") {
        eachTexel(a, [](glm::vec4 v) { return glm::vec4(glm::vec3(v) * v.w, v.w); });
      } else if (damage == "unsigned") {
        eachTexel(a, [](glm::vec4 v) { return glm::max(v, 0.0f); });
      } else if (damage == "empty") {
        eachTexel(a, [](glm::vec4) { return glm::vec4(0.0f); });
      } else if (damage == "resized") {
        vat::TexelBuffer larger(a.pixelFormat, layout.width, layout.height * 2);
        a.texels = std::move(larger);
        a.layout.height *= 2;
      } else {
        const bool rows = damage == "flipped-vertically";
        vat::TexelBuffer flipped(a.pixelFormat, layout.width, layout.height);
        for (std::uint32_t y = 0; y < layout.height; ++y) {
          for (std::uint32_t x = 0; x < layout.width; ++x) {
            flipped.setTexel(x, y, a.texels.texel(rows ? x : layout.width - 1 - x, rows ? layout.height - 1 - y : y));
          }
        }
        a.texels = std::move(flipped);
      }
    });
    const auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].name, damage.toStdString());
    QVERIFY(findings[0].file.ends_with("animation.exr"));
    // Another export repairs everything.
    QVERIFY(exported(where));
    QVERIFY(allFindings(m_folder).empty());
  }
};

TEXELETON_SUITE(TestDoctor)
#include "test_doctor.moc"

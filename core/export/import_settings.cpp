#include "core/export/import_settings.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "core/base/plain_file.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLargestImportSettings = std::size_t{1} << 20;
constexpr std::size_t kTextureHeadBytes = std::size_t{1} << 16;

fs::path settingsBeside(const fs::path& file, const char* suffix) { return fs::path(file) += suffix; }

std::uint32_t headWord(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  if (at + sizeof word <= bytes.size()) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
  }
  return word;
}

/// The texture that settings are compared with. Its size is 0 if its header is unknown; checks of the size are then
/// skipped.
struct NumbersTexture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool isFloat = false;  ///< 32 bits for each channel.

  std::uint32_t side() const { return std::max(width, height); }
};

NumbersTexture numbersTexture(const fs::path& file) {
  using namespace std::string_view_literals;
  constexpr std::uint32_t kVkRgba32F = 109;
  constexpr std::uint32_t kExrFloat = 2;
  const std::string head = readPlainHead(file, kTextureHeadBytes).value_or("");
  if (file.extension() == ".ktx2") {
    return {headWord(head, 20), headWord(head, 24), headWord(head, 12) == kVkRgba32F};
  }
  const std::size_t window = head.find("dataWindow\0box2i\0"sv);
  const std::size_t channels = head.find("channels\0chlist\0"sv);
  if (window == std::string::npos || channels == std::string::npos) {
    return {};
  }
  const std::size_t box = window + 17 + 4;
  const std::size_t type = head.find('\0', channels + 16 + 4) + 1;  // After the first channel's name.
  return {headWord(head, box + 8) - headWord(head, box) + 1, headWord(head, box + 12) - headWord(head, box + 4) + 1,
          headWord(head, type) == kExrFloat};
}

bool isPowerOfTwoSide(std::uint32_t value) { return (value & (value - 1)) == 0; }

std::string settingText(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\"");
  const std::size_t last = text.find_last_not_of(" \t\r\"");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

/// The keys of all sections of Godot's `.import`, with their values.
std::map<std::string, std::string> godotSettings(const std::string& text) {
  std::map<std::string, std::string> settings;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos) {
      settings[settingText(std::string_view(line).substr(0, equals))] =
          settingText(std::string_view(line).substr(equals + 1));
    }
  }
  return settings;
}

/// Unity's `.meta`: the keys of the importer, at any depth, and those of each platform.
struct UnitySettings {
  std::string importer;
  std::map<std::string, std::string> own;
  std::vector<std::map<std::string, std::string>> platforms;
};

UnitySettings unitySettings(const std::string& text) {
  UnitySettings settings;
  std::istringstream lines(text);
  std::size_t listIndent = std::string::npos;  // Indent of the list of platforms; npos outside of it.
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = line.find_first_not_of(' ');
    const std::size_t colon = line.find(':');
    if (indent == std::string::npos || colon == std::string::npos) {
      continue;
    }
    const bool isEntry = line[indent] == '-';
    const std::string key =
        settingText(std::string_view(line).substr(indent + (isEntry ? 1 : 0), colon - indent - (isEntry ? 1 : 0)));
    const std::string value = settingText(std::string_view(line).substr(colon + 1));
    if (indent == 0 && key.ends_with("Importer")) {
      settings.importer = key;
    }
    if (key == "platformSettings") {
      listIndent = indent;
      continue;
    }
    if (listIndent != std::string::npos && (indent < listIndent || (indent == listIndent && !isEntry))) {
      listIndent = std::string::npos;
    }
    if (listIndent == std::string::npos) {
      settings.own.emplace(key, value);
      continue;
    }
    if (isEntry) {
      settings.platforms.emplace_back();
    }
    if (!settings.platforms.empty()) {
      settings.platforms.back()[key] = value;
    }
  }
  return settings;
}

/// The value of a key with whole numbers or true and false; `otherwise` if the key is missing.
long settingNumber(const std::map<std::string, std::string>& settings, const char* key, long otherwise) {
  const auto it = settings.find(key);
  if (it == settings.end()) {
    return otherwise;
  }
  return it->second == "true" ? 1 : it->second == "false" ? 0 : std::strtol(it->second.c_str(), nullptr, 10);
}

class SettingFindings {
 public:
  SettingFindings(const fs::path& file, const char* engine, Message where, Message then)
      : m_file(file), m_engine(engine), m_where(std::move(where)), m_then(std::move(then)) {}

  /// "Unity makes mip maps of it." "In the Inspector, untick \"Generate Mipmap\" and apply."
  void tell(bool isWrong, const char* name, const Message& does, const Message& mend) {
    if (isWrong) {
      m_findings.push_back({Severity::Warning, m_file.string(), message("%1 %2.", m_engine, does),
                            message("%1, %2 and %3.", m_where, mend, m_then), name});
    }
  }

  std::vector<ExportFinding> take() { return std::move(m_findings); }

 private:
  fs::path m_file;
  const char* m_engine;
  Message m_where;
  Message m_then;
  std::vector<ExportFinding> m_findings;
};

std::vector<ExportFinding> examineInGodot(const fs::path& import, const fs::path& file) {
  const auto text = readPlainHead(import, kLargestImportSettings);
  if (!text) {
    return {};
  }
  const auto settings = godotSettings(*text);
  const auto importer = settings.find("importer");
  const auto has = [&settings](const char* key, long otherwise = 0) { return settingNumber(settings, key, otherwise); };
  SettingFindings found(import, "Godot", message("In the Import dock"), message("press Reimport"));
  if (importer != settings.end() && importer->second == "scene") {
    found.tell(has("meshes/light_baking") == 2, "second-uv",
               message("replaces the second set of texture coordinates, in which vertices find their texels"),
               message("set Meshes > Light Baking to another mode than Static Lightmaps"));
    return found.take();
  }
  if (importer == settings.end() || importer->second != "texture") {
    return {};
  }
  const NumbersTexture texture = numbersTexture(file);
  found.tell(has("compress/mode") == 2 || has("compress/mode") == 4, "compressed", message("compresses the texture"),
             message("set Compress > Mode to VRAM Uncompressed"));
  found.tell(has("detect_3d/compress_to") != 0, "compressed",
             message("will compress the texture and make mip maps of it as soon as a material of a 3D scene uses it"),
             message("set Detect 3D > Compress To to Disabled"));
  found.tell(has("mipmaps/generate") != 0, "mip-maps", message("makes mip maps of the texture"),
             message("switch off Mipmaps > Generate"));
  const long limit = has("process/size_limit");
  found.tell(limit > 0 && limit < static_cast<long>(texture.side()), "resized",
             message("makes the texture smaller: at most %1 texels a side", limit),
             message("set Process > Size Limit to 0"));
  found.tell(has("process/premult_alpha") != 0, "premultiplied", message("multiplies the colours by alpha"),
             message("switch off Process > Premult Alpha"));
  found.tell(has("process/hdr_as_srgb") != 0, "srgb-decoded", message("takes the texture for sRGB colours"),
             message("switch off Process > HDR as sRGB"));
  found.tell(has("process/hdr_clamp_exposure") != 0, "clamped", message("makes large values smaller"),
             message("switch off Process > HDR Clamp Exposure"));
  found.tell(has("process/normal_map_invert_y") != 0, "foreign", message("inverts the green channel"),
             message("switch off Process > Normal Map Invert Y"));
  const bool isRemapped = has("process/channel_remap/red", 0) != 0 || has("process/channel_remap/green", 1) != 1 ||
                          has("process/channel_remap/blue", 2) != 2 || has("process/channel_remap/alpha", 3) != 3;
  found.tell(isRemapped, "swapped", message("exchanges the channels"),
             message("set Process > Channel Remap to Red, Green, Blue, Alpha"));
  return found.take();
}

void examineUnityPlatform(const std::map<std::string, std::string>& platform, const NumbersTexture& texture,
                          SettingFindings& found) {
  constexpr long kAutomatic = -1;
  constexpr long kRgbaHalf = 17;
  constexpr long kRgbaFloat = 20;
  const auto named = platform.find("buildTarget");
  const std::string target = named == platform.end() ? "DefaultTexturePlatform" : named->second;
  const bool isDefault = target == "DefaultTexturePlatform";
  if (!isDefault && settingNumber(platform, "overridden", 0) == 0) {
    return;
  }
  const Message here = isDefault ? Message() : message(" on the platform %1", target);
  const long most = settingNumber(platform, "maxTextureSize", 2048);
  found.tell(most < static_cast<long>(texture.side()), "resized",
             message("makes the texture smaller%1: at most %2 texels a side", here, most),
             message("set Max Size%1 to %2 or more", here, texture.side()));
  const long format = settingNumber(platform, "textureFormat", kAutomatic);
  const bool isPlain = format == kRgbaHalf || format == kRgbaFloat;
  const bool isCompressed = format == kAutomatic && settingNumber(platform, "textureCompression", 1) != 0;
  found.tell(isCompressed, "compressed", message("compresses the texture%1", here),
             message("set Compression%1 to None", here));
  found.tell(format != kAutomatic && !isPlain, "compressed", message("keeps the texture in another format%1", here),
             message(texture.isFloat ? "set Format%1 to RGBA Float" : "set Format%1 to RGBA Half", here));
  found.tell(texture.isFloat && !isCompressed && (format == kAutomatic || format == kRgbaHalf), "half",
             message("keeps the texture as half floats%1", here), message("set Format%1 to RGBA Float", here));
}

std::vector<ExportFinding> examineInUnity(const fs::path& meta, const fs::path& file) {
  const auto text = readPlainHead(meta, kLargestImportSettings);
  const UnitySettings settings = unitySettings(text.value_or(""));
  if (settings.importer != "TextureImporter") {
    return {};
  }
  constexpr long kSwizzleAsItIs = 0x03020100;
  const NumbersTexture texture = numbersTexture(file);
  const auto has = [&settings](const char* key, long otherwise) { return settingNumber(settings.own, key, otherwise); };
  SettingFindings found(meta, "Unity", message("In the Inspector"), message("press Apply"));
  found.tell(has("textureType", 0) != 0, "foreign", message("takes the texture for something else than data"),
             message("set Texture Type to Default"));
  found.tell(has("sRGBTexture", 0) != 0, "srgb-decoded", message("takes the texture for sRGB colours"),
             message("untick sRGB (Color Texture)"));
  found.tell(has("enableMipMap", 0) != 0, "mip-maps", message("makes mip maps of the texture"),
             message("untick Generate Mipmap"));
  found.tell(has("nPOTScale", 0) != 0 && !(isPowerOfTwoSide(texture.width) && isPowerOfTwoSide(texture.height)),
             "resized", message("scales the texture to powers of two"), message("set Non-Power of 2 to None"));
  found.tell(has("alphaUsage", 1) != 1, "alpha-lost", message("does not take the alpha channel as it is"),
             message("set Alpha Source to Input Texture Alpha"));
  found.tell(has("alphaIsTransparency", 0) != 0, "foreign", message("changes colours where alpha is 0"),
             message("untick Alpha Is Transparency"));
  found.tell(has("swizzle", kSwizzleAsItIs) != kSwizzleAsItIs, "swapped", message("exchanges the channels"),
             message("set Swizzle to R, G, B, A"));
  found.tell(has("filterMode", 0) > 0, "filtered", message("mixes texels with their neighbours"),
             message("set Filter Mode to Point (no filter)"));
  for (const auto& platform : settings.platforms) {
    examineUnityPlatform(platform, texture, found);
  }
  return found.take();
}

}  // namespace

std::vector<ExportFinding> examineImportSettings(const fs::path& file) {
  const bool isTexture = file.extension() == ".exr" || file.extension() == ".ktx2";
  if (!isTexture && file.extension() != ".glb") {
    return {};
  }
  std::vector<ExportFinding> findings;
  for (const char* const suffix : {".import", ".meta"}) {
    const fs::path settings = settingsBeside(file, suffix);
    std::error_code error;
    const fs::file_status status = fs::status(settings, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
      findings.push_back({Severity::Warning, settings.string(),
                          message("This is not a regular file; it was not opened."),
                          message("Remove it and let the engine import the file again."), "not-a-file"});
    }
  }
  appendFindings(findings, examineInGodot(settingsBeside(file, ".import"), file));
  if (isTexture) {
    appendFindings(findings, examineInUnity(settingsBeside(file, ".meta"), file));
  }
  return findings;
}

}  // namespace texeleton::exporting

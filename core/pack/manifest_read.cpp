#include <limits>
#include <string_view>

#include "core/base/checksum.h"
#include "core/model/model.h"
#include "core/pack/manifest.h"
#include "core/pack/manifest_surface.h"
#include "core/pack/pack_check.h"
#include "core/pack/pack_limits.h"
#include "core/pack/pack_names.h"
#include "core/vat/encoding.h"
#include "core/vat/texture_settings.h"
#include "core/vat/vat_words.h"

namespace texeleton::pack {

namespace {

constexpr double kAnyNumber = 1e300;
constexpr std::size_t kManyElements = std::numeric_limits<std::size_t>::max();

double anyNumber(const JsonCursor& json) { return json.number(-kAnyNumber, kAnyNumber); }

template <int N>
glm::vec<N, double> vector(const JsonCursor& json) {
  glm::vec<N, double> result(0.0);
  if (json.size(N) == N) {
    for (int i = 0; i < N; ++i) {
      result[i] = anyNumber(json.at(static_cast<std::size_t>(i)));
    }
  } else {
    json.fail(message("has not %1 numbers", N));
  }
  return result;
}

glm::vec3 corner(const JsonCursor& json) {
  glm::vec3 result(0.0f);
  const glm::dvec3 wide = vector<3>(json);
  for (int i = 0; i < 3; ++i) {
    if (!(std::abs(wide[i]) <= static_cast<double>(std::numeric_limits<float>::max()))) {
      json.fail(message("is beyond the range of a float"));
      return result;
    }
    result[i] = static_cast<float>(wide[i]);
  }
  return result;
}

model::Box box(const JsonCursor& json) { return {corner(json.at("min")), corner(json.at("max"))}; }

bool isHex(const std::string& text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

PackSource source(const JsonCursor& json) {
  PackSource result;
  result.file = packName(json.at("file"));
  if (result.file.find('/') != std::string::npos) {
    json.at("file").fail(message("is more than a plain file name"));
  }
  result.role = packName(json.at("role"));
  result.sha256 = packName(json.at("sha256"));
  if (!result.sha256.empty() && !isHex(result.sha256, 64)) {
    json.at("sha256").fail(message("is not 64 hexadecimal digits"));
  }
  json.with("scale", [&](const JsonCursor& scale) { result.scale = anyNumber(scale); });
  json.with("up", [&](const JsonCursor& up) { result.up = packName(up); });
  return result;
}

vat::ClipError clipError(const JsonCursor& json) {
  const auto figure = [&](const char* key) { return json.at(key).number(0.0, kAnyNumber); };
  vat::ClipError error;
  error.maxMillimetres = figure("maxMillimetres");
  error.rmsMillimetres = figure("rmsMillimetres");
  error.maxRelative = figure("maxRelative");
  error.maxNormalDegrees = figure("maxNormalDegrees");
  error.encodingMillimetres = figure("encodingMillimetres");
  error.interpolationMillimetres = figure("interpolationMillimetres");
  error.influencesMillimetres = figure("influencesMillimetres");
  error.morphsMillimetres = json.has("morphsMillimetres") ? figure("morphsMillimetres") : 0.0;
  error.loopGapMillimetres = figure("loopGapMillimetres");
  error.worstFrame = json.has("worstFrame") ? figure("worstFrame") : 0.0;
  error.worstVertex = json.has("worstVertex") ? json.at("worstVertex").count() : 0;
  error.foundMillimetres = json.has("foundMillimetres") ? figure("foundMillimetres") : error.maxMillimetres;
  return error;
}

vat::ClipSource clipSource(const JsonCursor& json) {
  vat::ClipSource result;
  const std::int64_t index = json.at("index").integer(-1, JsonCursor::kMaxCount - 1);
  result.clip = index < 0 ? ClipIndex() : ClipIndex(static_cast<std::size_t>(index));
  result.name = packName(json.at("name"));
  result.fromSeconds = anyNumber(json.at("from"));
  result.toSeconds = anyNumber(json.at("to"));
  return result;
}

/// One coordinate of the track, for all samples; the first one read determines their number.
template <class Take>
void trackValues(const JsonCursor& json, std::vector<vat::RootSample>& samples, Take take) {
  const std::size_t count = json.size(std::size_t{vat::kMaxFramesPerClip} + 1);
  if (samples.empty()) {
    samples.resize(count);
  } else if (count != samples.size() && !json.hasFailed()) {
    json.fail(message("has %1 values, x has %2", count, samples.size()));
  }
  for (std::size_t i = 0; i < count && !json.hasFailed(); ++i) {
    take(samples[i]) = anyNumber(json.at(i));
  }
}

vat::BakedRootMotion rootMotion(const JsonCursor& json) {
  vat::BakedRootMotion result;
  const auto mode = valueOf<vat::RootMotionMode>(packName(json.at("mode")));
  if (!mode || *mode == vat::RootMotionMode::Keep) {
    json.at("mode").fail(message("is neither remove nor extract"));
  }
  result.mode = mode.value_or(vat::RootMotionMode::Extract);
  result.node = packName(json.at("node"));
  result.yaw = json.at("takesYaw").boolean();
  result.height = json.at("takesHeight").boolean();
  if (result.mode == vat::RootMotionMode::Extract) {
    const JsonCursor track = json.at("track");
    trackValues(track.at("x"), result.samples, [](vat::RootSample& s) -> double& { return s.position.x; });
    trackValues(track.at("z"), result.samples, [](vat::RootSample& s) -> double& { return s.position.z; });
    if (result.height) {
      trackValues(track.at("y"), result.samples, [](vat::RootSample& s) -> double& { return s.position.y; });
    }
    if (result.yaw) {
      trackValues(track.at("yawRadians"), result.samples, [](vat::RootSample& s) -> double& { return s.yawRadians; });
    }
  }
  return result;
}

vat::BakedClip clip(const JsonCursor& json) {
  vat::BakedClip result;
  result.name = packName(json.at("name"));
  result.frameBegin = json.at("frameBegin").count();
  result.frameCount = json.at("frameCount").count();
  result.sampleRateHz = anyNumber(json.at("sampleRateHz"));
  result.frameRate = anyNumber(json.at("frameRate"));
  result.lengthSeconds = anyNumber(json.at("lengthSeconds"));
  result.loop = json.at("loop").boolean();
  result.bounds = box(json.at("bounds"));
  json.at("events").each(kManyElements, [&](const JsonCursor& event) {
    result.events.push_back({packName(event.at("name")), anyNumber(event.at("timeSeconds")),
                             event.at("parameter").text(model::kMaxParameterBytes)});
  });
  json.with("source", [&](const JsonCursor& source) { result.source = clipSource(source); });
  json.with("rootMotion", [&](const JsonCursor& motion) { result.rootMotion = rootMotion(motion); });
  json.with("error", [&](const JsonCursor& error) { result.error = clipError(error); });
  return result;
}

vat::Socket socket(const JsonCursor& json) {
  vat::Socket result;
  result.name = packName(json.at("name"));
  result.bone = static_cast<std::int32_t>(json.at("bone").integer(-1, vat::kMaxBones));
  result.position = vector<3>(json.at("position"));
  const glm::dvec4 rotation = vector<4>(json.at("rotation"));
  result.rotation = glm::dquat(rotation.w, rotation.x, rotation.y, rotation.z);
  result.scale = vector<3>(json.at("scale"));
  result.direction = vector<3>(json.at("direction"));
  json.with("attached", [&](const JsonCursor& attached) { result.attached = packName(attached); });
  return result;
}

void readTexture(const JsonCursor& json, vat::BakedAnimation& a) {
  json.at("file").expectText(kTextureFile);
  const auto format = valueOf<vat::PixelFormat>(packName(json.at("pixelFormat")));
  if (!format) {
    json.at("pixelFormat").fail(message("is neither rgba16f nor rgba32f"));
  }
  a.pixelFormat = format.value_or(vat::PixelFormat::Rgba16F);
  a.layout.width = json.at("width").count();
  a.layout.height = json.at("height").count();
  a.layout.texelsPerElement = json.at("texelsPerElement").count();
  a.layout.elementCount = json.at("elementCount").count();
  a.layout.texelsPerFrame = json.at("texelsPerFrame").count();
  a.layout.rowsPerFrame = json.at("rowsPerFrame").count();
  a.layout.frameCount = json.at("frameCount").count();
  json.at("filter").expectText("nearest");
  json.at("wrapU").expectText("clamp");
  json.at("wrapV").expectText("repeat");
  json.with("shapeCount", [&](const JsonCursor& count) { a.layout.shapeCount = count.count(); });
  json.with("frameTable", [&](const JsonCursor& table) { a.layout.tableFrames = table.at("frames").count(); });
  json.with("canaryRow", [&](const JsonCursor& row) { a.layout.canaryRow = row.count(); });
}

void readMesh(const JsonCursor& json, Manifest& manifest) {
  const JsonCursor mesh = json.at("mesh");
  mesh.at("file").expectText(kMeshFile);
  manifest.vertexCount = mesh.at("vertexCount").count();
  manifest.triangleCount = mesh.at("triangleCount").count();
  json.at("lods").each(64, [&manifest](const JsonCursor& lod) {
    lod.at("mesh").expectText(("lod" + std::to_string(manifest.lodTriangleCounts.size() + 1)).c_str());
    manifest.lodTriangleCounts.push_back(lod.at("triangleCount").count());
    vat::BakedLod& baked = manifest.pack.animation.mesh.lods.emplace_back();
    baked.maxMillimetres = lod.at("maxMillimetres").number(0.0, kAnyNumber);
    lod.with("colorMillimetres",
             [&baked](const JsonCursor& color) { baked.colorMillimetres = color.number(0.0, kAnyNumber); });
  });
}

void readFiles(const JsonCursor& json, Manifest& manifest) {
  for (const char* file : {kTextureFile, kMeshFile}) {
    if (!json.has(file)) {
      continue;
    }
    const JsonCursor entry = json.at(file);
    ManifestFile result;
    result.name = file;
    result.bytes = static_cast<std::uint64_t>(entry.at("bytes").integer(0, std::numeric_limits<std::int64_t>::max()));
    entry.with("xxh3", [&result](const JsonCursor& digits) {
      result.xxh3 = packName(digits);
      if (!isHex(result.xxh3, kChecksumDigits)) {
        digits.fail(message("is not 16 hexadecimal digits"));
      }
    });
    manifest.files.push_back(std::move(result));
  }
}

template <class T, class Function>
void readArray(const JsonCursor& json, std::vector<T>& values, Function element) {
  json.each(kManyElements, [&](const JsonCursor& item) { values.push_back(element(item)); });
}

void readAll(const JsonCursor& json, Manifest& manifest) {
  vat::BakedAnimation& a = manifest.pack.animation;
  manifest.pack.generator = packName(json.at("generator"));
  readArray(json.at("source"), manifest.pack.sources, source);
  const auto mode = valueOf<vat::BakeMode>(packName(json.at("mode")));
  if (!mode) {
    json.at("mode").fail(message("is neither bone nor vertex"));
  }
  a.mode = mode.value_or(vat::BakeMode::Bone);
  const std::string encoding = packName(json.at("encoding"));
  a.encoding = vat::findEncoding(encoding);
  if (a.encoding == nullptr || a.encoding->mode != a.mode) {
    json.at("encoding")
        .fail(message("is \"%1\", which this program does not know in %2 mode: update it, or bake with %3", encoding,
                      wordOf(a.mode), Remedy{RemedyKind::Encoding, 0.0, vat::encodingOf(a.mode).name}));
    a.encoding = nullptr;
  }
  a.sizeMetres = json.at("sizeMetres").number(0.0, kAnyNumber);
  readTexture(json.at("texture"), a);
  readMesh(json, manifest);
  readSurface(json, a);
  readArray(json.at("bones"), a.bones, [](const JsonCursor& bone) {
    vat::BakedBone result{packName(bone.at("name")),
                          static_cast<std::int32_t>(bone.at("parent").integer(-1, vat::kMaxBones))};
    if (bone.has("encoding")) {
      bone.at("encoding").expectText(vat::encodingOf(vat::BakeMode::Bone).name);
      result.isMatrix = true;
    }
    return result;
  });
  json.with("masks", [&a](const JsonCursor& masks) {
    masks.each(kMaxMasks, [&a](const JsonCursor& item) {
      vat::BakedMask& mask = a.masks.emplace_back();
      mask.name = packName(item.at("name"));
      readArray(item.at("weights"), mask.weights,
                [](const JsonCursor& weight) { return static_cast<float>(weight.number(0.0, 1.0)); });
    });
  });
  readArray(json.at("clips"), a.clips, clip);
  readArray(json.at("sockets"), a.sockets, socket);
  a.bounds = box(json.at("bounds"));
  json.with("files", [&](const JsonCursor& files) { readFiles(files, manifest); });
}

/// Whether the manifest's own checksum, if any, matches its text.
bool checksumAgrees(std::span<const std::byte> bytes, const nlohmann::ordered_json& json) {
  const auto found = json.find(kManifestChecksumKey);
  if (found == json.end()) {
    return true;
  }
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::size_t at = text.rfind(kManifestChecksumPrefix);
  if (!found->is_string() || at == std::string::npos) {
    return false;
  }
  at += std::string_view(kManifestChecksumPrefix).size();
  const std::string digits = text.substr(at, kChecksumDigits);
  if (digits.size() != kChecksumDigits || found->get_ref<const std::string&>() != "xxh3:" + digits) {
    return false;
  }
  text.replace(at, kChecksumDigits, kChecksumDigits, '0');
  return checksumOf(std::as_bytes(std::span(text))) == digits;
}

}  // namespace

Result<Manifest> readManifest(std::span<const std::byte> text, const std::string& shownPath) {
  const auto parsed = parseJson(text, shownPath);
  TRY(parsed);
  Message problem;
  const JsonCursor json(*parsed, problem);
  json.at("format").expectText(kPackFormatName);
  const std::int64_t version = json.at("version").integer(1, std::numeric_limits<std::int64_t>::max());
  if (problem.empty() && version > kPackVersion) {
    return fail(
        ErrorCode::Unsupported,
        message("is a pack of version %1; this program reads up to version %2: update it, or bake the pack again",
                version, kPackVersion),
        shownPath);
  }
  Manifest manifest;
  if (problem.empty() && !checksumAgrees(text, *parsed)) {
    problem = message("the text does not agree with its checksum: it was damaged or edited; bake the pack again");
  }
  if (problem.empty()) {
    readAll(json, manifest);
  }
  if (problem.empty()) {
    if (auto wrong = checkAnimation(manifest.pack.animation)) {
      problem = std::move(*wrong);
    }
  }
  const vat::BakedAnimation& a = manifest.pack.animation;
  if (problem.empty() && a.layout.tableFrames != 0) {
    const JsonCursor row = json.at("texture").at("frameTable").at("row");
    if (version < 2) {
      json.at("version").fail(message("is 1, but the texture has a frame table, which begins with version 2"));
    } else if (row.count() != vat::tableRow(vat::encodingOf(a), a.layout)) {
      row.fail(message("is not the row behind frames and constants"));
    }
  }
  if (!problem.empty()) {
    return fail(ErrorCode::BadFile, problem, shownPath);
  }
  return manifest;
}

}  // namespace texeleton::pack

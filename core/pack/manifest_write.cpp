#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/checksum.h"
#include "core/base/mapped.h"
#include "core/pack/manifest.h"
#include "core/pack/manifest_surface.h"
#include "core/pack/pack_limits.h"
#include "core/vat/encoding.h"
#include "core/vat/texture_settings.h"
#include "core/vat/vat_words.h"

namespace texeleton::pack {

namespace {

using Json = nlohmann::ordered_json;

/// The double that prints as the shortest decimal of a float and reads back as the same float.
double readable(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  double result = value;
  std::from_chars(text, end, result);
  return static_cast<float>(result) == value ? result : value;
}

Json toJson(const glm::dvec3& v) { return Json::array({v.x, v.y, v.z}); }
Json toJson(const glm::dquat& q) { return Json::array({q.x, q.y, q.z, q.w}); }

Json toJson(const model::Box& box) {
  return {{"min", {readable(box.min.x), readable(box.min.y), readable(box.min.z)}},
          {"max", {readable(box.max.x), readable(box.max.y), readable(box.max.z)}}};
}

Json toJson(const PackSource& source) {
  Json json = {{"file", source.file}, {"role", source.role}, {"sha256", source.sha256}};
  if (source.scale) {
    json["scale"] = *source.scale;
  }
  if (source.up) {
    json["up"] = *source.up;
  }
  return json;
}

Json toJson(const vat::ClipError& error) {
  return {{"maxMillimetres", error.maxMillimetres},
          {"rmsMillimetres", error.rmsMillimetres},
          {"maxRelative", error.maxRelative},
          {"maxNormalDegrees", error.maxNormalDegrees},
          {"encodingMillimetres", error.encodingMillimetres},
          {"interpolationMillimetres", error.interpolationMillimetres},
          {"influencesMillimetres", error.influencesMillimetres},
          {"morphsMillimetres", error.morphsMillimetres},
          {"loopGapMillimetres", error.loopGapMillimetres},
          {"worstFrame", error.worstFrame},
          {"worstVertex", error.worstVertex},
          {"foundMillimetres", error.foundMillimetres}};
}

Json toJson(const vat::BakedRootMotion& motion) {
  Json json = {
      {"mode", wordOf(motion.mode)}, {"node", motion.node}, {"takesYaw", motion.yaw}, {"takesHeight", motion.height}};
  if (motion.mode != vat::RootMotionMode::Extract) {
    return json;
  }
  Json& track = json["track"];
  track["x"] = mapped(motion.samples, [](const vat::RootSample& sample) { return sample.position.x; });
  if (motion.height) {
    track["y"] = mapped(motion.samples, [](const vat::RootSample& sample) { return sample.position.y; });
  }
  track["z"] = mapped(motion.samples, [](const vat::RootSample& sample) { return sample.position.z; });
  if (motion.yaw) {
    track["yawRadians"] = mapped(motion.samples, &vat::RootSample::yawRadians);
  }
  return json;
}

Json toJson(const vat::BakedClip& clip) {
  Json events = mapped(clip.events, [](const model::ClipEvent& event) -> Json {
    return {{"name", event.name}, {"timeSeconds", event.timeSeconds}, {"parameter", event.parameter}};
  });
  Json json = {{"name", clip.name},
               {"frameBegin", clip.frameBegin},
               {"frameCount", clip.frameCount},
               {"sampleRateHz", clip.sampleRateHz},
               {"frameRate", clip.frameRate},
               {"lengthSeconds", clip.lengthSeconds},
               {"loop", clip.loop},
               {"bounds", toJson(clip.bounds)},
               {"events", std::move(events)},
               {"source",
                {{"index", clip.source.clip.isValid() ? static_cast<std::int64_t>(clip.source.clip.value) : -1},
                 {"name", clip.source.name},
                 {"from", clip.source.fromSeconds},
                 {"to", clip.source.toSeconds}}}};
  if (clip.rootMotion) {
    json["rootMotion"] = toJson(*clip.rootMotion);
  }
  if (clip.error) {
    json["error"] = toJson(*clip.error);
  }
  return json;
}

Json textureJson(const vat::BakedAnimation& a) {
  Json json = {{"file", kTextureFile},
               {"pixelFormat", wordOf(a.pixelFormat)},
               {"width", a.layout.width},
               {"height", a.layout.height},
               {"texelsPerElement", a.layout.texelsPerElement},
               {"elementCount", a.layout.elementCount},
               {"texelsPerFrame", a.layout.texelsPerFrame},
               {"rowsPerFrame", a.layout.rowsPerFrame},
               {"frameCount", a.layout.frameCount},
               {"filter", "nearest"},
               {"wrapU", "clamp"},
               {"wrapV", "repeat"}};
  if (a.layout.shapeCount != 0) {
    json["shapeCount"] = a.layout.shapeCount;
  }
  if (a.layout.tableFrames != 0) {
    json["frameTable"] = {{"row", vat::tableRow(vat::encodingOf(a), a.layout)}, {"frames", a.layout.tableFrames}};
  }
  if (a.layout.canaryRow) {
    json["canaryRow"] = *a.layout.canaryRow;
  }
  return json;
}

Json lodsJson(const vat::BakedMesh& mesh) {
  Json lods = Json::array();
  for (std::size_t i = 0; i < mesh.lods.size(); ++i) {
    lods.push_back({{"mesh", "lod" + std::to_string(i + 1)},
                    {"triangleCount", triangleCount(mesh.lods[i].primitives)},
                    {"maxMillimetres", mesh.lods[i].maxMillimetres}});
    if (mesh.lods[i].colorMillimetres) {
      lods.back()["colorMillimetres"] = *mesh.lods[i].colorMillimetres;
    }
  }
  return lods;
}

Json socketJson(const vat::Socket& socket) {
  Json json = {{"name", socket.name},
               {"bone", socket.bone},
               {"position", toJson(socket.position)},
               {"rotation", toJson(socket.rotation)},
               {"scale", toJson(socket.scale)},
               {"direction", toJson(socket.direction)}};
  if (!socket.attached.empty()) {
    json["attached"] = socket.attached;
  }
  return json;
}

}  // namespace

std::uint32_t triangleCount(const std::vector<vat::BakedPrimitive>& primitives) {
  std::uint32_t count = 0;
  for (const vat::BakedPrimitive& primitive : primitives) {
    count += primitive.indexCount / 3;
  }
  return count;
}

std::string manifestText(const Pack& pack, const std::vector<ManifestFile>& files) {
  const vat::BakedAnimation& a = pack.animation;
  Json json;
  json["format"] = kPackFormatName;
  json["version"] = a.layout.tableFrames != 0 ? kPackVersion : 1;
  json["generator"] = pack.generator;
  json["source"] = mapped(pack.sources, [](const PackSource& source) { return toJson(source); });
  json["mode"] = wordOf(a.mode);
  json["encoding"] = vat::encodingOf(a).name;
  json["sizeMetres"] = a.sizeMetres;
  json["texture"] = textureJson(a);
  json["mesh"] = {
      {"file", kMeshFile}, {"vertexCount", a.mesh.vertexCount()}, {"triangleCount", triangleCount(a.mesh.primitives)}};
  json["lods"] = lodsJson(a.mesh);
  putSurface(json, a);
  json["bones"] = mapped(a.bones, [](const vat::BakedBone& bone) {
    Json entry = {{"name", bone.name}, {"parent", bone.parent}};
    if (bone.isMatrix) {
      entry["encoding"] = vat::encodingOf(vat::BakeMode::Bone).name;
    }
    return entry;
  });
  if (!a.masks.empty()) {
    json["masks"] = mapped(a.masks, [](const vat::BakedMask& mask) {
      return Json{{"name", mask.name}, {"weights", mask.weights}};
    });
  }
  json["clips"] = mapped(a.clips, [](const vat::BakedClip& clip) { return toJson(clip); });
  json["sockets"] = mapped(a.sockets, socketJson);
  json["bounds"] = toJson(a.bounds);
  json["files"] = Json::object();
  for (const ManifestFile& file : files) {
    json["files"][file.name] = {{"bytes", file.bytes}, {"xxh3", file.xxh3}};
  }
  json[kManifestChecksumKey] = "xxh3:" + std::string(kChecksumDigits, '0');

  std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  const std::string digits = checksumOf(std::as_bytes(std::span(text)));
  const std::size_t at = text.rfind(kManifestChecksumPrefix) + std::char_traits<char>::length(kManifestChecksumPrefix);
  text.replace(at, kChecksumDigits, digits);
  return text;
}

std::string checksumIn(const std::string& manifest) {
  const std::string prefix = kManifestChecksumPrefix;
  const std::size_t at = manifest.rfind(prefix);
  return at == std::string::npos ? std::string() : manifest.substr(at + prefix.size(), kChecksumDigits);
}

}  // namespace texeleton::pack

#include <algorithm>
#include <array>
#include <string_view>

#include "core/import/gltf/gltf_document.h"
#include "core/import/gltf/gltf_json.h"

namespace texeleton::importing {

namespace {

/// Largest integer that a JSON number represents exactly.
constexpr std::uint64_t kMaxExactJsonNumber = std::uint64_t{1} << 53;

GltfIndex readIndex(JsonReader& json) { return static_cast<GltfIndex>(json.whole(kNoGltfIndex - 1)); }
std::uint64_t readBytes(JsonReader& json) { return json.whole(kMaxExactJsonNumber); }
std::uint32_t readCode(JsonReader& json) { return static_cast<std::uint32_t>(json.whole(0xFFFF)); }

/// A member of an object, and the function that reads its value.
template <class Read>
struct Member {
  std::string_view key;
  Read read;
};
template <class Read>
Member(std::string_view, Read) -> Member<Read>;

/// Reads the member `key` if it is one of those known.
template <class... Reads>
bool readOneOf(std::string_view key, const Member<Reads>&... known) {
  const auto take = [key](const auto& member) {
    const bool isIt = key == member.key;
    if (isIt) {
      member.read();
    }
    return isIt;
  };
  return (take(known) || ...);
}

/// Reads the known members of the next object and skips the others.
template <class... Reads>
void readObject(JsonReader& json, const Member<Reads>&... known) {
  json.object([&](std::string_view key) {
    if (!readOneOf(key, known...)) {
      json.skip();
    }
  });
}

/// Reads one member of the next value, which may be something other than an object.
template <class Read>
void readMember(JsonReader& json, std::string_view key, const Read& read) {
  if (json.atObject()) {
    readObject(json, Member{key, read});
  } else {
    json.skip();
  }
}

template <class T, class Read>
void readArray(JsonReader& json, std::vector<T>& to, const Read& read) {
  json.array([&](std::size_t) { to.push_back(read(json)); });
}

std::string readText(JsonReader& json) { return json.string(); }

GltfBuffer readBuffer(JsonReader& json) {
  GltfBuffer buffer;
  bool hasLength = false;
  const auto readLength = [&] {
    buffer.byteLength = readBytes(json);
    hasLength = true;
  };
  readObject(json, Member{"uri", [&] { buffer.uri = json.string(); }}, Member{"byteLength", readLength});
  if (!hasLength) {
    json.fail(message("has no byteLength"));
  }
  return buffer;
}

GltfMeshopt readMeshopt(JsonReader& json, bool khronos) {
  GltfMeshopt source;
  source.khronos = khronos;
  readObject(json, Member{"buffer", [&] { source.buffer = readIndex(json); }},
             Member{"byteOffset", [&] { source.byteOffset = readBytes(json); }},
             Member{"byteLength", [&] { source.byteLength = readBytes(json); }},
             Member{"byteStride", [&] { source.byteStride = readBytes(json); }},
             Member{"count", [&] { source.count = readBytes(json); }},
             Member{"mode", [&] { source.mode = json.string(); }},
             Member{"filter", [&] { source.filter = json.string(); }});
  return source;
}

GltfBufferView readView(JsonReader& json, std::vector<GltfMeshopt>& meshopts) {
  GltfBufferView view;
  bool hasLength = false;
  const auto readCompressed = [&](bool khronos) {
    view.meshopt = static_cast<GltfIndex>(meshopts.size());
    meshopts.push_back(readMeshopt(json, khronos));
  };
  const auto readLength = [&] {
    view.byteLength = readBytes(json);
    hasLength = true;
  };
  const auto readExtensions = [&] {
    readObject(json, Member{"KHR_meshopt_compression", [&] { readCompressed(true); }},
               Member{"EXT_meshopt_compression", [&] { readCompressed(false); }});
  };
  readObject(json, Member{"buffer", [&] { view.buffer = readIndex(json); }},
             Member{"byteOffset", [&] { view.byteOffset = readBytes(json); }}, Member{"byteLength", readLength},
             Member{"byteStride", [&] { view.byteStride = static_cast<std::uint32_t>(json.whole(255)); }},
             Member{"extensions", readExtensions});
  if (!hasLength || view.buffer == kNoGltfIndex) {
    json.fail(message("has no buffer or no byteLength"));
  }
  return view;
}

GltfSparse readSparse(JsonReader& json) {
  GltfSparse sparse;
  const auto readIndices = [&] {
    readObject(json, Member{"bufferView", [&] { sparse.indicesView = readIndex(json); }},
               Member{"byteOffset", [&] { sparse.indicesOffset = readBytes(json); }},
               Member{"componentType", [&] { sparse.indicesType = readCode(json); }});
  };
  const auto readValues = [&] {
    readObject(json, Member{"bufferView", [&] { sparse.valuesView = readIndex(json); }},
               Member{"byteOffset", [&] { sparse.valuesOffset = readBytes(json); }});
  };
  readObject(json, Member{"count", [&] { sparse.count = readBytes(json); }}, Member{"indices", readIndices},
             Member{"values", readValues});
  return sparse;
}

std::uint32_t readComponents(JsonReader& json) {
  static constexpr auto kTypes = std::to_array<std::pair<std::string_view, std::uint32_t>>(
      {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}});
  const std::string name = json.string();
  const auto found = std::ranges::find(kTypes, name, &std::pair<std::string_view, std::uint32_t>::first);
  if (found == kTypes.end()) {
    json.fail(message("is \"%1\", which is no accessor type", name.substr(0, 40)));
    return 0;
  }
  return found->second;
}

GltfAccessor readAccessor(JsonReader& json, std::vector<GltfSparse>& sparses) {
  GltfAccessor accessor;
  bool hasCount = false;
  const auto readCount = [&] {
    accessor.count = readBytes(json);
    hasCount = true;
  };
  const auto readSparsePart = [&] {
    accessor.sparse = static_cast<GltfIndex>(sparses.size());
    sparses.push_back(readSparse(json));
  };
  readObject(json, Member{"bufferView", [&] { accessor.view = readIndex(json); }},
             Member{"componentType", [&] { accessor.componentType = readCode(json); }}, Member{"count", readCount},
             Member{"type", [&] { accessor.components = readComponents(json); }},
             Member{"byteOffset", [&] { accessor.byteOffset = readBytes(json); }},
             Member{"normalized", [&] { accessor.normalized = json.boolean(); }}, Member{"sparse", readSparsePart});
  if (!hasCount || accessor.components == 0) {
    json.fail(message("has no count or no type"));
  }
  return accessor;
}

GltfAttributes readAttributes(JsonReader& json) {
  GltfAttributes attributes;
  json.object([&](std::string_view key) {
    std::string name(key);
    attributes.emplace_back(std::move(name), readIndex(json));
  });
  return attributes;
}

GltfPrimitive readPrimitive(JsonReader& json) {
  GltfPrimitive primitive;
  const auto readDracoPart = [&] {
    readObject(json, Member{"bufferView", [&] { primitive.dracoView = readIndex(json); }},
               Member{"attributes", [&] { primitive.dracoAttributes = readAttributes(json); }});
  };
  readObject(json, Member{"attributes", [&] { primitive.attributes = readAttributes(json); }},
             Member{"indices", [&] { primitive.indices = readIndex(json); }},
             Member{"material", [&] { primitive.material = readIndex(json); }},
             Member{"mode", [&] { primitive.mode = readCode(json); }},
             Member{"targets", [&] { readArray(json, primitive.targets, readAttributes); }},
             Member{"extensions", [&] { readMember(json, "KHR_draco_mesh_compression", readDracoPart); }});
  return primitive;
}

GltfMesh readMesh(JsonReader& json) {
  GltfMesh mesh;
  const auto readWeight = [](JsonReader& from) { return static_cast<float>(from.number()); };
  const auto readTargetNames = [&] {
    if (json.atArray()) {
      readArray(json, mesh.targetNames, readText);
    } else {
      json.skip();
    }
  };
  // The names are not in the specification, but used by all exporters.
  readObject(json, Member{"name", [&] { mesh.name = json.string(); }},
             Member{"primitives", [&] { readArray(json, mesh.primitives, readPrimitive); }},
             Member{"weights", [&] { readArray(json, mesh.weights, readWeight); }},
             Member{"extras", [&] { readMember(json, "targetNames", readTargetNames); }});
  return mesh;
}

GltfChannel readChannel(JsonReader& json) {
  GltfChannel channel;
  const auto readPointer = [&] { readMember(json, "pointer", [&] { channel.pointer = json.string(); }); };
  const auto readTarget = [&] {
    readObject(json, Member{"node", [&] { channel.node = readIndex(json); }},
               Member{"path", [&] { channel.path = json.string(); }},
               Member{"extensions", [&] { readMember(json, "KHR_animation_pointer", readPointer); }});
  };
  readObject(json, Member{"sampler", [&] { channel.sampler = readIndex(json); }}, Member{"target", readTarget});
  return channel;
}

GltfAnimationSampler readSampler(JsonReader& json) {
  GltfAnimationSampler sampler;
  readObject(json, Member{"input", [&] { sampler.input = readIndex(json); }},
             Member{"output", [&] { sampler.output = readIndex(json); }},
             Member{"interpolation", [&] { sampler.interpolation = json.string(); }});
  return sampler;
}

GltfAnimation readAnimation(JsonReader& json) {
  GltfAnimation animation;
  readObject(json, Member{"name", [&] { animation.name = json.string(); }},
             Member{"channels", [&] { readArray(json, animation.channels, readChannel); }},
             Member{"samplers", [&] { readArray(json, animation.samplers, readSampler); }},
             Member{"extras", [&] { animation.extras = json.skip(); }});
  return animation;
}

GltfImage readImage(JsonReader& json) {
  GltfImage image;
  readObject(json, Member{"name", [&] { image.name = json.string(); }},
             Member{"uri", [&] { image.uri = json.string(); }},
             Member{"bufferView", [&] { image.view = readIndex(json); }});
  return image;
}

void readAsset(JsonReader& json, GltfDocument& document) {
  readObject(json, Member{"version", [&] { document.version = json.string(); }},
             Member{"minVersion", [&] { document.minVersion = json.string(); }},
             Member{"generator", [&] { document.generator = json.string(); }});
}

/// Reads the top-level member `key` if it is one of the tables read here.
bool readTable(JsonReader& json, std::string_view key, GltfDocument& document) {
  const auto read = [&json](auto& table, const auto& readEach) { readArray(json, table, readEach); };
  const auto view = [&document](JsonReader& from) { return readView(from, document.meshopts); };
  const auto accessor = [&document](JsonReader& from) { return readAccessor(from, document.sparses); };
  return readOneOf(key, Member{"asset", [&] { readAsset(json, document); }},
                   Member{"extensionsUsed", [&] { read(document.extensionsUsed, readText); }},
                   Member{"extensionsRequired", [&] { read(document.extensionsRequired, readText); }},
                   Member{"buffers", [&] { read(document.buffers, readBuffer); }},
                   Member{"bufferViews", [&] { read(document.views, view); }},
                   Member{"accessors", [&] { read(document.accessors, accessor); }},
                   Member{"meshes", [&] { read(document.meshes, readMesh); }},
                   Member{"animations", [&] { read(document.animations, readAnimation); }},
                   Member{"images", [&] { read(document.images, readImage); }});
}

}  // namespace

bool readGltfAsset(std::string_view text, GltfDocument& document) {
  JsonReader json(text);
  readObject(json, Member{"asset", [&] { readAsset(json, document); }});
  return json.ok();
}

Result<std::string> readGltfTables(std::string_view text, GltfDocument& document) {
  // Members passed on to tinygltf, which requires a version.
  static constexpr std::array<std::string_view, 7> kForTinygltf = {"scene",     "scenes",   "nodes",   "skins",
                                                                   "materials", "textures", "samplers"};
  std::string rest = R"({"asset":{"version":"2.0"})";
  std::vector<std::string> seen;
  JsonReader json(text);
  json.object([&](std::string_view key) {
    const bool wanted = std::ranges::find(kForTinygltf, key) != kForTinygltf.end();
    std::string name(key);
    if (std::ranges::find(seen, name) != seen.end()) {
      json.fail(message("is given twice"));
      return;
    }
    if (wanted) {
      rest.append(",\"").append(name).append("\":").append(json.skip());
    } else if (!readTable(json, key, document)) {
      json.skip();
      return;
    }
    seen.push_back(std::move(name));
  });
  json.expectEnd();
  if (!json.ok()) {
    return fail(ErrorCode::BadFile, json.error());
  }
  rest += '}';
  return rest;
}

}  // namespace texeleton::importing

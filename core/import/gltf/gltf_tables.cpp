#include <algorithm>
#include <array>
#include <string_view>

#include "core/import/gltf/gltf_document.h"
#include "core/import/gltf/gltf_json.h"

namespace texeleton::importing {

namespace {

/// Largest integer that a JSON number holds exactly.
constexpr std::uint64_t kMaxExactJsonNumber = std::uint64_t{1} << 53;

GltfIndex readIndex(JsonReader& json) { return static_cast<GltfIndex>(json.whole(kNoGltfIndex - 1)); }
std::uint64_t readBytes(JsonReader& json) { return json.whole(kMaxExactJsonNumber); }

/// Calls `onMember(name, value)` for `wanted` in the next object and skips everything else.
template <class OnValue>
void member(JsonReader& json, std::string_view wanted, OnValue&& onValue) {
  if (!json.atObject()) {
    json.skip();
    return;
  }
  json.object([&](std::string_view key) {
    if (key == wanted) {
      onValue();
    } else {
      json.skip();
    }
  });
}

GltfBuffer readBuffer(JsonReader& json) {
  GltfBuffer buffer;
  bool hasLength = false;
  json.object([&](std::string_view key) {
    if (key == "uri") {
      buffer.uri = json.string();
    } else if (key == "byteLength") {
      buffer.byteLength = readBytes(json);
      hasLength = true;
    } else {
      json.skip();
    }
  });
  if (!hasLength) {
    json.fail(message("has no byteLength"));
  }
  return buffer;
}

GltfMeshopt readMeshopt(JsonReader& json, bool khronos) {
  GltfMeshopt source;
  source.khronos = khronos;
  json.object([&](std::string_view key) {
    if (key == "buffer") {
      source.buffer = readIndex(json);
    } else if (key == "byteOffset") {
      source.byteOffset = readBytes(json);
    } else if (key == "byteLength") {
      source.byteLength = readBytes(json);
    } else if (key == "byteStride") {
      source.byteStride = readBytes(json);
    } else if (key == "count") {
      source.count = readBytes(json);
    } else if (key == "mode") {
      source.mode = json.string();
    } else if (key == "filter") {
      source.filter = json.string();
    } else {
      json.skip();
    }
  });
  return source;
}

GltfBufferView readView(JsonReader& json, std::vector<GltfMeshopt>& meshopts) {
  GltfBufferView view;
  bool hasLength = false;
  json.object([&](std::string_view key) {
    if (key == "buffer") {
      view.buffer = readIndex(json);
    } else if (key == "byteOffset") {
      view.byteOffset = readBytes(json);
    } else if (key == "byteLength") {
      view.byteLength = readBytes(json);
      hasLength = true;
    } else if (key == "byteStride") {
      view.byteStride = static_cast<std::uint32_t>(json.whole(255));
    } else if (key == "extensions") {
      json.object([&](std::string_view name) {
        const bool khronos = name == "KHR_meshopt_compression";
        if (khronos || name == "EXT_meshopt_compression") {
          view.meshopt = static_cast<GltfIndex>(meshopts.size());
          meshopts.push_back(readMeshopt(json, khronos));
        } else {
          json.skip();
        }
      });
    } else {
      json.skip();
    }
  });
  if (!hasLength || view.buffer == kNoGltfIndex) {
    json.fail(message("has no buffer or no byteLength"));
  }
  return view;
}

GltfSparse readSparse(JsonReader& json) {
  GltfSparse sparse;
  json.object([&](std::string_view key) {
    if (key == "count") {
      sparse.count = readBytes(json);
    } else if (key == "indices") {
      json.object([&](std::string_view name) {
        if (name == "bufferView") {
          sparse.indicesView = readIndex(json);
        } else if (name == "byteOffset") {
          sparse.indicesOffset = readBytes(json);
        } else if (name == "componentType") {
          sparse.indicesType = static_cast<std::uint32_t>(json.whole(0xFFFF));
        } else {
          json.skip();
        }
      });
    } else if (key == "values") {
      json.object([&](std::string_view name) {
        if (name == "bufferView") {
          sparse.valuesView = readIndex(json);
        } else if (name == "byteOffset") {
          sparse.valuesOffset = readBytes(json);
        } else {
          json.skip();
        }
      });
    } else {
      json.skip();
    }
  });
  return sparse;
}

std::uint32_t readComponents(JsonReader& json, bool& isMatrix) {
  struct Type {
    std::string_view name;
    std::uint32_t components;
  };
  static constexpr std::array<Type, 7> kTypes = {
      {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}}};
  const std::string name = json.string();
  const auto found = std::find_if(kTypes.begin(), kTypes.end(), [&](const Type& type) { return type.name == name; });
  if (found == kTypes.end()) {
    json.fail(message("is \"%1\", which is no accessor type", name.substr(0, 40)));
    return 0;
  }
  isMatrix = name.front() == 'M';
  return found->components;
}

GltfAccessor readAccessor(JsonReader& json, std::vector<GltfSparse>& sparses) {
  GltfAccessor accessor;
  bool hasCount = false;
  json.object([&](std::string_view key) {
    if (key == "bufferView") {
      accessor.view = readIndex(json);
    } else if (key == "componentType") {
      accessor.componentType = static_cast<std::uint32_t>(json.whole(0xFFFF));
    } else if (key == "count") {
      accessor.count = readBytes(json);
      hasCount = true;
    } else if (key == "type") {
      accessor.components = readComponents(json, accessor.isMatrix);
    } else if (key == "byteOffset") {
      accessor.byteOffset = readBytes(json);
    } else if (key == "normalized") {
      accessor.normalized = json.boolean();
    } else if (key == "sparse") {
      accessor.sparse = static_cast<GltfIndex>(sparses.size());
      sparses.push_back(readSparse(json));
    } else {
      json.skip();
    }
  });
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
  json.object([&](std::string_view key) {
    if (key == "attributes") {
      primitive.attributes = readAttributes(json);
    } else if (key == "indices") {
      primitive.indices = readIndex(json);
    } else if (key == "material") {
      primitive.material = readIndex(json);
    } else if (key == "mode") {
      primitive.mode = static_cast<std::uint32_t>(json.whole(0xFFFF));
    } else if (key == "targets") {
      json.array([&](std::size_t) { primitive.targets.push_back(readAttributes(json)); });
    } else if (key == "extensions") {
      member(json, "KHR_draco_mesh_compression", [&] {
        json.object([&](std::string_view name) {
          if (name == "bufferView") {
            primitive.dracoView = readIndex(json);
          } else if (name == "attributes") {
            primitive.dracoAttributes = readAttributes(json);
          } else {
            json.skip();
          }
        });
      });
    } else {
      json.skip();
    }
  });
  return primitive;
}

GltfMesh readMesh(JsonReader& json) {
  GltfMesh mesh;
  json.object([&](std::string_view key) {
    if (key == "name") {
      mesh.name = json.string();
    } else if (key == "primitives") {
      json.array([&](std::size_t) { mesh.primitives.push_back(readPrimitive(json)); });
    } else if (key == "weights") {
      json.array([&](std::size_t) { mesh.weights.push_back(static_cast<float>(json.number())); });
    } else if (key == "extras") {
      // Not in the specification, but used by all exporters.
      member(json, "targetNames", [&] {
        if (!json.atArray()) {
          json.skip();
          return;
        }
        json.array([&](std::size_t) { mesh.targetNames.push_back(json.string()); });
      });
    } else {
      json.skip();
    }
  });
  return mesh;
}

GltfChannel readChannel(JsonReader& json) {
  GltfChannel channel;
  json.object([&](std::string_view key) {
    if (key == "sampler") {
      channel.sampler = readIndex(json);
    } else if (key == "target") {
      json.object([&](std::string_view name) {
        if (name == "node") {
          channel.node = readIndex(json);
        } else if (name == "path") {
          channel.path = json.string();
        } else if (name == "extensions") {
          member(json, "KHR_animation_pointer",
                 [&] { member(json, "pointer", [&] { channel.pointer = json.string(); }); });
        } else {
          json.skip();
        }
      });
    } else {
      json.skip();
    }
  });
  return channel;
}

GltfAnimationSampler readSampler(JsonReader& json) {
  GltfAnimationSampler sampler;
  json.object([&](std::string_view key) {
    if (key == "input") {
      sampler.input = readIndex(json);
    } else if (key == "output") {
      sampler.output = readIndex(json);
    } else if (key == "interpolation") {
      sampler.interpolation = json.string();
    } else {
      json.skip();
    }
  });
  return sampler;
}

GltfAnimation readAnimation(JsonReader& json) {
  GltfAnimation animation;
  json.object([&](std::string_view key) {
    if (key == "name") {
      animation.name = json.string();
    } else if (key == "channels") {
      json.array([&](std::size_t) { animation.channels.push_back(readChannel(json)); });
    } else if (key == "samplers") {
      json.array([&](std::size_t) { animation.samplers.push_back(readSampler(json)); });
    } else if (key == "extras") {
      animation.extras = json.skip();
    } else {
      json.skip();
    }
  });
  return animation;
}

GltfImage readImage(JsonReader& json) {
  GltfImage image;
  json.object([&](std::string_view key) {
    if (key == "name") {
      image.name = json.string();
    } else if (key == "uri") {
      image.uri = json.string();
    } else if (key == "bufferView") {
      image.view = readIndex(json);
    } else {
      json.skip();
    }
  });
  return image;
}

void readAsset(JsonReader& json, GltfDocument& document) {
  json.object([&](std::string_view key) {
    if (key == "version") {
      document.version = json.string();
    } else if (key == "minVersion") {
      document.minVersion = json.string();
    } else if (key == "generator") {
      document.generator = json.string();
    } else {
      json.skip();
    }
  });
}

/// Reads the top-level member `key` if it is one of our tables.
bool readTable(JsonReader& json, std::string_view key, GltfDocument& document) {
  if (key == "asset") {
    readAsset(json, document);
  } else if (key == "extensionsUsed") {
    json.array([&](std::size_t) { document.extensionsUsed.push_back(json.string()); });
  } else if (key == "extensionsRequired") {
    json.array([&](std::size_t) { document.extensionsRequired.push_back(json.string()); });
  } else if (key == "buffers") {
    json.array([&](std::size_t) { document.buffers.push_back(readBuffer(json)); });
  } else if (key == "bufferViews") {
    json.array([&](std::size_t) { document.views.push_back(readView(json, document.meshopts)); });
  } else if (key == "accessors") {
    json.array([&](std::size_t) { document.accessors.push_back(readAccessor(json, document.sparses)); });
  } else if (key == "meshes") {
    json.array([&](std::size_t) { document.meshes.push_back(readMesh(json)); });
  } else if (key == "animations") {
    json.array([&](std::size_t) { document.animations.push_back(readAnimation(json)); });
  } else if (key == "images") {
    json.array([&](std::size_t) { document.images.push_back(readImage(json)); });
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool readGltfAsset(std::string_view text, GltfDocument& document) {
  JsonReader json(text);
  json.object([&](std::string_view key) {
    if (key == "asset") {
      readAsset(json, document);
    } else {
      json.skip();
    }
  });
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
    const bool wanted = std::find(kForTinygltf.begin(), kForTinygltf.end(), key) != kForTinygltf.end();
    std::string name(key);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
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

#include "core/export/unreal/fbx_write.h"

#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>
#include <type_traits>

namespace texeleton::exporting {

namespace {

static_assert(std::endian::native == std::endian::little, "FBX is written as it lies in memory");

constexpr std::uint32_t kFbxVersion = 7400;
/// The file's creation time, which must match its FileId and the sixteen bytes at its end, since readers compare them.
constexpr std::string_view kCreationTime = "1970-01-01 10:00:00:000";
constexpr unsigned char kFileId[16] = {0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2,
                                       0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc, 0xf1};
constexpr unsigned char kFootId[16] = {0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66,
                                       0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e};
constexpr unsigned char kFootEnd[16] = {0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e,
                                        0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b};

template <typename T>
void putFbx(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

void putFbxBytes(std::string& out, std::span<const unsigned char> bytes) {
  for (const unsigned char b : bytes) {
    out += static_cast<char>(b);
  }
}

/// Writes records: a name, properties, then nested records.
class FbxRecords {
 public:
  /// A record without nested ones. Properties: 32-bit and 64-bit integers, doubles, texts, bytes and arrays.
  template <typename... Properties>
  void leaf(std::string_view name, const Properties&... properties) {
    const std::size_t at = begin(name, properties...);
    set(at, m_out.size());
  }

  /// Begins a record with nested ones.
  template <typename... Properties>
  void open(std::string_view name, const Properties&... properties) {
    m_open.push_back(begin(name, properties...));
  }
  void close() {
    m_out.append(13, '\0');  // Nested records end with an empty one.
    set(m_open.back(), m_out.size());
    m_open.pop_back();
  }

  std::string& out() { return m_out; }

 private:
  /// Returns where the record begins: with the place of its end, still to set.
  template <typename... Properties>
  std::size_t begin(std::string_view name, const Properties&... properties) {
    const std::size_t at = m_out.size();
    m_out.append(12, '\0');
    m_out += static_cast<char>(name.size());
    m_out += name;
    const std::size_t first = m_out.size();
    (put(properties), ...);
    set(at + 4, sizeof...(properties));
    set(at + 8, m_out.size() - first);
    return at;
  }

  void put(std::int32_t v) { number('I', v); }
  void put(std::int64_t v) { number('L', v); }
  void put(double v) { number('D', v); }
  void put(std::string_view v) {
    number('S', static_cast<std::uint32_t>(v.size()));
    m_out += v;
  }
  void put(std::span<const unsigned char> v) {
    number('R', static_cast<std::uint32_t>(v.size()));
    putFbxBytes(m_out, v);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    number(std::is_same_v<T, double> ? 'd' : 'i', static_cast<std::uint32_t>(values.size()));
    putFbx(m_out, std::uint32_t{0});  // Not compressed.
    const std::size_t bytes = values.size() * sizeof(T);
    putFbx(m_out, static_cast<std::uint32_t>(bytes));
    m_out.append(reinterpret_cast<const char*>(values.data()), bytes);
  }
  template <typename T>
  void number(char type, T value) {
    m_out += type;
    putFbx(m_out, value);
  }

  void set(std::size_t at, std::size_t value) {
    const auto narrow = static_cast<std::uint32_t>(value);
    std::memcpy(m_out.data() + at, &narrow, sizeof(narrow));
  }

  std::string m_out;
  std::vector<std::size_t> m_open;
};

/// The name "slot0" of class "Material" as FBX writes it.
std::string classed(std::string_view name, std::string_view kind) {
  return std::string(name) + std::string("\0\1", 2) + std::string(kind);
}

constexpr std::int64_t kGeometry = 1000;
constexpr std::int64_t kModel = 2000;
constexpr std::int64_t kFirstMaterial = 3000;

template <typename Vector>
std::vector<double> flatNumbers(const std::vector<Vector>& values) {
  std::vector<double> result;
  result.reserve(values.size() * static_cast<std::size_t>(Vector::length()));
  for (const Vector& v : values) {
    for (int i = 0; i < Vector::length(); ++i) {
      result.push_back(v[i]);
    }
  }
  return result;
}

void writeHeader(FbxRecords& fbx) {
  fbx.open("FBXHeaderExtension");
  fbx.leaf("FBXHeaderVersion", 1003);
  fbx.leaf("FBXVersion", static_cast<std::int32_t>(kFbxVersion));
  fbx.leaf("EncryptionType", 0);
  fbx.leaf("Creator", "Texeleton");
  fbx.close();
  fbx.leaf("FileId", std::span(kFileId));
  fbx.leaf("CreationTime", kCreationTime);
  fbx.leaf("Creator", "Texeleton");
  fbx.open("GlobalSettings");
  fbx.leaf("Version", 1000);
  fbx.open("Properties70");
  // The axes of Unreal's importer, which then need no conversion.
  fbx.leaf("P", "UpAxis", "int", "Integer", "", 2);
  fbx.leaf("P", "UpAxisSign", "int", "Integer", "", 1);
  fbx.leaf("P", "FrontAxis", "int", "Integer", "", 1);
  fbx.leaf("P", "FrontAxisSign", "int", "Integer", "", -1);
  fbx.leaf("P", "CoordAxis", "int", "Integer", "", 0);
  fbx.leaf("P", "CoordAxisSign", "int", "Integer", "", 1);
  fbx.leaf("P", "OriginalUpAxis", "int", "Integer", "", 2);
  fbx.leaf("P", "OriginalUpAxisSign", "int", "Integer", "", 1);
  fbx.leaf("P", "UnitScaleFactor", "double", "Number", "", 1.0);
  fbx.leaf("P", "OriginalUnitScaleFactor", "double", "Number", "", 1.0);
  fbx.close();
  fbx.close();
}

void writeDefinitions(FbxRecords& fbx, std::size_t materialCount) {
  const auto type = [&fbx](std::string_view name, std::int32_t count) {
    fbx.open("ObjectType", name);
    fbx.leaf("Count", count);
    fbx.close();
  };
  const auto materials = static_cast<std::int32_t>(materialCount);
  fbx.open("Documents");
  fbx.leaf("Count", 1);
  fbx.open("Document", std::int64_t{100}, "Scene", "Scene");
  fbx.leaf("RootNode", std::int64_t{0});
  fbx.close();
  fbx.close();
  fbx.open("References");
  fbx.close();
  fbx.open("Definitions");
  fbx.leaf("Version", 100);
  fbx.leaf("Count", 3 + materials);
  type("GlobalSettings", 1);
  type("Geometry", 1);
  type("Model", 1);
  type("Material", materials);
  fbx.close();
}

void openLayer(FbxRecords& fbx, std::string_view record, std::int32_t number, std::int32_t version,
               std::string_view name, std::string_view mapping, std::string_view reference) {
  fbx.open(record, number);
  fbx.leaf("Version", version);
  fbx.leaf("Name", name);
  fbx.leaf("MappingInformationType", mapping);
  fbx.leaf("ReferenceInformationType", reference);
}

/// A layer of values, one for each point, stored by corner: all readers accept that.
void writeLayer(FbxRecords& fbx, std::string_view record, std::int32_t number, std::string_view name,
                std::string_view values, std::string_view indexRecord, const std::vector<double>& numbers,
                const std::vector<std::int32_t>& index) {
  openLayer(fbx, record, number, 101, name, "ByPolygonVertex", "IndexToDirect");
  fbx.leaf(values, numbers);
  fbx.leaf(indexRecord, index);
  fbx.close();
}

void writeLayerEntry(FbxRecords& fbx, std::string_view type, std::int32_t number) {
  fbx.open("LayerElement");
  fbx.leaf("Type", type);
  fbx.leaf("TypedIndex", number);
  fbx.close();
}

void writeGeometry(FbxRecords& fbx, const FbxMesh& mesh) {
  std::vector<std::int32_t> corners;
  std::vector<std::int32_t> ends;
  std::vector<std::int32_t> materials;
  for (std::size_t p = 0; p < mesh.parts.size(); ++p) {
    const auto& indices = mesh.parts[p].indices;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const auto point = static_cast<std::int32_t>(indices[i]);
      corners.push_back(point);
      ends.push_back(i % 3 == 2 ? -point - 1 : point);  // The last corner of a polygon is negative.
    }
    materials.insert(materials.end(), indices.size() / 3, static_cast<std::int32_t>(p));
  }
  fbx.open("Geometry", kGeometry, classed(mesh.name, "Geometry"), "Mesh");
  fbx.leaf("Vertices", flatNumbers(mesh.points));
  fbx.leaf("PolygonVertexIndex", ends);
  fbx.leaf("GeometryVersion", 124);
  writeLayer(fbx, "LayerElementNormal", 0, "", "Normals", "NormalsIndex", flatNumbers(mesh.normals), corners);
  if (!mesh.colors.empty()) {
    writeLayer(fbx, "LayerElementColor", 0, "Color", "Colors", "ColorIndex", flatNumbers(mesh.colors), corners);
  }
  for (std::size_t i = 0; i < mesh.uvSets.size(); ++i) {
    writeLayer(fbx, "LayerElementUV", static_cast<std::int32_t>(i), mesh.uvSets[i].name, "UV", "UVIndex",
               flatNumbers(mesh.uvSets[i].values), corners);
  }
  // One smoothing group for all, since Unreal warns without any. Normals are imported, so it has no effect.
  openLayer(fbx, "LayerElementSmoothing", 0, 102, "", "ByPolygon", "Direct");
  fbx.leaf("Smoothing", std::vector<std::int32_t>(materials.size(), 1));
  fbx.close();
  openLayer(fbx, "LayerElementMaterial", 0, 101, "", "ByPolygon", "IndexToDirect");
  fbx.leaf("Materials", materials);
  fbx.close();
  for (std::size_t i = 0; i < std::max<std::size_t>(1, mesh.uvSets.size()); ++i) {
    fbx.open("Layer", static_cast<std::int32_t>(i));
    fbx.leaf("Version", 100);
    if (i == 0) {
      writeLayerEntry(fbx, "LayerElementNormal", 0);
      if (!mesh.colors.empty()) {
        writeLayerEntry(fbx, "LayerElementColor", 0);
      }
      writeLayerEntry(fbx, "LayerElementSmoothing", 0);
      writeLayerEntry(fbx, "LayerElementMaterial", 0);
    }
    if (i < mesh.uvSets.size()) {
      writeLayerEntry(fbx, "LayerElementUV", static_cast<std::int32_t>(i));
    }
    fbx.close();
  }
  fbx.close();
}

void writeObjects(FbxRecords& fbx, const FbxMesh& mesh) {
  fbx.open("Objects");
  writeGeometry(fbx, mesh);
  fbx.open("Model", kModel, classed(mesh.name, "Model"), "Mesh");
  fbx.leaf("Version", 232);
  fbx.open("Properties70");
  fbx.leaf("P", "DefaultAttributeIndex", "int", "Integer", "", 0);
  fbx.close();
  fbx.leaf("Culling", "CullingOff");
  fbx.close();
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    fbx.open("Material", kFirstMaterial + static_cast<std::int64_t>(i), classed(mesh.parts[i].material, "Material"),
             "");
    fbx.leaf("Version", 102);
    fbx.leaf("ShadingModel", "phong");
    fbx.leaf("MultiLayer", 0);
    fbx.close();
  }
  fbx.close();
}

void writeConnections(FbxRecords& fbx, const FbxMesh& mesh) {
  const auto connect = [&fbx](std::int64_t child, std::int64_t parent) { fbx.leaf("C", "OO", child, parent); };
  fbx.open("Connections");
  connect(kModel, 0);
  connect(kGeometry, kModel);
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    connect(kFirstMaterial + static_cast<std::int64_t>(i), kModel);
  }
  fbx.close();
}

}  // namespace

Result<std::string> fbxBytes(const FbxMesh& mesh) {
  const std::uint64_t corners =
      std::accumulate(mesh.parts.begin(), mesh.parts.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const FbxPart& part) { return sum + part.indices.size(); });
  const std::uint64_t sets = mesh.uvSets.size();
  const std::uint64_t estimate =
      mesh.points.size() * std::uint64_t{80 + 16 * sets} + corners * std::uint64_t{16 + 4 * sets} + 65536;
  if (estimate > (std::uint64_t{1} << 31)) {
    return fail(ErrorCode::Limit, "The mesh is too large for an FBX file of 2 GiB; export fewer vertices");
  }
  FbxRecords fbx;
  fbx.out() += std::string("Kaydara FBX Binary  \0\x1a\0", 23);
  putFbx(fbx.out(), kFbxVersion);
  writeHeader(fbx);
  writeDefinitions(fbx, mesh.parts.size());
  writeObjects(fbx, mesh);
  writeConnections(fbx, mesh);
  fbx.open("Takes");
  fbx.leaf("Current", "");
  fbx.close();
  std::string& out = fbx.out();
  out.append(13, '\0');
  putFbxBytes(out, kFootId);
  out.append(4, '\0');
  out.append(16 - out.size() % 16, '\0');
  putFbx(out, kFbxVersion);
  out.append(120, '\0');
  putFbxBytes(out, kFootEnd);
  return std::move(out);
}

}  // namespace texeleton::exporting

#include "core/export/unreal/fbx_write.h"

#include <bit>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>

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
  void begin(std::string_view name) {
    if (!m_open.empty()) {
      m_open.back().hasChildren = true;
    }
    Open open;
    open.at = m_out.size();
    m_out.append(12, '\0');
    m_out += static_cast<char>(name.size());
    m_out += name;
    open.properties = m_out.size();
    m_open.push_back(open);
  }

  void end() {
    const Open open = m_open.back();
    m_open.pop_back();
    if (!open.closed) {
      closeProperties(open);
    }
    // Records with nested records, and entirely empty ones, end with an empty record.
    if (open.hasChildren || open.count == 0) {
      m_out.append(13, '\0');
    }
    set(open.at, m_out.size());
  }

  FbxRecords& integer(std::int32_t v) { return property('I', v); }
  FbxRecords& longInteger(std::int64_t v) { return property('L', v); }
  FbxRecords& number(double v) { return property('D', v); }
  FbxRecords& text(std::string_view v) { return blob('S', v); }
  FbxRecords& raw(std::string_view v) { return blob('R', v); }

  template <typename T>
  FbxRecords& array(char type, const std::vector<T>& values) {
    next();
    m_out += type;
    putFbx(m_out, static_cast<std::uint32_t>(values.size()));
    putFbx(m_out, std::uint32_t{0});  // Not compressed.
    const std::size_t bytes = values.size() * sizeof(T);
    putFbx(m_out, static_cast<std::uint32_t>(bytes));
    const std::size_t at = m_out.size();
    m_out.resize(at + bytes);
    if (bytes > 0) {
      std::memcpy(m_out.data() + at, values.data(), bytes);
    }
    return *this;
  }

  /// A record of one property without nested records.
  void leaf(std::string_view name, std::int32_t value) {
    begin(name);
    integer(value);
    end();
  }
  void leaf(std::string_view name, std::string_view value) {
    begin(name);
    text(value);
    end();
  }
  template <typename T>
  void leafArray(std::string_view name, char type, const std::vector<T>& values) {
    begin(name);
    array(type, values);
    end();
  }

  /// An entry of Properties70.
  void setting(std::string_view name, std::string_view type, std::string_view label, std::int32_t value) {
    begin("P");
    text(name).text(type).text(label).text("").integer(value);
    end();
  }
  void setting(std::string_view name, std::string_view type, std::string_view label, double value) {
    begin("P");
    text(name).text(type).text(label).text("").number(value);
    end();
  }

  std::string& out() { return m_out; }

 private:
  struct Open {
    std::size_t at = 0;
    std::size_t properties = 0;
    std::uint32_t count = 0;
    bool hasChildren = false;
    bool closed = false;
  };

  void next() { ++m_open.back().count; }

  template <typename T>
  FbxRecords& property(char type, T value) {
    next();
    m_out += type;
    putFbx(m_out, value);
    return *this;
  }
  FbxRecords& blob(char type, std::string_view value) {
    next();
    m_out += type;
    putFbx(m_out, static_cast<std::uint32_t>(value.size()));
    m_out += value;
    return *this;
  }

  void set(std::size_t at, std::size_t value) {
    const auto narrow = static_cast<std::uint32_t>(value);
    std::memcpy(m_out.data() + at, &narrow, sizeof(narrow));
  }
  void closeProperties(const Open& open) {
    set(open.at + 4, open.count);
    set(open.at + 8, m_out.size() - open.properties);
  }

 public:
  /// Ends the properties of the open record; nested records follow.
  void children() {
    Open& open = m_open.back();
    closeProperties(open);
    open.closed = true;
  }

 private:
  std::string m_out;
  std::vector<Open> m_open;
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
  fbx.begin("FBXHeaderExtension");
  fbx.children();
  fbx.leaf("FBXHeaderVersion", 1003);
  fbx.leaf("FBXVersion", static_cast<std::int32_t>(kFbxVersion));
  fbx.leaf("EncryptionType", 0);
  fbx.leaf("Creator", "Texeleton");
  fbx.end();
  fbx.begin("FileId");
  fbx.raw({reinterpret_cast<const char*>(kFileId), sizeof(kFileId)});
  fbx.end();
  fbx.leaf("CreationTime", kCreationTime);
  fbx.leaf("Creator", "Texeleton");
  fbx.begin("GlobalSettings");
  fbx.children();
  fbx.leaf("Version", 1000);
  fbx.begin("Properties70");
  fbx.children();
  // The axes of Unreal's importer, which then need no conversion.
  fbx.setting("UpAxis", "int", "Integer", 2);
  fbx.setting("UpAxisSign", "int", "Integer", 1);
  fbx.setting("FrontAxis", "int", "Integer", 1);
  fbx.setting("FrontAxisSign", "int", "Integer", -1);
  fbx.setting("CoordAxis", "int", "Integer", 0);
  fbx.setting("CoordAxisSign", "int", "Integer", 1);
  fbx.setting("OriginalUpAxis", "int", "Integer", 2);
  fbx.setting("OriginalUpAxisSign", "int", "Integer", 1);
  fbx.setting("UnitScaleFactor", "double", "Number", 1.0);
  fbx.setting("OriginalUnitScaleFactor", "double", "Number", 1.0);
  fbx.end();
  fbx.end();
}

void writeDefinitions(FbxRecords& fbx, std::size_t materialCount) {
  const auto type = [&fbx](std::string_view name, std::int32_t count) {
    fbx.begin("ObjectType");
    fbx.text(name);
    fbx.children();
    fbx.leaf("Count", count);
    fbx.end();
  };
  const auto materials = static_cast<std::int32_t>(materialCount);
  fbx.begin("Documents");
  fbx.children();
  fbx.leaf("Count", 1);
  fbx.begin("Document");
  fbx.longInteger(100).text("Scene").text("Scene");
  fbx.children();
  fbx.begin("RootNode");
  fbx.longInteger(0);
  fbx.end();
  fbx.end();
  fbx.end();
  fbx.begin("References");
  fbx.children();
  fbx.end();
  fbx.begin("Definitions");
  fbx.children();
  fbx.leaf("Version", 100);
  fbx.leaf("Count", 3 + materials);
  type("GlobalSettings", 1);
  type("Geometry", 1);
  type("Model", 1);
  type("Material", materials);
  fbx.end();
}

/// A layer of values, one for each point, stored by corner: all readers accept that.
void writeLayer(FbxRecords& fbx, std::string_view record, std::int32_t number, std::string_view name,
                std::string_view values, std::string_view indexRecord, const std::vector<double>& numbers,
                const std::vector<std::int32_t>& index) {
  fbx.begin(record);
  fbx.integer(number);
  fbx.children();
  fbx.leaf("Version", 101);
  fbx.leaf("Name", name);
  fbx.leaf("MappingInformationType", "ByPolygonVertex");
  fbx.leaf("ReferenceInformationType", "IndexToDirect");
  fbx.leafArray(values, 'd', numbers);
  fbx.leafArray(indexRecord, 'i', index);
  fbx.end();
}

void writeLayerEntry(FbxRecords& fbx, std::string_view type, std::int32_t number) {
  fbx.begin("LayerElement");
  fbx.children();
  fbx.leaf("Type", type);
  fbx.leaf("TypedIndex", number);
  fbx.end();
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
  fbx.begin("Geometry");
  fbx.longInteger(kGeometry).text(classed(mesh.name, "Geometry")).text("Mesh");
  fbx.children();
  fbx.leafArray("Vertices", 'd', flatNumbers(mesh.points));
  fbx.leafArray("PolygonVertexIndex", 'i', ends);
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
  fbx.begin("LayerElementSmoothing");
  fbx.integer(0);
  fbx.children();
  fbx.leaf("Version", 102);
  fbx.leaf("Name", "");
  fbx.leaf("MappingInformationType", "ByPolygon");
  fbx.leaf("ReferenceInformationType", "Direct");
  fbx.leafArray("Smoothing", 'i', std::vector<std::int32_t>(materials.size(), 1));
  fbx.end();
  fbx.begin("LayerElementMaterial");
  fbx.integer(0);
  fbx.children();
  fbx.leaf("Version", 101);
  fbx.leaf("Name", "");
  fbx.leaf("MappingInformationType", "ByPolygon");
  fbx.leaf("ReferenceInformationType", "IndexToDirect");
  fbx.leafArray("Materials", 'i', materials);
  fbx.end();
  for (std::size_t i = 0; i < std::max<std::size_t>(1, mesh.uvSets.size()); ++i) {
    fbx.begin("Layer");
    fbx.integer(static_cast<std::int32_t>(i));
    fbx.children();
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
    fbx.end();
  }
  fbx.end();
}

void writeObjects(FbxRecords& fbx, const FbxMesh& mesh) {
  fbx.begin("Objects");
  fbx.children();
  writeGeometry(fbx, mesh);
  fbx.begin("Model");
  fbx.longInteger(kModel).text(classed(mesh.name, "Model")).text("Mesh");
  fbx.children();
  fbx.leaf("Version", 232);
  fbx.begin("Properties70");
  fbx.children();
  fbx.setting("DefaultAttributeIndex", "int", "Integer", 0);
  fbx.end();
  fbx.leaf("Culling", "CullingOff");
  fbx.end();
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    fbx.begin("Material");
    fbx.longInteger(kFirstMaterial + static_cast<std::int64_t>(i));
    fbx.text(classed(mesh.parts[i].material, "Material")).text("");
    fbx.children();
    fbx.leaf("Version", 102);
    fbx.leaf("ShadingModel", "phong");
    fbx.leaf("MultiLayer", 0);
    fbx.end();
  }
  fbx.end();
}

void writeConnections(FbxRecords& fbx, const FbxMesh& mesh) {
  const auto connect = [&fbx](std::int64_t child, std::int64_t parent) {
    fbx.begin("C");
    fbx.text("OO").longInteger(child).longInteger(parent);
    fbx.end();
  };
  fbx.begin("Connections");
  fbx.children();
  connect(kModel, 0);
  connect(kGeometry, kModel);
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    connect(kFirstMaterial + static_cast<std::int64_t>(i), kModel);
  }
  fbx.end();
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
  fbx.begin("Takes");
  fbx.children();
  fbx.leaf("Current", "");
  fbx.end();
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

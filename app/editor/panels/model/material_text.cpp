#include "app/editor/panels/model/material_text.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <set>

#include "app/editor/messages/localized.h"
#include "app/editor/theme/theme.h"
#include "viewport/scene/images/decode_image.h"

namespace texeleton::editor {

namespace {

constexpr int kIconSide = 16;
constexpr std::uint64_t kMostSampled =
    512;  // Limit of sampled texels per side, enough for an average and for the cells of a palette.

struct Words {
  Q_DECLARE_TR_FUNCTIONS(Materials)
};

/// Linear to sRGB, one channel.
double encoded(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
}

QColor baseColor(const model::Material& material, const glm::dvec3& texture = glm::dvec3(1.0)) {
  const glm::dvec4 c = glm::dvec4(material.baseColorFactor) * glm::dvec4(texture, 1.0);
  const double alpha = material.alphaMode == model::AlphaMode::Opaque ? 1.0 : std::clamp(c.a, 0.0, 1.0);
  return QColor::fromRgbF(static_cast<float>(encoded(c.r)), static_cast<float>(encoded(c.g)),
                          static_cast<float>(encoded(c.b)), static_cast<float>(alpha));
}

double decoded(int channel) {
  const double v = channel / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

/// Calls `visit` with sampled texels of a material, each with the area of its triangle.
template <class F>
void sample(std::size_t material, const model::TextureSlot& slot, const model::Model& model, const F& visit) {
  constexpr std::size_t kMostOfPart = 4096;
  const model::VertexData& vertices = model.vertices;
  const std::vector<glm::vec2>& uvs = slot.uvSet == 0 ? vertices.uv0 : vertices.uv1;
  for (const model::MeshPart& part : model.parts) {
    if (part.material.value != material || !(slot.uvSet == 0 ? part.hasUv0 : part.hasUv1)) {
      continue;
    }
    const std::size_t step = 3 * (1 + part.indexCount / 3 / kMostOfPart);
    for (std::size_t i = 0; i + 2 < part.indexCount; i += step) {
      const std::uint32_t* corner = &vertices.indices[part.firstIndex + i];
      const glm::vec3& a = vertices.positions[corner[0]];
      const float area = glm::length(glm::cross(vertices.positions[corner[1]] - a, vertices.positions[corner[2]] - a));
      visit((uvs[corner[0]] + uvs[corner[1]] + uvs[corner[2]]) / 3.0f, static_cast<double>(area));
    }
  }
}

}  // namespace

MeshSize sizeOf(const meshes::MeshInstance& mesh, const model::Model& model) {
  MeshSize size;
  for (const std::uint32_t part : mesh.parts) {
    size.vertices += model.parts[part].vertexCount;
    size.triangles += model.parts[part].indexCount / 3;
  }
  return size;
}

std::vector<std::size_t> materialsOf(const meshes::MeshInstance& mesh, const model::Model& model) {
  std::set<std::size_t> materials;
  for (const std::uint32_t part : mesh.parts) {
    if (const MaterialIndex material = model.parts[part].material; material.isValid()) {
      materials.insert(material.value);
    }
  }
  return {materials.begin(), materials.end()};
}

std::vector<MaterialUse> materialUses(const model::Model& model, const meshes::MeshInstances& meshes) {
  std::vector<MaterialUse> uses(model.materials.size());
  for (std::size_t i = 0; i < meshes.instances.size(); ++i) {
    for (const std::size_t material : materialsOf(meshes.instances[i], model)) {
      uses[material].meshes.push_back(i);
    }
    for (const std::uint32_t part : meshes.instances[i].parts) {
      if (const MaterialIndex material = model.parts[part].material; material.isValid()) {
        uses[material.value].triangles += model.parts[part].indexCount / 3;
      }
    }
  }
  return uses;
}

QString mapsText(const model::Material& material) {
  const std::pair<const model::TextureSlot*, QString> slots_[] = {
      {&material.baseColorTexture, Words::tr("base colour")},
      {&material.normalTexture, Words::tr("normal")},
      {&material.metallicRoughnessTexture, Words::tr("metal and roughness")},
      {&material.occlusionTexture, Words::tr("occlusion")},
      {&material.emissiveTexture, Words::tr("glow")}};
  QStringList maps;
  for (const auto& [slot, name] : slots_) {
    if (slot->image.isValid()) {
      maps << name;
    }
  }
  return maps.isEmpty() ? Words::tr("none", "textures") : maps.join(Words::tr(", "));
}

QString alphaText(const model::Material& material) {
  switch (material.alphaMode) {
    case model::AlphaMode::Mask:
      return Words::tr("cut out below %1 % opacity").arg(std::lround(material.alphaCutoff * 100.0f));
    case model::AlphaMode::Blend:
      return Words::tr("blended");
    case model::AlphaMode::Opaque:
      break;
  }
  return Words::tr("opaque");
}

QString sidesText(const model::Material& material) {
  return material.doubleSided ? Words::tr("both sides") : Words::tr("front side only");
}

QString colorText(const model::Material& material) {
  const QColor color = baseColor(material);
  return color.alpha() == 255
             ? color.name()
             : Words::tr("%1, %2 % opaque").arg(color.name()).arg(std::lround(color.alphaF() * 100.0f));
}

QStringList issuesOf(const model::Material& material, const model::Model& model) {
  QStringList texts;
  for (const Issue& issue : model.issues) {
    if (issue.severity == Severity::Warning && !material.name.empty() && issue.subject == material.name) {
      texts << localized(issue.text);
    }
  }
  return texts;
}

std::optional<glm::dvec3> textureColorOf(std::size_t material, const model::Model& model, const JobContext& job) {
  const model::TextureSlot& slot = model.materials[material].baseColorTexture;
  if (!slot.image.isValid()) {
    return std::nullopt;
  }
  Message error;
  const QImage texture = viewport::decodeImage(model.images[slot.image.value], kMostSampled * kMostSampled, job, error)
                             .convertToFormat(QImage::Format_RGB32);
  if (texture.isNull()) {
    return std::nullopt;
  }
  glm::dvec3 sum(0.0);
  double weight = 0.0;
  const auto at = [](float place, int texels) {
    const double inside = place - std::floor(place);
    return std::clamp(static_cast<int>(inside * texels), 0, texels - 1);
  };
  sample(material, slot, model, [&](const glm::vec2& uv, double area) {
    const QRgb texel = texture.pixel(at(uv.x, texture.width()), at(uv.y, texture.height()));
    sum += area * glm::dvec3(decoded(qRed(texel)), decoded(qGreen(texel)), decoded(qBlue(texel)));
    weight += area;
  });
  return weight > 0.0 ? std::optional(sum / weight) : std::nullopt;
}

QIcon swatch(const model::Material& material, const std::optional<glm::dvec3>& texture) {
  const QColor shown = baseColor(material, texture.value_or(glm::dvec3(1.0)));
  QImage image(2 * kIconSide, 2 * kIconSide, QImage::Format_ARGB32_Premultiplied);  // Sharp at 200 % too.
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath shape;
  shape.addRoundedRect(QRectF(image.rect()).adjusted(2, 2, -2, -2), 6, 6);
  if (shown.alpha() != 255) {  // A background that is visible through it.
    painter.fillPath(shape, Qt::white);
    painter.fillPath(shape, QBrush(Qt::gray, Qt::Dense4Pattern));
  }
  painter.fillPath(shape, shown);
  painter.setPen(QPen(color(Token::Edge), 2));
  painter.drawPath(shape);
  painter.end();
  QPixmap pixmap = QPixmap::fromImage(image);
  pixmap.setDevicePixelRatio(2.0);
  QIcon icon(pixmap);
  icon.addPixmap(pixmap, QIcon::Selected);  // Not tinted.
  return icon;
}

}  // namespace texeleton::editor

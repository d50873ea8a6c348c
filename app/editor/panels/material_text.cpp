#include "app/editor/panels/material_text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <set>

#include "app/editor/messages/localized.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr int kIconSide = 16;
constexpr int kThumbnailSide = 32;  // Sharp at 200 % too.

struct Words {
  Q_DECLARE_TR_FUNCTIONS(Materials)
};

/// sRGB of a linear channel.
double encoded(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
}

QColor baseColor(const Material& material) {
  const glm::vec4& c = material.baseColorFactor;
  const double alpha = material.alphaMode == AlphaMode::Opaque ? 1.0 : std::clamp(static_cast<double>(c.a), 0.0, 1.0);
  return QColor::fromRgbF(static_cast<float>(encoded(c.r)), static_cast<float>(encoded(c.g)),
                          static_cast<float>(encoded(c.b)), static_cast<float>(alpha));
}

}  // namespace

std::vector<std::size_t> materialsOf(const MeshInstance& mesh, const Model& model) {
  std::set<std::size_t> materials;
  for (const std::uint32_t part : mesh.parts) {
    if (const MaterialIndex material = model.parts[part].material; material.isValid()) {
      materials.insert(material.value);
    }
  }
  return {materials.begin(), materials.end()};
}

std::vector<MaterialUse> materialUses(const Model& model, const MeshInstances& meshes) {
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

QString mapsText(const Material& material) {
  const std::pair<const TextureSlot*, QString> slots_[] = {
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

QString alphaText(const Material& material) {
  switch (material.alphaMode) {
    case AlphaMode::Mask:
      return Words::tr("cut out below %1 % opacity").arg(std::lround(material.alphaCutoff * 100.0f));
    case AlphaMode::Blend:
      return Words::tr("blended");
    case AlphaMode::Opaque:
      break;
  }
  return Words::tr("opaque");
}

QString sidesText(const Material& material) {
  return material.doubleSided ? Words::tr("both sides") : Words::tr("front side only");
}

QString colorText(const Material& material) {
  const QColor color = baseColor(material);
  return color.alpha() == 255
             ? color.name()
             : Words::tr("%1, %2 % opaque").arg(color.name()).arg(std::lround(color.alphaF() * 100.0f));
}

QStringList issuesOf(const Material& material, const Model& model) {
  QStringList texts;
  for (const Issue& issue : model.issues) {
    if (issue.severity == Severity::Warning && !material.name.empty() && issue.subject == material.name) {
      texts << localized(issue.text);
    }
  }
  return texts;
}

QImage thumbnailOf(const Material& material, const Model& model) {
  if (!material.baseColorTexture.image.isValid()) {
    return {};
  }
  const Image& image = model.images[material.baseColorTexture.image.value];
  QByteArray bytes = QByteArray::fromRawData(reinterpret_cast<const char*>(image.bytes.data()),
                                             static_cast<qsizetype>(image.bytes.size()));
  QBuffer buffer(&bytes);
  QImageReader reader(&buffer, image.mimeType == "image/jpeg" ? "jpg" : "png");
  reader.setScaledSize({kThumbnailSide, kThumbnailSide});
  return reader.read().convertToFormat(QImage::Format_ARGB32);
}

QIcon swatch(const Material& material, const QImage& thumbnail) {
  const QColor base = baseColor(material);
  QImage image(kThumbnailSide, kThumbnailSide, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath shape;
  shape.addRoundedRect(QRectF(2, 2, kThumbnailSide - 4, kThumbnailSide - 4), 6, 6);
  painter.setClipPath(shape);
  if (base.alpha() != 255) {  // What is seen through it.
    painter.fillRect(image.rect(), Qt::white);
    painter.fillRect(image.rect(), QBrush(Qt::gray, Qt::Dense4Pattern));
  }
  if (thumbnail.isNull()) {
    painter.fillRect(image.rect(), base);
  } else {
    painter.setOpacity(base.alphaF());
    // The alpha of an opaque material's texture means nothing.
    painter.drawImage(image.rect(), material.alphaMode == AlphaMode::Opaque
                                        ? thumbnail.convertToFormat(QImage::Format_RGB32)
                                        : thumbnail);
    painter.setCompositionMode(QPainter::CompositionMode_Multiply);
    painter.fillRect(image.rect(), QColor(base.rgb()));
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.setOpacity(1.0);
  }
  painter.setClipping(false);
  painter.setPen(QPen(color(Token::Edge), 2));
  painter.drawPath(shape);
  painter.end();
  QPixmap pixmap = QPixmap::fromImage(image);
  pixmap.setDevicePixelRatio(static_cast<double>(kThumbnailSide) / kIconSide);
  QIcon icon(pixmap);
  icon.addPixmap(pixmap, QIcon::Selected);  // Not tinted.
  return icon;
}

}  // namespace texeleton::editor

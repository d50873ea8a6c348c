#include "app/editor/panels/texture/texel_values.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <algorithm>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "core/vat/frame_table.h"

namespace texeleton::editor {

TexelValues::TexelValues(const Workshop& workshop, QWidget* parent) : QWidget(parent), m_workshop(workshop) {
  m_copy = named(iconButton("copy", tr("Copy the value (Ctrl+C)"), "flat"), "copyTexel");
  QToolButton* save = iconButton("picture", tr("Save as picture…"), "flat");
  m_title = named(wrappedLabel({}, "title"), "texelTitle");
  auto* top = put(spaced(new QHBoxLayout, 0), {{m_title, 1}, m_copy, save});
  auto* layout = put(spaced(new QVBoxLayout(this), 4, {0, 0, 8, 8}), {top});
  connect(m_copy, &QToolButton::clicked, this, &TexelValues::copy);
  save->setObjectName("savePicture");
  connect(save, &QToolButton::clicked, this, &TexelValues::pictureAsked);
  m_clip = named(new ElidedLabel, "texelClip");
  setRole(*m_clip, "muted");
  m_place = named(label({}, "muted"), "texelPlace");
  auto* place = put(spaced(new QHBoxLayout, 8), {m_clip, m_place, Stretch()});
  put(layout, {place, makeValues(), Stretch()});
  showTexel(std::nullopt);
}

void TexelValues::takeBake() {
  m_source.reset();
  if (const auto& bake = m_workshop.bake()) {
    m_source = std::make_unique<SourceValues>(bake->bakedModel(), bake->animation, bake->sockets);
    // Wide enough for every value of this texture, so that nothing moves with the pointer or is cut.
    const bool isHalf = bake->animation->pixelFormat == vat::PixelFormat::Rgba16F;
    const QFontMetrics metrics(monospacedFont());
    m_value->setMinimumWidth(metrics.horizontalAdvance(isHalf ? "-7.8186e-05" : "-7.81861e-05"));
    m_sourceValue->setMinimumWidth(metrics.horizontalAdvance(isHalf ? "-7.82036e-05" : "-7.820363e-05"));
    m_bits->setMinimumWidth(metrics.horizontalAdvance(isHalf ? "0000" : "00000000"));
  }
}

// A line for each channel: its value, the source's value, its bits.
QLayout* TexelValues::makeValues() {
  auto* grid = spaced(new QGridLayout, 8, 2);
  auto* channels = label("R\nG\nB\nA", "muted");
  m_value = named(label({}), "texelValue");
  m_sourceValue = named(label({}), "texelSource", tr("Value of the source, computed in double precision"));
  m_bits = named(label({}), "texelBits");
  int column = 0;
  const auto add = [grid, &column](QLabel* lines, const QString& name) {
    const Qt::Alignment side = column == 0 ? Qt::AlignLeft : Qt::AlignRight;
    QLabel* const heading = label(name, "muted");
    heading->setToolTip(lines->toolTip());
    lines->setFont(monospacedFont());
    lines->setAlignment(side);
    lines->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid->addWidget(heading, 0, column, side);
    grid->addWidget(lines, 1, column++, side | Qt::AlignTop);
  };
  add(channels, {});
  add(m_value, tr("Value"));
  add(m_sourceValue, tr("Source"));
  add(m_bits, tr("Bits"));
  grid->setColumnStretch(column, 1);
  return grid;
}

void TexelValues::showTexel(const std::optional<vat::TexelAddress>& texel) {
  if (!texel || !m_workshop.bake()) {
    m_shown.reset();
    m_copy->setEnabled(false);
    m_title->setText(tr("Point at a texel"));
    m_clip->setWholeText({});
    m_place->clear();
    m_place->setToolTip({});
    for (QLabel* each : {m_value, m_bits, m_sourceValue}) {
      each->clear();
    }
    return;
  }
  const vat::BakedAnimation& animation = *m_workshop.bake()->animation;
  const TexelInfo info = texelInfo(animation, texel->x, texel->y);
  m_shown = *texel;
  m_copy->setEnabled(true);
  m_title->setText(nameOf(info, animation));
  const vat::BakedClip* const clip = info.clip ? &animation.clips[*info.clip] : nullptr;
  m_clip->setWholeText(clip != nullptr ? QString::fromStdString(clip->name) : QString());
  m_place->setText(clip != nullptr ? tr("frame %1, x %2, y %3").arg(info.frame).arg(info.x).arg(info.y)
                                   : tr("x %1, y %2").arg(info.x).arg(info.y));
  m_place->setToolTip(clip != nullptr && clip->frameRate > 0 ? seconds(info.frame / clip->frameRate, 3) : QString());
  // Enough digits to distinguish texels, one more for the source; tool tips have all digits.
  const bool isHalf = animation.pixelFormat == vat::PixelFormat::Rgba16F;
  const int digits = isHalf ? 5 : 6;
  const auto lines = [](const glm::dvec4& value, int precision) { return fourNumbers(value, precision).join('\n'); };
  m_value->setText(lines(glm::dvec4(info.value), digits));
  m_value->setToolTip(lines(glm::dvec4(info.value), 9));
  const auto truth = m_source ? sourceOf(info, animation, *m_source) : std::nullopt;
  m_sourceValue->setText(truth ? lines(*truth, digits + 1) : QString::fromUtf8("–"));
  m_sourceValue->setToolTip((truth ? lines(*truth, 17) + "\n" : QString()) +
                            tr("Value of the source, computed in double precision"));
  QStringList bits;
  for (const std::uint32_t word : info.bits) {
    bits << QString("%1").arg(word, isHalf ? 4 : 8, 16, QChar('0'));
  }
  m_bits->setText(bits.join('\n'));
}

void TexelValues::copy() {
  if (!m_shown || !m_workshop.bake()) {
    return;
  }
  const glm::vec4 value = m_workshop.bake()->animation->texels.texel(m_shown->x, m_shown->y);
  QGuiApplication::clipboard()->setText(fourNumbers(glm::dvec4(value), 9).join(", "));
}

QString TexelValues::nameOf(const TexelInfo& info, const vat::BakedAnimation& animation) {
  switch (info.kind) {
    case TexelInfo::Matrix:
      return tr("%1 · row %2", "bone, row of its matrix")
          .arg(QString::fromStdString(animation.bones[info.element].name))
          .arg(info.row + 1);
    case TexelInfo::Rotation:
      return tr("%1 · rotation", "bone").arg(QString::fromStdString(animation.bones[info.element].name));
    case TexelInfo::Displacement:
      return tr("%1 · displacement and scale", "bone").arg(QString::fromStdString(animation.bones[info.element].name));
    case TexelInfo::Position:
      return tr("Element %1 · position").arg(count(info.element));
    case TexelInfo::Normal:
      return tr("Element %1 · normal").arg(count(info.element));
    case TexelInfo::Socket:
      return tr("Socket %1 · row %2")
          .arg(QString::fromStdString(animation.sockets[info.element].name))
          .arg(info.row + 1);
    case TexelInfo::Weights:
      return tr("Weights of shapes %1 to %2")
          .arg(info.row + 1)
          .arg(std::min(info.row + 4, animation.layout.shapeCount));
    case TexelInfo::Base:
      return tr("Element %1 · base shape").arg(count(info.element));
    case TexelInfo::Shape:
      return tr("Element %1 · shape %2").arg(count(info.element)).arg(info.row + 1);
    case TexelInfo::Entry: {
      const vat::FrameEntry entry = vat::storedEntry(animation, animation.clips[*info.clip].frameBegin + info.frame);
      return tr("Frame table: %1/%2 from stored frame %3 to %4")
          .arg(entry.step)
          .arg(entry.steps)
          .arg(entry.from)
          .arg(entry.to);
    }
    case TexelInfo::Padding:
      break;
  }
  return tr("Unused");
}

}  // namespace texeleton::editor

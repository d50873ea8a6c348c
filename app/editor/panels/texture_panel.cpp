#include "app/editor/panels/texture_panel.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QSettings>
#include <array>
#include <cmath>

#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/widgets/scrolled.h"
#include "core/bake/rows/frame_table.h"
#include "viewport/save_picture.h"

namespace texeleton::editor {

namespace {

struct Range {
  double from;
  double to;
};
constexpr std::array kRanges = {Range{-1, 1}, Range{0, 1},    Range{-2, 2},
                                Range{-4, 4}, Range{-16, 16}, Range{-0.1, 0.1}};
constexpr int kFitted = static_cast<int>(kRanges.size());  // After them.
constexpr std::array kZooms = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0};
constexpr int kChannelChoices = 5;

constexpr const char* kChannelsKey = "texture/channels";
constexpr const char* kRangeKey = "texture/range";
constexpr const char* kExposureKey = "texture/exposure";

}  // namespace

QString texelName(const TexelInfo& info, const bake::BakedAnimation& animation) {
  switch (info.kind) {
    case TexelInfo::Matrix:
      return TexturePanel::tr("%1 · row %2", "bone, row of its matrix")
          .arg(QString::fromStdString(animation.bones[info.element].name))
          .arg(info.row + 1);
    case TexelInfo::Rotation:
      return TexturePanel::tr("%1 · rotation", "bone").arg(QString::fromStdString(animation.bones[info.element].name));
    case TexelInfo::Displacement:
      return TexturePanel::tr("%1 · displacement and scale", "bone")
          .arg(QString::fromStdString(animation.bones[info.element].name));
    case TexelInfo::Position:
      return TexturePanel::tr("Element %1 · position").arg(count(info.element));
    case TexelInfo::Normal:
      return TexturePanel::tr("Element %1 · normal").arg(count(info.element));
    case TexelInfo::Socket:
      return TexturePanel::tr("Socket %1 · row %2")
          .arg(QString::fromStdString(animation.sockets[info.element].name))
          .arg(info.row + 1);
    case TexelInfo::Weights:
      return TexturePanel::tr("Weights of shapes %1 to %2")
          .arg(info.row + 1)
          .arg(std::min(info.row + 4, animation.layout.shapeCount));
    case TexelInfo::Base:
      return TexturePanel::tr("Element %1 · base shape").arg(count(info.element));
    case TexelInfo::Shape:
      return TexturePanel::tr("Element %1 · shape %2").arg(count(info.element)).arg(info.row + 1);
    case TexelInfo::Entry: {
      const bake::FrameEntry entry = bake::storedEntry(animation, animation.clips[*info.clip].frameBegin + info.frame);
      return TexturePanel::tr("Frame table: %1/%2 from stored frame %3 to %4")
          .arg(entry.step)
          .arg(entry.steps)
          .arg(entry.from)
          .arg(entry.to);
    }
    case TexelInfo::Padding:
      break;
  }
  return TexturePanel::tr("Unused");
}

TexturePanel::TexturePanel(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_playback(playback), m_selection(selection) {
  m_view = new TextureView(workshop, playback, selection);
  auto* framed = new QVBoxLayout;
  framed->setContentsMargins(12, 0, 12, 8);
  framed->addWidget(m_view);
  auto* below = new QHBoxLayout;
  below->setSpacing(0);
  below->addLayout(framed, 1);
  below->addWidget(makeInfo());
  // Over both, so that they take few lines of a narrow window.
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeTools());
  layout->addLayout(below, 1);

  connect(m_view, &TextureView::pointed, this, [this](bool valid, const bake::TexelAddress& texel) {
    if (valid) {
      showTexel(true, texel);
    } else {
      follow();
    }
  });
  connect(m_view, &TextureView::zoomChanged, this, &TexturePanel::showZoom);
  connect(m_view, &TextureView::exposureChanged, this, &TexturePanel::showExposure);
  connect(m_view, &TextureView::copyAsked, this, &TexturePanel::copyValue);
  connect(&selection, &Selection::changed, this, &TexturePanel::follow);
  connect(&selection, &Selection::boneChanged, this, &TexturePanel::enableGoTo);
  connect(&workshop, &Workshop::bakeChanged, this, [this] {
    m_source.reset();
    if (const auto& bake = m_workshop.bake()) {
      m_source = std::make_unique<SourceValues>(bake->bakedModel(), bake->animation, bake->sockets);
    }
    enableGoTo();
    follow();
    if (isVisible()) {
      countValues();
    } else {
      m_histogram->show(std::nullopt);  // Of the next bake they are counted when the panel is shown.
    }
    showDifference();
  });
  enableGoTo();
  showTexel(false, {});
}

// Without a pointer over the texture, the texel that was clicked.
void TexturePanel::follow() {
  const auto texel = m_selection.texel();
  const auto& bake = m_workshop.bake();
  const bool valid =
      texel && bake && texel->x < bake->animation->layout.width && texel->y < bake->animation->layout.height;
  showTexel(valid, valid ? bake::TexelAddress{texel->x, texel->y} : bake::TexelAddress());
}

QWidget* TexturePanel::makeTools() {
  auto* box = new QWidget;
  auto* layout = new FlowLayout(box);
  layout->setContentsMargins(12, 8, 12, 0);
  layout->setSpacing(8);
  m_channels = new Segmented({tr("RGB"), "R", "G", "B", "A"});
  m_channels->setObjectName("channels");
  m_what = new Segmented({tr("Values"), tr("Difference")});
  m_what->setObjectName("textureWhat");
  m_what->button(1)->setToolTip(
      tr("Difference of each texel from the source, which is computed in double precision. Blue is none, red is the "
         "largest difference in view; raise the exposure to see smaller ones"));
  m_zoom = new QComboBox;
  m_zoom->setObjectName("zoom");
  m_zoom->addItem(tr("Whole"));
  for (const double zoom : kZooms) {
    m_zoom->addItem(tr("%1 %").arg(static_cast<int>(zoom * 100)));
  }
  m_zoom->setToolTip(tr("The wheel zooms at the pointer"));
  for (QWidget* widget :
       std::initializer_list<QWidget*>{m_what, m_channels, makeRange(), makeExposure(), m_zoom, makeGoTo()}) {
    layout->addWidget(widget);
  }
  connect(m_channels, &Segmented::chosen, this, &TexturePanel::setChannels);
  connect(m_what, &Segmented::chosen, this, [this](int choice) { m_view->setDifference(choice == 1); });
  connect(m_zoom, &QComboBox::activated, this, [this](int choice) {
    if (choice == 0) {
      m_view->fit();
    } else {
      m_view->zoomTo(kZooms[static_cast<std::size_t>(choice) - 1], m_view->rect().center());
    }
  });
  return box;
}

// What is black and white, in numbers and in the histogram; of differences, where the scale ends.
QWidget* TexturePanel::makeRange() {
  auto* box = new QWidget;
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  m_range = new QComboBox;
  m_range->setObjectName("range");
  for (const Range& range : kRanges) {
    m_range->addItem(QString::fromUtf8("%1 … %2").arg(decimal(range.from, range.from > -1 && range.from < 0 ? 1 : 0),
                                                      decimal(range.to, range.to < 1 ? 1 : 0)));
  }
  m_range->addItem(tr("Fitted"));
  m_range->setToolTip(
      tr("Values shown from black to white; Fitted: from the least to the largest of the channels shown"));
  m_histogram = new HistogramStrip(*m_view);
  m_differenceText = label({}, "muted");
  m_differenceText->setObjectName("differenceText");
  m_differenceText->hide();
  layout->addWidget(m_range);
  layout->addWidget(m_histogram);
  layout->addWidget(m_differenceText);
  connect(m_range, &QComboBox::activated, this, &TexturePanel::setRange);
  connect(m_histogram, &HistogramStrip::fitAsked, this, [this] {
    m_range->setCurrentIndex(kFitted);
    setRange();
  });
  connect(m_view, &TextureView::differenceChanged, this, &TexturePanel::showDifference);
  return box;
}

void TexturePanel::showDifference() {
  const bool shows = m_view->state.difference;
  m_range->setVisible(!shows);
  m_histogram->setVisible(!shows);
  m_differenceText->setVisible(shows);
  const auto largest = m_view->largestDifference();
  m_differenceText->setText(largest ? tr("Largest difference in view: %1").arg(*largest, 0, 'g', 3)
                                    : tr("reading the source…"));
}

// In the background, once somebody looks.
void TexturePanel::countValues() {
  m_histogram->show(std::nullopt);
  m_counter.cancel();
  const auto& bake = m_workshop.bake();
  m_counted = bake ? bake->animation : nullptr;
  if (!bake) {
    return;
  }
  m_counter.start([this, texture = bake->animation](JobContext& job, const JobRunner::Deliver& deliver) {
    const TextureHistogram histogram = histogramOf(*texture, job);
    deliver([this, histogram] {
      m_histogram->show(histogram);
      fitRange();
    });
  });
}

void TexturePanel::fitRange() {
  const auto& histogram = m_histogram->histogram();
  const bool fits = m_range->currentIndex() == kFitted;
  if (fits && histogram) {
    const ValueRange range = rangeOf(*histogram, m_view->state.channels);
    m_view->state.from = range.from;
    m_view->state.to = range.to;
    m_range->setItemText(
        kFitted, tr("Fitted: %1 … %2").arg(QString::number(range.from, 'g', 3), QString::number(range.to, 'g', 3)));
    m_view->refresh();
  } else if (!fits) {
    m_range->setItemText(kFitted, tr("Fitted"));
  }
  m_histogram->update();
}

void TexturePanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  if (m_workshop.bake() && m_counted != m_workshop.bake()->animation) {
    countValues();
  }
}

QWidget* TexturePanel::makeExposure() {
  auto* box = new QWidget;
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_exposure = new NumberField(-kMostExposure, kMostExposure, 2, tr("EV", "stops of exposure"));
  m_exposure->setObjectName("exposure");
  m_exposure->setSingleStep(kExposureStep);
  m_exposure->setFixedWidth(70);
  m_exposure->setToolTip(
      tr("Exposure in stops (EV): each doubles what is shown, so that small values can be seen; the texture stays as "
         "it is. In the picture: E, Shift+E, or Shift and the wheel; 0 resets."));
  m_exposure->setAccessibleName(tr("Exposure"));
  m_resetExposure = iconButton("reset", tr("Reset the exposure"), "flat");
  m_resetExposure->setEnabled(false);
  layout->addWidget(m_exposure);
  layout->addWidget(m_resetExposure);
  connect(m_exposure, &QDoubleSpinBox::valueChanged, m_view, &TextureView::setExposure);
  connect(m_resetExposure, &QToolButton::clicked, m_view, [this] { m_view->setExposure(0.0); });
  return box;
}

QWidget* TexturePanel::makeInfo() {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 8, 8);
  layout->setSpacing(4);
  m_copy = iconButton("copy", tr("Copy the value (Ctrl+C)"), "flat");
  m_copy->setObjectName("copyTexel");
  QToolButton* save = iconButton("picture", tr("Save as picture…"), "flat");
  m_title = label({}, "title");
  m_title->setObjectName("texelTitle");
  m_title->setWordWrap(true);
  auto* top = new QHBoxLayout;
  top->setSpacing(0);
  top->addWidget(m_title, 1);
  top->addWidget(m_copy);
  top->addWidget(save);
  layout->addLayout(top);
  connect(m_copy, &QToolButton::clicked, this, &TexturePanel::copyValue);
  save->setObjectName("savePicture");
  connect(save, &QToolButton::clicked, this, &TexturePanel::savePicture);
  m_place = new ElidedLabel;
  m_place->setObjectName("texelPlace");
  setRole(*m_place, "muted");
  layout->addWidget(m_place);
  layout->addLayout(makeValues());
  layout->addStretch(1);
  auto* scrolled = new Scrolled(box);
  scrolled->setMinimumWidth(242);
  scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  scrolled->setMaximumWidth(310);
  return scrolled;
}

// A line a channel: its value, the source's, its bits.
QLayout* TexturePanel::makeValues() {
  auto* grid = new QGridLayout;
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(2);
  auto* channels = label("R\nG\nB\nA", "muted");
  m_value = label({});
  m_value->setObjectName("texelValue");
  m_sourceValue = label({});
  m_sourceValue->setObjectName("texelSource");
  m_sourceValue->setToolTip(tr("Value of the source, computed in double precision"));
  m_bits = label({});
  m_bits->setObjectName("texelBits");
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
  // As wide as what is shown mostly is, so that nothing moves while one points.
  const QFontMetrics metrics(monospacedFont());
  m_value->setMinimumWidth(metrics.horizontalAdvance("-7.8186e-05"));
  m_sourceValue->setMinimumWidth(metrics.horizontalAdvance("-7.82036e-05"));
  m_bits->setMinimumWidth(metrics.horizontalAdvance("0000"));
  grid->setColumnStretch(column, 1);
  return grid;
}

void TexturePanel::showTexel(bool valid, const bake::TexelAddress& texel) {
  if (!valid || !m_workshop.bake()) {
    m_shown.reset();
    m_copy->setEnabled(false);
    m_title->setText(tr("Point at a texel"));
    m_place->setWholeText({});
    for (QLabel* each : {m_value, m_bits, m_sourceValue}) {
      each->clear();
    }
    return;
  }
  const bake::BakedAnimation& animation = *m_workshop.bake()->animation;
  const TexelInfo info = texelInfo(animation, texel.x, texel.y);
  m_shown = texel;
  m_copy->setEnabled(true);
  m_title->setText(texelName(info, animation));
  const QString at = tr("x %1, y %2").arg(info.x).arg(info.y);
  if (info.clip) {
    const bake::BakedClip& clip = animation.clips[*info.clip];
    m_place->setWholeText(tr("%1, frame %2 (%3) · %4", "clip, frame, time, texel")
                              .arg(QString::fromStdString(clip.name))
                              .arg(info.frame)
                              .arg(seconds(clip.frameRate > 0 ? info.frame / clip.frameRate : 0.0, 3), at));
  } else {
    m_place->setWholeText(at);
  }
  // As many digits as tell texels apart, and of the source one more; the tool tips have them all.
  const bool isHalf = animation.pixelFormat == bake::PixelFormat::Rgba16F;
  const int digits = isHalf ? 5 : 8;
  const auto lines = [](const glm::dvec4& value, int precision) {
    QStringList texts;
    for (int i = 0; i < 4; ++i) {
      texts << QString::number(value[i], 'g', precision);
    }
    return texts.join('\n');
  };
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

void TexturePanel::showZoom() {
  int choice = m_view->state.fits ? 0 : -1;
  for (std::size_t i = 0; i < kZooms.size() && !m_view->state.fits; ++i) {
    if (std::abs(m_view->state.zoom - kZooms[i]) < 1e-6 && std::abs(m_view->state.zoomDown - kZooms[i]) < 1e-6) {
      choice = static_cast<int>(i) + 1;
    }
  }
  m_zoom->setCurrentIndex(choice);
  const auto across = std::lround(m_view->state.zoom * 100);
  const auto down = std::lround(m_view->state.zoomDown * 100);
  m_zoom->setPlaceholderText(across == down ? tr("%1 %").arg(across) : tr("%1 × %2 %").arg(across).arg(down));
}

void TexturePanel::showExposure() {
  m_exposure->show(m_view->state.exposure);
  m_histogram->update();
  m_resetExposure->setEnabled(m_view->state.exposure != 0.0);
}

void TexturePanel::setChannels(int choice) {
  m_view->state.channels = static_cast<Channels>(choice);
  m_view->refresh();
  fitRange();
  showDifference();
}

void TexturePanel::keepView() const {
  keepSettings({{kChannelsKey, m_channels->current()},
                {kRangeKey, m_range->currentIndex()},
                {kExposureKey, m_view->state.exposure}});
}

void TexturePanel::restoreView() {
  const QSettings settings;
  const int channels = settings.value(kChannelsKey, 0).toInt();
  const int range = settings.value(kRangeKey, 0).toInt();
  const double exposure = settings.value(kExposureKey, 0.0).toDouble();
  if (channels >= 0 && channels < kChannelChoices) {
    m_channels->setCurrent(channels);
    setChannels(channels);
  }
  if (range >= 0 && range < m_range->count()) {
    m_range->setCurrentIndex(range);
    setRange();
  }
  m_view->setExposure(std::isfinite(exposure) ? exposure : 0.0);
}

void TexturePanel::setRange() {
  if (m_range->currentIndex() != kFitted) {
    const Range range = kRanges[static_cast<std::size_t>(m_range->currentIndex())];
    m_view->state.from = range.from;
    m_view->state.to = range.to;
    m_view->refresh();
  }
  fitRange();
}

void TexturePanel::copyValue() {
  if (!m_shown || !m_workshop.bake()) {
    return;
  }
  const glm::vec4 value = m_workshop.bake()->animation->texels.texel(m_shown->x, m_shown->y);
  QStringList numbers;
  for (int i = 0; i < 4; ++i) {
    numbers << QString::number(static_cast<double>(value[i]), 'g', 9);
  }
  QGuiApplication::clipboard()->setText(numbers.join(", "));
}

void TexturePanel::savePicture() {
  if (!m_workshop.bake()) {
    return;
  }
  const std::filesystem::path proposed =
      toPath(FileDialogs::folderFor(FileDialogs::Purpose::Pictures, m_workshop.document().modelFile().parent_path())) /
      "texture.png";
  const QString file = toQString(FileDialogs::save(this, tr("Save as picture"), proposed, tr("Pictures (*.png)")));
  if (file.isEmpty()) {
    return;
  }
  if (const auto free = m_workshop.checkNoInput(toPath(file)); !free) {
    emit failed(tr("The picture was not saved"), localized(free.error()));
    return;
  }
  // Sixteen thousand texels square take seconds to write.
  m_saver.start([this, file, texture = m_workshop.bake()->animation, state = m_view->state](
                    JobContext& job, const JobRunner::Deliver& deliver) {
    const QImage picture = pictureOf(*texture, state, job);
    Result<void> saved = fail(ErrorCode::Cancelled, "cancelled", file.toStdString());
    if (!job.isCancelled()) {
      saved = texeleton::viewport::savePicture(toPath(file), picture);
    }
    deliver([this, file, saved] {
      if (saved) {
        emit told(tr("Saved %1").arg(file));
      } else {
        emit failed(tr("The picture was not saved"), localized(saved.error()));
      }
    });
  });
}

}  // namespace texeleton::editor

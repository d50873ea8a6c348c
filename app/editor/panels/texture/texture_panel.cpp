#include "app/editor/panels/texture/texture_panel.h"

#include <QHBoxLayout>
#include <QSettings>
#include <array>
#include <cmath>

#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/texture/texture_go_to.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/scrolled.h"
#include "viewport/save_picture.h"

namespace texeleton::editor {

namespace {

constexpr std::array kZooms = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0};
constexpr int kChannelChoices = 5;

constexpr const char* kChannelsKey = "texture/channels";
constexpr const char* kRangeKey = "texture/range";
constexpr const char* kExposureKey = "texture/exposure";

}  // namespace

TexturePanel::TexturePanel(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_playback(playback), m_selection(selection) {
  m_view = new TextureView(workshop, playback, selection);
  m_values = new TexelValues(workshop);
  auto* framed = put(spaced(new QVBoxLayout, -1, {12, 0, 12, 8}), {m_view});
  auto* below = put(spaced(new QHBoxLayout, 0), {{framed, 1}, makeValues()});
  // Above both, so that they take few lines in a narrow window.
  put(spaced(new QVBoxLayout(this), 8), {makeTools(), {below, 1}});

  connect(m_view, &TextureView::pointed, this, [this](bool valid, const vat::TexelAddress& texel) {
    if (valid) {
      m_values->showTexel(texel);
    } else {
      follow();
    }
  });
  connect(m_view, &TextureView::zoomChanged, this, &TexturePanel::showZoom);
  connect(m_view, &TextureView::exposureChanged, this, &TexturePanel::showExposure);
  connect(m_view, &TextureView::copyAsked, m_values, &TexelValues::copy);
  connect(m_values, &TexelValues::pictureAsked, this, &TexturePanel::savePicture);
  connect(&selection, &Selection::changed, this, &TexturePanel::follow);
  connect(&workshop, &Workshop::bakeChanged, this, [this] {
    m_values->takeBake();
    follow();
  });
}

// Without a hovered texel, the clicked one.
void TexturePanel::follow() {
  const auto texel = m_selection.texel();
  const auto& bake = m_workshop.bake();
  const bool valid =
      texel && bake && texel->x < bake->animation->layout.width && texel->y < bake->animation->layout.height;
  m_values->showTexel(valid ? std::optional(vat::TexelAddress{texel->x, texel->y}) : std::nullopt);
}

QWidget* TexturePanel::makeTools() {
  auto* box = new QWidget;
  auto* layout = spaced(new FlowLayout(box), 8, {12, 8, 12, 0});
  m_channels = named(new Segmented({tr("RGB"), "R", "G", "B", "A"}), "channels");
  m_what = named(new Segmented({tr("Values"), tr("Difference")}), "textureWhat");
  m_what->button(1)->setToolTip(
      tr("Difference of each texel from the source, which is computed in double precision. Blue is none, red is the "
         "largest difference in view; raise the exposure to see smaller ones"));
  m_zoom = named(new QComboBox, "zoom");
  m_zoom->addItem(tr("Whole"));
  for (const double zoom : kZooms) {
    m_zoom->addItem(tr("%1 %").arg(static_cast<int>(zoom * 100)));
  }
  m_zoom->setMinimumContentsLength(static_cast<int>(tr("%1 × %2 %").arg(6400).arg(6400).size()));
  m_zoom->setToolTip(tr("The wheel zooms at the pointer"));
  m_range = new TextureRange(m_workshop, *m_view);
  auto* goTo = new TextureGoTo(m_workshop, m_playback, m_selection, *m_view, *m_values);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_what, m_channels, m_range, makeExposure(), m_zoom, goTo}) {
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

QWidget* TexturePanel::makeExposure() {
  auto* box = new QWidget;
  m_exposure = named(
      new NumberField(-kMostExposure, kMostExposure, 2, tr("EV", "stops of exposure")), "exposure",
      tr("Exposure in stops (EV): each doubles what is shown, so that small values can be seen; the texture stays as "
         "it is. In the picture: E, Shift+E, or Shift and the wheel; 0 resets."));
  m_exposure->setSingleStep(kExposureStep);
  m_exposure->setFixedWidth(70);
  m_exposure->setAccessibleName(tr("Exposure"));
  m_resetExposure = iconButton("reset", tr("Reset the exposure"), "flat");
  m_resetExposure->setEnabled(false);
  put(spaced(new QHBoxLayout(box), 0), {m_exposure, m_resetExposure});
  connect(m_exposure, &QDoubleSpinBox::valueChanged, m_view, &TextureView::setExposure);
  connect(m_resetExposure, &QToolButton::clicked, m_view, [this] { m_view->setExposure(0.0); });
  return box;
}

QWidget* TexturePanel::makeValues() {
  auto* scrolled = new Scrolled(m_values);
  scrolled->setMinimumWidth(242);
  scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  scrolled->setMaximumWidth(310);
  return scrolled;
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
  m_resetExposure->setEnabled(m_view->state.exposure != 0.0);
}

void TexturePanel::setChannels(int choice) {
  m_view->state.channels = static_cast<Channels>(choice);
  m_view->refresh();
  m_range->showChannels();
}

void TexturePanel::keepView() const {
  keepSettings(
      {{kChannelsKey, m_channels->current()}, {kRangeKey, m_range->choice()}, {kExposureKey, m_view->state.exposure}});
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
  m_range->choose(range);
  m_view->setExposure(std::isfinite(exposure) ? exposure : 0.0);
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
  // On another thread: 16,000 × 16,000 texels take seconds to write.
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

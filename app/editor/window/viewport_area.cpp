#include "app/editor/window/viewport_area.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/theme/icons.h"

namespace texeleton::editor {

namespace {

constexpr double kFewest = 2;
constexpr double kMost = 100000;
constexpr double kUsual = 1000;

}  // namespace

ViewportArea::ViewportArea(Workshop& workshop, Playback& playback, GpuBackend backend,
                           std::shared_ptr<VulkanInstance> instance, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_playback(playback) {
  setObjectName("panel");
  m_window = new RhiWindow(backend, std::move(instance));
  m_window->setObjectName("viewport");
  m_container = QWidget::createWindowContainer(m_window, this);
  m_container->setMinimumSize(160, 120);
  m_container->setFocusPolicy(Qt::StrongFocus);
  m_container->setAccessibleName(tr("Viewport"));

  m_pages = new QStackedWidget;
  m_start = makeStart();
  m_message = new QWidget;
  auto* message = new QVBoxLayout(m_message);
  message->setAlignment(Qt::AlignCenter);
  m_messageTitle = label({}, "title");
  m_messageText = label({}, "muted");
  for (QLabel* each : {m_messageTitle, m_messageText}) {
    each->setWordWrap(true);
    each->setAlignment(Qt::AlignCenter);
    message->addWidget(each);
  }
  m_pages->addWidget(m_start);
  m_pages->addWidget(m_container);
  m_pages->addWidget(m_message);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(makeStrip());
  layout->addWidget(m_pages, 1);

  connect(&m_workshop.document(), &Document::replaced, this, [this] { m_framed = false; });
  connect(&m_workshop, &Workshop::bakeChanged, this, &ViewportArea::showBake);
  connect(&m_workshop, &Workshop::problemChanged, this, &ViewportArea::showBake);
  connect(&m_playback, &Playback::clipChanged, this, &ViewportArea::makeCrowd);
  connect(&m_playback, &Playback::moved, this, [this] {
    const bool crowd = m_many->current() == 1;
    m_window->scene().crowd.setTime(crowd ? m_playback.crowdSeconds() : m_playback.seconds());
    m_window->requestUpdate();
  });
  connect(m_window, &RhiWindow::failed, this, [this](const QString& text) {
    if (m_window->scene().animation) {
      showMessage(tr("Nothing can be drawn"), text);
    }
  });
  connect(m_window, &RhiWindow::frameShown, this, [this] {
    if (!m_toldDevice) {
      m_toldDevice = true;
      emit deviceChanged();
    }
  });
  showBake();
}

QWidget* ViewportArea::makeStrip() {
  auto* strip = new QWidget;
  strip->setObjectName("strip");
  auto* layout = new QHBoxLayout(strip);
  layout->setContentsMargins(12, 4, 12, 4);
  layout->setSpacing(8);

  m_source = new Segmented({tr("Baked"), tr("Original")});
  m_source->setObjectName("source");
  m_source->button(0)->setToolTip(tr("As the exported texture plays it"));
  m_source->button(1)->setToolTip(tr("As the source file plays it: skinned every frame from the full skeleton"));
  m_many = new Segmented({tr("One"), tr("Crowd")});
  m_many->setObjectName("many");
  m_count = new NumberField(kFewest, kMost, 0, {});
  m_count->setObjectName("crowdCount");
  m_count->setFixedWidth(84);
  m_count->setToolTip(tr("Characters in the crowd"));
  m_count->show(kUsual);
  m_layout = new QComboBox;
  m_layout->addItems({tr("Grid"), tr("Disc"), tr("Scatter")});
  m_layout->setToolTip(tr("How the crowd stands"));
  m_view = new QComboBox;
  m_view->addItems({tr("Lit"), tr("Textured"), tr("Normals"), tr("Bone weights"), tr("Clips")});
  m_view->setToolTip(tr("What surfaces show"));
  m_lens = new QComboBox;
  m_lens->addItems({tr("Perspective"), tr("Orthographic")});

  auto* show = new QToolButton;
  show->setText(tr("Show"));
  show->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(show);
  const auto toggle = [this, menu](const QString& text, bool ViewOptions::*member) {
    QAction* action = menu->addAction(text);
    action->setCheckable(true);
    action->setChecked(m_window->scene().view.*member);
    connect(action, &QAction::toggled, this, [this, member](bool on) {
      m_window->scene().view.*member = on;
      m_window->requestUpdate();
    });
  };
  toggle(tr("Grid"), &ViewOptions::grid);
  toggle(tr("Shadow"), &ViewOptions::shadow);
  toggle(tr("Wireframe"), &ViewOptions::wireframe);
  toggle(tr("Blend between frames"), &ViewOptions::interpolate);
  show->setMenu(menu);
  auto* frame = iconButton("frame-all", tr("Frame all (F)"));

  for (QWidget* widget :
       std::initializer_list<QWidget*>{m_source, m_many, m_count, m_layout, uprightRule(), m_view, m_lens}) {
    layout->addWidget(widget);
  }
  layout->addStretch(1);
  layout->addWidget(show);
  layout->addWidget(frame);

  connect(m_source, &Segmented::chosen, this, &ViewportArea::makeCrowd);
  connect(m_many, &Segmented::chosen, this, [this] {
    makeCrowd();
    frameAll();
  });
  connect(m_count, &QDoubleSpinBox::valueChanged, this, [this] {
    makeCrowd();
    frameAll();
  });
  connect(m_layout, &QComboBox::activated, this, [this] {
    makeCrowd();
    frameAll();
  });
  connect(m_view, &QComboBox::activated, this, [this](int view) {
    m_window->scene().view.mode = static_cast<ViewMode>(view);
    m_window->requestUpdate();
  });
  connect(m_lens, &QComboBox::activated, this, [this](int lens) {
    m_window->scene().camera.orthographic = lens == 1;
    m_window->requestUpdate();
  });
  connect(frame, &QToolButton::clicked, this, &ViewportArea::frameAll);
  return strip;
}

QWidget* ViewportArea::makeStart() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setAlignment(Qt::AlignCenter);
  layout->setSpacing(8);
  auto* title = label(tr("Drop a model here"), "figure");
  auto* text = label(tr("FBX, glTF, GLB, COLLADA, MD5, BVH, or a document of Texeleton"), "muted");
  title->setAlignment(Qt::AlignCenter);
  text->setAlignment(Qt::AlignCenter);
  auto* open = new QPushButton(icon("open"), tr("Open…"));
  auto* sample = new QPushButton(tr("Open the sample"));
  auto* buttons = new QHBoxLayout;
  buttons->setAlignment(Qt::AlignCenter);
  buttons->addWidget(open);
  buttons->addWidget(sample);
  layout->addWidget(title);
  layout->addWidget(text);
  layout->addLayout(buttons);
  connect(open, &QPushButton::clicked, this, &ViewportArea::openAsked);
  connect(sample, &QPushButton::clicked, this, &ViewportArea::sampleAsked);
  return page;
}

void ViewportArea::showMessage(const QString& title, const QString& text) {
  m_messageTitle->setText(title);
  m_messageText->setText(text);
  m_pages->setCurrentWidget(m_message);
}

void ViewportArea::showBake() {
  Scene& scene = m_window->scene();
  const auto& bake = m_workshop.bake();
  if (!bake) {
    scene.animation = nullptr;
    scene.skeleton = nullptr;
    if (m_workshop.document().isEmpty()) {
      m_pages->setCurrentWidget(m_start);
    } else if (m_workshop.model() && m_workshop.document().state().noClips) {
      showMessage(tr("No clip is ticked"), tr("Tick under Clips what is to be baked."));
    } else if (m_workshop.problem()) {
      showMessage(tr("This file cannot be shown"), QString::fromStdString(describe(*m_workshop.problem())));
    } else {
      showMessage(tr("Reading the model…"), m_workshop.document().name());
    }
    return;
  }
  if (scene.animation == bake->animation) {
    return;
  }
  scene.animation = bake->animation;
  scene.skeleton = bake->skeleton;
  m_source->button(1)->setEnabled(bake->skeleton != nullptr);
  makeCrowd();
  m_pages->setCurrentWidget(m_container);
  if (!m_framed) {
    m_framed = true;
    frameAll();
  }
  m_window->requestUpdate();
}

void ViewportArea::makeCrowd() {
  Scene& scene = m_window->scene();
  if (!scene.animation || scene.animation != m_playback.animation()) {
    return;  // The playback hears of the bake too, and tells its clip then.
  }
  const bool many = m_many->current() == 1;
  m_count->setEnabled(many);
  m_layout->setEnabled(many);
  CrowdSettings settings;
  if (many) {
    settings.count = static_cast<std::uint32_t>(m_count->value());
    settings.layout = static_cast<CrowdLayout>(m_layout->currentIndex());
    settings.phaseSpread = 1.0f;
    settings.speedSpread = 0.08f;
    settings.tintSpread = 0.35f;
    settings.turnSpread = 0.22f;
    settings.scaleSpread = 0.05f;
  } else {
    settings.clip = static_cast<std::uint32_t>(std::max(m_playback.clipNumber(), 0));
  }
  auto crowd = Crowd::make(settings, *scene.animation);
  if (!crowd) {
    showMessage(tr("Nothing can be drawn"), QString::fromStdString(crowd.error().message));
    return;
  }
  scene.crowd = std::move(*crowd);
  scene.crowd.setTime(many ? m_playback.crowdSeconds() : m_playback.seconds());
  scene.view.path = m_source->current() == 1 && scene.skeleton ? DrawPath::Compute : DrawPath::Texture;
  m_window->requestUpdate();
}

void ViewportArea::frameAll() {
  if (m_window->scene().animation) {
    m_window->frameAll();
  }
}

QString ViewportArea::deviceText() const {
  const GpuDevice* device = m_window->device();
  return device == nullptr
             ? QString()
             : QString("%1 · %2").arg(backendName(device->backend()), QString::fromStdString(device->deviceName()));
}

}  // namespace texeleton::editor

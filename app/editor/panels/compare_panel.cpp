#include "app/editor/panels/compare_panel.h"

#include <QHeaderView>
#include <algorithm>
#include <functional>

#include "app/editor/document/preferences.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/skinning_tools.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/heat_legend.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

// In the order of the table. A further way of drawing gets its row here and its words in nameOf().
constexpr std::array kPaths = {DrawPath::Texture, DrawPath::Compute, DrawPath::Cpu, DrawPath::Hybrid};
constexpr int kMeasureMilliseconds = 600;
constexpr int kRefreshMilliseconds = 250;
constexpr std::size_t kFrames = 120;

template <class Take>
double median(const std::deque<FrameStatistics>& frames, Take take) {
  std::vector<double> values;
  values.reserve(frames.size());
  for (const FrameStatistics& frame : frames) {
    values.push_back(take(frame));
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// What the last frames say, counts of the newest.
PathFigures liveFigures(DrawPath path, const std::deque<FrameStatistics>& frames) {
  PathFigures figures = figuresOf(path, frames.back());
  figures.animationSeconds = median(frames, [](const FrameStatistics& frame) { return frame.animationSeconds; });
  figures.skinningSeconds = median(frames, [](const FrameStatistics& frame) { return frame.skinningSeconds; });
  if (figures.gpuSeconds) {
    figures.gpuSeconds =
        median(frames, [&](const FrameStatistics& frame) { return frame.gpuSeconds.value_or(*figures.gpuSeconds); });
  }
  return figures;
}

}  // namespace

QString ComparePanel::nameOf(DrawPath path) {
  switch (path) {
    case DrawPath::Texture:
      return tr("Animation texture");
    case DrawPath::Compute:
      return tr("Compute skinning");
    case DrawPath::Cpu:
      return tr("CPU skinning");
    case DrawPath::Hybrid:
      break;
  }
  return tr("Hybrid");
}

ComparePanel::ComparePanel(Workshop& workshop, ViewportArea& viewport, GpuBackend backend,
                           std::shared_ptr<VulkanInstance> instance, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_viewport(viewport), m_meter(backend, std::move(instance)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 8, 12, 8);
  layout->setSpacing(8);
  layout->addWidget(makeTools());
  layout->addWidget(makeTable(), 1);
  m_about = new ElidedLabel;
  setRole(*m_about, "muted");
  layout->addWidget(m_about);

  m_soon.setSingleShot(true);
  m_soon.setInterval(kMeasureMilliseconds);
  m_refresh.setInterval(kRefreshMilliseconds);
  connect(&m_soon, &QTimer::timeout, this, &ComparePanel::measure);
  connect(&m_refresh, &QTimer::timeout, this, [this] {
    if (m_isNew) {
      showFigures();
    }
  });
  connect(&m_viewport, &ViewportArea::comparingChanged, this, &ComparePanel::showComparing);
  connect(&m_viewport, &ViewportArea::sceneChanged, this, &ComparePanel::forget);
  connect(&m_viewport.window(), &RhiWindow::frameShown, this, &ComparePanel::note);
  connect(&m_workshop, &Workshop::measured, this, &ComparePanel::showFigures);
  connect(&m_workshop, &Workshop::bakeChanged, this, &ComparePanel::showComparing);
  connect(&m_meter, &FiguresMeter::measured, this, [this](const PathFigures& figures) {
    rowOf(figures.path).figures = figures;
    showFigures();
  });
  connect(&m_meter, &FiguresMeter::finished, this, &ComparePanel::showFigures);
  connect(&m_meter, &FiguresMeter::failed, this, [this](const QString& why) { m_problem = localized(why); });
  showComparing();
}

QWidget* ComparePanel::makeTools() {
  auto* box = new QWidget;
  auto* layout = new FlowLayout(box);
  layout->setSpacing(8);
  m_how = new Segmented({tr("Off"), tr("Split"), tr("Overlay"), tr("Heat map")});
  m_how->setObjectName("compareHow");
  m_how->button(1)->setToolTip(tr("One on the left, the other on the right; drag the line between them"));
  m_how->button(2)->setToolTip(tr("Both at once, in two colours: where they are alike the picture is grey"));
  m_how->button(3)->setToolTip(tr("Colours every vertex by its distance from where skinning puts it"));
  const auto paths = [](const char* name, const QString& tip) {
    auto* choice = new QComboBox;
    choice->setObjectName(name);
    choice->setToolTip(tip);
    choice->setAccessibleName(tip);
    for (const DrawPath path : kPaths) {
      choice->addItem(nameOf(path), static_cast<int>(path));
    }
    return choice;
  };
  const auto beside = [](QWidget* left, QWidget* right) {
    auto* pair = new QWidget;
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(left);
    row->addWidget(right);
    return pair;
  };
  m_path = paths("comparePath", tr("What draws the picture"));
  m_other = paths("compareOther", tr("What it is compared with"));
  m_against = beside(label(tr("against"), "muted"), m_other);
  m_limit = new NumberField(0, 1e5, 3, tr("mm"));
  m_limit->setObjectName("heatLimit");
  m_limit->setSpecialValueText(tr("automatic"));
  m_limit->setToolTip(tr("Where the colours end; 0 suits the error of what plays"));
  m_limit->setFixedWidth(96);
  m_legend = new HeatLegend;
  m_heat = beside(beside(label(tr("Up to"), "muted"), m_limit), m_legend);
  layout->addWidget(m_how);
  layout->addWidget(beside(label(tr("Drawn by"), "muted"), m_path));
  layout->addWidget(m_against);
  layout->addWidget(m_heat);
  layout->addWidget(new SkinningTools(m_workshop, m_viewport));

  connect(m_how, &Segmented::chosen, this,
          [this](int how) { choose([how](Comparing& c) { c.how = static_cast<Comparing::How>(how); }); });
  connect(m_path, &QComboBox::activated, this, [this] {
    choose([this](Comparing& c) {
      const auto path = static_cast<DrawPath>(m_path->currentData().toInt());
      if (c.other == path) {
        c.other = c.path;
      }
      c.path = path;
    });
  });
  connect(m_other, &QComboBox::activated, this, [this] {
    choose([this](Comparing& c) {
      const auto other = static_cast<DrawPath>(m_other->currentData().toInt());
      if (c.path == other) {
        c.path = c.other;
      }
      c.other = other;
    });
  });
  connect(m_limit, &QDoubleSpinBox::valueChanged, this, [this](double limit) {
    choose([limit](Comparing& c) { c.heatLimitMillimetres = limit / unitsPerMillimetre(); });
  });
  return box;
}

QWidget* ComparePanel::makeTable() {
  m_table = new QTreeWidget;
  m_table->setObjectName("compareTable");
  m_table->setFont(figuresFont(m_table->font()));
  m_table->setColumnCount(kColumnCount);
  m_table->setHeaderLabels({tr("Drawn by"), tr("Draws"), tr("Animation"), tr("Skinning"), tr("GPU"), tr("Vertices"),
                            tr("Texture"), tr("Buffers"), tr("Error")});
  m_table->setRootIsDecorated(false);
  m_table->setUniformRowHeights(true);
  m_table->setAccessibleName(tr("What each way of drawing costs"));
  const std::array tips = {
      tr("A click draws by it"),
      tr("How often the GPU is told to draw, each frame"),
      tr("What the CPU needs to pose skeletons, each frame"),
      tr("What the CPU needs to skin vertices or to hand matrices over, each frame"),
      tr("What the GPU needs for the frame; \"n/a\" where it cannot be told"),
      tr("That go through the vertex shader, each frame"),
      tr("GPU memory of the animation texture"),
      tr("GPU memory of the mesh, the characters, and what skinning keeps"),
      tr("The largest distance from the source at any vertex"),
  };
  QTreeWidgetItem* header = m_table->headerItem();
  for (int column = 0; column < kColumnCount; ++column) {
    header->setToolTip(column, tips[static_cast<std::size_t>(column)]);
    if (column != kPath) {
      header->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
  }
  m_table->header()->setStretchLastSection(true);
  m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->header()->setMinimumSectionSize(48);
  for (const DrawPath path : kPaths) {
    auto* item = new QTreeWidgetItem(m_table, {nameOf(path)});
    for (int column = kDraws; column < kColumnCount; ++column) {
      item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_rows.push_back({path, item, std::nullopt, {}});
  }
  connect(m_table, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    m_path->setCurrentIndex(m_table->indexOfTopLevelItem(item));
    emit m_path->activated(m_path->currentIndex());
  });
  return m_table;
}

ComparePanel::Row& ComparePanel::rowOf(DrawPath path) {
  const auto row = std::find_if(m_rows.begin(), m_rows.end(), [path](const Row& each) { return each.path == path; });
  return row == m_rows.end() ? m_rows.front() : *row;
}

const std::optional<PathFigures>& ComparePanel::figures(DrawPath path) const {
  return const_cast<ComparePanel*>(this)->rowOf(path).figures;
}

void ComparePanel::choose(const std::function<void(Comparing&)>& change) {
  Comparing comparing = m_viewport.comparing();
  change(comparing);
  m_viewport.setComparing(comparing);
  showComparing();
}

void ComparePanel::showComparing() {
  const Comparing& comparing = m_viewport.comparing();
  const bool can = m_workshop.bake() == nullptr || m_workshop.bake()->skeleton != nullptr;
  m_how->setEnabled(can);
  m_path->setEnabled(can);
  m_how->setCurrent(static_cast<int>(comparing.how));
  m_path->setCurrentIndex(m_path->findData(static_cast<int>(comparing.path)));
  m_other->setCurrentIndex(m_other->findData(static_cast<int>(comparing.other)));
  m_against->setVisible(comparing.how == Comparing::How::Split || comparing.how == Comparing::How::Overlay);
  m_heat->setVisible(comparing.how == Comparing::How::Heat);
  m_limit->setSuffix(" " + unitSign());
  m_limit->show(comparing.heatLimitMillimetres * unitsPerMillimetre());
  for (Row& row : m_rows) {
    row.live.frames.clear();
    row.item->setSelected(row.path == comparing.path);
  }
  showFigures();
}

void ComparePanel::forget() {
  m_old = true;
  m_problem.clear();
  m_meter.cancel();
  for (Row& row : m_rows) {
    row.figures.reset();
    row.live.frames.clear();
  }
  if (isVisible()) {
    m_soon.start();
  }
  showFigures();
}

void ComparePanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  m_viewport.window().setTiming(true);
  m_refresh.start();
  if (m_old) {
    m_soon.start();
  }
}

void ComparePanel::hideEvent(QHideEvent* event) {
  Panel::hideEvent(event);
  m_viewport.window().setTiming(false);
  m_refresh.stop();
  m_soon.stop();
  if (m_meter.isBusy()) {
    m_meter.cancel();
    m_old = true;
  }
}

void ComparePanel::measure() {
  const Scene& scene = m_viewport.window().scene();
  if (!scene.animation || !scene.skeleton || m_viewport.window().lastFrame() == nullptr) {
    return;
  }
  m_old = false;
  const QSize size = m_viewport.window().size() * m_viewport.window().devicePixelRatio();
  m_meter.measure(scene, size, {kPaths.begin(), kPaths.end()});
  showFigures();
}

// A frame was shown: what it says of the path or the two paths in it.
void ComparePanel::note() {
  const ShownFrame* frame = m_viewport.window().lastFrame();
  if (!isVisible() || frame == nullptr) {
    return;
  }
  if (m_old && !m_soon.isActive()) {
    m_soon.start();  // Measuring waited for a first frame.
  }
  // A frame of before the last change says nothing of what is shown now.
  const ViewOptions& view = frame->view;
  if (frame->statistics.instances != m_viewport.window().scene().crowd.size()) {
    return;
  }
  if (view.mode == ViewMode::Heat) {
    m_legend->setLimit(frame->heatLimitMillimetres);
    return;  // Such a frame draws both ways at once.
  }
  const auto take = [this](DrawPath path, const FrameStatistics& statistics) {
    std::deque<FrameStatistics>& kept = rowOf(path).live.frames;
    kept.push_back(statistics);
    if (kept.size() > kFrames) {
      kept.pop_front();
    }
  };
  take(view.path, frame->statistics);
  if (view.isComparing()) {
    take(view.comparedPath, frame->comparedStatistics);
  }
  m_isNew = true;
}

void ComparePanel::fill(Row& row) {
  const bool isLive = !row.live.frames.empty();
  if (isLive) {
    const PathFigures live = liveFigures(row.path, row.live.frames);
    // Where only a part of the frame can be timed on the screen, what was measured off it says more.
    const std::optional<double> gpu = live.gpuSeconds ? live.gpuSeconds
                                      : row.figures   ? row.figures->gpuSeconds
                                                      : std::nullopt;
    row.figures = live;
    row.figures->gpuSeconds = gpu;
  }
  QTreeWidgetItem& item = *row.item;
  const QString none = QString::fromUtf8("–");
  const QString pending = m_meter.isBusy() || m_soon.isActive() ? QString::fromUtf8("…") : none;
  item.setToolTip(kPath, row.path == DrawPath::Hybrid
                             ? tr("Near characters by compute skinning, far ones by the texture")
                             : QString());
  item.setIcon(kPath, QIcon());
  if (!row.figures || !row.figures->problem.empty()) {
    for (int column = kDraws; column < kColumnCount; ++column) {
      item.setText(column, row.figures ? none : pending);
    }
    if (row.figures) {
      item.setIcon(kPath, icon("warning", Token::Warning));
      item.setToolTip(kPath, localized(row.figures->problem));
    }
    return;
  }
  const PathFigures& figures = *row.figures;
  item.setText(kDraws, count(figures.drawCalls));
  item.setText(kAnimation, milliseconds(figures.animationSeconds));
  item.setText(kSkinning, row.path == DrawPath::Texture ? none : milliseconds(figures.skinningSeconds));
  item.setText(kGpu, figures.gpuSeconds ? milliseconds(*figures.gpuSeconds) : tr("n/a"));
  item.setText(kVertices, count(figures.vertices));
  item.setText(kTexture, figures.textureBytes == 0 ? none : megabytes(figures.textureBytes));
  item.setText(kBuffers, megabytes(figures.bufferBytes));
  if (row.path == DrawPath::Cpu) {
    item.setText(kError, tr("reference"));
  } else if (row.path == DrawPath::Texture || row.path == DrawPath::Hybrid) {
    const auto worst = m_workshop.worst();
    const bool over = m_workshop.overLimit().has_value();
    item.setText(kError, worst ? millimetres(worst->millimetres) : QString::fromUtf8("…"));
    item.setForeground(kError, color(over ? Token::Warning : Token::Text));
    item.setIcon(kError, over ? icon("warning", Token::Warning) : QIcon());
  } else {
    item.setText(kError, figures.maxErrorMillimetres ? millimetres(*figures.maxErrorMillimetres) : tr("n/a"));
  }
}

void ComparePanel::showFigures() {
  m_isNew = false;
  for (Row& row : m_rows) {
    fill(row);
  }
  const std::size_t shown = m_viewport.window().scene().crowd.size();
  if (m_workshop.bake() == nullptr) {
    m_about->setWholeText(tr("Open a model to see what drawing it costs."));
  } else if (m_workshop.bake()->skeleton == nullptr) {
    m_about->setWholeText(tr("The source of this bake cannot be skinned, so there is nothing to compare with."));
  } else if (!m_problem.isEmpty()) {
    m_about->setWholeText(m_problem);
  } else {
    const QString characters = tr("%Ln character(s) on screen", "", static_cast<int>(shown));
    m_about->setWholeText(m_meter.isBusy()
                              ? tr("%1, measuring…").arg(characters)
                              : tr("%1; what draws: median of the last %2 frames, the others: measured off the screen")
                                    .arg(characters)
                                    .arg(kFrames));
  }
}

}  // namespace texeleton::editor

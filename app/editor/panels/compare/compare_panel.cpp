#include "app/editor/panels/compare/compare_panel.h"

#include <QHeaderView>
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/editor/document/preferences.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/compare/skinning_tools.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/heat_legend.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

// In the order of the table. A new path needs a row here and a name in nameOf().
constexpr std::array kPaths = {viewport::DrawPath::Texture, viewport::DrawPath::Compute, viewport::DrawPath::Cpu,
                               viewport::DrawPath::Hybrid};
constexpr int kMeasureMilliseconds = 600;
constexpr double kBusy = 0.25;  // Share of the processors: other programs then increase the figures.

}  // namespace

QString ComparePanel::nameOf(viewport::DrawPath path) {
  switch (path) {
    case viewport::DrawPath::Texture:
      return tr("Animation texture");
    case viewport::DrawPath::Compute:
      return tr("Compute skinning");
    case viewport::DrawPath::Cpu:
      return tr("CPU skinning");
    case viewport::DrawPath::Hybrid:
      break;
  }
  return tr("Hybrid");
}

ComparePanel::ComparePanel(Workshop& workshop, ViewportArea& viewport, viewport::GpuBackend backend,
                           std::shared_ptr<viewport::VulkanInstance> instance, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_viewport(viewport), m_meter(backend, std::move(instance)) {
  auto* layout = put(spaced(new QVBoxLayout(this), 8, {12, 8, 12, 8}), {makeTools(), {makeTable(), 1}});
  m_about = named(new ElidedLabel, "compareAbout");
  setRole(*m_about, "muted");
  m_about->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_again = named(new QToolButton, "measureAgain",
                  tr("Renders the same picture off screen with each method in turn and displays the median times"));
  m_again->setText(tr("Measure again"));
  connect(m_again, &QToolButton::clicked, this, &ComparePanel::measure);
  layout->addLayout(put(spaced(new QHBoxLayout, 8), {{m_about, 1}, m_again}));

  afterPause(m_soon, kMeasureMilliseconds, this, &ComparePanel::measure);
  connect(&m_viewport, &ViewportArea::comparingChanged, this, &ComparePanel::showComparing);
  connect(&m_viewport, &ViewportArea::sceneChanged, this, &ComparePanel::forget);
  connect(&m_viewport.window(), &viewport::RhiWindow::frameShown, this, &ComparePanel::note);
  connect(&m_workshop, &Workshop::measured, this, &ComparePanel::showFigures);
  connect(&m_workshop, &Workshop::bakeChanged, this, &ComparePanel::showComparing);
  connect(&m_meter, &FiguresMeter::measured, this, [this](const MeasuredFigures& measured) {
    m_measured = measured;
    m_framesMeanwhile = m_viewport.window().frameCount() - m_framesBefore;
    for (const viewport::PathFigures& figures : measured.paths) {
      rowOf(figures.path).figures = figures;
    }
    showFigures();
  });
  connect(&m_meter, &FiguresMeter::finished, this, &ComparePanel::showFigures);
  connect(&m_meter, &FiguresMeter::failed, this, [this](const Message& why) { m_problem = localized(why); });
  showComparing();
}

QWidget* ComparePanel::makeTools() {
  auto* box = new QWidget;
  auto* layout = spaced(new FlowLayout(box), 8);
  m_how = named(new Segmented({tr("Off"), tr("Split"), tr("Overlay"), tr("Heat map")}), "compareHow");
  m_how->button(1)->setToolTip(tr("One on the left, the other on the right; drag the line between them"));
  m_how->button(2)->setToolTip(tr("Both at once in two colours. Grey: equal"));
  m_how->button(3)->setToolTip(tr("Colours every vertex by its distance from its skinned position"));
  const auto paths = [](const char* name, const QString& tip) {
    auto* choice = named(new QComboBox, name, tip);
    choice->setAccessibleName(tip);
    for (const viewport::DrawPath path : kPaths) {
      choice->addItem(nameOf(path), static_cast<int>(path));
    }
    return choice;
  };
  const auto beside = [](QWidget* left, QWidget* right) {
    auto* pair = new QWidget;
    put(spaced(new QHBoxLayout(pair), 8), {left, right});
    return pair;
  };
  m_path = paths("comparePath", tr("Drawing method"));
  m_other = paths("compareOther", tr("Drawing method to compare with"));
  m_against = beside(label(tr("against"), "muted"), m_other);
  m_limit = named(new NumberField(0, 1e5, 3, tr("mm")), "heatLimit",
                  tr("End of the colour scale. 0: chosen by the error of the playing clips"));
  m_limit->setSpecialValueText(tr("automatic"));
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
  const auto chooses = [this](QComboBox* list, viewport::DrawPath Comparing::*path,
                              viewport::DrawPath Comparing::*other) {
    connect(list, &QComboBox::activated, this, [this, list, path, other] {
      choose([&](Comparing& c) {
        const auto chosen = static_cast<viewport::DrawPath>(list->currentData().toInt());
        if (c.*other == chosen) {
          c.*other = c.*path;
        }
        c.*path = chosen;
      });
    });
  };
  chooses(m_path, &Comparing::path, &Comparing::other);
  chooses(m_other, &Comparing::other, &Comparing::path);
  connect(m_limit, &QDoubleSpinBox::valueChanged, this, [this](double limit) {
    choose([limit](Comparing& c) { c.heatLimitMillimetres = limit / unitsPerMillimetre(); });
  });
  return box;
}

QWidget* ComparePanel::makeTable() {
  m_table = named(columnList({tr("Drawn by"), tr("Draws"), tr("Animation"), tr("Skinning"), tr("GPU"), tr("Vertices"),
                              tr("Texture"), tr("Buffers"), tr("Error")}),
                  "compareTable");
  m_table->setFont(figuresFont(m_table->font()));
  m_table->setUniformRowHeights(true);
  m_table->setAccessibleName(tr("Cost of each drawing method"));
  const std::array tips = {
      tr("Click to draw with this method"),
      tr("Draw calls per frame"),
      tr("CPU time per frame for posing skeletons"),
      tr("CPU time per frame for skinning vertices or uploading matrices"),
      tr("GPU time per frame; \"n/a\" where it cannot be measured"),
      tr("Vertices per frame that the vertex shader processes"),
      tr("GPU memory of the animation texture"),
      tr("GPU memory of the mesh, the characters and the skinning buffers"),
      tr("Largest distance of a vertex from the source"),
  };
  QTreeWidgetItem* header = m_table->headerItem();
  for (int column = 0; column < kColumnCount; ++column) {
    header->setToolTip(column, tips[static_cast<std::size_t>(column)]);
    if (column != kPath) {
      header->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
  }
  m_table->header()->setStretchLastSection(false);
  m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->header()->setMinimumSectionSize(48);
  for (const viewport::DrawPath path : kPaths) {
    auto* item = new QTreeWidgetItem(m_table, {nameOf(path)});
    for (int column = kDraws; column < kColumnCount; ++column) {
      item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_rows.push_back({path, item, std::nullopt});
  }
  connect(m_table, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    m_path->setCurrentIndex(m_table->indexOfTopLevelItem(item));
    emit m_path->activated(m_path->currentIndex());
  });
  return m_table;
}

ComparePanel::Row& ComparePanel::rowOf(viewport::DrawPath path) {
  const auto row = std::ranges::find(m_rows, path, &Row::path);
  return row == m_rows.end() ? m_rows.front() : *row;
}

const std::optional<viewport::PathFigures>& ComparePanel::figures(viewport::DrawPath path) const {
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
    row.item->setSelected(row.path == comparing.path);
  }
  showFigures();
}

void ComparePanel::forget() {
  m_old = true;
  m_problem.clear();
  m_meter.cancel();
  m_measured = {};
  for (Row& row : m_rows) {
    row.figures.reset();
  }
  if (isSeen()) {
    m_soon.start();
  }
  showFigures();
}

void ComparePanel::seenChanged() {
  if (isSeen()) {
    if (m_old) {
      m_soon.start();
    }
    return;
  }
  m_soon.stop();
  if (m_meter.isBusy()) {
    m_meter.cancel();
    m_old = true;
  }
}

void ComparePanel::measure() {
  const viewport::Scene& scene = m_viewport.window().scene();
  if (!scene.animation || !scene.skeleton || m_viewport.window().lastFrame() == nullptr) {
    return;
  }
  m_old = false;
  m_framesBefore = m_viewport.window().frameCount();
  const QSize size = m_viewport.window().size() * m_viewport.window().devicePixelRatio();
  m_meter.measure(scene, size, {kPaths.begin(), kPaths.end()});
  showFigures();
}

// Reads the end of the heat map's scale from the last frame.
void ComparePanel::note() {
  const viewport::ShownFrame* frame = m_viewport.window().lastFrame();
  if (!isSeen() || frame == nullptr) {
    return;
  }
  if (m_old && !m_soon.isActive()) {
    m_soon.start();  // Measuring was waiting for a first frame.
  }
  if (frame->view.mode == viewport::ViewMode::Heat) {
    m_legend->setLimit(frame->heatLimitMillimetres);
  }
}

void ComparePanel::fill(Row& row) {
  QTreeWidgetItem& item = *row.item;
  const QString none = QString::fromUtf8("–");
  const QString pending = m_meter.isBusy() || m_soon.isActive() ? QString::fromUtf8("…") : none;
  item.setToolTip(kPath, row.path == viewport::DrawPath::Hybrid
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
  const viewport::PathFigures& figures = *row.figures;
  item.setText(kDraws, count(figures.drawCalls));
  item.setText(kAnimation, milliseconds(figures.animationSeconds));
  item.setText(kSkinning, row.path == viewport::DrawPath::Texture ? none : milliseconds(figures.skinningSeconds));
  item.setText(kGpu, figures.gpuSeconds ? milliseconds(*figures.gpuSeconds) : tr("n/a"));
  item.setText(kVertices, count(figures.vertices));
  item.setText(kTexture, figures.textureBytes == 0 ? none : megabytes(figures.textureBytes));
  item.setText(kBuffers, megabytes(figures.bufferBytes));
  if (row.path == viewport::DrawPath::Cpu) {
    item.setText(kError, tr("reference"));
  } else if (row.path == viewport::DrawPath::Texture || row.path == viewport::DrawPath::Hybrid) {
    const auto worst = m_workshop.worst();
    const bool over = m_workshop.overLimit().has_value();
    item.setText(kError, worst ? millimetres(worst->millimetres) : QString::fromUtf8("…"));
    item.setForeground(kError, color(over ? Token::Warning : Token::Text));
    item.setIcon(kError, over ? icon("warning", Token::Warning) : QIcon());
  } else {
    item.setText(kError, figures.maxErrorMillimetres ? millimetres(*figures.maxErrorMillimetres) : tr("n/a"));
  }
}

// The conditions of the measurement, including other load on the machine.
QString ComparePanel::conditions() const {
  const auto shown = static_cast<int>(m_viewport.window().scene().crowd.size());
  QString text = tr("%Ln character(s) on screen", "", shown);
  if (m_measured.rounds == 0) {
    return m_meter.isBusy() ? tr("%1, measuring…").arg(text) : text;
  }
  text =
      tr("%1: the same picture of %2 × %3 pixels by each in turn, off the screen; median of %Ln", "", m_measured.rounds)
          .arg(text)
          .arg(m_measured.size.width())
          .arg(m_measured.size.height());
  if (m_measured.otherLoad) {
    text += " · ";
    const int percent = static_cast<int>(std::lround(*m_measured.otherLoad * 100.0));
    text += *m_measured.otherLoad < kBusy
                ? tr("other programs used %1 % of the processors meanwhile").arg(percent)
                : tr("other programs used %1 % of the processors meanwhile, which makes all times longer").arg(percent);
  }
  if (m_framesMeanwhile > 0) {
    text += " · " + tr("the window drew %Ln frame(s) meanwhile", "", static_cast<int>(m_framesMeanwhile));
  }
  return m_meter.isBusy() ? tr("%1; measuring…").arg(text) : text;
}

void ComparePanel::showFigures() {
  for (Row& row : m_rows) {
    fill(row);
  }
  const auto& bake = m_workshop.bake();
  m_again->setEnabled(bake != nullptr && bake->skeleton != nullptr && !m_meter.isBusy());
  m_about->setWholeText(bake == nullptr ? tr("Open a model to see its drawing costs.")
                        : bake->skeleton == nullptr
                            ? tr("The source of this bake cannot be skinned, so there is nothing to compare with.")
                        : !m_problem.isEmpty() ? m_problem
                                               : conditions());
}

}  // namespace texeleton::editor

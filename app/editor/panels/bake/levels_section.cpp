#include "app/editor/panels/bake/levels_section.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/numbers.h"
#include "core/meshes/mesh_instances.h"

namespace texeleton::editor {

namespace {

constexpr int kRefreshMilliseconds = 250;
constexpr std::size_t kMostMade = 8;  // A practical limit; a recipe may have up to 64.
enum GridColumn { kName, kShare, kTriangles, kRemove };

std::size_t trianglesAt(const vat::BakedAnimation& animation, std::size_t level) {
  return (level == 0 ? animation.mesh.indices.size() : animation.mesh.lods[level - 1].indices.size()) / 3;
}

}  // namespace

LevelsSection::LevelsSection(Workshop& workshop, ViewportArea& viewport, QWidget* parent)
    : FoldingSection(tr("Levels of detail"), "levelsHeading", parent), m_workshop(workshop), m_viewport(viewport) {
  m_authored = named(
      new QCheckBox(tr("Use the model's own levels")), "authoredLods",
      tr("Treat meshes named Body_LOD0, Body_LOD1, … as levels of the same object. When disabled, they are ordinary "
         "meshes"));
  body().addWidget(m_authored);
  m_hint = wrappedLabel(tr("Simplified meshes for distant characters. All levels share one texture."), "muted");
  body().addWidget(m_hint);
  m_grid = spaced(new QGridLayout, 8, 4);
  m_grid->setColumnStretch(kShare, 1);
  const auto heading = [this](int column, const QString& text, const QString& tip) {
    QLabel* each = label(text, "muted");
    each->setToolTip(tip);
    each->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_grid->addWidget(each, 0, column);
  };
  heading(kShare, tr("Share"), tr("Maximum number of triangles, relative to LOD 0"));
  heading(kTriangles, tr("Triangles"),
          tr("Triangles of the generated level. Seams and borders can require more than the share"));
  body().addLayout(m_grid);
  m_problem = wrappedLabel({}, "warning");
  m_problem->hide();
  body().addWidget(m_problem);
  m_add = named(new QPushButton(tr("Add level")), "addLevel",
                tr("Adds a level with half the triangles of the previous one"));
  auto* bottom = spaced(new FlowLayout, 8);
  bottom->addWidget(m_add);
  m_drawn =
      named(comboBox({}, 6), "drawnLevel",
            tr("Level that the viewport displays. By distance: the coarsest level that looks the same, as in a game"));
  bottom->addWidget(labelOf(m_drawn, tr("Display")));
  bottom->addWidget(m_drawn);
  body().addLayout(bottom);

  Document& document = m_workshop.document();
  connect(m_authored, &QCheckBox::clicked, this, [&document](bool take) {
    document.set(tr("Change levels of the model"), &recipe::RecipeMeshes::authoredLods,
                 take ? std::nullopt : std::optional(false));
  });
  connect(m_add, &QPushButton::clicked, this, &LevelsSection::add);
  connect(m_drawn, &QComboBox::activated, this, [this](int choice) {
    m_viewport.setLevel(choice == 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(choice - 1)));
  });
  connect(&m_viewport, &ViewportArea::levelChanged, this, &LevelsSection::showDrawn);
  connect(&document, &Document::changed, this, &LevelsSection::showLevels);
  connect(&document, &Document::replaced, this, [this, &document] {
    if (!document.recipe().bake.lods.empty()) {
      setOpen(true);
    }
  });
  connect(&m_workshop, &Workshop::modelChanged, this, &LevelsSection::showLevels);
  connect(&m_workshop, &Workshop::bakeChanged, this, &LevelsSection::showLevels);
  m_refresh.setInterval(kRefreshMilliseconds);
  connect(&m_refresh, &QTimer::timeout, this, &LevelsSection::showDrawn);
  connect(this, &FoldingSection::opened, this, [this](bool open) {
    if (open) {
      m_refresh.start();
    } else {
      m_refresh.stop();
    }
  });
  showLevels();
}

LevelsSection::Row LevelsSection::makeRow(int level) {
  Row row;
  const int line = 2 * level + 1;
  row.name = named(label(tr("LOD %1").arg(level)), QString("levelName%1").arg(level));
  m_grid->addWidget(row.name, line, kName);
  row.shareText = label({}, "muted");
  row.shareText->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_grid->addWidget(row.shareText, line, kShare);
  row.triangles = named(label({}), QString("levelTriangles%1").arg(level));
  row.triangles->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_grid->addWidget(row.triangles, line, kTriangles);
  row.error =
      named(wrappedLabel({}, "muted"), QString("levelError%1").arg(level),
            tr("Largest distance from LOD 0 over all clips, and largest displacement of a colour in the bind pose"));
  row.error->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_grid->addWidget(row.error, line + 1, kName, 1, kRemove);
  if (level > 0) {
    const auto made = static_cast<std::size_t>(level - 1);
    row.share = named(new NumberField(0.01, 99.99, 2, "%"), QString("levelShare%1").arg(level));
    row.share->setAccessibleName(tr("Share of %1").arg(row.name->text()));
    row.share->setMinimumWidth(64);
    m_grid->addWidget(row.share, line, kShare);
    row.remove = iconButton("remove", tr("Remove this level"), "flat");
    row.remove->setAccessibleName(tr("Remove %1").arg(row.name->text()));
    m_grid->addWidget(row.remove, line, kRemove);
    connect(row.share, &QDoubleSpinBox::valueChanged, this, [this, made](double percent) { setShare(made, percent); });
    connect(row.remove, &QToolButton::clicked, this, [this, made] {
      // Deferred, because the button is removed with its row.
      QMetaObject::invokeMethod(
          this, [this, made] { removeLevel(made); }, Qt::QueuedConnection);
    });
  }
  return row;
}

void LevelsSection::setRows(std::size_t number) {
  while (m_rows.size() > number) {
    const Row& row = m_rows.back();
    for (QWidget* each :
         std::initializer_list<QWidget*>{row.name, row.share, row.shareText, row.triangles, row.error, row.remove}) {
      if (each != nullptr) {
        m_grid->removeWidget(each);
        each->hide();
        each->deleteLater();
      }
    }
    m_rows.pop_back();
  }
  while (m_rows.size() < number) {
    m_rows.push_back(makeRow(static_cast<int>(m_rows.size())));
  }
}

bool LevelsSection::hasAuthored() const {
  const auto& model = m_workshop.model();
  return model && meshes::shownAtLevels(meshes::meshInstances(*model, true)).size() > 1;
}

void LevelsSection::showLevels() {
  const recipe::RecipeBake& recipe = m_workshop.document().recipe().bake;
  const auto& bake = m_workshop.bake();
  const bool takes = recipe.meshes.authoredLods.value_or(true);
  const bool authored = hasAuthored();
  m_authored->setVisible(authored);
  m_authored->setChecked(takes);
  const bool isMade = !authored || !takes;
  const std::size_t baked = bake ? bake->animation->mesh.lods.size() : 0;
  const std::size_t levels = isMade ? recipe.lods.size() : std::max<std::size_t>(baked, 1);
  m_hint->setVisible(isMade && recipe.lods.empty());
  setRows(levels + 1);
  for (std::size_t level = 0; level < m_rows.size(); ++level) {
    showRow(level, isMade);
  }
  m_add->setVisible(isMade);
  m_add->setEnabled(m_workshop.model() != nullptr && recipe.lods.size() < kMostMade);
  const bool lost = isMade && bake && !m_workshop.runner().isBusy() && baked < recipe.lods.size();
  m_problem->setVisible(lost);
  m_problem->setText(lost ? tr("%Ln level(s) cannot be made: seams and borders need more triangles.", "",
                               static_cast<int>(recipe.lods.size() - baked))
                          : QString());
  const QSignalBlocker quiet(m_drawn);
  m_drawn->clear();
  m_drawn->addItem(tr("By distance"));
  for (std::size_t level = 0; level <= baked; ++level) {
    m_drawn->addItem(tr("LOD %1").arg(level));
  }
  setSummary(!isMade               ? tr("from the model")
             : recipe.lods.empty() ? tr("none", "levels of detail")
                                   : tr("%Ln generated", "levels of detail", static_cast<int>(recipe.lods.size())));
  showDrawn();
}

void LevelsSection::showRow(std::size_t level, bool isMade) {
  const Row& row = m_rows[level];
  const std::vector<double>& shares = m_workshop.document().recipe().bake.lods;
  const auto& bake = m_workshop.bake();
  const bool isBaked = bake && level <= bake->animation->mesh.lods.size();
  const bool edits = isMade && level > 0 && level <= shares.size();
  if (row.share != nullptr) {
    row.share->setVisible(edits);
    row.remove->setVisible(edits);
    if (edits) {
      row.share->show(shares[level - 1] * kPercent);
    }
  }
  row.shareText->setVisible(!edits);
  const QString none = QString::fromUtf8("–");
  if (!isBaked) {
    row.shareText->setText(none);
    row.triangles->setText(none);
    row.error->hide();
    return;
  }
  const vat::BakedAnimation& animation = *bake->animation;
  const auto all = static_cast<double>(std::max<std::size_t>(trianglesAt(animation, 0), 1));
  const auto own = static_cast<double>(trianglesAt(animation, level));
  row.shareText->setText(QString::fromUtf8("%1 %").arg(decimal(own / all * kPercent, 1)));
  row.triangles->setText(count(trianglesAt(animation, level)));
  row.error->setVisible(level > 0);
  if (level > 0) {
    const vat::BakedLod& lod = animation.mesh.lods[level - 1];
    row.error->setText(
        lod.colorMillimetres
            ? tr("%1 from LOD 0, colours %2").arg(millimetres(lod.maxMillimetres), millimetres(*lod.colorMillimetres))
            : tr("%1 from LOD 0").arg(millimetres(lod.maxMillimetres)));
  }
}

void LevelsSection::showDrawn() {
  const std::optional<std::uint32_t> level = m_viewport.level();
  const int choice = level ? std::min(static_cast<int>(*level) + 1, m_drawn->count() - 1) : 0;
  if (m_drawn->currentIndex() != choice) {
    m_drawn->setCurrentIndex(choice);
  }
  const viewport::ShownFrame* frame = m_viewport.window().lastFrame();
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    const std::uint64_t characters =
        frame != nullptr && i < frame->statistics.instancesAtLevel.size() ? frame->statistics.instancesAtLevel[i] : 0;
    setRole(*m_rows[i].name, characters > 0 ? "title" : "");
    m_rows[i].name->setToolTip(characters > 0 ? tr("Drawn now: %Ln character(s)", "", static_cast<int>(characters))
                                              : tr("Not displayed at the moment"));
  }
}

void LevelsSection::setShares(const QString& text, const std::vector<double>& shares) {
  m_workshop.document().set(text, &recipe::RecipeBake::lods, shares);
}

void LevelsSection::add() {
  std::vector<double> shares = m_workshop.document().recipe().bake.lods;
  const double last = shares.empty() ? 1.0 : shares.back();
  // Typical values: 50 %, 25 %, 12.5 %.
  shares.push_back(std::max(last / 2.0, 1e-4));
  if (shares.back() < last) {
    setShares(tr("Add level of detail"), shares);
  }
}

// Shares are strictly decreasing, so a typed value is clamped between its neighbours.
void LevelsSection::setShare(std::size_t made, double percent) {
  std::vector<double> shares = m_workshop.document().recipe().bake.lods;
  if (made >= shares.size()) {
    return;
  }
  constexpr double kStep = 1e-4;  // The precision of the field.
  const double most = (made == 0 ? 1.0 : shares[made - 1]) - kStep;
  const double least = made + 1 < shares.size() ? shares[made + 1] + kStep : kStep;
  shares[made] =
      std::round(std::clamp(percent / kPercent, std::min(least, most), most) / kStep) / std::round(1.0 / kStep);
  setShares(tr("Change share of level of detail"), shares);
  showLevels();  // Shows the clamped value.
}

void LevelsSection::removeLevel(std::size_t made) {
  std::vector<double> shares = m_workshop.document().recipe().bake.lods;
  if (made < shares.size()) {
    shares.erase(shares.begin() + static_cast<std::ptrdiff_t>(made));
    setShares(tr("Remove level of detail"), shares);
  }
}

}  // namespace texeleton::editor

#include "app/editor/panels/model/pieces_row.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

#include "app/editor/document/motion_sources.h"
#include "app/editor/document/preferences.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"
#include "core/pipeline/make_pieces.h"
#include "core/recipe/settings.h"

namespace texeleton::editor {

namespace {

constexpr std::size_t kMostListed = 5;
constexpr double kUsualMillimetres = 0.1;  // Without a model.

}  // namespace

PiecesRow::PiecesRow(Workshop& workshop, QWidget* parent) : QWidget(parent), m_workshop(workshop) {
  m_tick = named(
      new QCheckBox(tr("Pieces")), "pieces",
      tr("Take the meshes of point caches apart into the islands of their triangles and bake each as a bone: for walls "
         "that break, not for cloth. Ticking it switches to Bones, unticking it to Vertices"));
  m_tolerance = named(new SettingField(settingOf<&recipe::RecipeSource::pieces>().about, 4, unitSign()),
                      "piecesTolerance", tr("Largest distance of a point from the rigid motion of its piece"));
  m_tolerance->setAccessibleName(tr("Tolerance of pieces"));
  m_tolerance->setMinimumWidth(96);
  auto* top = put(spaced(new QHBoxLayout, 4), {m_tick, {m_tolerance, 1}});
  auto* layout = put(spaced(new QVBoxLayout(this), 4), {top});
  makeList(*layout);
  connect(m_tick, &QCheckBox::clicked, this, [this](bool on) {
    const auto& model = m_workshop.model();
    setPieces(!on     ? std::nullopt
              : model ? std::optional(pipeline::usualPieceMillimetres(*model))
                      : std::optional(kUsualMillimetres));
  });
  connect(m_tolerance, &QDoubleSpinBox::valueChanged, this,
          [this](double value) { setPieces(value / unitsPerMillimetre()); });
  connect(&m_workshop.document(), &Document::changed, this, &PiecesRow::showPieces);
}

void PiecesRow::makeList(QLayout& layout) {
  m_list = named(new QWidget, "piecesList");
  m_summary = wrappedLabel({}, "muted");
  m_summary->setToolTip(
      tr("Largest distance of a point of the piece from its rigid motion in the cache. Errors of clips are measured "
         "from the rigid motion, so this distance is added to them"));
  m_rows = spaced(new QGridLayout, 8, 0);
  m_rows->setColumnStretch(0, 1);
  put(spaced(new QVBoxLayout(m_list), 2), {m_summary, m_rows});
  layout.addWidget(m_list);
}

void PiecesRow::showPieces() {
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const std::vector<std::size_t> caches = sourcesOf(recipe, pack::SourceRole::Cache);
  setVisible(!caches.empty());
  std::optional<double> least;
  for (const std::size_t cache : caches) {
    if (const auto& pieces = recipe.sources[cache].pieces) {
      least = std::min(least.value_or(*pieces), *pieces);
    }
  }
  m_tick->setChecked(least.has_value());
  m_tolerance->setEnabled(least.has_value());
  m_tolerance->setSuffix(" " + unitSign());
  const auto& model = m_workshop.model();
  m_tolerance->show(least.value_or(model ? pipeline::usualPieceMillimetres(*model) : kUsualMillimetres) *
                    unitsPerMillimetre());
  fillList();
}

void PiecesRow::fillList() {
  while (QLayoutItem* item = m_rows->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const auto& model = m_workshop.model();
  m_list->setVisible(model && !model->pieces.empty());
  if (!model) {
    return;
  }
  const std::vector<model::Piece> worst = pipeline::worstPieces(*model, kMostListed);
  m_summary->setText(tr("%Ln piece(s). Farthest from a rigid motion:", "", static_cast<int>(model->pieces.size())));
  for (std::size_t i = 0; i < worst.size(); ++i) {
    const QString name = QString::fromStdString(model->nodes[worst[i].node.value].name);
    QLabel* link = label({});
    link->setTextFormat(Qt::RichText);
    link->setText(QString("<a href=\"#\">%1</a>").arg(name.toHtmlEscaped()));
    link->setToolTip(tr("%Ln point(s). Selects the bone", "", static_cast<int>(worst[i].pointCount)));
    connect(link, &QLabel::linkActivated, this, [this, name] { emit pieceChosen(name); });
    QLabel* distance = label(millimetres(1e3 * worst[i].residualMetres), "muted");
    m_rows->addWidget(link, static_cast<int>(i), 0, Qt::AlignLeft);
    m_rows->addWidget(distance, static_cast<int>(i), 1, Qt::AlignRight | Qt::AlignVCenter);
  }
}

void PiecesRow::setPieces(std::optional<double> millimetres) {
  m_workshop.document().setPieces(tr("Change pieces"), millimetres);
}

}  // namespace texeleton::editor

#include "app/editor/panels/model/model_facts.h"

#include <QHBoxLayout>
#include <QLocale>
#include <glm/glm.hpp>

#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr double kLargestUsual = 20.0;  // Metres.
constexpr double kSmallestUsual = 0.02;
constexpr double kLeastUnit = 1e-6;
constexpr double kLargestUnit = 1e6;

double sizeOf(const model::Model& model) {
  return model.bindBounds.isEmpty() ? 0.0 : glm::length(glm::dvec3(model.bindBounds.max - model.bindBounds.min));
}

/// The unit that makes a model of an unusual size 100 times smaller or larger.
double likelyUnit(const model::Model& model) {
  return model.unitMetres * (sizeOf(model) > kLargestUsual ? 0.01 : 100.0);
}

}  // namespace

ModelFacts::ModelFacts(Workshop& workshop, QWidget* parent) : QWidget(parent), m_workshop(workshop) {
  m_facts = wrappedLabel({}, "muted");
  auto* layout = put(spaced(new QVBoxLayout(this), 8), {m_facts, makeUnit()});
  m_pieces = new PiecesRow(m_workshop);
  layout->addWidget(m_pieces);
  connect(m_pieces, &PiecesRow::pieceChosen, this, &ModelFacts::pieceChosen);
  layout->addWidget(makeWarning());
  connect(&m_workshop.document(), &Document::changed, this, &ModelFacts::showUnit);
}

QWidget* ModelFacts::makeUnit() {
  m_unitRow = new QWidget;
  m_unit = named(new NumberField(kLeastUnit, kLargestUnit, 6, tr("m")), "unit");
  m_unit->setMinimumWidth(90);
  m_resetUnit = named(iconButton("reset", tr("Use the unit of the file"), "flat"), "resetUnit");
  put(spaced(new QHBoxLayout(m_unitRow), 4), {labelOf(m_unit, tr("File unit")), {m_unit, 1}, m_resetUnit});
  connect(m_unit, &QDoubleSpinBox::valueChanged, this, [this](double metres) { setUnit(metres); });
  connect(m_resetUnit, &QToolButton::clicked, this, [this] { setUnit(std::nullopt); });
  return m_unitRow;
}

QWidget* ModelFacts::makeWarning() {
  QVBoxLayout* layout = nullptr;
  m_warning = card(layout);
  setState(*m_warning, "state", "warning");
  m_warningText = wrappedLabel({}, "warning");
  m_fixUnits = named(new QPushButton, "fixUnits");
  m_fixUnits->setFocusPolicy(Qt::TabFocus);  // It hides when it is clicked; the focus would go to a field.
  put(layout, {m_warningText, {m_fixUnits, 0, Qt::AlignLeft}});
  connect(m_fixUnits, &QPushButton::clicked, this, &ModelFacts::fixUnits);
  return m_warning;
}

void ModelFacts::showModel() {
  const auto& model = m_workshop.model();
  showUnit();
  m_pieces->showPieces();
  if (!model) {
    m_facts->setText(tr("Drop a model on the window, or open one."));
    m_warning->hide();
    return;
  }
  const double size = sizeOf(*model);
  QStringList facts = {
      QString::fromStdString(model->format), tr("%Ln vertex(es)", "", static_cast<int>(model->vertexCount())),
      tr("%Ln material(s)", "", static_cast<int>(model->materials.size())), tr("%1 m across").arg(decimal(size))};
  m_facts->setText(facts.join(QString::fromUtf8(" · ")));
  m_facts->setToolTip(tr("Up: %1").arg(QString::fromStdString(model->upAxis)));
  const bool large = size > kLargestUsual;
  const bool small = size > 0.0 && size < kSmallestUsual;
  m_warning->setVisible(large || small);
  m_warningText->setText(large ? tr("%1 m across: the unit is probably wrong").arg(decimal(size))
                               : tr("Only %1 across: the unit is probably wrong").arg(millimetres(size * 1000.0)));
  m_fixUnits->setText(tr("Set unit to %1 m").arg(QLocale().toString(likelyUnit(*model), 'g', 4)));
}

void ModelFacts::showUnit() {
  const auto& model = m_workshop.model();
  const std::optional<double> chosen = m_workshop.document().recipe().import.scale;
  m_unitRow->setVisible(model != nullptr);
  m_resetUnit->setEnabled(chosen.has_value());
  m_unit->setToolTip(chosen ? tr("Set here. The button beside it restores the unit of the file")
                            : tr("Unit of the file or its format. Type another one if the size of the model is wrong"));
  if (model) {
    m_unit->show(chosen.value_or(model->unitMetres));
  }
}

void ModelFacts::setUnit(std::optional<double> metres) {
  m_workshop.document().set(tr("Change unit"), &recipe::RecipeImport::scale, metres);
}

void ModelFacts::fixUnits() { setUnit(likelyUnit(*m_workshop.model())); }

}  // namespace texeleton::editor

#include "app/editor/view/surface_menus.h"

#include <QGridLayout>
#include <QWidgetAction>
#include <utility>
#include <vector>

#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

/// Fields with their names, below the entries of a menu.
void addFields(QMenu& menu, const std::vector<std::pair<QString, NumberField*>>& fields) {
  auto* box = new QWidget;
  auto* rows = new QGridLayout(box);
  rows->setContentsMargins(24, 4, 12, 4);
  int row = 0;
  for (const auto& [text, field] : fields) {
    field->setAccessibleName(text);
    rows->addWidget(label(text, "muted"), row, 0);
    rows->addWidget(field, row++, 1);
  }
  auto* action = new QWidgetAction(&menu);
  action->setDefaultWidget(box);
  menu.addAction(action);
}

}  // namespace

TessellationMenu::TessellationMenu(Document& document, const viewport::RhiWindow& window, QWidget* parent)
    : QMenu(tr("Tessellation"), parent), m_document(document), m_window(window) {
  setObjectName("tessellationMenu");
  setToolTipsVisible(true);
  m_on = named(addAction(tr("Tessellate surfaces")), "tessellate");
  m_on->setCheckable(true);
  m_segments = named(new NumberField(1, viewport::ViewSetup::kMostSegments, 0, {}), "tessellationSegments",
                     tr("Most segments of an edge. Fewer where the edge is short in the picture"));
  m_displacement = named(
      new NumberField(0, kPercent, 2, "%"), "displacement",
      tr("Largest displacement along the normal, in and out, as a share of the model's size. The heights come from the "
         "normal maps. Materials without a normal map are only rounded"));
  addFields(*this, {{tr("Segments per edge"), m_segments}, {tr("Displacement"), m_displacement}});
  connect(m_on, &QAction::triggered, this,
          [this](bool on) { change([on](viewport::ViewSetup& view) { view.tessellate = on; }); });
  connect(m_segments, &QDoubleSpinBox::valueChanged, this, [this](double segments) {
    change([segments](viewport::ViewSetup& view) { view.segments = static_cast<std::uint32_t>(segments); });
  });
  connect(m_displacement, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
    change([percent](viewport::ViewSetup& view) { view.displacement = percent / kPercent; });
  });
  connect(&m_document, &Document::changed, this, &TessellationMenu::showSetup);
  connect(this, &QMenu::aboutToShow, this, &TessellationMenu::showWhetherItCan);
  showSetup();
}

void TessellationMenu::change(const std::function<void(viewport::ViewSetup&)>& set) {
  viewport::ViewSetup view = m_document.state().view;
  set(view);
  m_document.setView(tr("Change tessellation"), view);
}

void TessellationMenu::showSetup() {
  const viewport::ViewSetup& view = m_document.state().view;
  m_on->setChecked(view.tessellate);
  m_segments->show(view.segments);
  m_displacement->show(view.displacement * kPercent);
}

void TessellationMenu::showWhetherItCan() {
  const viewport::ShownFrame* frame = m_window.lastFrame();
  const viewport::ViewMode mode = m_window.scene().view.mode;
  const bool can = frame == nullptr || frame->canTessellate;
  const bool suits = mode != viewport::ViewMode::Heat && mode != viewport::ViewMode::VertexLit;
  m_on->setEnabled(can && suits);
  m_on->setToolTip(!can     ? tr("Not available: this GPU or its driver has no tessellation stages")
                   : !suits ? tr("Not available while surfaces are lit per vertex or show the heat map")
                            : tr("Subdivides triangles on the GPU, rounds them by their normals and displaces them by "
                                 "the normal maps. Wireframe and Edges show the new triangles"));
}

NormalsMenu::NormalsMenu(Document& document, const viewport::RhiWindow& window, QWidget* parent)
    : QMenu(tr("Normals and tangents"), parent), m_document(document), m_window(window) {
  setObjectName("normalsMenu");
  setToolTipsVisible(true);
  m_normals = named(addAction(tr("Normals")), "showNormals",
                    tr("Lines along the normals of the posed vertices, for the selected characters or the first 64"));
  m_tangents = named(addAction(tr("Tangents")), "showTangents", tr("Lines along the tangents of the posed vertices"));
  m_length = named(new NumberField(viewport::ViewSetup::kLeastNormalLength * kPercent, kPercent, 1, "%"),
                   "normalLength", tr("Length of the lines, as a share of the model's size"));
  addFields(*this, {{tr("Length"), m_length}});
  m_normals->setCheckable(true);
  m_tangents->setCheckable(true);
  connect(m_normals, &QAction::triggered, this,
          [this](bool on) { change([on](viewport::ViewSetup& view) { view.normals = on; }); });
  connect(m_tangents, &QAction::triggered, this,
          [this](bool on) { change([on](viewport::ViewSetup& view) { view.tangents = on; }); });
  connect(m_length, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
    change([percent](viewport::ViewSetup& view) { view.normalLength = percent / kPercent; });
  });
  connect(&m_document, &Document::changed, this, &NormalsMenu::showSetup);
  connect(this, &QMenu::aboutToShow, this, &NormalsMenu::showWhetherItCan);
  showSetup();
}

void NormalsMenu::change(const std::function<void(viewport::ViewSetup&)>& set) {
  viewport::ViewSetup view = m_document.state().view;
  set(view);
  m_document.setView(tr("Change lines of normals"), view);
}

void NormalsMenu::showSetup() {
  const viewport::ViewSetup& view = m_document.state().view;
  m_normals->setChecked(view.normals);
  m_tangents->setChecked(view.tangents);
  m_length->show(view.normalLength * kPercent);
}

void NormalsMenu::showWhetherItCan() {
  const auto& animation = m_window.scene().animation;
  const bool has = animation && !animation->mesh.tangents.empty();
  m_tangents->setEnabled(has);
  m_tangents->setText(has ? tr("Tangents") : tr("Tangents (this mesh has none)"));
}

}  // namespace texeleton::editor

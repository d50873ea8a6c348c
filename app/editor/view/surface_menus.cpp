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
    : QMenu(tr("Tessellation"), parent) {
  setObjectName("tessellationMenu");
  setToolTipsVisible(true);
  QAction* on = named(addAction(tr("Tessellate surfaces")), "tessellate");
  on->setCheckable(true);
  auto* segments = named(new NumberField(1, viewport::ViewSetup::kMostSegments, 0, {}), "tessellationSegments",
                         tr("Most segments of an edge. Fewer where the edge is short in the picture"));
  auto* displacement = named(
      new NumberField(0, kPercent, 2, "%"), "displacement",
      tr("Largest displacement along the normal, in and out, as a share of the model's size. The heights come from the "
         "normal maps. Materials without a normal map are only rounded"));
  addFields(*this, {{tr("Segments per edge"), segments}, {tr("Displacement"), displacement}});
  const auto set = [&document](auto member, auto value) { document.set(tr("Change tessellation"), member, value); };
  connect(on, &QAction::triggered, this, [set](bool wanted) { set(&viewport::ViewSetup::tessellate, wanted); });
  connect(segments, &QDoubleSpinBox::valueChanged, this,
          [set](double number) { set(&viewport::ViewSetup::segments, static_cast<std::uint32_t>(number)); });
  connect(displacement, &QDoubleSpinBox::valueChanged, this,
          [set](double percent) { set(&viewport::ViewSetup::displacement, percent / kPercent); });
  const auto show = [&document, on, segments, displacement] {
    const viewport::ViewSetup& view = document.state().view;
    on->setChecked(view.tessellate);
    segments->show(view.segments);
    displacement->show(view.displacement * kPercent);
  };
  connect(&document, &Document::changed, this, show);
  show();
  connect(this, &QMenu::aboutToShow, this, [&window, on] {
    const viewport::ShownFrame* frame = window.lastFrame();
    const viewport::ViewMode mode = window.scene().view.mode;
    const bool can = frame == nullptr || frame->canTessellate;
    const bool suits = mode != viewport::ViewMode::Heat && mode != viewport::ViewMode::VertexLit;
    on->setEnabled(can && suits);
    on->setToolTip(!can     ? tr("Not available: this GPU or its driver has no tessellation stages")
                   : !suits ? tr("Not available while surfaces are lit per vertex or show the heat map")
                            : tr("Subdivides triangles on the GPU, rounds them by their normals and displaces them by "
                                 "the normal maps. Wireframe and Edges show the new triangles"));
  });
}

NormalsMenu::NormalsMenu(Document& document, const viewport::RhiWindow& window, QWidget* parent)
    : QMenu(tr("Normals and tangents"), parent) {
  setObjectName("normalsMenu");
  setToolTipsVisible(true);
  QAction* normals =
      named(addAction(tr("Normals")), "showNormals",
            tr("Lines along the normals of the posed vertices, for the selected characters or the first 64"));
  QAction* tangents =
      named(addAction(tr("Tangents")), "showTangents", tr("Lines along the tangents of the posed vertices"));
  auto* length = named(new NumberField(viewport::ViewSetup::kLeastNormalLength * kPercent, kPercent, 1, "%"),
                       "normalLength", tr("Length of the lines, as a share of the model's size"));
  addFields(*this, {{tr("Length"), length}});
  normals->setCheckable(true);
  tangents->setCheckable(true);
  const auto set = [&document](auto member, auto value) { document.set(tr("Change lines of normals"), member, value); };
  connect(normals, &QAction::triggered, this, [set](bool on) { set(&viewport::ViewSetup::normals, on); });
  connect(tangents, &QAction::triggered, this, [set](bool on) { set(&viewport::ViewSetup::tangents, on); });
  connect(length, &QDoubleSpinBox::valueChanged, this,
          [set](double percent) { set(&viewport::ViewSetup::normalLength, percent / kPercent); });
  const auto show = [&document, normals, tangents, length] {
    const viewport::ViewSetup& view = document.state().view;
    normals->setChecked(view.normals);
    tangents->setChecked(view.tangents);
    length->show(view.normalLength * kPercent);
  };
  connect(&document, &Document::changed, this, show);
  show();
  connect(this, &QMenu::aboutToShow, this, [&window, tangents] {
    const auto& animation = window.scene().animation;
    const bool has = animation && !animation->mesh.tangents.empty();
    tangents->setEnabled(has);
    tangents->setText(has ? tr("Tangents") : tr("Tangents (this mesh has none)"));
  });
}

}  // namespace texeleton::editor

#include "app/editor/panels/compare/skinning_tools.h"

#include <QHBoxLayout>

#include "app/editor/widgets/flow_layout.h"

namespace texeleton::editor {

SkinningTools::SkinningTools(Workshop& workshop, ViewportArea& viewport, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_viewport(viewport) {
  auto* layout = spaced(new FlowLayout(this), 8);
  const auto beside = [layout](const QString& name, QWidget* field, const QString& tip) {
    auto* pair = new QWidget;
    put(spaced(new QHBoxLayout(pair), 8), {labelOf(field, name, tip), field});
    layout->addWidget(pair);
    return pair;
  };
  m_near = named(new NumberField(0, viewport::ViewSetup::kFarthest, 3, tr("m")), "hybridMetres");
  m_near->setSpecialValueText(tr("automatic"));
  m_near->setFixedWidth(104);
  m_nearBox = beside(tr("Skinning distance"), m_near,
                     tr("Hybrid skins characters that are closer to the camera than this and blends them into the "
                        "texture over the next quarter of the distance. 0: eight times the size of the model"));
  m_gaze = named(new NodeChooser(tr("None")), "gaze");
  m_gazeBox = beside(tr("Looks at the camera"), m_gaze,
                     tr("Turns this node, such as the head, of skinned characters to the camera. A full skeleton can "
                        "add this to its clips; an animation texture cannot"));
  m_problem = named(label({}, "warning"), "gazeProblem");
  layout->addWidget(m_problem);

  Document& document = m_workshop.document();
  connect(m_near, &QDoubleSpinBox::valueChanged, this, [&document](double metres) {
    document.set(tr("Change distance of Hybrid"), &viewport::ViewSetup::hybridMetres, metres);
  });
  connect(m_gaze, &NodeChooser::chosen, this, [&document](const QString& name) {
    document.set(tr("Change gaze"), &viewport::ViewSetup::gaze, name.toStdString());
  });
  connect(&document, &Document::changed, this, &SkinningTools::showSetup);
  connect(&m_workshop, &Workshop::modelChanged, this, [this] { m_gaze->setNodes(m_workshop.model().get()); });
  connect(&m_viewport, &ViewportArea::comparingChanged, this, &SkinningTools::showSetup);
  connect(&m_viewport.effects(), &SceneEffects::gazeProblemChanged, this, &SkinningTools::showSetup);
  m_gaze->setNodes(m_workshop.model().get());
  showSetup();
}

void SkinningTools::showSetup() {
  const viewport::ViewSetup& view = m_workshop.document().state().view;
  const Comparing& comparing = m_viewport.comparing();
  const bool compares = comparing.how == Comparing::How::Split || comparing.how == Comparing::How::Overlay;
  const auto isDrawn = [&](viewport::DrawPath path) {
    return comparing.path == path || (compares && comparing.other == path);
  };
  const bool hybrid = isDrawn(viewport::DrawPath::Hybrid);
  const bool skins = hybrid || isDrawn(viewport::DrawPath::Compute) || isDrawn(viewport::DrawPath::Cpu);
  m_near->show(view.hybridMetres);
  m_gaze->showName(view.gaze);
  m_nearBox->setVisible(hybrid);
  m_gazeBox->setVisible(skins);
  const QString& problem = m_viewport.effects().gazeProblem();
  m_problem->setText(problem);
  m_problem->setVisible(skins && !problem.isEmpty());
  setVisible(skins);
}

}  // namespace texeleton::editor

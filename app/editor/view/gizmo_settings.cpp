#include "app/editor/view/gizmo_settings.h"

#include <QActionGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QWidgetAction>
#include <functional>
#include <vector>

namespace texeleton::editor {

namespace {

constexpr double kLeastStep = 0.001;
constexpr double kMostStep = 1000.0;
constexpr int kStepDecimals = 3;
constexpr int kLeastFieldWidth = 56;

struct MenuChoice {
  const char* name = "";
  QString text;
  QString tip;
};

/// Adds a submenu with exclusive entries; `now` returns the selected one.
QMenu* addChoices(QMenu& menu, const QString& title, const std::vector<MenuChoice>& choices,
                  const std::function<int()>& now, const std::function<void(int)>& choose) {
  QMenu* submenu = menu.addMenu(title);
  submenu->setToolTipsVisible(true);
  auto* group = new QActionGroup(submenu);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    QAction* action = named(submenu->addAction(choices[i].text), choices[i].name, choices[i].tip);
    action->setCheckable(true);
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, submenu, [choose, i] { choose(static_cast<int>(i)); });
  }
  QObject::connect(&menu, &QMenu::aboutToShow, group, [group, now] { group->actions().at(now())->setChecked(true); });
  return submenu;
}

}  // namespace

GizmoStepFields::GizmoStepFields(GizmoControl& gizmo, const QString& prefix, QWidget* parent)
    : QWidget(parent), m_gizmo(gizmo) {
  auto* row = spaced(new QHBoxLayout(this), 4);
  const std::array<QString, 3> tips = {tr("Step of moving while Ctrl is held"),
                                       tr("Step of rotating while Ctrl is held"),
                                       tr("Step of scaling while Ctrl is held")};
  const std::array<const char*, 3> units = {"m", "°", "×"};
  for (std::size_t i = 0; i < 3; ++i) {
    m_fields[i] = named(new NumberField(kLeastStep, kMostStep, kStepDecimals, QString::fromUtf8(units[i])),
                        prefix + QString::number(i), tips[i]);
    m_fields[i]->setAccessibleName(tips[i]);
    m_fields[i]->setMinimumWidth(kLeastFieldWidth);
    row->addWidget(m_fields[i], 1);
    connect(m_fields[i], &QDoubleSpinBox::valueChanged, this, [this] {
      m_gizmo.setSteps({m_fields[0]->value(), m_fields[1]->value(), m_fields[2]->value()});
    });
  }
  connect(&m_gizmo, &GizmoControl::changed, this, &GizmoStepFields::showSteps);
  showSteps();
}

void GizmoStepFields::showSteps() {
  const viewport::GizmoSteps& steps = m_gizmo.steps();
  m_fields[0]->show(steps.metres);
  m_fields[1]->show(steps.degrees);
  m_fields[2]->show(steps.factor);
}

GizmoFields::GizmoFields(GizmoControl& gizmo, QWidget* parent) : QWidget(parent), m_gizmo(gizmo) {
  auto* grid = spaced(new QGridLayout(this), 4, 4);
  m_mode = named(new Segmented({tr("Move"), tr("Rotate"), tr("Scale")}), "gizmoMode");
  m_mode->button(0)->setToolTip(tr("Handles that move (G)"));
  m_mode->button(1)->setToolTip(tr("Handles that rotate (R)"));
  m_mode->button(2)->setToolTip(tr("Handles that scale (S)"));
  m_space = named(comboBox({tr("Local"), tr("Parent"), tr("World")}), "gizmoSpace", tr("Axes of the handles (,)"));
  m_space->setAccessibleName(tr("Space of the handles"));
  m_pivot = named(comboBox({tr("Own origin"), tr("Parent's origin"), tr("Centre")}), "gizmoPivot",
                  tr("Pivot of rotation and scale (.)"));
  m_pivot->setAccessibleName(tr("Pivot"));
  grid->addWidget(m_mode, 0, 0, 1, 3);
  grid->addWidget(m_space, 0, 3);
  grid->addWidget(label(tr("Pivot"), "muted"), 1, 0);
  grid->addWidget(m_pivot, 1, 1, 1, 3);
  grid->addWidget(label(tr("Steps"), "muted"), 2, 0);
  grid->addWidget(new GizmoStepFields(gizmo, "gizmoStep"), 2, 1, 1, 3);
  connect(m_mode, &Segmented::chosen, &gizmo,
          [&gizmo](int mode) { gizmo.setMode(static_cast<viewport::GizmoMode>(mode)); });
  connect(m_space, &QComboBox::activated, &gizmo,
          [&gizmo](int space) { gizmo.setSpace(static_cast<viewport::GizmoSpace>(space)); });
  connect(m_pivot, &QComboBox::activated, &gizmo,
          [&gizmo](int pivot) { gizmo.setPivot(static_cast<viewport::GizmoPivot>(pivot)); });
  connect(&gizmo, &GizmoControl::changed, this, &GizmoFields::showGizmo);
  showGizmo();
}

void GizmoFields::showGizmo() {
  m_mode->setCurrent(static_cast<int>(m_gizmo.mode()));
  for (int mode = 0; mode < 3; ++mode) {
    m_mode->button(mode)->setEnabled(m_gizmo.can(static_cast<viewport::GizmoMode>(mode)));
  }
  m_space->setCurrentIndex(static_cast<int>(m_gizmo.space()));
  m_pivot->setCurrentIndex(static_cast<int>(m_gizmo.pivot()));
}

GizmoSettings::GizmoSettings(GizmoControl& gizmo, QMenu& menu) : QObject(&menu) {
  QMenu* handles = addChoices(
      menu, tr("Handles"),
      {{"gizmoMove", tr("Move"), tr("Handles that move (G)")},
       {"gizmoRotate", tr("Rotate"), tr("Handles that rotate (R)")},
       {"gizmoScale", tr("Scale"), tr("Handles that scale (S)")}},
      [&gizmo] { return static_cast<int>(gizmo.mode()); },
      [&gizmo](int mode) { gizmo.setMode(static_cast<viewport::GizmoMode>(mode)); });
  addChoices(
      menu, tr("Axes"),
      {{"gizmoLocal", tr("Local"), tr("Axes of the object")},
       {"gizmoParent", tr("Parent"), tr("Axes of the parent")},
       {"gizmoWorld", tr("World"), tr("Axes of the scene")}},
      [&gizmo] { return static_cast<int>(gizmo.space()); },
      [&gizmo](int space) { gizmo.setSpace(static_cast<viewport::GizmoSpace>(space)); })
      ->setToolTip(tr("Axes of the handles (,)"));
  addChoices(
      menu, tr("Pivot"),
      {{"gizmoPivotOrigin", tr("Own origin"), {}},
       {"gizmoPivotParent", tr("Parent's origin"), {}},
       {"gizmoPivotCentre", tr("Centre"), tr("Centre of the bounds")}},
      [&gizmo] { return static_cast<int>(gizmo.pivot()); },
      [&gizmo](int pivot) { gizmo.setPivot(static_cast<viewport::GizmoPivot>(pivot)); })
      ->setToolTip(tr("Pivot of rotation and scale (.)"));
  connect(&menu, &QMenu::aboutToShow, this, [&gizmo, handles] {
    const QList<QAction*> modes = handles->actions();
    for (int i = 0; i < modes.size(); ++i) {
      modes[i]->setEnabled(gizmo.can(static_cast<viewport::GizmoMode>(i)));
    }
  });
  auto* steps = new QWidget;
  put(spaced(new QHBoxLayout(steps), -1, {24, 4, 12, 4}),
      {label(tr("Steps"), "muted"), {new GizmoStepFields(gizmo, "gizmoMenuStep"), 1}});
  auto* action = new QWidgetAction(&menu);
  action->setDefaultWidget(steps);
  menu.addAction(action);
}

}  // namespace texeleton::editor

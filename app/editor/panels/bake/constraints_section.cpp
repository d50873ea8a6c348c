#include "app/editor/panels/bake/constraints_section.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <algorithm>
#include <array>
#include <utility>

#include "app/editor/document/constraint_edit.h"
#include "app/editor/widgets/numbers.h"
#include "core/base/mapped.h"
#include "core/constraints/constraint.h"

namespace texeleton::editor {

namespace {

constexpr int kConstraintRows = 6;  // Visible rows of the list; further ones scroll.
constexpr int kConstraintHeight = 24;
constexpr int kComponentWidth = 58;

QString constraintUnit(constraints::ConstraintField::Unit unit) {
  switch (unit) {
    case constraints::ConstraintField::Unit::Metres:
      return "m";
    case constraints::ConstraintField::Unit::Seconds:
      return "s";
    case constraints::ConstraintField::Unit::Degrees:
      return QString::fromUtf8("°");
    case constraints::ConstraintField::Unit::None:
      break;
  }
  return {};
}

}  // namespace

ConstraintsSection::Text ConstraintsSection::typeText(constraints::ConstraintType type) {
  const std::array<Text, constraints::kConstraintTypes> texts = {{
      // In the order of ConstraintType.
      {tr("Orbit"), tr("Moves the node around the origin of its parent")},
      {tr("Spin"), tr("Turns the node about an axis at a constant rate")},
      {tr("Steer"), tr("Turns the node about an axis, so that its +Z points where it travels")},
      {tr("Roll"), tr("Turns the node about an axis by the distance travelled: wheels")},
      {tr("Look at"), tr("Points an axis of the node at another node")},
      {tr("Follow"), tr("Keeps the node at an offset from another node, with a lag: a camera boom")},
      {tr("Change parent"), tr("From a time on, attaches the node to another parent")},
  }};
  return texts[static_cast<std::size_t>(type)];
}

ConstraintsSection::Text ConstraintsSection::fieldText(const std::string& key, constraints::ConstraintType type) {
  const bool isParent = type == constraints::ConstraintType::Parent;
  const std::pair<const char*, Text> texts[] = {
      {"target", isParent ? Text{tr("New parent"), tr("Node that becomes the parent. Empty: no parent")}
                          : Text{tr("Target"), tr("Node to look at or follow")}},
      {"axis", {tr("Axis"), tr("In the node's own coordinates: X, Y and Z")}},
      {"radius",
       {tr("Radius"),
        type == constraints::ConstraintType::Roll ? tr("Radius of the wheel") : tr("Radius of the orbit")}},
      {"period", {tr("Period"), tr("Duration of one turn. Negative: in the opposite direction")}},
      {"phase", {tr("Phase"), tr("Angle at the start of the clip")}},
      {"inclination", {tr("Inclination"), tr("Tilt of the orbit about the parent's X axis")}},
      {"limit",
       {tr("Limit"), type == constraints::ConstraintType::Steer
                         ? tr("Largest angle to either side. Up to 90°, the node also follows backwards")
                         : tr("Largest angle from the pose without the constraint")}},
      {"offset",
       {tr("Offset (m)"), isParent ? tr("Position in the new parent, where it is not kept: X, Y and Z")
                                   : tr("Position relative to the target: X, Y and Z")}},
      {"rotation", {tr("Rotation (°)"), tr("Rotation in the new parent, where it is not kept: pitch, yaw, roll")}},
      {"turns", {tr("Turn with the target"), tr("The offset turns with the heading of the target")}},
      {"lag", {tr("Lag"), tr("Delay of the node. 0: it follows at once")}},
      {"at", {tr("From"), tr("Time of the source clip at which the parent changes")}},
  };
  const auto found = std::ranges::find(texts, key, &std::pair<const char*, Text>::first);
  return found != std::end(texts)
             ? found->second
             : Text{tr("Keep the pose"), tr("The node stays where it is when its parent changes. When disabled, it "
                                            "takes the offset and rotation below")};
}

ConstraintsSection::ConstraintsSection(Workshop& workshop, Selection& selection, QWidget* parent)
    : FoldingSection(tr("Constraints"), "constraintsHeading", parent), m_workshop(workshop), m_selection(selection) {
  m_hint = wrappedLabel(
      tr("Constraints move nodes in ways that the file does not contain: wheels that roll and steer, orbits, a "
         "camera that follows, a weapon that changes hands. They act from top to bottom."),
      "muted");
  body().addWidget(m_hint);
  m_list = named(columnList(2), "constraints");
  m_list->setAccessibleName(tr("Constraints"));
  m_list->header()->setStretchLastSection(true);
  m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->installEventFilter(this);
  body().addWidget(m_list);
  body().addWidget(makeButtons());
  body().addWidget(makeOrder());

  m_fields = new QWidget;
  m_form = formLayout(m_fields, 12, 8);
  m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  body().addWidget(m_fields);

  connect(m_list, &QTreeWidget::currentItemChanged, this, &ConstraintsSection::showFields);
  connect(&m_workshop.document(), &Document::changed, this, &ConstraintsSection::showConstraints);
  connect(&m_workshop.document(), &Document::replaced, this, [this] { setOpen(isOpen() || !constraints().empty()); });
  connect(&m_workshop, &Workshop::modelChanged, this, [this] {
    for (NodeChooser* chooser : m_choosers) {
      chooser->setNodes(m_workshop.model().get());
    }
    showOrder();
    showFields();
  });
  showConstraints();
}

QWidget* ConstraintsSection::makeButtons() {
  auto* row = new QWidget;
  auto* add = named(new QToolButton, "constraintAdd");
  add->setText(tr("Add constraint"));
  add->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(add);
  menu->setToolTipsVisible(true);
  for (std::size_t i = 0; i < constraints::kConstraintTypes; ++i) {
    const auto type = static_cast<constraints::ConstraintType>(i);
    QAction* action = menu->addAction(typeText(type).name, this, [this, type] { this->add(type); });
    action->setToolTip(typeText(type).tip);
  }
  add->setMenu(menu);
  m_up = iconButton("up", tr("Move up: acts earlier (Alt+Up)"), "constraintUp");
  m_down = iconButton("down", tr("Move down: acts later (Alt+Down)"), "constraintDown");
  m_delete = iconButton("delete", tr("Delete the constraint (Delete)"), "constraintDelete");
  put(spaced(new QHBoxLayout(row), 4), {add, Stretch(), m_up, m_down, m_delete});
  connect(m_up, &QToolButton::clicked, this, [this] { moveBy(-1); });
  connect(m_down, &QToolButton::clicked, this, [this] { moveBy(1); });
  connect(m_delete, &QToolButton::clicked, this, &ConstraintsSection::removeCurrent);
  return row;
}

QWidget* ConstraintsSection::makeOrder() {
  m_order = new QWidget;
  m_orderText = wrappedLabel({}, "warning");
  m_sort = named(new QPushButton(tr("Sort")), "sortConstraints",
                 tr("Puts each constraint after those that move what it follows"));
  put(spaced(new QHBoxLayout(m_order)), {{m_orderText, 1}, {m_sort, 0, Qt::AlignTop}});
  connect(m_sort, &QPushButton::clicked, this, [this] {
    if (const auto sorted = sortedConstraints(m_workshop.document().recipe(), m_workshop.model().get())) {
      set(tr("Sort constraints"), *sorted, 0);
    }
  });
  return m_order;
}

void ConstraintsSection::showOrder() {
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const auto pair = m_workshop.model()
                        ? constraints::firstTooEarly(*m_workshop.model(),
                                                     mapped(recipe.constraints, &recipe::RecipeConstraint::settings))
                        : std::nullopt;
  m_order->setVisible(pair.has_value());
  if (!pair) {
    return;
  }
  const bool canSort = sortedConstraints(recipe, m_workshop.model().get()).has_value();
  const auto node = [this](std::size_t number) { return QString::fromStdString(constraints()[number].settings.node); };
  m_orderText->setText(canSort ? tr("%1 acts before %2, which it follows").arg(node(pair->first), node(pair->second))
                               : tr("%1 and %2 follow each other").arg(node(pair->first), node(pair->second)));
  m_sort->setVisible(canSort);
}

int ConstraintsSection::current() const { return m_list->indexOfTopLevelItem(m_list->currentItem()); }

void ConstraintsSection::select(int row) { m_list->setCurrentItem(m_list->topLevelItem(row)); }

void ConstraintsSection::set(const QString& text, Constraints constraints, int current) {
  m_workshop.document().set(text, &recipe::Recipe::constraints, constraints);
  select(current);
}

void ConstraintsSection::change(const std::function<void(constraints::Constraint&)>& how) {
  Constraints all = constraints();
  const int row = current();
  if (row < 0 || static_cast<std::size_t>(row) >= all.size()) {
    return;
  }
  how(all[static_cast<std::size_t>(row)].settings);
  m_workshop.document().set(tr("Change constraint"), &recipe::Recipe::constraints, all);
}

void ConstraintsSection::add(constraints::ConstraintType type) {
  recipe::RecipeConstraint constraint;
  constraint.settings = constraints::usualConstraint(type);
  const auto& model = m_workshop.model();
  if (model && !model->nodes.empty()) {
    const NodeIndex node = m_selection.bone().isValid() ? m_selection.bone() : NodeIndex(0);
    constraint.settings.node = model->nodes[std::min<std::size_t>(node.value, model->nodes.size() - 1)].name;
    for (const model::Node& other : model->nodes) {  // An initial node; the user selects another.
      const bool needs = type == constraints::ConstraintType::LookAt || type == constraints::ConstraintType::Follow;
      if (needs && other.name != constraint.settings.node) {
        constraint.settings.target = other.name;
        break;
      }
    }
  }
  Constraints all = constraints();
  all.push_back(std::move(constraint));
  const int last = static_cast<int>(all.size()) - 1;
  set(tr("Add constraint"), std::move(all), last);
}

void ConstraintsSection::moveBy(int rows) {
  Constraints all = constraints();
  const int from = current();
  const int to = from + rows;
  if (from < 0 || to < 0 || to >= static_cast<int>(all.size())) {
    return;
  }
  std::swap(all[static_cast<std::size_t>(from)], all[static_cast<std::size_t>(to)]);
  set(tr("Move constraint"), std::move(all), to);
}

void ConstraintsSection::removeCurrent() {
  Constraints all = constraints();
  const int row = current();
  if (row < 0) {
    return;
  }
  all.erase(all.begin() + row);
  const int next = std::min(row, static_cast<int>(all.size()) - 1);
  set(tr("Delete constraint"), std::move(all), next);
}

void ConstraintsSection::showConstraints() {
  const Constraints& all = constraints();
  const int row = current();
  {
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const recipe::RecipeConstraint& constraint : all) {
      auto* item = new QTreeWidgetItem(
          m_list, {typeText(constraint.settings.type).name, QString::fromStdString(constraint.settings.node)});
      item->setToolTip(0, typeText(constraint.settings.type).tip);
      item->setToolTip(1, item->text(1));
    }
    select(std::clamp(row, all.empty() ? -1 : 0, static_cast<int>(all.size()) - 1));
  }
  m_list->setFixedHeight(kConstraintHeight * std::clamp(static_cast<int>(all.size()), 1, kConstraintRows) +
                         2 * m_list->frameWidth());
  m_list->setVisible(!all.empty());
  m_hint->setVisible(all.empty());
  setSummary(all.empty() ? tr("None", "constraints") : tr("%Ln constraint(s)", "", static_cast<int>(all.size())));
  showOrder();
  showFields();
}

void ConstraintsSection::addRow(const QString& name, const QString& tip, QWidget* field, const QString& objectName) {
  field->setObjectName(objectName);
  m_form->addRow(labelOf(field, name, tip), field);
}

void ConstraintsSection::addField(const constraints::ConstraintField& field, constraints::ConstraintType type) {
  const Text text = fieldText(field.key, type);
  const QString name = QString("constraint-") + field.key;
  switch (field.kind) {
    case constraints::ConstraintField::Kind::Node: {
      auto* chooser = new NodeChooser(tr("None", "node"));
      chooser->setNodes(m_workshop.model().get());
      m_choosers.push_back(chooser);
      addRow(text.name, text.tip, chooser, name);
      connect(chooser, &NodeChooser::chosen, this, [this](const QString& node) {
        change([&node](constraints::Constraint& c) { c.target = node.toStdString(); });
      });
      m_shows.emplace_back([chooser](const constraints::Constraint& c) { chooser->showName(c.target); });
      break;
    }
    case constraints::ConstraintField::Kind::Number: {
      auto* number = new NumberField(field.least, field.most, 4, constraintUnit(field.unit));
      addRow(text.name, text.tip, number, name);
      connect(number, &QDoubleSpinBox::valueChanged, this, [this, member = field.number](double value) {
        change([member, value](constraints::Constraint& c) { c.*member = value; });
      });
      m_shows.emplace_back(
          [number, member = field.number](const constraints::Constraint& c) { number->show(c.*member); });
      break;
    }
    case constraints::ConstraintField::Kind::Flag: {
      auto* box = named(new QCheckBox(text.name), name, text.tip);
      m_form->addRow(box);
      connect(box, &QCheckBox::clicked, this, [this, member = field.flag](bool on) {
        change([member, on](constraints::Constraint& c) { c.*member = on; });
      });
      m_shows.emplace_back(
          [box, member = field.flag](const constraints::Constraint& c) { box->setChecked(c.*member); });
      break;
    }
    case constraints::ConstraintField::Kind::Vector: {
      auto* row = new QWidget;
      auto* layout = spaced(new QHBoxLayout(row), 4);
      for (int axis = 0; axis < 3; ++axis) {
        auto* number = named(new NumberField(field.least, field.most, 4, {}),
                             name + kAxisNames[static_cast<std::size_t>(axis)], text.tip);
        number->setAccessibleName(text.name + " " + kAxisNames[static_cast<std::size_t>(axis)]);
        number->setMinimumWidth(kComponentWidth);
        layout->addWidget(number);
        connect(number, &QDoubleSpinBox::valueChanged, this, [this, axis, member = field.vector](double value) {
          change([member, axis, value](constraints::Constraint& c) { (c.*member)[axis] = value; });
        });
        m_shows.emplace_back([number, axis, member = field.vector](const constraints::Constraint& c) {
          number->show((c.*member)[axis]);
          number->setEnabled(c.type != constraints::ConstraintType::Parent || !c.keepsPlace);
        });
      }
      addRow(text.name, text.tip, row, name);
      break;
    }
  }
}

void ConstraintsSection::makeFields(constraints::ConstraintType type) {
  if (m_madeFor == static_cast<int>(type)) {
    return;
  }
  m_madeFor = static_cast<int>(type);
  while (m_form->rowCount() > 0) {
    m_form->removeRow(0);
  }
  m_shows.clear();
  m_choosers.clear();
  m_node = new NodeChooser(tr("None", "node"));
  m_node->setNodes(m_workshop.model().get());
  m_choosers.push_back(m_node);
  addRow(tr("Node"), typeText(type).tip, m_node, "constraint-node");
  connect(m_node, &NodeChooser::chosen, this, [this](const QString& node) {
    change([&node](constraints::Constraint& c) { c.node = node.toStdString(); });
  });
  m_shows.emplace_back([this](const constraints::Constraint& c) { m_node->showName(c.node); });
  m_clips = new QToolButton;
  m_clips->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_clips);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillClips(*menu); });
  m_clips->setMenu(menu);
  addRow(tr("Clips"), tr("The clips of the model in which the constraint acts"), m_clips, "constraint-clips");
  m_shows.emplace_back([this](const constraints::Constraint& c) {
    m_clips->setText(c.clips.empty()       ? tr("All clips")
                     : c.clips.size() == 1 ? QString::fromStdString(c.clips.front())
                                           : tr("%Ln clip(s)", "", static_cast<int>(c.clips.size())));
  });
  for (const constraints::ConstraintField& field : constraints::constraintFields(type)) {
    addField(field, type);
  }
}

void ConstraintsSection::fillClips(QMenu& menu) {
  menu.clear();
  const int row = current();
  if (row < 0 || !m_workshop.model()) {
    return;
  }
  const constraints::Constraint& now = constraints()[static_cast<std::size_t>(row)].settings;
  QAction* all =
      menu.addAction(tr("All clips"), this, [this] { change([](constraints::Constraint& c) { c.clips.clear(); }); });
  all->setCheckable(true);
  all->setChecked(now.clips.empty());
  menu.addSeparator();
  for (const model::Clip& clip : m_workshop.model()->clips) {
    QAction* one = menu.addAction(QString::fromStdString(clip.name).replace('&', "&&"), this, [this, name = clip.name] {
      change([&name](constraints::Constraint& c) {
        const auto found = std::ranges::find(c.clips, name);
        if (found == c.clips.end()) {
          c.clips.push_back(name);
        } else {
          c.clips.erase(found);
        }
      });
    });
    one->setCheckable(true);
    one->setChecked(std::ranges::find(now.clips, clip.name) != now.clips.end());
  }
}

void ConstraintsSection::showFields() {
  const int row = current();
  const bool any = row >= 0 && static_cast<std::size_t>(row) < constraints().size();
  m_fields->setVisible(any);
  m_up->setEnabled(any && row > 0);
  m_down->setEnabled(any && row + 1 < static_cast<int>(constraints().size()));
  m_delete->setEnabled(any);
  if (!any) {
    return;
  }
  const constraints::Constraint& constraint = constraints()[static_cast<std::size_t>(row)].settings;
  makeFields(constraint.type);
  for (const auto& show : m_shows) {
    show(constraint);
  }
}

bool ConstraintsSection::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_list && event->type() == QEvent::KeyPress) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool alt = key.modifiers().testFlag(Qt::AltModifier);
    if (key.key() == Qt::Key_Delete) {
      removeCurrent();
      return true;
    }
    if (alt && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down)) {
      moveBy(key.key() == Qt::Key_Up ? -1 : 1);
      return true;
    }
  }
  return FoldingSection::eventFilter(watched, event);
}

}  // namespace texeleton::editor

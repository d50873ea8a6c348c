// What is chosen in the Attachments panel, in numbers, and how the gizmo moves it.

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "app/editor/panels/attachments_panel.h"
#include "app/editor/theme/icons.h"
#include "app/editor/view/gizmo_settings.h"
#include "app/editor/view/movables.h"
#include "app/editor/widgets/numbers.h"
#include "core/transform/rotation.h"

namespace texeleton::editor {

namespace {

constexpr double kMostShownMetres = 10000.0;

QString shownName(const std::string& name) { return QString::fromStdString(name); }

bool hasFile(const recipe::RecipeSource& source) { return QFileInfo::exists(shownName(source.path)); }

/// What an attachment hangs on, as the box lists it: kind and name.
enum class Place { Attachment, Socket, Node };

}  // namespace

QWidget* AttachmentsPanel::makeNumbers() {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(4);
  int line = 0;
  m_missing = new QWidget;
  auto* missing = new QHBoxLayout(m_missing);
  missing->setContentsMargins(0, 0, 0, 0);
  m_missingText = label(tr("The file is missing."), "warning");
  auto* locate = new QPushButton(tr("Locate…"));
  locate->setObjectName("locateAttachment");
  missing->addWidget(m_missingText, 1);
  missing->addWidget(locate);
  connect(locate, &QPushButton::clicked, this, &AttachmentsPanel::locateAsked);
  grid->addWidget(m_missing, line++, 0, 1, 4);
  m_on = new QComboBox;
  m_on->setObjectName("attachmentOn");
  m_on->setToolTip(tr("What it hangs on: a socket, another attachment or a bone"));
  m_on->setAccessibleName(tr("Hangs on"));
  m_on->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_on->setMinimumContentsLength(8);
  grid->addWidget(label(tr("Hangs on"), "muted"), line, 0);
  grid->addWidget(m_on, line++, 1, 1, 3);
  connect(m_on, &QComboBox::activated, this, &AttachmentsPanel::hangOn);
  const std::array<QString, 3> rows = {tr("Position"), tr("Rotation"), tr("Scale")};
  const std::array<const char*, 3> units = {"m", "°", "×"};
  static const std::array<const char*, 3> kNumberNames = {"position", "rotation", "scale"};
  for (std::size_t kind = 0; kind < 3; ++kind) {
    grid->addWidget(label(rows[kind], "muted"), line, 0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double most = kind == 1 ? 360.0 : kMostShownMetres;
      auto* field = new NumberField(-most, most, kind == 1 ? 2 : 4, QString::fromUtf8(units[kind]));
      field->setObjectName(QString("attachment_%1%2").arg(kNumberNames[kind], kAxisNames[axis]));
      field->setAccessibleName(rows[kind] + ' ' + kAxisNames[axis]);
      field->setToolTip(rows[kind] + ' ' + kAxisNames[axis]);
      field->setMinimumWidth(56);
      grid->addWidget(field, line, static_cast<int>(axis) + 1);
      m_numbers[kind * 3 + axis] = field;
      connect(field, &QDoubleSpinBox::valueChanged, this, &AttachmentsPanel::typed);
    }
    ++line;
  }
  m_merge = new QCheckBox(tr("Merge into mesh"));
  m_merge->setObjectName("mergeAttachment");
  m_merge->setToolTip(tr(
      "Its triangles become part of the character's mesh and follow the bone; without it the pack has a socket there"));
  grid->addWidget(m_merge, line++, 0, 1, 4);
  connect(m_merge, &QCheckBox::clicked, this, [this](bool merge) {
    std::vector<recipe::RecipeAttachment> all = m_workshop.document().recipe().bake.attachments;
    for (recipe::RecipeAttachment& each : all) {
      each.merge = each.name == m_chosen.name ? merge : each.merge;
    }
    m_workshop.document().set(merge ? tr("Merge into mesh") : tr("Take out of mesh"), &recipe::RecipeBake::attachments,
                              all);
  });
  grid->addWidget(rule(), line++, 0, 1, 4);
  grid->addWidget(makeGizmo(), line++, 0, 1, 4);
  for (int column = 1; column < 4; ++column) {
    grid->setColumnStretch(column, 1);
  }
  return box;
}

QWidget* AttachmentsPanel::makeGizmo() {
  auto* box = new QWidget;
  auto* grid = new QGridLayout(box);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(4);
  m_mode = new Segmented({tr("Move"), tr("Rotate"), tr("Scale")});
  m_mode->setObjectName("gizmoMode");
  m_mode->button(0)->setToolTip(tr("Handles that move (G)"));
  m_mode->button(1)->setToolTip(tr("Handles that rotate (R)"));
  m_mode->button(2)->setToolTip(tr("Handles that scale (S)"));
  m_space = new QComboBox;
  m_space->setObjectName("gizmoSpace");
  m_space->addItems({tr("Local"), tr("Parent"), tr("World")});
  m_space->setToolTip(tr("Whose axes the handles have (,)"));
  m_space->setAccessibleName(tr("Space of the handles"));
  m_pivot = new QComboBox;
  m_pivot->setObjectName("gizmoPivot");
  m_pivot->addItems({tr("Own origin"), tr("Parent's origin"), tr("Centre")});
  m_pivot->setToolTip(tr("What rotating and scaling keep in place (.)"));
  m_pivot->setAccessibleName(tr("Pivot"));
  grid->addWidget(m_mode, 0, 0, 1, 3);
  grid->addWidget(m_space, 0, 3);
  grid->addWidget(label(tr("Pivot"), "muted"), 1, 0);
  grid->addWidget(m_pivot, 1, 1, 1, 3);
  grid->addWidget(label(tr("Steps"), "muted"), 2, 0);
  grid->addWidget(new GizmoStepFields(m_viewport.gizmo(), "gizmoStep"), 2, 1, 1, 3);
  GizmoControl& gizmo = m_viewport.gizmo();
  connect(m_mode, &Segmented::chosen, &gizmo,
          [&gizmo](int mode) { gizmo.setMode(static_cast<viewport::GizmoMode>(mode)); });
  connect(m_space, &QComboBox::activated, &gizmo,
          [&gizmo](int space) { gizmo.setSpace(static_cast<viewport::GizmoSpace>(space)); });
  connect(m_pivot, &QComboBox::activated, &gizmo,
          [&gizmo](int pivot) { gizmo.setPivot(static_cast<viewport::GizmoPivot>(pivot)); });
  return box;
}

void AttachmentsPanel::showGizmo() {
  const GizmoControl& gizmo = m_viewport.gizmo();
  m_mode->setCurrent(static_cast<int>(gizmo.mode()));
  for (int mode = 0; mode < 3; ++mode) {
    m_mode->button(mode)->setEnabled(gizmo.can(static_cast<viewport::GizmoMode>(mode)));
  }
  m_space->setCurrentIndex(static_cast<int>(gizmo.space()));
  m_pivot->setCurrentIndex(static_cast<int>(gizmo.pivot()));
}

void AttachmentsPanel::showChosen() {
  const recipe::RecipeAttachment* const attachment = chosenAttachment();
  m_details->setVisible(m_chosen.kind != Kind::None);
  m_remove->setEnabled(attachment != nullptr);
  m_merge->setVisible(attachment != nullptr);
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  m_missing->setVisible(attachment != nullptr &&
                        (attachment->source >= recipe.sources.size() || !hasFile(recipe.sources[attachment->source])));
  m_merge->setChecked(attachment != nullptr && attachment->merge);
  showPlaces();
  const transform::Transform local = chosenLocal();
  const glm::dvec3 degrees = transform::toEulerDegrees(local.rotation);
  for (int i = 0; i < 3; ++i) {
    m_numbers[static_cast<std::size_t>(i)]->show(local.translation[i]);
    m_numbers[static_cast<std::size_t>(i) + 3]->show(degrees[i]);
    m_numbers[static_cast<std::size_t>(i) + 6]->show(local.scale[i]);
  }
}

void AttachmentsPanel::showPlaces() {
  const QSignalBlocker quiet(m_on);
  m_on->clear();
  const recipe::RecipeAttachment* const attachment = chosenAttachment();
  m_on->setEnabled(attachment != nullptr);
  const auto add = [this](Place place, const QString& name, const QString& shown) {
    m_on->addItem(icon(place == Place::Node ? "bone" : place == Place::Socket ? "socket" : "mesh"), shown, name);
    m_on->setItemData(m_on->count() - 1, static_cast<int>(place), Qt::UserRole + 1);
  };
  if (attachment == nullptr) {
    add(Place::Node, shownName(m_chosen.name), shownName(m_chosen.name));
    return;
  }
  const Place place = !attachment->attachment.empty() ? Place::Attachment
                      : !attachment->socket.empty()   ? Place::Socket
                                                      : Place::Node;
  const std::string& on = place == Place::Attachment ? attachment->attachment
                          : place == Place::Socket   ? attachment->socket
                                                     : attachment->node;
  if (const auto& bake = m_workshop.bake()) {
    for (const bake::Socket& socket : bake->animation->sockets) {
      if (socket.attached.empty()) {
        add(Place::Socket, shownName(socket.name), tr("Socket %1").arg(shownName(socket.name)));
      }
    }
  }
  for (const recipe::RecipeAttachment& each : m_workshop.document().recipe().bake.attachments) {
    if (each.name != attachment->name) {
      add(Place::Attachment, shownName(each.name), tr("Attachment %1").arg(shownName(each.name)));
    }
  }
  if (const auto& model = m_workshop.model()) {
    for (const model::Node& node : model->nodes) {
      add(Place::Node, shownName(node.name), shownName(node.name));
    }
  }
  for (int i = 0; i < m_on->count(); ++i) {
    if (m_on->itemData(i).toString() == shownName(on) &&
        m_on->itemData(i, Qt::UserRole + 1).toInt() == static_cast<int>(place)) {
      m_on->setCurrentIndex(i);
      return;
    }
  }
  add(place, shownName(on), shownName(on));
  m_on->setCurrentIndex(m_on->count() - 1);
}

// It keeps its numbers, not its place.
void AttachmentsPanel::hangOn(int choice) {
  std::vector<recipe::RecipeAttachment> all = m_workshop.document().recipe().bake.attachments;
  const auto place = static_cast<Place>(m_on->itemData(choice, Qt::UserRole + 1).toInt());
  const std::string name = m_on->itemData(choice).toString().toStdString();
  for (recipe::RecipeAttachment& each : all) {
    if (each.name == m_chosen.name) {
      each.attachment = place == Place::Attachment ? name : std::string();
      each.socket = place == Place::Socket ? name : std::string();
      each.node = place == Place::Node ? name : std::string();
    }
  }
  m_workshop.document().set(tr("Hang attachment elsewhere"), &recipe::RecipeBake::attachments, all);
}

void AttachmentsPanel::setLocal(const transform::Transform& local, const QString& what) {
  Document& document = m_workshop.document();
  if (m_chosen.kind == Kind::Socket) {
    document.set(what, &recipe::RecipeBake::socketNames, withOffset(document.recipe(), m_chosen.name, local));
    return;
  }
  std::vector<recipe::RecipeAttachment> all = document.recipe().bake.attachments;
  for (recipe::RecipeAttachment& each : all) {
    each.local = each.name == m_chosen.name ? local : each.local;
  }
  document.set(what, &recipe::RecipeBake::attachments, all);
}

// Only the kind whose field was changed: the others are shown rounded.
void AttachmentsPanel::typed() {
  const auto changed = std::find(m_numbers.begin(), m_numbers.end(), sender());
  if (changed == m_numbers.end() || m_chosen.kind == Kind::None) {
    return;
  }
  const auto at = static_cast<std::size_t>(changed - m_numbers.begin());
  const int axis = static_cast<int>(at % 3);
  transform::Transform local = chosenLocal();
  if (at / 3 == 0) {
    local.translation[axis] = (*changed)->value();
  } else if (at / 3 == 1) {
    local.rotation = transform::fromEulerDegrees({m_numbers[3]->value(), m_numbers[4]->value(), m_numbers[5]->value()});
  } else {
    local.scale[axis] = (*changed)->value();
  }
  setLocal(local, m_chosen.kind == Kind::Socket ? tr("Move socket") : tr("Move attachment"));
}

}  // namespace texeleton::editor

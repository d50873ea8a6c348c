#include "app/editor/panels/attachments_panel.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <algorithm>
#include <set>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/theme/icons.h"
#include "app/editor/view/movables.h"
#include "core/transform/rotation.h"

namespace texeleton::editor {

namespace {

constexpr int kKindRole = Qt::UserRole;
constexpr int kNameRole = Qt::UserRole + 1;
constexpr double kMostMetres = 10000.0;

QString text(const std::string& name) { return QString::fromStdString(name); }

bool isThere(const RecipeSource& source) { return QFileInfo::exists(text(source.path)); }

/// What an attachment hangs on, as the box lists it: kind and name.
enum class Place { Attachment, Socket, Node };

}  // namespace

AttachmentsPanel::AttachmentsPanel(Workshop& workshop, Selection& selection, ViewportArea& viewport, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_selection(selection), m_viewport(viewport) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 8, 12, 12);
  layout->setSpacing(8);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  auto* add = new QPushButton(icon("add"), tr("Attach a model…"));
  add->setObjectName("attachModel");
  add->setToolTip(tr("Hangs a model on the chosen socket or attachment, or on the selected bone"));
  m_remove = new QPushButton(tr("Remove"));
  m_remove->setObjectName("removeAttachment");
  m_remove->setToolTip(tr("Removes the attachment and what hangs on it (Delete)"));
  row->addWidget(add);
  row->addStretch(1);
  row->addWidget(m_remove);
  layout->addLayout(row);
  m_hint = label(tr("Nothing is attached. Attach a weapon, a hat or any other model to a bone; the pack gets a socket "
                    "for it, or its triangles."),
                 "muted");
  m_hint->setWordWrap(true);
  layout->addWidget(m_hint);
  m_tree = new QTreeWidget;
  m_tree->setObjectName("attachmentTree");
  m_tree->setHeaderHidden(true);
  m_tree->setUniformRowHeights(true);
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  m_tree->setExpandsOnDoubleClick(false);
  m_tree->setMinimumHeight(72);
  m_tree->setAccessibleName(tr("Sockets and attachments"));
  layout->addWidget(m_tree, 1);
  m_details = makeNumbers();
  layout->addWidget(m_details);
  layout->addStretch(0);

  connect(add, &QPushButton::clicked, this, &AttachmentsPanel::attachAsked);
  connect(m_remove, &QPushButton::clicked, this, &AttachmentsPanel::remove);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, &AttachmentsPanel::choose);
  connect(m_tree, &QTreeWidget::itemChanged, this, &AttachmentsPanel::rename);
  connect(&m_workshop.document(), &Document::changed, this, &AttachmentsPanel::showAll);
  connect(&m_workshop.document(), &Document::replaced, this, [this] {
    m_chosen = {};
    showAll();
  });
  connect(&m_workshop, &Workshop::modelChanged, this, &AttachmentsPanel::showAll);
  connect(&m_workshop, &Workshop::bakeChanged, this, &AttachmentsPanel::showAll);
  connect(&m_viewport.gizmo(), &GizmoControl::changed, this, &AttachmentsPanel::showGizmo);
  showAll();
  showGizmo();
}

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
  static const std::array<const char*, 3> kAxes = {"X", "Y", "Z"};
  static const std::array<const char*, 3> kNames = {"position", "rotation", "scale"};
  for (std::size_t kind = 0; kind < 3; ++kind) {
    grid->addWidget(label(rows[kind], "muted"), line, 0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double most = kind == 1 ? 360.0 : kMostMetres;
      auto* field = new NumberField(-most, most, kind == 1 ? 2 : 4, QString::fromUtf8(units[kind]));
      field->setObjectName(QString("attachment_%1%2").arg(kNames[kind], kAxes[axis]));
      field->setAccessibleName(rows[kind] + ' ' + kAxes[axis]);
      field->setToolTip(rows[kind] + ' ' + kAxes[axis]);
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
    std::vector<RecipeAttachment> all = m_workshop.document().recipe().bake.attachments;
    for (RecipeAttachment& each : all) {
      each.merge = each.name == m_chosen.name ? merge : each.merge;
    }
    m_workshop.document().set(merge ? tr("Merge into mesh") : tr("Take out of mesh"), &RecipeBake::attachments, all);
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
  m_space->setToolTip(tr("Whose axes the handles have"));
  m_space->setAccessibleName(tr("Space of the handles"));
  m_pivot = new QComboBox;
  m_pivot->setObjectName("gizmoPivot");
  m_pivot->addItems({tr("Own origin"), tr("Parent's origin"), tr("Centre")});
  m_pivot->setToolTip(tr("What rotating and scaling keep in place"));
  m_pivot->setAccessibleName(tr("Pivot"));
  grid->addWidget(m_mode, 0, 0, 1, 3);
  grid->addWidget(m_space, 0, 3);
  grid->addWidget(label(tr("Pivot"), "muted"), 1, 0);
  grid->addWidget(m_pivot, 1, 1, 1, 3);
  grid->addWidget(label(tr("Steps"), "muted"), 2, 0);
  const std::array<QString, 3> tips = {tr("Step of moving while Ctrl is held"),
                                       tr("Step of rotating while Ctrl is held"),
                                       tr("Step of scaling while Ctrl is held")};
  const std::array<const char*, 3> units = {"m", "°", "×"};
  for (std::size_t i = 0; i < 3; ++i) {
    m_steps[i] = new NumberField(0.001, 1000.0, 3, QString::fromUtf8(units[i]));
    m_steps[i]->setObjectName(QString("gizmoStep%1").arg(i));
    m_steps[i]->setToolTip(tips[i]);
    m_steps[i]->setAccessibleName(tips[i]);
    m_steps[i]->setMinimumWidth(56);
    grid->addWidget(m_steps[i], 2, static_cast<int>(i) + 1);
    connect(m_steps[i], &QDoubleSpinBox::valueChanged, this, [this] {
      m_viewport.gizmo().setSteps({m_steps[0]->value(), m_steps[1]->value(), m_steps[2]->value()});
    });
  }
  GizmoControl& gizmo = m_viewport.gizmo();
  connect(m_mode, &Segmented::chosen, &gizmo, [&gizmo](int mode) { gizmo.setMode(static_cast<GizmoMode>(mode)); });
  connect(m_space, &QComboBox::activated, &gizmo,
          [&gizmo](int space) { gizmo.setSpace(static_cast<GizmoSpace>(space)); });
  connect(m_pivot, &QComboBox::activated, &gizmo,
          [&gizmo](int pivot) { gizmo.setPivot(static_cast<GizmoPivot>(pivot)); });
  return box;
}

void AttachmentsPanel::showGizmo() {
  const GizmoControl& gizmo = m_viewport.gizmo();
  m_mode->setCurrent(static_cast<int>(gizmo.mode()));
  m_space->setCurrentIndex(static_cast<int>(gizmo.space()));
  m_pivot->setCurrentIndex(static_cast<int>(gizmo.pivot()));
  const GizmoSteps& steps = gizmo.steps();
  m_steps[0]->show(steps.metres);
  m_steps[1]->show(steps.degrees);
  m_steps[2]->show(steps.factor);
}

const RecipeAttachment* AttachmentsPanel::chosenAttachment() const {
  const auto& all = m_workshop.document().recipe().bake.attachments;
  const auto own =
      std::find_if(all.begin(), all.end(), [this](const auto& each) { return each.name == m_chosen.name; });
  return m_chosen.kind != Kind::Attachment || own == all.end() ? nullptr : &*own;
}

Transform AttachmentsPanel::chosenLocal() const {
  if (const RecipeAttachment* const attachment = chosenAttachment()) {
    return attachment->local;
  }
  return m_chosen.kind == Kind::Socket ? socketOffset(m_workshop.document().recipe(), m_chosen.name) : Transform();
}

// Sockets of the bake first, what hangs on each below it; then what hangs on nodes.
void AttachmentsPanel::showAll() {
  m_showing = true;
  {
    const QSignalBlocker quiet(m_tree);
    m_tree->clear();
    const Recipe& recipe = m_workshop.document().recipe();
    const auto& bake = m_workshop.bake();
    std::set<std::string> sockets;
    for (std::size_t i = 0; bake && i < bake->sockets.size() && i < bake->animation->sockets.size(); ++i) {
      const Socket& socket = bake->animation->sockets[i];
      if (!socket.attached.empty()) {
        continue;
      }
      const std::string& node = bake->model->nodes[bake->sockets[i].node.value].name;
      auto* item = new QTreeWidgetItem(m_tree, {text(socket.name)});
      item->setIcon(0, icon("socket", Token::Accent));
      item->setData(0, kKindRole, static_cast<int>(Kind::Socket));
      item->setData(0, kNameRole, text(node));
      item->setToolTip(0, tr("Socket on %1").arg(text(node)));
      for (const RecipeAttachment& attachment : recipe.bake.attachments) {
        if (attachment.attachment.empty() && (attachment.socket == socket.name || attachment.socket == node) &&
            !attachment.socket.empty()) {
          addAttachment(item, attachment);
          sockets.insert(attachment.name);
        }
      }
    }
    for (const RecipeAttachment& attachment : recipe.bake.attachments) {
      const bool onOther = !attachment.attachment.empty() &&
                           std::any_of(recipe.bake.attachments.begin(), recipe.bake.attachments.end(),
                                       [&](const auto& each) { return each.name == attachment.attachment; });
      if (!onOther && sockets.count(attachment.name) == 0) {
        addAttachment(nullptr, attachment);
      }
    }
    m_tree->expandAll();
    const auto count = static_cast<int>(recipe.bake.attachments.size());
    m_hint->setVisible(count == 0);
    emit summaryChanged(count == 0 ? QString() : tr("%Ln attached", "models", count));
    for (QTreeWidgetItemIterator at(m_tree); *at != nullptr; ++at) {
      const Chosen each{static_cast<Kind>((*at)->data(0, kKindRole).toInt()),
                        (*at)->data(0, kNameRole).toString().toStdString()};
      if (each == m_chosen) {
        m_tree->setCurrentItem(*at);
      }
    }
  }
  m_showing = false;
  choose();
}

QTreeWidgetItem* AttachmentsPanel::addAttachment(QTreeWidgetItem* parent, const RecipeAttachment& attachment) {
  auto* item = new QTreeWidgetItem({text(attachment.name)});
  if (parent != nullptr) {
    parent->addChild(item);
  } else {
    m_tree->addTopLevelItem(item);
  }
  const Recipe& recipe = m_workshop.document().recipe();
  const bool known = attachment.source < recipe.sources.size();
  const bool there = known && isThere(recipe.sources[attachment.source]);
  item->setIcon(0, there ? icon("mesh") : icon("warning", Token::Warning));
  item->setToolTip(
      0, !known  ? tr("Its file is missing.")
         : there ? QFileInfo(text(recipe.sources[attachment.source].path)).fileName()
                 : tr("%1 is missing. Locate it to see it again.").arg(text(recipe.sources[attachment.source].path)));
  item->setFlags(item->flags() | Qt::ItemIsEditable);
  item->setData(0, kKindRole, static_cast<int>(Kind::Attachment));
  item->setData(0, kNameRole, text(attachment.name));
  addChildren(item, attachment.name);
  return item;
}

void AttachmentsPanel::addChildren(QTreeWidgetItem* parent, const std::string& attachment) {
  // What hangs on itself over others would never end.
  for (const QTreeWidgetItem* up = parent->parent(); up != nullptr; up = up->parent()) {
    if (up->data(0, kKindRole).toInt() == static_cast<int>(Kind::Attachment) &&
        up->data(0, kNameRole).toString() == text(attachment)) {
      return;
    }
  }
  for (const RecipeAttachment& each : m_workshop.document().recipe().bake.attachments) {
    if (each.attachment == attachment) {
      addAttachment(parent, each);
    }
  }
}

void AttachmentsPanel::choose() {
  if (m_showing) {
    return;
  }
  const QTreeWidgetItem* const item = m_tree->currentItem();
  const Chosen chosen = item == nullptr ? Chosen()
                                        : Chosen{static_cast<Kind>(item->data(0, kKindRole).toInt()),
                                                 item->data(0, kNameRole).toString().toStdString()};
  const bool other = !(chosen == m_chosen);
  m_chosen = chosen;
  showChosen();
  if (other || !m_viewport.gizmo().hasTarget()) {
    aim();
  }
}

void AttachmentsPanel::aim() {
  GizmoControl& gizmo = m_viewport.gizmo();
  RhiWindow& window = m_viewport.window();
  if (m_chosen.kind == Kind::Attachment) {
    gizmo.setTarget(std::make_unique<AttachmentMovable>(m_workshop, window, m_chosen.name));
  } else if (m_chosen.kind == Kind::Socket) {
    gizmo.setTarget(std::make_unique<SocketMovable>(m_workshop, window, m_chosen.name));
  } else {
    gizmo.setTarget(nullptr);
  }
}

void AttachmentsPanel::showChosen() {
  const RecipeAttachment* const attachment = chosenAttachment();
  m_details->setVisible(m_chosen.kind != Kind::None);
  m_remove->setEnabled(attachment != nullptr);
  m_merge->setVisible(attachment != nullptr);
  const Recipe& recipe = m_workshop.document().recipe();
  m_missing->setVisible(attachment != nullptr &&
                        (attachment->source >= recipe.sources.size() || !isThere(recipe.sources[attachment->source])));
  m_merge->setChecked(attachment != nullptr && attachment->merge);
  showPlaces();
  const Transform local = chosenLocal();
  const glm::dvec3 degrees = toEulerDegrees(local.rotation);
  for (int i = 0; i < 3; ++i) {
    m_numbers[static_cast<std::size_t>(i)]->show(local.translation[i]);
    m_numbers[static_cast<std::size_t>(i) + 3]->show(degrees[i]);
    m_numbers[static_cast<std::size_t>(i) + 6]->show(local.scale[i]);
  }
}

void AttachmentsPanel::showPlaces() {
  const QSignalBlocker quiet(m_on);
  m_on->clear();
  const RecipeAttachment* const attachment = chosenAttachment();
  m_on->setEnabled(attachment != nullptr);
  const auto add = [this](Place place, const QString& name, const QString& shown) {
    m_on->addItem(icon(place == Place::Node ? "bone" : place == Place::Socket ? "socket" : "mesh"), shown, name);
    m_on->setItemData(m_on->count() - 1, static_cast<int>(place), Qt::UserRole + 1);
  };
  if (attachment == nullptr) {
    add(Place::Node, text(m_chosen.name), text(m_chosen.name));
    return;
  }
  const Place place = !attachment->attachment.empty() ? Place::Attachment
                      : !attachment->socket.empty()   ? Place::Socket
                                                      : Place::Node;
  const std::string& on = place == Place::Attachment ? attachment->attachment
                          : place == Place::Socket   ? attachment->socket
                                                     : attachment->node;
  if (const auto& bake = m_workshop.bake()) {
    for (const Socket& socket : bake->animation->sockets) {
      if (socket.attached.empty()) {
        add(Place::Socket, text(socket.name), tr("Socket %1").arg(text(socket.name)));
      }
    }
  }
  for (const RecipeAttachment& each : m_workshop.document().recipe().bake.attachments) {
    if (each.name != attachment->name) {
      add(Place::Attachment, text(each.name), tr("Attachment %1").arg(text(each.name)));
    }
  }
  if (const auto& model = m_workshop.model()) {
    for (const Node& node : model->nodes) {
      add(Place::Node, text(node.name), text(node.name));
    }
  }
  for (int i = 0; i < m_on->count(); ++i) {
    if (m_on->itemData(i).toString() == text(on) &&
        m_on->itemData(i, Qt::UserRole + 1).toInt() == static_cast<int>(place)) {
      m_on->setCurrentIndex(i);
      return;
    }
  }
  add(place, text(on), text(on));
  m_on->setCurrentIndex(m_on->count() - 1);
}

// It keeps its numbers, not its place.
void AttachmentsPanel::hangOn(int choice) {
  std::vector<RecipeAttachment> all = m_workshop.document().recipe().bake.attachments;
  const auto place = static_cast<Place>(m_on->itemData(choice, Qt::UserRole + 1).toInt());
  const std::string name = m_on->itemData(choice).toString().toStdString();
  for (RecipeAttachment& each : all) {
    if (each.name == m_chosen.name) {
      each.attachment = place == Place::Attachment ? name : std::string();
      each.socket = place == Place::Socket ? name : std::string();
      each.node = place == Place::Node ? name : std::string();
    }
  }
  m_workshop.document().set(tr("Hang attachment elsewhere"), &RecipeBake::attachments, all);
}

void AttachmentsPanel::setLocal(const Transform& local, const QString& what) {
  Document& document = m_workshop.document();
  if (m_chosen.kind == Kind::Socket) {
    document.set(what, &RecipeBake::socketNames, withOffset(document.recipe(), m_chosen.name, local));
    return;
  }
  std::vector<RecipeAttachment> all = document.recipe().bake.attachments;
  for (RecipeAttachment& each : all) {
    each.local = each.name == m_chosen.name ? local : each.local;
  }
  document.set(what, &RecipeBake::attachments, all);
}

// Only the kind whose field was changed: the others are shown rounded.
void AttachmentsPanel::typed() {
  const auto changed = std::find(m_numbers.begin(), m_numbers.end(), sender());
  if (changed == m_numbers.end() || m_chosen.kind == Kind::None) {
    return;
  }
  const auto at = static_cast<std::size_t>(changed - m_numbers.begin());
  const int axis = static_cast<int>(at % 3);
  Transform local = chosenLocal();
  if (at / 3 == 0) {
    local.translation[axis] = (*changed)->value();
  } else if (at / 3 == 1) {
    local.rotation = fromEulerDegrees({m_numbers[3]->value(), m_numbers[4]->value(), m_numbers[5]->value()});
  } else {
    local.scale[axis] = (*changed)->value();
  }
  setLocal(local, m_chosen.kind == Kind::Socket ? tr("Move socket") : tr("Move attachment"));
}

void AttachmentsPanel::attach(const std::filesystem::path& file) {
  const auto& model = m_workshop.model();
  if (!model || model->nodes.empty()) {
    return;
  }
  Document& document = m_workshop.document();
  std::vector<RecipeSource> sources = document.recipe().sources;
  std::vector<RecipeAttachment> all = document.recipe().bake.attachments;
  const std::string path = utf8Of(std::filesystem::absolute(file).lexically_normal());
  auto source = std::find_if(sources.begin(), sources.end(), [&path](const RecipeSource& each) {
    return each.role == kAttachmentRole && each.path == path;
  });
  if (source == sources.end()) {
    source = sources.insert(sources.end(), {path, kAttachmentRole, {}, {}});
  }
  RecipeAttachment attachment;
  attachment.name = freeAttachmentName(file.stem().string(), all);
  attachment.source = static_cast<std::uint32_t>(source - sources.begin());
  NodeIndex node(0);
  const auto nodeOf = [&model](const std::string& name) {
    const auto found =
        std::find_if(model->nodes.begin(), model->nodes.end(), [&name](const Node& each) { return each.name == name; });
    return found == model->nodes.end() ? NodeIndex(0)
                                       : NodeIndex(static_cast<std::size_t>(found - model->nodes.begin()));
  };
  if (m_chosen.kind == Kind::Attachment) {
    attachment.attachment = m_chosen.name;
  } else if (m_chosen.kind == Kind::Socket) {
    attachment.socket = m_chosen.name;
    node = nodeOf(m_chosen.name);
  } else if (m_selection.bone().isValid() && m_selection.bone().value < model->nodes.size()) {
    node = m_selection.bone();
    attachment.node = model->nodes[node.value].name;
  } else if (m_workshop.bake() && !m_workshop.bake()->sockets.empty()) {
    node = m_workshop.bake()->sockets.front().node;
    attachment.socket = model->nodes[node.value].name;
  } else {
    attachment.node = model->nodes.front().name;
  }
  if (m_chosen.kind != Kind::Attachment) {
    attachment.local = unscaledOn(*model, node, toMatrix(socketOffset(document.recipe(), attachment.socket)));
  }
  m_chosen = {Kind::Attachment, attachment.name};
  all.push_back(std::move(attachment));
  document.setAttachments(tr("Attach %1").arg(text(file.filename().string())), std::move(sources), std::move(all));
  aim();
}

void AttachmentsPanel::remove() {
  if (chosenAttachment() == nullptr) {
    return;
  }
  Document& document = m_workshop.document();
  std::vector<RecipeAttachment> all = document.recipe().bake.attachments;
  std::set<std::string> gone = {m_chosen.name};
  for (std::size_t before = 0; before != gone.size();) {
    before = gone.size();
    for (const RecipeAttachment& each : all) {
      if (gone.count(each.attachment) != 0) {
        gone.insert(each.name);
      }
    }
  }
  std::erase_if(all, [&gone](const RecipeAttachment& each) { return gone.count(each.name) != 0; });
  std::vector<RecipeSource> sources;
  const std::vector<RecipeSource>& before = document.recipe().sources;
  std::vector<std::uint32_t> places(before.size(), 0);
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    const bool used = before[i].role != kAttachmentRole ||
                      std::any_of(all.begin(), all.end(), [i](const auto& each) { return each.source == i; });
    places[i] = static_cast<std::uint32_t>(sources.size());
    if (used) {
      sources.push_back(before[i]);
    }
  }
  for (RecipeAttachment& each : all) {
    each.source = each.source < places.size() ? places[each.source] : each.source;
  }
  const QString name = text(m_chosen.name);
  m_chosen = {};
  document.setAttachments(tr("Remove %1").arg(name), std::move(sources), std::move(all));
}

void AttachmentsPanel::rename(QTreeWidgetItem* item) {
  if (m_showing || item->data(0, kKindRole).toInt() != static_cast<int>(Kind::Attachment)) {
    return;
  }
  const std::string before = item->data(0, kNameRole).toString().toStdString();
  std::vector<RecipeAttachment> all = m_workshop.document().recipe().bake.attachments;
  std::vector<RecipeAttachment> others = all;
  std::erase_if(others, [&before](const RecipeAttachment& each) { return each.name == before; });
  const std::string wanted = item->text(0).trimmed().toStdString();
  const std::string name = wanted.empty() ? before : freeAttachmentName(wanted, others);
  for (RecipeAttachment& each : all) {
    each.name = each.name == before ? name : each.name;
    each.attachment = each.attachment == before ? name : each.attachment;
  }
  // Not while the tree is telling of it.
  QMetaObject::invokeMethod(
      this,
      [this, name, all = std::move(all)] {
        m_chosen = {Kind::Attachment, name};
        m_workshop.document().set(tr("Rename attachment"), &RecipeBake::attachments, all);
        showAll();
        aim();
      },
      Qt::QueuedConnection);
}

bool AttachmentsPanel::showNamed(const QString& name) {
  for (QTreeWidgetItemIterator at(m_tree); *at != nullptr; ++at) {
    const RecipeSource* source = nullptr;
    for (const RecipeAttachment& each : m_workshop.document().recipe().bake.attachments) {
      const auto& sources = m_workshop.document().recipe().sources;
      if (text(each.name) == (*at)->data(0, kNameRole).toString() && each.source < sources.size()) {
        source = &sources[each.source];
      }
    }
    const bool isFile = source != nullptr && QFileInfo(text(source->path)).fileName() == name;
    if ((*at)->data(0, kKindRole).toInt() == static_cast<int>(Kind::Attachment) && ((*at)->text(0) == name || isFile)) {
      m_tree->setCurrentItem(*at);
      return true;
    }
  }
  return false;
}

void AttachmentsPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete && m_tree->hasFocus()) {
    remove();
    return;
  }
  Panel::keyPressEvent(event);
}

}  // namespace texeleton::editor

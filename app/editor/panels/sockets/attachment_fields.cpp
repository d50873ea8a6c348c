#include "app/editor/panels/sockets/attachment_fields.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

#include "app/editor/theme/icons.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace {

QString shownName(const std::string& name) { return QString::fromStdString(name); }

bool hasFile(const recipe::RecipeSource& source) { return QFileInfo::exists(shownName(source.path)); }

/// What an attachment's parent is, as listed in the box: kind and name.
enum class Place { Attachment, Socket, Node };

}  // namespace

const recipe::RecipeAttachment* chosenAttachment(const recipe::Recipe& recipe, const Hanging& chosen) {
  const auto& all = recipe.bake.attachments;
  const auto own =
      std::find_if(all.begin(), all.end(), [&chosen](const auto& each) { return each.name == chosen.name; });
  return chosen.kind != Hanging::Kind::Attachment || own == all.end() ? nullptr : &*own;
}

AttachmentFields::AttachmentFields(Workshop& workshop, GizmoControl& gizmo, QWidget* parent)
    : QWidget(parent), m_workshop(workshop) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(4);
  int line = 0;
  grid->addWidget(makeMissing(), line++, 0, 1, 4);
  m_on = new QComboBox;
  m_on->setObjectName("attachmentOn");
  m_on->setToolTip(tr("Parent: a socket, another attachment or a bone"));
  m_on->setAccessibleName(tr("Hangs on"));
  m_on->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_on->setMinimumContentsLength(8);
  grid->addWidget(label(tr("Hangs on"), "muted"), line, 0);
  grid->addWidget(m_on, line++, 1, 1, 3);
  connect(m_on, &QComboBox::activated, this, &AttachmentFields::hangOn);
  m_transform = new TransformFields(gizmo, "attachment");
  grid->addWidget(m_transform, line++, 0, 1, 4);
  m_merge = new QCheckBox(tr("Merge into mesh"));
  m_merge->setObjectName("mergeAttachment");
  m_merge->setToolTip(tr(
      "Its triangles become part of the character's mesh and follow the bone; without it the pack has a socket there"));
  grid->addWidget(m_merge, line++, 0, 1, 4);
  connect(m_merge, &QCheckBox::clicked, this, &AttachmentFields::setMerged);
  grid->setColumnStretch(1, 1);
}

QWidget* AttachmentFields::makeMissing() {
  m_missing = new QWidget;
  auto* row = new QHBoxLayout(m_missing);
  row->setContentsMargins(0, 0, 0, 0);
  auto* locate = new QPushButton(tr("Locate…"));
  locate->setObjectName("locateAttachment");
  row->addWidget(label(tr("The file is missing."), "warning"), 1);
  row->addWidget(locate);
  connect(locate, &QPushButton::clicked, this, &AttachmentFields::locateAsked);
  return m_missing;
}

void AttachmentFields::showHanging(const Hanging& chosen) {
  m_chosen = chosen;
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const recipe::RecipeAttachment* const attachment = chosenAttachment(recipe, m_chosen);
  m_merge->setVisible(attachment != nullptr);
  m_missing->setVisible(attachment != nullptr &&
                        (attachment->source >= recipe.sources.size() || !hasFile(recipe.sources[attachment->source])));
  m_merge->setChecked(attachment != nullptr && attachment->merge);
  showPlaces();
  m_transform->refresh();
}

void AttachmentFields::showPlaces() {
  const QSignalBlocker quiet(m_on);
  m_on->clear();
  const recipe::RecipeAttachment* const attachment = chosenAttachment(m_workshop.document().recipe(), m_chosen);
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
    for (const vat::Socket& socket : bake->animation->sockets) {
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

template <class Change>
void AttachmentFields::setAttachment(const QString& edit, const Change& change) {
  Document& document = m_workshop.document();
  std::vector<recipe::RecipeAttachment> all = document.recipe().bake.attachments;
  for (recipe::RecipeAttachment& each : all) {
    if (each.name == m_chosen.name) {
      change(each);
    }
  }
  document.set(edit, &recipe::RecipeBake::attachments, all);
}

void AttachmentFields::setMerged(bool merged) {
  setAttachment(merged ? tr("Merge into mesh") : tr("Take out of mesh"),
                [merged](recipe::RecipeAttachment& each) { each.merge = merged; });
}

// Keeps the numbers, so the world placement changes.
void AttachmentFields::hangOn(int choice) {
  const auto place = static_cast<Place>(m_on->itemData(choice, Qt::UserRole + 1).toInt());
  const std::string name = m_on->itemData(choice).toString().toStdString();
  setAttachment(tr("Hang attachment elsewhere"), [&](recipe::RecipeAttachment& each) {
    each.attachment = place == Place::Attachment ? name : std::string();
    each.socket = place == Place::Socket ? name : std::string();
    each.node = place == Place::Node ? name : std::string();
  });
}

}  // namespace texeleton::editor

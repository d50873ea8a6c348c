#include "app/editor/panels/sockets/attachment_fields.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <map>

#include "app/editor/document/missing_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/jobs/recipe_job.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/view/movables.h"
#include "app/editor/widgets/controls.h"
#include "core/recipe/attachment_orders.h"

namespace texeleton::editor {

namespace {

QString shownName(const std::string& name) { return QString::fromStdString(name); }

bool hasFile(const recipe::RecipeSource& source) { return !isMissing(fromUtf8(source.path)); }

constexpr double kToldResidual = 1e-3;

}  // namespace

const recipe::RecipeAttachment* chosenAttachment(const recipe::Recipe& recipe, const Hanging& chosen) {
  const auto& all = recipe.bake.attachments;
  const auto own = std::ranges::find_if(all, [&chosen](const auto& each) { return each.name == chosen.name; });
  return chosen.kind != Hanging::Kind::Attachment || own == all.end() ? nullptr : &*own;
}

AttachmentFields::AttachmentFields(Workshop& workshop, GizmoControl& gizmo, const viewport::RhiWindow& window,
                                   QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_window(window) {
  auto* grid = spaced(new QGridLayout(this), 4, 4);
  int line = 0;
  grid->addWidget(makeMissing(), line++, 0, 1, 4);
  m_problem = named(wrappedLabel({}, "warning"), "attachmentProblem");
  grid->addWidget(m_problem, line++, 0, 1, 4);
  m_on = named(comboBox({}, 8), "attachmentOn", tr("Parent: a socket, another attachment or a bone"));
  grid->addWidget(labelOf(m_on, tr("Parent")), line, 0);
  grid->addWidget(m_on, line++, 1, 1, 3);
  connect(m_on, &QComboBox::activated, this, &AttachmentFields::hangOn);
  m_keepsPlace = named(new QCheckBox(tr("Keep place")), "keepPlace",
                       tr("A new parent leaves it where it is in the world; without it the numbers stay"));
  grid->addWidget(m_keepsPlace, line++, 1, 1, 3);
  m_transform = new TransformFields(gizmo, "attachment");
  grid->addWidget(m_transform, line++, 0, 1, 4);
  m_merge = named(
      new QCheckBox(tr("Merge into mesh")), "mergeAttachment",
      tr("The triangles become part of the character's mesh and follow the bone. When disabled, the pack has a socket "
         "there"));
  grid->addWidget(m_merge, line++, 0, 1, 4);
  connect(m_merge, &QCheckBox::clicked, this, &AttachmentFields::setMerged);
  grid->setColumnStretch(1, 1);
}

QWidget* AttachmentFields::makeMissing() {
  m_missing = new QWidget;
  auto* locate = named(new QPushButton(tr("Locate…")), "locateAttachment");
  put(spaced(new QHBoxLayout(m_missing)), {{label(tr("The file is missing."), "warning"), 1}, locate});
  connect(locate, &QPushButton::clicked, this, &AttachmentFields::locateAsked);
  return m_missing;
}

void AttachmentFields::showHanging(const Hanging& chosen) {
  m_chosen = chosen;
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const recipe::RecipeAttachment* const attachment = chosenAttachment(recipe, m_chosen);
  m_merge->setVisible(attachment != nullptr);
  m_keepsPlace->setVisible(attachment != nullptr);
  const std::map<std::string, Message> leftOut = leftOutAttachments(recipe, m_workshop.source());
  const auto why = attachment == nullptr ? leftOut.end() : leftOut.find(attachment->name);
  m_problem->setVisible(why != leftOut.end());
  m_problem->setText(why != leftOut.end() ? localized(why->second) : QString());
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
  using Kind = AttachmentParent::Kind;
  const auto add = [this](Kind kind, const QString& name, const QString& shown) {
    m_on->addItem(icon(kind == Kind::Node ? "bone" : kind == Kind::Socket ? "socket" : "mesh"), shown, name);
    m_on->setItemData(m_on->count() - 1, static_cast<int>(kind), Qt::UserRole + 1);
  };
  if (attachment == nullptr) {
    add(Kind::Node, shownName(m_chosen.name), shownName(m_chosen.name));
    return;
  }
  AttachmentParent on = parentOf(*attachment);
  const auto& bake = m_workshop.bake();
  for (std::size_t i = 0; bake && i < bake->sockets.size() && i < bake->animation->sockets.size(); ++i) {
    const vat::Socket& socket = bake->animation->sockets[i];
    if (socket.attached.empty()) {
      add(Kind::Socket, shownName(socket.name), tr("Socket %1").arg(shownName(socket.name)));
      const bool isNode = on.name == bake->model->nodes[bake->sockets[i].node.value].name;
      on.name = on.kind == Kind::Socket && isNode ? socket.name : on.name;
    }
  }
  const std::vector<recipe::RecipeAttachment>& all = m_workshop.document().recipe().bake.attachments;
  for (const recipe::RecipeAttachment& each : all) {
    if (each.name != attachment->name && !recipe::hangsOn(all, each.name, attachment->name)) {
      add(Kind::Attachment, shownName(each.name), tr("Attachment %1").arg(shownName(each.name)));
    }
  }
  if (const auto& model = m_workshop.model()) {
    for (const model::Node& node : model->nodes) {
      add(Kind::Node, shownName(node.name), shownName(node.name));
    }
  }
  for (int i = 0; i < m_on->count(); ++i) {
    if (m_on->itemData(i).toString() == shownName(on.name) &&
        m_on->itemData(i, Qt::UserRole + 1).toInt() == static_cast<int>(on.kind)) {
      m_on->setCurrentIndex(i);
      return;
    }
  }
  add(on.kind, shownName(on.name), shownName(on.name));
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
  setAttachment(merged ? tr("Merge into mesh") : tr("Separate from mesh"),
                [merged](recipe::RecipeAttachment& each) { each.merge = merged; });
}

void AttachmentFields::chooseParent() { m_on->setFocus(); }

void AttachmentFields::hangOn(int choice) {
  const AttachmentParent parent{static_cast<AttachmentParent::Kind>(m_on->itemData(choice, Qt::UserRole + 1).toInt()),
                                m_on->itemData(choice).toString().toStdString()};
  setAttachment(tr("Change parent of attachment"), [&](recipe::RecipeAttachment& each) {
    each.local = m_keepsPlace->isChecked() ? atSamePlace(each, parent) : each.local;
    attachTo(each, parent);
  });
}

transform::Transform AttachmentFields::atSamePlace(const recipe::RecipeAttachment& before,
                                                   const AttachmentParent& parent) const {
  recipe::Recipe recipe = m_workshop.document().recipe();
  const auto was = attachmentParentWorld(recipe, m_workshop, m_window, before.name);
  for (recipe::RecipeAttachment& each : recipe.bake.attachments) {
    if (each.name == before.name) {
      attachTo(each, parent);
    }
  }
  const auto is = attachmentParentWorld(recipe, m_workshop, m_window, before.name);
  constexpr double kFlat = 1e-30;
  if (!was || !is || std::abs(glm::determinant(*is)) < kFlat) {
    return before.local;  // It has no place there.
  }
  double residual = 0.0;
  transform::Transform local =
      transform::decompose(glm::inverse(*is) * *was * toMatrix(before.local), &residual, before.local.rotation);
  if (residual > kToldResidual) {
    QToolTip::showText(m_on->mapToGlobal(QPoint(0, m_on->height())),
                       tr("An uneven scale above it would need shear: the nearest without it"), m_on);
  }
  return local;
}

}  // namespace texeleton::editor

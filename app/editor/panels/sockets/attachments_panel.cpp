#include "app/editor/panels/sockets/attachments_panel.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <algorithm>
#include <set>
#include <utility>

#include "app/editor/document/attachment_edit.h"
#include "app/editor/document/missing_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/jobs/recipe_job.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/view/gizmo_settings.h"
#include "app/editor/view/movables.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/scrolled.h"
#include "core/model/nodes.h"

namespace texeleton::editor {

namespace {

constexpr int kKindRole = Qt::UserRole;
constexpr int kNameRole = Qt::UserRole + 1;

QString text(const std::string& name) { return QString::fromStdString(name); }

bool isThere(const recipe::RecipeSource& source) { return !isMissing(fromUtf8(source.path)); }

}  // namespace

AttachmentsPanel::AttachmentsPanel(Workshop& workshop, Selection& selection, ViewportArea& viewport, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_selection(selection), m_viewport(viewport) {
  auto* content = new QWidget;
  put(spaced(new QVBoxLayout(this)), {new Scrolled(content)});
  auto* add = named(new QPushButton(icon("add"), tr("Attach a model…")), "attachModel",
                    tr("Attaches a model to the selected socket or attachment, or to the selected bone"));
  m_remove =
      named(new QPushButton(tr("Remove")), "removeAttachment", tr("Removes the attachment and its children (Delete)"));
  auto* row = put(spaced(new QHBoxLayout, 4), {add, Stretch(), m_remove});
  auto* layout = put(spaced(new QVBoxLayout(content), 8, {12, 8, 12, 12}), {row});
  m_hint = wrappedLabel(
      tr("Nothing is attached. Attach a weapon, a hat or any other model to a bone; the pack gets a socket "
         "for it, or its triangles."),
      "muted");
  layout->addWidget(m_hint);
  m_tree = named(new QTreeWidget, "attachmentTree");
  m_tree->setHeaderHidden(true);
  m_tree->setUniformRowHeights(true);
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  m_tree->setExpandsOnDoubleClick(false);
  m_tree->setMinimumHeight(72);
  m_tree->setAccessibleName(tr("Sockets and attachments"));
  layout->addWidget(m_tree, 1);
  m_details = makeDetails();
  layout->addWidget(m_details);
  layout->addStretch(0);

  connect(add, &QPushButton::clicked, this, &AttachmentsPanel::attachAsked);
  connect(m_remove, &QPushButton::clicked, this, &AttachmentsPanel::remove);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, &AttachmentsPanel::choose);
  connect(m_tree, &QTreeWidget::itemClicked, this, &AttachmentsPanel::aim);  // Also when it is already selected.
  connect(m_tree, &QTreeWidget::itemChanged, this, &AttachmentsPanel::rename);
  connect(&m_workshop.document(), &Document::changed, this, &AttachmentsPanel::showAll);
  connect(&m_workshop.document(), &Document::replaced, this, [this] {
    m_chosen = {};
    showAll();
    aim();
  });
  connect(&m_workshop, &Workshop::modelChanged, this, &AttachmentsPanel::showAll);
  connect(&m_workshop, &Workshop::bakeChanged, this, &AttachmentsPanel::showAll);
  showAll();
}

QWidget* AttachmentsPanel::makeDetails() {
  auto* box = new QWidget;
  m_fields = new AttachmentFields(m_workshop, m_viewport.gizmo(), m_viewport.window());
  put(spaced(new QVBoxLayout(box), 4), {m_fields, rule(), new GizmoFields(m_viewport.gizmo())});
  connect(m_fields, &AttachmentFields::locateAsked, this, &AttachmentsPanel::locateAsked);
  return box;
}

// Sockets of the bake first, with their attachments below; then attachments of nodes, then those without a parent.
void AttachmentsPanel::showAll() {
  m_showing = true;
  {
    const QSignalBlocker quiet(m_tree);
    m_tree->clear();
    const recipe::Recipe& recipe = m_workshop.document().recipe();
    const auto& bake = m_workshop.bake();
    m_leftOut = leftOutAttachments(recipe, m_workshop.source());
    m_listed.clear();
    for (std::size_t i = 0; bake && i < bake->sockets.size() && i < bake->animation->sockets.size(); ++i) {
      const vat::Socket& socket = bake->animation->sockets[i];
      if (!socket.attached.empty()) {
        continue;
      }
      const std::string& node = bake->model->nodes[bake->sockets[i].node.value].name;
      auto* item = new QTreeWidgetItem(m_tree, {text(socket.name)});
      item->setIcon(0, icon("socket", Token::Accent));
      item->setData(0, kKindRole, static_cast<int>(Hanging::Kind::Socket));
      item->setData(0, kNameRole, text(node));
      item->setToolTip(0, tr("Socket on %1").arg(text(node)));
      for (const recipe::RecipeAttachment& attachment : recipe.bake.attachments) {
        if (attachment.attachment.empty() && (attachment.socket == socket.name || attachment.socket == node) &&
            !attachment.socket.empty()) {
          addAttachment(item, attachment);
        }
      }
    }
    for (const recipe::RecipeAttachment& attachment : recipe.bake.attachments) {
      const bool onOther = !attachment.attachment.empty() &&
                           std::ranges::any_of(recipe.bake.attachments,
                                               [&](const auto& each) { return each.name == attachment.attachment; });
      if (!onOther) {
        addAttachment(nullptr, attachment);
      }
    }
    for (const recipe::RecipeAttachment& attachment : recipe.bake.attachments) {
      addAttachment(nullptr, attachment);  // In a cycle.
    }
    m_tree->expandAll();
    const auto count = static_cast<int>(recipe.bake.attachments.size());
    m_hint->setVisible(count == 0);
    emit summaryChanged(count == 0 ? QString() : tr("%Ln attached", "models", count));
    for (QTreeWidgetItemIterator at(m_tree); *at != nullptr; ++at) {
      const Hanging each{static_cast<Hanging::Kind>((*at)->data(0, kKindRole).toInt()),
                         (*at)->data(0, kNameRole).toString().toStdString()};
      if (each == m_chosen) {
        m_tree->setCurrentItem(*at);
      }
    }
  }
  m_showing = false;
  choose();
}

void AttachmentsPanel::addAttachment(QTreeWidgetItem* parent, const recipe::RecipeAttachment& attachment) {
  if (!m_listed.insert(attachment.name).second) {
    return;
  }
  auto* item = new QTreeWidgetItem({text(attachment.name)});
  if (parent != nullptr) {
    parent->addChild(item);
  } else {
    m_tree->addTopLevelItem(item);
  }
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const bool known = attachment.source < recipe.sources.size();
  const bool there = known && isThere(recipe.sources[attachment.source]);
  const auto why = m_leftOut.find(attachment.name);
  const bool isPlaced = why == m_leftOut.end();
  item->setIcon(0, there && isPlaced ? icon("mesh") : icon("warning", Token::Warning));
  item->setToolTip(
      0, !isPlaced ? localized(why->second)
         : !known  ? tr("Its file is missing.")
         : there   ? QFileInfo(text(recipe.sources[attachment.source].path)).fileName()
                   : tr("%1 is missing. Locate it to show it.").arg(text(recipe.sources[attachment.source].path)));
  item->setFlags(item->flags() | Qt::ItemIsEditable);
  item->setData(0, kKindRole, static_cast<int>(Hanging::Kind::Attachment));
  item->setData(0, kNameRole, text(attachment.name));
  for (const recipe::RecipeAttachment& each : recipe.bake.attachments) {
    if (each.attachment == attachment.name) {
      addAttachment(item, each);
    }
  }
}

void AttachmentsPanel::choose() {
  if (m_showing) {
    return;
  }
  const QTreeWidgetItem* const item = m_tree->currentItem();
  const Hanging chosen = item == nullptr ? Hanging()
                                         : Hanging{static_cast<Hanging::Kind>(item->data(0, kKindRole).toInt()),
                                                   item->data(0, kNameRole).toString().toStdString()};
  const bool other = !(chosen == m_chosen);
  m_chosen = chosen;
  showChosen();
  if (other) {
    aim();
  }
}

void AttachmentsPanel::showChosen() {
  m_details->setVisible(m_chosen.kind != Hanging::Kind::None);
  m_remove->setEnabled(chosenAttachment(m_workshop.document().recipe(), m_chosen) != nullptr);
  m_fields->showHanging(m_chosen);
}

std::unique_ptr<viewport::Movable> AttachmentsPanel::movable() {
  viewport::RhiWindow& window = m_viewport.window();
  if (m_chosen.kind == Hanging::Kind::Attachment) {
    return std::make_unique<AttachmentMovable>(m_workshop, window, m_chosen.name);
  }
  if (m_chosen.kind == Hanging::Kind::Socket) {
    return std::make_unique<SocketMovable>(m_workshop, window, m_chosen.name);
  }
  return nullptr;
}

// The fields have an object of their own, because the gizmo may be put on something else meanwhile.
void AttachmentsPanel::aim() {
  m_fields->transform().setTarget(nullptr);
  m_movable = movable();
  m_fields->transform().setTarget(m_movable.get());
  m_viewport.gizmo().setTarget(movable());
}

void AttachmentsPanel::attach(const std::filesystem::path& file) {
  const auto& model = m_workshop.model();
  if (!model || model->nodes.empty()) {
    return;
  }
  Document& document = m_workshop.document();
  DocumentState next = document.state();
  std::vector<recipe::RecipeSource>& sources = next.recipe.sources;
  std::vector<recipe::RecipeAttachment>& all = next.recipe.bake.attachments;
  const std::string path = utf8Of(std::filesystem::absolute(file).lexically_normal());
  auto source = std::ranges::find_if(sources, [&path](const recipe::RecipeSource& each) {
    return each.role == pack::SourceRole::Attachment && each.path == path;
  });
  if (source == sources.end()) {
    source = sources.insert(sources.end(), {path, wordOf(pack::SourceRole::Attachment), {}, {}});
  }
  recipe::RecipeAttachment attachment;
  attachment.name = recipe::freeAttachmentName(file.stem().string(), all);
  attachment.source = static_cast<std::uint32_t>(source - sources.begin());
  NodeIndex node(0);
  if (m_chosen.kind == Hanging::Kind::Attachment) {
    attachment.attachment = m_chosen.name;
  } else if (m_chosen.kind == Hanging::Kind::Socket) {
    attachment.socket = m_chosen.name;
    const NodeIndex socket = model::nodeCalled(*model, m_chosen.name);
    node = socket.isValid() ? socket : node;
  } else if (m_selection.bone().isValid() && m_selection.bone().value < model->nodes.size()) {
    node = m_selection.bone();
    attachment.node = model->nodes[node.value].name;
  } else if (m_workshop.bake() && !m_workshop.bake()->sockets.empty()) {
    node = m_workshop.bake()->sockets.front().node;
    attachment.socket = model->nodes[node.value].name;
  } else {
    attachment.node = model->nodes.front().name;
  }
  if (m_chosen.kind != Hanging::Kind::Attachment) {
    attachment.local = pipeline::unscaledOn(*model, node, toMatrix(socketOffset(document.recipe(), attachment.socket)));
  }
  m_chosen = {Hanging::Kind::Attachment, attachment.name};
  all.push_back(std::move(attachment));
  document.setState(tr("Attach %1").arg(text(file.filename().string())), std::move(next));
  aim();
}

void AttachmentsPanel::remove() {
  Document& document = m_workshop.document();
  if (chosenAttachment(document.recipe(), m_chosen) == nullptr) {
    return;
  }
  DocumentState next = document.state();
  removeAttachment(next, m_chosen.name);
  const QString name = text(m_chosen.name);
  m_chosen = {};
  document.setState(tr("Remove %1").arg(name), std::move(next));
}

void AttachmentsPanel::rename(QTreeWidgetItem* item) {
  if (m_showing || item->data(0, kKindRole).toInt() != static_cast<int>(Hanging::Kind::Attachment)) {
    return;
  }
  const std::string before = item->data(0, kNameRole).toString().toStdString();
  std::vector<recipe::RecipeAttachment> others = m_workshop.document().recipe().bake.attachments;
  std::erase_if(others, [&before](const recipe::RecipeAttachment& each) { return each.name == before; });
  const std::string wanted = item->text(0).trimmed().toStdString();
  const std::string name = wanted.empty() ? before : recipe::freeAttachmentName(wanted, others);
  // Deferred, because the tree is emitting the change.
  QMetaObject::invokeMethod(
      this,
      [this, before, name] {
        m_chosen = {Hanging::Kind::Attachment, name};
        DocumentState next = m_workshop.document().state();
        renameAttachment(next.recipe.bake, before, name);
        m_workshop.document().setState(tr("Rename attachment"), std::move(next));
        showAll();
        aim();
      },
      Qt::QueuedConnection);
}

bool AttachmentsPanel::showNamed(const QString& name) {
  for (QTreeWidgetItemIterator at(m_tree); *at != nullptr; ++at) {
    const recipe::RecipeSource* source = nullptr;
    for (const recipe::RecipeAttachment& each : m_workshop.document().recipe().bake.attachments) {
      const auto& sources = m_workshop.document().recipe().sources;
      if (text(each.name) == (*at)->data(0, kNameRole).toString() && each.source < sources.size()) {
        source = &sources[each.source];
      }
    }
    const bool isFile = source != nullptr && QFileInfo(text(source->path)).fileName() == name;
    if ((*at)->data(0, kKindRole).toInt() == static_cast<int>(Hanging::Kind::Attachment) &&
        ((*at)->text(0) == name || isFile)) {
      m_tree->setCurrentItem(*at);
      return true;
    }
  }
  return false;
}

void AttachmentsPanel::chooseParent(const QString& name) {
  if (showNamed(name)) {
    m_fields->chooseParent();
  }
}

void AttachmentsPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete && m_tree->hasFocus()) {
    remove();
    return;
  }
  Panel::keyPressEvent(event);
}

}  // namespace texeleton::editor

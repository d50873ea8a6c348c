#include "app/editor/panels/model/attachments_section.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/editor/document/attachment_edit.h"
#include "app/editor/document/missing_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/jobs/recipe_job.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/issues/issue_fix.h"
#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

bool hasItsFile(const recipe::Recipe& recipe, const recipe::RecipeAttachment& attachment) {
  return attachment.source < recipe.sources.size() && !isMissing(fromUtf8(recipe.sources[attachment.source].path));
}

}  // namespace

bool AttachmentsSection::has(const QTreeWidgetItem* row) const {
  return row != nullptr && row->data(0, kAttachmentRole).isValid();
}

void AttachmentsSection::addHeading() {
  m_heading = new QTreeWidgetItem({tr("Attachments"), QString()});
  m_tree.insertTopLevelItem(1, m_heading);  // Below the characters.
  m_heading->setFont(0, m_tree.topLevelItem(0)->font(0));
  ModelTree::mute(*m_heading);
  m_heading->setFlags(Qt::ItemIsEnabled);
  m_heading->setExpanded(true);
}

void AttachmentsSection::show() {
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const std::vector<recipe::RecipeAttachment>& all = recipe.bake.attachments;
  const ModelTree::Filling filling(m_tree);
  if (all.empty() || !m_workshop.model()) {
    delete std::exchange(m_heading, nullptr);
    return;
  }
  if (m_heading == nullptr) {
    addHeading();
  }
  m_heading->setText(1, count(all.size()));
  setRowCount(all.size(), kAttachmentRole);
  const std::map<std::string, Message> leftOut = leftOutAttachments(recipe, m_workshop.source());
  for (std::size_t i = 0; i < all.size(); ++i) {
    QTreeWidgetItem* item = row(i);
    const QString name = QString::fromStdString(all[i].name);
    item->setData(0, kAttachmentRole, name);
    item->setText(0, name);
    item->setToolTip(0, name);
    const auto why = leftOut.find(all[i].name);
    const bool isPlaced = why == leftOut.end();
    const bool isMissing = !hasItsFile(recipe, all[i]);
    item->setIcon(1, isPlaced && !isMissing ? QIcon() : icon("warning", Token::Warning));
    item->setText(1, !isPlaced   ? tr("left out")
                     : isMissing ? tr("missing")
                                 : tr("on %1").arg(QString::fromStdString(parentOf(all[i]).name)));
    item->setToolTip(1, !isPlaced ? localized(why->second) : isMissing ? tr("Its file is missing.") : item->text(1));
  }
}

void AttachmentsSection::fillMenu(QMenu& menu, const QTreeWidgetItem& row) {
  const QString name = row.data(0, kAttachmentRole).toString();
  menu.addAction(icon("bone"), tr("Parent…"), this, [this, name] { emit parentAsked(name); });
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  if (leftOutAttachments(recipe, m_workshop.source()).count(name.toStdString()) != 0) {
    for (IssueFix& fix : fixesFor({{RemedyKind::AttachToRoot, 0.0, name.toStdString()}}, m_workshop)) {
      menu.addAction(fix.text, this, std::move(fix.apply));
    }
  }
  for (const recipe::RecipeAttachment& each : recipe.bake.attachments) {
    if (each.name == name.toStdString() && !hasItsFile(recipe, each)) {
      menu.addAction(tr("Locate…"), this, &AttachmentsSection::locateAsked);
    }
  }
  menu.addAction(icon("remove"), tr("Remove"), this, [this, name] { remove(name); });
}

void AttachmentsSection::remove(const QString& name) {
  DocumentState next = m_workshop.document().state();
  removeAttachment(next, name.toStdString());
  m_workshop.document().setState(tr("Remove %1").arg(name), std::move(next));
}

}  // namespace texeleton::editor

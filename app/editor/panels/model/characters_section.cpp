#include "app/editor/panels/model/characters_section.h"

#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/editor/document/missing_sources.h"
#include "app/editor/document/motion_sources.h"
#include "app/editor/messages/localized.h"
#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "core/pipeline/share_animation.h"

namespace texeleton::editor {

void CharactersSection::fill() {
  const ModelTree::Filling filling(m_tree);
  m_heading = new QTreeWidgetItem(&m_tree, {tr("Characters"), QString()});
}

bool CharactersSection::has(const QTreeWidgetItem* row) const {
  return row != nullptr && (row == m_heading || row->data(0, kFileRole).isValid());
}

// The model's own row is added with the first character.
void CharactersSection::show() {
  if (m_heading == nullptr) {
    return;
  }
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  std::vector<std::size_t> sources = sourcesOf(recipe, pack::SourceRole::Character);
  const std::vector<std::size_t> models = sourcesOf(recipe, pack::SourceRole::Model);
  const bool any = !sources.empty() && !models.empty();
  const ModelTree::Filling filling(m_tree);
  m_heading->setHidden(!any);
  if (any) {
    sources.insert(sources.begin(), models.front());
  } else {
    sources.clear();
  }
  m_heading->setText(1, count(sources.size()));
  m_heading->setToolTip(0, tr("Characters with the same rig. All play the clips of the first one from one texture; "
                              "each is a variant of the pack"));
  setRowCount(sources.size(), kFileRole);
  const std::vector<meshes::VariantChoice>& there = m_workshop.source().variants;
  const bool isComing = m_workshop.isImporting() && !m_workshop.problem();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    QTreeWidgetItem* item = row(i);
    const QString path = QString::fromStdString(recipe.sources[sources[i]].path);
    item->setText(0, QFileInfo(path).fileName());
    item->setToolTip(0, path);
    const std::string name = QFileInfo(path).completeBaseName().toStdString();
    const auto found = std::ranges::find(there, name, &meshes::VariantChoice::name);
    const bool isThere = found != there.end();
    const auto& problem = m_workshop.problem();
    const bool isRefused = problem && problem->file == path.toStdString();
    const bool isNowhere = isMissing(path.toStdString());
    item->setIcon(1, isThere || isComing ? QIcon() : icon("warning", Token::Warning));
    item->setText(1, i == 0       ? tr("animation source")
                     : isThere    ? tr("%Ln mesh(es)", "", static_cast<int>(found->meshes.size()))
                     : isComing   ? QString::fromUtf8("…")
                     : isNowhere  ? tr("missing")
                     : !isRefused ? tr("not loaded")
                     : problem->code == ErrorCode::InvalidArgument ? tr("does not fit")
                                                                   : tr("cannot be read"));
    item->setToolTip(1, isThere || isComing || i == 0 ? QString()
                        : isNowhere                   ? tr("There is no such file. Delete removes it.")
                        : isRefused                   ? localized(problem->message)
                                                      : tr("Another file could not be loaded; see Issues."));
  }
  m_heading->setExpanded(true);
}

void CharactersSection::fillMenu(QMenu& menu, const QTreeWidgetItem& row) {
  menu.addAction(icon("add"), tr("Add characters…"), this, &CharactersSection::charactersAsked);
  if (row.data(0, kFileRole).toInt() > 0) {
    const QString path = row.toolTip(0);
    addUnitMenu(menu, path);
    menu.addAction(icon("remove"), tr("Remove %1").arg(QString(row.text(0)).replace('&', "&&")), this, [this, path] {
      removeSource(m_workshop.document(), pack::SourceRole::Character, path.toStdString());
    });
  }
}

// For characters whose file uses another unit than the model.
void CharactersSection::addUnitMenu(QMenu& menu, const QString& path) {
  const std::vector<recipe::RecipeSource>& sources = m_workshop.document().recipe().sources;
  const auto source = std::ranges::find_if(sources, [&](const recipe::RecipeSource& each) {
    return each.role == pack::SourceRole::Character && each.path == path.toStdString();
  });
  if (source == sources.end()) {
    return;
  }
  QMenu* units = menu.addMenu(tr("File unit"));
  units->setObjectName("characterUnit");
  std::vector<std::pair<QString, std::optional<double>>> choices = {
      {tr("As the model's"), std::nullopt}, {tr("1 metre"), 1.0},   {tr("1 centimetre"), 0.01},
      {tr("1 millimetre"), 0.001},          {tr("1 inch"), 0.0254}, {tr("1 foot"), 0.3048}};
  const bool listed = std::ranges::any_of(choices, [&](const auto& choice) { return choice.second == source->scale; });
  if (!listed) {  // A scale from a recipe.
    choices.emplace_back(tr("%1 m").arg(QLocale().toString(*source->scale, 'g', 6)), source->scale);
  }
  for (const auto& [text, metres] : choices) {
    QAction* action = units->addAction(text, this, [this, path, unit = metres] { setCharacterUnit(path, unit); });
    action->setCheckable(true);
    action->setChecked(source->scale == metres);
  }
}

void CharactersSection::setCharacterUnit(const QString& path, std::optional<double> metres) {
  std::vector<recipe::RecipeSource> sources = m_workshop.document().recipe().sources;
  for (recipe::RecipeSource& source : sources) {
    if (source.role == pack::SourceRole::Character && source.path == path.toStdString()) {
      source.scale = metres;
    }
  }
  m_workshop.document().set(tr("Change unit"), &recipe::Recipe::sources, sources);
}

void CharactersSection::remove(const QTreeWidgetItem& row) {
  if (row.data(0, kFileRole).toInt() > 0) {
    removeSource(m_workshop.document(), pack::SourceRole::Character, row.toolTip(0).toStdString());
  }
}

}  // namespace texeleton::editor

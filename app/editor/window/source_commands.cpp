#include "app/editor/window/source_commands.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/file_kind.h"
#include "app/editor/document/motion_sources.h"
#include "app/editor/document/paths.h"
#include "app/editor/widgets/controls.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

QString filterOf(const QString& kind) { return kind.arg(kModelPatterns) + ";;" + SourceCommands::tr("All files (*)"); }

std::string absoluteUtf8(const fs::path& file) {
  std::error_code error;
  return utf8Of(fs::absolute(file, error).lexically_normal());
}

}  // namespace

SourceCommands::SourceCommands(QWidget& window, Workshop& workshop, Notices& notices)
    : m_window(window), m_workshop(workshop), m_document(workshop.document()), m_notices(notices) {
  connect(&m_workshop, &Workshop::modelChanged, this, &SourceCommands::tickNewMotions, Qt::QueuedConnection);
  connect(&m_document, &Document::replaced, this, [this] { m_newMotions.clear(); });
}

void SourceCommands::addWithDialog(const QString& title, FileDialogs::Purpose purpose, const QString& kind,
                                   const char* name, void (SourceCommands::*add)(const std::vector<fs::path>&)) {
  if (m_document.isEmpty()) {
    return;
  }
  QFileDialog* dialog = named(
      FileDialogs::several(&m_window, title, purpose, m_document.modelFile().parent_path(), filterOf(kind)), name);
  dialog->open();
  connect(dialog, &QFileDialog::filesSelected, this, [this, add](const QStringList& chosen) {
    std::vector<fs::path> files;
    std::ranges::transform(chosen, std::back_inserter(files), toPath);
    if (!m_document.isEmpty()) {
      (this->*add)(files);
    }
  });
}

void SourceCommands::addMotionsWithDialog() {
  addWithDialog(tr("Add motions"), FileDialogs::Purpose::Motions, tr("Motions (%1)"), "motionsDialog",
                &SourceCommands::addMotions);
}

void SourceCommands::addCharactersWithDialog() {
  addWithDialog(tr("Add characters"), FileDialogs::Purpose::Open, tr("Models (%1)"), "charactersDialog",
                &SourceCommands::addCharacters);
}

fs::path SourceCommands::askForAttachment() {
  return FileDialogs::open(&m_window, tr("Attach a model"), FileDialogs::Purpose::Open,
                           m_document.modelFile().parent_path(), filterOf(tr("Models (%1)")));
}

void SourceCommands::addMotions(const std::vector<fs::path>& files) {
  std::vector<recipe::RecipeSource> sources = m_document.recipe().sources;
  m_newMotions.clear();
  for (const fs::path& file : files) {
    const std::string path = absoluteUtf8(file);
    const bool known =
        std::ranges::any_of(sources, [&](const recipe::RecipeSource& source) { return source.path == path; });
    if (known) {
      m_notices.say(tr("%1 is a source already.").arg(toQString(file.filename())));
    } else {
      sources.push_back(
          {path, wordOf(pipeline::isPointCache(file) ? pack::SourceRole::Cache : pack::SourceRole::Motion), {}, {}});
      m_newMotions.push_back(path);
    }
  }
  if (!m_newMotions.empty()) {
    m_document.setSources(tr("Add motions"), std::move(sources), ++m_motionsKey);
  }
}

// A motion's clips are known after its import.
void SourceCommands::tickNewMotions() {
  const auto& model = m_workshop.model();
  if (!model || m_newMotions.empty()) {
    return;
  }
  std::vector<std::uint32_t> files;  // As numbered by Clip::motionFile.
  const std::vector<std::size_t> motions = motionNumbers(m_document.recipe());
  for (std::uint32_t i = 0; i < motions.size(); ++i) {
    const std::string& path = m_document.recipe().sources[motions[i]].path;
    if (std::ranges::find(m_newMotions, path) != m_newMotions.end()) {
      files.push_back(i + 1);
    }
  }
  m_newMotions.clear();
  std::vector<ClipRow> rows = clipRows(m_document.state(), *model);
  const std::vector<ClipRow> before = rows;
  for (ClipRow& row : rows) {
    const bool isNew =
        row.source.isValid() && std::ranges::find(files, model->clips[row.source.value].motionFile) != files.end();
    row.ticked = row.ticked || isNew;
  }
  if (rows != before) {  // A document without a list bakes them anyway.
    // Merged with the drop into one undo step, if nothing was done since.
    DocumentState next = m_document.state();
    next.setClips(listsOf(rows));
    m_document.setState(tr("Add motions"), std::move(next), m_motionsKey);
  }
}

// Imported immediately; one with different bones is reported, and undo removes it.
void SourceCommands::addCharacters(const std::vector<fs::path>& files) {
  std::vector<recipe::RecipeSource> sources = m_document.recipe().sources;
  const std::size_t before = sources.size();
  for (const fs::path& file : files) {
    const std::string path = absoluteUtf8(file);
    const bool known = std::ranges::any_of(sources, [&path](const recipe::RecipeSource& source) {
      return source.path == path &&
             (source.role == pack::SourceRole::Character || source.role == pack::SourceRole::Model);
    });
    if (known) {
      m_notices.say(tr("%1 is a character already.").arg(toQString(file.filename())));
    } else {
      sources.push_back({path, wordOf(pack::SourceRole::Character), {}, {}});
    }
  }
  if (sources.size() > before) {
    m_document.setSources(tr("Add characters"), std::move(sources));
  }
}

}  // namespace texeleton::editor

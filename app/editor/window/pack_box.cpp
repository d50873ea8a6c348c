#include "app/editor/window/pack_box.h"

#include <QPushButton>
#include <utility>

#include "app/editor/document/file_kind.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/window/file_manager.h"
#include "core/pack/pack.h"
#include "core/pack/source_role.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

/// The file to offer in place of a pack, and the description.
struct PackStory {
  QString text;
  fs::path file;
};

PackStory storyOf(const fs::path& folder, JobContext& job) {
  PackStory story;
  const auto pack = pack::readVerifiedPack(folder, job);
  if (!pack) {
    story.text = localized(pack.error());
    return story;
  }
  const auto documents = documentsBeside(folder);
  story.file = documents.empty() ? fs::path() : documents.front();
  QString source;
  for (const pack::PackSource& each : pack->sources) {
    if (each.role == pack::SourceRole::Model) {
      source = QString::fromStdString(each.file);
      std::error_code error;
      const fs::path beside = folder.parent_path() / toPath(source).filename();
      if (story.file.empty() && fs::is_regular_file(beside, error)) {
        story.file = beside;
      }
      break;
    }
  }
  const QString clips = PackBox::tr("%Ln clip(s)", "", static_cast<int>(pack->animation.clips.size()));
  const QString sockets = PackBox::tr("%Ln socket(s)", "", static_cast<int>(pack->animation.sockets.size()));
  story.text = source.isEmpty()
                   ? PackBox::tr("%1, %2", "clips, sockets").arg(clips, sockets)
                   : PackBox::tr("%1, %2, made from %3", "clips, sockets, file").arg(clips, sockets, source);
  return story;
}

}  // namespace

PackBox::PackBox(const fs::path& pack, const std::function<void(const fs::path&)>& open, QWidget* parent)
    : QMessageBox(parent) {
  setObjectName("packBox");
  setIcon(Information);
  setWindowTitle("Texeleton");
  setAttribute(Qt::WA_DeleteOnClose);
  const QString name = toQString(pack.filename());
  setText(tr("%1 is a pack").arg(name));
  const QString plain =
      tr("A pack is the result of a bake and cannot be edited; edit its source, a document or a model. texeleton-cli "
         "inspect lists the contents of a pack, texeleton-cli render draws it.");
  setInformativeText(plain);
  QPushButton* source = addButton(tr("Open its source"), AcceptRole);
  source->setObjectName("openSource");
  source->setEnabled(false);
  QPushButton* show = addButton(tr("Show in folder"), ActionRole);
  addButton(Close);
  connect(show, &QPushButton::clicked, this, [pack] { showInFileManager(pack); });
  m_reader.start([this, pack, plain, source, open](JobContext& job, const JobRunner::Deliver& deliver) {
    PackStory story = storyOf(pack, job);
    deliver([this, story = std::move(story), plain, source, open] {
      setInformativeText(story.text + "\n\n" + plain);
      if (!story.file.empty()) {
        source->setText(tr("Open %1").arg(toQString(story.file.filename())));
        source->setEnabled(true);
        connect(source, &QPushButton::clicked, this, [open, file = story.file] { open(file); });
      }
    });
  });
}

}  // namespace texeleton::editor

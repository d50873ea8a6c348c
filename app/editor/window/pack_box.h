#pragma once

#include <QMessageBox>
#include <filesystem>
#include <functional>

#include "app/editor/jobs/job_runner.h"

namespace texeleton::editor {

/// Describes a pack and its contents, and offers the document it was made from: packs are results, which the editor
/// does not edit.
class PackBox : public QMessageBox {
  Q_OBJECT

 public:
  /// `open`: opens a document or model.
  PackBox(const std::filesystem::path& pack, const std::function<void(const std::filesystem::path&)>& open,
          QWidget* parent = nullptr);

 private:
  JobRunner m_reader;
};

}  // namespace texeleton::editor

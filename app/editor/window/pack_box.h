#pragma once

#include <QMessageBox>
#include <filesystem>
#include <functional>

#include "app/editor/jobs/job_runner.h"

namespace texeleton::editor {

/// Says what a pack is and what is in it, and offers the document that it was made from: a pack is a result, which the
/// editor does not edit.
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

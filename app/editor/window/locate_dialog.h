#pragma once

#include <QDialog>
#include <QPushButton>
#include <QTreeWidget>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/document/missing_sources.h"

namespace texeleton::editor {

/// Locates missing files of a document: makes proposals, and asks.
class LocateDialog : public QDialog {
  Q_OBJECT

 public:
  LocateDialog(Document& document, std::vector<MissingSource> missing, QWidget* parent = nullptr);

  QTreeWidget& list() const { return *m_list; }
  /// Sets the place of a file found by the user, and proposes others at the same relative location.
  void setPlace(std::size_t number, const std::filesystem::path& file);

 private:
  void show();
  void browse();
  void use();

  Document& m_document;
  std::vector<MissingSource> m_missing;
  QTreeWidget* m_list = nullptr;
  QPushButton* m_browse = nullptr;
  QPushButton* m_use = nullptr;
};

}  // namespace texeleton::editor

#pragma once

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QWidget>
#include <optional>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/setting_field.h"

namespace texeleton::editor {

/// Whether the meshes of point caches are split into pieces, how far a piece may deviate from a rigid motion, and the
/// pieces that deviate most. Hidden without point caches.
class PiecesRow : public QWidget {
  Q_OBJECT

 public:
  explicit PiecesRow(Workshop& workshop, QWidget* parent = nullptr);

  /// Shows the current document and model.
  void showPieces();

 signals:
  /// The user chose a piece of the list: the name of its node.
  void pieceChosen(const QString& node);

 private:
  void makeList(QLayout& layout);
  void fillList();
  void setPieces(std::optional<double> millimetres);

  Workshop& m_workshop;
  QCheckBox* m_tick = nullptr;
  SettingField* m_tolerance = nullptr;
  QLabel* m_summary = nullptr;
  QWidget* m_list = nullptr;
  QGridLayout* m_rows = nullptr;
};

}  // namespace texeleton::editor

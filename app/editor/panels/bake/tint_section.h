#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <optional>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/folding_section.h"

namespace texeleton::editor {

/// The parts of a character that an instance's colour tints, and colours to try.
class TintSection : public FoldingSection {
  Q_OBJECT

 public:
  TintSection(Workshop& workshop, ViewportArea& viewport, QWidget* parent = nullptr);

 private:
  QWidget* makeTry();
  void connectFields();
  void addRow(const QString& name, QWidget* field, const QString& tip);
  void showField(QWidget* field, bool shown);
  void showSettings();
  void showMaterials(const bake::TintSettings& settings);
  void enableSources();
  void choose(bake::TintSource source);
  void edited();
  void ticked();
  bake::TintSettings settings() const;
  void set(const QString& text, const std::optional<bake::TintSettings>& settings, int mergeKey = -1);
  bool hasTexture(bake::TextureUse use) const;

  Workshop& m_workshop;
  ViewportArea& m_viewport;
  bake::TintSettings m_last;  ///< Settings of all sources before another was chosen.
  QFormLayout* m_form = nullptr;
  QComboBox* m_source = nullptr;
  QComboBox* m_texture = nullptr;
  QComboBox* m_channel = nullptr;
  NumberField* m_stepU = nullptr;
  NumberField* m_stepV = nullptr;
  NumberField* m_entries = nullptr;
  QLineEdit* m_pattern = nullptr;
  QLabel* m_problem = nullptr;
  QListWidget* m_materials = nullptr;
  QWidget* m_try = nullptr;
  std::vector<QToolButton*> m_swatches;
  NumberField* m_entry = nullptr;
};

}  // namespace texeleton::editor

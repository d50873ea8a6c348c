#pragma once

#include <QComboBox>
#include <QPushButton>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/node_chooser.h"
#include "app/editor/widgets/popup.h"

namespace texeleton::editor {

/// Layout and variation of the document's crowd: fields that apply immediately; each change is an edit.
class SpreadPopup : public Popup {
  Q_OBJECT

 public:
  explicit SpreadPopup(Document& document, QWidget* parent = nullptr);

  void showBelow(const QWidget& button);
  /// The shown animation and model, whose clips and nodes are offered for the layer. Null: none.
  void setShown(const vat::BakedAnimation* animation, const model::Model* model);
  /// Whether a crowd is shown; variation and distance do not apply to one character.
  void setMany(bool many);
  /// Why the layer does not play; empty: it plays, or there is none.
  void setLayerProblem(const QString& problem);

 private:
  struct Field {
    NumberField* field = nullptr;
    double CrowdSpread::*member = nullptr;
    double unit = 1.0;  ///< Unit of the field.
  };
  void addRow(const QString& name, QWidget* field, const QString& objectName, const QString& toolTip);
  void addField(const QString& name, const QString& tip, const QString& edit, const Field& field,
                const char* objectName);
  void set(const QString& edit, const CrowdSpread& spread);
  void addLayer();
  void editMasks();
  void showSpread();

  Document& m_document;
  std::vector<Field> m_fields;
  NumberField* m_count = nullptr;
  QComboBox* m_layout = nullptr;
  NumberField* m_seed = nullptr;
  NumberField* m_impostors = nullptr;
  QComboBox* m_layerClip = nullptr;
  QComboBox* m_layerMask = nullptr;
  QPushButton* m_editMasks = nullptr;
  bool m_many = true;
  const vat::BakedAnimation* m_shown = nullptr;
  NodeChooser* m_layerBone = nullptr;
  NumberField* m_layerSoftness = nullptr;
  QLabel* m_layerProblem = nullptr;
  QWidget* m_reset = nullptr;
};

}  // namespace texeleton::editor

#pragma once

#include <QComboBox>
#include <QFrame>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// How the document's crowd stands and by how much its characters differ: fields that take effect at once, each change
/// an edit.
class SpreadPopup : public QFrame {
  Q_OBJECT

 public:
  explicit SpreadPopup(Document& document, QWidget* parent = nullptr);

  /// Below a button, within the screen.
  void showBelow(const QWidget& button);

 private:
  struct Field {
    NumberField* field = nullptr;
    double CrowdSpread::*member = nullptr;
    double unit = 1.0;  ///< Of what the field shows.
  };
  void addField(QLayout& layout, const QString& name, const QString& tip, const QString& edit, const Field& field,
                const char* objectName);
  void set(const QString& edit, const CrowdSpread& spread);
  void showSpread();

  Document& m_document;
  std::vector<Field> m_fields;
  NumberField* m_count = nullptr;
  QComboBox* m_layout = nullptr;
  NumberField* m_seed = nullptr;
  QWidget* m_reset = nullptr;
};

}  // namespace texeleton::editor

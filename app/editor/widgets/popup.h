#pragma once

#include <QFormLayout>
#include <QFrame>
#include <QVBoxLayout>

namespace texeleton::editor {

/// Controls in a frame that opens below a button.
class Popup : public QFrame {
  Q_OBJECT

 public:
  explicit Popup(QWidget* parent = nullptr);

  QVBoxLayout& column() const { return *m_column; }
  /// Opens within the screen.
  void showBelow(const QWidget& button);

 protected:
  /// Adds a titled form.
  void addForm(const QString& title);
  /// Adds a row to the form.
  void addRow(const QString& name, QWidget* field, const QString& objectName, const QString& toolTip);
  QFormLayout& form() const { return *m_form; }

 private:
  QVBoxLayout* m_column = nullptr;
  QFormLayout* m_form = nullptr;
};

}  // namespace texeleton::editor

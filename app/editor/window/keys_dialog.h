#pragma once

#include <QDialog>
#include <QString>
#include <utility>
#include <vector>

namespace texeleton::editor {

/// Related keys with their functions.
struct KeyGroup {
  QString title;
  std::vector<std::pair<QString, QString>> keys;
};

/// All keys, in two columns, so that the list fits a small screen.
class KeysDialog : public QDialog {
  Q_OBJECT

 public:
  explicit KeysDialog(const std::vector<KeyGroup>& groups, QWidget* parent = nullptr);
};

}  // namespace texeleton::editor

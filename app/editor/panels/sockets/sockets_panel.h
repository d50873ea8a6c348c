#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QToolButton>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/socket_finder.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/widgets/controls.h"
#include "viewport/scene/scene.h"

namespace texeleton::editor {

/// Selects bones to expose as sockets: regular expressions over whole names, with matches shown while they are typed.
/// The document changes when typing pauses or ends. Syntax errors are shown at their character; an expression that ends
/// with one leaves the document as it was before.
class SocketsPanel : public Panel {
  Q_OBJECT

 public:
  /// `held`: the objects that the viewport already shows, by socket name.
  SocketsPanel(Workshop& workshop, Selection& selection, const std::map<std::string, viewport::HeldObject>& held,
               QWidget* parent = nullptr);

  /// Selects the socket with this name, or the field of this expression; returns false if there is none.
  bool showNamed(const QString& name);

 signals:
  /// The object to show at a socket in the viewport.
  void heldChanged(const QString& socket, const texeleton::viewport::HeldObject& held);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Row {
    QWidget* box = nullptr;
    QLineEdit* edit = nullptr;
    QToolButton* caseButton = nullptr;
    QLabel* problem = nullptr;
    std::optional<recipe::RecipeExpose> stored;  ///< Before it was typed in; unset: a new row.
  };
  void showFilters(bool anew);
  Row makeRow(int number);
  void commit();
  void finished(std::size_t number);
  void check(const Row& row);
  void showProblem(const Error& error);
  QWidget* makeHeld();
  void showHeld();
  void holdObject();
  void showMatches();
  void listMatches(const model::Model& model, const std::vector<NodeIndex>& nodes);
  void showSelected();
  void renamed(const QListWidgetItem* item);
  void followName(const std::string& bone, const QString& name);
  static std::optional<recipe::RecipeExpose> filterOf(const Row& row);
  std::vector<recipe::RecipeExpose> typed() const;

  Workshop& m_workshop;
  Selection& m_selection;
  QVBoxLayout* m_filters = nullptr;
  QListWidget* m_matches = nullptr;
  QLabel* m_hint = nullptr;
  QWidget* m_heldBox = nullptr;
  QComboBox* m_shape = nullptr;
  NumberField* m_roll = nullptr;
  NumberField* m_scale = nullptr;
  std::map<QString, viewport::HeldObject> m_held;  ///< By socket name; for display only.
  std::map<std::string, QString> m_names;          ///< Names of the sockets as last shown, by bone.
  std::vector<Row> m_rows;
  std::vector<recipe::RecipeExpose> m_known;  ///< The document's expressions, to notice changes.
  QTimer m_pause;
  SocketFinder m_finder;
};

}  // namespace texeleton::editor

#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QWidget>
#include <functional>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/animator_play.h"
#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

/// What of an animator is looked at.
struct AnimatorItem {
  enum class Kind { None, State, Transition, Parameter, Limb, Gaze } kind = Kind::None;
  std::size_t index = 0;

  friend bool operator==(const AnimatorItem&, const AnimatorItem&) = default;
};

/// The fields of a state, transition, parameter, limb or gaze. Every change is an edit of the document.
class AnimatorForm : public QWidget {
  Q_OBJECT

 public:
  AnimatorForm(Workshop& workshop, AnimatorPlay& play, QWidget* parent = nullptr);

  const AnimatorItem& item() const { return m_item; }
  void setItem(const AnimatorItem& item);
  /// The document, or the model, is another.
  void refresh();

 private:
  using Change = std::function<void(animator::AnimatorSetup&)>;
  const animator::AnimatorSetup* setup() const;
  bool isThere() const;
  /// An edit; numbers that follow one another in one field are one step of undo.
  void edit(const QString& text, const Change& change, int mergeKey = -1);
  void fill();
  void fillState();
  void fillClips(const animator::SetupState& state);
  void fillTransition();
  void fillConditions(const animator::SetupTransition& transition);
  void fillParameter();
  void fillLimb();
  void fillGaze();
  void addPlace(const QString& name, const char* objectName, const QString& tip, const glm::dvec3& place,
                const std::function<void(animator::AnimatorSetup&, const glm::dvec3&)>& change);
  void addNode(const QString& name, const char* objectName, const QString& tip, const std::string& node,
               const QString& none, const std::function<void(animator::AnimatorSetup&, const std::string&)>& change);
  void addNumber(const QString& name, const char* objectName, const QString& tip, double value, double least,
                 double most, int decimals, const QString& unit,
                 const std::function<void(animator::AnimatorSetup&, double)>& change);
  void addName(const std::string& name,
               const std::function<bool(animator::AnimatorSetup&, const std::string&)>& rename);
  QComboBox* combo(const char* objectName, const QStringList& items, int current,
                   const std::function<void(int)>& chosen);
  void addRow(const QString& name, QWidget* field, const QString& tip = {});
  QStringList stateNames() const;
  QStringList parameterNames(bool numbersOnly) const;

  Workshop& m_workshop;
  AnimatorPlay& m_play;
  AnimatorItem m_item;
  QWidget* m_content = nullptr;
  QFormLayout* m_form = nullptr;
  animator::AnimatorSetup m_shown;  ///< What the fields were filled from.
  bool m_filled = false;
};

}  // namespace texeleton::editor

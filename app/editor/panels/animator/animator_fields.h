#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QWidget>
#include <functional>
#include <glm/glm.hpp>
#include <string>

#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// The selected item of an animator.
struct AnimatorItem {
  enum class Kind { None, Layer, State, Transition, Parameter, Limb, Gaze } kind = Kind::None;
  std::size_t index = 0;

  friend bool operator==(const AnimatorItem&, const AnimatorItem&) = default;
};

/// Fields of one item of the document's animator, which must exist when they are created; a derived class for each kind
/// of item. Every change is an edit of the document.
class AnimatorFields : public QWidget {
  Q_OBJECT

 public:
  AnimatorFields(Workshop& workshop, const AnimatorItem& item, QWidget* parent = nullptr);

  static bool isThere(const Workshop& workshop, const AnimatorItem& item);

 protected:
  using Change = std::function<void(animator::AnimatorSetup&)>;
  const animator::AnimatorSetup& setup() const;
  Workshop& workshop() const { return m_workshop; }
  std::size_t index() const { return m_item.index; }
  /// Makes an edit; consecutive numbers in one field are one undo step.
  void edit(const QString& text, const Change& change, int mergeKey = -1);
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
  /// The states of a layer (empty: the base).
  QStringList stateNames(const std::string& layer) const;
  /// The layer of a state (empty: the base).
  std::string layerOf(const std::string& state) const;
  QStringList parameterNames(bool numbersOnly) const;
  QFormLayout& rows() const { return *m_layout; }

 private:
  Workshop& m_workshop;
  const AnimatorItem m_item;
  QFormLayout* m_layout = nullptr;
};

}  // namespace texeleton::editor

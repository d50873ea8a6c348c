#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QWidget>
#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

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
  AnimatorFields(Workshop& workshop, const AnimatorItem& item);

  static bool isThere(const Workshop& workshop, const AnimatorItem& item);

 protected:
  using Setup = animator::AnimatorSetup;
  using Change = std::function<void(Setup&)>;
  /// Range, decimals and unit of a number.
  struct NumberLook {
    double least;
    double most;
    int decimals;
    QString unit = {};
    double scale = 1.0;  ///< By which the stored number is multiplied.
  };

  const Setup& setup() const;
  Workshop& workshop() const { return m_workshop; }
  std::size_t index() const { return m_item.index; }
  /// Makes an edit; consecutive numbers in one field are one undo step.
  void edit(const QString& text, const Change& change, int mergeKey = -1);
  /// Sets a member of the item likewise.
  template <class T, class Item>
  void set(const QString& text, T Item::*member, const std::type_identity_t<T>& value, int mergeKey = -1) {
    edit(
        text, [&](Setup& all) { itemIn<Item>(all).*member = value; }, mergeKey);
  }
  void addPlace(const QString& name, const char* objectName, const QString& tip, const glm::dvec3& place,
                const std::function<void(Setup&, const glm::dvec3&)>& change);
  void addNode(const QString& name, const char* objectName, const QString& tip, const std::string& node,
               const QString& none, const std::function<void(Setup&, const std::string&)>& change);
  template <class Item>
  void addNode(const QString& name, const char* objectName, const QString& tip, std::string Item::*member,
               const QString& none) {
    addNode(name, objectName, tip, itemIn<Item>(setup()).*member, none,
            [this, member](Setup& all, const std::string& node) { itemIn<Item>(all).*member = node; });
  }
  void addNumber(const QString& name, const char* objectName, const QString& tip, double value, const NumberLook& look,
                 const std::function<void(Setup&, double)>& change);
  template <class Item>
  void addNumber(const QString& name, const char* objectName, const QString& tip, double Item::*member,
                 const NumberLook& look) {
    addNumber(name, objectName, tip, itemIn<Item>(setup()).*member, look,
              [this, member](Setup& all, double number) { itemIn<Item>(all).*member = number; });
  }
  void addName(const std::string& name, const std::function<bool(Setup&, const std::string&)>& rename);
  QComboBox* combo(const char* objectName, const QStringList& items, int current,
                   const std::function<void(int)>& chosen);
  /// A list of names after `none`, which stands for an empty name.
  QComboBox* nameCombo(const char* objectName, const QString& none, const QStringList& names,
                       const std::string& current, const std::function<void(const std::string&)>& chosen);
  void addRow(const QString& name, QWidget* field, const QString& tip = {});
  /// The states of a layer (empty: the base).
  QStringList stateNames(const std::string& layer) const;
  /// The layer of a state (empty: the base).
  std::string layerOf(const std::string& state) const;
  QStringList parameterNames(bool numbersOnly) const;
  QFormLayout& rows() const { return *m_layout; }

 private:
  template <class Item, class All>
  auto& itemIn(All& all) const {
    using Items = std::conditional_t<std::is_const_v<All>, const std::vector<Item>, std::vector<Item>>;
    return std::get<Items&>(
        std::tie(all.layers, all.states, all.transitions, all.parameters, all.limbs, all.gazes))[index()];
  }

  Workshop& m_workshop;
  const AnimatorItem m_item;
  QFormLayout* m_layout = nullptr;
};

}  // namespace texeleton::editor

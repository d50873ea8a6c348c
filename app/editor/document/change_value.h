#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

#include "app/editor/document/document_state.h"

namespace texeleton::editor {

/// The one kind of edit: exchanges a value of the document's state with another. Edits with equal `mergeKey` (not −1)
/// that follow one another become one, so that a drag or typing is undone in one step.
template <class T>
class ChangeValue : public QUndoCommand {
 public:
  /// Swaps the value with its place in the state.
  using Exchange = std::function<void(DocumentState&, T&)>;
  using Notify = std::function<void()>;

  ChangeValue(const QString& text, DocumentState& state, T value, Exchange exchange, Notify notify, int mergeKey)
      : QUndoCommand(text),
        m_state(state),
        m_value(std::move(value)),
        m_exchange(std::move(exchange)),
        m_notify(std::move(notify)),
        m_mergeKey(mergeKey) {}

  void undo() override { swap(); }
  void redo() override { swap(); }
  int id() const override { return m_mergeKey; }

  bool mergeWith(const QUndoCommand* next) override {
    // The next edit is done already; what this one goes back to stays.
    return dynamic_cast<const ChangeValue*>(next) != nullptr && next->text() == text();
  }

 private:
  void swap() {
    m_exchange(m_state, m_value);
    m_notify();
  }

  DocumentState& m_state;
  T m_value;  ///< What the state does not hold at the moment.
  Exchange m_exchange;
  Notify m_notify;
  int m_mergeKey;
};

}  // namespace texeleton::editor

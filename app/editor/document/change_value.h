#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

#include "app/editor/document/document_state.h"

namespace texeleton::editor {

/// The only kind of edit: swaps a value of the document's state with another. Consecutive edits with equal `mergeKey`
/// (other than −1) are merged, so that a drag or typing is undone in one step.
template <class T>
class ChangeValue : public QUndoCommand {
 public:
  /// Swaps the value with the one in the state.
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
    // The next edit has already been applied; undo restores the value of this one.
    return dynamic_cast<const ChangeValue*>(next) != nullptr && next->text() == text();
  }

 private:
  void swap() {
    m_exchange(m_state, m_value);
    m_notify();
  }

  DocumentState& m_state;
  T m_value;  ///< The value that the state does not currently hold.
  Exchange m_exchange;
  Notify m_notify;
  int m_mergeKey;
};

}  // namespace texeleton::editor

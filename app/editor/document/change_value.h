#pragma once

#include <QUndoCommand>
#include <cstdint>
#include <functional>
#include <utility>

#include "app/editor/document/document_state.h"

namespace texeleton::editor {

/// What an edit changes.
enum class EditOf : std::uint8_t {
  Content,
  Display,  ///< Only how the document is displayed: closing needs no confirmation.
};

class Edit : public QUndoCommand {
 public:
  Edit(const QString& text, EditOf of) : QUndoCommand(text), m_of(of) {}
  EditOf of() const { return m_of; }

 private:
  EditOf m_of;
};

/// The only kind of edit of the document's state: swaps a value of the document's state with another. Consecutive edits
/// with equal `mergeKey` (other than −1) are merged, so that a drag or typing is undone in one step.
template <class T>
class ChangeValue : public Edit {
 public:
  /// Swaps the value with the one in the state.
  using Exchange = std::function<void(DocumentState&, T&)>;
  using Notify = std::function<void()>;

  ChangeValue(const QString& text, DocumentState& state, T value, Exchange exchange, Notify notify, int mergeKey,
              EditOf of = EditOf::Content)
      : Edit(text, of),
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

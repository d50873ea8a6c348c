#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace texeleton::editor {

/// The messages of core and viewport in another language. They are English and put together from literals, names and
/// numbers; a template has the literals, and %1, %2 … for what stands between ("the model has no clip %1"). A message
/// that fits a template comes out as its translation, with the same values; values that are messages themselves are
/// translated too, names in quotes never. What fits nothing stays as it is.
///
/// Names come from files that nobody vouches for: the time is bounded for any text, and a value is never read as a
/// template.
class MessageTemplates {
 public:
  struct Entry {
    QString english;
    QString translation;
  };

  MessageTemplates() = default;
  explicit MessageTemplates(const std::vector<Entry>& entries);

  [[nodiscard]] bool isEmpty() const { return m_templates.empty(); }
  [[nodiscard]] QString translated(const QString& message) const;

  /// "before: after" and such, as the language joins them.
  [[nodiscard]] QString joined(QStringView joint, const QString& before, const QString& after) const;

  /// The places of values: "%12" as 12, in the order in which they stand.
  static std::vector<int> placesOf(const QString& text);

 private:
  struct Template {
    QStringList literals;  ///< One more than there are values; the outer ones may be empty.
    QStringList translated;
    std::vector<int> places;    ///< The value after each piece of the translation, counted from 0.
    qsizetype weight = 0;       ///< Characters of the literals: the most telling template wins.
    bool countsOnly = false;    ///< "%1 nodes": nothing but numbers fits.
    bool numbersFirst = false;  ///< "node %1": a number or a name in quotes fits, but "node names clash" is no node.
  };
  struct Match {
    const Template* form = nullptr;
    std::vector<QStringView> values;
  };
  struct Search;

  [[nodiscard]] std::vector<const Template*> candidates(QStringView text) const;
  [[nodiscard]] std::optional<Match> whole(QStringView text, Search& search) const;
  [[nodiscard]] std::optional<QString> atEnd(QStringView text, Search& search) const;
  [[nodiscard]] std::optional<QString> apart(QStringView text, Search& search) const;
  [[nodiscard]] std::optional<QString> translation(QStringView text, Search& search) const;
  [[nodiscard]] QString put(const Template& form, const std::vector<QString>& values) const;
  [[nodiscard]] QString valueOf(const Match& match, std::size_t index, Search& search) const;

  std::vector<Template> m_templates;
  QHash<QString, std::vector<int>> m_ofWord;  ///< By the rarest word of their literals.
  std::vector<int> m_wordless;
  QHash<QString, int> m_joints;  ///< "%1: %2" and such: how messages are joined.
};

}  // namespace texeleton::editor

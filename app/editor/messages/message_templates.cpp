#include "app/editor/messages/message_templates.h"

#include <QRegularExpression>
#include <QSet>
#include <algorithm>

namespace texeleton::editor {

namespace {

constexpr qsizetype kLongest = 8'000;  // A longer text stays as it is.
constexpr int kMostDepth = 10;         // Of messages in messages.
constexpr int kMostMatches = 1'500;    // Templates tried for one text, its parts included.
constexpr int kMostSplits = 8;

bool isLetter(QChar c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Chinese and Japanese are written without spaces; what is not of them is set off by one.
bool isIdeograph(QChar c) { return c.unicode() >= 0x3040 && c.unicode() <= 0x9fff; }
bool isWide(QChar c) { return isIdeograph(c) || c == QChar(0x201c) || c == QChar(0x201d); }
bool isAlphanumeric(QChar c) { return c.unicode() < 0x80 && c.isLetterOrNumber(); }

std::vector<QStringView> wordsOf(QStringView text) {
  std::vector<QStringView> words;
  for (qsizetype i = 0; i < text.size();) {
    qsizetype end = i;
    while (end < text.size() && isLetter(text[end])) {
      ++end;
    }
    if (end - i > 1) {
      words.push_back(text.mid(i, end - i));
    }
    i = std::max(end, i + 1);
  }
  return words;
}

/// Where "%1" and such stand, with their lengths.
template <class F>
void forEachPlace(QStringView text, const F& f) {
  for (qsizetype i = 0; i + 1 < text.size(); ++i) {
    qsizetype end = i + 1;
    while (text[i] == '%' && end < text.size() && end < i + 3 && text[end] >= '0' && text[end] <= '9') {
      ++end;
    }
    if (end > i + 1) {
      f(i, end, text.mid(i + 1, end - i - 1).toInt());
      i = end - 1;
    }
  }
}

std::pair<QStringList, std::vector<int>> cut(const QString& text) {
  QStringList pieces;
  std::vector<int> places;
  qsizetype from = 0;
  forEachPlace(text, [&](qsizetype at, qsizetype end, int place) {
    pieces.append(text.mid(from, at - from));
    places.push_back(place - 1);
    from = end;
  });
  pieces.append(text.mid(from));
  return {std::move(pieces), std::move(places)};
}

bool isCount(QStringView text) {
  return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
    return (c >= '0' && c <= '9') || QStringView(u".,-+e").contains(c);
  });
}

/// How messages are joined; "a: b" could be a path as well, so these are tried after everything else.
const QStringList kJoints = {"%1: %2", "%1; %2", "%1 %2", "%1."};

/// What a sentence goes on with behind its subject: "clips[3].name is missing".
const QSet<QString> kVerbs = {"and",   "are",   "belongs", "can",    "cannot", "comes", "do",  "does",  "goes", "has",
                              "have",  "holds", "is",      "lacks",  "lasts",  "lies",  "may", "moves", "must", "names",
                              "needs", "reads", "says",    "shares", "shows",  "uses",  "was", "were",  "would"};

/// Whether a text is words of prose rather than a path, a name or a place in a file.
bool isProse(QStringView text) {
  int words = 0;
  for (const QStringView word : text.split(' ')) {
    words += !word.isEmpty() && std::all_of(word.begin(), word.end(), isLetter) ? 1 : 0;
  }
  return words > 1;
}

/// The values of a text that has the literals, the first of them at its begin; the leftmost that fits, which is found
/// whenever anything fits.
std::optional<std::vector<QStringView>> valuesOf(QStringView text, const QStringList& literals) {
  const QString& first = literals.front();
  const QString& last = literals.back();
  std::vector<QStringView> values;
  if (literals.size() == 1) {
    return text == first ? std::optional(values) : std::nullopt;
  }
  if (text.size() < first.size() + last.size() || !text.startsWith(first) || !text.endsWith(last)) {
    return std::nullopt;
  }
  qsizetype at = first.size();
  const qsizetype end = text.size() - last.size();
  for (qsizetype i = 1; i + 1 < literals.size(); ++i) {
    const qsizetype found = text.left(end).indexOf(literals[i], at);
    if (found < 0) {
      return std::nullopt;
    }
    values.push_back(text.mid(at, found - at));
    at = found + literals[i].size();
  }
  values.push_back(text.mid(at, end - at));
  return values;
}

/// For each character, whether it stands between quotation marks: nothing is taken apart there.
std::vector<bool> quotedIn(QStringView text) {
  std::vector<bool> quoted(static_cast<std::size_t>(text.size()));
  bool inside = false;
  for (qsizetype i = 0; i < text.size(); ++i) {
    inside = inside != (text[i] == '"');
    quoted[static_cast<std::size_t>(i)] = inside || text[i] == '"';
  }
  return quoted;
}

/// "3", "3 (\"Hips\")" or a name in quotes, with nothing of a sentence behind it.
bool isNumberOrName(QStringView text) {
  if (text.isEmpty() || (!QStringView(u"\"-#[").contains(text.front()) && !isCount(text.left(1)))) {
    return false;
  }
  const std::vector<bool> quoted = quotedIn(text);
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (!quoted[static_cast<std::size_t>(i)] && QStringView(u":;,").contains(text[i])) {
      return false;
    }
  }
  return true;
}

/// Of the last ": " that does not stand in quotes; -1: none.
qsizetype lastColonOf(QStringView text) {
  const std::vector<bool> quoted = quotedIn(text);
  qsizetype at = text.size();
  while ((at = text.left(at).lastIndexOf(u": ")) >= 0 && quoted[static_cast<std::size_t>(at)]) {
  }
  return at;
}

}  // namespace

struct MessageTemplates::Search {
  int depth = 0;
  int matches = 0;
  [[nodiscard]] bool isOver() const { return depth > kMostDepth || matches > kMostMatches; }
};

std::vector<int> MessageTemplates::placesOf(const QString& text) {
  std::vector<int> places;
  forEachPlace(text, [&](qsizetype, qsizetype, int place) { places.push_back(place); });
  return places;
}

MessageTemplates::MessageTemplates(const std::vector<Entry>& entries) {
  static const QRegularExpression counts("^%1 [A-Za-z]+( ([A-Za-z]+|%2))?( s)?$");
  static const QRegularExpression numbered("^[a-z]+( [a-z]+)? %1$");
  QHash<QString, int> frequency;
  std::vector<QStringList> wordsOfTemplates;
  for (const Entry& entry : entries) {
    Template form;
    form.literals = cut(entry.english).first;
    std::tie(form.translated, form.places) = cut(entry.translation);
    const auto isThere = [&](int place) { return place >= 0 && place + 1 < form.literals.size(); };
    if (entry.english.isEmpty() || entry.translation.isEmpty() ||
        !std::all_of(form.places.begin(), form.places.end(), isThere)) {
      continue;
    }
    // Words that touch a value could go on in it.
    QStringList words;
    for (qsizetype i = 0; i < form.literals.size(); ++i) {
      const QString& literal = form.literals[i];
      form.weight += literal.size();
      for (const QStringView word : wordsOf(literal)) {
        const bool opens = word.begin() == QStringView(literal).begin() && i > 0;
        const bool closes = word.end() == QStringView(literal).end() && i + 1 < form.literals.size();
        if (!opens && !closes) {
          words.append(word.toString());
        }
      }
    }
    form.countsOnly = counts.match(entry.english).hasMatch();
    form.numbersFirst = numbered.match(entry.english).hasMatch();
    if (kJoints.contains(entry.english)) {
      m_joints.insert(QString(entry.english).remove("%1").remove("%2"), static_cast<int>(m_templates.size()));
    }
    words.removeDuplicates();
    for (const QString& word : words) {
      ++frequency[word];
    }
    wordsOfTemplates.push_back(words);
    m_templates.push_back(std::move(form));
  }
  for (std::size_t i = 0; i < m_templates.size(); ++i) {
    const QStringList& words = wordsOfTemplates[i];
    const auto rarest = std::min_element(words.begin(), words.end(), [&](const QString& a, const QString& b) {
      return frequency.value(a) < frequency.value(b);
    });
    std::vector<int>& bucket = rarest == words.end() ? m_wordless : m_ofWord[*rarest];
    if (std::find(m_joints.begin(), m_joints.end(), static_cast<int>(i)) == m_joints.end()) {
      bucket.push_back(static_cast<int>(i));
    }
  }
}

std::vector<const MessageTemplates::Template*> MessageTemplates::candidates(QStringView text) const {
  std::vector<int> found = m_wordless;
  QSet<QString> seen;
  for (const QStringView word : wordsOf(text)) {
    const QString key = word.toString();
    const auto bucket = m_ofWord.find(key);
    if (bucket != m_ofWord.end() && !seen.contains(key)) {
      seen.insert(key);
      found.insert(found.end(), bucket->begin(), bucket->end());
    }
  }
  std::vector<const Template*> forms;
  forms.reserve(found.size());
  for (const int index : found) {
    forms.push_back(&m_templates[static_cast<std::size_t>(index)]);
  }
  // The most telling first; of two alike the one with fewer values.
  std::stable_sort(forms.begin(), forms.end(), [](const Template* a, const Template* b) {
    return a->weight != b->weight ? a->weight > b->weight : a->literals.size() < b->literals.size();
  });
  return forms;
}

std::optional<MessageTemplates::Match> MessageTemplates::whole(QStringView text, Search& search) const {
  for (const Template* form : candidates(text)) {
    if (++search.matches > kMostMatches) {
      break;
    }
    auto values = valuesOf(text, form->literals);
    if (values && (!form->countsOnly || std::all_of(values->begin(), values->end(), isCount)) &&
        (!form->numbersFirst || isNumberOrName(values->front()))) {
      return Match{form, std::move(*values)};
    }
  }
  return std::nullopt;
}

/// "clips[3].name is missing", "mesh "Coat": its position is not finite": a template after something else.
std::optional<QString> MessageTemplates::atEnd(QStringView text, Search& search) const {
  const std::vector<bool> quoted = quotedIn(text);
  for (const Template* form : candidates(text)) {
    const QString& first = form->literals.front();
    if (first.isEmpty() || !first[0].isLetter()) {
      continue;
    }
    const bool isPredicate = kVerbs.contains(first.left(first.indexOf(' ')));
    qsizetype at = 0;
    for (int i = 0; i < kMostSplits && (at = text.indexOf(first, at + 1)) > 0; ++i) {
      if (++search.matches > kMostMatches) {
        return std::nullopt;
      }
      const QStringView joint = at > 1 && text[at - 1] == ' ' && (text[at - 2] == ':' || text[at - 2] == ';')
                                    ? text.mid(at - 2, 2)
                                    : text.mid(at - 1, 1);
      const QStringView head = text.left(at - joint.size());
      if (quoted[static_cast<std::size_t>(at - 1)] || text[at - 1] != ' ' || (joint == u" " && !isPredicate)) {
        continue;
      }
      const auto values = valuesOf(text.mid(at), form->literals);
      if (!values || (form->numbersFirst && !isNumberOrName(values->front()))) {
        continue;
      }
      const auto subject = translation(head, search);
      if (joint == u" " && !subject && isProse(head)) {
        continue;  // Half a sentence would be in another language.
      }
      const Match match{form, *values};
      std::vector<QString> put;
      for (std::size_t v = 0; v < values->size(); ++v) {
        put.push_back(valueOf(match, v, search));
      }
      return joined(joint, subject.value_or(head.toString()), this->put(*form, put));
    }
  }
  return std::nullopt;
}

/// "a: b", of which a or b is a message.
std::optional<QString> MessageTemplates::apart(QStringView text, Search& search) const {
  const std::vector<bool> quoted = quotedIn(text);
  for (const QStringView joint : {QStringView(u": "), QStringView(u"; ")}) {
    qsizetype at = -1;
    for (int i = 0; i < kMostSplits && (at = text.indexOf(joint, at + 1)) >= 0; ++i) {
      if (quoted[static_cast<std::size_t>(at)]) {
        continue;
      }
      const QStringView before = text.left(at);
      const QStringView after = text.mid(at + joint.size());
      const auto translatedAfter = translation(after, search);
      const auto translatedBefore = translation(before, search);
      if (translatedAfter || translatedBefore) {
        return joined(joint, translatedBefore.value_or(before.toString()), translatedAfter.value_or(after.toString()));
      }
    }
  }
  return std::nullopt;
}

std::optional<QString> MessageTemplates::translation(QStringView text, Search& search) const {
  if (text.trimmed().size() < 2 || search.isOver()) {
    return std::nullopt;
  }
  ++search.depth;
  search.matches += 4;
  std::optional<QString> result;
  if (const auto match = whole(text, search)) {
    std::vector<QString> values;
    for (std::size_t i = 0; i < match->values.size(); ++i) {
      values.push_back(valueOf(*match, i, search));
    }
    // "mesh "Coat": 3 vertices …": what it is about stays in front, wherever the language puts the number.
    const qsizetype subject = match->form->literals.front().isEmpty() && !match->form->translated.front().isEmpty()
                                  ? lastColonOf(match->values.front())
                                  : -1;
    if (subject > 0) {
      const QStringView head = text.left(subject);
      values.front() = translation(match->values.front().mid(subject + 2), search)
                           .value_or(match->values.front().mid(subject + 2).toString());
      result = joined(u": ", translation(head, search).value_or(head.toString()), put(*match->form, values));
    } else {
      result = put(*match->form, values);
    }
  } else if (const auto sentence = text.endsWith('.') ? translation(text.chopped(1), search) : std::nullopt) {
    result = joined(u".", *sentence, {});
  } else if (auto end = atEnd(text, search)) {
    result = std::move(end);
  } else {
    result = apart(text, search);
  }
  --search.depth;
  return result;
}

QString MessageTemplates::valueOf(const Match& match, std::size_t index, Search& search) const {
  const QStringView value = match.values[index];
  const QString& before = match.form->literals[static_cast<qsizetype>(index)];
  const QString& after = match.form->literals[static_cast<qsizetype>(index) + 1];
  const bool isName = (before.endsWith('"') && after.startsWith('"')) ||
                      (before.endsWith('\'') && after.startsWith('\'')) ||
                      (before.endsWith('<') && after.startsWith('>'));
  return isName ? value.toString() : translation(value, search).value_or(value.toString());
}

QString MessageTemplates::put(const Template& form, const std::vector<QString>& values) const {
  QString text;
  const auto add = [&text](QStringView piece) {
    if (text.isEmpty() || piece.isEmpty()) {
      text += piece;
      return;
    }
    // Spaces at the seam: none between ideographs, one between these and letters or digits.
    const bool spaced = text.back() == ' ' || piece.front() == ' ';
    const QStringView left = QStringView(text).left(text.size() - (text.back() == ' ' ? 1 : 0));
    const QStringView right = piece.mid(piece.front() == ' ' ? 1 : 0);
    if (!left.isEmpty() && !right.isEmpty()) {
      const QChar a = left.back();
      const QChar b = right.front();
      if (spaced && isWide(a) && isWide(b)) {
        text.truncate(left.size());
        text += right;
        return;
      }
      if (!spaced && ((isIdeograph(a) && isAlphanumeric(b)) || (isAlphanumeric(a) && isIdeograph(b)))) {
        text += ' ';
      }
    }
    text += piece;
  };
  for (qsizetype i = 0; i < form.translated.size(); ++i) {
    add(form.translated[i]);
    if (static_cast<std::size_t>(i) < form.places.size()) {
      add(values[static_cast<std::size_t>(form.places[static_cast<std::size_t>(i)])]);
    }
  }
  return text;
}

QString MessageTemplates::joined(QStringView joint, const QString& before, const QString& after) const {
  const auto found = m_joints.find(joint.toString());
  return found == m_joints.end() ? before + joint.toString() + after
                                 : put(m_templates[static_cast<std::size_t>(*found)], {before, after});
}

QString MessageTemplates::translated(const QString& message) const {
  if (isEmpty() || message.size() > kLongest) {
    return message;
  }
  Search search;
  return translation(message, search).value_or(message);
}

}  // namespace texeleton::editor

#include "app/editor/widgets/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace texeleton::editor {

namespace {

enum class Kind { Length, Time, Angle, Rate, Share, Memory };

struct NumberUnit {
  const char* names;  ///< Separated by blanks.
  Kind kind;
  double factor;  ///< To the first unit of its kind.
};

constexpr std::array<NumberUnit, 19> kUnits{{
    {"m 米", Kind::Length, 1.0},
    {"mm 毫米", Kind::Length, 1e-3},
    {"cm 厘米", Kind::Length, 1e-2},
    {"km 千米", Kind::Length, 1e3},
    {"in \" 英寸", Kind::Length, 0.0254},
    {"ft ' 英尺", Kind::Length, 0.3048},
    {"s sec 秒", Kind::Time, 1.0},
    {"ms 毫秒", Kind::Time, 1e-3},
    {"min 分 分钟", Kind::Time, 60.0},
    {"° deg 度", Kind::Angle, 1.0},
    {"rad 弧度", Kind::Angle, 180.0 / std::numbers::pi},
    {"Hz fps /s", Kind::Rate, 1.0},
    {"kHz", Kind::Rate, 1e3},
    {"%", Kind::Share, 1e-2},
    {"× x", Kind::Share, 1.0},
    {"GiB", Kind::Memory, 1.0},
    {"MiB", Kind::Memory, 1.0 / 1024.0},
    {"GB", Kind::Memory, 1e9 / (1024.0 * 1024.0 * 1024.0)},
    {"MB", Kind::Memory, 1e6 / (1024.0 * 1024.0 * 1024.0)},
}};

const NumberUnit* knownUnit(const QString& name) {
  const auto found = std::ranges::find_if(kUnits, [&name](const NumberUnit& unit) {
    return QString::fromUtf8(unit.names).split(' ').contains(name, Qt::CaseInsensitive);
  });
  return found == kUnits.end() ? nullptr : &*found;
}

/// The factor that converts a number from the unit `name` to `unit`.
std::optional<double> factorOf(const QString& name, const QString& unit) {
  if (name.isEmpty() || name.compare(unit, Qt::CaseInsensitive) == 0) {
    return 1.0;
  }
  const NumberUnit* const from = knownUnit(name);
  const NumberUnit* const to = unit.isEmpty() ? knownUnit("x") : knownUnit(unit);
  if (from == nullptr || to == nullptr || from->kind != to->kind) {
    return std::nullopt;
  }
  return from->factor / to->factor;
}

bool isSeparator(QChar letter) { return letter == '.' || letter == ','; }

/// Whether the groups between separators are those of thousands: "12,345,678".
bool groupsThousands(const QStringList& groups) {
  constexpr qsizetype kGroup = 3;
  return !groups.front().isEmpty() && groups.front().size() <= kGroup && !groups.front().startsWith('0') &&
         std::all_of(groups.begin() + 1, groups.end(), [](const QString& group) { return group.size() == kGroup; });
}

/// The digits with a point before the decimals, or nothing: "1.234,5" becomes "1234.5".
QString withPoint(const QString& digits, const QLocale& locale) {
  const qsizetype last = std::max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) {
    return digits;
  }
  const QChar mark = digits[last];
  const QString before = digits.left(last);
  const bool isMixed = before.contains(mark == '.' ? ',' : '.');
  const bool isRepeated = before.contains(mark);
  const bool isGroup = QString(mark) == locale.groupSeparator() && groupsThousands(digits.split(mark));
  if (isRepeated || (!isMixed && isGroup)) {
    return !isMixed && groupsThousands(digits.split(mark)) ? QString(digits).remove(mark) : QString();
  }
  if (isMixed && !groupsThousands(before.split(mark == '.' ? ',' : '.'))) {
    return {};
  }
  return QString(before).remove('.').remove(',') + '.' + digits.mid(last + 1);
}

/// Evaluates a text by recursive descent: sums of products of numbers, signs and parentheses.
class Evaluation {
 public:
  Evaluation(const QString& text, const QString& unit, const QLocale& locale)
      : m_text(text), m_unit(unit), m_locale(locale) {}

  std::optional<double> whole() {
    const double value = sum();
    return m_isRead && m_at == m_text.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
  }

 private:
  static constexpr int kMostDepth = 16;

  QChar next() const { return m_at < m_text.size() ? m_text[m_at] : QChar(); }

  bool take(QChar letter) {
    if (next() != letter) {
      return false;
    }
    ++m_at;
    return true;
  }

  double sum() {
    double value = product();
    while (m_isRead && (next() == '+' || next() == '-')) {
      value = take('+') ? value + product() : (take('-'), value - product());
    }
    return value;
  }

  double product() {
    double value = signedFactor();
    while (m_isRead && (next() == '*' || next() == '/')) {
      value = take('*') ? value * signedFactor() : (take('/'), value / signedFactor());
    }
    return value;
  }

  double signedFactor() {
    if (take('-')) {
      return -factor();
    }
    take('+');
    return factor();
  }

  double factor() {
    if (take('(')) {
      m_isRead = m_isRead && ++m_depth <= kMostDepth;
      const double value = m_isRead ? sum() : 0.0;
      --m_depth;
      m_isRead = m_isRead && take(')');
      return value * unit();
    }
    return number() * unit();
  }

  double number() {
    const qsizetype begin = m_at;
    while (next().isDigit() || isSeparator(next())) {
      ++m_at;
    }
    QString digits = withPoint(m_text.mid(begin, m_at - begin), m_locale);
    if (next().toLower() == 'e') {
      qsizetype end = m_at + 1;
      end += end < m_text.size() && (m_text[end] == '-' || m_text[end] == '+') ? 1 : 0;
      if (end < m_text.size() && m_text[end].isDigit()) {
        while (end < m_text.size() && m_text[end].isDigit()) {
          ++end;
        }
        digits += m_text.mid(m_at, end - m_at);
        m_at = end;
      }
    }
    bool isNumber = false;
    const double value = QLocale::c().toDouble(digits, &isNumber);
    m_isRead = m_isRead && isNumber;
    return value;
  }

  double unit() {
    const qsizetype begin = m_at;
    while (next().isLetter() || QString("%°\"'×").contains(next()) || (m_text.mid(m_at) == "/s")) {
      m_at += next() == '/' ? 2 : 1;
    }
    const auto factor = factorOf(m_text.mid(begin, m_at - begin), m_unit);
    m_isRead = m_isRead && factor;
    return factor.value_or(0.0);
  }

  const QString& m_text;
  const QString& m_unit;
  const QLocale& m_locale;
  qsizetype m_at = 0;
  int m_depth = 0;
  bool m_isRead = true;
};

}  // namespace

std::optional<double> readNumber(const QString& text, const QString& unit, const QLocale& locale) {
  constexpr qsizetype kLongest = 200;
  // Input methods write full-width characters.
  QString plain = text.normalized(QString::NormalizationForm_KC).simplified();
  plain.replace(QChar(0x2212), '-').replace(QChar(0x3002), '.').replace(QChar(0x00f7), '/');
  if (const QString group = locale.groupSeparator(); group != "." && group != ",") {
    plain.replace(group, " ");
  }
  if (plain.size() > kLongest) {
    return std::nullopt;
  }
  QString joined;
  for (qsizetype i = 0; i < plain.size(); ++i) {
    if (plain[i] != ' ') {
      // A blank between digits separates thousands: "12 000", but not "1 2".
      joined += plain[i];
      continue;
    }
    const QString after = plain.mid(i + 1, 3);
    const bool isBetweenDigits = !joined.isEmpty() && joined.back().isDigit() && !after.isEmpty() && after[0].isDigit();
    const bool isGroup = after.size() == 3 && std::ranges::all_of(after, [](QChar c) { return c.isDigit(); }) &&
                         (i + 4 >= plain.size() || !plain[i + 4].isDigit());
    if (isBetweenDigits && !isGroup) {
      return std::nullopt;
    }
  }
  return Evaluation(joined, unit, locale).whole();
}

}  // namespace texeleton::editor

#include "core/import/assemble_names.h"

#include <cctype>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/model/names.h"

namespace texeleton::assemble {

namespace {

bool isBlank(std::string_view name) { return name.find_first_not_of(' ') == std::string_view::npos; }

/// `base`, shortened where needed, and a number that nobody has taken: "Bone 2".
std::string numbered(const std::string& base, const std::unordered_set<std::string>& taken, std::size_t& next) {
  for (;; ++next) {
    std::string suffix(1, ' ');
    suffix += std::to_string(next);
    std::string name = cutToBytes(base, kMaxNameBytes - suffix.size()) + suffix;
    if (taken.count(name) == 0) {
      ++next;
      return name;
    }
  }
}

}  // namespace

std::vector<std::string> makeNames(Context& context, const char* kind, const std::vector<std::string>& given) {
  std::vector<std::string> names;
  names.reserve(given.size());
  std::unordered_set<std::string> taken;
  Tally empty;
  Tally repaired;
  Tally cut;
  Tally repeated;
  for (const std::string& original : given) {
    std::string name = harmlessName(original);
    if (isBlank(name)) {
      name.clear();
    } else if (original.size() > kMaxNameBytes && name.size() + 4 > kMaxNameBytes) {
      cut.add(name);
    } else if (name != original) {
      repaired.add(name);
    }
    taken.insert(name);  // all names of the file first, so that no made-up one takes a real one's place
    names.push_back(std::move(name));
  }
  std::unordered_set<std::string> seen;
  std::unordered_map<std::string, std::size_t> nextNumber;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string& name = names[i];
    if (name.empty()) {
      std::size_t number = i + 1;
      name = numbered(kind, taken, number);
      taken.insert(name);
      empty.add(name);
    } else if (!seen.insert(name).second) {
      repeated.add(name);
      std::size_t& next = nextNumber.try_emplace(name, 2).first->second;
      name = numbered(name, taken, next);
      taken.insert(name);
    }
    seen.insert(name);
  }
  std::string one = kind;
  one[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(one[0])));
  const std::string many = one + "s";
  if (!empty.isEmpty()) {
    context.warn(counted(empty.count(), one, many) + " without a name: names were made up (" + empty.subjects() + ")",
                 empty.onlySubject());
  }
  if (!repaired.isEmpty()) {
    context.warn(counted(repaired.count(), one, many) +
                     " with invalid UTF-8 or control characters in the name: they were replaced (" +
                     repaired.subjects() + ")",
                 repaired.onlySubject());
  }
  if (!cut.isEmpty()) {
    context.warn(counted(cut.count(), one, many) + " with a name of more than " + std::to_string(kMaxNameBytes) +
                 " bytes: it was cut");
  }
  if (!repeated.isEmpty()) {
    context.warn(counted(repeated.count(), one, many) + " with a name that another " + one +
                     " has: a number was added (" + repeated.subjects() + ")",
                 repeated.onlySubject());
  }
  return names;
}

}  // namespace texeleton::assemble

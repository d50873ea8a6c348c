#include "core/import/assemble/assemble_names.h"

#include <cctype>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/model/names.h"

namespace texeleton::importing::assemble {

namespace {

bool isBlank(std::string_view name) { return name.find_first_not_of(' ') == std::string_view::npos; }

/// `base`, shortened if needed, with a free number: "Bone 2".
std::string numbered(const std::string& base, const std::unordered_set<std::string>& taken, std::size_t& next) {
  for (;; ++next) {
    std::string suffix(1, ' ');
    suffix += std::to_string(next);
    std::string name = model::cutToBytes(base, model::kMaxNameBytes - suffix.size()) + suffix;
    if (taken.count(name) == 0) {
      ++next;
      return name;
    }
  }
}

}  // namespace

void warnOf(Context& context, const Tally& tally, const char* one, const char* many) {
  if (!tally.isEmpty()) {
    context.warn(message(tally.count() == 1 ? one : many, withCommas(tally.count()), tally.subjects()),
                 tally.onlySubject());
  }
}

void warnOf(Context& context, const Tally& tally, const char* format, const char* one, const char* many) {
  if (!tally.isEmpty()) {
    context.warn(message(format, counted(tally.count(), one, many), tally.subjects()), tally.onlySubject());
  }
}

std::vector<std::string> makeNames(Context& context, const NameNouns& nouns, const std::vector<std::string>& given) {
  std::vector<std::string> names;
  names.reserve(given.size());
  std::unordered_set<std::string> taken;
  Tally empty;
  Tally repaired;
  Tally cut;
  Tally repeated;
  for (const std::string& original : given) {
    std::string name = model::harmlessName(original);
    if (isBlank(name)) {
      name.clear();
    } else if (original.size() > model::kMaxNameBytes && name.size() + 4 > model::kMaxNameBytes) {
      cut.add(name);
    } else if (name != original) {
      repaired.add(name);
    }
    taken.insert(name);  // all names of the file first, so that no generated name is equal to one
    names.push_back(std::move(name));
  }
  std::unordered_set<std::string> seen;
  std::unordered_map<std::string, std::size_t> nextNumber;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string& name = names[i];
    if (name.empty()) {
      std::size_t number = i + 1;
      name = numbered(nouns.kind, taken, number);
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
  const auto& [kind, one, many, another] = nouns;
  warnOf(context, empty, said("%1 without a name: names were made up (%2)"), one, many);
  warnOf(context, repaired, said("%1 with invalid UTF-8 or control characters in the name: they were replaced (%2)"),
         one, many);
  if (!cut.isEmpty()) {
    context.warn(message("%1 with a name of more than %2 bytes: it was cut", counted(cut.count(), one, many),
                         model::kMaxNameBytes));
  }
  warnOf(context, repeated, another, one, many);
  return names;
}

}  // namespace texeleton::importing::assemble

#include <QByteArray>
#include <QProcess>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "tests/support/suite.h"

namespace texeleton::test {
namespace {

std::map<std::string, RunSuite, std::less<>>& suites() {
  static std::map<std::string, RunSuite, std::less<>> all;
  return all;
}

/// …/test_measure.cpp → measure
std::string suiteName(std::string_view file) {
  file.remove_prefix(file.find_last_of('/') + 1);
  file.remove_suffix(std::string_view(".cpp").size());
  constexpr std::string_view kPrefix = "test_";
  return std::string(file.starts_with(kPrefix) ? file.substr(kPrefix.size()) : file);
}

int runAll(const char* program) {
  int failed = 0;
  for (const auto& [name, run] : suites()) {
    failed += QProcess::execute(QString::fromLocal8Bit(program), {QString::fromStdString(name)}) == 0 ? 0 : 1;
  }
  std::fprintf(stderr, "%d of %zu suites failed\n", failed, suites().size());
  return failed == 0 ? 0 : 1;
}

}  // namespace

SuiteEntry::SuiteEntry(const char* file, RunSuite run) { suites().emplace(suiteName(file), run); }

}  // namespace texeleton::test

int main(int argumentCount, char** argumentValues) {
  using texeleton::test::suites;
  if (argumentCount < 2) {
    return texeleton::test::runAll(argumentValues[0]);
  }
  const auto suite = suites().find(std::string_view(argumentValues[1]));
  if (suite == suites().end()) {
    std::fprintf(stderr, "usage: %s [SUITE [FUNCTION…]], with no suite all of them. Suites:\n", argumentValues[0]);
    for (const auto& [name, run] : suites()) {
      std::fprintf(stderr, "  %s\n", name.c_str());
    }
    return 2;
  }
  // The suite gets the arguments of a separate program.
  argumentValues[1] = argumentValues[0];
  return suite->second(argumentCount - 1, argumentValues + 1);
}

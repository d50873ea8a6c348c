#pragma once

#include <QCoreApplication>
#include <QTest>

namespace texeleton::test {

/// Runs a suite like main() of a separate program. `argumentValues` equals main()'s without the suite's name.
using RunSuite = int (*)(int argumentCount, char** argumentValues);

/// A suite is a class of tests in its own file, and a test program contains the suites of a module: `test_bake measure
/// [FUNCTION…]` runs the one in test_measure.cpp. Each runs in its own process (suite_main.cpp), so that none depends
/// on the state left by another.
class SuiteEntry {
 public:
  SuiteEntry(const char* file, RunSuite run);
};

template <class Test>
int runPlainSuite(int argumentCount, char** argumentValues) {
  Test test;
  return QTest::qExec(&test, argumentCount, argumentValues);
}

template <class Test>
int runCoreSuite(int argumentCount, char** argumentValues) {
  const QCoreApplication application(argumentCount, argumentValues);
  return runPlainSuite<Test>(argumentCount, argumentValues);
}

}  // namespace texeleton::test

/// Makes the class the suite of this file, run by the given function.
#define TEXELETON_SUITE_RUN(Test, run)                                   \
  namespace {                                                            \
  const texeleton::test::SuiteEntry texeletonSuite##Test(__FILE__, run); \
  }

/// A suite without an application object, and one with a QCoreApplication.
#define TEXELETON_PLAIN_SUITE(Test) TEXELETON_SUITE_RUN(Test, texeleton::test::runPlainSuite<Test>)
#define TEXELETON_SUITE(Test) TEXELETON_SUITE_RUN(Test, texeleton::test::runCoreSuite<Test>)

#include <CLI/CLI.hpp>
#include <QObject>
#include <QTest>
#include <optional>
#include <string>

#include "app/cli/setting_option.h"
#include "core/base/process_setup.h"
#include "core/settings/setting_io.h"
#include "tests/support/suite.h"

// The worked example of docs/extending.md, "An option of the command line": the option of a recipe field that exists
// only in this test. Its help, accepted values and errors follow from the description of the field.

namespace texeleton {

enum class ExampleGrain : std::uint8_t { Fine, Coarse };
constexpr auto wordTable(ExampleGrain) {
  return std::to_array<Word<ExampleGrain>>({{"fine", ExampleGrain::Fine}, {"coarse", ExampleGrain::Coarse}});
}

struct Example {
  std::optional<ExampleGrain> grain;
  std::optional<double> warmth;
  std::string unknown;
};

constexpr auto settingsOf(Of<Example> /*of*/) {
  return std::tuple(setting("grain", &Example::grain, {.help = "How fine it is"}, [] { return ExampleGrain::Coarse; }),
                    setting("warmth", &Example::warmth,
                            {.help = "How warm it is", .range = {0.0, 1.0}, .leftOut = "as warm as the sun"}));
}

}  // namespace texeleton

using namespace texeleton;

class TestExampleOption : public QObject {
  Q_OBJECT

  struct Parsed {
    Example example;
    std::string mistake;
    std::string help;
  };

  static Parsed parsed(std::vector<std::string> arguments) {
    Parsed result;
    CLI::App app("example");
    cli::addSetting<&Example::grain>(app, "--grain", result.example);
    cli::addSetting<&Example::warmth>(app, "--warmth", result.example, "; --grain says more");
    std::reverse(arguments.begin(), arguments.end());  // The order that CLI11 expects.
    try {
      app.parse(arguments);
    } catch (const CLI::ParseError& error) {
      result.mistake = error.what();
    }
    result.help = app.help();
    return result;
  }

 private slots:
  void initTestCase() { useDotInNumbers(); }  // As in the program.

  void acceptedValues() {
    const Parsed good = parsed({"--grain", "fine", "--warmth", "0.25"});
    QCOMPARE(good.mistake, std::string());
    QCOMPARE(good.example.grain, std::optional(ExampleGrain::Fine));
    QCOMPARE(good.example.warmth, std::optional(0.25));
  }

  void refusedValues() {
    QVERIFY(parsed({"--grain", "medium"}).mistake.find("--grain") != std::string::npos);
    const std::string range = parsed({"--warmth", "1.5"}).mistake;
    QVERIFY2(range.find("--warmth") != std::string::npos && range.find("0 to 1") != std::string::npos, range.c_str());
  }

  void helpText() {
    const std::string help = parsed({}).help;
    for (const char* words :
         {"How fine it is", "coarse", "How warm it is", "as warm as the sun", "--grain says more"}) {
      QVERIFY2(help.find(words) != std::string::npos, help.c_str());
    }
  }
};

TEXELETON_SUITE(TestExampleOption)
#include "test_example_option.moc"

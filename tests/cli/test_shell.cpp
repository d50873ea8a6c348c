// shell: completions and the manual page contain every option of the help.

#include <QDir>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;

namespace {

/// Each command with the long options in its help.
QMap<QString, QStringList> optionsOfHelp() {
  QMap<QString, QStringList> options;
  const QList<QStringList> commands = {{"inspect"},         {"bake"},
                                       {"watch"},           {"export"},
                                       {"verify"},          {"play"},
                                       {"bench"},           {"render"},
                                       {"shell"},           {"events", "propose"},
                                       {"events", "import"}};
  static const QRegularExpression kOption("^ +(?:-\\w,)?(--[a-z][a-z-]*)", QRegularExpression::MultilineOption);
  for (const QStringList& command : commands) {
    const QString help = QString::fromUtf8(runCli(command + QStringList{"--help"}).output);
    for (auto matches = kOption.globalMatch(help); matches.hasNext();) {
      options[command.join(' ')].append(matches.next().captured(1));
    }
  }
  return options;
}

struct Ran {
  int exitCode = -1;
  QByteArray output;
  QByteArray errors;
};

Ran runProgram(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  process.waitForFinished(60000);
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

}  // namespace

class TestShell : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString at(const QString& name) const { return m_folder->filePath(name); }

  /// Writes completions or the manual page; empty on failure.
  QString written(const QString& kind) {
    const QString file = at(kind);
    return runCli({"shell", kind, "-o", file}).exitCode == 0 ? file : QString();
  }

  /// Bash's completions for the last of these words.
  QStringList offeredByBash(const QString& script, const QStringList& words) {
    QString line = "source '" + script + "'; COMP_WORDS=(";
    for (const QString& word : words) {
      line += "'" + word + "' ";
    }
    line +=
        "); COMP_CWORD=" + QString::number(words.size() - 1) + "; _texeleton_cli; printf '%s\\n' \"${COMPREPLY[@]}\"";
    const Ran run = runProgram("bash", {"--norc", "-c", line});
    return run.exitCode == 0 ? QString::fromUtf8(run.output).split('\n', Qt::SkipEmptyParts)
                             : QStringList{QString::fromUtf8(run.errors)};
  }

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void bashCompletesEveryOption() {
    const QString script = written("bash");
    const auto options = optionsOfHelp();
    QVERIFY(options["bake"].size() > 30);
    for (auto it = options.begin(); it != options.end(); ++it) {
      const QStringList offered =
          offeredByBash(script, QStringList{"texeleton-cli"} + it.key().split(' ') + QStringList{"--"});
      for (const QString& option : it.value()) {
        QVERIFY2(offered.contains(option), qPrintable(it.key() + " " + option));
      }
      QVERIFY(offered.contains("--json"));
    }
  }

  void bashCompletesCommandsWordsAndFiles() {
    const QString script = written("bash");
    QCOMPARE(offeredByBash(script, {"texeleton-cli", "ins"}), QStringList{"inspect"});
    QCOMPARE(offeredByBash(script, {"texeleton-cli", "events", "p"}), QStringList{"propose"});
    QCOMPARE(offeredByBash(script, {"texeleton-cli", "bake", "--mode", ""}), (QStringList{"bone", "vertex"}));
    QCOMPARE(offeredByBash(script, {"texeleton-cli", "bake", "--mode", "v"}), QStringList{"vertex"});
    QCOMPARE(offeredByBash(script, {"texeleton-cli", "bake", "--mode", "=", "v"}), QStringList{"vertex"});
    QVERIFY(offeredByBash(script, {"texeleton-cli", "bake", "--fps", ""}).isEmpty());
    QVERIFY(writeAll(at("a model.glb"), "x"));
    const QString start = at("a mo");
    QCOMPARE(offeredByBash(script, {"texeleton-cli", "bake", start}), QStringList{at("a model.glb")});
    QCOMPARE(offeredByBash(script, {"texeleton-cli", "verify", "k.texpack", "--against", start}),
             QStringList{at("a model.glb")});
  }

  // Other shells, if installed, parse their completion scripts; the options in these are always compared with the help.
  void zshAndFishHaveEveryOption_data() {
    QTest::addColumn<QString>("shell");
    QTest::newRow("zsh") << "zsh";
    QTest::newRow("fish") << "fish";
  }
  void zshAndFishHaveEveryOption() {
    QFETCH(const QString, shell);
    const QString script = written(shell);
    const QString text = QString::fromUtf8(readAll(script));
    const auto options = optionsOfHelp();
    for (auto it = options.begin(); it != options.end(); ++it) {
      QString part = text;
      if (shell == "zsh") {
        const qsizetype begin = text.indexOf("_texeleton-cli_" + QString(it.key()).replace(' ', '_') + "() {");
        QVERIFY(begin >= 0);
        part = text.mid(begin, text.indexOf("\n}", begin) - begin);
      }
      for (const QString& option : it.value()) {
        const QString wanted = shell == "zsh" ? option + "[" : "-l " + option.mid(2) + " ";
        const QString withValue = option + "=[";
        QVERIFY2(part.contains(wanted) || part.contains(withValue) || option == "--help",
                 qPrintable(it.key() + " " + option));
      }
    }
    if (const QString program = QStandardPaths::findExecutable(shell); !program.isEmpty()) {
      const Ran run = runProgram(program, {"-n", script});
      QVERIFY2(run.exitCode == 0 && run.errors.isEmpty(), run.errors);
    }
    if (const QString program = QStandardPaths::findExecutable("fish"); shell == "fish" && !program.isEmpty()) {
      const auto offered = [&](const QString& line) {
        const Ran run = runProgram(program, {"-c", "source '" + script + "'; complete -C '" + line + "'"});
        return QString::fromUtf8(run.output + run.errors);
      };
      QVERIFY2(offered("texeleton-cli ins").startsWith("inspect\t"), qPrintable(offered("texeleton-cli ins")));
      QVERIFY(offered("texeleton-cli bake --mode ").contains("vertex"));
      QVERIFY(offered("texeleton-cli events ").contains("propose"));
      QVERIFY(!offered("texeleton-cli verify --").contains("--settle"));
    }
  }

  void manualHasEveryCommandAndOption() {
    const QString file = written("man");
    const QString text = QString::fromUtf8(readAll(file));
    const auto options = optionsOfHelp();
    for (auto it = options.begin(); it != options.end(); ++it) {
      const qsizetype begin = text.indexOf(".SS \"texeleton\\-cli " + it.key() + "\"");
      QVERIFY2(begin >= 0, qPrintable(it.key()));
      const QString part = text.mid(begin, text.indexOf("\n.S", begin + 1) - begin);
      for (QString option : it.value()) {
        QVERIFY2(option == "--help" || part.contains(option.replace('-', "\\-")), qPrintable(it.key() + " " + option));
      }
    }
    if (const QString groff = QStandardPaths::findExecutable("groff"); !groff.isEmpty()) {
      const Ran run = runProgram(groff, {"-man", "-ww", "-k", "-Tutf8", "-P-cbou", file});
      QVERIFY2(run.exitCode == 0 && run.errors.isEmpty(), run.errors.left(2000));
      QVERIFY(run.output.contains("ENVIRONMENT"));
    }
  }

  // `texeleton-cli shell options -o docs/cli-options.md` rewrites it.
  void optionTablesAreUpToDate() {
    const QString text = QString::fromUtf8(readAll(written("options")));
    QCOMPARE(text,
             QString::fromUtf8(readAll(QString::fromStdString((sourceFolder() / "docs/cli-options.md").string()))));
    const auto options = optionsOfHelp();
    for (auto it = options.begin(); it != options.end(); ++it) {
      const qsizetype begin = text.indexOf("\n## texeleton-cli " + it.key() + "\n");
      QVERIFY2(begin >= 0, qPrintable(it.key()));
      const QString part = text.mid(begin, text.indexOf("\n## ", begin + 1) - begin);
      for (const QString& option : it.value()) {
        QVERIFY2(option == "--help" || part.contains("`" + option + "`"), qPrintable(it.key() + " " + option));
      }
    }
  }

  void writesToStdoutOrReportsFailure() {
    QCOMPARE(runCli({"shell", "bash"}).output, readAll(written("bash")));
    const ProgramRun run = runCli({"shell", "zsh", "-o", at("nowhere/zsh")});
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("nowhere/zsh"), run.errors);
    QCOMPARE(runCli({"shell", "csh"}).exitCode, 2);
  }
};

TEXELETON_SUITE(TestShell)
#include "test_shell.moc"

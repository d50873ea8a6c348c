// Numbers that other programs read do not depend on the user's locale.

#include <QFile>
#include <QObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "tests/cli/pack_files.h"
#include "tests/cli/run_program.h"
#include "tests/support/suite.h"

using namespace texeleton::test;

class TestLocale : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString at(const QString& name) const { return m_folder.filePath(name); }

  std::vector<std::pair<QString, QString>> environment(const QString& locale) const {
    return {{"LC_ALL", locale}, {"LOCPATH", m_folder.path()}};
  }

 private slots:
  void initTestCase() {
    if (QStandardPaths::findExecutable("localedef").isEmpty() || !QFile::exists("/usr/share/i18n/locales/de_DE")) {
      QSKIP("needs localedef and the package locales");
    }
    for (const char* name : {"de_DE", "tr_TR"}) {
      // 1: created with warnings.
      const int code =
          QProcess::execute("localedef", {"--quiet", "-i", name, "-f", "UTF-8", at(QString(name) + ".UTF-8")});
      QVERIFY(code == 0 || code == 1);
    }
    QProcess numbers;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const auto& [name, value] : environment("de_DE.UTF-8")) {
      variables.insert(name, value);
    }
    numbers.setProcessEnvironment(variables);
    numbers.start("locale", {"decimal_point"});
    QVERIFY(numbers.waitForFinished());
    QCOMPARE(numbers.readAll().trimmed(), QByteArray(","));
  }

  void outputsDoNotDependOnLocale() {
    std::map<QString, QByteArray> wanted;
    for (const QString locale : {"C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"}) {
      const QString folder = at(locale + ".out");
      const QString pack = folder + "/knight.texpack";
      QVERIFY(QDir().mkpath(folder));
      std::vector<QStringList> commands = {
          {"bake", knightSample(), "-o", pack, "--quiet", "--fit", "--max-error", "5mm", "--fit-picture",
           folder + "/fit.svg", "--expose", "weapon.*"},
          {"play", pack, "--clip", "Walk", "--seconds", "0.2"},
          {"play", pack, "--clip", "Walk", "--seconds", "0.2", "--json"},
          {"inspect", pack},
      };
      for (const char* engine : {"raw", "unreal", "unity", "godot", "babylon"}) {
        commands.push_back({"export", knightSample(), "--engine", engine, "-o", folder + "/" + engine, "--quiet"});
      }
      commands.push_back({"export", bannerSample(), "--engine", "openvat", "-o", folder + "/openvat", "--quiet"});
      std::map<QString, QByteArray> made;
      for (const QStringList& command : commands) {
        const ProgramRun run = runCli(command, 120.0, {}, environment(locale));
        QVERIFY2(run.exitCode == 0, command.join(' ').toUtf8() + "\n" + run.errors);
        made["output of " + command.join(' ').replace(folder, "")] =
            QByteArray(run.output).replace(folder.toUtf8(), "");
      }
      for (const auto& [name, bytes] : contentOf(folder).toStdMap()) {
        if (!name.endsWith("inputs.json")) {  // It has a hash of the settings, which include the picture's path.
          made[name] = bytes;
        }
      }
      QVERIFY(made.size() > 40);
      if (wanted.empty()) {
        wanted = std::move(made);
        continue;
      }
      QCOMPARE(made.size(), wanted.size());
      for (const auto& [name, bytes] : wanted) {
        QVERIFY2(made[name] == bytes, (locale + ": " + name).toUtf8());
      }
    }
  }
};

TEXELETON_SUITE(TestLocale)
#include "test_locale.moc"

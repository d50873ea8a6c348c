// Compiles shaders for QRhi, many in one process, because starting Qt's own tool (qsb) for each variant takes four
// times as long as compiling it.
//   bake_shaders LANGUAGES LIST FOLDER
// LANGUAGES: comma-separated, "glsl430", "hlsl50", "msl20"; SPIR-V is always written. LIST: a text file with a line
// "OUTPUT SOURCE DEFINE…" for each variant; OUTPUT is written into FOLDER.
#include <QCoreApplication>
#include <QFile>
#include <QStringList>
#if __has_include(<rhi/qshaderbaker.h>)
#include <rhi/qshaderbaker.h>
#else
#include <QtShaderTools/private/qshaderbaker_p.h>
#endif

#include <cstdio>

namespace {

int complain(const QString& text) {
  std::fprintf(stderr, "%s\n", qPrintable(text));
  return 1;
}

QList<QShaderBaker::GeneratedShader> targets(const QString& languages) {
  QList<QShaderBaker::GeneratedShader> list{{QShader::SpirvShader, QShaderVersion(100)}};
  for (const QString& language : languages.split(',')) {
    if (language == "glsl430") {
      list.append({QShader::GlslShader, QShaderVersion(430)});
    } else if (language == "hlsl50") {
      list.append({QShader::HlslShader, QShaderVersion(50)});
    } else if (language == "msl20") {
      list.append({QShader::MslShader, QShaderVersion(20)});
    }
  }
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.size() != 4) {
    return complain("usage: bake_shaders LANGUAGES LIST FOLDER");
  }
  QFile list(arguments[2]);
  if (!list.open(QIODevice::ReadOnly)) {
    return complain(arguments[2] + ": " + list.errorString());
  }
  QShaderBaker baker;
  baker.setGeneratedShaders(targets(arguments[1]));
  baker.setSpirvOptions(QShaderBaker::SpirvOption::StripDebugAndVarInfo);
  baker.setGeneratedShaderVariants({QShader::StandardShader});
  for (const QString& line : QString::fromUtf8(list.readAll()).split('\n', Qt::SkipEmptyParts)) {
    const QStringList words = line.split(' ', Qt::SkipEmptyParts);
    QByteArray defines;
    for (const QString& define : words.sliced(2)) {
      defines += "#define " + define.toUtf8() + "\n";
    }
    baker.setPreamble(defines);
    baker.setSourceFileName(words[1]);
    const QShader shader = baker.bake();
    if (!shader.isValid()) {
      return complain(words[1] + " (" + words[0] + "):\n" + baker.errorMessage());
    }
    const QByteArray bytes = shader.serialized();
    QFile output(arguments[3] + "/" + words[0]);
    if (!output.open(QIODevice::WriteOnly) || output.write(bytes) != bytes.size() || !output.flush()) {
      return complain(output.fileName() + ": " + output.errorString());
    }
  }
  return 0;
}

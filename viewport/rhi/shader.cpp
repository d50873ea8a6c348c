#include "viewport/rhi/shader.h"

#include <QFile>

namespace texeleton::viewport {

Result<QShader> loadShader(const std::string& name) {
  QFile file(QString::fromStdString(":/texeleton/shaders/" + name + ".qsb"));
  if (!file.open(QIODevice::ReadOnly)) {
    return fail(ErrorCode::NotFound, message("the shader %1 is not in this program: its build is broken", name));
  }
  QShader shader = QShader::fromSerialized(file.readAll());
  if (!shader.isValid()) {
    return fail(ErrorCode::NotFound, message("the shader %1 cannot be read by this version of Qt", name));
  }
  return shader;
}

Result<std::vector<QRhiShaderStage>> loadStages(const std::string& vertexName, const std::string& fragmentName) {
  auto vertex = loadShader(vertexName);
  TRY(vertex);
  auto fragment = loadShader(fragmentName);
  TRY(fragment);
  return std::vector<QRhiShaderStage>{{QRhiShaderStage::Vertex, *vertex}, {QRhiShaderStage::Fragment, *fragment}};
}

}  // namespace texeleton::viewport

#include "app/editor/panels/bake/encoding_title.h"

#include <QCoreApplication>

namespace texeleton::editor {

QString encodingTitle(const std::string& name) {
  return name == "matrix3x4"        ? QCoreApplication::translate("Encodings", "Matrices")
         : name == "quaternion"     ? QCoreApplication::translate("Encodings", "Quaternions")
         : name == "positionNormal" ? QCoreApplication::translate("Encodings", "Positions")
         : name == "offset16"       ? QCoreApplication::translate("Encodings", "16-bit offsets")
         : name == "basis"          ? QCoreApplication::translate("Encodings", "Shapes")
                                    : QString::fromStdString(name);
}

}  // namespace texeleton::editor

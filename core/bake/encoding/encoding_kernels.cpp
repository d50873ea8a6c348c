#include "core/bake/encoding/encoding_kernels.h"

#include <string_view>

namespace texeleton::bake {

EncodingKernels kernelsOf(const vat::Encoding& encoding) {
  const std::string_view name = encoding.name;
  EncodingKernels kernels;
  if (name == "quaternion") {
    kernels.writeBones = writeTurns;
    kernels.blendHalfWay = turnsHalfWay;
  } else if (name == "offset16") {
    kernels.writeElements = writeOffsets;
  }
  return kernels;
}

}  // namespace texeleton::bake

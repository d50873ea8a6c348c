#include "core/bake/encoding.h"

#include "core/bake/texture_layout.h"

namespace texeleton {

namespace {

constexpr Encoding kEncodings[] = {
    {"matrix3x4", BakeMode::Bone, kTexelsPerBone, "the three rows of the bone's 3x4 skin matrix"},
    {"positionNormal", BakeMode::Vertex, kTexelsPerVertex, "position, then normal"},
};

}  // namespace

std::span<const Encoding> encodings() { return kEncodings; }

const Encoding& encodingOf(BakeMode mode) { return kEncodings[mode == BakeMode::Bone ? 0 : 1]; }

}  // namespace texeleton

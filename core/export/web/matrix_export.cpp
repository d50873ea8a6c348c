#include "core/export/web/matrix_export.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/export/engine_files.h"
#include "core/export/web/skinned_glb.h"
#include "core/export/web/web_files.h"
#include "core/vat/vat_words.h"

namespace texeleton::exporting {

namespace {

constexpr const char* kMatrixRate = "rate";

std::string sizeNotes(const MatrixRows& rows) {
  if (std::max(rows.width, rows.height) <= kCommonWebTexture) {
    return {};
  }
  return "\n**Phones, and WebGPU where nothing else is asked for, take textures of at most 8,192 texels a side, and "
         "this one is larger**: bake fewer clips or at a lower rate for them.\n";
}

std::string socketText(const vat::BakedAnimation& animation, const MatrixLibrary& library) {
  return animation.sockets.empty()
             ? std::string()
             : replaced(library.socketLine, "@SOCKETNAME@", scriptString(animation.sockets.front().name)) + "\n";
}

}  // namespace

ExportOption matrixRateOption(const char* help) {
  return numberOption(kMatrixRate, said("Frames a second"), help, 0.0, 0.0, 240.0);
}

Result<FileGroup> matrixFiles(const ExportInput& input, const MatrixLibrary& library) {
  const vat::BakedAnimation& animation = input.pack.animation;
  const std::string stem = input.name + library.infix;
  const auto rows = matrixRows(animation, input.options.number(kMatrixRate));
  TRY(rows);
  auto glb = skinnedGlb(animation, input.name);
  TRY(glb);
  const bool isHalf = rows->format == vat::PixelFormat::Rgba16F;
  nlohmann::ordered_json json = playJson(input.pack, rows->clips);
  for (std::size_t i = 0; i < rows->clips.size() && library.describeClip != nullptr; ++i) {
    library.describeClip(json["clips"][i], rows->clips[i]);
  }
  json["mesh"] = stem + ".glb";
  json["texture"] = {{"file", stem + ".vat.bin"},
                     {"pixelFormat", wordOf(rows->format)},
                     {"width", rows->width},
                     {"height", rows->height}};
  if (rows->canaryRow) {
    json["texture"]["canaryRow"] = *rows->canaryRow;
  }

  std::string guide = filled(engineFile(std::string(library.templates) + "/README.md"),
                             {{"@NAME@", input.name},
                              {"@WIDTH@", std::to_string(rows->width)},
                              {"@HEIGHT@", std::to_string(rows->height)},
                              {"@FORMAT@", message(isHalf ? "16-bit floats" : "32-bit floats")},
                              {"@NOTES@", sizeNotes(*rows)},
                              {"@ARRAY@", isHalf ? "Uint16Array" : "Float32Array"},
                              {"@TYPE@", isHalf ? "TEXTURETYPE_HALF_FLOAT" : "TEXTURETYPE_FLOAT"},
                              {"@SOCKET@", socketText(animation, library)},
                              {"@CLIP@", scriptString(animation.clips.front().name)},
                              {"@CLIPS@", joinedNames(animation.clips)}});

  FileGroup own{std::string(library.group) + ": " + input.name, {}};
  own.files.push_back({stem + ".glb", std::move(*glb)});
  own.files.push_back({stem + ".vat.bin", rows->bytes});
  own.files.push_back({stem + ".vat.json", json.dump(1) + "\n"});
  own.files.push_back({input.name + library.page, webPage(library.web, input.name, stem + ".vat.json")});
  own.files.push_back({input.name + library.guide, std::move(guide)});
  return own;
}

}  // namespace texeleton::exporting

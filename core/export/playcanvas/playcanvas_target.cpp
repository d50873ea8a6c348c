#include "core/export/export_targets.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/export/engine_files.h"
#include "core/export/playcanvas/vat_container.h"
#include "core/export/web/matrix_rows.h"
#include "core/export/web/web_files.h"
#include "core/vat/vat_words.h"

namespace texeleton::exporting {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kVatRate = "rate";

constexpr WebPage kPlaycanvasPage = {"PlayCanvas",
                                     "  \"playcanvas\": \"./node_modules/playcanvas/build/playcanvas.mjs\",\n"
                                     "  \"playcanvas/\": \"./node_modules/playcanvas/\"",
                                     "playcanvas/page.mjs", "playcanvas"};

/// The properties of a material that a container cannot hold, for the run-time.
Json surfaceJson(const model::Material& material, bool hasImage) {
  const glm::vec4 color = hasImage ? material.baseColorFactor : glm::vec4(1.0f, 1.0f, 1.0f, material.baseColorFactor.a);
  const char* const alpha = material.alphaMode == model::AlphaMode::Blend  ? "blend"
                            : material.alphaMode == model::AlphaMode::Mask ? "mask"
                                                                           : "opaque";
  // Containers hold the emissive factor, and an emissive image only if it is that of the colour.
  const bool sameImage = material.emissiveTexture.image == material.baseColorTexture.image;
  const bool emits = !material.emissiveTexture.image.isValid() || sameImage;
  const glm::vec3 emission = emits ? material.emissiveFactor : glm::vec3(0.0f);
  return {{"name", material.name},
          {"color", {color.r, color.g, color.b, color.a}},
          {"metallic", material.metallicFactor},
          {"roughness", material.roughnessFactor},
          {"emissive", {emission.r, emission.g, emission.b}},
          {"emissiveFromColor", material.emissiveTexture.image.isValid() && sameImage},
          {"alpha", alpha},
          {"alphaCutoff", material.alphaCutoff},
          {"doubleSided", material.doubleSided},
          {"unlit", material.unlit}};
}

/// The parts of the pack that the containers leave out, as text.
std::vector<std::string> leftOut(const vat::BakedAnimation& animation) {
  std::vector<std::string> words;
  const auto& materials = animation.mesh.materials;
  const auto any = [&materials](auto has) { return std::ranges::any_of(materials, has); };
  if (any([](const model::Material& m) { return m.normalTexture.image.isValid(); })) {
    words.emplace_back(said("normal maps"));
  }
  if (any([](const model::Material& m) {
        return m.metallicRoughnessTexture.image.isValid() || m.occlusionTexture.image.isValid() ||
               m.emissiveTexture.image.isValid();
      })) {
    words.emplace_back(said("images of metalness, roughness, occlusion and emission"));
  }
  if (!animation.mesh.lods.empty()) {
    words.emplace_back(said("levels of detail"));
  }
  if (!animation.variants.empty()) {
    words.emplace_back(said("variants (all meshes are seen)"));
  }
  if (animation.tint) {
    words.emplace_back(said("the tint"));
  }
  return words;
}

std::string leftOutText(const vat::BakedAnimation& animation) {
  std::string text;
  for (const std::string& word : leftOut(animation)) {
    text += (text.empty() ? "\nThe container has no room for: " : ", ") + word;
  }
  return text.empty() ? text : text + ".\n";
}

Result<std::vector<FileGroup>> playcanvasFiles(const ExportInput& input) {
  const vat::BakedAnimation& animation = input.pack.animation;
  const std::string& name = input.name;
  const double rate = input.options.number(kVatRate);
  auto containers = vatContainers(animation, rate);
  TRY(containers);
  const auto sockets = socketRows(animation, rate);
  TRY(sockets);
  Json json = playJson(input.pack, sockets->clips);
  json.erase("variants");
  json["containers"] = Json::array();
  std::string rows;
  FileGroup own{"PlayCanvas: " + name, {}};
  for (VatContainer& container : *containers) {
    const std::string file = name + "." + container.part + ".vat";
    const model::Material material =
        container.material == SIZE_MAX ? model::Material{} : animation.mesh.materials[container.material];
    json["containers"].push_back(
        {{"file", file}, {"crc32", crc32Of(container.bytes)}, {"material", surfaceJson(material, container.hasImage)}});
    if (!container.colors.empty()) {
      const std::string colors = name + "." + container.part + ".colors.bin";
      json["containers"].back()["colors"] = colors;
      own.files.push_back({colors, std::move(container.colors)});
    }
    rows += "| `" + file + "` | " + std::to_string(container.vertexCount) + " vertices, " +
            std::to_string(container.triangleCount) + " triangles; " + std::to_string(container.width) + " × " +
            std::to_string(container.height) + " texels |\n";
    own.files.push_back({file, std::move(container.bytes)});
  }
  if (!animation.sockets.empty()) {
    for (std::size_t i = 0; i < animation.sockets.size(); ++i) {
      json["sockets"][i]["bone"] = i;  // The socket's column in the rows.
    }
    json["texture"] = {{"file", name + ".sockets.bin"},
                       {"pixelFormat", wordOf(sockets->format)},
                       {"width", sockets->width},
                       {"height", sockets->height}};
    own.files.push_back({name + ".sockets.bin", sockets->bytes});
  }
  const std::string socket = animation.sockets.empty()
                                 ? std::string()
                                 : "sword.setLocalPosition(crowd.socketMatrix(7, " +
                                       scriptString(animation.sockets.front().name) + ").getTranslation());\n";
  std::string guide =
      filled(engineFile("playcanvas-page/README.md"),
             {{"@NAME@", name},
              {"@CONTAINERS@", rows},
              {"@NOTES@", leftOutText(animation)},
              {"@FIRST@", json["containers"].empty() ? "" : json["containers"][0]["file"].get<std::string>()},
              {"@SOCKET@", socket},
              {"@CLIP@", scriptString(animation.clips.front().name)},
              {"@CLIPS@", joinedNames(animation.clips)}});
  own.files.push_back({name + ".playcanvas.json", json.dump(1) + "\n"});
  own.files.push_back({name + ".playcanvas.html", webPage(kPlaycanvasPage, name, name + ".playcanvas.json")});
  own.files.push_back({name + ".playcanvas.README.md", std::move(guide)});
  return std::vector<FileGroup>{std::move(own), runTimeGroup("web"), runTimeGroup("web-crowd"),
                                runTimeGroup("playcanvas")};
}

}  // namespace

ExportTarget playcanvasTarget() {
  ExportTarget target{};
  target.name = "playcanvas";
  target.title = "PlayCanvas";
  target.summary = said("A crowd on PlayCanvas' own VatCharacters script: .vat containers, loader and page.");
  target.tested = said(
      "In headless Chromium (WebGL 2) with the npm package and its VatCharacters script: silhouettes against "
      "PlayCanvas' own skinning and materials of the same glTF, shadows, events; sockets against the web run-time's "
      "decoder of packs; containers against core's decoder.");
  target.abilities = {
      {said("Bone and vertex mode, both pixel formats, folded frames"), Plays::Yes,
       said("positions in 16 bits of the bounds")},
      {said("Adaptive frame spacing"), Plays::Partly, said("written out as even frames")},
      {said("Several meshes and materials"), Plays::Yes, said("a container and a draw a material")},
      {said("Materials"), Plays::Partly,
       said("image of the base colour, vertex colours; of the other images the factors")},
      {said("Clip, time and speed per instance"), Plays::Yes, said("also backward")},
      {said("Clips that play once"), Plays::Yes, said("to their last frame")},
      {said("Tint, palette entry and variant per instance"), Plays::No, ""},
      {said("Smooth playback"), Plays::Yes, ""},
      {said("Stepped playback"), Plays::No, ""},
      {said("Events"), Plays::Yes, said("by call-back, each once")},
      {said("Sockets"), Plays::Yes, said("in full orientation")},
      {said("Cross-fades"), Plays::Yes, said("between two clips")},
      {said("Layers"), Plays::No, said("the container holds positions, not bones")},
      {said("Shadows"), Plays::Yes, said("cast and received")},
      {said("Levels of detail"), Plays::No, said("level 0 only")},
      {said("Root motion"), Plays::Partly, said("rootMotionAt() hands it out")},
      {said("Culling"), Plays::Partly, said("of the crowd as a whole")},
  };
  target.options = {
      numberOption(kVatRate, said("Frames a second"),
                   said("The rate of the frames, which are blended; lower ones make smaller files; 0 keeps the "
                        "frames of the bake."),
                   0.0, 0.0, 240.0)};
  target.hidesPack = true;
  target.readsTexels = true;
  target.companions = playcanvasFiles;
  return target;
}

}  // namespace texeleton::exporting

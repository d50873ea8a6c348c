#include "core/export/export_targets.h"

#include "core/export/engine_files.h"
#include "core/export/ktx2_write.h"
#include "core/export/raw/texbin_write.h"
#include "core/vat/encoding.h"

namespace texeleton::exporting {

namespace {

constexpr const char* kRawGuide = R"(# @NAME@ for your own engine

- `@NAME@.ktx2`: the animation texture, @WIDTH@ × @HEIGHT@ texels of @FORMAT@. Upload its one level as it is (no sRGB, no mip
  maps, row 0 first) and read it by whole texels.@ZSTANDARD@
- `@NAME@.texbin`: clips, events, sockets, root motion, mesh, materials, images.
- `texeleton/raw/`: a C header that reads both and plays (no dependency, no allocation), decoders for shaders, an example. All
  characters of this folder share it.

See it: `cd texeleton/raw && cc -O2 -std=c99 example.c -o example -lm && ./example ../../@NAME@ @NAME@.png`

```c
#include "texeleton/raw/texeleton_pack.h"

TexeletonPack pack;  /* a view of the two files, which stay yours */
TexeletonStatus status = texeleton_open(&pack, data, data_bytes, texture, texture_bytes);

TexeletonTicker ticker;
TexeletonFired fired = texeleton_play(&ticker, &pack, texeleton_find_clip(&pack, @CLIP@), 1.0, TEXELETON_FROM_START);

/* each picture */
fired = texeleton_tick(&ticker, delta_seconds);
for (TexeletonFiredEvent e; texeleton_next_event(&fired, &e);) on_event(texeleton_text(&pack, e.event->name));
TexeletonFrames frames = texeleton_frames(&ticker);  /* for the shader */
@SOCKET@```

In the vertex shader (`texeleton_decode.glsl`, `.hlsl`, `.wgsl`):

```glsl
uniform highp sampler2D texeleton_animation;
#include "texeleton_decode.glsl"

@MOMENT@
@DECODE@
gl_Position = view_projection * model * vec4(v.position, 1.0);
```

with `texeleton_layout` = `TexeletonLayout(@WIDTH@u, @ROWS@u)`. Space: right-handed, +Y up, metres, facing +Z; triangles
counter-clockwise from the front.

Clips: @CLIPS@
)";

/// The lines of the vertex shader that compute the shown frames.
std::string momentOf(const vat::BakedAnimation& animation) {
  if (animation.layout.tableFrames == 0) {
    return "TexeletonMoment moment = texeleton_moment(TexeletonFrames(current, next, fraction));";
  }
  return "TexeletonFrames frames = texeleton_stored_frames(texeleton_layout, " +
         std::to_string(vat::tableRow(vat::encodingOf(animation), animation.layout)) +
         "u, TexeletonFrames(current, next, fraction));\n"
         "TexeletonMoment moment = texeleton_moment(frames);";
}

/// The lines of the vertex shader that decode this encoding.
std::string decodingOf(const vat::BakedAnimation& animation) {
  const std::string rows = std::to_string(animation.layout.rowsPerFrame * animation.layout.frameCount) + "u";
  const std::string elements = std::to_string(animation.layout.elementCount);
  const vat::Encoding& encoding = vat::encodingOf(animation);
  const bool isBone = encoding.mode == vat::BakeMode::Bone;
  if (encoding.hasConstants && isBone) {
    return "TexeletonPivots pivots = TexeletonPivots(" + rows + ", 2u * " + elements +
           "u);\n"
           "TexeletonVertex v = texeleton_decode_turns(texeleton_layout, pivots, moment, position, normal, tangent,\n"
           "                                           bone_indices, bone_weights);";
  }
  if (encoding.hasShapes) {
    return "TexeletonShapes shapes = TexeletonShapes(" + std::to_string(animation.layout.shapeCount) + "u, " + rows +
           ", 3u * " + std::to_string(animation.sockets.size()) +
           "u);\n"
           "TexeletonVertex v = texeleton_decode_shapes(texeleton_layout, shapes, moment, element, normal, tangent);";
  }
  if (encoding.hasConstants) {
    return "TexeletonVertex v = texeleton_decode_offset(texeleton_layout, " + rows +
           ", moment, element, normal, tangent);";
  }
  return isBone ? "TexeletonVertex v = texeleton_decode_bone(texeleton_layout, moment, position, normal, tangent,\n"
                  "                                          bone_indices, bone_weights);"
                : "TexeletonVertex v = texeleton_decode_vertex(texeleton_layout, moment, element, normal, tangent);";
}

std::string rawGuide(const vat::BakedAnimation& animation, const std::string& name, bool isPacked) {
  std::string socket;
  if (!animation.sockets.empty()) {
    socket =
        "TexeletonMoment moment = {frames, frames, 0.0f};\nTexeletonSocketPose pose = texeleton_socket_pose(&pack, 0, "
        "&moment);  /* " +
        replaced(animation.sockets.front().name, "*/", "* /") + " */\n";
  }
  constexpr const char* kPacked =
      " It is compressed with Zstandard (KTX2 scheme 2): unpack it first, hand\n  texeleton_open() NULL for the "
      "texture "
      "and set pack.texels.";
  const bool isHalf = animation.pixelFormat == vat::PixelFormat::Rgba16F;
  return filled(kRawGuide, {{"@WIDTH@", std::to_string(animation.layout.width)},
                            {"@HEIGHT@", std::to_string(animation.layout.height)},
                            {"@ROWS@", std::to_string(animation.layout.rowsPerFrame)},
                            {"@FORMAT@", said(isHalf ? "four halves" : "four floats")},
                            {"@MOMENT@", momentOf(animation)},
                            {"@DECODE@", decodingOf(animation)},
                            {"@ZSTANDARD@", isPacked ? kPacked : ""},
                            {"@SOCKET@", socket},
                            {"@NAME@", name},
                            {"@CLIPS@", joinedNames(animation.clips)},
                            {"@CLIP@", quotedText(animation.clips.front().name)}});
}

Result<std::vector<FileGroup>> rawCompanions(const ExportInput& input) {
  const vat::BakedAnimation& animation = input.pack.animation;
  JobContext job;
  const bool isPacked = input.options.flag("zstandard");
  auto texture = ktx2Bytes(animation.texels, isPacked ? Ktx2Compression::Zstandard : Ktx2Compression::None, job);
  TRY(texture);
  auto tables = texbinBytes(animation);
  TRY(tables);
  FileGroup own{message("raw: %1", input.name), {}};
  own.files.push_back({input.name + ".ktx2", *std::move(texture)});
  own.files.push_back({input.name + ".texbin", *std::move(tables)});
  own.files.push_back({input.name + ".README.md", rawGuide(animation, input.name, isPacked)});
  return std::vector<FileGroup>{std::move(own), runTimeGroup("raw")};
}

}  // namespace

ExportTarget rawTarget() {
  ExportTarget target{};
  target.name = "raw";
  target.title = said("Your own engine");
  target.summary = said(
      "The texture as KTX2, mesh and tables in one file, a C header that reads both, and decoders in GLSL, HLSL and "
      "WGSL.");
  target.tested = said(
      "The C header as C99 and C++ under sanitizers, against the test vectors and damaged files; the KTX2 read by "
      "ktx-parse; GLSL and HLSL (compiled by glslang, executed on the software Vulkan device) and WGSL (in headless "
      "Chromium) against core's decoder; the example draws both samples. HLSL was not compiled by dxc or fxc.");
  target.abilities = {
      {said("Bone and vertex mode, both pixel formats, folded frames"), Plays::Yes, ""},
      {said("All encodings"), Plays::Yes, said("quaternion, offset16 and basis too")},
      {said("Adaptive frame spacing"), Plays::Yes, said("frame tables")},
      {said("Smooth and stepped playback"), Plays::Yes, ""},
      {said("Events"), Plays::Yes, said("each once, by asking after a step")},
      {said("Sockets"), Plays::Yes, said("in full orientation, also during cross-fades")},
      {said("Cross-fades"), Plays::Yes, said("between two clips")},
      {said("Layers"), Plays::Yes, said("a second clip on the bones of a mask; sockets too")},
      {said("A crowd's time in integers"), Plays::Yes, said("the same bits on CPU and GPU")},
      {said("Root motion"), Plays::Yes, said("handed out")},
      {said("Levels of detail, variants, tint"), Plays::Yes, said("as tables; drawing is your engine's")},
      {said("Drawing, shadows, culling"), Plays::No, said("your engine's")},
  };
  target.options = {
      flagOption("zstandard", "Zstandard",
                 said("Compresses the texture; your program unpacks it before it hands it to the header and the "
                      "GPU."),
                 false)};
  target.hidesPack = true;
  target.readsTexels = true;
  target.encodings = {"matrix3x4", "quaternion", "positionNormal", "offset16", "basis"};
  target.playsLayers = true;
  target.companions = rawCompanions;
  return target;
}

}  // namespace texeleton::exporting

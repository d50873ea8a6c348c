#include "app/cli/render_arguments.h"

#include "app/cli/gpu_application.h"
#include "app/cli/mask_argument.h"
#include "app/cli/option_values.h"
#include "core/vat/vat_words.h"
#include "viewport/rhi/gpu_device.h"
#include "viewport/scene/crowd/crowd.h"
#include "viewport/scene/scene.h"

namespace texeleton::cli {

namespace {

constexpr double kLatestFade = 1e6;  // Before a crowd re-bases its time, so that earlier moments can be drawn too.

}  // namespace

void addOptions(CLI::App& command, RenderArguments& arguments) {
  namesPath(
      command.add_option("PACK_OR_MODEL", arguments.input,
                         "A pack (NAME.texpack), or a model or recipe (NAME.texeleton), which is baked in memory"),
      "FILE|PACK")
      ->required();
  namesPath(command.add_option("-o,--output", arguments.output, "The picture to write, NAME.png"), "FILE")->required();
  command.add_option("--size", arguments.size, "Width and height in pixels")->type_name("WxH")->capture_default_str();
  command.add_option("--instances", arguments.instances, "Number of characters")
      ->check(numberIn(1, viewport::Crowd::kMaxInstances))
      ->capture_default_str();
  command.add_option("--layout", arguments.layout, "Arrangement of the crowd")
      ->check(oneOf(allWords<viewport::CrowdLayout>()))
      ->capture_default_str();
  command.add_option("--spacing", arguments.spacing, "Metres between neighbours (default: by the model's size)")
      ->check(numberIn(1e-6, 1e6));
  command.add_option("--seed", arguments.seed, "Random seed of the crowd")->capture_default_str();
  command
      .add_option("--clip", arguments.clip,
                  "The clip: its name, or # and its number from 0 (default: the first; for a crowd all clips)")
      ->type_name("NAME|#INDEX");
  command
      .add_option("--variant", arguments.variant,
                  "The variant of the pack (default: the first; for a crowd all variants)")
      ->type_name("NAME");
  CLI::Option* layer = command
                           .add_option("--layer", arguments.layer,
                                       "A second clip that some bones play over the first, such as an attack over a "
                                       "run; --layer-mask, --layer-from or --layer-bone select the bones")
                           ->type_name("NAME|#INDEX");
  command
      .add_option("--layer-from", arguments.layerFrom,
                  "The bone where the layer begins, such as the spine; may be repeated")
      ->type_name("BONE")
      ->needs(layer);
  CLI::Option* const mask =
      command.add_option("--layer-mask", arguments.layerMask, "The mask of the pack with the bones of the layer")
          ->type_name("NAME")
          ->needs(layer)
          ->excludes("--layer-from");
  command
      .add_option("--layer-bone", arguments.layerBones,
                  "A bone and its weight in the layer, 0 to 1, as in head:0.5; overrides --layer-from; may be repeated")
      ->type_name("BONE:WEIGHT")
      ->needs(layer)
      ->excludes(mask);
  command
      .add_option("--layer-soft", arguments.layerSoft,
                  "Number of bones over which the weight rises, from the bone where the layer begins")
      ->check(numberIn(0, 100))
      ->needs(layer)
      ->capture_default_str();
  command.add_option("--layer-share", arguments.layerShare, "Weight of the layer, 0 to 1")
      ->check(numberIn(0, 1))
      ->needs(layer)
      ->capture_default_str();
  command.add_option("--time", arguments.time, "Seconds since the start")->check(numberIn(0.0, 1e9));
  CLI::Option* const fade = command
                                .add_option("--fade-to", arguments.fadeTo,
                                            "Cross-fade to this clip from its start (in a crowd from different times), "
                                            "as the animation texture does; --time selects the moment of the fade")
                                ->type_name("NAME|#INDEX");
  command.add_option("--fade-seconds", arguments.fadeSeconds, "Duration of the fade")
      ->check(numberIn(0.001, viewport::Crowd::kMostFadeSeconds))
      ->needs(fade)
      ->capture_default_str();
  command.add_option("--fade-at", arguments.fadeAt, "Start of the fade, in seconds")
      ->check(numberIn(0.0, kLatestFade))
      ->needs(fade)
      ->capture_default_str();
  command.add_option("--view", arguments.view, "Shading of surfaces")
      ->check(oneOf(allWords<viewport::ViewMode>()))
      ->capture_default_str();
  command
      .add_option(
          "--path", arguments.path,
          "Posing method: the animation texture, or skinning in every frame; hybrid: near characters are skinned")
      ->check(oneOf(allWords<viewport::DrawPath>()))
      ->capture_default_str();
  command
      .add_option("--compare", arguments.compare,
                  "Show two paths in one picture: side by side, or overlaid in two colours")
      ->check(oneOf(allWords<viewport::Comparison>()))
      ->capture_default_str();
  command.add_option("--compare-with", arguments.compareWith, "Posing method to compare with")
      ->check(oneOf(allWords<viewport::DrawPath>()))
      ->capture_default_str();
  command.add_option("--split-at", arguments.splitAt, "Position of the split, 0 to 1")
      ->check(numberIn(0, 1))
      ->capture_default_str();
  command
      .add_option("--heat-limit", arguments.heatLimit,
                  "Millimetres at the end of the heat map's scale (default: by the error)")
      ->check(numberIn(1e-6, 1e6));
  command.add_flag("--figures", arguments.figures,
                   "Also print the cost of texture, compute skinning and CPU skinning for this crowd");
  command.add_flag("--sockets", arguments.sockets, "Show the axes of sockets");
  command.add_flag("--socket-objects", arguments.socketObjects, "Show a dagger at each socket");
  command.add_option("--skeleton", arguments.skeleton, "Show the bones of the model, faint or opaque behind surfaces")
      ->check(oneOf({"none", "faded", "on-top"}))
      ->capture_default_str();
  command.add_flag("--hud", arguments.hud, "Show statistics in the corner");
  command
      .add_option(
          "--near", arguments.nearMetres,
          "With hybrid: distance in metres below which characters are skinned (default: eight times the model's size)")
      ->check(numberIn(1e-3, 1e6));
  command
      .add_option("--gaze", arguments.gaze,
                  "Node of skinned characters that turns to the camera; not for the animation texture")
      ->type_name("NODE");
  command.add_flag("--no-culling", arguments.noCulling, "Disable culling");
  CLI::Option* noLevels =
      command.add_flag("--no-levels", arguments.noLevels, "Draw the finest level of detail everywhere");
  command
      .add_option("--level", arguments.level,
                  "Draw this level of detail everywhere (0: the finest; the coarsest if there are fewer)")
      ->type_name("N")
      ->excludes(noLevels)
      ->check(numberIn(0, 64));
  command
      .add_option(
          "--impostors", arguments.impostorPixels,
          "Draw characters whose longest side has at most this many pixels (32 unless given) as impostors: baked "
          "views from many directions, lit like the mesh")
      ->type_name("[PIXELS]")
      ->expected(0, 1)
      ->default_str("32")
      ->check(numberIn(1, 100));
  command
      .add_option("--normals", arguments.normals,
                  "Draw the normals of the vertices in the drawn pose; their length is a share of the model's size")
      ->expected(0, 1)
      ->default_str("0.02")
      ->check(numberIn(0, 1))
      ->type_name("SHARE");
  command
      .add_option("--tangents", arguments.tangents,
                  "Draw the tangents likewise; with --normals both have the larger length")
      ->expected(0, 1)
      ->default_str("0.02")
      ->check(numberIn(0, 1))
      ->type_name("SHARE");
  command.add_flag("--wireframe", arguments.wireframe, "Edges only");
  CLI::Option* const tessellation =
      command
          .add_option("--tessellation", arguments.tessellation,
                      "Subdivide each edge of a triangle into at most this many segments (16 unless given) by its "
                      "length in the "
                      "picture; surfaces are rounded by their normals and displaced by the heights of normal maps")
          ->expected(0, 1)
          ->default_str("16")
          ->check(numberIn(1, static_cast<double>(viewport::kMostTessellation)))
          ->type_name("SEGMENTS");
  command.add_option("--segment-pixels", arguments.segmentPixels, "Minimum length of a segment, in pixels")
      ->check(numberIn(0.5, 1000))
      ->needs(tessellation)
      ->capture_default_str();
  command
      .add_option("--displacement", arguments.displacement,
                  "Largest displacement inward and outward, as a share of the model's size")
      ->check(numberIn(0, 1))
      ->needs(tessellation)
      ->capture_default_str();
  command.add_flag("--stepped", arguments.stepped, "Disable interpolation between frames");
  command.add_flag("--no-grid", arguments.noGrid, "Hide the grid");
  command
      .add_option("--turntable", arguments.turntable,
                  "Number of pictures of a full turn, NAME-001.png …, a thirtieth of a second apart, and NAME.png as "
                  "an animation")
      ->check(numberIn(2, 999));
  arguments.camera.addTo(command);
  arguments.stage.addTo(command);
  addBackendOption(command, arguments.backend);
  command.add_option("--mode", arguments.mode, "Mode in which a model is baked (default: bone; for a recipe its mode)")
      ->check(oneOf(allWords<vat::BakeMode>()));
  arguments.attached.addTo(command);
  arguments.motion.addTo(command);
  arguments.import.addTo(command);
  arguments.animator.addTo(command);
  command.get_option("--animator")->excludes("--gaze");
  fade->excludes("--animator");
}

}  // namespace texeleton::cli

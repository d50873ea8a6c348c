#pragma once

#include <QSize>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/attach_arguments.h"
#include "app/cli/camera_arguments.h"
#include "app/cli/import_arguments.h"
#include "app/cli/render_animator.h"
#include "viewport/scene/crowd/crowd.h"
#include "viewport/scene/scene.h"

namespace texeleton::cli {

/// The arguments of `render`.
struct RenderArguments {
  std::string input;
  std::string output;
  std::string size = "1280x720";
  std::uint32_t instances = 1;
  std::string layout = "grid";
  float spacing = 0.0f;
  std::uint64_t seed = 1;
  std::string clip;
  std::string variant;
  double time = 0.0;
  std::string fadeTo;
  double fadeSeconds = viewport::kUsualFadeSeconds;
  double fadeAt = 0.0;
  std::string view = "lit";
  std::string path = "texture";
  std::string compare = "none";
  std::string compareWith = "compute";
  float splitAt = 0.5f;
  double heatLimit = 0.0;
  bool hud = false;
  bool figures = false;
  bool sockets = false;
  bool socketObjects = false;
  std::string skeleton = "none";
  float normals = 0.0f;
  float tangents = 0.0f;
  bool wireframe = false;
  float tessellation = 0.0f;
  float segmentPixels = viewport::ViewOptions().tessellationPixels;
  float displacement = viewport::ViewOptions().displacement;
  bool stepped = false;
  bool noGrid = false;
  bool noCulling = false;
  bool noLevels = false;
  std::optional<std::uint32_t> level;
  float nearMetres = 0.0f;
  float impostorPixels = 0.0f;
  std::string layer;
  std::vector<std::string> layerFrom;
  std::string layerMask;
  std::vector<std::string> layerBones;
  std::uint32_t layerSoft = 1;
  float layerShare = 1.0f;
  std::string gaze;
  CameraArguments camera;
  StageArguments stage;
  std::uint32_t turntable = 0;
  std::string backend;
  std::string mode;
  ImportArguments import;
  MotionArguments motion;
  AttachArguments attached;
  AnimatorArguments animator;

  QSize pixels;
};

/// Adds the options of `render` to its command.
void addOptions(CLI::App& command, RenderArguments& arguments);

}  // namespace texeleton::cli

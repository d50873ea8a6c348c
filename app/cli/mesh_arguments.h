#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/bake/bake_settings.h"

namespace texeleton::cli {

/// The options that choose meshes by name.
struct MeshFilterArguments {
  std::vector<std::string> show;
  std::vector<std::string> hide;
  bool noAuthoredLods = false;

  void addTo(CLI::App& command);
  /// Overrides the settings of `choice` by the given ones.
  void apply(meshes::MeshChoice& choice) const;
  /// Throws CLI errors for what cannot be read, so that they end as wrong usage.
  void check() const;
};

/// The options about meshes, variants, levels of detail and tint that a bake has.
struct MeshArguments {
  MeshFilterArguments filter;
  std::vector<std::string> variants;  ///< NAME=REGEX
  std::vector<double> lods;
  std::vector<std::string> tint;  ///< material=REGEX, color=CHANNEL, texture=NAME.CHANNEL, palette=U,V,COUNT

  void addTo(CLI::App& command);
  void apply(bake::BakeSettings& settings) const;
  void check() const;
};

}  // namespace texeleton::cli

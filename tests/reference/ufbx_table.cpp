// ufbx_table FOLDER: bakes every animated or skinned .fbx below the folder in vertex mode with 32-bit floats, and
// compares the vertices at frames over all clips with those of ufbx, a reader that shares no code with core. Prints a
// row per file and the table of their sums. Files that ufbx rejects, and those of FBX 6 and older, are counted and left
// out. Exit code 1 if a file differs without an issue that reports it.
//
// It is built by hand, with the folder of ufbx.c and ufbx.h (its repository, which has the test data in data/):
//   cmake --preset release -DTEXELETON_UFBX=UFBX && cmake --build --preset release --target ufbx_table
//   build/release/bin/ufbx_table UFBX/data
#include <ufbx.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <vector>

#include "core/pipeline/add_dual_quaternions.h"
#include "core/pipeline/load_model.h"
#include "core/pipeline/pack_job.h"

namespace fs = std::filesystem;
using namespace texeleton;

namespace {

constexpr double kAlike = 3e-4;     // A share of the size of the model.
constexpr double kMostFrames = 24;  // Per clip; longer ones are baked at a lower rate.
constexpr double kMoment = 1e-6;    // Seconds. Values may jump at a frame.
constexpr std::uint32_t kOldestVersion = 7000;

using Points = std::vector<glm::dvec3>;
using Scene = std::unique_ptr<ufbx_scene, decltype(&ufbx_free_scene)>;

glm::dvec3 toGlm(const ufbx_vec3& v) { return {v.x, v.y, v.z}; }

Scene load(const fs::path& file) {
  ufbx_load_opts options{};
  options.target_axes = ufbx_axes_right_handed_y_up;
  options.target_unit_meters = 1.0;
  options.space_conversion = UFBX_SPACE_CONVERSION_TRANSFORM_ROOT;
  ufbx_error error;
  return {ufbx_load_file(file.c_str(), &options, &error), &ufbx_free_scene};
}

bool isWanted(const ufbx_scene& scene) {
  return scene.meshes.count != 0 && (scene.skin_deformers.count != 0 || scene.anim_curves.count != 0);
}

/// The vertices of all faces at a time of a take, in metres with +Y up.
Points verticesAt(const ufbx_scene& scene, const ufbx_anim* anim, double seconds) {
  ufbx_evaluate_opts options{};
  options.evaluate_skinning = true;
  ufbx_error error;
  const Scene posed(ufbx_evaluate_scene(&scene, anim, seconds, &options, &error), &ufbx_free_scene);
  Points points;
  for (std::size_t n = 0; posed && n < posed->nodes.count; ++n) {
    const ufbx_node& node = *posed->nodes[n];
    if (node.mesh == nullptr) {
      continue;
    }
    const ufbx_mesh& mesh = *node.mesh;
    std::vector<bool> isUsed(mesh.num_vertices, false);
    for (std::size_t f = 0; f < mesh.faces.count; ++f) {
      const ufbx_face& face = mesh.faces[f];
      for (std::uint32_t i = 0; face.num_indices > 2 && i < face.num_indices; ++i) {
        isUsed[mesh.vertex_indices[face.index_begin + i]] = true;
      }
    }
    for (std::size_t v = 0; v < mesh.num_vertices; ++v) {
      if (isUsed[v]) {
        const ufbx_vec3 place = mesh.skinned_position.values[v];
        points.push_back(
            toGlm(mesh.skinned_is_local ? ufbx_transform_position(&node.geometry_to_world, place) : place));
      }
    }
  }
  return points;
}

Points verticesIn(const vat::BakedAnimation& baked, std::uint32_t frame) {
  Points points;
  for (std::uint32_t v = 0; v < baked.mesh.vertexCount(); ++v) {
    const std::uint32_t t = baked.mesh.elements[v] * 2;
    const vat::TextureLayout& layout = baked.layout;
    const glm::vec4 texel = baked.texels.texel(t % layout.width, frame * layout.rowsPerFrame + t / layout.width);
    points.emplace_back(texel.x, texel.y, texel.z);
  }
  return points;
}

/// Moments × points of one reader.
using Paths = std::vector<Points>;

/// The largest distance of a point's path in `from` to the nearest path in `to`.
double farthest(const Paths& from, const Paths& to) {
  const std::size_t count = to.front().size();
  if (count == 0) {
    return from.front().empty() ? 0.0 : HUGE_VAL;
  }
  double worst = 0.0;
  std::size_t guess = 0;
  for (std::size_t i = 0; i < from.front().size(); ++i) {
    double nearest = HUGE_VAL;
    for (std::size_t k = 0; k < count && nearest > worst; ++k, guess = (guess + 1) % count) {
      double apart = 0.0;
      for (std::size_t t = 0; t < from.size() && apart < nearest; ++t) {
        const glm::dvec3 way = from[t][i] - to[t][guess];
        apart = std::max(apart, glm::dot(way, way));
      }
      nearest = std::min(nearest, apart);
    }
    worst = std::max(worst, nearest);
  }
  return std::sqrt(worst);
}

double difference(const Paths& a, const Paths& b) { return std::max(farthest(a, b), farthest(b, a)); }

struct Sums {
  int alike = 0;
  int told = 0;
  int silent = 0;
  int old = 0;
  int refused = 0;
};

void check(const fs::path& file, const fs::path& root, Sums& sums) {
  const Scene scene = load(file);
  if (!scene) {
    ++sums.refused;
    return;
  }
  if (!isWanted(*scene)) {
    return;
  }
  if (scene->metadata.version < kOldestVersion) {
    ++sums.old;
    return;
  }
  const std::string name = fs::relative(file, root).string();
  JobContext job;
  pipeline::PackJob pack;
  pack.source.model = file;
  pack.source.import.options.hidden = true;
  pack.settings.mode = vat::BakeMode::Vertex;
  pack.settings.pixelFormat = vat::PixelFormat::Rgba32F;
  pack.settings.size = vat::SizeRule::Exact;
  pack.settings.maxSize = 32768;
  pack.settings.loop = bake::LoopMode::Off;
  pack.measure = false;
  const auto tell = [&](const char* difference, const std::string& text) {
    std::printf("| %s | %s | %s |\n", name.c_str(), difference, text.c_str());
    std::fflush(stdout);
  };
  const auto imported = pipeline::loadModel(pack.source, job);
  if (!imported) {
    ++sums.told;
    return tell("–", imported.error().message);
  }
  std::shared_ptr<const model::Model> model = *imported;
  if (model->clips.empty()) {
    auto still = std::make_shared<model::Model>(*model);
    still->clips.emplace_back().name = "rest";
    still->pointSets.clear();
    std::for_each(still->parts.begin(), still->parts.end(), [](model::MeshPart& part) { part.pointSet = {}; });
    model = pipeline::addDualQuaternions(still);
  }
  for (std::size_t i = 0; i < model->clips.size(); ++i) {
    bake::ClipSelection selection;
    selection.clip = ClipIndex(i);
    selection.sampleRateHz = std::min(30.0, kMostFrames / std::max(1e-3, model->clips[i].lengthSeconds));
    pack.settings.clips.push_back(std::move(selection));
  }
  const auto result = pipeline::runPackJob(pack, model, job);
  if (!result) {
    ++sums.told;
    return tell("–", result.error().message);
  }
  std::string told;
  for (const Issue& issue : model->issues) {
    if (issue.severity == Severity::Warning && !issue.text.contains("the unit is probably wrong")) {
      told += (told.empty() ? "" : "; ") + std::string(issue.text.c_str());
    }
  }
  const vat::BakedAnimation& baked = result->pack.animation;
  const double alike = kAlike * baked.sizeMetres;
  Paths ours;
  Paths theirs;
  for (const vat::BakedClip& clip : baked.clips) {
    const auto* const stack = std::find_if(scene->anim_stacks.begin(), scene->anim_stacks.end(),
                                           [&](const ufbx_anim_stack* s) { return clip.name == s->name.data; });
    const ufbx_anim* anim = stack != scene->anim_stacks.end() ? (*stack)->anim : scene->anim;
    for (std::uint32_t frame = 0; frame < clip.frameCount; ++frame) {
      ours.push_back(verticesIn(baked, clip.frameBegin + frame));
      const auto ticks = static_cast<double>(scene->metadata.ktime_second);  // Keys are at whole ticks.
      const double seconds = std::round((clip.source.fromSeconds + frame / clip.frameRate) * ticks) / ticks;
      theirs.push_back(verticesAt(*scene, anim, seconds));
      for (const double moment : {seconds - kMoment, seconds + kMoment}) {
        if (difference({ours.back()}, {theirs.back()}) > alike) {
          theirs.back() = verticesAt(*scene, anim, moment);
        }
      }
    }
  }
  const double found = difference(ours, theirs) / baked.sizeMetres;
  ++(found <= kAlike ? sums.alike : told.empty() ? sums.silent : sums.told);
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), "%.2g", found);
  tell(number.data(), found <= kAlike ? std::string() : told);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: ufbx_table FOLDER\n");
    return 2;
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(argv[1])) {
    const bool isFuzz = entry.path().string().find("fuzz") != std::string::npos;
    if (entry.is_regular_file() && entry.path().extension() == ".fbx" && !isFuzz) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::printf("| file | largest difference, of the size | what is told |\n|---|---|---|\n");
  Sums sums;
  for (const fs::path& file : files) {
    check(file, argv[1], sums);
  }
  std::printf(
      "\n| within %g of the size | differing and told | differing in silence | FBX 6 and older | ufbx refuses |\n"
      "|---|---|---|---|---|\n| %d | %d | %d | %d | %d |\n",
      kAlike, sums.alike, sums.told, sums.silent, sums.old, sums.refused);
  return sums.silent == 0 ? 0 : 1;
}

#include "core/pack/check_surface.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/pack/pack_names.h"

namespace texeleton::pack {

namespace {

using Problem = std::optional<Message>;

template <class T>
bool isAscending(const std::vector<T>& values) {
  return std::adjacent_find(values.begin(), values.end(), [](const T& a, const T& b) { return !(a < b); }) ==
         values.end();
}

Problem checkRanges(const vat::BakedAnimation& a, const vat::BakedSourceMesh& mesh, const std::string& where) {
  for (std::size_t i = 0; i < mesh.ranges.size(); ++i) {
    const vat::BakedRange& range = mesh.ranges[i];
    const std::string here = where + placeInList(".ranges", i, "%1");
    if (range.lod > a.mesh.lods.size()) {
      return message("%1.lod: there is no such level", here);
    }
    if (range.firstIndex % 3 != 0 || range.indexCount % 3 != 0 || range.indexCount == 0) {
      return message("%1: its indices are no whole triangles", here);
    }
    if (i > 0 &&
        std::tie(mesh.ranges[i - 1].lod, mesh.ranges[i - 1].primitive) >= std::tie(range.lod, range.primitive)) {
      return message("%1: is not behind the one before it in level and primitive", here);
    }
  }
  return std::nullopt;
}

Problem checkMeshes(const vat::BakedAnimation& a) {
  std::set<std::pair<std::string_view, std::string_view>> names;
  for (std::size_t i = 0; i < a.meshes.size(); ++i) {
    const vat::BakedSourceMesh& mesh = a.meshes[i];
    if (!isPackName(mesh.name) || !isPackName(mesh.node) || !isPackName(mesh.group)) {
      return placeInList("meshes", i, said("%1: a name is too long or holds control characters"));
    }
    if (!names.emplace(mesh.name, mesh.node).second) {
      return placeInList("meshes", i, said("%1: another one has the same name and node"));
    }
    if (auto problem = checkRanges(a, mesh, placeInList("meshes", i, "%1"))) {
      return problem;
    }
  }
  return std::nullopt;
}

Problem checkVariants(const vat::BakedAnimation& a) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < a.variants.size(); ++i) {
    const vat::BakedVariant& variant = a.variants[i];
    if (variant.name.empty() || !isPackName(variant.name)) {
      return placeInList("variants", i, said("%1.name: is empty, too long or holds control characters"));
    }
    if (!names.insert(variant.name).second) {
      return placeInList("variants", i, said("%1.name: another one is called so"));
    }
    if (variant.meshes.empty() || !isAscending(variant.meshes) || variant.meshes.back() >= a.meshes.size()) {
      return placeInList("variants", i, said("%1.meshes: are not numbers of meshes in ascending order"));
    }
  }
  return std::nullopt;
}

Problem checkTint(const vat::BakedAnimation& a) {
  if (!a.tint) {
    return std::nullopt;
  }
  const vat::BakedTint& tint = *a.tint;
  if ((tint.perVertex ? 1 : 0) + (tint.textures.empty() ? 0 : 1) + (tint.palette ? 1 : 0) != 1) {
    return message("tint: has not exactly one of attribute, textures (not empty) and palette");
  }
  for (std::size_t i = 1; i < tint.textures.size(); ++i) {
    if (!(tint.textures[i - 1].material < tint.textures[i].material)) {
      return placeInList("tint.textures", i, said("%1.material: is not above the one before it"));
    }
  }
  if (tint.palette) {
    const vat::TintPalette& palette = *tint.palette;
    if (!(std::abs(palette.stepU) <= 1.0) || !(std::abs(palette.stepV) <= 1.0) || palette.entryCount < 1 ||
        palette.entryCount > 65536 || !isAscending(palette.materials)) {
      return message("tint.palette: steps or entries are out of range, or its materials are not in ascending order");
    }
  }
  return std::nullopt;
}

/// Checks that the meshes' ranges cover each primitive of a level from its first index to its last.
Problem checkCover(const vat::BakedAnimation& a) {
  std::vector<vat::BakedRange> runs;
  for (const vat::BakedSourceMesh& mesh : a.meshes) {
    runs.insert(runs.end(), mesh.ranges.begin(), mesh.ranges.end());
  }
  std::ranges::sort(runs, {}, [](const vat::BakedRange& r) { return std::tie(r.lod, r.primitive, r.firstIndex); });
  std::size_t next = 0;
  for (std::uint32_t lod = 0; lod <= a.mesh.lods.size(); ++lod) {
    const auto& primitives = a.mesh.primitivesOf(lod);
    for (std::uint32_t p = 0; p < primitives.size(); ++p) {
      std::uint64_t covered = 0;
      while (next < runs.size() && runs[next].lod == lod && runs[next].primitive == p &&
             runs[next].firstIndex == covered) {
        covered += runs[next++].indexCount;
      }
      if (covered != primitives[p].indexCount) {
        return message("meshes: their ranges do not cover primitive %1 of lod%2 once", p, lod);
      }
    }
  }
  return next == runs.size() ? std::nullopt : Problem(message("meshes: a range names a primitive that is not there"));
}

}  // namespace

Message placeInList(const char* list, std::size_t i, const char* format) {
  return message(format, std::string(list) + "[" + std::to_string(i) + "]");
}

std::optional<Message> checkSurface(const vat::BakedAnimation& a) {
  for (const auto check : {checkMeshes, checkVariants, checkTint}) {
    if (auto problem = check(a)) {
      return problem;
    }
  }
  return std::nullopt;
}

std::optional<Message> checkSurfaceOfMesh(const vat::BakedAnimation& a) {
  if (!a.meshes.empty()) {
    if (auto problem = checkCover(a)) {
      return problem;
    }
  }
  const vat::BakedMesh& mesh = a.mesh;
  if (mesh.tint.size() != (a.tint && a.tint->perVertex ? mesh.vertexCount() : 0)) {
    return message("_TINT: is not there where the manifest's tint names it, or there where it does not");
  }
  if (!std::all_of(mesh.tint.begin(), mesh.tint.end(), [](float t) { return t >= 0.0f && t <= 1.0f; })) {
    return message("_TINT: holds a value that is not within 0 and 1");
  }
  if (!a.tint) {
    return std::nullopt;
  }
  for (const vat::TintTexture& texture : a.tint->textures) {
    if (texture.material.value >= mesh.materials.size() || texture.image.value >= mesh.images.size() ||
        texture.uvSet > 1) {
      return message("tint.textures: names a material, an image or texture coordinates that are not there");
    }
  }
  if (a.tint->palette && !a.tint->palette->materials.empty() &&
      a.tint->palette->materials.back().value >= mesh.materials.size()) {
    return message("tint.palette.materials: there is no such material");
  }
  return std::nullopt;
}

}  // namespace texeleton::pack

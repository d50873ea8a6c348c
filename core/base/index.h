#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace texeleton {

/// Stands for "none" in tables of plain indices.
inline constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

/// A strongly typed index. `kInvalid` stands for "none".
template <class Tag>
struct Index {
  static constexpr std::uint32_t kInvalid = kNoIndex;

  std::uint32_t value = kInvalid;

  constexpr Index() = default;
  constexpr explicit Index(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}

  constexpr bool isValid() const { return value != kInvalid; }
  constexpr explicit operator bool() const { return isValid(); }
  friend constexpr auto operator<=>(Index, Index) = default;
};

using NodeIndex = Index<struct NodeTag>;          ///< into Model::nodes
using JointIndex = Index<struct JointTag>;        ///< into the palette (Model::palette, BakedAnimation::bones)
using PartIndex = Index<struct PartTag>;          ///< into Model::parts
using MorphSetIndex = Index<struct MorphSetTag>;  ///< into Model::morphSets
using PointSetIndex = Index<struct PointSetTag>;  ///< into Model::pointSets
using MaterialIndex = Index<struct MaterialTag>;  ///< into the materials
using ImageIndex = Index<struct ImageTag>;        ///< into the images
using ClipIndex = Index<struct ClipTag>;          ///< into Model::clips or BakedAnimation::clips
using SocketIndex = Index<struct SocketTag>;      ///< into BakedAnimation::sockets

}  // namespace texeleton

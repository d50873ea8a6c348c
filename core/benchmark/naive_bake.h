#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::benchmark {

/// A naive bake with GLM: frame by frame, a binary search for each channel, glm::slerp, translate · rotate · scale, a
/// recursion down the node tree with 4×4 matrices, one vertex after the other, the inverse transpose for its normal,
/// glm::packHalf. Float32 throughout, one number at a time. The baseline of the fast bake, with the same texels except
/// for rounding.
class NaiveBake {
 public:
  explicit NaiveBake(const model::Model& model);

  /// Writes the frames of the clips as half texels: 3 per palette entry.
  void bakeBones(std::span<const vat::BakedClip> clips, const vat::TextureLayout& layout, vat::TexelBuffer& texels);
  /// Position and normal of each vertex, 2 texels at its element.
  void bakeVertices(std::span<const vat::BakedClip> clips, std::span<const std::uint32_t> elements,
                    const vat::TextureLayout& layout, vat::TexelBuffer& texels);
  /// The same as "offset16", 1 texel at its element: coordinates as shares of the range, the best of the four
  /// octahedral codes around the normal.
  void bakeOffsets(std::span<const vat::BakedClip> clips, std::span<const std::uint32_t> elements,
                   const glm::vec4* range, const vat::TextureLayout& layout, vat::TexelBuffer& texels);

 private:
  struct NodeTracks {
    const model::Track* translation = nullptr;
    const model::Track* rotation = nullptr;
    const model::Track* scale = nullptr;
  };
  struct Vertex {
    glm::vec3 position{0.0f};
    glm::vec3 normal{0.0f};
  };
  void useClip(const model::Clip& clip);
  Vertex skinned(std::size_t v) const;
  void evaluate(double seconds);
  void visit(std::size_t node, const glm::mat4& parent, double seconds);

  const model::Model& m_model;
  const model::Clip* m_clip = nullptr;
  std::vector<std::vector<std::size_t>> m_children;
  std::vector<NodeTracks> m_tracks;
  std::vector<glm::mat4> m_inverseBinds;
  std::vector<glm::mat4> m_worlds;
  std::vector<glm::mat4> m_skin;
};

}  // namespace texeleton::benchmark

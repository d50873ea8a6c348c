#include "core/bake/encoding/fit_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "core/bake/encoding/shape_kernels.h"
#include "core/bake/encoding/symmetric_matrix.h"
#include "core/base/parallel.h"
#include "core/vat/encoding.h"
#include "core/vat/shape_bounds.h"
#include "core/vat/texel_buffer.h"

namespace texeleton::bake {

namespace {

constexpr std::uint32_t kShapeLanes = vat::StoredShapes::kLanes;
constexpr std::uint32_t kAxesBlock = kShapeLanes * 3;  ///< Numbers of eight elements' positions, or normals.
constexpr std::uint32_t kMostLearned = 1024;           ///< More frames hardly change the shapes.
constexpr std::size_t kLearnedBytes = std::size_t{1} << 30;
constexpr std::uint32_t kLeastLearned = 2 * vat::kMaxShapes;
constexpr std::size_t kMostWeighed = 4 * animation::kFrameLanes;  ///< Frames weighed at once.
constexpr std::size_t kWaitingBytes = std::size_t{16} << 20;
constexpr std::size_t kSpare = 8;  ///< Extra directions of the search, which improve the accuracy of the requested
                                   ///< ones.
/// The length that a normal's offset of 1 corresponds to, as a share of the size: a compromise between normals and
/// positions. Five times as much tripled the error of positions of the bundled banner with eight shapes; a tenth made
/// the normals of the knight ten times worse.
constexpr double kNormalShare = 0.001;
/// Components below this share of the first are rounding.
constexpr double kNoComponent = 1e-6;

std::size_t upTo(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

/// A row-major matrix of `columns` columns.
struct Matrix {
  std::size_t rows;
  std::size_t columns;
  std::vector<animation::LaneValue> values;

  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c / animation::kFrameLanes) {}
  float* row(std::size_t r) { return numbersOf(values) + r * columns; }
  const float* row(std::size_t r) const { return numbersOf(values) + r * columns; }
};

/// c += a·b, with rows distributed among threads.
void multiply(const MatrixView& a, std::size_t depth, const Matrix& b, Matrix& c, unsigned threads,
              const JobContext& job) {
  const std::size_t grain = std::max<std::size_t>(24, upTo(c.rows / 16, 24));  // b is read once per chunk.
  parallelFor(c.rows, grain, threads, job, [&](std::size_t begin, std::size_t end) {
    MatrixView part = a;
    part.data += begin * a.rowStride;
    addProduct(part, end - begin, depth, b.row(0), b.columns, c.row(begin));
  });
}

/// Products of columns with each other.
SymmetricMatrix gram(const Matrix& m, unsigned threads, const JobContext& job) {
  constexpr std::size_t kGrain = 1024;
  const std::size_t chunks = (m.rows + kGrain - 1) / kGrain;
  const std::size_t n = m.columns;
  std::vector<std::vector<double>> parts(chunks);
  for (auto& part : parts) {
    part.assign(n * n, 0.0);
  }
  parallelFor(m.rows, kGrain, threads, job, [&](std::size_t begin, std::size_t end) {
    std::vector<double>& sums = parts[begin / kGrain];
    for (std::size_t r = begin; r < end; ++r) {
      const float* const row = m.row(r);
      for (std::size_t i = 0; i < n; ++i) {
        const auto left = static_cast<double>(row[i]);
        double* const to = sums.data() + i * n;
        for (std::size_t j = 0; j <= i; ++j) {
          to[j] += left * static_cast<double>(row[j]);
        }
      }
    }
  });
  SymmetricMatrix result(n);
  for (const auto& part : parts) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        result.at(i, j) += part[i * n + j];
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      result.at(j, i) = result.at(i, j);
    }
  }
  return result;
}

/// m times eigenvectors, each times its factor; one column per factor, padded to a multiple of 16.
Matrix turned(const Matrix& m, const EigenSystem& system, const std::vector<double>& factors, unsigned threads,
              const JobContext& job) {
  Matrix turn(m.columns, upTo(std::max<std::size_t>(factors.size(), 1), 16));
  for (std::size_t k = 0; k < factors.size(); ++k) {
    for (std::size_t i = 0; i < m.columns; ++i) {
      turn.row(i)[k] = static_cast<float>(system.vectors[k][i] * factors[k]);
    }
  }
  Matrix result(m.rows, turn.columns);
  multiply({m.row(0), m.columns, 1}, m.columns, turn, result, threads, job);
  return result;
}

/// An orthonormal basis of the same space; directions that are only rounding are dropped.
Matrix orthonormal(const Matrix& m, unsigned threads, const JobContext& job) {
  const EigenSystem system = eigenSystem(gram(m, threads, job));
  std::vector<double> factors;
  for (const double value : system.values) {
    if (value > kNoComponent * kNoComponent * system.values.front() && value > 0.0) {
      factors.push_back(1.0 / std::sqrt(value));
    }
  }
  return turned(m, system, factors, threads, job);
}

/// The smallest half float that is no smaller than `value`.
float halfAbove(float value) { return -vat::halfBelow(-value); }

std::size_t placeOf(std::uint32_t element, std::uint32_t axis) {
  return std::size_t{element / kShapeLanes} * kAxesBlock + axis * kShapeLanes + element % kShapeLanes;
}

/// Copies positions (`first` 0) or normals (4) of a frame as writeVertices() writes it, eight elements side by side,
/// padded with the last.
void gather(const std::byte* elements, std::uint32_t elementCount, std::size_t first, float* to) {
  for (std::uint32_t i = 0; i < upTo(elementCount, kShapeLanes); ++i) {
    float values[3];
    const std::size_t at = std::size_t{std::min(i, elementCount - 1)} * 8 + first;
    std::memcpy(values, elements + at * sizeof(float), sizeof(values));
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      to[placeOf(i, axis)] = values[axis];
    }
  }
}

}  // namespace

ShapeFit::ShapeFit(std::uint32_t elementCount, std::uint32_t frameCount, std::uint32_t maxShapes,
                   std::vector<std::uint32_t> places)
    : m_elementCount(elementCount),
      m_frameCount(frameCount),
      m_maxShapes(std::min(maxShapes, frameCount)),
      m_length(upTo(elementCount, kShapeLanes) * 3),
      m_row(2 * m_length),
      m_places(std::move(places)) {
  m_places.resize(upTo(m_places.size(), kShapeLanes), m_places.back());
  const std::size_t affordable = kLearnedBytes / (m_row * sizeof(float));
  const auto most = static_cast<std::uint32_t>(std::clamp<std::size_t>(affordable, kLeastLearned, kMostLearned));
  m_learnedCount = std::min(frameCount, most);
  const std::size_t waiting = kWaitingBytes / (m_row * sizeof(float)) / animation::kFrameLanes * animation::kFrameLanes;
  m_weighedTogether =
      static_cast<std::uint32_t>(std::clamp<std::size_t>(waiting, animation::kFrameLanes, kMostWeighed));
  // Every row is written by learn().
  m_learned = std::make_unique_for_overwrite<animation::LaneValue[]>(m_learnedCount * m_row / animation::kFrameLanes);
}

std::size_t ShapeFit::learnedRow(std::uint32_t frame) const {
  return static_cast<std::size_t>(std::uint64_t{frame} * m_learnedCount / m_frameCount);
}

void ShapeFit::learn(std::uint32_t first, std::uint32_t count, const FrameRows& elements) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t row = learnedRow(first + i);
    if (first + i == 0 || learnedRow(first + i - 1) != row) {
      gather(elements.row[i], m_elementCount, 0, learned() + row * m_row);
      gather(elements.row[i], m_elementCount, 4, learned() + row * m_row + m_length);
    }
  }
}

void ShapeFit::findBase(unsigned threads, const JobContext& job) {
  const auto meanOf = [&](std::size_t first) {
    std::vector<float> mean(m_length);
    parallelFor(m_length, 64 * kAxesBlock, threads, job, [&](std::size_t begin, std::size_t end) {
      std::vector<double> sums(end - begin, 0.0);
      for (std::size_t row = 0; row < m_learnedCount; ++row) {
        const float* const from = learned() + row * m_row + first + begin;
        for (std::size_t i = 0; i < sums.size(); ++i) {
          sums[i] += static_cast<double>(from[i]);
        }
      }
      for (std::size_t i = 0; i < sums.size(); ++i) {
        mean[begin + i] = static_cast<float>(sums[i] / m_learnedCount);
      }
    });
    return mean;
  };
  const auto vectorAt = [](const std::vector<float>& from, std::uint32_t element) {
    return glm::vec3(from[placeOf(element, 0)], from[placeOf(element, 1)], from[placeOf(element, 2)]);
  };
  const std::vector<float> positions = meanOf(0);
  const std::vector<float> normals = meanOf(m_length);
  model::Box box;
  for (std::uint32_t element = 0; element < m_elementCount; ++element) {
    box.add(vectorAt(positions, element));
  }
  m_sizeMetres = glm::length(glm::dvec3(box.max) - glm::dvec3(box.min));
  for (int i = 0; i < 3; ++i) {
    m_baseRange[0][i] = vat::halfBelow(box.min[i]);
    m_baseRange[1][i] = halfAbove(box.max[i] - m_baseRange[0][i]);
  }
  const vat::Encoding& encoding = *vat::findEncoding("offset16");
  m_baseTexels.resize(m_elementCount);
  m_basePositions.resize(m_length);
  m_baseNormals.resize(m_length);
  for (std::uint32_t i = 0; i < upTo(m_elementCount, kShapeLanes); ++i) {
    const std::uint32_t element = std::min(i, m_elementCount - 1);
    glm::vec4& texel = m_baseTexels[element];
    encoding.encodeElement(vectorAt(positions, element), vectorAt(normals, element), m_baseRange, &texel);
    const vat::ElementPose base = encoding.decodeElement(&texel, m_baseRange);
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      m_basePositions[placeOf(i, axis)] = static_cast<float>(base.position[static_cast<int>(axis)]);
      m_baseNormals[placeOf(i, axis)] = static_cast<float>(base.normal[static_cast<int>(axis)]);
    }
  }
}

Result<void> ShapeFit::findShapes(JobContext& job) {
  const unsigned threads = effectiveThreadCount(job.threadCount);
  findBase(threads, job);
  m_normalMetres = static_cast<float>(kNormalShare * m_sizeMetres);
  parallelFor(m_learnedCount, 8, threads, job, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      takeBaseFrom(learned() + row * m_row);
    }
  });
  findComponents(threads, job);
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "the bake was cancelled");
  }
  for (const vat::ShapeRange& range : m_ranges) {
    if (!std::isfinite(range.reach) || !std::isfinite(range.normalReach)) {
      return fail(ErrorCode::Limit,
                  message("a vertex moves farther than halves hold: bake with %1, or import with %2",
                          Remedy{RemedyKind::Encoding, 0.0, "positionNormal"}, Remedy{RemedyKind::SmallerUnit}));
    }
  }
  m_learned.reset();
  prepareWeights();
  m_weights.assign(std::size_t{m_frameCount} * m_shapeCount, 0.0f);
  m_largest.assign(std::size_t{m_frameCount} * (m_shapeCount + 1), 0.0f);
  return {};
}

void ShapeFit::takeBaseFrom(float* row) const {
  for (std::size_t i = 0; i < m_length; ++i) {
    row[i] -= m_basePositions[i];
    row[i + m_length] = (row[i + m_length] - m_baseNormals[i]) * m_normalMetres;
  }
}

void ShapeFit::findComponents(unsigned threads, const JobContext& job) {
  const std::size_t wanted = std::min<std::size_t>(m_maxShapes + kSpare, m_learnedCount);
  Matrix random(m_learnedCount, upTo(wanted, 16));
  std::uint32_t state = 1;
  for (std::size_t r = 0; r < random.rows; ++r) {
    for (std::size_t c = 0; c < wanted; ++c) {  // Marsaglia, Xorshift RNGs, 2003.
      state ^= state << 13;
      state ^= state >> 17;
      state ^= state << 5;
      random.row(r)[c] = static_cast<float>(static_cast<double>(state) / 2147483648.0 - 1.0);
    }
  }
  const MatrixView frames{learned(), m_row, 1};
  const MatrixView transposed{learned(), 1, m_row};
  Matrix across(m_row, random.columns);
  multiply(transposed, m_learnedCount, random, across, threads, job);
  Matrix directions = orthonormal(across, threads, job);
  Matrix along(m_learnedCount, directions.columns);
  multiply(frames, m_row, directions, along, threads, job);
  along = orthonormal(along, threads, job);
  across = Matrix(m_row, along.columns);
  multiply(transposed, m_learnedCount, along, across, threads, job);
  directions = orthonormal(across, threads, job);
  along = Matrix(m_learnedCount, directions.columns);
  multiply(frames, m_row, directions, along, threads, job);
  const EigenSystem system = eigenSystem(gram(along, threads, job));
  std::vector<double> ones;
  for (const double value : system.values) {
    if (ones.size() < m_maxShapes && value > kNoComponent * kNoComponent * system.values.front() && value > 0.0) {
      ones.push_back(1.0);
    }
  }
  m_shapeCount = static_cast<std::uint32_t>(std::max<std::size_t>(ones.size(), 1));
  // Shapes are scaled to their maximum over all frames, so that weights lie around −1 … 1.
  const Matrix weights = turned(along, system, ones, threads, job);
  std::vector<double> scales(m_shapeCount, 0.0);
  for (std::size_t row = 0; row < weights.rows; ++row) {
    for (std::size_t k = 0; k < m_shapeCount; ++k) {
      scales[k] = std::max(scales[k], std::abs(static_cast<double>(weights.row(row)[k])));
    }
  }
  const Matrix components = turned(directions, system, ones, threads, job);
  const MatrixView positions{components.row(0), components.columns, 1};
  const MatrixView normals{components.row(m_length), components.columns, 1};
  storeShapes(positions, normals, scales);
}

void ShapeFit::storeShapes(const MatrixView& positions, const MatrixView& normals, std::span<const double> scales) {
  const double normalScale = m_normalMetres > 0.0f ? 1.0 / static_cast<double>(m_normalMetres) : 0.0;
  const auto offsetAt = [&](const MatrixView& from, std::uint32_t element, std::uint32_t k) {
    const double scale = scales[k] * (&from == &normals ? normalScale : 1.0);
    glm::vec3 offset;
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      const float value = from.data[placeOf(element, axis) * from.rowStride + k];
      offset[static_cast<int>(axis)] = static_cast<float>(static_cast<double>(value) * scale);
    }
    return offset;
  };
  const auto largest = [](const glm::vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); };
  m_ranges.assign(m_shapeCount, {});
  for (std::uint32_t element = 0; element < m_elementCount; ++element) {
    for (std::uint32_t k = 0; k < m_shapeCount; ++k) {
      m_ranges[k].reach = std::max(m_ranges[k].reach, largest(offsetAt(positions, element, k)));
      m_ranges[k].normalReach = std::max(m_ranges[k].normalReach, largest(offsetAt(normals, element, k)));
    }
  }
  for (vat::ShapeRange& range : m_ranges) {
    range.reach = halfAbove(range.reach);
    range.normalReach = halfAbove(range.normalReach);
  }
  m_columnCount = upTo(m_shapeCount, 16);
  m_columns.assign(m_row * m_columnCount / animation::kFrameLanes, {});
  m_shapes.assign(m_places.size() * 3 * (m_shapeCount + 1), 0.0f);
  m_shapeTexels.resize(std::size_t{m_elementCount} * m_shapeCount);
  for (std::uint32_t i = 0; i < upTo(m_elementCount, kShapeLanes); ++i) {
    const std::uint32_t element = std::min(i, m_elementCount - 1);
    for (std::uint32_t k = 0; k < m_shapeCount; ++k) {
      const glm::vec4 texel =
          vat::encodeShapeOffset(offsetAt(positions, element, k), offsetAt(normals, element, k), m_ranges[k]);
      m_shapeTexels[std::size_t{element} * m_shapeCount + k] = texel;
      const vat::ElementPose stored = vat::decodeShapeOffset(texel, m_ranges[k]);
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        const auto value = static_cast<float>(stored.position[static_cast<int>(axis)]);
        numbersOf(m_columns)[placeOf(i, axis) * m_columnCount + k] = value;
        numbersOf(m_columns)[(m_length + placeOf(i, axis)) * m_columnCount + k] =
            static_cast<float>(stored.normal[static_cast<int>(axis)]) * m_normalMetres;
      }
    }
  }
  for (std::size_t i = 0; i < m_places.size(); ++i) {
    for (std::uint32_t k = 0; k < m_shapeCount; ++k) {
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        m_shapes[((m_shapeCount + 1) * (i / kShapeLanes) + k + 1) * vat::kShapeNumbers + axis * kShapeLanes +
                 i % kShapeLanes] = numbersOf(m_columns)[placeOf(m_places[i], axis) * m_columnCount + k];
      }
    }
  }
}

void ShapeFit::prepareWeights() {
  // Stored shapes are rounded and therefore not quite orthogonal: weights are found by least squares.
  SymmetricMatrix products(m_shapeCount);
  for (std::size_t row = 0; row < m_row; ++row) {
    const float* const values = numbersOf(m_columns) + row * m_columnCount;
    for (std::size_t i = 0; i < m_shapeCount; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        products.at(i, j) += static_cast<double>(values[i]) * static_cast<double>(values[j]);
      }
    }
  }
  for (std::size_t i = 0; i < m_shapeCount; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      products.at(j, i) = products.at(i, j);
    }
  }
  const PositiveSolver solver(std::move(products));
  m_inverse.assign(std::size_t{m_shapeCount} * m_shapeCount, 0.0);
  for (std::size_t k = 0; k < m_shapeCount; ++k) {  // Symmetric: columns are rows.
    m_inverse[k * m_shapeCount + k] = 1.0;
    solver.solve(m_inverse.data() + k * m_shapeCount);
  }
}

ShapeFit::Scratch ShapeFit::makeScratch() const {
  Scratch scratch;
  scratch.offsets.resize(m_row * m_weighedTogether / animation::kFrameLanes);
  scratch.products.resize(upTo(vat::kMaxShapes, 16) * m_weighedTogether / animation::kFrameLanes);
  scratch.rests.resize(animation::kFrameLanes * 3 * m_places.size());
  return scratch;
}

void ShapeFit::weigh(std::uint32_t first, std::uint32_t count, const FrameRows& elements, Scratch& scratch) {
  if (scratch.count + count > m_weighedTogether || first != scratch.first + scratch.count) {
    finishWeighing(scratch);
    scratch.first = first;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    float* const to = numbersOf(scratch.offsets) + (scratch.count + i) * m_row;
    gather(elements.row[i], m_elementCount, 0, to);
    gather(elements.row[i], m_elementCount, 4, to + m_length);
    takeBaseFrom(to);
  }
  scratch.count += count;
}

void ShapeFit::finishWeighing(Scratch& scratch) {
  const float* const offsets = numbersOf(scratch.offsets);
  std::fill(scratch.products.begin(), scratch.products.end(), animation::LaneValue{});
  addProduct({offsets, m_row, 1}, scratch.count, m_row, numbersOf(m_columns), m_columnCount,
             numbersOf(scratch.products));
  for (std::uint32_t i = 0; i < scratch.count; ++i) {
    const float* const products = numbersOf(scratch.products) + i * m_columnCount;
    float* const weights = m_weights.data() + std::size_t{scratch.first + i} * m_shapeCount;
    for (std::size_t k = 0; k < m_shapeCount; ++k) {
      double sum = 0.0;
      for (std::size_t j = 0; j < m_shapeCount; ++j) {
        sum += m_inverse[k * m_shapeCount + j] * static_cast<double>(products[j]);
      }
      weights[k] = static_cast<float>(sum);
    }
  }
  for (std::uint32_t begin = 0; begin < scratch.count; begin += animation::kFrameLanes) {
    const std::size_t count = std::min<std::size_t>(animation::kFrameLanes, scratch.count - begin);
    const float* rests[animation::kFrameLanes] = {};
    for (std::size_t i = 0; i < count; ++i) {
      const float* const from = offsets + (begin + i) * m_row;
      float* const to = scratch.rests.data() + i * 3 * m_places.size();
      for (std::size_t n = 0; n < m_places.size(); ++n) {
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
          to[n / kShapeLanes * kAxesBlock + axis * kShapeLanes + n % kShapeLanes] = from[placeOf(m_places[n], axis)];
        }
      }
      rests[i] = to;
    }
    const std::size_t first = scratch.first + begin;
    measureRests(m_shapes, m_shapeCount, {m_weights.data() + first * m_shapeCount, count * m_shapeCount},
                 {rests, count}, {m_largest.data() + first * (m_shapeCount + 1), count * (m_shapeCount + 1)});
  }
  scratch.count = 0;
}

std::uint32_t ShapeFit::shapesWithin(double metres) const {
  std::vector<float> largest(m_shapeCount + 1, 0.0f);
  for (std::size_t frame = 0; frame < m_frameCount; ++frame) {
    for (std::size_t k = 0; k <= m_shapeCount; ++k) {
      largest[k] = std::max(largest[k], m_largest[frame * (m_shapeCount + 1) + k]);
    }
  }
  std::uint32_t best = 1;
  for (std::uint32_t k = 1; k <= m_shapeCount; ++k) {
    if (static_cast<double>(largest[k]) <= metres * metres) {
      return k;
    }
    best = largest[k] < largest[best] ? k : best;
  }
  return best;
}

void ShapeFit::keep(std::uint32_t shapeCount) {
  const std::uint32_t kept = std::clamp<std::uint32_t>(shapeCount, 1, m_shapeCount);
  for (std::uint32_t k = 0; k < kept; ++k) {
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    for (std::size_t frame = 0; frame < m_frameCount; ++frame) {
      const float weight = m_weights[frame * m_shapeCount + k];
      low = std::min(low, weight);
      high = std::max(high, weight);
    }
    m_ranges[k].lowest = vat::halfBelow(low);
    m_ranges[k].extent = halfAbove(high - m_ranges[k].lowest);
  }
  m_ranges.resize(kept);
}

void ShapeFit::writeShapes(vat::BakedAnimation& baked) const {
  const auto put = [&](std::uint32_t t, const glm::vec4& value) {
    const vat::TexelAddress at = vat::texelAddress(baked.layout, baked.layout.frameCount, t);
    baked.texels.setTexel(at.x, at.y, value);
  };
  put(0, m_baseRange[0]);
  put(1, m_baseRange[1]);
  const auto kept = static_cast<std::uint32_t>(m_ranges.size());
  for (std::uint32_t k = 0; k < kept; ++k) {
    put(2 + k, {m_ranges[k].lowest, m_ranges[k].extent, m_ranges[k].reach, m_ranges[k].normalReach});
  }
  for (std::uint32_t element = 0; element < m_elementCount; ++element) {
    put(vat::shapeTexel(kept, element, 0), m_baseTexels[element]);
    for (std::uint32_t k = 0; k < kept; ++k) {
      put(vat::shapeTexel(kept, element, k + 1), m_shapeTexels[std::size_t{element} * m_shapeCount + k]);
    }
  }
}

void ShapeFit::writeWeights(std::uint32_t frame, std::byte* to) const {
  for (std::size_t k = 0; k < m_ranges.size(); ++k) {
    const std::uint16_t half = vat::floatToHalf(vat::encodeWeight(m_weights[frame * m_shapeCount + k], m_ranges[k]));
    std::memcpy(to + k * sizeof(half), &half, sizeof(half));
  }
}

}  // namespace texeleton::bake

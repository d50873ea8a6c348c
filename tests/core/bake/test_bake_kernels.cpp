// Kernels of bakes for eight frames at a time, compared with one frame at a time.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/quaternion.hpp>
#include <random>
#include <utility>
#include <vector>

#include "core/bake/bake.h"
#include "core/bake/bound_clusters.h"
#include "core/bake/encoding/bone_kernels.h"
#include "core/bake/encoding/encoding_kernels.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/bake/skin_table.h"
#include "core/vat/encoding.h"
#include "core/vat/offset_code.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

using Random = std::mt19937;

float between(Random& random, float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random);
}

animation::LaneMatrix turningMatrix(Random& random, float reach, float scale) {
  animation::LaneMatrix matrix;
  for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
    const glm::vec3 axis(between(random, -1, 1), between(random, -1, 1), between(random, 0.1f, 1));
    const glm::mat3 turn = scale * glm::mat3_cast(glm::angleAxis(between(random, -3.2f, 3.2f), glm::normalize(axis)));
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        matrix.m[4 * r + c][lane] = turn[c][r];
      }
      matrix.m[4 * r + 3][lane] = between(random, -reach, reach);
    }
  }
  return matrix;
}

/// The box of all groups, in doubles.
struct WideBox {
  glm::dvec3 min{1e300};
  glm::dvec3 max{-1e300};
};
WideBox naiveBox(const bake::SkinTable& table, const std::vector<animation::LaneMatrix>& matrices,
                 const std::vector<animation::LaneValue>& weights) {
  WideBox box;
  for (const bake::SkinGroup& group : table.groups) {
    for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
      glm::dvec3 bind(group.position);
      for (std::uint32_t t = 0; t < group.morphCount; ++t) {
        bind += double{weights[group.firstWeight + t].v[lane]} * glm::dvec3(table.morphPositions[group.morphBegin + t]);
      }
      glm::dvec3 place(0.0);
      for (std::uint32_t i = 0; i < group.influenceCount; ++i) {
        const model::Influence& influence = table.influences[group.influenceBegin + i];
        for (int r = 0; r < 3; ++r) {
          const auto& m = matrices[influence.joint].m;
          place[r] +=
              double{influence.weight} * (double{m[4 * r][lane]} * bind.x + double{m[4 * r + 1][lane]} * bind.y +
                                          double{m[4 * r + 2][lane]} * bind.z + double{m[4 * r + 3][lane]});
        }
      }
      box.min = glm::min(box.min, place);
      box.max = glm::max(box.max, place);
    }
  }
  return box;
}

bake::SkinTable cloud(Random& random, std::uint32_t groups, std::uint32_t joints) {
  bake::SkinTable table;
  for (std::uint32_t g = 0; g < groups; ++g) {
    bake::SkinGroup& group = table.groups.emplace_back();
    const std::uint32_t first = g * joints / groups;
    group.position =
        glm::vec3(first, 0.0f, 0.0f) +
        glm::vec3(between(random, -0.3f, 0.3f), between(random, -0.3f, 0.3f), between(random, -0.3f, 0.3f));
    group.influenceBegin = static_cast<std::uint32_t>(table.influences.size());
    group.influenceCount = g % 7 == 0 ? 10 : 1 + random() % 4;
    float left = 1.0f;
    for (std::uint32_t i = 0; i < group.influenceCount; ++i) {
      const float weight = i + 1 == group.influenceCount ? left : left * between(random, 0.3f, 0.9f);
      table.influences.push_back({(first + i) % joints, g % 11 == 0 && i == 0 ? weight + 0.5f : weight});
      left -= weight;
    }
    if (g % 13 == 0) {
      group.morphCount = 2;
      group.morphBegin = static_cast<std::uint32_t>(table.morphPositions.size());
      table.morphPositions.insert(table.morphPositions.end(),
                                  {glm::vec3(0.5f, 0.0f, 1.0f), glm::vec3(0.0f, -2.0f, 0.0f)});
    }
  }
  return table;
}

}  // namespace

class TestBakeKernels : public QObject {
  Q_OBJECT

 private slots:
  /// The box covers all groups, whatever it held before; also with far, tiny, flat and vanishing matrices.
  void boundsContainAllGroups() {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
      const std::uint32_t joints = 1 + random() % 20;
      const bake::SkinTable table = cloud(random, 1 + random() % 400, joints);
      const bake::BoundClusters clusters(table);
      std::vector<animation::LaneMatrix> matrices;
      const float reaches[] = {0.0f, 1e-40f, 2.0f, 5e7f};
      const float scales[] = {1.0f, -1.0f, 0.0f, 1e-42f, 300.0f};
      for (std::uint32_t j = 0; j < joints; ++j) {
        matrices.push_back(turningMatrix(random, reaches[random() % (round % 4 == 0 ? 4 : 3)], scales[random() % 5]));
      }
      std::vector<animation::LaneValue> weights(2);
      for (animation::LaneValue& weight : weights) {
        std::generate(std::begin(weight.v), std::end(weight.v), [&] { return between(random, -1, 1); });
      }
      bake::BoundClusters::Scratch scratch;
      model::Box box;
      clusters.bound(matrices.data(), weights.data(), scratch, box);
      const WideBox wide = naiveBox(table, matrices, weights);
      for (int i = 0; i < 3; ++i) {
        const double room = round % 4 == 0 ? 8.0 : 1e-6 * 300.0 * 25.0;
        QVERIFY(std::abs(double{box.min[i]} - wide.min[i]) <= room &&
                std::abs(double{box.max[i]} - wide.max[i]) <= room);
      }
      // Again, starting inside it, and from a box that holds half.
      model::Box again = box;
      clusters.bound(matrices.data(), weights.data(), scratch, again);
      QVERIFY(again == box);
      model::Box half;
      half.add(box.min);
      half.add(0.5f * box.min + 0.5f * box.max);
      clusters.bound(matrices.data(), weights.data(), scratch, half);
      QVERIFY(half == box);
    }
  }

  /// Half-way between frames, and the stored bones, as in the scalar encoding.
  void rotationsMatchEncoding_data() {
    QTest::addColumn<bool>("half");
    QTest::newRow("half") << true;
    QTest::newRow("float") << false;
  }
  void rotationsMatchEncoding() {
    QFETCH(bool, half);
    const vat::PixelFormat format = half ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
    const vat::Encoding& encoding = *vat::findEncoding("quaternion");
    Random random(8);
    constexpr std::uint32_t kBoneCount = 11;
    std::vector<animation::LaneMatrix> matrices;
    bake::BoneConstants constants;
    constants.isSeen = std::make_unique<bool[]>(kBoneCount);
    std::uint32_t third = 2 * kBoneCount;
    const float scales[] = {1.0f, -1.0f, 0.5f, 40.0f};
    for (std::uint32_t i = 0; i < kBoneCount; ++i) {
      matrices.push_back(turningMatrix(random, 2.0f, scales[i % 4]));
      constants.pivots.emplace_back(between(random, -1, 1), between(random, -1, 1), between(random, -1, 1));
      constants.thirdRows.push_back(i % 3 == 2 ? third++ : bake::kNotKept);
      constants.isSeen[i] = i != 4;
    }
    vat::TexelBuffer texels(format, third, 2 * animation::kFrameLanes);
    bake::FrameRows rows;
    bake::FrameRows next;
    for (std::uint32_t f = 0; f < animation::kFrameLanes; ++f) {
      rows.row[f] = texels.row(f);
      next.row[f] = texels.row(f + 1);
    }
    std::vector<animation::LaneMatrix> decoded(kBoneCount);
    const bake::WrittenBones written =
        bake::kernelsOf(encoding).writeBones(matrices, constants, format, rows, decoded.data());
    QCOMPARE(written.given, bake::largestElement(matrices));
    for (std::size_t k = 0; k < texels.rowBytes(); ++k) {
      texels.row(animation::kFrameLanes)[k] = texels.row(0)[k];  // The target of lane 7.
    }
    std::vector<animation::LaneMatrix> between8(kBoneCount);
    bake::kernelsOf(encoding).blendHalfWay(constants, format, rows, next, between8.data());
    const auto poseAt = [&](std::uint32_t frame, std::uint32_t bone) {
      glm::vec4 t[3] = {texels.texel(2 * bone, frame), texels.texel(2 * bone + 1, frame), glm::vec4(0.0f)};
      const bool kept = constants.thirdRows[bone] != bake::kNotKept;
      if (kept) {
        t[2] = texels.texel(constants.thirdRows[bone], frame);
      }
      return kept ? vat::encodingOf(vat::BakeMode::Bone).decodeBone(t, glm::dvec3(0.0))
                  : encoding.decodeBone(t, glm::dvec3(constants.pivots[bone]));
    };
    for (std::uint32_t bone = 0; bone < kBoneCount; ++bone) {
      for (std::uint32_t f = 0; f < animation::kFrameLanes; ++f) {
        vat::BoneMatrix source;
        for (int k = 0; k < 12; ++k) {
          source.row[k / 4][k % 4] = double{matrices[bone].m[k][f]};
        }
        const vat::BonePose pose = poseAt(f, bone);
        const vat::BoneMatrix stored = vat::rowsOf(pose);
        const vat::BoneMatrix middle = vat::rowsOf(encoding.blendBones(pose, poseAt(f + 1, bone), 0.5));
        const double size = 4.0 + 4.0 * std::abs(double{scales[bone % 4]});
        for (int k = 0; k < 12; ++k) {
          const double step = size * (half ? 1.0 / 512.0 : 1e-5);
          QVERIFY(std::abs(stored.row[k / 4][k % 4] - source.row[k / 4][k % 4]) <= step);
          if (constants.isSeen[bone]) {
            QVERIFY(std::abs(stored.row[k / 4][k % 4] - double{decoded[bone].m[k][f]}) <= 1e-5 * size);
            QVERIFY(std::abs(middle.row[k / 4][k % 4] - double{between8[bone].m[k][f]}) <= 1e-5 * size);
          }
        }
      }
    }
  }

  /// No neighbouring code is closer to the normal.
  void nearestNormalCodes() {
    Random random(5);
    const auto codeAt = [](int column, int row) { return static_cast<std::uint32_t>(column + row * 247); };
    const auto check = [&](const glm::vec3& normal) {
      const std::uint32_t code = vat::codeOfNormal(normal);
      QVERIFY(code < 247 * 247);
      const glm::dvec3 wanted = glm::normalize(glm::dvec3(normal));
      const auto angle = [&](std::uint32_t c) { return glm::length(glm::cross(vat::normalOfCode(c), wanted)); };
      QVERIFY(glm::dot(vat::normalOfCode(code), wanted) > 0.99);
      const double own = angle(code);
      const int column = static_cast<int>(code % 247);
      const int row = static_cast<int>(code / 247);
      for (int dc = -2; dc <= 2; ++dc) {
        for (int dr = -2; dr <= 2; ++dr) {
          if (column + dc >= 0 && column + dc <= 246 && row + dr >= 0 && row + dr <= 246) {
            const double other = angle(codeAt(column + dc, row + dr));
            QVERIFY2(
                own <= 1.0015 * other + 1e-7,
                qPrintable(QString("%1 %2 %3: %4, %5").arg(normal.x).arg(normal.y).arg(normal.z).arg(own).arg(other)));
          }
        }
      }
    };
    for (int i = 0; i < 20000; ++i) {
      check({between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)});
    }
    for (const float x : {-1.0f, -0.0f, 0.0f, 1e-9f, 0.5f, 1.0f}) {
      for (const float y : {-1.0f, -0.0f, 0.0f, -1e-9f, 0.5f, 1.0f}) {
        for (const float z : {-1.0f, -0.0f, 0.0f, 1e-9f, 0.5f, 1.0f}) {
          if (x != 0.0f || y != 0.0f || z != 0.0f) {
            check(glm::vec3(x, y, z));
            check(1e12f * glm::vec3(x, y, z));
          }
        }
      }
    }
    for (std::uint32_t code = 0; code < 247 * 247; ++code) {  // A code's own normal is exact.
      const glm::dvec3 normal = vat::normalOfCode(code);
      QVERIFY(glm::length(vat::normalOfCode(vat::codeOfNormal(glm::vec3(normal))) - normal) < 1e-9);
    }
    QCOMPARE(vat::codeOfNormal(glm::vec3(0.0f)), codeAt(123, 123));
  }

  void nearestOffsetCodes() {
    Random random(6);
    for (int i = 0; i < 20000; ++i) {
      const float extents[] = {1.0f, 0.125f, 1e-41f, 0.0f, 40000.0f, 1e-4f};
      const float extent = extents[i % 6];
      const float lowest = between(random, -2, 2) * (i % 6 == 2 ? 1e-41f : 1.0f);
      const float value = lowest + extent * between(random, -0.01f, 1.01f);
      const std::uint32_t code = vat::codeOfOffset(value, lowest, extent);
      QVERIFY(code <= 61439);
      if (extent > 0.0f) {
        const double share = std::clamp((double{value} - double{lowest}) / double{extent}, 0.0, 1.0) * 61439.0;
        QVERIFY(std::abs(share - code) <= 0.5 + 1e-8);
      } else {
        QCOMPARE(code, 0u);
      }
    }
    QCOMPARE(vat::codeOfOffset(1.0f, 0.0f, 2.0f), 30720u);  // The centre is rounded up.
  }

  /// The texels of a bake equal those of its elements encoded one by one.
  void bakedOffsetsMatchEncoding() {
    const model::Model model = test::makeCharacter({.vertices = 331});
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.sampleRateHz = 12.0;
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    JobContext job;
    const auto exact = bake::bake(model, settings, job);
    settings.pixelFormat = vat::PixelFormat::Rgba16F;
    settings.encoding = "offset16";
    const auto coded = bake::bake(model, settings, job);
    QVERIFY(exact && coded);
    const vat::Encoding& encoding = *vat::findEncoding("offset16");
    glm::vec4 constants[2];
    for (std::uint32_t k = 0; k < 2; ++k) {
      const vat::TexelAddress at = vat::texelAddress(coded->layout, coded->layout.frameCount, k);
      constants[k] = coded->texels.texel(at.x, at.y);
    }
    std::size_t different = 0;
    std::size_t count = 0;
    for (std::uint32_t frame = 0; frame < coded->layout.frameCount; ++frame) {
      for (std::uint32_t element = 0; element < coded->layout.elementCount; ++element) {
        const vat::ElementPose wanted = vat::storedElement(*exact, frame, element);
        glm::vec4 texel(0.0f);
        encoding.encodeElement(glm::vec3(wanted.position), glm::vec3(wanted.normal), constants, &texel);
        const vat::TexelAddress at = vat::texelAddress(coded->layout, frame, element);
        const glm::vec4 stored = coded->texels.texel(at.x, at.y);
        QVERIFY(stored.x == texel.x && stored.y == texel.y && stored.z == texel.z);
        different += stored.w != texel.w;  // Normals of other lengths: equally close except for rounding.
        ++count;
      }
    }
    QVERIFY2(different * 1000 < count, qPrintable(QString("%1 of %2").arg(different).arg(count)));
  }

  /// Encoding alone, as measured by the benchmark, decodes to the same position and direction.
  void encodesGivenVertices() {
    Random random(11);
    const glm::vec4 constants[2] = {{-1.0f, -2.0f, -0.5f, 0.0f}, {2.0f, 4.0f, 1.0f, 0.0f}};
    std::vector<bake::LaneVertex> vertices(37);
    for (bake::LaneVertex& vertex : vertices) {
      for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
        for (int i = 0; i < 3; ++i) {
          vertex.position[i][lane] = constants[0][i] + constants[1][i] * between(random, 0.0f, 1.0f);
          vertex.normal[i][lane] = between(random, 0.1f, 1.0f) * (random() % 2 == 0 ? 1.0f : -1.0f);
        }
      }
    }
    vat::TexelBuffer texels(vat::PixelFormat::Rgba16F, 37, animation::kFrameLanes);
    bake::FrameRows rows;
    for (std::uint32_t lane = 0; lane < animation::kFrameLanes; ++lane) {
      rows.row[lane] = texels.row(lane);
    }
    bake::encodeOffsets(vertices, constants, rows);
    const vat::Encoding& encoding = *vat::findEncoding("offset16");
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
      for (std::uint32_t lane = 0; lane < animation::kFrameLanes; ++lane) {
        const glm::vec4 texel = texels.texel(v, lane);
        const vat::ElementPose pose = encoding.decodeElement(&texel, constants);
        glm::dvec3 normal(0.0);
        for (int i = 0; i < 3; ++i) {
          QVERIFY(std::abs(pose.position[i] - double{vertices[v].position[i][lane]}) <=
                  0.51 * double{constants[1][i]} / 61439.0);
          normal[i] = double{vertices[v].normal[i][lane]};
        }
        QVERIFY(glm::dot(glm::normalize(pose.normal), glm::normalize(normal)) > std::cos(glm::radians(1.0)));
      }
    }
  }

  /// Bit-identical to encoding one by one: coordinates on and next to the middle between two codes, ends of ranges,
  /// ranges that are far away, tiny, huge or flat; normals on grid lines, diagonals and axes, and signed zeros.
  void givenVerticesMatchOneByOne_data() {
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("extent");
    for (const auto& [lowest, extent] : std::vector<std::pair<double, double>>{{-1.0, 2.0},
                                                                               {-0.1, 1.9},
                                                                               {0.0, 61439.0 / 32768.0},
                                                                               {-0.25, 61439.0 / 65536.0},
                                                                               {-32768.0, 65535.0},
                                                                               {100.0, 2.0},
                                                                               {0.3, 0.8},
                                                                               {-7.0, 5.5},
                                                                               {-30000.0, 60000.0},
                                                                               {1e-3, 1e-30},
                                                                               {-1e-41, 2e-41},
                                                                               {-3e-38, 6e-38},
                                                                               {0.5, 0.0},
                                                                               {-20000.0, 1.0}}) {
      QTest::addRow("%g, %g", lowest, extent) << lowest << extent;
    }
  }
  void givenVerticesMatchOneByOne() {
    QFETCH(double, lowest);
    QFETCH(double, extent);
    Random random(12);
    const auto low = static_cast<float>(lowest);
    const auto size = static_cast<float>(extent);
    const float high = low + size;
    const glm::vec4 constants[2] = {glm::vec4(low), glm::vec4(size)};
    const float axes[] = {0.0f, -0.0f, 1.0f, -1.0f};
    const auto coordinate = [&] {
      const double code = static_cast<double>(random() % 61440) + (random() % 2 == 0 ? 0.5 : 0.0);
      float value = static_cast<float>(double{low} + code / 61439.0 * double{size});
      for (std::uint32_t steps = random() % 3; steps > 0; --steps) {
        value = std::nextafter(value, random() % 2 == 0 ? high : low);
      }
      const std::uint32_t kind = random() % 8;
      value = kind == 0 ? low : kind == 1 ? high : kind == 2 ? low + size * between(random, 0.0f, 1.0f) : value;
      return std::clamp(value, low, high);
    };
    std::vector<bake::LaneVertex> vertices(2003);
    for (bake::LaneVertex& vertex : vertices) {
      const std::uint32_t kind = random() % 6;
      for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
        const glm::dvec3 onGrid = vat::normalOfCode(random() % (247 * 247));
        for (int i = 0; i < 3; ++i) {
          vertex.position[i][lane] = coordinate();
          vertex.normal[i][lane] = kind == 0   ? axes[random() % 4]
                                   : kind == 1 ? static_cast<float>(onGrid[i])
                                   : kind == 2 ? static_cast<float>(static_cast<int>(random() % 247) - 123) / 246.0f
                                               : between(random, -1.0f, 1.0f);
        }
        if (kind == 3) {
          vertex.normal[1][lane] = vertex.normal[0][lane];
          vertex.normal[2][lane] *= random() % 8 == 0 ? 0.0f : 1.0f;
        }
      }
    }
    vat::TexelBuffer texels(vat::PixelFormat::Rgba16F, static_cast<std::uint32_t>(vertices.size()),
                            animation::kFrameLanes);
    bake::FrameRows rows;
    for (std::uint32_t lane = 0; lane < animation::kFrameLanes; ++lane) {
      rows.row[lane] = texels.row(lane);
    }
    bake::encodeOffsets(vertices, constants, rows);
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
        const auto at = [lane](const float(&axis)[animation::kFrameLanes]) { return axis[lane]; };
        const glm::vec3 normal(at(vertices[v].normal[0]), at(vertices[v].normal[1]), at(vertices[v].normal[2]));
        std::uint16_t halves[4];
        std::memcpy(halves, rows.row[lane] + v * sizeof(halves), sizeof(halves));
        for (int i = 0; i < 3; ++i) {
          QCOMPARE(halves[i], vat::halfOfCode(vat::codeOfOffset(at(vertices[v].position[i]), low, size)));
        }
        QCOMPARE(halves[3], vat::halfOfCode(vat::codeOfNormal(normal)));
      }
    }
  }

  void distinguishesSimilarities() {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
      animation::LaneMatrix matrix = turningMatrix(random, 2.0f, between(random, 0.01f, 30.0f));
      const bool changes = i % 2 == 0;
      const float change = std::exp(between(random, -14.0f, 0.0f));
      for (std::size_t lane = 0; changes && lane < animation::kFrameLanes; ++lane) {
        matrix.m[i % 3][lane] *= 1.0f + (lane == 5 ? change : 0.0f);
      }
      bool all = true;
      for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
        vat::BoneMatrix rows;
        for (int k = 0; k < 12; ++k) {
          rows.row[k / 4][k % 4] = double{matrix.m[k][lane]};
        }
        all = all && vat::isSimilarity(rows);
      }
      QVERIFY(all || !bake::isClearlySimilarity(matrix));
      QVERIFY(changes || bake::isClearlySimilarity(matrix));
    }
  }
};

TEXELETON_PLAIN_SUITE(TestBakeKernels)
#include "test_bake_kernels.moc"

// The encoding "basis": shapes and weights, compared with formulas, the source's positions and plain sums in double
// precision.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <random>

#include "core/animation/frame_block.h"
#include "core/bake/bake.h"
#include "core/bake/encoding/shape_kernels.h"
#include "core/bake/encoding/symmetric_matrix.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

vat::BakedAnimation bakedWith(const model::Model& model, std::optional<std::uint32_t> shapes, double rate,
                              unsigned threads = 0) {
  bake::BakeSettings settings;
  settings.mode = vat::BakeMode::Vertex;
  settings.encoding = "basis";
  settings.shapes = shapes;
  settings.sampleRateHz = rate;
  settings.size = vat::SizeRule::Exact;
  JobContext job;
  job.threadCount = threads;
  auto baked = bake::bake(model, settings, job);
  if (!baked) {
    qFatal("%s", baked.error().message.c_str());
  }
  return std::move(*baked);
}

/// The same frames with positions and normals as floats.
vat::BakedAnimation exactOf(const model::Model& model, double rate) {
  bake::BakeSettings settings;
  settings.mode = vat::BakeMode::Vertex;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.sampleRateHz = rate;
  JobContext job;
  auto baked = bake::bake(model, settings, job);
  if (!baked) {
    qFatal("%s", baked.error().message.c_str());
  }
  return std::move(*baked);
}

/// The largest and the mean squared distance over all frames and elements, metres; the latter for positions only.
struct Distance {
  double largest = 0.0;
  double sumOfSquares = 0.0;
  double largestRadians = 0.0;
};
Distance distanceOf(const vat::BakedAnimation& a, const vat::BakedAnimation& exact) {
  Distance distance;
  for (std::uint32_t frame = 0; frame < exact.layout.frameCount; ++frame) {
    for (std::uint32_t element = 0; element < exact.layout.elementCount; ++element) {
      const vat::ElementPose here = vat::storedElement(a, frame, element);
      const vat::ElementPose there = vat::storedElement(exact, frame, element);
      const glm::dvec3 off = here.position - there.position;
      distance.largest = std::max(distance.largest, glm::length(off));
      distance.sumOfSquares += glm::dot(off, off);
      const double cosine = glm::dot(glm::normalize(here.normal), glm::normalize(there.normal));
      distance.largestRadians = std::max(distance.largestRadians, std::acos(std::min(cosine, 1.0)));
    }
  }
  return distance;
}

}  // namespace

class TestShapes : public QObject {
  Q_OBJECT

 private slots:
  /// A strip with one joint that turns about one axis moves in the span of a constant, a cosine and a sine: a base and
  /// two shapes represent it, whatever the number of frames.
  void oneTurningJointNeedsTwoShapes() {
    model::Model model = test::twoBoneStrip();
    model.clips.resize(1);  // "Bend".
    const vat::BakedAnimation baked = bakedWith(model, std::nullopt, 120.0);
    QCOMPARE(baked.layout.shapeCount, 2u);
    const Distance off = distanceOf(baked, exactOf(model, 120.0));
    QVERIFY2(off.largest < 5e-5, qPrintable(QString::number(off.largest)));
    const vat::BakedAnimation longer = bakedWith(model, std::nullopt, 480.0);
    QCOMPARE(longer.layout.shapeCount, 2u);
    QVERIFY(longer.layout.frameCount >= 4 * baked.layout.frameCount - 4);
    QVERIFY(longer.texels.byteCount() < 4 * baked.texels.byteCount());
  }

  /// A static model needs a base only.
  void stillModels() {
    model::Model model = test::twoBoneStrip();
    model.clips.resize(1);
    model.clips[0].tracks.clear();
    model.clips[0].timelines.clear();
    const vat::BakedAnimation baked = bakedWith(model, std::nullopt, 30.0);
    QCOMPARE(baked.layout.shapeCount, 1u);
    QVERIFY(distanceOf(baked, exactOf(model, 30.0)).largest < 5e-5);
  }

  /// More shapes never increase the mean error; 64 for this character are nearly exact.
  void moreShapesAreCloser() {
    test::CharacterSpec spec;
    spec.vertices = 300;
    spec.joints = 30;
    const model::Model model = test::makeCharacter(spec);
    const vat::BakedAnimation exact = exactOf(model, 12.0);
    double before = std::numeric_limits<double>::infinity();
    for (const std::uint32_t shapes : {1u, 2u, 5u, 16u, 33u, 64u}) {
      const vat::BakedAnimation baked = bakedWith(model, shapes, 12.0);
      QVERIFY(baked.layout.shapeCount <= shapes);
      const double sum = distanceOf(baked, exact).sumOfSquares;
      QVERIFY2(sum < before * 1.0001, qPrintable(QString("%1 shapes: %2").arg(shapes).arg(sum)));
      before = sum;
    }
  }

  /// No choice of shapes has a smaller sum of squares than the sum of the smallest eigenvalues of the frames' Gram
  /// matrix (Eckart and Young, 1936). The products include normals as in the bake; these add little here, and the
  /// texels' steps less.
  void shapesAreOptimal() {
    test::CharacterSpec spec;
    spec.vertices = 200;
    spec.joints = 20;
    model::Model model = test::makeCharacter(spec);
    model.clips.resize(1);
    const vat::BakedAnimation exact = exactOf(model, 10.0);
    const std::uint32_t frames = exact.layout.frameCount;
    const std::uint32_t elements = exact.layout.elementCount;
    std::vector<glm::dvec3> mean(elements, glm::dvec3(0.0));
    std::vector<std::vector<glm::dvec3>> moved(frames, std::vector<glm::dvec3>(elements));
    for (std::uint32_t f = 0; f < frames; ++f) {
      for (std::uint32_t e = 0; e < elements; ++e) {
        moved[f][e] = vat::storedElement(exact, f, e).position;
        mean[e] += moved[f][e] / double(frames);
      }
    }
    bake::SymmetricMatrix products(frames);
    for (std::uint32_t a = 0; a < frames; ++a) {
      for (std::uint32_t b = 0; b < frames; ++b) {
        for (std::uint32_t e = 0; e < elements; ++e) {
          products.at(a, b) += glm::dot(moved[a][e] - mean[e], moved[b][e] - mean[e]);
        }
      }
    }
    const bake::EigenSystem system = bake::eigenSystem(products);
    for (const std::uint32_t shapes : {2u, 4u, 8u}) {
      double least = 0.0;
      for (std::uint32_t i = shapes; i < frames; ++i) {
        least += std::max(system.values[i], 0.0);
      }
      const double got = distanceOf(bakedWith(model, shapes, 10.0), exact).sumOfSquares;
      QVERIFY2(got >= 0.999 * least, qPrintable(QString("%1: %2 below %3").arg(shapes).arg(got).arg(least)));
      QVERIFY2(got <= 1.05 * least + 1e-5, qPrintable(QString("%1: %2 above %3").arg(shapes).arg(got).arg(least)));
    }
  }

  void threadsChangeNothing() {
    const model::Model model = test::makeCharacter({});
    const vat::BakedAnimation one = bakedWith(model, std::nullopt, 12.0, 1);
    const vat::BakedAnimation many = bakedWith(model, std::nullopt, 12.0, 5);
    QCOMPARE(one.layout, many.layout);
    QCOMPARE(one.texels.byteCount(), many.texels.byteCount());
    QCOMPARE(std::memcmp(one.texels.bytes().data(), many.texels.bytes().data(), one.texels.byteCount()), 0);
  }

  /// The fast decoder equals the scalar one on the texels, and the bounds contain its results.
  void decodersAgree() {
    const vat::BakedAnimation baked = bakedWith(test::makeCharacter({}), std::nullopt, 12.0);
    const vat::StoredShapes shapes(baked);
    std::vector<float> weights(shapes.shapeCount());
    for (const vat::BakedClip& clip : baked.clips) {
      model::Box box;
      for (std::uint32_t frame = clip.frameBegin; frame < clip.frameBegin + clip.frameCount; ++frame) {
        shapes.weights(baked.texels, baked.layout, frame, weights);
        shapes.bound(weights, 1, box);
        for (std::uint32_t element = 0; element < baked.layout.elementCount; ++element) {
          const glm::dvec3 plain = vat::storedElement(baked, frame, element).position;
          QVERIFY(glm::length(glm::dvec3(shapes.position(element, weights)) - plain) < 1e-6);
          for (int i = 0; i < 3; ++i) {
            QVERIFY(plain[i] >= double(clip.bounds.min[i]) && plain[i] <= double(clip.bounds.max[i]));
          }
        }
      }
      for (int i = 0; i < 3; ++i) {
        QVERIFY(std::abs(box.min[i] - clip.bounds.min[i]) < 1e-4f && std::abs(box.max[i] - clip.bounds.max[i]) < 1e-4f);
      }
    }
  }

  void products() {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> any(-1.0f, 1.0f);
    for (const auto& [rows, depth, columns] :
         {std::array<std::size_t, 3>{1, 1, 16}, {5, 7, 16}, {13, 256, 32}, {30, 700, 80}}) {
      std::vector<float> a(rows * depth);
      std::vector<animation::LaneValue> b(depth * columns / animation::kFrameLanes);
      std::vector<animation::LaneValue> c(rows * columns / animation::kFrameLanes);
      for (float& value : a) {
        value = any(random);
      }
      for (animation::LaneValue& lanes : b) {
        for (float& value : lanes.v) {
          value = any(random);
        }
      }
      bake::numbersOf(c)[0] = 2.0f;
      for (const bool isTransposed : {false, true}) {
        std::vector<animation::LaneValue> sum = c;
        const bake::MatrixView view =
            isTransposed ? bake::MatrixView{a.data(), 1, rows} : bake::MatrixView{a.data(), depth, 1};
        bake::addProduct(view, rows, depth, bake::numbersOf(b), columns, bake::numbersOf(sum));
        for (std::size_t r = 0; r < rows; ++r) {
          for (std::size_t k = 0; k < columns; ++k) {
            double wanted = r == 0 && k == 0 ? 2.0 : 0.0;
            for (std::size_t i = 0; i < depth; ++i) {
              wanted += double{isTransposed ? a[i * rows + r] : a[r * depth + i]} *
                        double{bake::numbersOf(b)[i * columns + k]};
            }
            QVERIFY(std::abs(wanted - double{bake::numbersOf(sum)[r * columns + k]}) < 1e-4);
          }
        }
      }
    }
  }

  void eigenvectors() {
    std::mt19937 random(8);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    constexpr std::size_t kSize = 23;
    bake::SymmetricMatrix matrix(kSize);
    for (std::size_t r = 0; r < kSize; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        matrix.at(r, c) = matrix.at(c, r) = any(random);
      }
    }
    const bake::EigenSystem system = bake::eigenSystem(matrix);
    for (std::size_t i = 0; i < kSize; ++i) {
      QVERIFY(i == 0 || system.values[i] <= system.values[i - 1]);
      for (std::size_t r = 0; r < kSize; ++r) {
        double product = 0.0;
        for (std::size_t c = 0; c < kSize; ++c) {
          product += matrix.at(r, c) * system.vectors[i][c];
        }
        QVERIFY(std::abs(product - system.values[i] * system.vectors[i][r]) < 1e-12);
      }
    }
  }

  void texturesHoldShapes() {
    const vat::Encoding& encoding = *vat::findEncoding("basis");
    std::mt19937 random(2);
    for (int i = 0; i < 500; ++i) {
      const std::uint32_t elements = 1 + random() % 3000;
      const std::uint32_t shapes = 1 + random() % 64;
      const std::uint32_t extra = random() % 3 == 0 ? 3 * (random() % 40) : 0;
      const std::uint32_t frames = 1 + random() % 2000;
      const vat::SizeRule rule = i % 2 == 0 ? vat::SizeRule::Exact : vat::SizeRule::PowerOfTwo;
      const auto layout = vat::layOutShapes(encoding, elements, shapes, extra, frames, rule, 4096);
      QVERIFY(layout);
      QVERIFY(layout->width <= 4096 && layout->height <= 4096);
      QCOMPARE(layout->texelsPerFrame, extra + (shapes + 3) / 4);
      QVERIFY(layout->texelsPerFrame <= layout->width * layout->rowsPerFrame);
      const std::uint64_t needed = std::uint64_t{elements} * (shapes + 1) + shapes + 2;
      const std::uint64_t room =
          std::uint64_t{layout->width} * (layout->height - std::uint64_t{frames} * layout->rowsPerFrame);
      QVERIFY(needed <= room);
      const vat::TexelAddress last = vat::texelAddress(*layout, frames, vat::shapeTexel(shapes, elements - 1, shapes));
      QVERIFY(last.x < layout->width && last.y < layout->height);
      // No other width needs fewer texels.
      for (std::uint64_t width = 16; width <= 4096; width = rule == vat::SizeRule::Exact ? width + 1 : 2 * width) {
        const std::uint64_t rows = (layout->texelsPerFrame + width - 1) / width;
        std::uint64_t height = frames * rows + (needed + width - 1) / width;
        height = rule == vat::SizeRule::Exact ? height : std::bit_ceil(height);
        QVERIFY(rows > 1 || height > 4096 || width * height >= std::uint64_t{layout->width} * layout->height);
      }
    }
    QVERIFY(!vat::layOutShapes(encoding, 1u << 20, 64, 0, 100, vat::SizeRule::Exact, 1024));
  }

  /// Decoded textures hold the results of the scalar decoder, also with sockets, a frame table and folded frames.
  void decodedTexturesHoldPositionsAndNormals() {
    const model::Model model = test::makeCharacter({.vertices = 300});
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.encoding = "basis";
    settings.rows = bake::RowSpacing::Uneven;
    settings.maxErrorMillimetres = 200.0;
    settings.expose = {{".*"}};
    settings.sampleRateHz = 240.0;
    JobContext job;
    const auto baked = bake::bake(model, settings, job);
    QVERIFY2(baked, baked ? "" : baked.error().message.c_str());
    QVERIFY(!baked->sockets.empty());
    QVERIFY(baked->layout.tableFrames > baked->layout.frameCount);
    for (const std::uint32_t maxSize : {4096u, 512u}) {
      auto decoded = vat::decodeShapes(*baked, maxSize, job);
      QVERIFY(decoded);
      vat::BakedAnimation classic;
      classic.mode = vat::BakeMode::Vertex;
      classic.clips = baked->clips;
      classic.layout = decoded->layout;
      classic.texels = std::move(decoded->texels);
      QVERIFY(std::max(classic.layout.width, classic.layout.height) <= maxSize);
      QCOMPARE(classic.layout.rowsPerFrame > 1, maxSize == 512);
      for (std::uint32_t frame = 0; frame < baked->layout.frameCount; ++frame) {
        for (std::uint32_t element = 0; element < baked->layout.elementCount; ++element) {
          const vat::ElementPose expected = vat::storedElement(*baked, frame, element);
          const vat::ElementPose found = vat::storedElement(classic, frame, element);
          QVERIFY(glm::distance(found.position, expected.position) < 1e-5);
          QVERIFY(glm::distance(found.normal, expected.normal) < 1e-5);
        }
        for (std::uint32_t socket = 0; socket < baked->sockets.size(); ++socket) {
          for (std::uint32_t row = 0; row < vat::kTexelsPerSocket; ++row) {
            const auto texelOf = [&](const vat::BakedAnimation& of) {
              const vat::TexelAddress at =
                  vat::texelAddress(of.layout, frame, vat::socketTexel(of.layout, socket, row));
              return of.texels.texel(at.x, at.y);
            };
            QVERIFY(texelOf(classic) == texelOf(*baked));
          }
        }
      }
      for (std::uint32_t frame = 0; frame < baked->layout.tableFrames; ++frame) {
        QVERIFY(vat::storedEntry(classic, frame) == vat::storedEntry(*baked, frame));
      }
    }
    const auto refused = vat::decodeShapes(*baked, 32, job);
    QVERIFY(!refused && refused.error().code == ErrorCode::Limit);
  }

  void rejectsWrongCounts() {
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Vertex;
    settings.encoding = "basis";
    JobContext job;
    for (const std::uint32_t shapes : {0u, 65u}) {
      settings.shapes = shapes;
      const auto baked = bake::bake(test::twoBoneStrip(), settings, job);
      QVERIFY(!baked && baked.error().code == ErrorCode::InvalidArgument);
    }
    settings.shapes.reset();
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    QVERIFY(!bake::bake(test::twoBoneStrip(), settings, job));
  }
};

TEXELETON_PLAIN_SUITE(TestShapes)
#include "test_shapes.moc"

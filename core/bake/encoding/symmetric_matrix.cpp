#include "core/bake/encoding/symmetric_matrix.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace texeleton::bake {

namespace {

constexpr int kMaxSweeps = 60;
/// Off-diagonal share of the whole below which a sweep changes nothing in double precision.
constexpr double kDone = 1e-30;
/// Relative to its element on the diagonal: a smaller pivot counts as zero.
constexpr double kNoPivot = 1e-12;

double offDiagonal(const SymmetricMatrix& m) {
  double sum = 0.0;
  for (std::size_t r = 0; r < m.size; ++r) {
    for (std::size_t c = 0; c < r; ++c) {
      sum += m.at(r, c) * m.at(r, c);
    }
  }
  return sum;
}

/// Turns rows and columns p and q so that the element (p, q) vanishes; the same turn for the rows of `vectors`.
void rotate(SymmetricMatrix& m, std::vector<std::vector<double>>& vectors, std::size_t p, std::size_t q) {
  const double apq = m.at(p, q);
  if (apq == 0.0) {
    return;
  }
  const double theta = (m.at(q, q) - m.at(p, p)) / (2.0 * apq);
  const double t = (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
  const double c = 1.0 / std::sqrt(t * t + 1.0);
  const double s = t * c;
  for (std::size_t k = 0; k < m.size; ++k) {
    const double kp = m.at(k, p);
    const double kq = m.at(k, q);
    m.at(k, p) = c * kp - s * kq;
    m.at(k, q) = s * kp + c * kq;
  }
  for (std::size_t k = 0; k < m.size; ++k) {
    const double pk = m.at(p, k);
    const double qk = m.at(q, k);
    m.at(p, k) = c * pk - s * qk;
    m.at(q, k) = s * pk + c * qk;
    const double vp = vectors[p][k];
    const double vq = vectors[q][k];
    vectors[p][k] = c * vp - s * vq;
    vectors[q][k] = s * vp + c * vq;
  }
}

}  // namespace

EigenSystem eigenSystem(SymmetricMatrix m) {
  std::vector<std::vector<double>> vectors(m.size, std::vector<double>(m.size, 0.0));
  double whole = 0.0;
  for (std::size_t i = 0; i < m.size; ++i) {
    vectors[i][i] = 1.0;
    whole += m.at(i, i) * m.at(i, i);
  }
  whole += 2.0 * offDiagonal(m);
  for (int sweep = 0; sweep < kMaxSweeps && offDiagonal(m) > kDone * whole; ++sweep) {
    for (std::size_t p = 0; p < m.size; ++p) {
      for (std::size_t q = p + 1; q < m.size; ++q) {
        rotate(m, vectors, p, q);
      }
    }
  }
  std::vector<std::size_t> order(m.size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return m.at(a, a) > m.at(b, b); });
  EigenSystem result;
  for (const std::size_t i : order) {
    result.values.push_back(m.at(i, i));
    result.vectors.push_back(std::move(vectors[i]));
  }
  return result;
}

PositiveSolver::PositiveSolver(SymmetricMatrix matrix) : m_factor(std::move(matrix)) {
  SymmetricMatrix& l = m_factor;
  for (std::size_t j = 0; j < l.size; ++j) {
    const double whole = l.at(j, j);
    double pivot = whole;
    for (std::size_t k = 0; k < j; ++k) {
      pivot -= l.at(j, k) * l.at(j, k);
    }
    l.at(j, j) = pivot > kNoPivot * whole && pivot > 0.0 ? std::sqrt(pivot) : 0.0;
    for (std::size_t i = j + 1; i < l.size; ++i) {
      double sum = l.at(i, j);
      for (std::size_t k = 0; k < j; ++k) {
        sum -= l.at(i, k) * l.at(j, k);
      }
      l.at(i, j) = l.at(j, j) > 0.0 ? sum / l.at(j, j) : 0.0;
    }
  }
}

void PositiveSolver::solve(double* x) const {
  const SymmetricMatrix& l = m_factor;
  for (std::size_t i = 0; i < l.size; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      x[i] -= l.at(i, k) * x[k];
    }
    x[i] = l.at(i, i) > 0.0 ? x[i] / l.at(i, i) : 0.0;
  }
  for (std::size_t i = l.size; i-- > 0;) {
    for (std::size_t k = i + 1; k < l.size; ++k) {
      x[i] -= l.at(k, i) * x[k];
    }
    x[i] = l.at(i, i) > 0.0 ? x[i] / l.at(i, i) : 0.0;
  }
}

}  // namespace texeleton::bake

#pragma once

#include <cstddef>
#include <vector>

namespace texeleton::bake {

/// A small symmetric matrix, row after row.
struct SymmetricMatrix {
  std::size_t size = 0;
  std::vector<double> values;

  explicit SymmetricMatrix(std::size_t n) : size(n), values(n * n, 0.0) {}
  double& at(std::size_t r, std::size_t c) { return values[r * size + c]; }
  double at(std::size_t r, std::size_t c) const { return values[r * size + c]; }
};

/// Eigenvalues, descending, with their unit eigenvectors.
struct EigenSystem {
  std::vector<double> values;
  std::vector<std::vector<double>> vectors;
};

/// By Jacobi's method (Golub and Van Loan, Matrix Computations, 8.5).
EigenSystem eigenSystem(SymmetricMatrix matrix);

/// Solves equations with a positive definite matrix; the solution is 0 in the directions of a null space.
class PositiveSolver {
 public:
  explicit PositiveSolver(SymmetricMatrix matrix);
  /// Replaces a right-hand side by the solution.
  void solve(double* x) const;

 private:
  SymmetricMatrix m_factor;  ///< Lower triangle L of L·Lᵀ.
};

}  // namespace texeleton::bake

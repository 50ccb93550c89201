// The dense algebra of the solvers beside OpenBLAS: Gram matrices X'X of n columns of 2,000 rows,
// and Cholesky factors of n rows, by one thread each.
//
//     bench_products [--library libopenblas.so.0] [--largest 5000]
//
// OpenBLAS is loaded at run time, as coppice does not use it (Debian: libopenblas0-serial). It is
// the one program here that looks inside the library.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

extern "C" {
#include "support.h"
}

#include "core/cholesky.hpp"
#include "core/linear_algebra.hpp"

namespace {

using coppice::matrix;
using coppice::matrix_view;

/// What is called of it, by Fortran's conventions: everything by reference.
struct open_blas {
  void (*dsyrk)(const char* triangle, const char* transposed, const int* n, const int* depth,
                const double* alpha, const double* a, const int* a_stride, const double* beta,
                double* c, const int* c_stride);
  void (*dpotrf)(const char* triangle, const int* n, double* a, const int* stride, int* failed);

  explicit open_blas(const char* path) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) fail("--library %s: %s", path, dlerror());
    dsyrk = reinterpret_cast<decltype(dsyrk)>(dlsym(library, "dsyrk_"));
    dpotrf = reinterpret_cast<decltype(dpotrf)>(dlsym(library, "dpotrf_"));
    if (dsyrk == nullptr || dpotrf == nullptr)
      fail("--library %s: expected dsyrk_ and dpotrf_ in it", path);
  }
};

matrix random_matrix(Eigen::Index rows, Eigen::Index columns) {
  std::mt19937_64 draw(1);
  std::normal_distribution<double> normal;
  matrix made(rows, columns);
  for (double& one : made.reshaped()) one = normal(draw);
  return made;
}

/// Milliseconds of the fastest of several calls; prepare() is not counted.
template <class Prepare, class Work>
double fastest(double least_seconds, const Prepare& prepare, const Work& work) {
  double best = 1e300;
  double all = 0;
  for (int call = 0; call < 3 || all < least_seconds; ++call) {
    prepare();
    const double began = wall_seconds();
    work();
    const double seconds = wall_seconds() - began;
    best = std::min(best, seconds);
    all += seconds;
  }
  return 1e3 * best;
}

double largest_difference(const matrix& a, const matrix& b) {
  double largest = 0;
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    largest = std::max(largest, (a - b).col(j).tail(a.rows() - j).cwiseAbs().maxCoeff());
  return largest / b.cwiseAbs().maxCoeff();
}

void print_row(int n, const char* what, double ours, double theirs, double difference) {
  std::printf("| %d | %s | %.3f | %.3f | %.2f | %.0e |\n", n, what, ours, theirs, theirs / ours,
              difference);
  std::fflush(stdout);
}

void compare(const open_blas& peer, int n) {
  constexpr double least_seconds = 0.3;
  constexpr int depth = 2000;
  const double one = 1;
  coppice::progress report;
  matrix x = random_matrix(depth, n);
  matrix mine(n, n);
  matrix other(n, n);
  matrix_view view(mine.data(), n, n);
  const double gram_ours = fastest(
      least_seconds, [&] { mine.setZero(); },
      [&] {
        coppice::add_gram_of_columns({x.data(), depth, n}, view, report);
      });
  const double gram_theirs = fastest(
      least_seconds, [&] { other.setZero(); },
      [&] { peer.dsyrk("L", "T", &n, &depth, &one, x.data(), &depth, &one, other.data(), &n); });
  print_row(n, "X'X", gram_ours, gram_theirs, largest_difference(mine, other));

  matrix positive = other;
  positive.diagonal().array() += 2.0 * depth;
  bool is_positive = true;
  const double factor_ours = fastest(
      least_seconds, [&] { mine = positive; },
      [&] { is_positive = is_positive && coppice::cholesky(view, report); });
  int failed = 0;
  const double factor_theirs = fastest(
      least_seconds, [&] { other = positive; },
      [&] { peer.dpotrf("L", &n, other.data(), &n, &failed); });
  if (!is_positive || failed != 0) fail("a matrix of %d rows was not positive definite", n);
  print_row(n, "Cholesky", factor_ours, factor_theirs, largest_difference(mine, other));
}

}  // namespace

int main(int argc, char** argv) {
  const open_blas peer(argument(argc, argv, "library", "libopenblas.so.0"));
  const auto largest = static_cast<int>(whole_argument(argc, argv, "largest", 5000));
  no_more_arguments(argc, argv);
  print_machine();
  std::printf(
      "One thread; X has 2,000 rows and n columns. The fastest of several calls.\n\n"
      "| n | operation | coppice ms | OpenBLAS ms | OpenBLAS against coppice | difference |\n"
      "|---|---|---|---|---|---|\n");
  for (const int n : {50, 100, 200, 500, 1000, 2000, 5000})
    if (n <= largest) compare(peer, n);
  return 0;
}

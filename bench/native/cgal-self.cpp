// CGAL on one mesh: which of its faces touch each other beyond their common vertices?
//
// Build (Debian: apt-get install g++ libcgal-dev):
//   g++ -O3 -std=c++17 -DNDEBUG bench/native/cgal-self.cpp -o bench/out/cgal-self -lgmp -lmpfr
//
// Use: cgal-self FILE. The file is that of src/mesh-file.ts, with no two vertices at one position:
//   uint32 nv, uint32 nt, float64 xyz[nv], uint32 ijk[nt], little endian.
// Answer: a line WALL_MS CPU_MS PAIRS, then a line for each pair, sorted. Reading the file is not timed; making the triangles and
// their boxes is.
//
// `box_self_intersection_d` finds the pairs of boxes, and each is decided by predicates that are exact (the kernel filters by interval
// arithmetic). Faces with common vertices are decided like in CGAL's own Polygon_mesh_processing::self_intersections: with one, by
// the sides opposite to it; with two, by whether one lies on the other.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Triangle = Kernel::Triangle_3;
using Segment = Kernel::Segment_3;
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

/** Boxes below which CGAL compares all of them with each other: the fastest of 10 (its default), 100, 1,000 and 2,000 here. */
constexpr std::ptrdiff_t kCutoff = 1000;

struct Mesh {
  std::vector<Point> points;
  std::vector<std::uint32_t> triangles;
};

Mesh readMesh(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::uint32_t counts[2];
  if (!file.read(reinterpret_cast<char*>(counts), sizeof counts)) throw std::runtime_error("cannot read " + path);
  std::vector<double> xyz(3ull * counts[0]);
  Mesh mesh;
  mesh.triangles.resize(3ull * counts[1]);
  file.read(reinterpret_cast<char*>(xyz.data()), static_cast<std::streamsize>(xyz.size() * sizeof(double)));
  file.read(reinterpret_cast<char*>(mesh.triangles.data()),
            static_cast<std::streamsize>(mesh.triangles.size() * sizeof(std::uint32_t)));
  if (!file) throw std::runtime_error(path + " ends early");
  for (std::size_t k = 0; k < xyz.size(); k += 3) mesh.points.emplace_back(xyz[k], xyz[k + 1], xyz[k + 2]);
  return mesh;
}

/** The corners of two faces, the common ones first, in one order; returns how many these are. */
int orderCorners(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t p[3], std::uint32_t q[3]) {
  int shared = 0;
  int rest = 2;
  bool used[3] = {false, false, false};
  for (int i = 0; i < 3; ++i) {
    int j = 0;
    while (j < 3 && (used[j] || a[i] != b[j])) ++j;
    if (j == 3) {
      p[rest--] = a[i];
    } else {
      used[j] = true;
      p[shared] = q[shared] = a[i];
      ++shared;
    }
  }
  for (int j = 0, to = shared; j < 3; ++j)
    if (!used[j]) q[to++] = b[j];
  return shared;
}

bool intersectBeyondShared(const Mesh& mesh, std::uint32_t faceA, std::uint32_t faceB) {
  std::uint32_t p[3];
  std::uint32_t q[3];
  const int shared = orderCorners(&mesh.triangles[3ull * faceA], &mesh.triangles[3ull * faceB], p, q);
  const auto& at = mesh.points;
  if (shared == 3) return false;
  if (shared == 2) {
    return CGAL::coplanar(at[p[0]], at[p[1]], at[p[2]], at[q[2]]) &&
           CGAL::coplanar_orientation(at[p[0]], at[p[1]], at[p[2]], at[q[2]]) == CGAL::POSITIVE;
  }
  const Triangle a(at[p[0]], at[p[1]], at[p[2]]);
  const Triangle b(at[q[0]], at[q[1]], at[q[2]]);
  if (shared == 0) return CGAL::do_intersect(a, b);
  return CGAL::do_intersect(a, Segment(at[q[1]], at[q[2]])) || CGAL::do_intersect(b, Segment(at[p[1]], at[p[2]]));
}

std::vector<Pair> selfIntersections(const Mesh& mesh) {
  std::vector<Box> boxes;
  boxes.reserve(mesh.triangles.size() / 3);
  for (std::uint32_t face = 0; 3ull * face < mesh.triangles.size(); ++face) {
    const std::uint32_t* corners = &mesh.triangles[3ull * face];
    boxes.emplace_back(mesh.points[corners[0]].bbox() + mesh.points[corners[1]].bbox() + mesh.points[corners[2]].bbox(),
                       face);
  }
  std::vector<const Box*> sorted;
  sorted.reserve(boxes.size());
  for (const Box& box : boxes) sorted.push_back(&box);
  std::vector<Pair> pairs;
  CGAL::box_self_intersection_d(
      sorted.begin(), sorted.end(),
      [&](const Box* one, const Box* two) {
        const Pair faces = std::minmax({one->info(), two->info()});
        if (intersectBeyondShared(mesh, faces.first, faces.second)) pairs.push_back(faces);
      },
      kCutoff);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

double processorTime() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "use: cgal-self FILE\n");
    return 2;
  }
  const Mesh mesh = readMesh(words[1]);
  const auto wall = std::chrono::steady_clock::now();
  const double processor = processorTime();
  const auto pairs = selfIntersections(mesh);
  const double used = processorTime() - processor;
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - wall;
  std::printf("%.6f %.6f %zu\n", taken.count(), used, pairs.size());
  for (const auto& [a, b] : pairs) std::printf("%u %u\n", a, b);
}

// FCL on the candidate pairs of an assembly: builds a tree for each shape and asks of each pair whether the surfaces touch.
//
// Build (Debian: apt-get install g++ libfcl-dev):
//   g++ -O3 -std=c++17 -DNDEBUG -I/usr/include/eigen3 bench/native/fcl-assembly.cpp -o bench/out/fcl-assembly -lfcl -lccd
//
// Use: fcl-assembly FILE. The file is little endian (src/clash/assembly-file.ts writes it):
//   uint32 shapes, elements, pairs, 0
//   for each shape     uint32 nv, uint32 nt, float64 xyz[nv], uint32 ijk[nt], and four bytes more if nt is odd
//   for each element   float64 × 12: rotation (row-major), then translation
//   for each element   uint32 shape;   for each pair   uint32 a, uint32 b
// Answer, one line: BUILD_MS QUERY_MS BUILD_CPU_MS QUERY_CPU_MS BITS, a digit for each pair. Reading the file is not timed.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>

namespace {

using Tree = fcl::BVHModel<fcl::OBBd>;
using Transform = fcl::Transform3d;

struct Shape {
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> triangles;
};

struct Clocks {
  double wall;
  double processor;
};

Clocks now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  const auto wall = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration<double, std::milli>(wall).count(),
          1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec)};
}

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path, std::ios::binary) {
    if (!file_) throw std::runtime_error("cannot read " + path);
  }

  template <typename Number>
  std::vector<Number> take(std::size_t count) {
    std::vector<Number> numbers(count);
    file_.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(count * sizeof(Number)));
    if (!file_) throw std::runtime_error("the file ends early");
    return numbers;
  }

 private:
  std::ifstream file_;
};

Shape readShape(Reader& reader) {
  const auto counts = reader.take<std::uint32_t>(2);
  const auto xyz = reader.take<double>(3ull * counts[0]);
  const auto ijk = reader.take<std::uint32_t>(3ull * counts[1] + counts[1] % 2);
  Shape shape;
  for (std::size_t k = 0; k < counts[0]; ++k) shape.points.emplace_back(xyz[3 * k], xyz[3 * k + 1], xyz[3 * k + 2]);
  for (std::size_t k = 0; k < counts[1]; ++k) shape.triangles.emplace_back(ijk[3 * k], ijk[3 * k + 1], ijk[3 * k + 2]);
  return shape;
}

std::unique_ptr<Tree> buildTree(const Shape& shape) {
  auto tree = std::make_unique<Tree>();
  tree->beginModel(static_cast<int>(shape.triangles.size()), static_cast<int>(shape.points.size()));
  tree->addSubModel(shape.points, shape.triangles);
  tree->endModel();
  return tree;
}

Transform poseOf(const double* row) {
  Transform pose = Transform::Identity();
  pose.linear() << row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8];
  pose.translation() << row[9], row[10], row[11];
  return pose;
}

void run(const std::string& path) {
  Reader reader(path);
  const auto counts = reader.take<std::uint32_t>(4);
  std::vector<Shape> shapes;
  for (std::uint32_t k = 0; k < counts[0]; ++k) shapes.push_back(readShape(reader));
  const auto rows = reader.take<double>(12ull * counts[1]);
  const auto shapeOf = reader.take<std::uint32_t>(counts[1]);
  const auto pairs = reader.take<std::uint32_t>(2ull * counts[2]);

  const Clocks start = now();
  std::vector<std::unique_ptr<Tree>> trees;
  for (const Shape& shape : shapes) trees.push_back(buildTree(shape));
  const Clocks built = now();
  const fcl::CollisionRequestd firstOnly{1, false};
  fcl::CollisionResultd result;
  std::string bits;
  for (std::size_t k = 0; k < pairs.size(); k += 2) {
    const std::uint32_t a = pairs[k];
    const std::uint32_t b = pairs[k + 1];
    result.clear();
    const auto found = fcl::collide(trees[shapeOf[a]].get(), poseOf(rows.data() + 12ull * a), trees[shapeOf[b]].get(),
                                    poseOf(rows.data() + 12ull * b), firstOnly, result);
    bits += found > 0 ? '1' : '0';
  }
  const Clocks done = now();
  std::printf("%.3f %.3f %.3f %.3f %s\n", built.wall - start.wall, done.wall - built.wall,
              built.processor - start.processor, done.processor - built.processor, bits.c_str());
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "Usage: fcl-assembly FILE\n");
    return 1;
  }
  try {
    run(words[1]);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
  return 0;
}

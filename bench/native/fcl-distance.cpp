// The distance of two OBJ files by FCL, from the shell: what `nearmiss distance A.obj B.obj` does, natively.
//
// Build (Debian: apt-get install g++ libfcl-dev):
//   g++ -O3 -std=c++17 -DNDEBUG -I/usr/include/eigen3 bench/native/fcl-distance.cpp -o bench/out/fcl-distance -lfcl -lccd
// Use:
//   bench/out/fcl-distance A.obj B.obj     -> the distance, and the nearest points of both
//
// Each file is read at once; vertices and faces are taken, faces with more than three corners as fans, everything else is skipped. The
// trees are FCL's for distances (rectangle-swept spheres).

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/RSS.h>
#include <fcl/narrowphase/distance.h>

namespace {

using Tree = fcl::BVHModel<fcl::RSSd>;

std::string readFile(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error(std::string("cannot read ") + path);
  std::string text(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

const char* nextLine(const char* at) {
  const char* end = std::strchr(at, '\n');
  return end == nullptr ? at + std::strlen(at) : end + 1;
}

/// Corners of a face: "a", "a/b", "a/b/c" or "a//c"; negative numbers count from the last vertex.
void readFace(const char* at, const char* end, long vertices, std::vector<fcl::Triangle>& triangles) {
  std::vector<std::size_t> corners;
  while (at < end) {
    char* rest = nullptr;
    const long number = std::strtol(at, &rest, 10);
    if (rest == at) break;
    const long vertex = number < 0 ? vertices + number : number - 1;
    if (vertex < 0 || vertex >= vertices) throw std::runtime_error("a face names a vertex that is not there");
    corners.push_back(static_cast<std::size_t>(vertex));
    for (at = rest; at < end && *at != ' ' && *at != '\t' && *at != '\r';) ++at;
  }
  for (std::size_t k = 2; k < corners.size(); ++k) triangles.emplace_back(corners[0], corners[k - 1], corners[k]);
}

std::unique_ptr<Tree> readTree(const char* path) {
  const std::string text = readFile(path);
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> triangles;
  for (const char* at = text.c_str(); *at != '\0'; at = nextLine(at)) {
    if (at[0] == 'v' && at[1] == ' ') {
      char* rest = nullptr;
      const double x = std::strtod(at + 2, &rest);
      const double y = std::strtod(rest, &rest);
      const double z = std::strtod(rest, &rest);
      points.emplace_back(x, y, z);
    } else if (at[0] == 'f' && at[1] == ' ') {
      readFace(at + 2, nextLine(at), static_cast<long>(points.size()), triangles);
    }
  }
  if (triangles.empty()) throw std::runtime_error(std::string(path) + " has no faces");
  auto tree = std::make_unique<Tree>();
  tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
  tree->addSubModel(points, triangles);
  tree->endModel();
  return tree;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::fprintf(stderr, "usage: fcl-distance A.obj B.obj\n");
    return 1;
  }
  try {
    const auto a = readTree(words[1]);
    const auto b = readTree(words[2]);
    fcl::DistanceRequestd request;
    request.enable_nearest_points = true;
    fcl::DistanceResultd result;
    fcl::distance(a.get(), fcl::Transform3d::Identity(), b.get(), fcl::Transform3d::Identity(), request, result);
    std::printf("%.17g\n", result.min_distance);
    for (const auto& p : result.nearest_points) std::printf("%.17g %.17g %.17g\n", p.x(), p.y(), p.z());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fcl-distance: %s\n", error.what());
    return 1;
  }
}

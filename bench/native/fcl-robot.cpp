// FCL as a peer for robot paths: a small server that checks configurations of a robot among obstacles, over stdin and stdout.
//
// Build (Debian: apt-get install g++ libfcl-dev):
//   g++ -O3 -std=c++17 -DNDEBUG -I/usr/include/eigen3 bench/native/fcl-robot.cpp -o bench/out/fcl-robot -lfcl -lccd
//
// One command a line, one reply a command:
//   scene FILE     words: FRAMES, then of each its parent, kind (0 still, 1 revolute, 2 prismatic), offset (position, quaternion x y z w), axis,
//                  variable, multiplier and shift; BODIES, then of each its frame (0 of an obstacle), offset, and `mesh FILE`,
//                  `box X Y Z`, `cylinder RADIUS HEIGHT` or `sphere RADIUS`, links first; the number of LINK bodies; PAIRS of links, two each.
//                    -> ok scene BODIES PAIRS
//   runs FILE      doubles: the number of runs; of each the number of samples and of waypoints, then the waypoints' values.
//                    -> ok runs COUNT
//   all            every sample of every run, evenly spread over its waypoints, by the clock of the processor.
//   first          the same, but a run ends at its first contact.
//                    -> ok all MICROSECONDS, then a line a run: `MICROSECONDS SAMPLE`, the first sample in contact or -1
//   kinematics     as `all`, but for the queries: what forward kinematics takes.
//   quit
//
// A sample is checked as MoveIt does: forward kinematics, each link against a dynamic tree of boxes of the obstacles, then the pairs of links
// whose boxes overlap; it ends at the first contact.

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>

namespace {

using Transform = fcl::Transform3d;
using Transforms = std::vector<Transform, Eigen::aligned_allocator<Transform>>;
using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

/// Of this thread alone, in microseconds.
double processorNow() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

Transform readTransform(std::istream& in) {
  double n[7];
  for (double& value : n) in >> value;
  Transform pose = Transform::Identity();
  pose.linear() = fcl::Quaterniond(n[6], n[3], n[4], n[5]).toRotationMatrix();
  pose.translation() << n[0], n[1], n[2];
  return pose;
}

/// A .bin mesh: uint32 nv, uint32 nt, float64 xyz[nv], uint32 ijk[nt], little endian.
Geometry readMesh(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::uint32_t counts[2] = {0, 0};
  in.read(reinterpret_cast<char*>(counts), sizeof counts);
  std::vector<fcl::Vector3d> points(counts[0]);
  for (auto& point : points) in.read(reinterpret_cast<char*>(point.data()), 24);
  std::vector<fcl::Triangle> triangles;
  for (std::uint32_t t = 0; t < counts[1]; ++t) {
    std::uint32_t corner[3];
    in.read(reinterpret_cast<char*>(corner), sizeof corner);
    triangles.emplace_back(corner[0], corner[1], corner[2]);
  }
  if (!in) throw std::runtime_error("cannot read " + path);
  auto tree = std::make_shared<fcl::BVHModel<fcl::OBBd>>();
  tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
  tree->addSubModel(points, triangles);
  tree->endModel();
  return tree;
}

Geometry readGeometry(std::istream& in) {
  std::string kind;
  in >> kind;
  if (kind == "mesh") {
    std::string path;
    in >> path;
    return readMesh(path);
  }
  double a = 0, b = 0, c = 0;
  if (kind == "sphere") {
    in >> a;
    return std::make_shared<fcl::Sphered>(a);
  }
  if (kind == "cylinder") {
    in >> a >> b;
    return std::make_shared<fcl::Cylinderd>(a, b);
  }
  if (kind != "box") throw std::runtime_error("no geometry " + kind);
  in >> a >> b >> c;
  return std::make_shared<fcl::Boxd>(a, b, c);
}

struct Frame {
  int parent;
  int kind;
  Transform offset;
  fcl::Vector3d axis;
  int variable;
  double multiplier;
  double shift;
};
using Frames = std::vector<Frame, Eigen::aligned_allocator<Frame>>;

struct Body {
  int frame;
  Transform offset;
  std::unique_ptr<fcl::CollisionObjectd> object;
};

/// What a callback of the tree of obstacles writes: FCL hands it on as a void pointer.
struct Search {
  fcl::CollisionRequestd request{1, false};
  fcl::CollisionResultd result;
  bool found = false;
};

bool touch(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  auto* search = static_cast<Search*>(data);
  search->result.clear();
  if (fcl::collide(a, b, search->request, search->result) > 0) search->found = true;
  return search->found;
}

class Scene {
 public:
  explicit Scene(const std::string& path) {
    std::ifstream in(path);
    std::size_t count = 0;
    in >> count;
    frames_.resize(count);
    for (Frame& frame : frames_) {
      in >> frame.parent >> frame.kind;
      frame.offset = readTransform(in);
      in >> frame.axis[0] >> frame.axis[1] >> frame.axis[2] >> frame.variable >> frame.multiplier >> frame.shift;
    }
    poses_.assign(count, Transform::Identity());
    in >> count;
    bodies_.resize(count);
    for (Body& body : bodies_) {
      in >> body.frame;
      body.offset = readTransform(in);
      body.object = std::make_unique<fcl::CollisionObjectd>(readGeometry(in), body.offset);
      body.object->computeAABB();
    }
    in >> links_ >> count;
    pairs_.resize(count);
    for (auto& pair : pairs_) in >> pair.first >> pair.second;
    if (!in) throw std::runtime_error("cannot read " + path);
    for (std::size_t k = links_; k < bodies_.size(); ++k) obstacles_.registerObject(bodies_[k].object.get());
    obstacles_.setup();
  }

  void move(const double* values) {
    for (std::size_t f = 1; f < frames_.size(); ++f) {
      const Frame& frame = frames_[f];
      const double value = (frame.variable < 0 ? 0 : frame.multiplier * values[frame.variable]) + frame.shift;
      Transform& pose = poses_[f];
      pose = poses_[static_cast<std::size_t>(frame.parent)] * frame.offset;
      if (frame.kind == 1) pose.linear() = pose.linear() * fcl::AngleAxisd(value, frame.axis).toRotationMatrix();
      if (frame.kind == 2) pose.translation() += value * (pose.linear() * frame.axis);
    }
    for (std::size_t k = 0; k < links_; ++k) {
      const Body& body = bodies_[k];
      body.object->setTransform(poses_[static_cast<std::size_t>(body.frame)] * body.offset);
      body.object->computeAABB();
    }
  }

  bool touches() {
    search_.found = false;
    for (std::size_t k = 0; k < links_; ++k) {
      obstacles_.collide(bodies_[k].object.get(), &search_, touch);
      if (search_.found) return true;
    }
    for (const auto& [a, b] : pairs_) {
      fcl::CollisionObjectd* first = bodies_[a].object.get();
      fcl::CollisionObjectd* second = bodies_[b].object.get();
      if (first->getAABB().overlap(second->getAABB()) && touch(first, second, &search_)) return true;
    }
    return false;
  }

  std::size_t bodyCount() const { return bodies_.size(); }
  std::size_t pairCount() const { return pairs_.size(); }
  std::size_t variables() const {
    int most = -1;
    for (const Frame& frame : frames_) most = std::max(most, frame.variable);
    return static_cast<std::size_t>(most + 1);
  }

 private:
  Frames frames_;
  Transforms poses_;
  std::vector<Body> bodies_;
  std::size_t links_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  fcl::DynamicAABBTreeCollisionManagerd obstacles_;
  Search search_;
};

struct Run {
  std::size_t samples;
  std::size_t waypoints;
  std::vector<double> values;
};

enum class Kind { all, first, kinematics };

class Server {
 public:
  bool answer(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    if (!(words >> command)) return true;
    if (command == "quit") return false;
    std::string path;
    std::getline(words >> std::ws, path);
    if (command == "scene") {
      scene_ = std::make_unique<Scene>(path);
      std::printf("ok scene %zu %zu\n", scene_->bodyCount(), scene_->pairCount());
    } else if (command == "runs") {
      readRuns(path);
      std::printf("ok runs %zu\n", runs_.size());
    } else if (command == "all" || command == "first" || command == "kinematics") {
      const Kind kind = command == "all" ? Kind::all : command == "first" ? Kind::first : Kind::kinematics;
      check(command, kind);
    } else {
      throw std::runtime_error("no command " + command);
    }
    return true;
  }

 private:
  void readRuns(const std::string& path) {
    if (!scene_) throw std::runtime_error("give a scene first");
    std::ifstream in(path, std::ios::binary);
    const auto next = [&in] {
      double value = 0;
      in.read(reinterpret_cast<char*>(&value), sizeof value);
      return value;
    };
    runs_.resize(static_cast<std::size_t>(next()));
    for (Run& run : runs_) {
      run.samples = static_cast<std::size_t>(next());
      run.waypoints = static_cast<std::size_t>(next());
      run.values.resize(run.waypoints * scene_->variables());
      for (double& value : run.values) value = next();
    }
    if (!in) throw std::runtime_error("cannot read " + path);
  }

  void check(const std::string& command, Kind kind) {
    if (!scene_) throw std::runtime_error("give a scene first");
    std::vector<std::pair<double, int>> results;
    results.reserve(runs_.size());
    const double start = processorNow();
    for (const Run& run : runs_) {
      const double begun = processorNow();
      const int sample = checkRun(run, kind);
      results.emplace_back(processorNow() - begun, sample);
    }
    std::printf("ok %s %.3f\n", command.c_str(), processorNow() - start);
    for (const auto& [time, sample] : results) std::printf("%.3f %d\n", time, sample);
  }

  /// The first sample in contact, or -1.
  int checkRun(const Run& run, Kind kind) {
    const std::size_t size = run.values.size() / run.waypoints;
    std::vector<double> values(size);
    int found = -1;
    for (std::size_t k = 0; k < run.samples; ++k) {
      const double along = static_cast<double>(k) / static_cast<double>(run.samples - 1) * static_cast<double>(run.waypoints - 1);
      const std::size_t segment = std::min(static_cast<std::size_t>(along), run.waypoints - 2);
      const double s = along - static_cast<double>(segment);
      const double* from = run.values.data() + segment * size;
      for (std::size_t v = 0; v < size; ++v) values[v] = from[v] + s * (from[v + size] - from[v]);
      scene_->move(values.data());
      if (kind == Kind::kinematics || !scene_->touches()) continue;
      if (found < 0) found = static_cast<int>(k);
      if (kind == Kind::first) break;
    }
    return found;
  }

  std::unique_ptr<Scene> scene_;
  std::vector<Run> runs_;
};

}  // namespace

int main() {
  Server server;
  std::string line;
  while (std::getline(std::cin, line)) {
    bool more = true;
    try {
      more = server.answer(line);
    } catch (const std::exception& failure) {
      std::printf("error %s\n", failure.what());
    }
    std::fflush(stdout);
    if (!more) break;
  }
  return 0;
}

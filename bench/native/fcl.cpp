// FCL as a peer of the benchmark: a small server that answers one workload over stdin and stdout.
//
// Build (Debian: apt-get install g++ libfcl-dev):
//   g++ -O3 -std=c++17 -DNDEBUG -I/usr/include/eigen3 bench/native/fcl.cpp -o bench/out/fcl -lfcl -lccd
// No -march=native: Debian's library is built for plain x86-64, and Eigen's alignment must be the same on both sides.
//
// Use by hand, one command a line, one reply a command:
//   printf 'model knot11k.bin\nbuild rss\nposes W1.knot11k.json\npass distance\n' | bench/out/fcl
//
//   model FILE     a .bin mesh: uint32 nv, uint32 nt, float64 xyz[nv], uint32 ijk[nt], little endian. It is both A and B.
//                    -> ok model NV NT
//   build rss|obb|convex  FCL's tree on that mesh: rss for `distance` and `contact`, obb for `first` and `all`; or the mesh
//                  as a convex polytope, for `separation` and `depth`.
//                    -> ok build MILLISECONDS BYTES
//   poses FILE     JSON whose "data" holds rows of 12 numbers: A's rotation (row-major), then its translation; B stays at identity.
//                  For `contact` they come in twos: where a motion starts and where it ends. Rows of 24 do as well.
//                    -> ok poses COUNT
//   others FILE    other poses, in the same form, to warm up on.
//                    -> ok others COUNT
//   warm KIND      every other pose once, untimed.
//                    -> ok warm COUNT
//   pass KIND      every pose once, in order, each timed alone by a steady clock; KIND is distance, first, all, separation or depth;
//                  or contact, every motion once, by the clock of the processor.
//                    -> ok pass COUNT, then COUNT lines `MICROSECONDS ANSWER`; the answer is the distance, 0 or 1, the number of pairs, the depth,
//                       or the time of contact, in [0, 1], 2 for none, and behind it the number of steps in time
//   quit
// A command that fails answers `error REASON` and the server goes on.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/RSS.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_conservative_advancement_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/traversal_recurse.h>
#include <fcl/narrowphase/distance.h>

namespace {

using Clock = std::chrono::steady_clock;
using Transform = fcl::Transform3d;
using Transforms = std::vector<Transform, Eigen::aligned_allocator<Transform>>;

/// Bodies nearer than this are in contact, in model sizes: the threshold of all experiments of the FAST paper.
constexpr double kContactThreshold = 0.001;
/// The time of contact of bodies that do not touch.
constexpr double kNoContact = 2;

/// Where A starts and where it ends: its origin moves straight, and it turns at a steady pace about one axis.
struct Motion {
  Transform from;
  Transform to;
};
using Motions = std::vector<Motion, Eigen::aligned_allocator<Motion>>;

double microseconds(Clock::duration elapsed) {
  return std::chrono::duration<double, std::micro>(elapsed).count();
}

double steadyNow() { return microseconds(Clock::now().time_since_epoch()); }

/// Of this thread alone: queries longer than a turn on a busy machine would otherwise be charged for the turns of others.
double processorNow() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

struct Mesh {
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> triangles;
};

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

Mesh readMesh(const std::string& path) {
  const std::string bytes = readFile(path);
  std::istringstream in(bytes);
  std::uint32_t counts[2] = {0, 0};
  in.read(reinterpret_cast<char*>(counts), sizeof counts);
  const std::uint64_t expected = sizeof counts + 24ull * counts[0] + 12ull * counts[1];
  if (!in || bytes.size() != expected) throw std::runtime_error(path + " is not a mesh of the size its header states");

  Mesh mesh;
  mesh.points.resize(counts[0]);
  for (auto& point : mesh.points) in.read(reinterpret_cast<char*>(point.data()), 24);
  mesh.triangles.reserve(counts[1]);
  for (std::uint32_t t = 0; t < counts[1]; ++t) {
    std::uint32_t corner[3];
    in.read(reinterpret_cast<char*>(corner), sizeof corner);
    mesh.triangles.emplace_back(corner[0], corner[1], corner[2]);
  }
  return mesh;
}

/// Reads every number after "data": the rows are fixed in length, so brackets and commas carry no information.
Transforms readPoses(const std::string& path) {
  const std::string text = readFile(path);
  const std::size_t key = text.find("\"data\"");
  if (key == std::string::npos) throw std::runtime_error(path + " has no \"data\"");

  std::vector<double> numbers;
  for (const char* at = text.c_str() + key + 6; *at != '\0';) {
    char* end = nullptr;
    const double value = std::strtod(at, &end);
    if (end == at) {
      ++at;
    } else {
      numbers.push_back(value);
      at = end;
    }
  }
  if (numbers.empty() || numbers.size() % 12 != 0) throw std::runtime_error(path + " does not hold rows of 12 numbers");

  Transforms poses;
  for (std::size_t i = 0; i < numbers.size(); i += 12) {
    const double* row = numbers.data() + i;
    Transform pose = Transform::Identity();
    pose.linear() << row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8];
    pose.translation() << row[9], row[10], row[11];
    poses.push_back(pose);
  }
  return poses;
}

Motions inTwos(const Transforms& poses) {
  if (poses.size() % 2 != 0) throw std::runtime_error("a motion is two poses, and there is an odd number of them");
  Motions motions;
  for (std::size_t i = 0; i < poses.size(); i += 2) motions.push_back({poses[i], poses[i + 1]});
  return motions;
}

template <typename Volume>
std::unique_ptr<fcl::BVHModel<Volume>> buildTree(const Mesh& mesh) {
  auto tree = std::make_unique<fcl::BVHModel<Volume>>();
  tree->beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.points.size()));
  tree->addSubModel(mesh.points, mesh.triangles);
  tree->endModel();
  return tree;
}

/// Faces are listed as FCL wants them: the number of corners, then the corners.
std::unique_ptr<fcl::Convexd> buildConvex(const Mesh& mesh) {
  auto points = std::make_shared<const std::vector<fcl::Vector3d>>(mesh.points);
  auto faces = std::make_shared<std::vector<int>>();
  faces->reserve(4 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    faces->push_back(3);
    for (int k = 0; k < 3; ++k) faces->push_back(static_cast<int>(triangle[k]));
  }
  auto convex = std::make_unique<fcl::Convexd>(points, static_cast<int>(mesh.triangles.size()), faces);
  convex->computeLocalAABB();
  return convex;
}

/// What the tree keeps in memory: nodes, triangles, vertices. (FCL's own memUsage() returns a status, not a size.)
template <typename Volume>
std::size_t treeBytes(const fcl::BVHModel<Volume>& tree) {
  return sizeof tree + sizeof(fcl::BVNode<Volume>) * static_cast<std::size_t>(tree.getNumBVs()) +
         sizeof(fcl::Triangle) * static_cast<std::size_t>(tree.num_tris) +
         sizeof(fcl::Vector3d) * static_cast<std::size_t>(tree.num_vertices);
}

/// The answer of one query; results are reused between queries so that FCL does not pay for growing its contact list.
class Queries {
 public:
  void build(const Mesh& mesh, const std::string& volume) {
    if (volume == "rss") {
      distanceTree_ = buildTree<fcl::RSSd>(mesh);
    } else if (volume == "obb") {
      collideTree_ = buildTree<fcl::OBBd>(mesh);
    } else if (volume == "convex") {
      convex_ = buildConvex(mesh);
    } else {
      throw std::runtime_error("no volume " + volume + ": say rss, obb or convex");
    }
  }

  std::size_t bytes(const std::string& volume) const {
    if (volume == "convex") {
      return sizeof(fcl::Convexd) + sizeof(fcl::Vector3d) * convex_->getVertices().size() +
             sizeof(int) * convex_->getFaces().size();
    }
    return volume == "rss" ? treeBytes(*distanceTree_) : treeBytes(*collideTree_);
  }

  void require(const std::string& kind) const {
    if (kind == "separation" || kind == "depth") {
      if (!convex_) throw std::runtime_error("build convex first");
      return;
    }
    const bool onRss = kind == "distance" || kind == "contact";
    if (!onRss && kind != "first" && kind != "all") throw std::runtime_error("no query " + kind);
    if (onRss ? !distanceTree_ : !collideTree_) throw std::runtime_error(onRss ? "build rss first" : "build obb first");
  }

  double distance(const Transform& poseA) {
    distanceResult_.clear();
    return fcl::distance(distanceTree_.get(), poseA, distanceTree_.get(), identity_, exact_, distanceResult_);
  }

  double separation(const Transform& poseA) {
    distanceResult_.clear();
    return fcl::distance(convex_.get(), poseA, convex_.get(), identity_, exact_, distanceResult_);
  }

  /// By libccd's EPA, as the negative of a signed distance. (Contacts get their depths by MPR, which is no depth.)
  double depth(const Transform& poseA) {
    distanceResult_.clear();
    return -fcl::distance(convex_.get(), poseA, convex_.get(), identity_, signed_, distanceResult_);
  }

  /// Conservative advancement by FCL's own traversal node, in our loop: continuousCollide, its public call, puts the
  /// vertices of the mesh into place anew at every step, does not look at the distance, and finds next to nothing.
  double contact(const Motion& motion) {
    // The constructor that leaves out the reference point leaves it uninitialised.
    const fcl::Vector3d origin = fcl::Vector3d::Zero();
    const fcl::InterpMotion<double> motionA(motion.from.linear(), motion.from.translation(), motion.to.linear(),
                                     motion.to.translation(), origin);
    const fcl::InterpMotion<double> motionB(identity_.linear(), origin, identity_.linear(), origin, origin);
    fcl::detail::MeshConservativeAdvancementTraversalNodeRSSd node;
    const fcl::BVHModel<fcl::RSSd>& tree = *distanceTree_;
    fcl::detail::initialize(node, tree, motion.from, tree, identity_);
    node.motion1 = &motionA;
    node.motion2 = &motionB;
    for (steps_ = 1;; ++steps_) {
      Transform poseA;
      motionA.getCurrentTransform(poseA);
      const Transform bInA = poseA.inverse(Eigen::Isometry);
      node.R = bInA.linear();
      node.T = bInA.translation();
      node.delta_t = 1;
      node.min_distance = std::numeric_limits<double>::max();
      fcl::detail::distanceRecurse(&node, 0, 0, nullptr);
      if (node.min_distance <= kContactThreshold) return node.toc;
      node.toc += node.delta_t;
      if (node.toc > 1) return kNoContact;
      motionA.integrate(node.toc);
    }
  }

  /// Of the last `contact`.
  double steps() const { return steps_; }

  double first(const Transform& poseA) {
    collideResult_.clear();
    return fcl::collide(collideTree_.get(), poseA, collideTree_.get(), identity_, firstOnly_, collideResult_) > 0 ? 1 : 0;
  }

  double all(const Transform& poseA) {
    collideResult_.clear();
    return fcl::collide(collideTree_.get(), poseA, collideTree_.get(), identity_, everyPair_, collideResult_);
  }

 private:
  std::unique_ptr<fcl::BVHModel<fcl::RSSd>> distanceTree_;
  std::unique_ptr<fcl::BVHModel<fcl::OBBd>> collideTree_;
  std::unique_ptr<fcl::Convexd> convex_;
  const Transform identity_ = Transform::Identity();
  // Nearest points wanted, no relative or absolute error allowed: the question nearmiss answers.
  const fcl::DistanceRequestd exact_{true, false, 0.0, 0.0};
  const fcl::DistanceRequestd signed_{true, true, 0.0, 0.0};
  const fcl::CollisionRequestd firstOnly_{1, false};
  const fcl::CollisionRequestd everyPair_{static_cast<std::size_t>(std::numeric_limits<int>::max()), false};
  fcl::DistanceResultd distanceResult_;
  fcl::CollisionResultd collideResult_;
  double steps_ = 0;
};

struct Timed {
  std::vector<double> microseconds;
  std::vector<double> answers;
  /// Steps in time, of motions alone.
  std::vector<double> steps;
};

/// One loop per query kind, so that the choice of the kind is never inside the timed span.
template <typename Questions, typename Query>
Timed timeEach(const Questions& questions, Query query, double (*now)() = steadyNow) {
  const std::size_t count = questions.size();
  Timed timed;
  timed.microseconds.resize(count);
  timed.answers.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double start = now();
    timed.answers[i] = query(questions[i]);
    timed.microseconds[i] = now() - start;
  }
  return timed;
}

Timed timeMotions(Queries& queries, const Motions& motions) {
  std::vector<double> steps;
  const auto ask = [&](const Motion& motion) {
    const double time = queries.contact(motion);
    steps.push_back(queries.steps());
    return time;
  };
  Timed timed = timeEach(motions, ask, processorNow);
  timed.steps = std::move(steps);
  return timed;
}

Timed run(Queries& queries, const std::string& kind, const Transforms& poses) {
  queries.require(kind);
  if (kind == "contact") return timeMotions(queries, inTwos(poses));
  if (kind == "distance") return timeEach(poses, [&](const Transform& pose) { return queries.distance(pose); });
  if (kind == "separation") return timeEach(poses, [&](const Transform& pose) { return queries.separation(pose); });
  if (kind == "depth") return timeEach(poses, [&](const Transform& pose) { return queries.depth(pose); });
  if (kind == "first") return timeEach(poses, [&](const Transform& pose) { return queries.first(pose); });
  return timeEach(poses, [&](const Transform& pose) { return queries.all(pose); });
}

class Server {
 public:
  /// False when the conversation is over.
  bool answer(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    if (!(words >> command)) return true;
    if (command == "quit") return false;
    if (command == "model") {
      mesh_ = readMesh(rest(words));
      std::printf("ok model %zu %zu\n", mesh_.points.size(), mesh_.triangles.size());
    } else if (command == "build") {
      const std::string volume = rest(words);
      const auto start = Clock::now();
      queries_.build(mesh_, volume);
      const double elapsed = microseconds(Clock::now() - start);
      std::printf("ok build %.3f %zu\n", elapsed / 1000, queries_.bytes(volume));
    } else if (command == "poses") {
      poses_ = readPoses(rest(words));
      std::printf("ok poses %zu\n", poses_.size());
    } else if (command == "others") {
      others_ = readPoses(rest(words));
      std::printf("ok others %zu\n", others_.size());
    } else if (command == "warm") {
      run(queries_, rest(words), others_);
      std::printf("ok warm %zu\n", others_.size());
    } else if (command == "pass") {
      const Timed timed = run(queries_, rest(words), poses_);
      std::printf("ok pass %zu\n", timed.answers.size());
      for (std::size_t i = 0; i < timed.answers.size(); ++i) {
        std::printf("%.3f %.17g", timed.microseconds[i], timed.answers[i]);
        if (!timed.steps.empty()) std::printf(" %g", timed.steps[i]);
        std::printf("\n");
      }
    } else {
      throw std::runtime_error("no command " + command);
    }
    return true;
  }

 private:
  /// The remainder of the line as one argument: a path may hold spaces.
  static std::string rest(std::istringstream& words) {
    std::string argument;
    std::getline(words >> std::ws, argument);
    return argument;
  }

  Mesh mesh_;
  Transforms poses_;
  Transforms others_;
  Queries queries_;
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

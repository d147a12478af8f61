// Pinocchio's rnea, aba and constraintDynamics, compiled for this processor and timed without
// Python in between.
//
// The file named in the first argument holds a model joint by joint, one motion, and constraints,
// as pinocchio_cpp.py writes them. Each line of the standard input is a function and a number of
// calls; the answer is the seconds that they took together. After 0 calls: what the function
// computes.

#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/aba.hpp>
#ifdef CONSTRAINED
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#endif
#include <pinocchio/algorithm/rnea.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <time.h>
#include <vector>

namespace pin = pinocchio;
using Eigen::VectorXd;

static double now()
{
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

template <typename Numbers>
static Numbers numbers(std::istream &in, Numbers found)
{
  for (Eigen::Index i = 0; i < found.rows(); ++i)
    for (Eigen::Index j = 0; j < found.cols(); ++j)
      if (!(in >> found(i, j)))
        throw std::runtime_error("the model ends too early");
  return found;
}

static Eigen::Vector3d vector3(std::istream &in) { return numbers(in, Eigen::Vector3d()); }
static Eigen::Matrix3d matrix3(std::istream &in) { return numbers(in, Eigen::Matrix3d()); }

// Joints along a coordinate axis have types of their own, which are faster.
static pin::JointModel joint(const std::string &kind, const Eigen::Vector3d &axis)
{
  if (kind == "JointModelFreeFlyer") return pin::JointModelFreeFlyer();
  if (kind == "JointModelRX") return pin::JointModelRX();
  if (kind == "JointModelRY") return pin::JointModelRY();
  if (kind == "JointModelRZ") return pin::JointModelRZ();
  if (kind == "JointModelPX") return pin::JointModelPX();
  if (kind == "JointModelPY") return pin::JointModelPY();
  if (kind == "JointModelPZ") return pin::JointModelPZ();
  if (kind == "JointModelRevoluteUnaligned") return pin::JointModelRevoluteUnaligned(axis);
  if (kind == "JointModelPrismaticUnaligned") return pin::JointModelPrismaticUnaligned(axis);
  throw std::runtime_error("no joint " + kind + " here");
}

static pin::Model model(std::istream &in)
{
  pin::Model found;
  int count = 0;
  in >> count;
  found.gravity.linear() = vector3(in);
  for (int i = 1; i <= count; ++i)
  {
    std::string kind;
    std::size_t parent = 0;
    double mass = 0;
    in >> parent >> kind;
    const Eigen::Vector3d axis = vector3(in);
    const Eigen::Matrix3d turn = matrix3(in);
    const pin::SE3 placement(turn, vector3(in));
    in >> mass;
    const Eigen::Vector3d com = vector3(in);
    const pin::Inertia inertia(mass, com, matrix3(in));
    found.addJoint(parent, joint(kind, axis), placement, "joint" + std::to_string(i));
    found.inertias[std::size_t(i)] = inertia;
  }
  return found;
}

// What has constraints takes the compiler far longer.
#ifdef CONSTRAINED
static double number(std::istream &in)
{
  double found = 0;
  if (!(in >> found)) throw std::runtime_error("the model ends too early");
  return found;
}

static pin::SE3 pose(std::istream &in)
{
  const Eigen::Matrix3d turn = matrix3(in);
  return pin::SE3(turn, vector3(in));
}

// Two frames on joints (0: the world) that keep their relative pose, or their origins together.
static std::vector<pin::RigidConstraintModel> constraints(std::istream &in, const pin::Model &robot)
{
  std::vector<pin::RigidConstraintModel> found;
  std::size_t count = 0;
  in >> count;
  while (found.size() < count)
  {
    int rows = 0;
    std::size_t one = 0, other = 0;
    in >> rows >> one;
    const pin::SE3 at_one = pose(in);
    in >> other;
    const pin::SE3 at_other = pose(in);
    const auto type = rows == 3 ? pin::CONTACT_3D : pin::CONTACT_6D;
    found.emplace_back(type, robot, one, at_one, other, at_other, pin::LOCAL);
  }
  return found;
}
#endif

int main(int argc, char **argv)
try
{
  if (argc != 2) throw std::runtime_error("expected the file of a model");
  std::ifstream file(argv[1]);
  const pin::Model robot = model(file);
  pin::Data data(robot);
  const VectorXd q = numbers(file, VectorXd(robot.nq));
  const VectorXd v = numbers(file, VectorXd(robot.nv));
  const VectorXd a = numbers(file, VectorXd(robot.nv));
  const VectorXd tau = numbers(file, VectorXd(robot.nv));

#ifdef CONSTRAINED
  const auto closing = constraints(file, robot);
  std::vector<pin::RigidConstraintData> states;
  for (const auto &one : closing) states.push_back(one.createData());
  pin::initConstraintDynamics(robot, data, closing, states);
  // redundant constraints take some regularization, and iterations
  const double regularization = number(file);
  pin::ProximalSettings settings(1e-10, regularization, regularization > 0 ? 20 : 1);
#endif

  // Seconds of some calls, or the result of one.
  const auto answer = [](long calls, const auto &computed) {
    const double start = now();
    for (long i = 0; i < calls; ++i) computed();
    const double seconds = now() - start;
    if (calls)
      std::printf("%.17g", seconds);
    else
    {
      const VectorXd found = computed();
      for (Eigen::Index i = 0; i < found.size(); ++i) std::printf("%.17g ", found[i]);
    }
    std::printf("\n");
    std::fflush(stdout);
  };
  std::string function;
  for (long calls = 0; std::cin >> function >> calls;)
  {
    if (function == "rnea")
      answer(calls, [&]() -> const VectorXd & { return pin::rnea(robot, data, q, v, a); });
    else if (function == "aba")
      answer(calls, [&]() -> const VectorXd & { return pin::aba(robot, data, q, v, tau); });
#ifdef CONSTRAINED
    else if (function == "constraintDynamics")
      answer(calls, [&]() -> const VectorXd & {
        return pin::constraintDynamics(robot, data, q, v, tau, closing, states, settings);
      });
#endif
    else
      throw std::runtime_error("no function " + function);
  }
}
catch (const std::exception &error)
{
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

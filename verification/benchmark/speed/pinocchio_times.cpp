// Pinocchio's rnea and aba, compiled for this processor and timed without Python in between.
//
// The file named in the first argument holds a model joint by joint and one motion, as
// pinocchio_cpp.py writes it. Each line of the standard input is a function and a number of calls;
// the answer is the seconds that they took together. After 0 calls: what the function computes.

#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <time.h>

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

  std::string function;
  for (long calls = 0; std::cin >> function >> calls;)
  {
    const bool inverse = function == "rnea";
    if (!inverse && function != "aba") throw std::runtime_error("no function " + function);
    const double start = now();
    if (inverse)
      for (long i = 0; i < calls; ++i) pin::rnea(robot, data, q, v, a);
    else
      for (long i = 0; i < calls; ++i) pin::aba(robot, data, q, v, tau);
    const double seconds = now() - start;
    if (calls)
      std::printf("%.17g", seconds);
    else
    {
      const VectorXd found = inverse ? pin::rnea(robot, data, q, v, a)
                                     : pin::aba(robot, data, q, v, tau);
      for (Eigen::Index i = 0; i < found.size(); ++i) std::printf("%.17g ", found[i]);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}
catch (const std::exception &error)
{
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

// A recursive Newton-Euler algorithm, and what the golden data say of it.
// Put your own inverse dynamics in the place of `inverse_dynamics`.
#include <cstdio>

#include "lieref_golden.hpp"

using lieref_golden::Body;
using Vector = std::array<double, 3>;
using Matrix = std::array<double, 9>;  // by rows

Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator*(double s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector operator*(const Matrix& R, const Vector& x) {
  return {R[0] * x[0] + R[1] * x[1] + R[2] * x[2], R[3] * x[0] + R[4] * x[1] + R[5] * x[2],
          R[6] * x[0] + R[7] * x[1] + R[8] * x[2]};
}
Matrix transposed(const Matrix& R) {
  return {R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]};
}
Matrix operator*(const Matrix& A, const Matrix& B) {
  Matrix C{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) C[3 * i + j] += A[3 * i + k] * B[3 * k + j];
  return C;
}

// Rotation of a unit quaternion (x, y, z, w).
Matrix rotation(const double* q) {
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
}

struct Pose {
  Matrix R;
  Vector p;
};
struct Pair {  // a twist (angular, linear), or a wrench (torque, force)
  Vector w, v;
};

// J(q): the pose that the joint adds to the placement.
Pose joint_pose(const lieref_golden::Joint& joint, const double* q) {
  if (joint.type == "free") return {rotation(q + 3), {q[0], q[1], q[2]}};
  if (joint.type == "spherical") return {rotation(q), {}};
  if (joint.type == "prismatic") return {{1, 0, 0, 0, 1, 0, 0, 0, 1}, q[0] * joint.axis};
  const Vector half = std::sin(q[0] / 2) * joint.axis;
  const double turn[4] = {half[0], half[1], half[2], std::cos(q[0] / 2)};
  const Matrix R = rotation(turn);
  return {R, joint.point + -1.0 * (R * joint.point) + joint.pitch * q[0] * joint.axis};
}

// Columns of the joint's motion in body axes.
std::vector<Pair> motion(const lieref_golden::Joint& joint) {
  const Vector& a = joint.axis;
  if (joint.type == "prismatic") return {{{}, a}};
  if (joint.nv() == 1) return {{a, cross(joint.point, a) + joint.pitch * a}};
  std::vector<Pair> columns;
  for (std::size_t i = 0; i < joint.nv(); ++i) {
    Pair column{};
    (i < 3 ? column.w : column.v)[i % 3] = 1;
    columns.push_back(column);
  }
  return columns;
}

// Generalized forces of a motion q, v, a; a free base moves with its twist in body axes.
std::vector<double> inverse_dynamics(const lieref_golden::Model& model,
                                     const std::vector<double>& q, const std::vector<double>& v,
                                     const std::vector<double>& a) {
  const std::size_t n = model.bodies.size();
  std::vector<Pose> pose(n);
  std::vector<std::vector<Pair>> S(n);
  std::vector<Pair> V(n), A(n), F(n);
  std::size_t iq = 0, iv = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Body& body = model.bodies[i];
    const auto& P = body.placement;
    const Matrix R0 = {P[0], P[1], P[2], P[4], P[5], P[6], P[8], P[9], P[10]};
    const Pose J = joint_pose(body.joint, q.data() + iq);
    pose[i] = {R0 * J.R, Vector{P[3], P[7], P[11]} + R0 * J.p};
    S[i] = motion(body.joint);
    const Matrix Rt = transposed(pose[i].R);
    const Pair Vp = body.parent < 0 ? Pair{} : V[body.parent];
    const Pair Ap = body.parent < 0 ? Pair{{}, -1.0 * model.gravity} : A[body.parent];
    Pair VJ{}, AJ{};
    for (const Pair& column : S[i]) {
      VJ = {VJ.w + v[iv] * column.w, VJ.v + v[iv] * column.v};
      AJ = {AJ.w + a[iv] * column.w, AJ.v + a[iv] * column.v};
      ++iv;
    }
    iq += body.joint.nq();
    V[i] = {Rt * Vp.w + VJ.w, Rt * (Vp.v + cross(Vp.w, pose[i].p)) + VJ.v};
    A[i] = {Rt * Ap.w + cross(V[i].w, VJ.w) + AJ.w,
            Rt * (Ap.v + cross(Ap.w, pose[i].p)) + cross(V[i].w, VJ.v) + cross(V[i].v, VJ.w) +
                AJ.v};
    const Vector &c = body.com, &w = V[i].w;
    const Vector force = body.mass * (A[i].v + cross(A[i].w, c) + cross(w, V[i].v + cross(w, c)));
    F[i] = {body.inertia * A[i].w + cross(w, body.inertia * w) + cross(c, force), force};
  }
  std::vector<double> tau(iv);
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = S[i].size(); j-- > 0;)
      tau[--iv] = dot(S[i][j].w, F[i].w) + dot(S[i][j].v, F[i].v);
    const int parent = model.bodies[i].parent;
    if (parent < 0) continue;
    const Vector force = pose[i].R * F[i].v;
    F[parent].w = F[parent].w + pose[i].R * F[i].w + cross(pose[i].p, force);
    F[parent].v = F[parent].v + force;
  }
  return tau;
}

int main(int count, char** words) try {
  const std::string folder = count > 1 ? words[1] : "golden";
  int compared = 0, wrong = 0;
  for (const std::string& name : lieref_golden::names(folder)) {
    const lieref_golden::Case c = lieref_golden::load(folder, name);
    // no loops, wrenches and other representations in this example
    if (c.refusal || c.base != "body" || c.inputs.count("wrenches") ||
        !c.references.count("inverse_dynamics"))
      continue;
    const auto& v = c.inputs.at("v");
    const std::vector<double> tau =
        inverse_dynamics(*c.model, c.inputs.at("q").data, v.row(0), v.row(1));
    const auto& reference = c.references.at("inverse_dynamics").at("tau");
    // row 0 of the reference: the others are time derivatives
    const lieref_golden::Reference first = {
        {{tau.size()}, reference.values.row(0)}, {}, {reference.radius[0]}};
    const double error = first.error(tau);
    std::printf("%-28s %9.1e%s\n", name.c_str(), error, error <= 1e-14 ? "" : "  wrong");
    ++compared;
    wrong += !(error <= 1e-14);
  }
  std::printf("%d compared, %d wrong\n", compared, wrong);
  return compared == 0 || wrong > 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}

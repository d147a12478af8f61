// Prints all that the header reads of a folder, numbers in hexadecimal; one JSON file with "-f".
#include <cstdio>
#include <string>

#include "lieref_golden.hpp"

namespace golden = lieref_golden;

void print(const std::string& what, const std::vector<std::size_t>& shape,
           const std::vector<double>& data) {
  std::printf("%s", what.c_str());
  for (std::size_t n : shape) std::printf(" %zu", n);
  std::printf(" :");
  for (double x : data) std::printf(" %a", x);
  std::printf("\n");
}
void print(const std::string& what, const golden::Array& x) { print(what, x.shape, x.data); }
void print(const std::string& what, const golden::Reference& x) {
  print(what + ".values", x.values);
  print(what + ".radius", {}, x.radius);
  std::printf("%s.decimals :", what.c_str());
  for (const std::string& text : x.decimals) std::printf(" %s", text.c_str());
  std::printf("\n");
}
template <std::size_t N>
void print(const std::string& what, const std::array<double, N>& x) {
  print(what, {}, {x.begin(), x.end()});
}

int main(int count, char** words) try {
  if (count == 3) {
    golden::detail::of_file(words[2], golden::detail::read_case);
    return 0;
  }
  const std::string folder = words[1];
  for (const std::string& name : golden::names(folder)) {
    const golden::Case c = golden::load(folder, name);
    for (const auto& [key, x] : c.inputs) print(name + ".inputs." + key, x);
    std::printf("%s.prescribed :", name.c_str());
    for (bool x : c.prescribed) std::printf(" %d", x);
    std::printf("\n");
    if (c.model)
      for (const golden::Body& body : c.model->bodies) {
        const std::string at = name + "." + body.name;
        std::printf("%s.joint : %s %s %d %zu %zu\n", at.c_str(), body.joint.name.c_str(),
                    body.joint.type.c_str(), body.parent, body.joint.nq(), body.joint.nv());
        print(at + ".axis", body.joint.axis);
        print(at + ".point", body.joint.point);
        print(at + ".pitch", {}, {body.joint.pitch});
        print(at + ".placement", body.placement);
        print(at + ".mass", {}, {body.mass});
        print(at + ".com", body.com);
        print(at + ".inertia", body.inertia);
      }
    if (c.model && !c.model->independent.empty()) print(name + ".assembly", c.model->assembly);
    for (const auto& [quantity, tables] : c.references)
      for (const auto& [key, x] : tables) print(name + "." + quantity + "." + key, x);
    for (const golden::Sample& sample : c.samples) {
      std::string at = name + "." + sample.angle;
      std::replace(at.begin(), at.end(), ' ', '_');
      print(at + ".argument", sample.argument);
      print(at, sample.value);
    }
    if (c.refusal)
      std::printf("%s.refusal : %s %s %s\n", name.c_str(), c.refusal->kind.c_str(),
                  c.refusal->exception.c_str(), c.refusal->names.c_str());
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

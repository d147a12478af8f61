// Golden data of lieref for C++17: this file alone, and the standard library.
//
//   for (const std::string& name : lieref_golden::names("golden")) {
//     const lieref_golden::Case c = lieref_golden::load("golden", name);
//     const lieref_golden::Array& q = c.inputs.at("q");
//     double error = c.references.at("inverse_dynamics").at("tau").error(mine);
//   }
//
// Whatever is wrong with a file is a lieref_golden::Error that names the file and the place.
// c.conventions has frames, orders and signs in words. License: BSD-3-Clause.
#ifndef LIEREF_GOLDEN_HPP
#define LIEREF_GOLDEN_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <locale>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lieref_golden {

constexpr int FORMAT = 3;

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A value of JSON; `path` says where it stands, for the messages of errors.
class Json {
 public:
  enum class Kind { null, boolean, number, text, array, object };

  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<Json> array;
  std::vector<std::pair<std::string, Json>> object;
  std::string path = "$";

  static Json parse(const std::string& source);

  [[noreturn]] void expected(const char* what) const {
    static const char* const names[] = {"null", "a boolean", "a number",
                                        "a text", "an array", "an object"};
    throw Error(path + ": got " + names[static_cast<int>(kind)] + ", expected " + what);
  }
  const Json* find(const std::string& key) const {
    if (kind != Kind::object) expected("an object");
    for (const auto& member : object)
      if (member.first == key) return &member.second;
    return nullptr;
  }
  const Json& at(const std::string& key) const {
    if (const Json* found = find(key)) return *found;
    throw Error(path + ": '" + key + "' is missing");
  }
  double as_number() const {
    if (kind != Kind::number) expected("a number");
    return number;
  }
  const std::string& as_text() const {
    if (kind != Kind::text) expected("a text");
    return text;
  }
  bool as_boolean() const {
    if (kind != Kind::boolean) expected("a boolean");
    return boolean;
  }
  const std::vector<Json>& as_array() const {
    if (kind != Kind::array) expected("an array");
    return array;
  }
  const std::vector<std::pair<std::string, Json>>& as_object() const {
    if (kind != Kind::object) expected("an object");
    return object;
  }
};

namespace detail {

class Parser {
 public:
  explicit Parser(const std::string& source) : s_(source) {}

  Json whole() {
    Json found = value("$", 0);
    space();
    if (at_ != s_.size()) fail("got more text, expected the end");
    return found;
  }

 private:
  static constexpr int DEEPEST = 64;
  const std::string& s_;
  std::size_t at_ = 0;

  [[noreturn]] void fail(const std::string& what) const {
    const auto here = s_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, s_.size()));
    const auto line = 1 + std::count(s_.begin(), here, '\n');
    throw Error("line " + std::to_string(line) + ": " + what);
  }
  void space() {
    while (at_ < s_.size() && std::string(" \t\r\n").find(s_[at_]) != std::string::npos) ++at_;
  }
  char peek() {
    space();
    if (at_ == s_.size()) fail("the text ends too early");
    return s_[at_];
  }
  void take(char c) {
    if (peek() != c) fail(std::string("got '") + s_[at_] + "', expected '" + c + "'");
    ++at_;
  }
  bool word(const char* w) {
    const std::string wanted(w);
    if (s_.compare(at_, wanted.size(), wanted) != 0) return false;
    at_ += wanted.size();
    return true;
  }
  Json value(const std::string& path, int depth) {
    if (depth > DEEPEST) fail("nested too deeply");
    Json found;
    found.path = path;
    const char c = peek();
    if (c == '{') {
      found.kind = Json::Kind::object;
      members(found, depth);
    } else if (c == '[') {
      found.kind = Json::Kind::array;
      entries(found, depth);
    } else if (c == '"') {
      found.kind = Json::Kind::text;
      found.text = quoted();
    } else if (word("true")) {
      found.kind = Json::Kind::boolean;
      found.boolean = true;
    } else if (word("false")) {
      found.kind = Json::Kind::boolean;
    } else if (!word("null")) {
      found.kind = Json::Kind::number;
      found.number = number();
    }
    return found;
  }
  void members(Json& found, int depth) {
    take('{');
    if (peek() == '}') return take('}');
    while (true) {
      if (peek() != '"') fail("expected a name in quotes");
      std::string key = quoted();
      take(':');
      Json member = value(found.path + "." + key, depth + 1);
      found.object.emplace_back(std::move(key), std::move(member));
      if (peek() != ',') return take('}');
      take(',');
    }
  }
  void entries(Json& found, int depth) {
    take('[');
    if (peek() == ']') return take(']');
    while (true) {
      const std::string place = "[" + std::to_string(found.array.size()) + "]";
      found.array.push_back(value(found.path + place, depth + 1));
      if (peek() != ',') return take(']');
      take(',');
    }
  }
  std::string quoted() {
    take('"');
    std::string found;
    while (true) {
      if (at_ == s_.size()) fail("a text without its closing quote");
      const char c = s_[at_++];
      if (c == '"') return found;
      if (c != '\\') {
        found += c;
        continue;
      }
      const char escaped = at_ < s_.size() ? s_[at_++] : '\0';
      static const std::string from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
      const auto which = from.find(escaped);
      if (escaped == 'u')
        found += unicode();
      else if (which != std::string::npos)
        found += to[which];
      else
        fail("an unknown escape in a text");
    }
  }
  unsigned hexadecimal() {
    unsigned code = 0;
    const char* const begin = s_.data() + at_;
    if (at_ + 4 > s_.size() || std::from_chars(begin, begin + 4, code, 16).ptr != begin + 4)
      fail("expected four hexadecimal digits");
    at_ += 4;
    return code;
  }
  std::string unicode() {
    unsigned code = hexadecimal();
    if (code >= 0xD800 && code < 0xDC00 && word("\\u"))
      code = 0x10000 + ((code - 0xD800) << 10) + (hexadecimal() - 0xDC00);
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 63)); };
    if (code < 0x80) return {static_cast<char>(code)};
    if (code < 0x800) return {static_cast<char>(0xC0 | (code >> 6)), tail(0)};
    if (code < 0x10000) return {static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0)};
  }
  double number() {
    const std::size_t end = std::min(s_.find_first_not_of("+-.eE0123456789", at_), s_.size());
    const std::string text = s_.substr(at_, end - at_);
    double found = 0;
    bool right = !text.empty() && text[0] != '+' && text[0] != '.';
#if defined(__cpp_lib_to_chars)
    const auto read = std::from_chars(text.data(), text.data() + text.size(), found);
    right = right && read.ec == std::errc() && read.ptr == text.data() + text.size();
#else
    std::istringstream stream(text);
    stream.imbue(std::locale::classic());  // a decimal point, whatever the user's language
    right = right && (stream >> found) && stream.eof();
#endif
    if (!right) fail("got '" + s_.substr(at_, std::max<std::size_t>(text.size(), 1)) +
                     "', expected a value");
    at_ = end;
    return found;
  }
};

}  // namespace detail

inline Json Json::parse(const std::string& source) { return detail::Parser(source).whole(); }

// Numbers in rows, the last index fastest; a single number has no shape.
struct Array {
  std::vector<std::size_t> shape;
  std::vector<double> data;

  // Entry of as many indices as there are axes.
  template <class... Indices>
  double operator()(Indices... indices) const {
    return data.at(place({static_cast<std::size_t>(indices)...}));
  }
  // Row k of the first axis.
  std::vector<double> row(std::size_t k) const {
    if (shape.empty() || k >= shape[0]) throw Error("row " + std::to_string(k) + " is not there");
    const std::size_t n = data.size() / shape[0];
    const auto first = data.begin() + static_cast<std::ptrdiff_t>(k * n);
    return {first, first + static_cast<std::ptrdiff_t>(n)};
  }
  std::size_t place(const std::vector<std::size_t>& indices) const {
    if (indices.size() != shape.size())
      throw Error("got " + std::to_string(indices.size()) + " indices, expected " +
                  std::to_string(shape.size()));
    std::size_t found = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (indices[i] >= shape[i])
        throw Error("index " + std::to_string(indices[i]) + " of axis " + std::to_string(i) +
                    ", which has " + std::to_string(shape[i]) + " entries");
      found = found * shape[i] + indices[i];
    }
    return found;
  }
};

// Certified values: |reference - decimal| <= radius, and `values` are the doubles nearest to them.
struct Reference {
  Array values;
  std::vector<std::string> decimals;  // in the order of values.data
  std::vector<double> radius;         // one, or one for each row of the first axis

  // Largest error of a block by the block's largest value, to the rounding of the values, 1.1e-16;
  // of a block of zeros the absolute error. Infinite where something is not finite.
  double error(const std::vector<double>& found) const {
    if (found.size() != values.data.size())
      throw Error("got " + std::to_string(found.size()) + " numbers, expected " +
                  std::to_string(values.data.size()));
    const std::size_t n = found.size() / radius.size();
    double worst = 0;
    for (std::size_t k = 0; k < radius.size(); ++k) {
      double gap = 0, largest = 0;
      for (std::size_t i = k * n; i < (k + 1) * n; ++i) {
        if (!std::isfinite(found[i])) return std::numeric_limits<double>::infinity();
        gap = std::max(gap, std::abs(found[i] - values.data[i]));
        largest = std::max(largest, std::abs(values.data[i]));
      }
      worst = std::max(worst, largest > 0 ? gap / largest : gap);
    }
    return worst;
  }
};

struct Joint {
  std::string name, type;  // revolute, prismatic, helical, spherical, free, or fixed of a loop
  std::array<double, 3> axis{}, point{};
  double pitch = 0;
  std::size_t nq() const { return type == "free" ? 7 : type == "spherical" ? 4 : type != "fixed"; }
  std::size_t nv() const { return type == "free" ? 6 : type == "spherical" ? 3 : type != "fixed"; }
};

struct Body {
  std::string name;
  int parent = -1;  // -1: the world
  Joint joint;
  std::array<double, 16> placement{};  // 4x4 by rows
  double mass = 0;
  std::array<double, 3> com{};
  std::array<double, 9> inertia{};  // 3x3, about the center of mass
};

struct Loop {
  std::string name, predecessor, successor;  // predecessor: empty for the world
  Joint joint;
  std::array<double, 16> predecessor_frame{}, successor_frame{};
};

struct Coupling {
  std::vector<std::string> driven, sources;
  Array ratios, offsets;
};

struct Model {
  std::string name;
  std::array<double, 3> gravity{};
  std::vector<Body> bodies;  // parents first
  std::vector<Loop> loops;
  std::vector<Coupling> couplings;
  std::vector<std::string> independent;  // joints of a mechanism with loops or couplings
  Array assembly;
};

struct Sample {
  std::string angle;
  Array argument;
  Reference value;
};

// What an implementation must report, see conventions.
struct Refusal {
  std::string kind, exception, names, why;
};

// A mechanism in a state, a function of a group (group, function, samples), or a refusal.
struct Case {
  std::string name;
  std::map<std::string, std::string> conventions;
  std::optional<Model> model;
  std::string base, wrench_axes, group, function;
  std::map<std::string, Array> inputs;  // q, v, tau, and wrenches, tau_ext where there are any
  std::vector<bool> prescribed;
  std::map<std::string, std::map<std::string, Reference>> references;  // quantity, name
  std::vector<Sample> samples;
  std::optional<Refusal> refusal;
};

namespace detail {

template <class T, class Read>
void flatten(const Json& json, Read read, std::size_t axis, std::vector<std::size_t>& shape,
             std::vector<T>& data) {
  if (json.kind != Json::Kind::array) {
    if (axis != shape.size()) json.expected("an array");
    data.push_back(read(json));
    return;
  }
  if (axis == shape.size()) {
    if (!data.empty()) json.expected("no array here");
    shape.push_back(json.array.size());
  } else if (shape[axis] != json.array.size()) {
    throw Error(json.path + ": got " + std::to_string(json.array.size()) + " entries, expected " +
                std::to_string(shape[axis]));
  }
  for (const Json& entry : json.array) flatten(entry, read, axis + 1, shape, data);
}

inline Array array(const Json& json) {
  Array found;
  flatten(json, [](const Json& x) { return x.as_number(); }, 0, found.shape, found.data);
  return found;
}

template <std::size_t N>
std::array<double, N> fixed(const Json& json) {
  const Array found = array(json);
  if (found.data.size() != N)
    throw Error(json.path + ": got " + std::to_string(found.data.size()) + " numbers, expected " +
                std::to_string(N));
  std::array<double, N> copied{};
  std::copy(found.data.begin(), found.data.end(), copied.begin());
  return copied;
}

inline std::vector<std::string> texts(const Json& json) {
  std::vector<std::string> found;
  for (const Json& x : json.as_array()) found.push_back(x.as_text());
  return found;
}

inline Reference reference(const Json& json) {
  Reference found;
  found.values = array(json.at("values"));
  std::vector<std::size_t> shape;
  flatten(json.at("decimals"), [](const Json& x) { return x.as_text(); }, 0, shape, found.decimals);
  if (shape != found.values.shape) throw Error(json.path + ": decimals and values differ in shape");
  found.radius = array(json.at("radius")).data;
  const std::size_t rows = found.values.shape.empty() ? 1 : found.values.shape[0];
  if (found.radius.size() != 1 && found.radius.size() != rows)
    throw Error(json.path + ".radius: got " + std::to_string(found.radius.size()) +
                " radii, expected 1 or " + std::to_string(rows));
  return found;
}

inline Joint joint(const Json& json) {
  Joint found;
  found.name = json.at("name").as_text();
  found.type = json.at("type").as_text();
  static const std::string known[] = {"revolute",  "prismatic", "helical",
                                      "spherical", "free",      "fixed"};
  if (std::find(std::begin(known), std::end(known), found.type) == std::end(known))
    throw Error(json.path + ".type: got '" + found.type + "', expected a type of joint");
  if (const Json* axis = json.find("axis")) found.axis = fixed<3>(*axis);
  if (const Json* point = json.find("point")) found.point = fixed<3>(*point);
  if (const Json* pitch = json.find("pitch")) found.pitch = pitch->as_number();
  return found;
}

inline std::string world_or(const Json& json) {
  return json.kind == Json::Kind::null ? std::string() : json.as_text();
}

inline Body body(const Json& json, const std::vector<Body>& before, bool broken) {
  Body found;
  found.name = json.at("name").as_text();
  const std::string parent = world_or(json.at("parent"));
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].name == parent) found.parent = static_cast<int>(i);
  if (!parent.empty() && found.parent < 0 && !broken)
    throw Error(json.path + ".parent: got '" + parent + "', expected a body before this one");
  found.joint = joint(json.at("joint"));
  found.placement = fixed<16>(json.at("placement"));
  found.mass = json.at("mass").as_number();
  found.com = fixed<3>(json.at("com"));
  found.inertia = fixed<9>(json.at("inertia"));
  return found;
}

// broken: of a refusal, where the parent of a body may be missing.
inline Model model(const Json& json, bool broken) {
  Model found;
  found.name = json.at("name").as_text();
  found.gravity = fixed<3>(json.at("gravity"));
  for (const Json& x : json.at("bodies").as_array())
    found.bodies.push_back(body(x, found.bodies, broken));
  if (const Json* loops = json.find("loops"))
    for (const Json& x : loops->as_array())
      found.loops.push_back({x.at("name").as_text(), world_or(x.at("predecessor")),
                             x.at("successor").as_text(), joint(x.at("joint")),
                             fixed<16>(x.at("predecessor_frame")),
                             fixed<16>(x.at("successor_frame"))});
  if (const Json* couplings = json.find("couplings"))
    for (const Json& x : couplings->as_array())
      found.couplings.push_back({texts(x.at("driven")), texts(x.at("sources")),
                                 array(x.at("ratios")), array(x.at("offsets"))});
  if (const Json* independent = json.find("independent")) found.independent = texts(*independent);
  if (const Json* assembly = json.find("assembly")) found.assembly = array(*assembly);
  return found;
}

inline void inputs(const Json& json, Case& found) {
  for (const auto& [key, value] : json.as_object()) {
    if (key == "base")
      found.base = value.as_text();
    else if (key == "wrench_axes")
      found.wrench_axes = value.as_text();
    else if (key == "prescribed")
      for (const Json& x : value.as_array()) found.prescribed.push_back(x.as_boolean());
    else
      found.inputs.emplace(key, array(value));
  }
}

inline void put_not_finite(const Json& json, Case& found) {
  for (const Json& x : json.as_array()) {
    Array& changed = found.inputs.at(x.at("input").as_text());
    std::vector<std::size_t> at;
    for (const Json& i : x.at("index").as_array())
      at.push_back(static_cast<std::size_t>(i.as_number()));
    using limits = std::numeric_limits<double>;
    const bool nan = x.at("value").as_text() == "nan";
    changed.data.at(changed.place(at)) = nan ? limits::quiet_NaN() : limits::infinity();
  }
}

inline Case read_case(const Json& json) {
  if (json.at("format").as_number() != FORMAT)
    throw Error("$.format: expected " + std::to_string(FORMAT));
  Case found;
  found.name = json.at("case").as_text();
  for (const auto& [key, value] : json.at("conventions").as_object())
    found.conventions[key] = value.as_text();
  const Json* refusal = json.find("refusal");
  if (const Json* x = json.find("model")) found.model = model(*x, refusal != nullptr);
  if (const Json* x = json.find("inputs")) inputs(*x, found);
  if (const Json* x = json.find("not_finite")) put_not_finite(*x, found);
  if (const Json* x = json.find("group")) found.group = x->as_text();
  if (const Json* x = json.find("function")) found.function = x->as_text();
  if (const Json* x = json.find("references"))
    for (const auto& [quantity, tables] : x->as_object())
      for (const auto& [name, table] : tables.as_object())
        found.references[quantity].emplace(name, reference(table));
  if (const Json* x = json.find("samples"))
    for (const Json& s : x->as_array())
      found.samples.push_back(
          {s.at("angle").as_text(), array(s.at("argument")), reference(s.at("value"))});
  if (refusal)
    found.refusal = Refusal{refusal->at("kind").as_text(), refusal->at("exception").as_text(),
                            refusal->at("names").as_text(), refusal->at("why").as_text()};
  return found;
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What `use` makes of a file; errors get the path in front.
template <class Use>
auto of_file(const std::string& path, Use use) {
  const std::string text = read_file(path);
  try {
    return use(Json::parse(text));
  } catch (const std::exception& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace detail

// A case by its path in the folder of the data, "trees/robot_ur5".
inline Case load(const std::string& folder, const std::string& name) {
  return detail::of_file(folder + "/" + name + ".json", detail::read_case);
}

// The paths of all cases, or of one kind: joints, trees, loops, groups, failures.
inline std::vector<std::string> names(const std::string& folder, const std::string& kind = "") {
  return detail::of_file(folder + "/index.json", [&](const Json& index) {
    std::vector<std::string> found;
    for (const Json& entry : index.at("cases").as_array()) {
      const std::string& file = entry.at("file").as_text();
      if (kind.empty() || file.rfind(kind + "/", 0) == 0)
        found.push_back(file.substr(0, file.rfind('.')));
    }
    std::sort(found.begin(), found.end());
    return found;
  });
}

}  // namespace lieref_golden

#endif  // LIEREF_GOLDEN_HPP

#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

namespace texeleton {

/// The results of a function, or a member, for each of some values: `mapped(model.nodes, &model::Node::name)`.
template <class Values, class Function>
auto mapped(const Values& values, Function function) {
  std::vector<std::decay_t<std::invoke_result_t<Function&, decltype(*std::begin(values))>>> result;
  result.reserve(std::size(values));
  for (const auto& value : values) {
    result.push_back(std::invoke(function, value));
  }
  return result;
}

/// The numbers below `count` for which a condition holds, as indices of some kind.
template <class Place = std::size_t, class Condition>
std::vector<Place> placesWhere(std::size_t count, const Condition& condition) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < count; ++i) {
    if (condition(i)) {
      places.push_back(static_cast<Place>(i));
    }
  }
  return places;
}

}  // namespace texeleton

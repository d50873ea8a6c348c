#pragma once

#include <cstdint>
#include <optional>

namespace texeleton::viewport {

/// Searches the largest crowd whose frame takes no longer than a limit, to about one hundredth, with few tries: a
/// frame's time is taken to grow with the crowd in a straight line from one that was tried to the next.
class CrowdSearch {
 public:
  /// `first`: tried first. `most`: no more instances are possible.
  CrowdSearch(std::uint32_t first, std::uint32_t most, double limitSeconds);

  /// The number of instances to try; none: the search has ended.
  std::optional<std::uint32_t> next() const;
  /// Takes the time of a frame with that many. A time that contradicts those before counts as it is.
  void tell(std::uint32_t instances, double frameSeconds);

  /// The largest that kept the limit; 0: none did.
  std::uint32_t largest() const { return m_enough.instances; }
  /// Whether nothing that was tried missed the limit.
  bool isOpen() const { return m_tooMany.instances == 0; }

 private:
  struct Try {
    std::uint32_t instances = 0;
    double seconds = 0.0;
  };

  std::uint32_t m_first;
  std::uint32_t m_most;
  double m_limitSeconds;
  Try m_enough;
  Try m_before;   ///< The one that was enough before that.
  Try m_tooMany;  ///< The smallest that was; 0: none was.
  int m_tries = 0;
};

}  // namespace texeleton::viewport

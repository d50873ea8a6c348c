#pragma once

#include <cstdint>
#include <optional>

namespace texeleton::viewport {

/// Searches for the largest crowd whose frame time keeps a limit, to about one per cent, with few tries. Frame times
/// are interpolated linearly between tries.
class CrowdSearch {
 public:
  /// `first`: the first number to try. `most`: the largest possible number of instances.
  CrowdSearch(std::uint32_t first, std::uint32_t most, double limitSeconds);

  /// The next number of instances to try; none: the search has ended.
  std::optional<std::uint32_t> next() const;
  /// Reports the frame time for a number of instances. Times that contradict earlier ones are accepted as they are.
  void tell(std::uint32_t instances, double frameSeconds);

  /// The largest number that kept the limit; 0: none did.
  std::uint32_t largest() const { return m_enough.instances; }
  /// Whether no try has exceeded the limit.
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
  Try m_before;   ///< The try before m_enough that kept the limit.
  Try m_tooMany;  ///< The smallest try that exceeded the limit; 0: none did.
  int m_tries = 0;
};

}  // namespace texeleton::viewport

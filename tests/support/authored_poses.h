#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace texeleton::test {

/// A frame of a shared model, written by the authoring tool itself: the reference for FBX importers.
struct AuthoredPose {
  std::string file;  ///< In the shared folder.
  std::string take;
  double seconds = 0.0;              ///< On the time axis of the file.
  std::string name;                  ///< For messages.
  std::vector<glm::dvec3> vertices;  ///< Units and axes of the file.
};

/// The poses of tests/data/authored_poses.txt.
std::vector<AuthoredPose> authoredPoses();

/// The largest distance from a point of one cloud to the nearest of the other, in both directions.
double cloudDistance(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b);

/// The diagonal of the box around some points.
double cloudSize(const std::vector<glm::dvec3>& points);

}  // namespace texeleton::test

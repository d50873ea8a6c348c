#include "tests/support/authored_poses.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include "tests/support/test_models.h"

namespace texeleton::test {

std::vector<AuthoredPose> authoredPoses() {
  std::ifstream stream(sourceFolder() / "tests" / "data" / "authored_poses.txt");
  std::vector<AuthoredPose> poses;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("pose ", 0) == 0) {
      std::istringstream fields(line.substr(5));
      AuthoredPose pose;
      std::string frame;
      std::string rate;
      std::getline(fields, pose.file, '\t');
      std::getline(fields, pose.take, '\t');
      std::getline(fields, frame, '\t');
      std::getline(fields, rate, '\t');
      pose.seconds = std::stod(frame) / std::stod(rate);
      pose.name = pose.file + ", " + pose.take + ", frame " + frame;
      poses.push_back(std::move(pose));
    } else if (!line.empty() && line.front() != '#') {
      glm::dvec3 v;
      std::istringstream(line) >> v.x >> v.y >> v.z;
      poses.back().vertices.push_back(v);
    }
  }
  return poses;
}

double cloudDistance(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b) {
  double worst = 0.0;
  for (const auto* from : {&a, &b}) {
    for (const glm::dvec3& p : *from) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const glm::dvec3& q : from == &a ? b : a) {
        nearest = std::min(nearest, glm::distance(p, q));
      }
      worst = std::max(worst, nearest);
    }
  }
  return worst;
}

double cloudSize(const std::vector<glm::dvec3>& points) {
  glm::dvec3 low = points.front();
  glm::dvec3 high = low;
  for (const glm::dvec3& p : points) {
    low = glm::min(low, p);
    high = glm::max(high, p);
  }
  return glm::distance(low, high);
}

}  // namespace texeleton::test

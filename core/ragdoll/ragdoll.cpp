#include "core/ragdoll/ragdoll.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <utility>

#include "core/ragdoll/rest_worlds.h"
#include "core/transform/transform.h"

namespace texeleton::ragdoll {

/// A rigid motion.
struct RigidMotion {
  glm::dquat turn{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 place{0.0};

  glm::dvec3 operator()(const glm::dvec3& p) const { return turn * p + place; }
  glm::dvec3 back(const glm::dvec3& p) const { return glm::conjugate(turn) * (p - place); }
};

namespace {

constexpr double kPersonMetres = 1.8;  // The simulated height.
constexpr double kGravity = 9.81;
constexpr double kMostMadeUp = 0.25;
constexpr double kDensity = 500.0;
constexpr double kLightest = 0.5;  // Relative to the mass of the parent.
constexpr double kFastest = 12.0;  // Metres per second of a person: a jump between poses must not throw it.
constexpr double kFastestTurn = 20.0;
constexpr float kFriction = 0.8f;
constexpr float kLinearDamping = 0.05f;
constexpr float kAngularDamping = 0.7f;
constexpr double kLeastMass = 0.01;
constexpr double kDragWeights = 3.0;  // Drag force in weights of the ragdoll.
constexpr double kCalmSpeed = 0.35;   // Metres per second of a person: slower for some time is at rest.
constexpr double kCalmSeconds = 0.75;
constexpr double kNoCalmBefore = 1.0;
constexpr double kAllowedStretch = 0.01;  // Relative to a bone's length: larger gaps are corrected immediately.
constexpr int kIterations = 30;

btScalar radians(double degrees) { return static_cast<btScalar>(glm::radians(degrees)); }
btVector3 toBullet(const glm::dvec3& v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}
glm::dvec3 fromBullet(const btVector3& v) {
  return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}
btQuaternion toBullet(const glm::dquat& q) {
  return {static_cast<btScalar>(q.x), static_cast<btScalar>(q.y), static_cast<btScalar>(q.z),
          static_cast<btScalar>(q.w)};
}
glm::dquat fromBullet(const btQuaternion& q) {
  return glm::normalize(glm::dquat(static_cast<double>(q.w()), static_cast<double>(q.x()), static_cast<double>(q.y()),
                                   static_cast<double>(q.z())));
}

glm::dquat turnOf(const glm::dmat4& world) { return glm::normalize(transform::decompose(world).rotation); }

/// Axes with X along `x` and Z near `z`.
glm::dquat axesOf(const glm::dvec3& x, const glm::dvec3& z) {
  const glm::dvec3 first = glm::normalize(x);
  glm::dvec3 third = z - first * glm::dot(z, first);
  if (!(glm::length(third) > 1e-6)) {
    third = glm::cross(first, std::abs(first.y) < 0.9 ? glm::dvec3(0, 1, 0) : glm::dvec3(1, 0, 0));
  }
  third = glm::normalize(third);
  return glm::normalize(glm::quat_cast(glm::dmat3(first, glm::cross(third, first), third)));
}

/// Axes with Y along `y`.
glm::dquat alongY(const glm::dvec3& y) {
  return axesOf(y, glm::dvec3(0, 0, 1)) * glm::angleAxis(-1.5707963267948966, glm::dvec3(0, 0, 1));
}

btTransform transformOf(const glm::dquat& turn, const glm::dvec3& place) {
  return btTransform(toBullet(turn), toBullet(place));
}

}  // namespace

struct Ragdoll::World {
  std::shared_ptr<const model::Model> model;
  RagdollShape shape;
  double scale = 1.0;  // Simulated metres per metre of pack space.

  // Bullet's objects, in order of their dependencies.
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btDefaultMotionState>> motions;
  std::vector<std::unique_ptr<btRigidBody>> bodies;  // The last is the ground.
  std::vector<std::unique_ptr<btTypedConstraint>> joints;
  std::unique_ptr<btPoint2PointConstraint> drag;
  std::size_t dragged = 0;

  struct Bone {
    RigidMotion nodeInBody;  // Rotation and position of the body's node relative to the body; simulated metres.
    glm::dvec3 pivot{0.0};   // Joint to the parent in the body's frame.
    glm::dvec3 above{0.0};   // The same in the parent's body.
    double length = 1.0;     // Length of the bone above the joint, simulated metres.
    glm::dvec3 scale{1.0};   // Scale of the node's world matrix.
  };
  std::vector<Bone> bones;
  std::vector<std::optional<std::size_t>> bodyOfNode;  // The node's own body.
  std::vector<glm::dmat4> locals;                      // Local matrices of all nodes in the initial pose.
  std::vector<glm::dmat4> worlds;
  std::vector<glm::dmat4> skin;
  double owed = 0.0;
  double since = 0.0;  // Seconds since it began, was grabbed or pushed.
  double calm = 0.0;   // Seconds for which it has hardly moved.

  World() {
    world.setGravity(btVector3(0, static_cast<btScalar>(-kGravity), 0));
    world.getSolverInfo().m_numIterations = kIterations;
    world.getSolverInfo().m_solverMode &= ~SOLVER_RANDMIZE_ORDER;
    world.getSolverInfo().m_splitImpulse = 1;
    world.getSolverInfo().m_erp = 0.8f;
    solver.setRandSeed(0);
  }
  ~World() {
    if (drag) {
      world.removeConstraint(drag.get());
    }
    for (const auto& joint : joints) {
      world.removeConstraint(joint.get());
    }
    for (const auto& body : bodies) {
      world.removeRigidBody(body.get());
    }
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  RigidMotion poseOf(std::size_t body) const {
    const btTransform& at = bodies[body]->getWorldTransform();
    return {fromBullet(at.getRotation()), fromBullet(at.getOrigin())};
  }

  btRigidBody& addBody(std::unique_ptr<btCollisionShape> form, const btTransform& at, double mass) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0.0) {
      form->calculateLocalInertia(static_cast<btScalar>(mass), inertia);
    }
    motions.push_back(std::make_unique<btDefaultMotionState>(at));
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), motions.back().get(), form.get(),
                                                  inertia);
    info.m_friction = kFriction;
    info.m_linearDamping = kLinearDamping;
    info.m_angularDamping = kAngularDamping;
    info.m_additionalDamping = true;  // Damps slow bodies, so that they come to rest.
    shapes.push_back(std::move(form));
    bodies.push_back(std::make_unique<btRigidBody>(info));
    return *bodies.back();
  }

  /// Adds capsules to a body without changing its mass. `toBody`: from the rest pose into its frame.
  template <class ToBody>
  void weld(btRigidBody& body, std::span<const Capsule> pieces, const ToBody& toBody) {
    auto whole = std::make_unique<btCompoundShape>();
    whole->addChildShape(btTransform::getIdentity(), body.getCollisionShape());
    for (const Capsule& piece : pieces) {
      const glm::dvec3 from = toBody(piece.from);
      const glm::dvec3 to = toBody(piece.to);
      const glm::dvec3 along = to - from;
      const double length = glm::length(along);
      shapes.push_back(
          std::make_unique<btCapsuleShape>(static_cast<btScalar>(piece.radius * scale), static_cast<btScalar>(length)));
      whole->addChildShape(transformOf(alongY(length > 1e-9 ? along : glm::dvec3(0, 1, 0)), 0.5 * (from + to)),
                           shapes.back().get());
    }
    body.setCollisionShape(whole.get());
    btVector3 inertia(0, 0, 0);
    whole->calculateLocalInertia(btScalar(1) / body.getInvMass(), inertia);
    body.setMassProps(btScalar(1) / body.getInvMass(), inertia);  // A long sword adds inertia.
    shapes.push_back(std::move(whole));
  }
  void addBodies(std::span<const glm::dmat4> pose, std::span<const glm::dmat4> before, double beforeSeconds);
  void addJoint(std::size_t number, const std::vector<glm::dmat4>& rest);
  void takePose();
  bool step();
  void projectJoints();
  void wake() { since = calm = 0.0; }
};

// A body's frame is that of its capsule, which lies along Y. `pose`: world matrices of nodes, pack space.
void Ragdoll::World::addBodies(std::span<const glm::dmat4> pose, std::span<const glm::dmat4> before,
                               double beforeSeconds) {
  const std::vector<glm::dmat4> rest = restWorlds(*model);
  std::vector<btRigidBody*> made;
  for (const RagdollBody& body : shape.bodies) {
    const std::uint32_t node = body.node.value;
    const RigidMotion restNode{turnOf(rest[node]), glm::dvec3(rest[node][3]) * scale};
    const RigidMotion node0{turnOf(pose[node]), glm::dvec3(pose[node][3]) * scale};
    // From rest to the pose as a rigid motion.
    const auto moved = [&](const RigidMotion& now, const glm::dvec3& p) { return now(restNode.back(p)); };
    const glm::dvec3 from = moved(node0, body.from * scale);
    const glm::dvec3 to = moved(node0, body.to * scale);
    const glm::dvec3 along = to - from;
    const double length = glm::length(along);
    const glm::dvec3 centre = 0.5 * (from + to);
    const glm::dvec3 axis = length > 1e-9 ? along / length : glm::dvec3(0, 1, 0);
    const glm::dquat upright = alongY(axis);
    const RigidMotion own{upright, centre};
    const double radius = body.radius * scale;
    // A light body on a heavy one stretches its joint, so masses have a lower limit relative to the parent.
    const double least = body.parent ? kLightest / static_cast<double>(made[*body.parent]->getInvMass()) : 0.0;
    const double volume = 3.14159265358979 * radius * radius * (length + 4.0 / 3.0 * radius);
    auto capsule = std::make_unique<btCapsuleShape>(static_cast<btScalar>(radius), static_cast<btScalar>(length));
    const double mass = body.mass ? std::max(*body.mass, kLeastMass) : std::max(kDensity * volume, least);
    btRigidBody& rigid = addBody(std::move(capsule), transformOf(upright, centre), mass);
    if (!body.welded.empty()) {
      weld(rigid, body.welded, [&](const glm::dvec3& p) { return own.back(moved(node0, p * scale)); });
    }
    rigid.setActivationState(DISABLE_DEACTIVATION);
    if (!before.empty() && beforeSeconds > 0.0) {
      const RigidMotion was{turnOf(before[node]), glm::dvec3(before[node][3]) * scale};
      const glm::dvec3 centreWas = 0.5 * (moved(was, body.from * scale) + moved(was, body.to * scale));
      glm::dvec3 velocity = (centre - centreWas) / beforeSeconds;
      glm::dquat turn = node0.turn * glm::conjugate(was.turn);
      turn = turn.w < 0.0 ? -turn : turn;
      glm::dvec3 spin = 2.0 * glm::dvec3(turn.x, turn.y, turn.z) / beforeSeconds;
      velocity *= std::min(1.0, kFastest / std::max(glm::length(velocity), 1e-9));
      spin *= std::min(1.0, kFastestTurn / std::max(glm::length(spin), 1e-9));
      rigid.setLinearVelocity(toBullet(velocity));
      rigid.setAngularVelocity(toBullet(spin));
    }
    Bone bone;
    bone.nodeInBody = {glm::conjugate(own.turn) * node0.turn, own.back(node0.place)};
    for (int axisNumber = 0; axisNumber < 3; ++axisNumber) {
      bone.scale[axisNumber] = transform::decompose(pose[node]).scale[axisNumber];
    }
    bones.push_back(bone);
    made.push_back(&rigid);
  }
  // The ground, lowered if the ragdoll starts in it.
  addBody(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0)), btTransform::getIdentity(), 0.0);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    // Pieces of one character pass through each other, so that folded limbs do not jam; the ground stops all.
    const bool isGround = i + 1 == bodies.size();
    world.addRigidBody(bodies[i].get(), isGround ? 1 : 2, isGround ? 2 : 1);
  }
  for (std::size_t i = 0; i < shape.bodies.size(); ++i) {
    if (shape.bodies[i].parent) {
      addJoint(i, rest);
    }
  }
}

void Ragdoll::World::addJoint(std::size_t number, const std::vector<glm::dmat4>& rest) {
  const RagdollBody& body = shape.bodies[number];
  const std::size_t parent = *body.parent;
  Bone& bone = bones[number];
  const RigidMotion own = poseOf(number);
  const RigidMotion above = poseOf(parent);
  const glm::dvec3 place = own(bone.nodeInBody.place);
  bone.pivot = own.back(place);
  bone.above = above.back(place);
  bone.length = std::max(glm::distance(place, above(bones[parent].nodeInBody.place)), 1e-3);
  // Limits are relative to the rest pose: the child's axes in the frames of its node and the parent's node at rest.
  const glm::dquat restTurn = turnOf(rest[body.node.value]);
  const glm::dquat restAbove = turnOf(rest[shape.bodies[parent].node.value]);
  const glm::dvec3 along = 0.5 * (body.from + body.to) - glm::dvec3(rest[body.node.value][3]);
  const glm::dquat frame =  // At rest, pack space. X: along the bone; for hinges Z: the axis.
      body.isHinge ? axesOf(along - body.hinge * glm::dot(along, body.hinge), body.hinge)
                   : axesOf(glm::length(along) > 1e-9 ? along : glm::dvec3(0, -1, 0), glm::dvec3(0, 0, 1));
  const auto inBody = [&](const Bone& of, const glm::dquat& nodeAtRest) {
    return of.nodeInBody.turn * glm::conjugate(nodeAtRest) * frame;
  };
  const btTransform inParent = transformOf(inBody(bones[parent], restAbove), bone.above);
  const btTransform inChild = transformOf(inBody(bone, restTurn), bone.pivot);
  std::unique_ptr<btTypedConstraint> joint;
  if (body.isHinge) {
    auto hinge = std::make_unique<btHingeConstraint>(*bodies[parent], *bodies[number], inParent, inChild);
    hinge->setLimit(radians(body.bendFrom), radians(body.bendTo));
    joint = std::move(hinge);
  } else {
    auto cone = std::make_unique<btConeTwistConstraint>(*bodies[parent], *bodies[number], inParent, inChild);
    cone->setLimit(radians(body.swing), radians(body.swing), radians(body.twist));
    joint = std::move(cone);
  }
  world.addConstraint(joint.get(), true);
  joints.push_back(std::move(joint));
}

// Corrects joints that an impact pulled apart: moves bodies to their parents' ends, parents first. Velocities are kept.
void Ragdoll::World::projectJoints() {
  for (std::size_t i = 0; i < shape.bodies.size(); ++i) {
    if (!shape.bodies[i].parent) {
      continue;
    }
    const glm::dvec3 apart = poseOf(*shape.bodies[i].parent)(bones[i].above) - poseOf(i)(bones[i].pivot);
    const double allowed = kAllowedStretch * bones[i].length;
    if (glm::length(apart) > allowed) {
      btTransform at = bodies[i]->getWorldTransform();
      at.setOrigin(at.getOrigin() + toBullet(apart * (1.0 - allowed / glm::length(apart))));
      bodies[i]->setWorldTransform(at);
    }
  }
}

// Bodies with limits that push against the ground never come to rest, so a lying ragdoll is frozen.
bool Ragdoll::World::step() {
  if (calm >= kCalmSeconds) {
    return false;
  }
  world.stepSimulation(static_cast<btScalar>(kStepSeconds), 0);
  projectJoints();
  double fastest = 0.0;
  for (std::size_t i = 0; i < shape.bodies.size(); ++i) {
    fastest = std::max(fastest, static_cast<double>(bodies[i]->getLinearVelocity().length()));
  }
  since += kStepSeconds;
  calm = fastest < kCalmSpeed && since > kNoCalmBefore && !drag ? calm + kStepSeconds : 0.0;
  for (std::size_t i = 0; i < shape.bodies.size() && calm >= kCalmSeconds; ++i) {
    bodies[i]->setLinearVelocity(btVector3(0, 0, 0));
    bodies[i]->setAngularVelocity(btVector3(0, 0, 0));
  }
  return true;
}

void Ragdoll::World::takePose() {
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    const NodeIndex parent = model->nodes[i].parent;
    const glm::dmat4 usual = parent.isValid() ? worlds[parent.value] * locals[i] : locals[i];
    if (!bodyOfNode[i]) {
      worlds[i] = usual;
      continue;
    }
    const std::size_t body = *bodyOfNode[i];
    const RigidMotion at = poseOf(body);
    const glm::dquat turn = at.turn * bones[body].nodeInBody.turn;
    glm::dmat4 matrix = toMatrix(transform::Transform{glm::dvec3(0.0), turn, bones[body].scale});
    // The first body has no parent; all others start at the parent's end.
    matrix[3] = shape.bodies[body].parent ? usual[3] : glm::dvec4(at(bones[body].nodeInBody.place) / scale, 1.0);
    worlds[i] = matrix;
  }
  for (std::size_t i = 0; i < skin.size(); ++i) {
    skin[i] = worlds[model->palette[i].node.value] * model->palette[i].inverseBind;
  }
}

Ragdoll::Ragdoll(std::unique_ptr<World> world) : m_world(std::move(world)) {}
Ragdoll::~Ragdoll() = default;
Ragdoll::Ragdoll(Ragdoll&&) noexcept = default;
Ragdoll& Ragdoll::operator=(Ragdoll&&) noexcept = default;

Result<Ragdoll> Ragdoll::create(std::shared_ptr<const model::Model> model, const RagdollShape& shape,
                                std::span<const glm::dmat4> pose, std::span<const glm::dmat4> before,
                                double beforeSeconds) {
  if (model == nullptr || shape.bodies.empty() || pose.size() != model->nodes.size() ||
      (!before.empty() && before.size() != pose.size())) {
    return fail(ErrorCode::InvalidArgument, "a ragdoll needs a model, bodies and a pose of that model");
  }
  auto world = std::make_unique<World>();
  world->model = std::move(model);
  world->shape = shape;
  world->scale = kPersonMetres / std::max(shape.heightMetres, 1e-6);
  const std::size_t nodes = pose.size();
  world->bodyOfNode.assign(nodes, std::nullopt);
  for (std::size_t i = 0; i < shape.bodies.size(); ++i) {
    world->bodyOfNode[shape.bodies[i].node.value] = i;
  }
  world->locals.assign(nodes, glm::dmat4(1.0));
  for (std::size_t i = 0; i < nodes; ++i) {
    const NodeIndex parent = world->model->nodes[i].parent;
    world->locals[i] = parent.isValid() ? glm::inverse(pose[parent.value]) * pose[i] : pose[i];
  }
  world->worlds.assign(pose.begin(), pose.end());
  world->skin.resize(world->model->palette.size());
  world->addBodies(pose, before, beforeSeconds);
  world->takePose();
  return Ragdoll(std::move(world));
}

bool Ragdoll::advance(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0.0) {
    return false;
  }
  m_world->owed = std::min(m_world->owed + seconds, kMostMadeUp);
  bool moved = false;
  for (; m_world->owed >= kStepSeconds - 1e-9; m_world->owed -= kStepSeconds) {
    moved = m_world->step() || moved;
  }
  if (moved) {
    m_world->takePose();
  }
  return true;
}

std::span<const glm::dmat4> Ragdoll::worlds() const { return m_world->worlds; }
std::span<const glm::dmat4> Ragdoll::skinMatrices() const { return m_world->skin; }
const RagdollShape& Ragdoll::shape() const { return m_world->shape; }

std::optional<Ragdoll::Hit> Ragdoll::hit(const glm::dvec3& origin, const glm::dvec3& direction) const {
  if (!(glm::length(direction) > 0.0)) {
    return std::nullopt;
  }
  const double reach = 1000.0 * kPersonMetres;
  const btVector3 from = toBullet(origin * m_world->scale);
  const btVector3 to = toBullet(origin * m_world->scale + glm::normalize(direction) * reach);
  btCollisionWorld::ClosestRayResultCallback found(from, to);
  found.m_collisionFilterGroup = 1;
  found.m_collisionFilterMask = 2;
  m_world->world.rayTest(from, to, found);
  for (std::size_t i = 0; found.hasHit() && i < m_world->shape.bodies.size(); ++i) {
    if (m_world->bodies[i].get() == found.m_collisionObject) {
      return Hit{i, fromBullet(found.m_hitPointWorld) / m_world->scale};
    }
  }
  return std::nullopt;
}

void Ragdoll::grab(std::size_t body, const glm::dvec3& place) {
  release();
  if (body >= m_world->shape.bodies.size()) {
    return;
  }
  const glm::dvec3 held = m_world->poseOf(body).back(place * m_world->scale);
  m_world->drag = std::make_unique<btPoint2PointConstraint>(*m_world->bodies[body], toBullet(held));
  // Strong enough to lift it, but not to pull joints apart.
  double mass = 0.0;
  for (std::size_t i = 0; i < m_world->shape.bodies.size(); ++i) {
    mass += 1.0 / static_cast<double>(m_world->bodies[i]->getInvMass());
  }
  m_world->drag->m_setting.m_impulseClamp = static_cast<btScalar>(kDragWeights * mass * kGravity * kStepSeconds);
  m_world->drag->m_setting.m_tau = 0.02f;
  m_world->dragged = body;
  m_world->world.addConstraint(m_world->drag.get());
}

void Ragdoll::dragTo(const glm::dvec3& place) {
  m_world->wake();
  if (m_world->drag) {
    m_world->drag->setPivotB(toBullet(place * m_world->scale));
  }
}

void Ragdoll::release() {
  if (m_world->drag) {
    m_world->world.removeConstraint(m_world->drag.get());
    m_world->drag.reset();
    m_world->wake();
  }
}

void Ragdoll::push(const glm::dvec3& velocity) {
  m_world->wake();
  for (std::size_t i = 0; i < m_world->shape.bodies.size(); ++i) {
    btRigidBody& body = *m_world->bodies[i];
    body.setLinearVelocity(body.getLinearVelocity() + toBullet(velocity * m_world->scale * (i == 0 ? 1.0 : 0.5)));
  }
}

double Ragdoll::largestStretch() const {
  double largest = 0.0;
  for (std::size_t i = 0; i < m_world->shape.bodies.size(); ++i) {
    const auto& parent = m_world->shape.bodies[i].parent;
    if (parent) {
      const World::Bone& bone = m_world->bones[i];
      const double apart = glm::distance(m_world->poseOf(i)(bone.pivot), m_world->poseOf(*parent)(bone.above));
      largest = std::max(largest, apart / bone.length);
    }
  }
  return largest;
}

double Ragdoll::speed() const {
  double fastest = 0.0;
  for (std::size_t i = 0; i < m_world->shape.bodies.size(); ++i) {
    fastest = std::max(fastest, static_cast<double>(m_world->bodies[i]->getLinearVelocity().length()) / m_world->scale);
  }
  return fastest;
}

}  // namespace texeleton::ragdoll

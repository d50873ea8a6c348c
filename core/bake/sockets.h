#pragma once

#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// The palette of a bake: the model's entries, then added ones for exposed nodes that had none.
struct SocketPlan {
  std::vector<model::PaletteEntry> entries;
  std::vector<vat::Socket> sockets;
  std::vector<std::uint32_t> socketEntries;  ///< The entry of each socket.
};

/// exposedNodes of bake.h as part of a job. Errors: likewise, and Cancelled.
Result<std::vector<NodeIndex>> exposedNodes(const model::Model& model, const std::vector<ExposeFilter>& filters,
                                            const JobContext& job);

/// Plans a socket for every exposed node, named as in the settings, and for every attachment; a name used by another
/// socket is an Issue, and the node's own name is kept. Errors: those of exposedNodes.
Result<SocketPlan> planSockets(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// The palette entry that each socket of a bake with these settings follows; empty if there are none, or planning
/// fails.
std::vector<model::PaletteEntry> socketEntries(const model::Model& model, const BakeSettings& settings);

/// The socket frame: inverse of the entry's inverse bind, times the place in the node's space, split into place,
/// rotation (Gram–Schmidt on Z, then Y) and scale, whose X is negative if the frame is mirrored. Returns false if there
/// is no inverse.
bool socketFrame(const glm::dmat4& inverseBind, vat::Socket& socket, const glm::dmat4& local = glm::dmat4(1.0));

}  // namespace texeleton::bake

#pragma once

#include "core/import/worker/worker_protocol.h"

namespace texeleton::importing::worker {

/// Makes this process safe to let parsers loose in: no core dumps, limits of memory and CPU time, death with the
/// parent, and a last line on `answerDescriptor` when memory or stack run out. False: the parent is already gone.
bool guardProcess(const Task& task, int answerDescriptor);

}  // namespace texeleton::importing::worker

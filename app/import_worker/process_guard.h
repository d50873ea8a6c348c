#pragma once

#include "core/import/worker/worker_protocol.h"

namespace texeleton::importing::worker {

/// Prepares this process for running parsers: no core dumps, limits of memory and CPU time, termination with the
/// parent, and a last line on `answerDescriptor` when memory or stack run out. Returns false if the parent has already
/// ended.
bool guardProcess(const Task& task, int answerDescriptor);

}  // namespace texeleton::importing::worker

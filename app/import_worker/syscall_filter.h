#pragma once

namespace texeleton::importing::worker {

/// Restricts this thread to the system calls that reading, computing and answering need; others fail with EPERM.
/// Returns false, without a change, if the kernel or the processor's architecture has no such filter. Needs
/// no_new_privs.
bool filterSystemCalls();

}  // namespace texeleton::importing::worker

#pragma once

namespace texeleton::importing::worker {

/// From now on this thread may make only the system calls that reading, computing and answering take; others fail with
/// EPERM. False: the kernel or the processor's architecture has no such filter, and nothing has changed. Needs
/// no_new_privs.
bool filterSystemCalls();

}  // namespace texeleton::importing::worker

#pragma once

namespace texeleton {

/// Nice levels of background threads. The thread of the user interface has none.
enum class StandBack {
  Frames = 3,  ///< Pictures of the viewport.
  Work = 6,    ///< Importing, baking, measuring.
};

/// Lowers the priority of the calling thread and of the threads and processes that it starts, permanently. Linux only.
void standBack(StandBack how);

}  // namespace texeleton

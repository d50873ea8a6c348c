#pragma once

namespace texeleton {

/// How far a thread stands back when the processors are busy. Whoever shows something to a user stands back for nobody.
enum class StandBack {
  Frames = 3,  ///< Pictures of the viewport.
  Work = 6,    ///< Importing, baking, measuring.
};

/// Lets the calling thread, and the threads and processes that it will start, stand back. For good; only Linux can.
void standBack(StandBack how);

}  // namespace texeleton

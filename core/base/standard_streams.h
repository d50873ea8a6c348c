#pragma once

namespace texeleton {

/// Opens those of standard input, output and error that are closed, on /dev/null. Daemons and build servers start
/// programs so; then the next file that is opened, a pack's say, would get the number of a stream and with it every
/// message. First thing in main().
void openStandardStreams();

}  // namespace texeleton

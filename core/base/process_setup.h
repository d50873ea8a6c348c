#pragma once

namespace texeleton {

// Functions that every program calls at the start of main(): before any application object, unless stated otherwise.

/// Opens those of standard input, output and error that are closed, on /dev/null. Daemons and build servers start
/// programs so; then the next file that is opened, a pack's say, would get the number of a stream and with it every
/// message.
void openStandardStreams();

/// Makes the process and those that it starts use UTF-8 where the environment's locale does not ("C", as in containers
/// and cron jobs): Qt 6.8 would do so too, but not without four lines on stderr.
void useUtf8Locale();

/// Makes printf(), strtod() and the like write and read numbers with a dot, whatever the locale. Called after the
/// application object is made: Qt takes over the environment's locale then, and with it a decimal comma.
void useDotInNumbers();

}  // namespace texeleton

#pragma once

namespace texeleton {

// Functions that every program calls at the start of main(): before any application object, unless stated otherwise.

/// Opens those of standard input, output and error that are closed on /dev/null. Daemons and build servers start
/// programs that way; the next file opened, e.g. of a pack, would get a stream's descriptor and every message.
void openStandardStreams();

/// Makes the process and its children use UTF-8 if the environment's locale does not ("C", as in containers and cron
/// jobs): Qt 6.8 would too, but with four lines on stderr.
void useUtf8Locale();

/// Makes printf(), strtod() and the like write and read numbers with a dot, in any locale. Call it after the
/// application object is created, since Qt sets the environment's locale then, and possibly a decimal comma.
void useDotInNumbers();

}  // namespace texeleton

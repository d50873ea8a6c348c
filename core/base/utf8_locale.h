#pragma once

namespace texeleton {

/// Makes the process and those that it starts use UTF-8 where the environment's locale does not ("C", as in containers
/// and cron jobs): Qt 6.8 would do so too, but not without four lines on stderr. Before any application object.
void useUtf8Locale();

}  // namespace texeleton

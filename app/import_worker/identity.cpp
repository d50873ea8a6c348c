#include "app/import_worker/identity.h"

#include "core/base/loaded_libraries.h"

namespace texeleton::importing::worker {

std::string identity() { return "texeleton-import " TEXELETON_VERSION "\n" + loadedLibraries(); }

}  // namespace texeleton::importing::worker

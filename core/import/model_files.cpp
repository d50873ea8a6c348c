#include "core/import/parsers.h"

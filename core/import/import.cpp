#include "core/import/import.h"

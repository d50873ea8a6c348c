#include "core/bake/bake.h"

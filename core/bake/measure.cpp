#include "core/bake/measure.h"

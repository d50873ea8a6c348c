#include "core/transform/transform.h"

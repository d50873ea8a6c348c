#include "core/pack/pack.h"

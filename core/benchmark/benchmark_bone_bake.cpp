#include "core/benchmark/figures.h"

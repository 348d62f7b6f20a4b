#pragma once
#include "Mutex.h"

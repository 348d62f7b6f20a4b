#pragma once
#include "Epoll.h"
#include "Listening.h"
#include "Mutex.h"
#include "Scratch.h"
#include "Signals.h"
#include "Sockets.h"
#include "Threads.h"

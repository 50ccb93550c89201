// A callback may end its thread (pthread_exit), and a thread may be cancelled in a call of ours
// (pthread_cancel). On GNU systems that unwinds the stack like an exception which must not be
// swallowed: a catch (...) that ends without throwing ends the process. Such a catch therefore
// begins with this one.
#pragma once

#include <cstddef>  // says which C++ library it is

#ifdef __GLIBCXX__
#include <cxxabi.h>
#define COPPICE_LET_THREAD_EXIT         \
  catch (const abi::__forced_unwind&) { \
    throw;                              \
  }
#else
#define COPPICE_LET_THREAD_EXIT
#endif

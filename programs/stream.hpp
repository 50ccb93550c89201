// coppice train - --classes a,b: learns rows as they arrive on standard input, with memory that
// does not depend on how many there are.
#pragma once

#include "training_arguments.hpp"

namespace program {

/// Whether the command line asks for a stream.
bool is_stream(const training_arguments& arguments);

/// Learns to the end of standard input, or until Ctrl-C, and tells how it went. With --state it
/// goes on from there, where the file exists, and leaves there what it takes to go on, also where a
/// line cannot be learned.
void train_stream(const training_arguments& arguments);

}  // namespace program

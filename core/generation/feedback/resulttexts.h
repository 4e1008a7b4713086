// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"

#include <cstddef>
#include <string>

namespace loupe {

// Parts of a feedback, each made from one evaluation; empty where it has nothing of the kind. None
// of them holds a seed, an input, an expected or computed value, nor a path of this machine.

/// What compiler or loader said: the first cause first, at most 20 messages, else the log.
std::string buildText(const Evaluation &evaluation, std::size_t bytes);

/// How it died, what it was too long for, which shape or type it got wrong.
std::string runText(const Evaluation &evaluation, std::size_t bytes);

/// Of the first trial with wrong values: which outputs, what share of them, where, in what pattern,
/// and by what power of ten the error is too large.
std::string compareText(const Evaluation &evaluation);

/// Its time beside the baseline's. Faster or slower is said only where the interval says so.
std::string timeText(const Evaluation &evaluation);

} // namespace loupe

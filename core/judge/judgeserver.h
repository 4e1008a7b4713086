// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/channel.h"

namespace loupe {

/// The work of `kloupe-judge`: answers comparisons until the other end closes. A request is
/// {"tensors": specs, "rules": […]} with the descriptors of expected and actual memory; the answer
/// {"outputs": […]} or {"error": sentence}. Ok when the other end closed in peace.
Status serveComparisons(Channel &channel);

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"
#include "core/sandbox/channel.h"

namespace loupe {

/// The work of `kloupe-judge`: answers comparisons until the other end closes. A request is
/// {"tensors": specs, "rules": […]} with the descriptors of expected and actual memory; the answer
/// {"outputs": […]} or {"error": sentence}. A nested comparison takes two requests, so that each
/// tree may fill a message: {"compare_nested": "expected", "value", "tensors", "rule"} is answered
/// {"ready": true} and held, {"compare_nested": "actual", "value", "tensors"} is then answered
/// {"comparison": …}; each comes with the descriptor of its memory where it has tensors, and with
/// "memory": "cuda:0" where that is not the host's. {"capability": "cuda:0"} is answered
/// {"capability": …}. `devices` may be null: then only the host's memory can be compared. Ok when
/// the other end closed in peace.
Status serveComparisons(Channel &channel, DeviceComparer *devices = nullptr);

} // namespace loupe

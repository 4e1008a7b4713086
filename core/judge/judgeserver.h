// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"
#include "core/sandbox/channel/channel.h"

namespace loupe {

/// Runs `kloupe-judge`: answers requests until the other end closes.
///   {"tensors": specs, "rules": […]} with the descriptors of expected and actual memory
///       -> {"outputs": […]} or {"error": sentence}
///   {"compare_nested": "expected", "value", "tensors", "rule"}
///       -> {"ready": true}; the expectation is held
///   {"compare_nested": "actual", "value", "tensors"}
///       -> {"comparison": …}
///   {"capability": "cuda:0"}
///       -> {"capability": …}
/// A nested comparison takes two requests, so that each tree may fill a message. Each comes with
/// the descriptor of its memory if it has tensors, and "memory": "cuda:0" if that is not the
/// host's. Without `devices` only host memory can be compared. Returns success after an orderly
/// close.
Status serveComparisons(Channel &channel, DeviceComparer *devices = nullptr);

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/answerblocks.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the blocks of a Python answer, in order, that define functions which `chosen` calls but
/// does not define. Of several definitions, the last before `chosen` is used, else the first after
/// it. Incomplete blocks are ignored.
std::vector<std::size_t> requiredBlocks(std::string_view content,
                                        const std::vector<AnswerBlock> &blocks, std::size_t chosen);

} // namespace loupe

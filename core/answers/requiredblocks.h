// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/answerblocks.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace loupe {

/// Of a Python answer in several parts: the blocks, in their order, that define a function which
/// `chosen` calls and does not define itself. Of several blocks that define it the last before
/// `chosen` is taken, else the first after it. Blocks that are not whole do not count.
std::vector<std::size_t> requiredBlocks(std::string_view content,
                                        const std::vector<AnswerBlock> &blocks, std::size_t chosen);

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/spool/spoolrecords.h"

namespace loupe {

std::string AnswerHead::header(const std::string &name) const
{
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
}

} // namespace loupe

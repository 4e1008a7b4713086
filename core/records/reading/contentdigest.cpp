// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/contentdigest.h"

#include "core/base/digest.h"
#include "core/base/hexadecimal.h"

#include <span>

namespace loupe {

std::string contentDigest(const SharedText &content)
{
    const std::string digest = sha256OfLarge(content);
    return inHexadecimal(std::as_bytes(std::span(digest)));
}

} // namespace loupe

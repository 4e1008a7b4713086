// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>

namespace loupe {

/// Returns the text of a Python source as UTF-8. A source that declares another encoding ("#
/// coding: latin-1") is decoded as Python does, and its declaration becomes utf-8. Any other source
/// is unchanged. InvalidInput if the text needs an unknown encoding.
Result<std::string> pythonSourceAsUtf8(std::string source);

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace loupe {

/// Environment of a run; stored once per distinct content.
struct Environment {
    std::string deviceName; ///< "AMD EPYC …", "NVIDIA H200", "RTX 5090 (recorded)"
    std::string deviceKind; ///< "cpu", "cuda", "unknown"
    std::string json;       ///< compiler, flags, kernel, versions: one JSON object
};

/// Run as it begins. Its state afterwards is "running", "finished", "cancelled" or "interrupted".
struct Run {
    std::string uuid; ///< 32 hexadecimal digits
    std::string name; ///< for display; unique within a store
    std::string suite;
    std::string origin;   ///< "engine" or "import:<format>"
    std::string protocol; ///< "native-1", "kbx-corpus", …
    std::string sandbox;  ///< "bubblewrap", "none", or empty for imports
    std::string toolVersion;
    std::string profileJson; ///< everything needed to start or resume it
    std::string startedAt;
    Environment environment;
    std::string precision = {}; ///< "fp32", "bf16" … if the whole run has one; may be empty
};

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/system/childspec.h"

#include <array>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

inline constexpr std::array<std::string_view, 4> sanitizerTools{"memcheck", "racecheck",
                                                                "initcheck", "synccheck"};

/// NVIDIA's compute-sanitizer around the processes of a candidate. It starts them inside their
/// sandbox and watches what their kernels do. Thread-safe.
class Sanitizer
{
public:
    /// `tool` is one of sanitizerTools.
    Sanitizer(std::filesystem::path program, std::string tool);

    /// Lets the program of `spec` start under compute-sanitizer, with a report of its own. The
    /// report stays readable when the process was killed. The spec must be used before this is
    /// destroyed.
    Status addTo(ChildSpec &spec);
    /// Returns what was reported of all processes so far as UTF-8, bounded. The candidate can write
    /// into it.
    std::string report() const;

private:
    std::filesystem::path m_program;
    std::string m_tool;
    mutable std::mutex m_mutex;
    std::vector<Fd> m_reports; ///< files in memory, in the order of the processes' starts
};

/// Ends a process that was started under compute-sanitizer, which writes the rest of its report
/// when the process ends by itself: closes the connection, and kills it only after some seconds.
ChildEnd endWithReport(Channel &connection, ChildProcess &process);

} // namespace loupe

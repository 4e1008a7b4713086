// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/sanitizer.h"

#include "core/sandbox/channel/guardedlayout.h"
#include "core/sandbox/system/outputtail.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t maxReportBytes = std::size_t{256} << 10; ///< of all processes together
constexpr int sparesForSanitizer = 64;                         ///< its processes and threads
constexpr std::chrono::seconds reportPatience{5};

std::string beginningOf(const Fd &file, std::size_t maxBytes)
{
    std::string text(maxBytes, '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const ssize_t count
            = pread(file.get(), text.data() + size, text.size() - size, static_cast<off_t>(size));
        if (count <= 0)
            break;
        size += static_cast<std::size_t>(count);
    }
    text.resize(size);
    return text;
}

} // namespace

Sanitizer::Sanitizer(std::filesystem::path program, std::string tool)
    : m_program(std::move(program))
    , m_tool(std::move(tool))
{
}

Status Sanitizer::addTo(ChildSpec &spec)
{
    Fd report(memfd_create("loupe-sanitizer", MFD_CLOEXEC));
    if (!report)
        return systemError("cannot make a file for the report of compute-sanitizer");
    std::vector<std::string> launcher{m_program.string(),
                                      "--tool",
                                      m_tool,
                                      "--log-file",
                                      "/proc/self/fd/" + std::to_string(report.get()),
                                      "--print-limit",
                                      "50",
                                      "--show-backtrace",
                                      "device",
                                      "--launch-timeout", // a fork server starts CUDA late
                                      "600",
                                      "--require-cuda-init", // and not in its own process
                                      "no"};
    // Allocations may lie next to each other. Failed calls of CUDA are the candidate's own error,
    // and frameworks make some on purpose.
    if (m_tool == "memcheck")
        launcher.insert(launcher.end(), {"--padding", "65536", "--report-api-errors", "no"});
    spec.argv.insert(spec.argv.begin(), launcher.begin(), launcher.end());
    spec.inheritedFds.push_back(report.get());
    if (!m_program.string().starts_with("/usr/"))
        spec.readOnly.push_back(m_program.parent_path());
    if (spec.processes > 0)
        spec.processes += sparesForSanitizer;
    spec.environment.erase("CUDA_INJECTION64_PATH"); // compute-sanitizer is loaded in this way
    // Landlock refuses TCP; sockets in the sandbox's /tmp are allowed.
    spec.environment["NV_COMPUTE_SANITIZER_LOCAL_CONNECTION_OVERRIDE"] = "uds";
    // Each tensor has an allocation of its own, so that accesses outside it are seen.
    spec.environment["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1";
    spec.environment[separateTensorsVariable] = "1";
    const std::lock_guard lock(m_mutex);
    m_reports.push_back(std::move(report));
    return {};
}

std::string Sanitizer::report() const
{
    const std::lock_guard lock(m_mutex);
    std::string text;
    for (const Fd &report : m_reports)
        text += beginningOf(report, maxReportBytes - text.size());
    return validUtf8(text);
}

ChildEnd endWithReport(Channel &connection, ChildProcess &process)
{
    connection = Channel(Fd());
    return process.wait(std::chrono::steady_clock::now() + reportPatience, {});
}

} // namespace loupe

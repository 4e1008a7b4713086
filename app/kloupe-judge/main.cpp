// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeserver.h"

#ifdef LOUPE_HAVE_CUDA
#include "core/gpu/cudacomparer.h"
#include "core/gpu/deviceceilings.h"
#endif

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string_view>

namespace {

/// Prints one line of JSON: the measured limits of the device, or {"error": reason}.
int calibrate([[maybe_unused]] const char *device) noexcept
try {
#ifdef LOUPE_HAVE_CUDA
    const auto measured = loupe::measureDevice(device);
    const loupe::Json answer
        = measured ? loupe::toJson(*measured) : loupe::Json{{"error", measured.error().text()}};
#else
    const loupe::Json answer{{"error", "this kloupe-judge was built without CUDA"}};
#endif
    std::puts(answer.dump().c_str());
    return answer.contains("error") ? 1 : 0;
} catch (const std::exception &error) { // invalid UTF-8 in a name, or out of memory
    std::fprintf(stderr, "kloupe-judge: %s\n", error.what());
    return 1;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 3 && std::string_view(argv[1]) == "--calibrate")
        return calibrate(argv[2]);
    int fd = -1;
    if (argc == 3 && std::string_view(argv[1]) == "--channel") {
        const std::string_view text = argv[2];
        std::from_chars(text.data(), text.data() + text.size(), fd);
    }
    if (fd < 0) {
        std::fputs("kloupe-judge is started by KernelLoupe: kloupe-judge --channel DESCRIPTOR, or\n"
                   "kloupe-judge --calibrate cuda:0\n",
                   stderr);
        return 2;
    }
    loupe::Channel channel{loupe::Fd(fd)};
    std::unique_ptr<loupe::DeviceComparer> devices;
#ifdef LOUPE_HAVE_CUDA
    // One stream needs one hardware queue, and CUDA starts in half the time with one.
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 0); // NOLINT(concurrency-mt-unsafe): no threads yet
    devices = loupe::makeCudaComparer();
#endif
    const loupe::Status served = loupe::serveComparisons(channel, devices.get());
    if (!served)
        std::fprintf(stderr, "kloupe-judge: %s\n", served.error().text().c_str());
    return served ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judgeserver.h"

#ifdef LOUPE_HAVE_CUDA
#include "core/gpu/cudacomparer.h"
#endif

#include <charconv>
#include <cstdio>
#include <memory>
#include <string_view>

int main(int argc, char **argv)
{
    int fd = -1;
    if (argc == 3 && std::string_view(argv[1]) == "--channel") {
        const std::string_view text = argv[2];
        std::from_chars(text.data(), text.data() + text.size(), fd);
    }
    if (fd < 0) {
        std::fputs("kloupe-judge is started by KernelLoupe: kloupe-judge --channel DESCRIPTOR\n",
                   stderr);
        return 2;
    }
    loupe::Channel channel{loupe::Fd(fd)};
    std::unique_ptr<loupe::DeviceComparer> devices;
#ifdef LOUPE_HAVE_CUDA
    devices = loupe::makeCudaComparer();
#endif
    const loupe::Status served = loupe::serveComparisons(channel, devices.get());
    if (!served)
        std::fprintf(stderr, "kloupe-judge: %s\n", served.error().text().c_str());
    return served ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"
#include "app/kloupe-host/roles.h"
#include "core/platforms/host/hostverdict.h"

#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace {

int descriptor(std::string_view text)
{
    int fd = -1;
    std::from_chars(text.data(), text.data() + text.size(), fd);
    // Programs that the candidate starts must not inherit it.
    return fd >= 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? fd : -1;
}

int usage()
{
    std::fputs("kloupe-host is started by KernelLoupe:\n"
               "kloupe-host --subject|--oracle CHANNEL STATUS LIBRARY [DEVICE]\n",
               stderr);
    return 2;
}

struct Work {
    bool isSubject = true;
    const char *library = nullptr;
    std::string device; ///< "cuda:0"; empty: the CPU
};

int serve(const Work &work, loupe::Channel &channel, loupe::HostStatus &status)
{
    loupe::watchFaults(status);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // keeps printed lines in a crash
    status.stage = static_cast<std::uint32_t>(loupe::HostStage::Loading);
    if (!work.device.empty())
        return loupe::serveOnDevice(channel, status, work.library, work.device);
    loupe::Json answer;
    const loupe::Kernel kernel = loupe::Kernel::load(work.library, answer);
    if (const loupe::Status sent = channel.send(answer); !sent)
        return loupe::hostCannotAnswer;
    if (!kernel)
        return 0;
    return work.isSubject ? loupe::serveAsSubject(channel, status, kernel)
                          : loupe::serveAsOracle(channel, status, kernel);
}

} // namespace

// An exception here must end the process.
int main(int argc, char **argv) // NOLINT(bugprone-exception-escape)
{
    if (argc != 5 && argc != 6)
        return usage();
    const std::string_view role = argv[1];
    const int channelFd = descriptor(argv[2]);
    const int statusFd = descriptor(argv[3]);
    if ((role != "--subject" && role != "--oracle") || channelFd < 0 || statusFd < 0)
        return usage();
    loupe::Channel channel{loupe::Fd(channelFd)};
    loupe::Result<loupe::HostStatusPage> status = loupe::HostStatusPage::map(loupe::Fd(statusFd));
    if (!status) {
        std::fprintf(stderr, "kloupe-host: %s\n", status.error().text().c_str());
        return 1;
    }
    const Work work{role == "--subject", argv[4], argc == 6 ? argv[5] : ""};
    const int code = serve(work, channel, **status);
    _exit(code); // the candidate's destructors could hang or crash
}

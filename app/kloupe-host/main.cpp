// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/faults.h"
#include "app/kloupe-host/roles.h"
#include "core/platforms/hostverdict.h"

#include <charconv>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace {

int descriptor(std::string_view text)
{
    int fd = -1;
    std::from_chars(text.data(), text.data() + text.size(), fd);
    // Nothing that the candidate starts shall have it.
    return fd >= 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? fd : -1;
}

int usage()
{
    std::fputs("kloupe-host is started by KernelLoupe:\n"
               "kloupe-host --subject|--oracle CHANNEL STATUS LIBRARY\n",
               stderr);
    return 2;
}

int serve(bool isSubject, loupe::Channel &channel, loupe::HostStatus &status, const char *library)
{
    loupe::watchFaults(status);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // what was printed survives a crash
    status.stage = static_cast<std::uint32_t>(loupe::HostStage::Loading);
    loupe::Json answer;
    const loupe::Kernel kernel = loupe::Kernel::load(library, answer);
    if (const loupe::Status sent = channel.send(answer); !sent)
        return loupe::hostCannotAnswer;
    if (!kernel)
        return 0;
    return isSubject ? loupe::serveAsSubject(channel, status, kernel)
                     : loupe::serveAsOracle(channel, status, kernel);
}

} // namespace

// An exception that gets here shall end the process.
int main(int argc, char **argv) // NOLINT(bugprone-exception-escape)
{
    if (argc != 5)
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
    const int code = serve(role == "--subject", channel, **status, argv[4]);
    _exit(code); // the candidate's destructors could hang or crash
}

// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-host/roles.h"
#include "core/platforms/host/hostverdict.h"

namespace loupe {

int serveOnDevice(Channel &channel, HostStatus & /*status*/, const char * /*library*/,
                  const std::string & /*device*/)
{
    const Status sent
        = channel.send({{"device_error", "kloupe-host was built without the CUDA Toolkit"}});
    return sent ? 0 : hostCannotAnswer;
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/platform.h"
#include "core/platforms/vendors/vendors.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

PlatformRegistry fillRegistry()
{
    PlatformRegistry registry;
    for (const auto make :
         {cpuPlatform, torchCpuPlatform, cudaPlatform, tritonPlatform, pallasPlatform, syclPlatform,
          ascendcPlatform, ascendcDirectLaunchPlatform, catlassPlatform, tilelangPlatform,
          tilelangAscendPlatform, tritonAscendPlatform, musaPlatform, hipPlatform, cutePlatform,
          thunderkittensPlatform}) {
        // Only a defect of this program can fail here; a test checks it.
        (void)registry.add(make());
    }
    return registry;
}

} // namespace

Status PlatformRegistry::add(Platform platform)
{
    if (platform.name.empty() || find(platform.name) != nullptr)
        return Error{.code = Errc::InvalidInput,
                     .message
                     = "there is a platform \"" + platform.name + "\" already, or it has no name",
                     .hint = "give it a name of its own"};
    if (platform.devices.empty())
        return Error{.code = Errc::InvalidInput,
                     .message = "the platform " + platform.name + " runs on no device",
                     .hint = "name at least one in Platform::devices"};
    m_platforms.push_back(std::move(platform));
    return {};
}

const Platform *PlatformRegistry::find(std::string_view name) const
{
    const auto found = std::find_if(m_platforms.begin(), m_platforms.end(),
                                    [&](const Platform &each) { return each.name == name; });
    return found == m_platforms.end() ? nullptr : &*found;
}

Result<const Platform *> PlatformRegistry::get(std::string_view name) const
{
    if (const Platform *found = find(name))
        return found;
    std::string names;
    for (const Platform &each : m_platforms)
        names.append(names.empty() ? "" : ", ").append(each.name);
    return Error{Errc::NotFound, fmt::format("there is no platform \"{}\"", name), "platform",
                 "use one of " + names};
}

const PlatformRegistry &knownPlatforms()
{
    static const PlatformRegistry known = fillRegistry();
    return known;
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/judge/devicecomparer.h"

namespace loupe {

Json toJson(const DeviceCapability &capability)
{
    return {{"can_compare", capability.canCompare},
            {"reason", capability.reason},
            {"name", capability.name},
            {"compute_capability", capability.computeCapability},
            {"free_bytes", capability.freeBytes},
            {"total_bytes", capability.totalBytes}};
}

Result<DeviceCapability> deviceCapabilityFromJson(const Json &json)
{
    const auto is = [&](const char *key, bool (Json::*kind)() const) {
        return json.is_object() && json.contains(key) && (json[key].*kind)();
    };
    if (!is("can_compare", &Json::is_boolean) || !is("reason", &Json::is_string)
        || !is("name", &Json::is_string) || !is("compute_capability", &Json::is_string)
        || !is("free_bytes", &Json::is_number_integer)
        || !is("total_bytes", &Json::is_number_integer))
        return Error{Errc::Corrupt, "the judge's description of a device is invalid"};
    return DeviceCapability{
        json["can_compare"].get<bool>(),         json["reason"].get<std::string>(),
        json["name"].get<std::string>(),         json["free_bytes"].get<std::int64_t>(),
        json["total_bytes"].get<std::int64_t>(), json["compute_capability"].get<std::string>()};
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runloadfields.h"

namespace loupe {

Json toJson(const RunLoad &load)
{
    return fieldsToJson(load);
}

Result<RunLoad> runLoadFromJson(const Json &json)
{
    RunLoad load;
    if (Status read = readFields(json, "load", MissingFields::Refused, load); !read)
        return read.error();
    return load;
}

} // namespace loupe

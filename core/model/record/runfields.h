// SPDX-License-Identifier: Apache-2.0
//
// Lists the fields of a run as they are sent and stored, for core/base/fieldlisting.h.
#pragma once

#include "core/model/record/run.h"

namespace loupe {

template <typename Fields>
void listFields(Fields &fields, Environment &environment)
{
    auto &[deviceName, deviceKind, json] = environment;
    fields("device_name", deviceName);
    fields("device_kind", deviceKind);
    fields("facts", json);
}

/// Lists a run as a node began it: without uuid, name, suite and candidates, which the client
/// knows.
template <typename Fields>
void listFields(Fields &fields, Run &run)
{
    auto &[uuid, name, suite, origin, protocol, sandbox, toolVersion, profileJson, startedAt,
           environment, precision]
        = run;
    fields("origin", origin);
    fields("protocol", protocol);
    fields("sandbox", sandbox);
    fields("tool_version", toolVersion);
    fields("profile", profileJson);
    fields("started_at", startedAt);
    fields("environment", environment);
    fields("precision", precision);
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/measureddevices.h"

#include "core/model/record/recordedname.h"

#include <set>

#include <fmt/format.h>

namespace loupe {

std::string devicesOf(std::span<const MetricRow> rows)
{
    std::set<Name> devices;
    Name last;
    for (const MetricRow &row : rows) {
        if (row.device != last && isRecordedName(row.device.text()))
            devices.insert(row.device);
        last = row.device;
    }
    if (devices.empty())
        return "a device that is not recorded";
    return devices.size() == 1 ? devices.begin()->text()
                               : fmt::format("{} devices", devices.size());
}

} // namespace loupe

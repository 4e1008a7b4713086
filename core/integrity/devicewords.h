// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Whether the description of a baseline says that it was measured on another device than this one:
/// "eager (4090 golden)" for an "RTX 5090". Only words that look like a device's model ("h100",
/// "4090", "mi300x") and stand in parentheses or after "on" or "@" count; a description without
/// such words names no device.
bool namesOtherDevice(std::string_view baseline, std::string_view device);

/// The memory bandwidth of the device's data sheet in GB/s, of several variants of a model the
/// highest; nothing of a model that is not known.
std::optional<double> sheetBandwidth(std::string_view device);

/// "RTX 5090" of "RTX 5090 (recorded)": what stands in parentheses is no part of a device's name.
std::string deviceWithoutRemark(std::string_view device);

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Returns whether a baseline's description names a different device than `device`: "eager (4090
/// golden)" for an "RTX 5090". Only words count that look like a device's model ("h100", "4090",
/// "mi300x") and are in parentheses or after "on" or "@". A description without such words names no
/// device.
bool namesOtherDevice(std::string_view baseline, std::string_view device);

/// Returns the memory bandwidth in the device's data sheet in GB/s, the highest of a model's
/// variants; nullopt for an unknown model.
std::optional<double> sheetBandwidth(std::string_view device);

/// Returns a peak rate of operations in the device's data sheet, without sparsity, in 10^12 a
/// second, the highest of a model's variants. `rate` is a name in MeasuredRate: "float32",
/// "bfloat16". nullopt if it is not known.
std::optional<double> sheetTeraflops(std::string_view device, std::string_view rate);

/// Returns "RTX 5090" for "RTX 5090 (recorded)", because parentheses are not part of a device's
/// name.
std::string deviceWithoutRemark(std::string_view device);

} // namespace loupe

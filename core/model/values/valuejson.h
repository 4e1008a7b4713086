// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/values/value.h"

#include <cstddef>

namespace loupe {

/// Limits for the nesting of a value and for its number of parts, including keys.
inline constexpr int maxValueDepth = 32;
inline constexpr std::size_t maxValueParts = 100000;

/// Returns a value as the engine and a Python worker exchange it:
/// {"k":"none"}, {"k":"bool","v":true}, {"k":"int","v":"123","t":"int"},
/// {"k":"real","v":1.5|"nan"|"inf"|"-inf","t":"float"}, {"k":"complex","re":…,"im":…,"t":…},
/// {"k":"text","v":"…"}, {"k":"tensor","i":0,"stride":[…],"grad":true}, {"k":"array","i":1},
/// {"k":"list","v":[…]}, {"k":"tuple","v":[…]}, {"k":"dict","v":[[key,value],…]},
/// {"k":"other","t":"module.Type"}; "t", "stride" and "grad" may be left out.
Json toJson(const Value &value);

/// Reads the output of toJson() from an untrusted sender. Corrupt if it is anything else, too deep
/// or too large, or names a tensor that is not one of `tensors`.
Result<Value> valueFromJson(const Json &json, std::size_t tensors);

} // namespace loupe

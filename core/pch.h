// SPDX-License-Identifier: Apache-2.0
#pragma once
// Precompiled header of core/, compiled once per module.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

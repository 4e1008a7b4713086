// SPDX-License-Identifier: Apache-2.0
#pragma once
// What nearly every file of core/ includes; compiled once per room.
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

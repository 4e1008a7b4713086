// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Where the wall clock of one evaluation went, by name of what was done or waited for, in the
/// order of first use. Seconds; parts do not overlap, but for one that says it is part of the
/// others. Not thread-safe.
class StageSeconds
{
public:
    /// Counts the time until it goes out of scope, or until stop().
    class Part
    {
    public:
        Part(StageSeconds &total, std::string name) : m_total(&total), m_name(std::move(name)) { }
        ~Part() { stop(); }
        Part(const Part &) = delete;
        Part &operator=(const Part &) = delete;
        void stop()
        {
            if (StageSeconds *total = std::exchange(m_total, nullptr))
                total->add(m_name, std::chrono::steady_clock::now() - m_began);
        }

    private:
        StageSeconds *m_total;
        std::string m_name;
        std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
    };

    void add(const std::string &name, std::chrono::duration<double> time)
    {
        for (auto &[known, seconds] : m_parts) {
            if (known == name) {
                seconds += time.count();
                return;
            }
        }
        m_parts.emplace_back(name, time.count());
    }
    /// All parts but those that only wait.
    double busy() const
    {
        double total = 0;
        for (const auto &[name, seconds] : m_parts)
            total += name.starts_with("wait") || name.starts_with("start") ? 0 : seconds;
        return total;
    }
    /// One line for the run log.
    std::string describe() const
    {
        Json json = Json::object();
        for (const auto &[name, seconds] : m_parts)
            json[name] = static_cast<double>(static_cast<long>(seconds * 1e4)) / 1e4;
        return "\nkloupe seconds: " + json.dump() + "\n";
    }

private:
    std::vector<std::pair<std::string, double>> m_parts;
};

} // namespace loupe

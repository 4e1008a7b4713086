// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Wall clock of one evaluation by activity or wait, in the order of first use. Seconds. Parts do
/// not overlap, unless their name says that they are part of others or run during them. Parts end
/// in the reverse order of their begins. Not thread-safe.
class StageSeconds
{
public:
    /// Counts the time until stop() or destruction, without that of parts nested in it.
    class Part
    {
    public:
        Part(StageSeconds &total, std::string name)
            : m_total(&total)
            , m_name(std::move(name))
            , m_outer(std::exchange(total.m_open, this))
        {
            if (m_outer != nullptr)
                m_outer->pause(m_began);
        }
        ~Part() { stop(); }
        Part(const Part &) = delete;
        Part &operator=(const Part &) = delete;
        void stop()
        {
            StageSeconds *total = std::exchange(m_total, nullptr);
            if (total == nullptr)
                return;
            const auto now = std::chrono::steady_clock::now();
            total->add(m_name, m_began, now);
            total->m_open = m_outer;
            if (m_outer != nullptr)
                m_outer->m_began = now;
        }

    private:
        void pause(std::chrono::steady_clock::time_point now)
        {
            m_total->add(m_name, m_began, now);
        }

        StageSeconds *m_total;
        std::string m_name;
        Part *m_outer;
        std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
    };

    using Moment = std::chrono::steady_clock::time_point;

    void add(const std::string &name, Moment began, Moment ended)
    {
        add(name, ended - began);
        if (m_spans.size() < maxSpans)
            m_spans.push_back({name, began, ended});
    }
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
    /// Adds the parts of another thread, which have ended.
    void addAll(const StageSeconds &others)
    {
        for (const auto &[name, seconds] : others.m_parts)
            add(name, std::chrono::duration<double>(seconds));
        for (const Span &span : others.m_spans) {
            if (m_spans.size() < maxSpans)
                m_spans.push_back(span);
        }
    }
    /// Returns the seconds of all parts except those named "wait…" or "start…".
    double busy() const
    {
        double total = 0;
        for (const auto &[name, seconds] : m_parts)
            total += name.starts_with("wait") || name.starts_with("start") ? 0 : seconds;
        return total;
    }
    /// Returns lines for the run log: the seconds of each part and its begin and end. The latter
    /// are on the machine's steady clock, so that evaluations of a run can be compared.
    std::string describe() const
    {
        Json json = Json::object();
        for (const auto &[name, seconds] : m_parts)
            json[name] = rounded(seconds);
        Json spans = Json::array();
        for (const Span &span : m_spans)
            spans.push_back({span.name, sinceStart(span.began), sinceStart(span.ended)});
        return "\nkloupe seconds: " + json.dump() + "\nkloupe timeline: " + spans.dump() + "\n";
    }

private:
    struct Span {
        std::string name;
        Moment began;
        Moment ended;
    };
    static constexpr std::size_t maxSpans = 200; ///< a suite's test may make many calls

    static double rounded(double seconds)
    {
        return static_cast<double>(static_cast<std::int64_t>(seconds * 1e4)) / 1e4;
    }
    static double sinceStart(Moment moment)
    {
        return rounded(std::chrono::duration<double>(moment.time_since_epoch()).count());
    }

    Part *m_open = nullptr; ///< the innermost
    std::vector<std::pair<std::string, double>> m_parts;
    std::vector<Span> m_spans;
};

} // namespace loupe

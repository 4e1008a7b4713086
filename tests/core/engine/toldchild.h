// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/clocks/pairedclocks.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/engine/quietchild.h"

namespace loupe::test {

/// Child that answers `time` with scripted device times. `body` and the like make it hostile.
class ToldChild final : public QuietChild
{
public:
    double busyMs = 1.0; ///< of each call
    double eventMs = 1.0;
    int lateEvents = 0; ///< number of event requests answered with twice `eventMs`
    double hostMs = 1.05;
    double wallMsPerCall = 1.2;
    double askingMs = 0; ///< overhead of a request besides its calls
    bool records = true;
    std::string refusal;
    std::optional<Json> body; ///< replaces the answer
    bool losesItsLastMarker = false;
    int kernelsOfCall = 1;
    int maxRecordedCalls = 1 << 20; ///< longer blocks lose a record
    int strayBlocks = 1000;         ///< blocks with stray work
    std::uint64_t stray = 0;        ///< nanoseconds of work outside the calls of each block
    bool numbersLaunches = false;
    Verdict whileRecorded = Verdict::Correct; ///< verdict of recorded calls
    Verdict otherwise = Verdict::Correct;     ///< verdict of other calls
    bool isHeld = false;
    bool wasAskedWhileHeld = false;
    std::int64_t clockIsLateNs = 0; ///< of the device, in the second half of each block

    Answer ask(Json request, const Bundle * /*given*/, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        requests.push_back(request);
        wasAskedWhileHeld = wasAskedWhileHeld || isHeld;
        const int calls = request["calls"];
        const Verdict verdict = request["method"] == "cupti" ? whileRecorded : otherwise;
        Answer answer{{verdict, {}, (askingMs + wallMsPerCall * calls) / 1e3}, Json::object(), {}};
        if (verdict != Verdict::Correct)
            return answer;
        if (body) {
            answer.body = *body;
        } else if (request["method"] == "cupti") {
            answer.body["recorded"] = records;
            answer.body["host_ms"] = std::vector<double>(static_cast<std::size_t>(calls), hostMs);
            if (records)
                record(calls);
            for (const Json &place : request.value("places", Json::array())) {
                add(ActivityKind::Memcpy, 2000); // read of the sampled element
                m_records.back().bytes = sizeof(float);
                answer.body["glimpse"].push_back(place.get<double>() < 1 ? "0000803f" : "");
            }
        } else if (request["method"] != "host") {
            const double saidMs = lateEvents > 0 ? 2 * eventMs : eventMs;
            lateEvents -= lateEvents > 0 ? 1 : 0;
            answer.body["events_ms"] = std::vector<double>(static_cast<std::size_t>(calls), saidMs);
        }
        return answer;
    }
    void setHeld(bool isHeldNow) override { isHeld = isHeldNow; }
    Result<ActivityBatch> takeActivity() override
    {
        ActivityBatch batch;
        batch.state
            = refusal.empty() ? activityring::State::Recording : activityring::State::Refused;
        batch.reason = refusal;
        batch.records = std::exchange(m_records, {});
        batch.dropped = std::exchange(m_dropped, 0);
        return batch;
    }

    /// Adds device work before the next request: a kernel and a transfer.
    void workBetween(double kernelMs, double transferMs)
    {
        m_lateNs = 0;
        add(ActivityKind::Kernel, static_cast<std::uint64_t>(kernelMs * 1e6));
        add(ActivityKind::Memcpy, static_cast<std::uint64_t>(transferMs * 1e6));
    }

    std::vector<Json> requests;
    double kernelMsBeforeBlocks = 0; ///< kernel work of each request before its block begins

private:
    void add(ActivityKind kind, std::uint64_t length, ActivityMarker marker = {})
    {
        DeviceActivity record;
        record.kind = kind;
        record.startNs = m_now + (record.isWork() ? m_lateNs : 0);
        record.endNs = record.startNs + length;
        record.detail = static_cast<std::uint32_t>(marker);
        record.correlation = numbersLaunches ? ++m_number : 0;
        m_records.push_back(record);
        m_now += length + 10;
    }
    void mark(ActivityMarker marker)
    {
        if (numbersLaunches && marker != ActivityMarker::CallBegin)
            add(ActivityKind::Synchronisation, 5, ActivityMarker::CallEnd); // 4: of all streams
        add(ActivityKind::Marker, 0, marker);
    }
    void record(int calls)
    {
        m_lateNs = 0;
        if (kernelMsBeforeBlocks > 0)
            add(ActivityKind::Kernel, static_cast<std::uint64_t>(kernelMsBeforeBlocks * 1e6));
        mark(ActivityMarker::BlockBegin);
        for (int i = 0; i < calls; ++i) {
            mark(ActivityMarker::CallBegin);
            for (int kernel = 0; kernel < kernelsOfCall && busyMs > 0; ++kernel)
                add(ActivityKind::Kernel, static_cast<std::uint64_t>(busyMs * 1e6 / kernelsOfCall));
            mark(ActivityMarker::CallEnd);
            m_lateNs = i * 2 >= calls ? static_cast<std::uint64_t>(clockIsLateNs) : 0;
        }
        if (stray > 0 && strayBlocks-- > 0)
            add(ActivityKind::Kernel, stray);
        if (calls > maxRecordedCalls)
            m_dropped = 1;
        else if (!losesItsLastMarker)
            mark(ActivityMarker::BlockEnd);
    }

    std::uint64_t m_dropped = 0;
    std::uint64_t m_lateNs = 0;
    std::uint32_t m_number = 0;
    std::uint64_t m_now = 1000;
    std::vector<DeviceActivity> m_records;
};

inline const Json timeRequest{{"do", "time"}};

inline ClockChoice chosen(TimingMethod method)
{
    ClockChoice choice;
    choice.method = method;
    choice.flushBytes = 7;
    choice.rotatedInputs = 3;
    return choice;
}

inline CallClock clockOf(ToldChild &child, TimingMethod method)
{
    return {child, timeRequest, chosen(method), std::chrono::seconds(1), {}};
}

inline bool hasFlag(const Evaluation &evaluation, const std::string &flag)
{
    return std::count(evaluation.flags.begin(), evaluation.flags.end(), flag) == 1;
}

/// Times baseline and candidate like the evaluator, and returns the evaluation.
inline Evaluation timed(ToldChild &baseline, ToldChild &candidate, TimingMethod method,
                        std::string &notes, double candidateLatenessMs = 0)
{
    ClockChoice choice = chosen(method);
    choice.candidateLatenessMs = candidateLatenessMs;
    PairedClocks clocks(baseline, candidate, timeRequest, choice, std::chrono::seconds(1), {});
    clocks.settle();
    for (CallClock *side : {&clocks.baseline(), &clocks.candidate()}) {
        for (int warmUps = 0; warmUps < 2; ++warmUps)
            EXPECT_TRUE(PairedClocks::block(*side)(1));
    }
    clocks.baseline().keepFromHere();
    clocks.candidate().keepFromHere();
    for (CallClock *side : {&clocks.baseline(), &clocks.candidate()}) {
        for (int blocks = 0; blocks < 2; ++blocks)
            EXPECT_TRUE(PairedClocks::block(*side)(4));
    }
    clocks.takeSecondOpinions();
    Evaluation evaluation;
    clocks.keep("trial 1", 0.5, evaluation);
    notes = clocks.describe("a case", {}, evaluation);
    return evaluation;
}

} // namespace loupe::test

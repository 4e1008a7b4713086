// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/callclock.h"

#include "core/base/median.h"
#include "core/sandbox/channel/activityring.h"
#include "core/timing/clockalignment.h"
#include "core/timing/devicetime.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace loupe {

namespace {

/// Bytes that triton.testing.do_bench flushes: more than four times the largest L2 cache of today.
constexpr std::int64_t minFlushBytes = std::int64_t{256} << 20;
/// Blocks matched by time, not by launch, are repeated when work seems to lie outside its call: the
/// device's clock is only corrected within a block. A candidate that really works elsewhere does so
/// again.
constexpr int maxRepeats = 12;              ///< of all blocks together
constexpr std::uint64_t minMisplaced = 20;  ///< one in so many calls, or that share of the time
constexpr std::size_t maxSamples = 100'000; ///< of one answer

double milliseconds(std::uint64_t nanoseconds)
{
    return static_cast<double>(nanoseconds) / 1e6;
}

bool isMisplaced(const BlockActivity &block)
{
    std::uint64_t idle = 0;
    std::uint64_t busyNs = block.stray.busyNs;
    for (const CallActivity &call : block.calls) {
        idle += call.kernels + call.transfers == 0 ? 1 : 0;
        busyNs += call.device.busyNs;
    }
    return idle * minMisplaced > block.calls.size() || block.stray.busyNs * minMisplaced > busyNs;
}

void addIfKernel(const DeviceActivity &record, std::vector<TimeInterval> &kernels)
{
    if (record.kind == ActivityKind::Kernel)
        kernels.push_back({record.startNs, record.endNs});
}

/// Removes the last transfers of a single element each, at most `count`: they are reads of
/// ElementGlimpse after the block, not work of the candidate.
void leaveOutGlimpse(std::vector<DeviceActivity> &records, std::size_t count)
{
    constexpr std::uint64_t maxElementBytes = 16;
    for (std::size_t i = records.size(); i-- > 0 && count > 0;) {
        if (records[i].kind != ActivityKind::Memcpy || records[i].bytes > maxElementBytes)
            continue;
        records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
        --count;
    }
}

/// Returns the list of times under `key` of an untrusted answer; nullopt if it is not a valid one.
std::optional<std::vector<double>> timesIn(const Json &answer, const char *key)
{
    const auto list = answer.find(key);
    if (list == answer.end() || !list->is_array() || list->size() > maxSamples)
        return std::nullopt;
    std::vector<double> times;
    times.reserve(list->size());
    for (const Json &each : *list) {
        const double time = each.is_number() ? each.get<double>() : -1.0;
        if (!std::isfinite(time) || time < 0)
            return std::nullopt;
        times.push_back(time);
    }
    return times;
}

} // namespace

double placingMs(const CallOutcome &placing)
{
    return 1e3 * (placing.cpuSeconds > 0 ? placing.cpuSeconds : placing.seconds);
}

Result<ClockChoice> ClockChoice::make(const TimingPolicy &policy, const std::string &device,
                                      bool hasInjection)
{
    const bool isCuda = device.starts_with("cuda");
    ClockChoice choice;
    choice.rotatedInputs = policy.rotatedInputs;
    choice.rotatedBytes = policy.rotatedBytes;
    choice.method = policy.method.value_or(isCuda ? TimingMethod::Cupti : TimingMethod::Host);
    if (choice.method != TimingMethod::Host && !isCuda)
        return Error{Errc::Unsupported,
                     "the clock " + std::string(optionName(choice.method))
                         + " needs a CUDA device, and candidates run on " + device,
                     "timing", "use --timing host"};
    if (choice.method == TimingMethod::Cupti && !hasInjection) {
        choice.weakerBecause = "libkernelloupe-injection.so is missing in the program folder";
        if (policy.method)
            return Error{Errc::Environment,
                         "the clock cupti cannot be used: " + choice.weakerBecause, "timing",
                         "build with the preset gpu-node on a machine with the CUDA Toolkit, or "
                         "use --timing cuda_event"};
        choice.method = TimingMethod::CudaEvent;
    }
    if (choice.method != TimingMethod::Host && policy.cache == CacheState::Cold)
        choice.flushBytes = minFlushBytes;
    return choice;
}

CallClock::CallClock(ClockPort child, Json request, ClockChoice choice,
                     std::chrono::duration<double> deadline, std::stop_token stop)
    : m_child(std::move(child))
    , m_request(std::move(request))
    , m_choice(std::move(choice))
    , m_deadline(deadline)
    , m_stop(std::move(stop))
{
}

std::optional<Json> CallClock::ask(TimingMethod method, int calls)
{
    Json request = m_request;
    request["calls"] = calls;
    request["method"] = optionName(method);
    request["flush_bytes"] = m_choice.flushBytes;
    ClockPort::Answer answer
        = whileReleased([&] { return m_child.ask(std::move(request), m_deadline, m_stop); });
    m_last = answer.outcome;
    m_cpuSeconds += m_last.cpuSeconds;
    if (m_last.verdict != Verdict::Correct)
        return std::nullopt;
    return std::move(answer.body);
}

std::nullopt_t CallClock::broke(std::string message)
{
    m_last = {Verdict::BrokeProtocol, std::move(message), m_last.seconds};
    return std::nullopt;
}

std::optional<std::string> CallClock::whyNotRecorded()
{
    const auto answer = ask(TimingMethod::Cupti, 1);
    if (!answer)
        return "the call ended with: " + m_last.message;
    const auto batch = m_child.takeActivity();
    if (!batch)
        return batch.error().message;
    if (answer->value("recorded", Json()) == Json(true)) {
        // Starting the recording takes engine time as well, so the host's time is preferred.
        const auto host = timesIn(*answer, "host_ms");
        if (host && host->size() == 1)
            m_calledSeconds = std::min(m_last.seconds, host->front() / 1e3);
        if (batch->dropped > 0)
            return "a call does more than can be recorded: "
                + std::to_string(batch->records.size() + batch->dropped) + " things";
        keepRoom(batch->records.size(), 1);
        return std::nullopt;
    }
    return batch->reason.empty() ? "CUDA has not loaded the injection library" : batch->reason;
}

bool CallClock::callOnce()
{
    const bool isByHost = m_choice.method == TimingMethod::Host;
    if (!ask(isByHost ? TimingMethod::Host : TimingMethod::CudaEvent, 1))
        return false;
    m_calledSeconds = m_last.seconds;
    return true;
}

std::optional<BlockTime> CallClock::block(int calls)
{
    BlockTime whole(0, 0, 0);
    int left = calls;
    do {
        const int part = std::min(left, m_maxCalls);
        m_isToRepeat = false;
        const auto time = blockOnce(part);
        if (m_isToRepeat)
            continue;
        if (!time)
            return std::nullopt;
        whole.measuredSeconds += time->measuredSeconds;
        whole.wallSeconds += time->wallSeconds;
        whole.ownSeconds += time->ownSeconds;
        left -= part;
        if (const auto first = m_request.find("first"); first != m_request.end())
            *first = first->get<std::size_t>() + static_cast<std::size_t>(part);
    } while (left > 0);
    return whole;
}

std::optional<BlockTime> CallClock::emptyBlock()
{
    // A glimpse follows each timed block, and its time is no part of the calls.
    if (m_choice.method == TimingMethod::Host)
        m_request["places"] = ElementGlimpse::anywhere().places;
    const auto time = wake() ? block(0) : std::nullopt;
    m_awake.reset();
    m_request.erase("places");
    return time;
}

void CallClock::keepRoom(std::size_t records, int calls)
{
    const std::size_t ofCall = records / static_cast<std::size_t>(std::max(calls, 1)) + 1;
    constexpr std::size_t room = std::size_t{activityring::ringSlots} / 4 * 3;
    m_maxCalls = std::min(m_maxCalls, static_cast<int>(std::max<std::size_t>(room / ofCall, 1)));
}

std::optional<BlockTime> CallClock::blockOnce(int calls)
{
    const auto answer = ask(m_choice.method, calls);
    if (!answer)
        return std::nullopt;
    const double wall = m_last.seconds;
    m_glimpse = answer->value("glimpse", Json());
    if (calls == 0)
        return BlockTime(wall);
    std::optional<BlockTime> time;
    switch (m_choice.method) {
    case TimingMethod::Cupti:
        time = recordedBlock(*answer, calls);
        break;
    case TimingMethod::CudaEvent:
    case TimingMethod::DoBench:
        time = eventBlock(*answer, calls);
        break;
    case TimingMethod::Host:
        time = BlockTime(netSeconds(wall, m_cost), wall, netSeconds(wall, m_cost));
        m_samples.callsMs.push_back(time->measuredSeconds * 1e3 / calls);
        m_samples.calls.push_back(calls);
        break;
    }
    if (time && m_choice.method != TimingMethod::Host) {
        m_samples.engineMs.push_back(wall * 1e3 / calls);
        m_samples.engineCalls.push_back(calls);
    }
    return time;
}

std::optional<BlockTime> CallClock::recordedBlock(const Json &answer, int calls)
{
    const auto host = timesIn(answer, "host_ms");
    if (!host || host->size() != static_cast<std::size_t>(calls))
        return broke("its answer has no times of its calls");
    auto batch = m_child.takeActivity();
    if (!batch)
        return broke(batch.error().message);
    if (const auto places = m_request.find("places"); places != m_request.end())
        leaveOutGlimpse(batch->records, places->size());
    const std::int64_t shiftNs = alignToFlushes(batch->records);
    m_samples.clockShiftMs
        = std::max(m_samples.clockShiftMs, static_cast<double>(std::abs(shiftNs)) / 1e6);
    const auto block = activityOfBlock(batch->records, calls);
    const bool mayRepeat = m_mayRepeat && m_samples.repeats < maxRepeats;
    if (!block && batch->dropped > 0 && calls > 1 && mayRepeat) {
        // Records were lost: the block is repeated in smaller parts.
        ++m_samples.repeats;
        m_maxCalls = calls / 2;
        m_isToRepeat = true;
        return std::nullopt;
    }
    if (!block)
        return broke(block.error().message);
    keepRoom(batch->records.size(), calls);
    if (!block->isByLaunch) {
        if (isMisplaced(*block) && mayRepeat) {
            ++m_samples.repeats;
            m_isToRepeat = true;
            return std::nullopt;
        }
        ++m_samples.blocksByTime;
    }
    m_samples.dropped += batch->dropped;
    m_samples.activity.add(batch->records, *block);
    m_before.clear();
    for (const std::size_t place : block->before)
        addIfKernel(batch->records[place], m_before);
    const double strayMs = milliseconds(block->stray.busyNs);
    m_samples.strayMs += strayMs;
    std::vector<double> ofBlock;
    double claimedMs = strayMs;
    for (std::size_t i = 0; i < block->calls.size(); ++i) {
        const CallActivity &call = block->calls[i];
        // Device work of the block outside its calls was done for them.
        const bool isIdle = call.kernels + call.transfers == 0 && block->stray.busyNs == 0;
        const double busyMs
            = isIdle ? (*host)[i] : milliseconds(call.device.busyNs) + strayMs / calls;
        ofBlock.push_back(busyMs);
        claimedMs += isIdle ? 0 : milliseconds(call.device.busyNs);
        m_samples.callsMs.push_back(busyMs);
        m_samples.calls.push_back(1);
        m_samples.spanMs.push_back(milliseconds(call.device.spanNs) + strayMs / calls);
        m_samples.hostMs.push_back((*host)[i]);
        m_samples.idleCalls += isIdle ? 1 : 0;
        m_samples.kernels += call.kernels;
        m_samples.overlapMs += milliseconds(call.device.overlapNs);
    }
    if (claimedMs > m_last.seconds * 1e3)
        m_samples.wasShorterThanClaimed = true;
    return BlockTime(medianOf(ofBlock) * calls / 1e3, m_last.seconds);
}

std::optional<BlockTime> CallClock::eventBlock(const Json &answer, int calls)
{
    const auto times = timesIn(answer, "events_ms");
    const bool isCounted = m_choice.method == TimingMethod::CudaEvent;
    if (!times || times->empty() || (isCounted && times->size() != static_cast<std::size_t>(calls)))
        return broke("its answer has no times of its calls");
    double claimedMs = 0;
    for (const double time : *times) {
        claimedMs += time;
        m_samples.callsMs.push_back(time);
        m_samples.calls.push_back(1);
    }
    if (claimedMs > m_last.seconds * 1e3)
        m_samples.wasShorterThanClaimed = true;
    return BlockTime(medianOf(*times) * calls / 1e3, m_last.seconds);
}

bool CallClock::dropKernels()
{
    if (m_choice.method != TimingMethod::Cupti)
        return true;
    const Json request{{"do", "time"}, {"calls", 0}, {"settle", true}};
    m_last = whileReleased([&] { return m_child.ask(request, m_deadline, m_stop).outcome; });
    std::vector<TimeInterval> ofCallsBefore;
    return m_last.verdict == Verdict::Correct && takeKernels(ofCallsBefore);
}

bool CallClock::takeKernels(std::vector<TimeInterval> &kernels)
{
    if (m_choice.method != TimingMethod::Cupti)
        return true;
    const auto taken = m_child.takeActivity();
    if (!taken)
        return broke(taken.error().message), false;
    for (const DeviceActivity &record : taken->records)
        addIfKernel(record, kernels);
    return true;
}

bool CallClock::placeInputs(const std::function<CallOutcome()> &place)
{
    if (!dropKernels())
        return false;
    stayAwake();
    m_last = whileReleased(place);
    m_cpuSeconds += m_last.cpuSeconds;
    m_placingMs = m_choice.method == TimingMethod::Host ? loupe::placingMs(m_last) : 0;
    m_ahead.clear();
    if (m_last.verdict == Verdict::Correct && takeKernels(m_ahead))
        return true;
    m_awake.reset();
    return false;
}

bool CallClock::wake()
{
    if (m_choice.method != TimingMethod::Host)
        return true;
    stayAwake();
    const bool answers = ask(TimingMethod::Host, 0).has_value();
    if (!answers)
        m_awake.reset();
    return answers;
}

void CallClock::stayAwake()
{
    if (m_choice.method == TimingMethod::Host)
        m_awake.emplace(m_child, m_isHeldBetween);
}

bool CallClock::warmUp(CallRange range)
{
    m_request["first"] = range.first;
    m_request["warm_up"] = true;
    const bool isMade = ask(m_choice.method, static_cast<int>(range.count)).has_value();
    m_request.erase("warm_up");
    m_request.erase("first");
    m_warmUpMs = loupe::placingMs(m_last);
    m_warmUps = range.count;
    if (!isMade)
        m_awake.reset();
    return isMade;
}

std::optional<CallClock::PlacedCalls> CallClock::placedCalls(CallRange range)
{
    ElementGlimpse glimpse = ElementGlimpse::anywhere();
    m_request["places"] = glimpse.places;
    m_request["first"] = range.first;
    m_mayRepeat = false;
    const auto time = block(static_cast<int>(range.count));
    m_awake.reset();
    m_mayRepeat = true;
    m_request.erase("places");
    m_request.erase("first");
    if (!time)
        return std::nullopt;
    glimpse.read(m_glimpse);
    std::vector<TimeInterval> ahead = std::exchange(m_ahead, {});
    ahead.insert(ahead.end(), m_before.begin(), m_before.end());
    const double kernelsMs = milliseconds(unite(std::move(ahead)).busyNs);
    const double callMs = loupe::placingMs(m_last) / static_cast<double>(range.count);
    // The processor time of a call with several threads varies, and the first one takes longer.
    constexpr double allowedCalls = 2;
    const double warmUpMs = std::exchange(m_warmUpMs, 0)
        - allowedCalls * callMs * static_cast<double>(std::exchange(m_warmUps, 0));
    return PlacedCalls{*time, std::exchange(m_placingMs, 0) + kernelsMs + std::max(warmUpMs, 0.0),
                       std::move(glimpse)};
}

void CallClock::addAhead(double ms, std::size_t calls)
{
    m_samples.aheadMs += ms;
    std::size_t left = calls;
    for (std::size_t i = m_samples.callsMs.size(); i-- > 0 && left > 0;) {
        m_samples.callsMs[i] += ms / static_cast<double>(calls);
        left -= std::min(left, static_cast<std::size_t>(m_samples.calls[i]));
    }
}

bool CallClock::takeSpans(int calls)
{
    ClockedSamples kept = std::exchange(m_samples, {});
    bool hasBlocks = true;
    for (int call = 0; call < calls && hasBlocks; ++call)
        hasBlocks = block(1).has_value();
    const ClockedSamples taken = std::exchange(m_samples, std::move(kept));
    m_samples.laterSpanMs.insert(m_samples.laterSpanMs.end(), taken.spanMs.begin(),
                                 taken.spanMs.end());
    return hasBlocks;
}

bool CallClock::takeEvents(int calls)
{
    const auto answer = ask(TimingMethod::CudaEvent, calls);
    if (!answer)
        return false;
    const auto times = timesIn(*answer, "events_ms");
    if (!times)
        return broke("its answer has no times of its calls"), false;
    m_samples.eventMs.insert(m_samples.eventMs.end(), times->begin(), times->end());
    return true;
}

ClockReadings CallClock::readings() const
{
    const auto median = [](const std::vector<double> &values) {
        return values.empty() ? std::nullopt : std::optional(medianOf(values));
    };
    ClockReadings out;
    if (m_choice.method != TimingMethod::Cupti)
        return out;
    const auto quartile = [](std::vector<double> values) {
        if (values.empty())
            return std::optional<double>();
        const auto place = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
        std::nth_element(values.begin(), place, values.end());
        return std::optional(*place);
    };
    out.cuptiMs = median(m_samples.spanMs);
    out.laterCuptiMs = median(m_samples.laterSpanMs);
    out.busyMs = median(m_samples.callsMs);
    out.eventQuartileMs = quartile(m_samples.eventMs);
    out.hostQuartileMs = quartile(m_samples.hostMs);
    out.eventMs = median(m_samples.eventMs);
    out.hostMs = median(m_samples.hostMs);
    out.engineMs = median(m_samples.engineMs);
    return out;
}

} // namespace loupe

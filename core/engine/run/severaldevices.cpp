// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/severaldevices.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

Error notDevices(const std::string &text, const std::string &why)
{
    return Error{Errc::InvalidInput, "\"" + text + "\" names no devices: " + why, "device",
                 "write them as cuda:0,cuda:1"};
}

bool isNumbered(const std::string &device)
{
    const std::size_t colon = device.find(':');
    return colon != std::string::npos && colon > 0 && colon + 1 < device.size()
        && device.find_first_not_of("0123456789", colon + 1) == std::string::npos;
}

/// Engine that joins one engine per device.
class SeveralDevices final : public SuiteEngine
{
public:
    SeveralDevices(std::vector<std::unique_ptr<SuiteEngine>> engines,
                   std::vector<std::string> devices)
        : m_engines(std::move(engines))
        , m_devices(std::move(devices))
    {
        for (auto &engine : m_engines) {
            engine->useSeed(first().seed());
            engine->useBaselines(first().baselines()); // a time holds on every device of the kind
        }
    }

    std::string protocol() const override { return first().protocol(); }
    Environment environment() const override { return first().environment(); }
    Json profile() const override
    {
        Json json = first().profile();
        json["devices"] = m_devices;
        return json;
    }
    std::vector<std::string> remarks() const override { return first().remarks(); }
    const std::string &seed() const override { return first().seed(); }
    void useSeed(std::string seed) override
    {
        for (auto &engine : m_engines)
            engine->useSeed(seed);
    }
    std::shared_ptr<BaselineLedger> baselines() const override { return first().baselines(); }
    Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> &items, int jobs,
                                             const CheckProgress &progress,
                                             const std::stop_token &stop) override
    {
        return m_engines.front()->prove(items, jobs, progress, stop);
    }
    void arrange(std::vector<PlanItem> &items) const override { first().arrange(items); }
    void expect(const std::vector<PlanItem> &items) override
    {
        // Any of the engines may evaluate an item.
        for (auto &engine : m_engines)
            engine->expect(items);
    }
    void done(const PlanItem &item) override
    {
        for (auto &engine : m_engines)
            engine->done(item);
    }
    std::unique_ptr<CandidateEvaluator> makeEvaluator() override
    {
        return m_engines[m_next++ % m_engines.size()]->makeEvaluator();
    }

    bool tellOccupations(const std::shared_ptr<OccupationLog> &log) override
    {
        bool isTold = true;
        for (auto &engine : m_engines)
            isTold = engine->tellOccupations(log) && isTold;
        return isTold;
    }

private:
    const SuiteEngine &first() const { return *m_engines.front(); }

    std::vector<std::unique_ptr<SuiteEngine>> m_engines;
    std::vector<std::string> m_devices;
    std::atomic<std::size_t> m_next = 0;
};

} // namespace

Result<std::vector<std::string>> devicesIn(const std::string &text)
{
    if (text.find(',') == std::string::npos)
        return std::vector<std::string>{text};
    std::vector<std::string> devices;
    std::istringstream parts(text + ',');
    for (std::string device; std::getline(parts, device, ',');) {
        if (!isNumbered(device))
            return notDevices(text, "\"" + device + "\" has no number");
        if (std::find(devices.begin(), devices.end(), device) != devices.end())
            return notDevices(text, device + " comes twice");
        if (!devices.empty()
            && device.substr(0, device.find(':'))
                != devices.front().substr(0, devices.front().find(':')))
            return notDevices(text, device + " is of another kind than " + devices.front());
        devices.push_back(std::move(device));
    }
    return devices;
}

Result<std::vector<std::unique_ptr<SuiteEngine>>>
makeEngines(const std::vector<std::string> &devices, const EngineMaker &make)
{
    using Made = Result<std::unique_ptr<SuiteEngine>>;
    const auto when = devices.size() > 1 ? std::launch::async : std::launch::deferred;
    std::vector<std::future<Made>> making;
    making.reserve(devices.size());
    for (const std::string &device : devices)
        making.push_back(std::async(when, [&] { return make(device); }));
    std::vector<std::unique_ptr<SuiteEngine>> engines;
    for (std::future<Made> &each : making) {
        Made made = each.get();
        if (!made)
            return made.error(); // the other futures wait for the engines in the making
        engines.push_back(std::move(*made));
    }
    return engines;
}

Result<std::unique_ptr<SuiteEngine>> joinEngines(std::vector<std::unique_ptr<SuiteEngine>> engines,
                                                 std::vector<std::string> devices)
{
    const std::string name = engines.front()->environment().deviceName;
    for (std::size_t i = 1; i < engines.size(); ++i) {
        const std::string other = engines[i]->environment().deviceName;
        if (other != name)
            return Error{
                Errc::Unsupported,
                fmt::format(
                    "{} is {}, but {} is {}: one run cannot have times of different devices",
                    devices.front(), name, devices[i], other),
                "device", "make a run for each kind of device"};
    }
    if (engines.size() == 1)
        return std::move(engines.front());
    return std::unique_ptr<SuiteEngine>(
        std::make_unique<SeveralDevices>(std::move(engines), std::move(devices)));
}

} // namespace loupe

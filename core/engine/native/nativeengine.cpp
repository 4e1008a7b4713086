// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativeengine.h"

#include "core/engine/clocks/physics.h"
#include "core/engine/clocks/timinglease.h"
#include "core/engine/contract/sessions.h"
#include "core/engine/machine/machine.h"
#include "core/engine/native/controls.h"
#include "core/engine/native/enginecontext.h"
#include "core/engine/native/evaluator.h"

namespace loupe {

namespace {

using NativeSessions = Sessions<NativeTask, TaskSession>;

class NativeCandidates final : public CandidateEvaluator
{
public:
    NativeCandidates(const EngineContext &context, TimingLease &lease, NativeSessions &sessions)
        : m_evaluator(context, lease)
        , m_sessions(sessions)
        , m_device(context.cuda ? context.cuda->device : "cpu")
    {
    }

    Result<Evaluation> evaluate(const PlanItem &item, const std::function<void(Stage)> &entering,
                                std::stop_token stop) override
    {
        const auto session = m_sessions.use(item.native);
        return m_evaluator.evaluate(*session, item.candidate, entering, std::move(stop));
    }
    std::string device() const override { return m_device; }

private:
    Evaluator m_evaluator;
    NativeSessions &m_sessions;
    std::string m_device;
};

class NativeEngine final : public SuiteEngine
{
public:
    explicit NativeEngine(EngineContext context)
        : m_context(std::move(context))
        , m_sessions([this](const NativeTask &task) {
            return std::make_shared<TaskSession>(task, m_context);
        })
    {
    }

    std::string protocol() const override { return "native-1"; }
    Environment environment() const override
    {
        Environment machine = m_context.cuda
            ? describeMachine(m_context.toolchain, m_context.cuda->toolchain,
                              m_context.cuda->device, m_context.cuda->deviceName)
            : describeMachine(m_context.toolchain);
        return withCeilings(std::move(machine), m_context.ceilings);
    }
    Json profile() const override
    {
        Json json{{"threads", m_context.threads}, {"clock", judgedBlocksClock}};
        if (m_context.cuda) {
            json["platform"] = "cuda";
            json["device"] = m_context.cuda->device;
            json["clock"] = clockName(m_context.cuda->clock.method);
        }
        return json;
    }
    const std::string &seed() const override { return m_context.seed; }
    void useSeed(std::string seed) override { m_context.seed = std::move(seed); }
    Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> &items, int jobs,
                                             const CheckProgress &progress,
                                             const std::stop_token &stop) override
    {
        std::vector<const NativeTask *> tasks;
        for (const PlanItem &item : items) {
            if (tasks.empty() || tasks.back() != item.native) // items are grouped by task
                tasks.push_back(item.native);
        }
        progress(0, static_cast<int>(tasks.size()));
        return runControls(
            tasks, m_context, jobs,
            [&progress](int done, int total, const ControlReport &) { progress(done, total); },
            stop);
    }
    void expect(const std::vector<PlanItem> &items) override
    {
        for (const PlanItem &item : items)
            m_sessions.expectOne(item.native);
    }
    void done(const PlanItem &item) override { m_sessions.done(item.native); }
    std::unique_ptr<CandidateEvaluator> makeEvaluator() override
    {
        return std::make_unique<NativeCandidates>(m_context, m_lease, m_sessions);
    }

private:
    EngineContext m_context;
    TimingLease m_lease;
    NativeSessions m_sessions;
};

} // namespace

Result<std::unique_ptr<SuiteEngine>>
makeNativeEngine(const RunRequest &request, const std::string &device, const std::stop_token &stop)
{
    auto context
        = device == "cpu" ? makeEngineContext(request) : makeCudaContext(request, device, stop);
    if (!context)
        return context.error();
    context->library = request.library;
    return {std::make_unique<NativeEngine>(std::move(*context))};
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pythonengine.h"

#include "core/engine/clocks/physics.h"
#include "core/engine/machine/machine.h"
#include "core/engine/request/optionwords.h"
#include "core/engine/submissions/furthertimer.h"
#include "core/engine/submissions/pythonevaluator.h"
#include "core/judge/protocol.h"
#include "core/model/record/protocolname.h"
#include "core/platforms/build/cudabuild.h"
#include "core/suites/layout/pretrainedmodels.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// On a GPU the device is the bottleneck, and a few judges keep up with it.
constexpr int judgesOnDevice = 4;

int judgesFor(const PythonContext &context)
{
    return context.tensors.isOnDevice() ? std::min(judgesOnDevice, context.jobs) : context.jobs;
}

/// Returns how many threads may wait to time before the others are stopped. Each stop leaves the
/// device idle until the last request of the others is answered.
int patienceOf(const PythonContext &context)
{
    return context.buildsBesideTiming() ? std::max(1, context.jobs / 4) : 1;
}

/// Returns the item's task and its other shapes.
std::vector<const BenchmarkTask *> shapesOfItem(const PlanItem &item)
{
    std::vector<const BenchmarkTask *> out{item.benchmark};
    for (const BenchmarkTask &shape : item.benchmark->otherShapes)
        out.push_back(&shape);
    return out;
}

class PythonEngine final : public SuiteEngine
{
public:
    PythonEngine(PythonContext context, Protocol suiteRules)
        : m_context(std::move(context))
        , m_suiteRules(std::move(suiteRules))
        , m_lease({.patience = patienceOf(m_context)})
        , m_memory(m_context.memoryBytes)
        , m_deviceMemory(m_context.deviceBytes())
        , m_oracles(
              [this](const std::stop_token &stop) {
                  return PythonServer::start(m_context.environment, PythonRole::Oracle,
                                             m_context.settingsFor(PythonRole::Oracle), stop);
              },
              m_context.buildsBesideTiming() ? &m_lease : nullptr, m_context.jobs, m_reporter)
        , m_judges(m_context.programs.judge, m_context.visible, judgesFor(m_context))
        , m_tasks([this](const BenchmarkTask &task) {
            return std::make_shared<PythonTask>(task, m_context);
        })
        , m_known(m_context.programs.cache / "seconds.json")
    {
    }

    std::string protocol() const override
    {
        const std::string &strict = m_context.strict.id;
        if (!m_context.judgesBySuite())
            return strict;
        return m_context.judgesStrictly() ? nameOfBoth(m_suiteRules.id, strict) : m_suiteRules.id;
    }
    Environment environment() const override
    {
        return withCeilings(describeMachine(m_context.environment, m_context.rules.device),
                            m_context.ceilings);
    }
    Json profile() const override
    {
        Json json{{"interpreter", m_context.rules.interpreter.string()},
                  {"device", m_context.rules.device},
                  {"platform", m_context.rules.platform},
                  {"threads", m_context.settings.threads},
                  {"headers", m_context.settings.thinHeaders ? "thin" : "full"},
                  {"clock", clockName(m_context.clock.method)},
                  {"suite_version", m_context.suiteVersion},
                  {"tensors", m_context.tensors.isOnDevice() ? "device" : "host"},
                  {"size_limits", toJson(m_context.limits())},
                  {"fast_inputs", m_context.rules.fastInputs},
                  {"stops_at_first_failure", m_context.rules.stopsAtFirstFailure}};
        if (!m_context.platformReason.empty())
            json["platform_reason"] = m_context.platformReason;
        if (!m_context.tensors.reason.empty())
            json["tensors_reason"] = m_context.tensors.reason;
        if (m_context.judgesBySuite())
            json["suite_protocol"] = toJson(m_suiteRules);
        if (m_context.judgesStrictly())
            json["strict_protocol"] = toJson(m_context.strict);
        if (m_context.judgesStrictly() && m_context.hasOperatorTests)
            json["strict_protocol"]["speedup_definition"] = m_suiteRules.speedupDefinition;
        return json;
    }
    std::vector<std::string> remarks() const override { return m_context.remarks; }
    const std::string &seed() const override { return m_context.seed; }
    void useSeed(std::string seed) override { m_context.seed = std::move(seed); }
    std::shared_ptr<BaselineLedger> baselines() const override { return m_context.baselines; }
    void useBaselines(const std::shared_ptr<BaselineLedger> &ledger) override
    {
        m_context.baselines = ledger;
    }
    Result<std::vector<ControlReport>> prove(const std::vector<PlanItem> & /*items*/, int /*jobs*/,
                                             const CheckProgress & /*progress*/,
                                             const std::stop_token & /*stop*/) override
    {
        return std::vector<ControlReport>();
    }
    void arrange(std::vector<PlanItem> &items) const override
    {
        const ArtifactCache built(m_context.programs.cache / "python", m_context.environment,
                                  m_context.settingsFor(PythonRole::Subject));
        // Candidates that must be compiled come first. Then those that took longest last time come
        // first, else those that name the largest sizes, then the longer sources.
        using Weight = std::tuple<bool, double, double, std::size_t>;
        std::map<const Task *, Weight> weights;
        for (const PlanItem &item : items) {
            const std::string source = item.candidate.source.toString();
            const bool compiles = SmallInterface::isUsedBy(source) && !built.find(source);
            Weight &weight = weights[item.task];
            weight = std::max(weight,
                              Weight(compiles, m_known.of(source).value_or(0),
                                     largeSize(item.benchmark->implementation), source.size()));
        }
        std::stable_sort(items.begin(), items.end(), [&](const PlanItem &a, const PlanItem &b) {
            const auto key = [&](const PlanItem &item) {
                return std::pair(weights.at(item.task), item.task->name);
            };
            return key(b) < key(a);
        });
    }
    void expect(const std::vector<PlanItem> &items) override
    {
        for (const PlanItem &item : items) {
            for (const BenchmarkTask *task : shapesOfItem(item))
                m_tasks.expectOne(task);
        }
        m_oracles.begin(static_cast<int>(items.size()));
    }
    void done(const PlanItem &item) override
    {
        for (const BenchmarkTask *task : shapesOfItem(item))
            m_tasks.done(task);
    }
    std::unique_ptr<CandidateEvaluator> makeEvaluator() override
    {
        return makePythonEvaluator(PythonShared{m_context, m_lease, m_memory, m_deviceMemory,
                                                m_oracles, m_judges, m_tasks, m_known, m_reporter});
    }
    bool tellOccupations(const std::shared_ptr<OccupationLog> &log) override
    {
        m_reporter = OccupationReporter(log, m_context.rules.device);
        return true;
    }

private:
    PythonContext m_context;
    Protocol m_suiteRules;
    TimingLease m_lease;
    MemoryBudget m_memory;
    MemoryBudget m_deviceMemory;
    OccupationReporter m_reporter;
    OraclePool m_oracles;
    JudgePool m_judges;
    PythonTasks m_tasks;
    KnownSeconds m_known;
};

} // namespace

Result<std::unique_ptr<SuiteEngine>> makePythonEngine(const RunRequest &request,
                                                      const Benchmark &benchmark,
                                                      const std::vector<PlanItem> &items,
                                                      const std::stop_token &stop)
{
    Json facts = Json::object(); // those that hold for the whole run
    for (const char *key : {"precision", "backward", "shapes"}) {
        if (!benchmark.tasks.empty() && benchmark.tasks.front().facts.contains(key))
            facts[key] = benchmark.tasks.front().facts.at(key);
    }
    auto rules = protocolFor(benchmark.name, benchmark.protocol, request.python.mode, facts,
                             request.python.suiteToggles);
    if (!rules)
        return rules.error();
    Protocol strict = strictProtocol(facts);
    if (Status switched = switchPoints(strict, request.python.strictPoints); !switched)
        return switched.error();
    PlannedNeeds needs;
    needs.candidates = items.size();
    for (const PlanItem &item : items) {
        const std::string source = item.candidate.source.toString();
        needs.extensions += SmallInterface::isUsedBy(source) ? 1 : 0;
        needs.cudaExtensions += needsCudaCompiler(source) ? 1 : 0;
        needs.loadsModels
            = needs.loadsModels || !pretrainedModels(item.benchmark->implementation).empty();
    }
    auto context = makePythonContext(request, benchmark, stop, needs);
    if (!context)
        return context.error();
    context->strict = std::move(strict);
    context->baselines = baselineLedgerFor(*context,
                                           {{"judged_by", optionWord(request.python.judgedBy)},
                                            {"suite_rules", rules->id},
                                            {"grad", rules->timing.gradEnabled},
                                            {"facts", facts}});
    return {std::make_unique<PythonEngine>(std::move(*context), std::move(*rules))};
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/strategy/nextstep.h"

#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

/// Result of one program.
struct Fate {
    Verdict verdict = Verdict::Correct;
    std::optional<double> speedup;
    std::string source;
    bool isWithheld = false;
    ExtractionOutcome outcome = ExtractionOutcome::Code;
};

/// Returns a strategy with this number of groups (programs of a beam, islands) and children of
/// each.
inline Strategy pooledStrategy(Strategy::Kind kind, int groups, int children, int rounds)
{
    Strategy strategy;
    strategy.kind = kind;
    strategy.width = groups;
    strategy.islands = groups;
    strategy.children = children;
    strategy.samples = groups * children;
    strategy.rounds = rounds;
    strategy.hasReminder = false;
    return strategy;
}

/// All samples of one task, requested, answered and judged round by round.
class Pool
{
public:
    explicit Pool(Strategy strategy, std::optional<std::int64_t> seed = {})
        : m_strategy(strategy)
        , m_dialogues(static_cast<std::size_t>(strategy.samples))
        , m_samples(m_dialogues.size())
    {
        m_parameters.seed = seed;
        for (std::size_t i = 0; i < m_dialogues.size(); ++i) {
            m_dialogues[i].task = "Math/one";
            m_dialogues[i].sample = static_cast<int>(i);
        }
    }

    NextStep next(std::size_t sample) const
    {
        return nextStep(m_strategy, m_parameters, m_samples, sample);
    }

    /// Answers the next request of a sample.
    WantedRequest answer(std::size_t sample, const Fate &fate)
    {
        const NextStep step = next(sample);
        EXPECT_EQ(step.kind, NextStep::Kind::Ask) << "sample " << sample;
        Request request;
        request.purpose = step.wanted.purpose;
        request.round = step.wanted.round;
        request.state = "answered";
        request.response.emplace().extractions.emplace_back().outcome = fate.outcome;
        m_dialogues[sample].requests.push_back(std::move(request));
        m_samples[sample].dialogue = &m_dialogues[sample];
        return step.wanted;
    }

    void judge(std::size_t sample, int round, const Fate &fate)
    {
        m_sources.push_back(fate.source);
        m_samples[sample].judged.push_back({round, fate.verdict, fate.speedup, fate.isWithheld,
                                            m_sources.back(), static_cast<int>(sample)});
    }

    /// Answers and judges one round, with one fate per sample. Returns the requests.
    std::vector<WantedRequest> round(const std::vector<Fate> &fates)
    {
        std::vector<WantedRequest> out;
        for (std::size_t sample = 0; sample < fates.size(); ++sample)
            out.push_back(answer(sample, fates[sample]));
        for (std::size_t sample = 0; sample < fates.size(); ++sample)
            judge(sample, out[sample].round, fates[sample]);
        return out;
    }

    /// Returns the parents of the next request of every sample.
    std::vector<std::vector<ProgramPosition>> parents() const
    {
        std::vector<std::vector<ProgramPosition>> out;
        for (std::size_t sample = 0; sample < m_samples.size(); ++sample)
            out.push_back(next(sample).wanted.parents);
        return out;
    }

    std::string end(std::size_t sample = 0) const
    {
        const NextStep step = next(sample);
        return step.kind == NextStep::Kind::Stop ? step.stopReason
            : step.kind == NextStep::Kind::Wait  ? "waits"
                                                 : "goes on";
    }

    const std::vector<SampleSoFar> &samples() const { return m_samples; }
    const ModelParameters &parameters() const { return m_parameters; }

private:
    Strategy m_strategy;
    ModelParameters m_parameters;
    std::vector<Dialogue> m_dialogues;
    std::vector<SampleSoFar> m_samples;
    std::deque<std::string> m_sources; ///< keeps views of the sources valid
};

inline Fate right(double speedup, const std::string &source)
{
    return {Verdict::Correct, speedup, source};
}

inline Fate wrong(Verdict verdict, const std::string &source)
{
    return {verdict, std::nullopt, source};
}

} // namespace loupe::test

// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/parents.h"

#include "core/generation/strategy/islands.h"

#include <algorithm>

namespace loupe {

namespace {

std::vector<ProgramPosition> parentInSample(const Strategy &strategy,
                                            const std::vector<JudgedRound> &judged, int round)
{
    const auto end = std::find_if(judged.begin(), judged.end(),
                                  [&](const JudgedRound &each) { return each.round >= round; });
    const std::span<const JudgedRound> before(judged.begin(), end);
    if (strategy.parent == Strategy::Parent::Best) {
        if (const JudgedRound *best = bestOf(before))
            return {best->place()};
    }
    const auto last = std::find_if(before.rbegin(), before.rend(), canBeParent);
    return last == before.rend() ? std::vector<ProgramPosition>() : std::vector{last->place()};
}

/// Returns the best distinct programs before the round, at most `width`.
std::vector<const JudgedRound *> beamBefore(std::span<const SampleSoFar> samples, int round,
                                            std::size_t width)
{
    std::vector<const JudgedRound *> all;
    for (const SampleSoFar &sample : samples) {
        for (const JudgedRound &each : sample.judged) {
            if (each.round < round && canBeParent(each))
                all.push_back(&each);
        }
    }
    sortByRank(all);
    std::vector<const JudgedRound *> beam;
    for (const JudgedRound *each : all) {
        const bool isNew = std::ranges::none_of(beam, [&](const JudgedRound *better) {
            return isSameProgram(better->source, each->source);
        });
        if (isNew)
            beam.push_back(each);
        if (beam.size() == width)
            break;
    }
    return beam;
}

std::vector<ProgramPosition> parentInBeam(const Strategy &strategy,
                                          std::span<const SampleSoFar> samples, std::size_t which,
                                          int round)
{
    const auto beam = beamBefore(samples, round, static_cast<std::size_t>(strategy.width));
    if (beam.empty())
        return {};
    return {beam[which % beam.size()]->place()};
}

} // namespace

std::vector<ProgramPosition> parentsOf(const Strategy &strategy, const ModelParameters &parameters,
                                       std::span<const SampleSoFar> samples, std::size_t which,
                                       int round)
{
    if (round == 0)
        return {};
    switch (strategy.kind) {
    case Strategy::Kind::Beam:
        return parentInBeam(strategy, samples, which, round);
    case Strategy::Kind::Evolve:
        return parentsInIsland(strategy, parameters, samples, which, round);
    case Strategy::Kind::Independent:
    case Strategy::Kind::Serial:
    case Strategy::Kind::BestThenRefine:
        break;
    }
    return parentInSample(strategy, samples[which].judged, round);
}

std::vector<JudgedRound> lineOf(const Strategy &strategy, const ModelParameters &parameters,
                                std::span<const SampleSoFar> samples,
                                const ProgramPosition &program)
{
    const JudgedRound *own = findProgram(samples, program);
    if (own == nullptr)
        return {};
    if (!isPooled(strategy))
        return samples[static_cast<std::size_t>(program.sample)].judged;
    std::vector<JudgedRound> line;
    for (const JudgedRound *each = own; each != nullptr;) {
        line.insert(line.begin(), *each);
        const auto parents = parentsOf(strategy, parameters, samples,
                                       static_cast<std::size_t>(each->sample), each->round);
        each = parents.empty() ? nullptr : findProgram(samples, parents.front());
    }
    return line;
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/islands.h"

#include "core/analysis/statistics/randomstream.h"
#include "core/base/digest.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

namespace loupe {

namespace {

/// Returns a different stream number for each task, sample and round.
std::uint64_t streamOf(const SampleSoFar &sample, std::size_t which, int round)
{
    const std::string task = sample.dialogue == nullptr ? std::string() : sample.dialogue->task;
    const std::string digest
        = sha256Hex(task + '\n' + std::to_string(which) + '\n' + std::to_string(round));
    constexpr std::size_t digits = 16;
    constexpr int hexadecimal = 16;
    std::uint64_t out = 0;
    std::from_chars(digest.data(), digest.data() + digits, out, hexadecimal);
    return out;
}

/// Removes and returns a random elite; better ones are more likely.
const JudgedRound *draw(std::vector<const JudgedRound *> &elites, RandomStream &random)
{
    const auto count = static_cast<std::uint32_t>(elites.size());
    std::uint32_t left = random.below(count * (count + 1) / 2);
    std::uint32_t place = 0;
    for (std::uint32_t weight = count; left >= weight; --weight) {
        left -= weight;
        ++place;
    }
    const JudgedRound *drawn = elites[place];
    elites.erase(elites.begin() + place);
    return drawn;
}

} // namespace

ArchiveCell cellOf(const JudgedRound &judged)
{
    ArchiveCell cell{judged.verdict, std::nullopt,
                     static_cast<int>(std::bit_width(judged.source.size()))};
    const double speedup = judged.speedup.value_or(0);
    // std::ilogb() of the square is exact, unlike a logarithm, which depends on the library.
    if (isCorrect(judged) && speedup > 0)
        cell.speed = std::ilogb(speedup * speedup);
    return cell;
}

void Archive::add(const JudgedRound &judged)
{
    if (!canBeParent(judged))
        return;
    const JudgedRound *&elite = m_cells[cellOf(judged)];
    if (elite == nullptr || rankOf(judged) < rankOf(*elite))
        elite = &judged;
}

std::vector<const JudgedRound *> Archive::elites() const
{
    std::vector<const JudgedRound *> out;
    out.reserve(m_cells.size());
    for (const auto &[cell, elite] : m_cells)
        out.push_back(elite);
    sortByRank(out);
    return out;
}

int islandOf(const Strategy &strategy, int sample)
{
    return sample % strategy.islands;
}

std::vector<Archive> islandsBefore(const Strategy &strategy, std::span<const SampleSoFar> samples,
                                   int round)
{
    const auto count = static_cast<std::size_t>(strategy.islands);
    std::vector<Archive> islands(count);
    for (int past = 0; past < round; ++past) {
        for (std::size_t sample = 0; sample < samples.size(); ++sample) {
            if (const JudgedRound *judged = findRound(samples[sample].judged, past))
                islands[sample % count].add(*judged);
        }
        if ((past + 1) % strategy.migration != 0)
            continue;
        std::vector<const JudgedRound *> migrants(count);
        for (std::size_t island = 0; island < count; ++island) {
            const auto elites = islands[island].elites();
            migrants[island] = elites.empty() ? nullptr : elites.front();
        }
        for (std::size_t island = 0; island < count; ++island) {
            if (migrants[island] != nullptr)
                islands[(island + 1) % count].add(*migrants[island]);
        }
    }
    return islands;
}

std::vector<ProgramPosition> parentsInIsland(const Strategy &strategy,
                                             const ModelParameters &parameters,
                                             std::span<const SampleSoFar> samples,
                                             std::size_t which, int round)
{
    const auto island = static_cast<std::size_t>(islandOf(strategy, static_cast<int>(which)));
    auto elites = islandsBefore(strategy, samples, round)[island].elites();
    if (elites.empty())
        return {};
    const std::int64_t seed = strategy.seed.value_or(parameters.seed.value_or(0));
    RandomStream random(static_cast<std::uint64_t>(seed), streamOf(samples[which], which, round));
    const bool isCrossed = random.uniform() < strategy.crossover && elites.size() > 1;
    const JudgedRound *first = draw(elites, random);
    if (!isCrossed)
        return {first->place()};
    std::erase_if(elites, [&](const JudgedRound *each) {
        return isSameProgram(each->source, first->source);
    });
    if (elites.empty())
        return {first->place()};
    const JudgedRound *second = draw(elites, random);
    if (rankOf(*second) < rankOf(*first))
        std::swap(first, second);
    return {first->place(), second->place()};
}

} // namespace loupe

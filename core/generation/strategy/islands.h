// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/generation/strategy/judgedround.h"
#include "core/generation/strategy/strategy.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace loupe {

/// Programs that are alike: the same verdict, about as fast, about as long.
struct ArchiveCell {
    Verdict verdict = Verdict::NotRecorded;
    std::optional<int> speed; ///< of a correct one: floor(2 log2 speedup), half an octave each
    int length = 0;           ///< digits of the number of bytes in binary: an octave each
    friend bool operator==(const ArchiveCell &, const ArchiveCell &) = default;
    friend bool operator<(const ArchiveCell &a, const ArchiveCell &b)
    {
        return std::tie(a.verdict, a.speed, a.length) < std::tie(b.verdict, b.speed, b.length);
    }
};
ArchiveCell cellOf(const JudgedRound &judged);

/// The best program of each cell.
class Archive
{
public:
    /// Only what can be a parent is kept. It has to outlive this.
    void add(const JudgedRound &judged);
    /// The best first.
    std::vector<const JudgedRound *> elites() const;

private:
    std::map<ArchiveCell, const JudgedRound *> m_cells;
};

/// A sample's island: its number modulo their number.
int islandOf(const Strategy &strategy, int sample);

/// Each island's archive before `round`: what its own samples wrote in earlier rounds, and what
/// came from its neighbour. Before each round that Strategy::migration divides, the best of each
/// island goes to the next one as well, from the last to the first; all at once.
std::vector<Archive> islandsBefore(const Strategy &strategy, std::span<const SampleSoFar> samples,
                                   int round);

/// Of the island's elites one, or with the share Strategy::crossover two, the better first. The
/// n-th best of k is drawn with weight k - n + 1. What is drawn depends on the profile's seed, the
/// task, the sample and the round alone, on every machine.
std::vector<ProgramPlace> parentsInIsland(const Strategy &strategy,
                                          const ModelParameters &parameters,
                                          std::span<const SampleSoFar> samples, std::size_t which,
                                          int round);

} // namespace loupe

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

/// Cell of similar programs: same verdict, similar speed and length.
struct ArchiveCell {
    Verdict verdict = Verdict::NotRecorded;
    std::optional<int> speed; ///< of a correct program: floor(2 log2 speedup), half an octave each
    int length = 0;           ///< bit width of the size in bytes, one octave each
    friend bool operator==(const ArchiveCell &, const ArchiveCell &) = default;
    friend bool operator<(const ArchiveCell &a, const ArchiveCell &b)
    {
        return std::tie(a.verdict, a.speed, a.length) < std::tie(b.verdict, b.speed, b.length);
    }
};
ArchiveCell cellOf(const JudgedRound &judged);

/// Archive with the best program of each cell.
class Archive
{
public:
    /// Adds a program if it can be a parent. It must outlive the archive.
    void add(const JudgedRound &judged);
    /// Returns the programs, best first.
    std::vector<const JudgedRound *> elites() const;

private:
    std::map<ArchiveCell, const JudgedRound *> m_cells;
};

/// Returns a sample's island: its number modulo the number of islands.
int islandOf(const Strategy &strategy, int sample);

/// Returns each island's archive before `round`: the programs of its own samples and its migrants.
/// After every Strategy::migration rounds, the best program of each island is copied to the next
/// one (the last to the first), all at once.
std::vector<Archive> islandsBefore(const Strategy &strategy, std::span<const SampleSoFar> samples,
                                   int round);

/// Draws one elite of the island, or two with probability Strategy::crossover, the better one
/// first. The n-th best of k has weight k - n + 1. The draw depends only on the seed, task, sample
/// and round, on every machine.
std::vector<ProgramPosition> parentsInIsland(const Strategy &strategy,
                                             const ModelParameters &parameters,
                                             std::span<const SampleSoFar> samples,
                                             std::size_t which, int round);

} // namespace loupe

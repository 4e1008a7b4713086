// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/likeness.h"

#include <cmath>
#include <limits>
#include <list>

namespace loupe {

namespace {

/// Distance of rows without a common column.
constexpr float unrelated = 1e6F;

float differenceOf(const std::vector<double> &a, const std::vector<double> &b)
{
    double sum = 0;
    int common = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(a[i] - b[i]);
        if (std::isnan(difference))
            continue;
        sum += difference;
        ++common;
    }
    return common == 0 ? unrelated : static_cast<float>(sum / common);
}

/// A cluster of rows that is still to be merged.
struct Branch {
    std::list<std::size_t> leaves;
    double sum = 0; ///< of the leaves' means
    bool isAlive = true;

    double mean() const { return sum / static_cast<double>(leaves.size()); }
};

/// Distances of all pairs. The matrix is stored in full, because whole rows are read faster.
class Distances
{
public:
    explicit Distances(const std::vector<std::vector<double>> &rows)
        : m_size(rows.size())
        , m_values(rows.size() * rows.size())
    {
        for (std::size_t a = 0; a < m_size; ++a) {
            for (std::size_t b = 0; b < a; ++b)
                set(a, b, differenceOf(rows[a], rows[b]));
        }
    }

    float of(std::size_t a, std::size_t b) const { return m_values[a * m_size + b]; }
    void set(std::size_t a, std::size_t b, float value)
    {
        m_values[a * m_size + b] = value;
        m_values[b * m_size + a] = value;
    }

private:
    std::size_t m_size;
    std::vector<float> m_values;
};

double meanOfKnown(const std::vector<double> &row)
{
    double sum = 0;
    int count = 0;
    for (const double each : row) {
        if (std::isnan(each))
            continue;
        sum += each;
        ++count;
    }
    return count == 0 ? 0 : sum / count;
}

void joinBranches(Branch &into, Branch &from)
{
    const bool isAfter = into.mean() >= from.mean();
    into.leaves.splice(isAfter ? into.leaves.end() : into.leaves.begin(), from.leaves);
    into.sum += from.sum;
    from.isAlive = false;
}

/// Returns the nearest living branch; on a tie `preferred`, else the first.
std::size_t nearestTo(std::size_t branch, const std::vector<Branch> &branches,
                      const Distances &distances, std::size_t preferred)
{
    std::size_t nearest = preferred;
    float least = preferred < branches.size() ? distances.of(branch, preferred)
                                              : std::numeric_limits<float>::infinity();
    for (std::size_t other = 0; other < branches.size(); ++other) {
        if (other == branch || !branches[other].isAlive || distances.of(branch, other) >= least)
            continue;
        nearest = other;
        least = distances.of(branch, other);
    }
    return nearest;
}

} // namespace

std::vector<std::size_t> orderByLikeness(const std::vector<std::vector<double>> &rows)
{
    const std::size_t none = rows.size();
    std::vector<Branch> branches(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        branches[i].leaves = {i};
        branches[i].sum = meanOfKnown(rows[i]);
    }
    Distances distances(rows);
    // Murtagh 1983: follow nearest neighbours until two are each other's.
    std::vector<std::size_t> chain;
    std::size_t next = 0;
    for (std::size_t left = rows.size(); left > 1;) {
        if (chain.empty()) {
            while (!branches[next].isAlive)
                ++next;
            chain.push_back(next);
        }
        const std::size_t last = chain.back();
        const std::size_t before = chain.size() > 1 ? chain[chain.size() - 2] : none;
        const std::size_t nearest = nearestTo(last, branches, distances, before);
        if (nearest != before) {
            chain.push_back(nearest);
            continue;
        }
        const auto a = static_cast<float>(branches[last].leaves.size());
        const auto b = static_cast<float>(branches[before].leaves.size());
        for (std::size_t other = 0; other < branches.size(); ++other) {
            if (!branches[other].isAlive || other == last || other == before)
                continue;
            const float mean
                = (a * distances.of(last, other) + b * distances.of(before, other)) / (a + b);
            distances.set(before, other, mean);
        }
        joinBranches(branches[before], branches[last]);
        chain.resize(chain.size() - 2);
        --left;
    }
    for (Branch &branch : branches) {
        if (branch.isAlive)
            return {branch.leaves.begin(), branch.leaves.end()};
    }
    return {};
}

} // namespace loupe

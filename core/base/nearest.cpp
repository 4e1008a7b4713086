// SPDX-License-Identifier: Apache-2.0
#include "core/base/nearest.h"

#include "core/base/asciicase.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

namespace loupe {

namespace {

/// Normalizes case, and `_` to `-`, which are easily confused.
std::string alike(std::string_view word)
{
    std::string out = lowered(word);
    std::ranges::replace(out, '_', '-');
    return out;
}

bool endsWithWord(const std::string &name, const std::string &word)
{
    if (!name.ends_with(word) || name.size() == word.size())
        return false;
    const auto before = static_cast<unsigned char>(name[name.size() - word.size() - 1]);
    return std::isalnum(before) == 0;
}

/// Returns the number of inserted, deleted, substituted and transposed letters (optimal string
/// alignment).
std::size_t distance(const std::string &a, const std::string &b)
{
    std::vector<std::size_t> before;
    std::vector<std::size_t> above(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t mistaken = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + mistaken});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = std::exchange(above, std::move(row));
    }
    return above.back();
}

} // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string> &known)
{
    constexpr std::size_t longest = 64; // longer words are not typing errors
    constexpr std::size_t shortest = 3; // two letters are close to everything
    if (word.size() < shortest || word.size() > longest)
        return std::nullopt;
    const std::string given = alike(word);
    const std::size_t most = std::min<std::size_t>(given.size() / 3, 3);
    std::optional<std::string> found;
    std::pair<std::size_t, std::size_t> least(most + 1, 0);
    for (const std::string &each : known) {
        const std::string name = alike(each);
        if (name.size() > given.size() + longest)
            continue;
        // A prefix, or a word without its first parts, counts as just within the limit.
        const std::size_t letters = distance(given, name);
        const bool isPart = name.starts_with(given) || endsWithWord(name, given);
        const std::size_t far = isPart ? std::min(most, letters) : letters;
        if (std::pair(far, letters) < least) {
            least = {far, letters};
            found = each;
        }
    }
    return found;
}

std::string hintWithNearest(std::string_view word, const std::vector<std::string> &known,
                            const std::string &hint)
{
    const auto meant = nearest(word, known);
    if (!meant)
        return hint;
    return "did you mean \"" + *meant + "\"?" + (hint.empty() ? "" : " " + hint);
}

} // namespace loupe

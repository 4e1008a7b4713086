// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/knownseconds.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/engine/request/drawnelements.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <sstream>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Minimum elements of a large reference: named, and drawn. The drawn ones are drawn for each
/// trial.
constexpr double largeNamed = 2e8;
constexpr double largeDrawn = 1e8;

constexpr std::size_t maxFileBytes = std::size_t{16} << 20;

/// Returns the number of a line that is nothing but "name = number"; else 0.
double namedNumber(const std::string &line)
{
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || line.empty() || line.front() == ' ')
        return 0;
    const std::size_t first = line.find_first_of("0123456789", equals);
    if (first == std::string::npos || line.find_first_not_of("= ", equals) != first)
        return 0;
    double number = 0;
    const auto read = std::from_chars(line.data() + first, line.data() + line.size(), number);
    return read.ec == std::errc() ? number : 0;
}

} // namespace

KnownSeconds::KnownSeconds(std::filesystem::path file) : m_file(std::move(file))
{
    const Result<std::string> text = readFile(m_file, maxFileBytes);
    const Result<Json> json = text ? parseJson(*text, "seconds") : Result<Json>(text.error());
    if (!json || !json->is_array())
        return;
    for (const Json &each : *json) {
        if (each.is_array() && each.size() == 2 && each[0].is_string() && each[1].is_number())
            m_entries[each[0].get<std::string>()] = {each[1].get<double>(), m_noted++};
    }
}

KnownSeconds::~KnownSeconds()
{
    try {
        save();
    } catch (const std::exception &) {
        m_isChanged = false; // without the file, the times are measured again
    }
}

void KnownSeconds::save() const
{
    if (!m_isChanged)
        return;
    std::map<std::size_t, std::pair<std::string, double>> byAge;
    for (const auto &[digest, entry] : m_entries)
        byAge[entry.number] = {digest, entry.seconds};
    while (byAge.size() > maxSources)
        byAge.erase(byAge.begin());
    std::vector<std::pair<std::string, double>> newest;
    newest.reserve(byAge.size());
    for (auto &[number, entry] : byAge)
        newest.push_back(std::move(entry));
    static_cast<void>(writeFileAtomic(m_file, Json(newest).dump()));
}

std::optional<double> KnownSeconds::of(const std::string &source) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(sha256Hex(source));
    return found == m_entries.end() ? std::nullopt : std::optional(found->second.seconds);
}

void KnownSeconds::note(const std::string &source, double seconds)
{
    const std::lock_guard lock(m_mutex);
    m_entries[sha256Hex(source)] = {seconds, m_noted++};
    m_isChanged = true;
}

double namedSize(const std::string &source)
{
    double largest = 0;
    double second = 0;
    std::istringstream lines(source);
    for (std::string line; std::getline(lines, line);) {
        const double number = namedNumber(line);
        second = std::max(second, std::min(number, largest));
        largest = std::max(largest, number);
    }
    return largest * second;
}

double largeNamedSize(const std::string &reference)
{
    const double size = namedSize(reference);
    return size < largeNamed ? 0 : size;
}

double largeSize(const std::string &reference)
{
    const double drawn = drawnElements(reference);
    return std::max(largeNamedSize(reference), drawn < largeDrawn ? 0 : drawn);
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/knownseconds.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Values of names; a tuple has the product of its items.
using NamedProducts = std::map<std::string, double, std::less<>>;

bool isOfAName(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9') || character == '_';
}

std::optional<double> factorOf(std::string_view word, const NamedProducts &names)
{
    double number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    if (read.ec == std::errc() && read.ptr == word.data() + word.size())
        return number;
    const auto named = names.find(word);
    return named == names.end() ? std::nullopt : std::optional(named->second);
}

/// Returns the product of all numbers and names; nullopt if there is anything but commas, stars and
/// brackets between them.
std::optional<double> productOf(std::string_view text, const NamedProducts &names)
{
    double product = 1;
    for (std::size_t i = 0; i < text.size();) {
        if (!isOfAName(text[i])) {
            if (std::string_view(" ,*()[]\t\r\n").find(text[i]) == std::string_view::npos)
                return std::nullopt;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && isOfAName(text[end]))
            ++end;
        const auto factor = factorOf(text.substr(i, end - i), names);
        if (!factor)
            return std::nullopt;
        product *= *factor;
        i = end;
    }
    return product;
}

/// Splits at each `separator` outside brackets.
std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth == 0 && text[i] == separator) {
            parts.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
        depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
    }
    parts.push_back(text.substr(begin));
    return parts;
}

/// Returns the name that `text` is; empty if it is not a name.
std::string_view nameIn(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return {};
    text = text.substr(begin, text.find_last_not_of(' ') - begin + 1);
    return std::ranges::all_of(text, isOfAName) ? text : std::string_view();
}

/// Adds the names of "a = 1", "a = b = 2" or "a, b = 1, 2".
void addAssignment(std::string_view statement, NamedProducts &names)
{
    std::vector<std::string_view> sides = splitAt(statement, '=');
    const std::string_view right = sides.back();
    sides.pop_back();
    for (const std::string_view side : sides) {
        const auto targets = splitAt(side, ',');
        const auto values
            = targets.size() == 1 ? std::vector<std::string_view>{right} : splitAt(right, ',');
        for (std::size_t i = 0; i < std::min(targets.size(), values.size()); ++i) {
            const std::string_view name = nameIn(targets[i]);
            const auto product = productOf(values[i], names);
            if (!name.empty() && product)
                names.insert_or_assign(std::string(name), *product);
        }
    }
}

NamedProducts namedProducts(const std::string &source)
{
    NamedProducts names;
    std::istringstream lines(source);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(' '))
            continue;
        const std::string_view text = std::string_view(line).substr(0, line.find('#'));
        for (const std::string_view statement : splitAt(text, ';'))
            addAssignment(statement, names);
    }
    return names;
}

/// Splits the text up to the bracket that closes the call at its commas; `text` starts after the
/// opening bracket.
std::vector<std::string_view> argumentsOf(std::string_view text)
{
    int depth = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
        if (depth == 0)
            return splitAt(text.substr(0, i), ',');
    }
    return {};
}

double elementsOf(std::string_view call, bool hasRange, const NamedProducts &names)
{
    double elements = 1;
    for (const std::string_view argument : argumentsOf(call)) {
        const std::size_t first = argument.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos || argument.find('=') != std::string_view::npos)
            continue;
        // The range's minimum and maximum come before a shape.
        if (hasRange && argument[first] != '(' && argument[first] != '[')
            continue;
        elements *= productOf(argument, names).value_or(1);
    }
    return elements;
}

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

double drawnElements(const std::string &reference)
{
    const std::size_t begin = reference.find("def get_inputs(");
    if (begin == std::string::npos)
        return 0;
    const std::string_view body
        = std::string_view(reference).substr(begin, reference.find("\ndef ", begin) - begin);
    const NamedProducts names = namedProducts(reference);
    constexpr std::array<std::string_view, 3> calls{"torch.rand(", "torch.randn(",
                                                    "torch.randint("};
    double total = 0;
    for (const std::string_view call : calls) {
        for (std::size_t at = body.find(call); at != std::string_view::npos;
             at = body.find(call, at + 1))
            total += elementsOf(body.substr(at + call.size()), call == calls.back(), names);
    }
    return total;
}

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

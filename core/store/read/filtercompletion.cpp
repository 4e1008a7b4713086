// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/filtercompletion.h"

#include "core/analysis/population/countedresults.h"
#include "core/base/asciicase.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxCandidates = 50;

/// The term at the cursor: its field and operator, and the value being typed.
struct CursorTerm {
    std::string field;
    bool isComparison = false; ///< "<", ">": a number follows
    std::size_t begin = 0;     ///< of the value or field name
    std::string written;       ///< its text up to the cursor, without quotes
};

bool isFieldCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Scans from the start of the text, because quoting depends on everything before.
class CursorFinder
{
public:
    explicit CursorFinder(std::string_view text) : m_text(text) { startTerm(0); }

    CursorTerm find()
    {
        for (std::size_t at = 0; at < m_text.size(); ++at)
            step(at);
        return std::move(m_place);
    }

private:
    void startTerm(std::size_t at)
    {
        m_place = {};
        m_place.begin = at;
        m_inValue = false;
    }

    void startValue(std::size_t at)
    {
        m_place.begin = at;
        m_place.written.clear();
        m_inValue = true;
    }

    void step(std::size_t at)
    {
        const char c = m_text[at];
        if (m_escaped || (m_quoted && c != '"' && c != '\\')) {
            m_escaped = false;
            m_place.written += c;
        } else if (m_quoted && c == '\\') {
            m_escaped = true;
        } else if (c == '"') {
            m_quoted = !m_quoted;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            startTerm(at + 1);
        } else if (!m_inValue && c == '-' && at == m_place.begin) {
            m_place.begin = at + 1;
        } else if (!m_inValue && std::string_view(":=<>").find(c) != std::string_view::npos
                   && !m_place.written.empty()
                   && std::all_of(m_place.written.begin(), m_place.written.end(),
                                  isFieldCharacter)) {
            m_place.field = m_place.written;
            m_place.isComparison = c == '<' || c == '>';
            startValue(at + 1);
        } else if (m_inValue
                   && (c == ',' || (c == '=' && at == m_place.begin && m_place.isComparison))) {
            startValue(at + 1);
        } else {
            m_place.written += c;
        }
    }

    std::string_view m_text;
    CursorTerm m_place;
    bool m_inValue = false;
    bool m_quoted = false;
    bool m_escaped = false;
};

/// Returns the end of the word at the cursor.
std::size_t wordEnd(std::string_view text, std::size_t cursor)
{
    while (cursor < text.size()
           && std::string_view(" \t\n\r,:=<>").find(text[cursor]) == std::string_view::npos)
        ++cursor;
    return cursor;
}

std::string quotedWhereNeeded(const std::string &value)
{
    // The text of a filter with this value, without the field.
    const FilterTerm term{"task", FilterOp::Is, {value}, false, 0};
    return text(Filter{{term}}).substr(std::string_view("task:").size());
}

void addFields(const std::string &written, std::vector<FilterCandidate> &out)
{
    for (const FilterField &field : filterFields()) {
        if (field.name.starts_with(lowered(written)))
            out.push_back({std::string(field.name) + ":", std::string(field.help), 0});
    }
}

/// Returns the stored values of a field, the most frequent first.
Result<std::vector<FacetCount>> storedValues(StoreReader &reader, const std::string &field,
                                             const Population *population)
{
    auto values = reader.facet(field, Filter());
    if (!values || population == nullptr)
        return values;
    const std::vector<ValueCount> counts = valueCounts(population->cells(), field);
    if (counts.empty())
        return values;
    for (FacetCount &each : *values) {
        const auto found = std::ranges::find(counts, each.value, &ValueCount::value);
        each.count = found == counts.end() ? 0 : found->count;
    }
    std::ranges::stable_sort(*values, std::greater(), &FacetCount::count);
    return values;
}

Status addValues(StoreReader &reader, const FilterField &field, const CursorTerm &place,
                 const Population *population, std::vector<FilterCandidate> &out)
{
    const std::string wanted = lowered(place.written);
    const auto add = [&](const std::string &value, std::int64_t count) {
        const bool known
            = std::any_of(out.begin(), out.end(), [&](const FilterCandidate &candidate) {
                  return candidate.text == quotedWhereNeeded(value);
              });
        if (!known && out.size() < maxCandidates
            && lowered(value).find(wanted) != std::string::npos)
            out.push_back({quotedWhereNeeded(value), {}, count});
    };
    if (field.numeric) {
        if (field.name == "round" && !place.isComparison)
            add("last", 0);
        if (!place.isComparison)
            add("none", 0);
        return {};
    }
    const auto values = storedValues(reader, std::string(field.name), population);
    if (values) {
        for (const FacetCount &each : *values)
            add(each.value.empty() ? "none" : each.value, each.count);
    } else if (values.error().code != Errc::InvalidInput) {
        return values.error();
    }
    for (const std::string_view choice : choicesOf(field.name))
        add(std::string(choice), 0);
    return {};
}

} // namespace

Result<FilterCompletion> completeFilter(StoreReader &reader, std::string_view text,
                                        std::size_t cursor, const Population *population)
{
    cursor = std::min(cursor, text.size());
    const CursorTerm place = CursorFinder(text.substr(0, cursor)).find();
    FilterCompletion out{place.begin, wordEnd(text, cursor), {}};
    if (place.field.empty()) {
        // A candidate ends with ":", so an existing one is replaced, too.
        if (out.end < text.size() && text[out.end] == ':')
            ++out.end;
        addFields(place.written, out.candidates);
        return out;
    }
    for (const FilterField &field : filterFields()) {
        if (field.name != place.field)
            continue;
        if (const Status added = addValues(reader, field, place, population, out.candidates);
            !added)
            return added.error();
    }
    return out;
}

} // namespace loupe

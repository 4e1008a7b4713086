// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/filter.h"

#include "core/base/nearest.h"
#include "core/model/record/kerneltraits.h"
#include "core/model/saved/annotation.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace loupe {

namespace {

constexpr std::string_view breakers = " \t\n\r";

Error errorAt(std::size_t position, std::string message, std::string hint)
{
    return Error{Errc::InvalidInput, std::move(message),
                 "character " + std::to_string(position + 1), std::move(hint)};
}

std::string fieldNames(std::string_view given)
{
    std::string out = "the fields are ";
    std::vector<std::string> names;
    names.reserve(filterFields().size());
    for (const FilterField &field : filterFields()) {
        names.emplace_back(field.name);
        if (out.back() != ' ')
            out += ", ";
        out += field.name;
    }
    return nearest(given, names) ? hintWithNearest(given, names, {}) : out;
}

/// Returns the present name of a field. Filters that were saved by version 0.3 have the old one.
std::string_view presentName(std::string_view name)
{
    return name == "withheld" ? "flagged" : name;
}

const FilterField *findField(std::string_view name)
{
    const auto &fields = filterFields();
    const auto it = std::find_if(fields.begin(), fields.end(),
                                 [&](const FilterField &field) { return field.name == name; });
    return it == fields.end() ? nullptr : &*it;
}

bool isNumber(std::string_view text)
{
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failed == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

bool needsQuotes(std::string_view value)
{
    return value.empty() || value.find_first_of(" \t\n\r,\":=<>\\") != std::string_view::npos
        || value.front() == '-';
}

std::string quotedValue(std::string_view value, bool isQuoted)
{
    if (!isQuoted && !needsQuotes(value))
        return std::string(value);
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

/// Scanner of the text; every read leaves `position` after the part that was read.
class Scanner
{
public:
    explicit Scanner(std::string_view text) : m_text(text) { }

    std::size_t position() const { return m_position; }
    bool atEnd() const { return m_position >= m_text.size(); }
    bool atBreak() const { return atEnd() || breakers.find(peek()) != std::string_view::npos; }
    char peek() const { return m_text[m_position]; }
    void skip() { ++m_position; }
    void skipBlanks()
    {
        while (!atEnd() && atBreak())
            skip();
    }
    bool take(char c)
    {
        if (atEnd() || peek() != c)
            return false;
        skip();
        return true;
    }
    std::string_view word()
    {
        const std::size_t begin = m_position;
        while (!atEnd() && (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '_'))
            skip();
        return m_text.substr(begin, m_position - begin);
    }
    void rewind(std::size_t position) { m_position = position; }

    Result<std::string> value()
    {
        const std::size_t begin = m_position;
        std::string out;
        if (take('"')) {
            while (!atEnd() && peek() != '"') {
                if (peek() == '\\' && m_position + 1 < m_text.size())
                    skip();
                out += peek();
                skip();
            }
            if (!take('"'))
                return errorAt(begin, "the quotation mark is not closed", "add a \" at the end");
            return out;
        }
        while (!atBreak() && peek() != ',' && peek() != '"') {
            out += peek();
            skip();
        }
        if (out.empty())
            return errorAt(begin, "a value is missing", "write the value after the sign");
        return out;
    }

private:
    std::string_view m_text;
    std::size_t m_position = 0;
};

Result<FilterOp> readOperator(Scanner &scanner)
{
    const std::size_t at = scanner.position();
    if (scanner.take(':') || scanner.take('='))
        return FilterOp::Is;
    if (scanner.take('<'))
        return scanner.take('=') ? FilterOp::LessOrEqual : FilterOp::Less;
    if (scanner.take('>'))
        return scanner.take('=') ? FilterOp::GreaterOrEqual : FilterOp::Greater;
    return errorAt(at, "expected one of : = < <= > >=", {});
}

/// Returns the ids of all values of a trait; the one without an id is "none".
template <typename Traits>
std::vector<std::string_view> traitChoices(const Traits &traits)
{
    std::vector<std::string_view> out;
    for (const auto trait : traits) {
        const std::string_view id = toString(trait);
        out.push_back(id.empty() ? "none" : id);
    }
    return out;
}

Status checkChoice(const FilterField &field, const std::string &value, std::size_t position)
{
    const std::vector<std::string_view> choices = choicesOf(field.name);
    if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end())
        return {};
    std::string known;
    for (const std::string_view each : choices) {
        known += known.empty() ? "" : ", ";
        known += each;
    }
    return errorAt(position, std::string(field.name) + " is never \"" + value + "\"",
                   "one of " + known);
}

/// Checks the first digits of a digest; fewer than four could match by chance.
Status checkDigest(const std::string &value, std::size_t position)
{
    constexpr std::size_t fewest = 4;
    constexpr std::size_t most = 64;
    const bool isHexadecimal = std::all_of(value.begin(), value.end(),
                                           [](unsigned char c) { return std::isxdigit(c) != 0; });
    if (isHexadecimal && value.size() >= fewest && value.size() <= most)
        return {};
    return errorAt(position, "\"" + value + "\" is not the beginning of a SHA-256",
                   "write 4 to 64 hexadecimal digits");
}

Status checkValues(const FilterField &field, const FilterTerm &term,
                   const std::vector<std::size_t> &positions)
{
    if (term.op != FilterOp::Is && !field.numeric)
        return errorAt(term.position,
                       "the field \"" + term.field + "\" cannot be compared with < or >",
                       "write " + term.field + ":value");
    for (std::size_t i = 0; i < term.values.size(); ++i) {
        const std::string &value = term.values[i];
        if (!field.numeric) {
            Status checked = term.field == "hash" ? checkDigest(value, positions[i])
                                                  : checkChoice(field, value, positions[i]);
            if (!checked)
                return checked;
            continue;
        }
        const bool keyword = (term.field == "round" && value == "last") || value == "none";
        if (!isNumber(value) && !(keyword && term.op == FilterOp::Is))
            return errorAt(positions[i], "\"" + value + "\" is not a number",
                           "the field \"" + term.field + "\" takes a number, or none");
    }
    return {};
}

Result<FilterTerm> readTerm(Scanner &scanner)
{
    FilterTerm term;
    term.position = scanner.position();
    term.negated = scanner.take('-');
    const std::size_t begin = scanner.position();
    const std::string_view name = scanner.word();
    const bool hasOperator = !scanner.atEnd() && !name.empty()
        && std::string_view(":=<>").find(scanner.peek()) != std::string_view::npos;
    if (!hasOperator) {
        scanner.rewind(begin);
        auto value = scanner.value();
        if (!value)
            return value.error();
        term.values.push_back(std::move(*value));
        return term;
    }
    const FilterField *field = findField(presentName(name));
    if (field == nullptr)
        return errorAt(begin, "there is no field \"" + std::string(name) + "\"", fieldNames(name));
    const auto op = readOperator(scanner);
    if (!op)
        return op.error();
    term.op = *op;
    // Before baselines could be named, this field was their time.
    if (field->name == "baseline" && *op != FilterOp::Is)
        field = findField("baseline_ms");
    term.field = field->name;
    std::vector<std::size_t> positions;
    do {
        positions.push_back(scanner.position());
        const bool isQuoted = !scanner.atEnd() && scanner.peek() == '"';
        auto value = scanner.value();
        if (!value)
            return value.error();
        if (isQuoted && term.field == "device")
            term.quoted.push_back(*value);
        term.values.push_back(std::move(*value));
    } while (scanner.take(','));
    const Status checked = checkValues(*field, term, positions);
    if (!checked)
        return checked.error();
    return term;
}

} // namespace

bool FilterTerm::isQuoted(const std::string &value) const
{
    return std::find(quoted.begin(), quoted.end(), value) != quoted.end();
}

const std::vector<FilterField> &filterFields()
{
    static const std::vector<FilterField> fields{
        {"status", false,
         "correct, flagged, failed, wrong, no_build, crash, timeout, skipped, unknown, "
         "infra_error"},
        {"verdict", false, "exact verdict by the suite's rules, e.g. compile_error"},
        {"strict", false, "exact verdict by the strict rules"},
        {"category", false, "category of the task"},
        {"suite", false, "name of the suite"},
        {"task", false, "name of the task; * matches anything"},
        {"method", false, "name of the method"},
        {"run", false, "name of the run"},
        {"tag", false, "a tag of the result; none = no tag"},
        {"triage", false, "new, looking, explained, suspicious, accepted"},
        {"device", false, "part of the device's name, in any case; in quotes the whole name"},
        {"flag", false, "a flag of the evaluation, e.g. identical_code"},
        {"demo", false, "yes or no: demonstration data"},
        {"precision", false, "precision of the run, e.g. fp32"},
        {"protocol", false, "whose rules the run was judged by"},
        {"baseline", false,
         "what speedups are over, e.g. eager; none = not recorded, as of most failures"},
        {"baseline_kind", false, "the baseline without its part in parentheses"},
        {"suite_version", false, "commit or release of the suite; none = not recorded"},
        {"clock", false, "how the run timed calls, with its cache; none = not recorded"},
        {"choice", false, "last, first or best: the round that counts for its sample"},
        {"language", false, "language of the candidate, e.g. cuda"},
        {"hash", false, "first digits of the SHA-256 of the candidate's source or of the task"},
        {"kind", false, "kind of the failure's first cause, e.g. undefined_name"},
        {"cause", false, "failures with this first cause; kloupe clusters lists them"},
        {"fingerprint", false, "failures with exactly this first cause, with its names"},
        {"rule", false, "a rule of integrity that found something, e.g. speedup_limit"},
        {"finding", false, "note, suspicion or proof: integrity findings; none = no finding"},
        {"made_of", false,
         "own_kernels, mixed or library_only: code that does the work; none = not known"},
        {"arithmetic", false, "float32, as_baseline, reduced: how exact; none = not known"},
        {"flagged", false, "yes or no: a finding of cheating, so not counted as correct"},
        {"reviewed", false, "yes, no, or the last decision: cleared, confirmed, reopened"},
        {"level", true, "level or difficulty"},
        {"sample", true, "number of the independent attempt, from 0"},
        {"round", true, "round of the refinement, from 0; last = the last known"},
        {"speedup", true, "baseline time / candidate time; none = not timed"},
        {"time", true, "median candidate time in ms"},
        {"baseline_ms", true, "median baseline time in ms"},
        {"attempt", true, "number of the evaluation of the same candidate, from 0"},
        {"input_tokens", true, "tokens read to write the candidate; none = not recorded"},
        {"output_tokens", true, "tokens written for the candidate"},
        {"requests", true, "calls of the model for the candidate"},
        {"dollars", true, "price of the candidate"},
        {"generation_seconds", true, "time to write the candidate, wall clock"},
        {"id", true, "id of the evaluation in this store, as picked in a chart"},
    };
    return fields;
}

std::vector<std::string_view> choicesOf(std::string_view field)
{
    if (field == "demo" || field == "flagged")
        return {"yes", "no"};
    if (field == "choice")
        return {"last", "first", "best"};
    if (field == "reviewed")
        return {"yes", "no", "cleared", "confirmed", "reopened"};
    if (field == "finding")
        return {"note", "suspicion", "proof", "none"};
    if (field == "made_of")
        return traitChoices(allMadeOf);
    if (field == "arithmetic")
        return traitChoices(allArithmetic);
    if (field == "triage") {
        std::vector<std::string_view> states;
        for (const TriageState state : allTriageStates())
            states.push_back(stateName(state));
        return states;
    }
    return {};
}

Result<Filter> parseFilter(std::string_view text)
{
    Filter filter;
    Scanner scanner(text);
    for (scanner.skipBlanks(); !scanner.atEnd(); scanner.skipBlanks()) {
        auto term = readTerm(scanner);
        if (!term)
            return term.error();
        filter.terms.push_back(std::move(*term));
        if (!scanner.atBreak())
            return errorAt(scanner.position(), "expected a blank between terms", {});
    }
    return filter;
}

std::string text(const Filter &filter)
{
    std::string out;
    for (const FilterTerm &term : filter.terms) {
        if (!out.empty())
            out += ' ';
        if (term.negated)
            out += '-';
        if (!term.field.empty()) {
            constexpr std::string_view signs[] = {":", "<", "<=", ">", ">="};
            out += term.field;
            out += signs[static_cast<std::size_t>(term.op)];
        }
        for (std::size_t i = 0; i < term.values.size(); ++i)
            out += (i == 0 ? "" : ",") + quotedValue(term.values[i], term.isQuoted(term.values[i]));
    }
    return out;
}

} // namespace loupe

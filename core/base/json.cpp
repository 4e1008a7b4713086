// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"

#include "core/base/textencoding.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace loupe {

namespace {

std::string locationOf(std::string_view text, std::size_t byte, const std::string &source,
                       int firstLine)
{
    const std::size_t end = std::min(byte, text.size());
    const auto begin = text.begin();
    const auto line = std::count(begin, begin + static_cast<std::ptrdiff_t>(end), '\n') + firstLine;
    const std::size_t lastBreak = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
    const std::size_t column = lastBreak == std::string_view::npos ? end + 1 : end - lastBreak;
    return source + ":" + std::to_string(line) + ":" + std::to_string(column);
}

/// Returns why a text is not JSON, and the offending byte. For truncated text, the parser's own
/// position lies past the end.
std::pair<std::string, std::size_t> whyNoJson(std::string_view text, std::size_t byte)
{
    const std::string start = "not valid JSON";
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return {start + ": it is empty", 0};
    if (const auto fault = encodingFault(text))
        return {start + ": it " + fault->message, fault->at};
    if (byte >= text.size())
        return {start + ": it is cut off within a value", text.size()};
    return {start, byte};
}

/// Returns the parser's message without its own error number and position.
std::string explanationOf(std::string_view text)
{
    if (const std::size_t number = text.find("] "); number != std::string_view::npos)
        text.remove_prefix(number + 2);
    const std::size_t position = text.starts_with("parse error at ") ? text.find(": ") : text.npos;
    if (position != std::string_view::npos)
        text.remove_prefix(position + 2);
    return std::string(text);
}

/// Parser that also detects duplicate keys in an object. Json::parse with a callback could do so,
/// but takes quadratic time for an array of objects.
class KeyWatcher : public nlohmann::detail::json_sax_dom_parser<Json>
{
public:
    using Base = nlohmann::detail::json_sax_dom_parser<Json>;
    explicit KeyWatcher(Json &value) : Base(value, true) { }

    bool start_object(std::size_t elements) // NOLINT(readability-identifier-naming): the library's
    {
        m_keys.emplace_back();
        return Base::start_object(elements);
    }
    bool key(std::string &text)
    {
        if (m_duplicate.empty() && !m_keys.back().insert(text).second)
            m_duplicate = text;
        return Base::key(text);
    }
    bool end_object() // NOLINT(readability-identifier-naming): the library's
    {
        m_keys.pop_back();
        return Base::end_object();
    }
    const std::string &duplicate() const { return m_duplicate; }

private:
    std::vector<std::set<std::string>> m_keys;
    std::string m_duplicate;
};

} // namespace

Result<Json> parseJson(std::string_view text, const std::string &source, int firstLine)
{
    Json value;
    KeyWatcher watcher(value);
    try {
        Json::sax_parse(text, &watcher);
        if (const std::string &duplicate = watcher.duplicate(); !duplicate.empty())
            return Error{Errc::InvalidInput,
                         "the key \"" + duplicate + "\" occurs twice in one object",
                         source + ":" + std::to_string(firstLine), "remove one of them"};
        return value;
    } catch (const Json::parse_error &error) {
        const auto [why, byte] = whyNoJson(text, error.byte == 0 ? 0 : error.byte - 1);
        return Error{.code = Errc::InvalidInput,
                     .message = why,
                     .where = locationOf(text, byte, source, firstLine),
                     .detail = explanationOf(error.what())};
    } catch (const Json::exception &error) {
        return Error{.code = Errc::InvalidInput,
                     .message = "not valid JSON",
                     .where = source,
                     .detail = explanationOf(error.what())};
    }
}

JsonReader::JsonReader(const Json &value, std::string file, std::string path,
                       std::vector<JsonProblem> &problems)
    : m_value(value)
    , m_file(std::move(file))
    , m_path(std::move(path))
    , m_problems(problems)
{
    if (!m_value.is_object())
        m_problems.push_back({m_path.empty() ? m_file : m_file + ":" + m_path,
                              std::string("must be an object, is ") + m_value.type_name()});
}

std::string JsonReader::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

void JsonReader::problem(std::string_view key, std::string message) const
{
    m_problems.push_back({m_file + ":" + pathOf(key), std::move(message)});
}

const Json *JsonReader::find(std::string_view key, bool required) const
{
    if (m_value.is_object()) {
        const auto it = m_value.find(key);
        if (it != m_value.end())
            return &*it;
        if (required)
            problem(key, "is missing");
    }
    return nullptr;
}

bool JsonReader::has(std::string_view key) const
{
    return m_value.is_object() && m_value.contains(key);
}

std::string JsonReader::requiredString(std::string_view key) const
{
    const Json *value = find(key, true);
    if (value == nullptr)
        return {};
    if (!value->is_string()) {
        problem(key, std::string("must be a string, is ") + value->type_name());
        return {};
    }
    return value->get<std::string>();
}

std::string JsonReader::optionalString(std::string_view key, std::string fallback) const
{
    return has(key) ? requiredString(key) : std::move(fallback);
}

double JsonReader::requiredNumber(std::string_view key) const
{
    const Json *value = find(key, true);
    if (value == nullptr)
        return 0.0;
    if (!value->is_number() || !std::isfinite(value->get<double>())) {
        problem(key, std::string("must be a finite number, is ") + value->type_name());
        return 0.0;
    }
    return value->get<double>();
}

double JsonReader::optionalNumber(std::string_view key, double fallback) const
{
    return has(key) ? requiredNumber(key) : fallback;
}

std::optional<double> JsonReader::nullableNumber(std::string_view key) const
{
    const Json *value = find(key, false);
    if (value == nullptr || value->is_null())
        return std::nullopt;
    return requiredNumber(key);
}

std::int64_t JsonReader::requiredInteger(std::string_view key) const
{
    const Json *value = find(key, true);
    if (value == nullptr)
        return 0;
    if (!value->is_number_integer()) {
        problem(key,
                "must be a whole number, is "
                    + (value->is_number() ? value->dump() : std::string(value->type_name())));
        return 0;
    }
    return value->get<std::int64_t>();
}

bool JsonReader::requiredBool(std::string_view key) const
{
    const Json *value = find(key, true);
    if (value == nullptr)
        return false;
    if (!value->is_boolean()) {
        problem(key, std::string("must be true or false, is ") + value->type_name());
        return false;
    }
    return value->get<bool>();
}

bool JsonReader::optionalBool(std::string_view key, bool fallback) const
{
    return has(key) ? requiredBool(key) : fallback;
}

std::vector<std::string> JsonReader::optionalStrings(std::string_view key) const
{
    std::vector<std::string> out;
    const Json *value = find(key, false);
    if (value == nullptr)
        return out;
    if (!value->is_array()) {
        problem(key, std::string("must be an array of strings, is ") + value->type_name());
        return out;
    }
    for (const Json &item : *value) {
        if (item.is_string())
            out.push_back(item.get<std::string>());
        else
            problem(std::string(key) + "[" + std::to_string(out.size()) + "]", "must be a string");
    }
    return out;
}

std::vector<JsonReader> JsonReader::objects(std::string_view key, bool required) const
{
    std::vector<JsonReader> out;
    const Json *value = find(key, required);
    if (value == nullptr)
        return out;
    if (!value->is_array()) {
        problem(key, std::string("must be an array, is ") + value->type_name());
        return out;
    }
    for (const Json &item : *value)
        out.emplace_back(item, m_file, pathOf(key) + "[" + std::to_string(out.size()) + "]",
                         m_problems);
    return out;
}

std::optional<JsonReader> JsonReader::object(std::string_view key, bool required) const
{
    const Json *value = find(key, required);
    if (value == nullptr)
        return std::nullopt;
    return JsonReader(*value, m_file, pathOf(key), m_problems);
}

void JsonReader::allowOnly(std::initializer_list<std::string_view> known) const
{
    if (!m_value.is_object())
        return;
    for (const auto &[key, value] : m_value.items()) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            problem(key, "is not a known field");
    }
}

Error toError(const std::vector<JsonProblem> &problems)
{
    Error error{Errc::InvalidInput,
                problems.empty() ? "invalid" : problems.front().message,
                problems.empty() ? "" : problems.front().where,
                {},
                {}};
    if (problems.size() < 2)
        return error;
    for (const JsonProblem &problem : problems)
        error.detail += problem.where + ": " + problem.message + "\n";
    error.message += problems.size() == 2
        ? " (and 1 more problem)"
        : " (and " + std::to_string(problems.size() - 1) + " more problems)";
    return error;
}

} // namespace loupe

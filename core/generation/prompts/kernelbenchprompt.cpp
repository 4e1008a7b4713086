// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/kernelbenchprompt.h"

#include "core/base/result.h"
#include "core/generation/prompts/pythonformat.h"
#include "core/generation/prompts/pythonsource.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml.hpp>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *textsFile = "src/kernelbench/prompts/prompts.toml";
constexpr const char *referencePlace = "{{reference}}";
/// Limit because the parser is recursive.
constexpr int deepestNesting = 64;

/// Checks brackets outside of multi-line strings, which hold programs.
bool isNestedTooDeep(const std::string &text)
{
    int depth = 0;
    bool isInLongString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 3, "\"\"\"") == 0) {
            isInLongString = !isInLongString;
            i += 2;
        } else if (!isInLongString && (text[i] == '[' || text[i] == '{')) {
            if (++depth > deepestNesting)
                return true;
        } else if (!isInLongString && (text[i] == ']' || text[i] == '}')) {
            depth = std::max(0, depth - 1);
        }
    }
    return false;
}

/// Texts of a checkout's prompts.toml, by key path.
class Texts
{
public:
    static Result<Texts> read(const fs::path &checkout)
    {
        const fs::path file = checkout / textsFile;
        const auto content = readSuiteFile(checkout, file);
        if (!content)
            return Error{Errc::NotFound, "there are no prompts of KernelBench", file.string(),
                         "name a checkout of KernelBench"};
        if (isNestedTooDeep(*content))
            return Error{Errc::InvalidInput, "this is nested too deep", file.string()};
        std::istringstream stream(*content);
        try {
            return Texts(checkout, toml::parse(stream, file.string()));
        } catch (const std::exception &failed) {
            Error error = Error{Errc::InvalidInput, "this is no TOML", file.string()};
            error.detail = failed.what();
            return error;
        }
    }

    /// Returns a text. InvalidInput if it is missing or not a string.
    Result<std::string> text(const std::vector<std::string> &place) const
    {
        const auto *found = at(place);
        if (found == nullptr || !found->is_string())
            return wrong(place, "a text");
        return toml::get<std::string>(*found);
    }

    std::string textOr(const std::vector<std::string> &place, const std::string &otherwise) const
    {
        const auto found = text(place);
        return found ? *found : otherwise;
    }

    /// Lists the names in a table, for an error message.
    std::string names(const std::string &table) const
    {
        std::vector<std::string> out;
        if (const auto *found = at({table}); found != nullptr && found->is_table()) {
            for (const auto &[name, value] : found->as_table())
                out.push_back(name);
        }
        std::ranges::sort(out);
        return fmt::format("{}", fmt::join(out, ", "));
    }

    bool has(const std::vector<std::string> &place) const { return at(place) != nullptr; }

    Result<std::vector<std::string>> list(const std::vector<std::string> &place) const
    {
        const auto *found = at(place);
        return found == nullptr ? wrong(place, "a list") : textsOf(*found, place);
    }

    /// Returns the input and output files of each example; empty if there are none.
    Result<std::vector<std::vector<std::string>>> lists(const std::vector<std::string> &place) const
    {
        std::vector<std::vector<std::string>> out;
        const auto *found = at(place);
        if (found == nullptr)
            return out;
        if (!found->is_array())
            return wrong(place, "a list");
        for (const auto &each : found->as_array()) {
            auto texts = textsOf(each, place);
            if (!texts)
                return texts.error();
            if (texts->size() != 2)
                return wrong(place, "a list of pairs");
            out.push_back(std::move(*texts));
        }
        return out;
    }

    /// Reads a file that the texts refer to, below the checkout.
    Result<std::string> example(const std::string &file) const
    {
        return readSuiteFile(m_checkout, m_checkout / file);
    }

    Error wrong(const std::vector<std::string> &place, const char *wanted) const
    {
        return Error{Errc::InvalidInput,
                     fmt::format("{} must be {}", fmt::join(place, "."), wanted),
                     (m_checkout / textsFile).string()};
    }

private:
    Texts(fs::path checkout, toml::value values)
        : m_checkout(std::move(checkout))
        , m_values(std::move(values))
    {
    }

    const toml::value *at(const std::vector<std::string> &place) const
    {
        const toml::value *node = &m_values;
        for (const std::string &name : place) {
            if (!node->is_table() || node->as_table().count(name) == 0)
                return nullptr;
            node = &node->as_table().at(name);
        }
        return node;
    }

    Result<std::vector<std::string>> textsOf(const toml::value &node,
                                             const std::vector<std::string> &place) const
    {
        if (!node.is_array())
            return wrong(place, "a list");
        std::vector<std::string> out;
        for (const auto &each : node.as_array()) {
            if (!each.is_string())
                return wrong(place, "a list of texts");
            out.push_back(toml::get<std::string>(each));
        }
        return out;
    }

    fs::path m_checkout;
    toml::value m_values;
};

/// Assembles a prompt.
class Builder
{
public:
    Builder(const Texts &texts, const KernelBenchPrompt &choice)
        : m_texts(texts)
        , m_choice(choice)
        , m_backend{"backends", choice.backend}
    {
    }

    Result<std::string> build()
    {
        if (Status known = check(); !known)
            return known.error();
        for (auto step : {&Builder::addNames, &Builder::addExamples}) {
            if (Status added = (this->*step)(); !added)
                return added.error();
        }
        const auto components = m_texts.list({"options", m_choice.option, "components"});
        if (!components)
            return components.error();
        std::string all;
        for (const std::string &component : *components) {
            auto part = partOf(component);
            if (!part)
                return part.error();
            all += (all.empty() ? "" : "\n") + *part;
        }
        auto formatted = format(stripped(all) + "\n");
        return formatted ? Result<std::string>(stripped(*formatted) + "\n") : formatted;
    }

private:
    Status check() const
    {
        for (const auto &[table, name] :
             {std::pair("backends", &m_choice.backend), std::pair("options", &m_choice.option),
              std::pair("precision", &m_choice.precision)}) {
            if (!m_texts.has({table, *name}))
                return Error{.code = Errc::InvalidInput,
                             .message = fmt::format("KernelBench has no {} \"{}\"", table, *name),
                             .hint = "it has: " + m_texts.names(table)};
        }
        return {};
    }

    Status addNames()
    {
        m_values["backend_display"]
            = m_texts.textOr(joined(m_backend, "backend_display"), m_choice.backend);
        m_values["precision_display"] = m_texts.textOr(
            {"precision", m_choice.precision, "precision_display"}, m_choice.precision);
        m_values["ref_arch_src"] = referencePlace;
        for (const char *name : {"problem_statement", "instruction"}) {
            const auto text = m_texts.text({"shared", name});
            if (!text)
                return text.error();
            auto formatted = format(*text);
            if (!formatted)
                return formatted.error();
            m_values[name] = std::move(*formatted);
        }
        return {};
    }

    Status addExamples()
    {
        const std::string wanted
            = m_texts.textOr({"options", m_choice.option, "requires_example"}, {});
        if (wanted.empty())
            return {};
        auto pairs = m_texts.lists(joined(m_backend, "few_shot_examples"));
        if (!pairs)
            return pairs.error();
        const bool areFew = wanted == "few_shot" && !pairs->empty();
        if (!areFew) {
            const auto given
                = m_texts.text(m_texts.has(joined(m_backend, "few_shot_example_arch"))
                                   ? joined(m_backend, "few_shot_example_arch")
                                   : std::vector<std::string>{"shared", "few_shot_example_arch"});
            const auto answered = m_texts.text(joined(m_backend, "one_shot_new_arch"));
            if (!given || !answered)
                return given ? answered.error() : given.error();
            *pairs = {{*given, *answered}};
        }
        std::string entries;
        for (std::size_t i = 0; i < pairs->size(); ++i) {
            auto entry
                = entryOf((*pairs)[i], areFew ? fmt::format("Example {}:", i + 1) : "Example:");
            if (!entry)
                return entry.error();
            entries += (entries.empty() ? "" : "\n\n") + *entry;
        }
        auto intro = common(areFew ? "example_intro_few_shot" : "example_intro_one_shot");
        if (intro)
            intro = format(stripped(*intro));
        if (!intro)
            return intro.error();
        m_values["examples_intro"] = std::move(*intro);
        m_values["examples_entries"] = stripped(entries);
        return {};
    }

    Result<std::string> entryOf(const std::vector<std::string> &files, const std::string &label)
    {
        auto values = m_values;
        values["example_label"] = label;
        for (const auto &[name, file] :
             {std::pair("input_code", &files[0]), std::pair("output_code", &files[1])}) {
            auto code = m_texts.example(*file);
            if (!code)
                return code.error();
            // "{{" in an example would be read as a placeholder.
            if (code->find("{{") != std::string::npos)
                return Error{Errc::Unsupported, "an example holds {{, which a prompt cannot",
                             *file};
            values[name] = std::move(*code);
        }
        const auto shape = common("example_entry_template");
        return shape ? pythonFormat(stripped(*shape), values, "example_entry_template") : shape;
    }

    Result<std::string> partOf(const std::string &component) const
    {
        if (component == "problem_statement" || component == "instruction")
            return m_values.at(component);
        auto text = component.starts_with("hardware_")
            ? Result<std::string>(m_texts.wrong({"options", m_choice.option, "components"},
                                                "without hardware, which is not known here"))
            : common(component);
        return text ? Result<std::string>(stripped(*text) + "\n") : text;
    }

    Result<std::string> common(const std::string &name) const
    {
        return m_texts.text({"templates", "common", name});
    }

    Result<std::string> format(const std::string &text) const
    {
        return pythonFormat(text, m_values, textsFile);
    }

    static std::vector<std::string> joined(std::vector<std::string> place, const char *name)
    {
        place.emplace_back(name);
        return place;
    }

    const Texts &m_texts;
    const KernelBenchPrompt &m_choice;
    std::vector<std::string> m_backend;
    std::map<std::string, std::string> m_values;
};

} // namespace

Result<std::string> kernelBenchTemplate(const fs::path &checkout, const KernelBenchPrompt &choice)
{
    const auto texts = Texts::read(checkout);
    if (!texts)
        return texts.error();
    return Builder(*texts, choice).build();
}

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/multikernelbenchprompt.h"

#include "core/base/result.h"
#include "core/generation/prompts/pythonformat.h"
#include "core/generation/prompts/pythonsource.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *generators = "prompt_generators";
constexpr const char *sharedTexts = "prompt_generators/prompt_utils.py";
constexpr const char *table = "category2exampleop";

/// Examples and terms of a strategy's script.
struct Script {
    std::string builder; ///< generate_template or ascendc_template
    std::string files;   ///< prompts/FILES_new_model_….py
    std::string shown;   ///< "CUDA"
    std::string fixed;   ///< example of all tasks, or of tasks without a specific one
    bool isByCategory = false;
};

class Checkout
{
public:
    explicit Checkout(fs::path folder) : m_folder(std::move(folder)) { }

    Result<std::string> read(const std::string &file) const
    {
        auto text = readSuiteFile(m_folder, m_folder / file);
        if (text)
            return withUnixLines(*text);
        return Error{Errc::NotFound, "there is no such text of MultiKernelBench",
                     (m_folder / file).string(), "name a checkout of MultiKernelBench"};
    }

    bool has(const std::string &file) const { return isFile(m_folder / file); }
    const fs::path &folder() const { return m_folder; }

    Error unknown(const std::string &file, const std::string &what) const
    {
        return Error{Errc::Unsupported,
                     "the prompt has a form that this version does not know: " + what,
                     (m_folder / file).string(), "use a checkout of another version"};
    }

private:
    fs::path m_folder;
};

std::string fileOf(const MultiKernelBenchPrompt &choice)
{
    return fmt::format("{}/{}_{}.py", generators, choice.backend, choice.option);
}

/// Lists the existing strategies, such as "cuda_selected_shot", for an error message.
std::string strategiesOf(const Checkout &checkout)
{
    std::string out;
    for (const fs::path &file : filesIn(checkout.folder() / generators, ".py")) {
        const std::string stem = file.stem().string();
        if (stem.ends_with("_shot"))
            out += (out.empty() ? "" : ", ") + stem;
    }
    return out;
}

/// Returns the arguments of a call such as "read_relavant_files('cuda', op, 'add')".
std::string argumentsOf(const std::vector<PythonStatement> &body, const std::string &call)
{
    for (const PythonStatement &each : body) {
        const std::size_t at = each.text.find(call + "(");
        if (at == std::string_view::npos)
            continue;
        const std::string_view rest = each.text.substr(at + call.size() + 1);
        return std::string(rest.substr(0, rest.rfind(')')));
    }
    return {};
}

Result<Script> readScript(const Checkout &checkout, const MultiKernelBenchPrompt &choice)
{
    const std::string file = fileOf(choice);
    if (choice.backend.find('/') != std::string::npos
        || choice.option.find('/') != std::string::npos || !checkout.has(file)) {
        const std::string known = strategiesOf(checkout);
        return Error{
            Errc::NotFound,
            fmt::format("MultiKernelBench has no prompt {}_{}", choice.backend, choice.option),
            (checkout.folder() / generators).string(),
            known.empty() ? "name a checkout of MultiKernelBench" : "it has: " + known};
    }
    const auto source = checkout.read(file);
    if (!source)
        return source.error();
    Script out;
    std::vector<PythonStatement> body;
    for (const PythonStatement &each : statementsOf(*source)) {
        if (each.indent > 0)
            body.push_back(each);
    }
    const std::string read = argumentsOf(body, "read_relavant_files");
    for (const char *builder : {"generate_template", "ascendc_template"}) {
        const std::string given = argumentsOf(body, builder);
        if (given.empty())
            continue;
        out.builder = builder;
        const auto literals = literalsOf(given);
        out.shown = literals.empty() ? std::string() : literals.back().text;
    }
    const auto literals = literalsOf(read);
    if (out.builder.empty() || literals.empty())
        return checkout.unknown(file, "no call of generate_template");
    out.files = literals.front().text;
    const bool asksTable = source->find(std::string(table) + "[") != std::string::npos
        || source->find(std::string(table) + ".get(") != std::string::npos;
    out.isByCategory = asksTable;
    if (!asksTable && literals.size() == 2)
        out.fixed = literals.back().text;
    const std::size_t fallback = source->find(std::string(table) + ".get(category, ");
    if (fallback != std::string::npos) {
        const auto of = literalsOf(std::string_view(*source).substr(fallback));
        out.fixed = of.empty() ? std::string() : of.front().text;
    }
    if (!asksTable && out.fixed.empty())
        return checkout.unknown(file, "no example");
    return out;
}

/// Reads the table of examples by category from dataset.py, including the categories that it adds
/// by prefix.
Result<std::map<std::string, std::string>> exampleTable(const Checkout &checkout)
{
    const auto source = checkout.read("dataset.py");
    if (!source)
        return source.error();
    std::map<std::string, std::string> out;
    std::optional<std::string> added;
    std::optional<std::string> beginning;
    for (const PythonStatement &each : statementsOf(*source)) {
        const auto literals = literalsOf(each.text);
        if (each.text.starts_with(std::string(table) + " = {")) {
            for (std::size_t i = 0; i + 1 < literals.size(); i += 2)
                out[literals[i].text] = literals[i + 1].text;
        } else if (each.text.starts_with("if category.startswith(") && literals.size() == 1) {
            beginning = literals.front().text;
        } else if (each.text.starts_with(std::string(table) + ".setdefault(category, ")
                   && literals.size() == 1) {
            added = literals.front().text;
        }
    }
    if (out.empty())
        return checkout.unknown("dataset.py", std::string("no table ") + table);
    if (added && beginning) {
        for (const fs::path &folder : foldersIn(checkout.folder() / "reference")) {
            if (folder.filename().string().starts_with(*beginning))
                out.emplace(folder.filename().string(), *added);
        }
    }
    return out;
}

/// Texts of prompt_utils.py around reference and examples.
class PartsOfPrompts
{
public:
    static Result<PartsOfPrompts> read(const Checkout &checkout, const Script &script)
    {
        const auto source = checkout.read(sharedTexts);
        if (!source)
            return source.error();
        PartsOfPrompts out(script);
        const auto statements = statementsOf(*source);
        for (const PythonStatement &each : statements) {
            const std::size_t equals = each.text.find('=');
            const auto literal = equals == std::string_view::npos
                ? std::nullopt
                : literalAt(each.text, each.text.find_first_not_of(" \t", equals + 1));
            if (each.indent == 0 && literal)
                out.m_named[stripped(each.text.substr(0, equals))] = literal->text;
        }
        // Texts without a space join sentences or are part of a fence.
        for (const PythonStatement &each : functionOf(statements, {}, script.builder)) {
            for (PythonLiteral &literal : literalsOf(each.text)) {
                if (literal.text.find(' ') != std::string::npos)
                    out.m_sentences.push_back(std::move(literal.text));
            }
        }
        const std::size_t known = out.isAscendC() ? 7 : 1;
        if (out.m_sentences.size() != known)
            return checkout.unknown(sharedTexts, script.builder);
        return out;
    }

    /// Builds the whole prompt; `examples` is the part about the examples.
    Result<std::string> build(const std::string &examples) const
    {
        const auto statement
            = named(isAscendC() ? "ASCENDC_PROBLEM_STATEMENT" : "template_statement");
        const auto instruction
            = named(isAscendC() ? "ASCENDC_PROBLEM_INSTRUCTION" : "template_instruction");
        const auto given = filled(m_sentences.back(), "{{operator}}", "{{operator_pascal}}");
        for (const auto *part : {&statement, &instruction, &given}) {
            if (!*part)
                return part->error();
        }
        return stripped(dedented(*statement)) + "\n\n" + examples + *given + "\n\n"
            + codeBlock("{{reference_stripped}}") + "\n\n" + stripped(dedented(*instruction))
            + "\n";
    }

    /// Builds the part about the example `name` from its two programs.
    Result<std::string> example(const std::string &name, const std::string &given,
                                const std::string &answered) const
    {
        const std::string before = codeBlock(stripped(given));
        const std::string after = codeBlock(stripped(answered));
        std::vector<std::string> parts;
        if (isAscendC()) {
            const auto original = filled(m_sentences[1], name, {});
            if (!original)
                return original.error();
            parts = {m_sentences[0], *original,      before,         m_sentences[2],
                     m_sentences[3], m_sentences[4], m_sentences[5], after};
        } else {
            const auto intro = named("template_example_intro");
            const auto newIntro = named("template_new_arch_intro");
            if (!intro || !newIntro)
                return intro ? newIntro.error() : intro.error();
            parts = {stripped(*intro), before, stripped(*newIntro), after};
        }
        return fmt::format("{}", fmt::join(parts, "\n\n"));
    }

private:
    explicit PartsOfPrompts(Script script) : m_script(std::move(script)) { }

    bool isAscendC() const { return m_script.builder == "ascendc_template"; }

    std::string codeBlock(const std::string &code) const
    {
        return fmt::format("```{}\n{}\n```", isAscendC() ? "python" : "", code);
    }

    Result<std::string> named(const std::string &name) const
    {
        const auto found = m_named.find(name);
        if (found == m_named.end())
            return Error{Errc::Unsupported, "there is no text " + name, sharedTexts};
        return isAscendC() ? Result<std::string>(found->second)
                           : pythonFormat(found->second, {{"", m_script.shown}}, name);
    }

    /// Adds "_custom" to names like the script, so that they differ from existing operators.
    static Result<std::string> filled(const std::string &sentence, const std::string &name,
                                      const std::string &pascal)
    {
        return pythonFormat(sentence,
                            {{"op", name + "_custom"},
                             {"example_op", name + "_custom"},
                             {"underscore_to_pascalcase(op)", pascal + "Custom"}},
                            sharedTexts);
    }

    Script m_script;
    std::map<std::string, std::string> m_named;
    std::vector<std::string> m_sentences;
};

/// Builds the part about examples: one for all tasks, or one for each category.
class Examples
{
public:
    Examples(const Checkout &checkout, const Script &script, const PartsOfPrompts &texts)
        : m_checkout(checkout)
        , m_script(script)
        , m_texts(texts)
    {
    }

    Result<std::string> all() const
    {
        if (!m_script.isByCategory)
            return one(m_script.fixed);
        const auto examples = exampleTable(m_checkout);
        if (!examples)
            return examples.error();
        std::string out;
        std::string ends;
        for (const auto &[category, example] : *examples) {
            if (!m_checkout.has(answerOf(example)))
                continue;
            auto text = one(example);
            if (!text)
                return text;
            out += "{{#if category = " + category + "}}\n" + *text + "{{else}}\n";
            ends += "{{/if}}\n";
        }
        if (ends.empty())
            return Error{Errc::NotFound, "there is no example of any category",
                         (m_checkout.folder() / answerOf("…")).string()};
        if (m_script.fixed.empty())
            return out + "{{#refuse MultiKernelBench has no example of its category}}\n" + ends;
        const auto other = one(m_script.fixed);
        return other ? Result<std::string>(out + *other + ends) : other;
    }

private:
    std::string answerOf(const std::string &example) const
    {
        return fmt::format("prompts/{}_new_model_{}.py", m_script.files, example);
    }

    Result<std::string> one(const std::string &example) const
    {
        const std::string files[]
            = {fmt::format("prompts/cuda_model_{}.py", example), answerOf(example)};
        std::vector<std::string> programs;
        for (const std::string &file : files) {
            auto program = m_checkout.read(file);
            if (!program)
                return program;
            // "{{" in an example would be read as a placeholder.
            if (program->find("{{") != std::string::npos)
                return Error{Errc::Unsupported, "an example holds {{, which a prompt cannot", file};
            programs.push_back(std::move(*program));
        }
        const auto text = m_texts.example(example, programs[0], programs[1]);
        return text ? Result<std::string>(*text + "\n\n") : text;
    }

    const Checkout &m_checkout;
    const Script &m_script;
    const PartsOfPrompts &m_texts;
};

} // namespace

Result<std::string> multiKernelBenchTemplate(const fs::path &checkout,
                                             const MultiKernelBenchPrompt &choice)
{
    const Checkout files(checkout);
    const auto script = readScript(files, choice);
    if (!script)
        return script.error();
    const auto texts = PartsOfPrompts::read(files, *script);
    if (!texts)
        return texts.error();
    const auto examples = Examples(files, *script, *texts).all();
    return examples ? texts->build(*examples) : examples;
}

} // namespace loupe

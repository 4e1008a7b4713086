// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/kernelgenbenchprompt.h"

#include "core/base/result.h"
#include "core/generation/prompts/pythonsource.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *builderFile = "src/generator/torch_prompt_builder.py";
constexpr const char *adapterFile = "src/kernelgenbench/framework/torch_adapter.py";

/// Maps the expressions of a prompt-building function to parts of a template (templatetext.h).
struct BuilderWords {
    std::string variable; ///< variable that collects the prompt: "prompt"
    /// Template text by expression.
    std::map<std::string, std::string> values;
    /// Template name by condition, or neverSo.
    std::map<std::string, std::string> conditions;
    /// Template list by loop head, such as "op in info.operators".
    std::map<std::string, std::string> loops;
    std::vector<std::string> ignored; ///< prefixes of statements that do not affect the text
};

constexpr const char *neverSo = "-"; ///< a condition that does not hold for any task

constexpr std::string_view stripCall = ".strip()";

/// Interprets the statements of a function and appends the text that they add.
class Walk
{
public:
    Walk(const std::vector<PythonStatement> &statements, const BuilderWords &words,
         const std::filesystem::path &file)
        : m_statements(statements)
        , m_words(words)
        , m_file(file)
    {
    }

    Result<std::string> run()
    {
        if (Status walked = block(m_statements.front().indent); !walked)
            return walked.error();
        return std::move(m_out);
    }

private:
    bool isOver(std::size_t indent) const
    {
        return m_at >= m_statements.size() || m_statements[m_at].indent < indent;
    }

    Error unknown(const std::string &what) const
    {
        const std::size_t at = std::min(m_at, m_statements.size() - 1);
        return Error{Errc::Unsupported,
                     "the prompt has a form that this version does not know: " + what,
                     fmt::format("{}:{}", m_file.string(), m_statements[at].line),
                     "use a checkout of another version"};
    }

    Status block(std::size_t indent)
    {
        while (!isOver(indent)) {
            if (Status done = statement(); !done)
                return done;
        }
        return {};
    }

    Status statement()
    {
        const std::string_view text = m_statements[m_at].text;
        if (text.starts_with("if "))
            return branch(headOf(text, "if "));
        if (text.starts_with("for "))
            return loop(headOf(text, "for "));
        for (const char *operation : {" += ", " = "}) {
            const std::string begin = m_words.variable + operation;
            if (!text.starts_with(begin))
                continue;
            auto added = expression(text.substr(begin.size()));
            if (!added)
                return added.error();
            m_out += *added;
            ++m_at;
            return {};
        }
        const bool isIgnored = std::any_of(
            m_words.ignored.begin(), m_words.ignored.end(),
            [&](const std::string &beginning) { return text.starts_with(beginning); });
        if (!isIgnored && !literalAt(text, 0))
            return unknown(std::string(text));
        ++m_at;
        return {};
    }

    /// Returns the text between the keyword and the colon; empty without a colon at the end.
    static std::string headOf(std::string_view text, std::string_view word)
    {
        text.remove_prefix(word.size());
        return text.ends_with(':') ? stripped(text.substr(0, text.size() - 1)) : std::string();
    }

    Status branch(const std::string &condition)
    {
        const auto known = m_words.conditions.find(condition);
        if (known == m_words.conditions.end())
            return unknown("if " + condition);
        const std::size_t indent = m_statements[m_at].indent;
        const bool isOpen = known->second != neverSo;
        if (isOpen)
            tag("{{#if " + known->second + "}}");
        ++m_at;
        if (Status walked = part(indent, isOpen); !walked)
            return walked;
        const bool hasElse = !isOver(indent) && m_statements[m_at].indent == indent
            && m_statements[m_at].text == "else:";
        if (hasElse) {
            if (isOpen)
                tag("{{else}}");
            ++m_at;
            if (Status walked = part(indent, true); !walked)
                return walked;
        }
        if (isOpen)
            tag("{{/if}}");
        return {};
    }

    Status part(std::size_t indent, bool isTaken)
    {
        if (isOver(indent + 1))
            return unknown("a block without statements");
        if (isTaken)
            return block(m_statements[m_at].indent);
        while (!isOver(indent + 1))
            ++m_at;
        return {};
    }

    Status loop(const std::string &head)
    {
        const auto known = m_words.loops.find(head);
        if (known == m_words.loops.end())
            return unknown("for " + head);
        const std::size_t indent = m_statements[m_at].indent;
        tag("{{#each " + known->second + "}}");
        ++m_at;
        if (Status walked = part(indent, true); !walked)
            return walked;
        tag("{{/each}}");
        return {};
    }

    /// Adds a tag. A tag alone on its line is later removed with the line, so it gets its own line
    /// break.
    void tag(const std::string &text)
    {
        const bool hasLine = m_out.empty() || m_out.back() == '\n';
        m_out += hasLine ? text + '\n' : text;
    }

    /// Evaluates an expression of literals, optionally stripped, and known expressions, joined by
    /// "+".
    Result<std::string> expression(std::string_view text)
    {
        std::string out;
        for (std::string_view left = text;;) {
            const auto literal = literalAt(left, 0);
            if (!literal) {
                const auto value = valueOf(stripped(left));
                return value ? Result<std::string>(out + *value) : value;
            }
            left.remove_prefix(literal->end);
            const bool isStripped = left.starts_with(stripCall);
            if (isStripped)
                left.remove_prefix(stripCall.size());
            auto filled = fill(*literal);
            if (!filled)
                return filled;
            out += isStripped ? stripped(*filled) : *filled;
            const std::string rest = stripped(left);
            if (rest.empty())
                return out;
            if (!rest.starts_with("+ "))
                return unknown(rest);
            left.remove_prefix(left.find('+') + 2);
        }
    }

    Result<std::string> valueOf(const std::string &expression) const
    {
        const auto known = m_words.values.find(expression);
        return known == m_words.values.end() ? Result<std::string>(unknown("{" + expression + "}"))
                                             : Result<std::string>(known->second);
    }

    Result<std::string> fill(const PythonLiteral &literal) const
    {
        std::string out;
        for (std::size_t i = 0; i < literal.text.size(); ++i) {
            const char c = literal.text[i];
            const bool isDouble = i + 1 < literal.text.size() && literal.text[i + 1] == c;
            if (!literal.isFormatted && c == '{' && isDouble)
                return unknown("a text with {{");
            if (!literal.isFormatted || (c != '{' && c != '}')) {
                out += c;
                continue;
            }
            if (isDouble) {
                if (out.ends_with(c))
                    return unknown("a text with {{");
                out += c;
                ++i;
                continue;
            }
            const std::size_t end = literal.text.find('}', i);
            if (c == '}' || end == std::string::npos)
                return unknown("a brace alone");
            auto value = valueOf(stripped(literal.text.substr(i + 1, end - i - 1)));
            if (!value)
                return value;
            out += *value;
            i = end;
        }
        return out;
    }

    const std::vector<PythonStatement> &m_statements;
    const BuilderWords &m_words;
    const std::filesystem::path &m_file;
    std::size_t m_at = 0;
    std::string m_out;
};

/// Translates a function of a benchmark's script into a template, using `words`. Nothing is
/// executed: only literals, additions to one variable, if, else and for are read. NotFound: there
/// is no such function. Unsupported, with the line: it contains something unknown, so that a wrong
/// prompt is never used.
Result<std::string> builtTemplate(const std::string &source, const std::string &klass,
                                  const std::string &function, const BuilderWords &words,
                                  const std::filesystem::path &file)
{
    const auto statements = functionOf(statementsOf(source), klass, function);
    if (statements.empty())
        return Error{Errc::NotFound, "there is no function " + function, file.string(),
                     "use a checkout of another version"};
    return Walk(statements, words, file).run();
}

Result<std::string> read(const fs::path &checkout, const char *file)
{
    const auto text = readSuiteFile(checkout, checkout / file);
    if (text)
        return withUnixLines(*text);
    return Error{Errc::NotFound, "there are no prompts of KernelGenBench",
                 (checkout / file).string(), "name a checkout of KernelGenBench"};
}

/// Returns the values of the function that describes the code to replace.
BuilderWords referenceWords()
{
    BuilderWords out;
    out.variable = "torch_kernel_code";
    out.values = {{"op_name", "{{task}}"},
                  {"kernel_name", "{{operator}}"},
                  {"torch_op_func_name", "torch.ops.aten.{{operator}}"}};
    out.ignored = {"kernel_name = ", "namespace = ", "torch_op_func_name = ", "return "};
    return out;
}

BuilderWords builderWords(std::string reference)
{
    BuilderWords out;
    out.variable = "prompt";
    out.values = {{"info.torch_kernel_code", std::move(reference)},
                  {"info.op_name.split('::')[-1]", "{{operator}}"},
                  {"op", "('{{name}}', <Autograd.{{autograd}}: {{is_autograd}}>)"},
                  {"py_op_name", "{{function}}"},
                  {"overload", "{{overload}}"},
                  {"args", "{{signature}}"},
                  {"op_name", "{{task}}"},
                  {"check_result.code", "{{program}}"},
                  {"check_result.traceback", "{{error}}"},
                  {"info.input_args", "{{signature_table}}"},
                  {"info.output_args", "None"},
                  {"self._get_device_constraints()", {}}};
    out.conditions
        = {{"not isinstance(gen_args, TritonKernelGenerateArgs)", neverSo},
           {"info.impl_info is not None and len(info.impl_info) > 1", "several_interfaces"},
           {"info.input_args", "signatures"},
           {"overload", "overload"},
           {"info.user_advice", neverSo},
           {"check_result.params", neverSo}};
    out.loops = {{"op in info.impl_info", "interfaces"},
                 {"op, _ in info.impl_info", "interfaces"},
                 {"overload, args in info.input_args.items()", "signatures"}};
    out.ignored = {"info: ",    "check_result: ", "assert check_result is not None",
                   "op_name =", "py_op_name = ",  "return prompt"};
    return out;
}

} // namespace

Result<KernelGenBenchTemplates> kernelGenBenchTemplates(const fs::path &checkout)
{
    const auto adapter = read(checkout, adapterFile);
    const auto builder = adapter ? read(checkout, builderFile) : adapter;
    if (!builder)
        return builder.error();
    auto reference = builtTemplate(*adapter, "TorchAdapter", "get_reference_code", referenceWords(),
                                   adapterFile);
    if (!reference)
        return reference.error();
    const BuilderWords words = builderWords(std::move(*reference));
    KernelGenBenchTemplates out;
    for (const auto &[function, text] :
         {std::pair("build_new", &out.start), std::pair("build_fix", &out.fix)}) {
        auto built = builtTemplate(*builder, "TorchPromptBuilder", function, words, builderFile);
        if (!built)
            return built.error();
        *text = std::move(*built);
    }
    return out;
}

} // namespace loupe

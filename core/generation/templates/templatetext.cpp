// SPDX-License-Identifier: Apache-2.0
#include "core/generation/templates/templatetext.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view openTag = "{{";
constexpr std::string_view closeTag = "}}";

bool isTemplateName(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    });
}

std::string_view withoutBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos
        ? std::string_view{}
        : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Error templateError(const std::string &name, int line, std::string message, std::string hint)
{
    return {Errc::InvalidInput, std::move(message), name + ":" + std::to_string(line),
            std::move(hint)};
}

} // namespace

struct TemplateText::Node {
    enum class Kind { Text, Value, If, Each, Refuse };
    using Nodes = std::vector<std::unique_ptr<Node>>;

    Kind kind = Kind::Text;
    std::string text;                  ///< the text itself, the name, or the reason of a refusal
    std::optional<std::string> wanted; ///< for an If with a comparison: the expected value
    int line = 1;
    Nodes body;
    Nodes otherwise; ///< for an If: its else branch
};

/// Parses the text in one pass, with a stack of open blocks.
class TemplateText::Parser
{
public:
    Parser(std::string_view text, std::string name) : m_text(text), m_name(std::move(name)) { }

    Result<TemplateText> parse()
    {
        m_targets.push_back(&m_out.m_nodes);
        while (m_at < m_text.size() && !m_failure) {
            const std::size_t tag = std::min(m_text.find(openTag, m_at), m_text.size());
            addText(m_text.substr(m_at, tag - m_at));
            m_at = tag;
            if (m_at < m_text.size())
                passTag();
        }
        if (!m_failure && !m_blocks.empty())
            fail(m_blocks.back()->line, "{{#" + wordOf(*m_blocks.back()) + "}} is never closed");
        if (m_failure)
            return std::move(*m_failure);
        m_out.m_name = std::move(m_name);
        return std::move(m_out);
    }

private:
    static std::string wordOf(const Node &node)
    {
        return node.kind == Node::Kind::If ? "if" : "each";
    }

    void fail(int line, std::string message)
    {
        m_failure
            = templateError(m_name, line, std::move(message),
                            "{{name}}, {{#if name}}, {{#if name = value}}, {{else}}, {{/if}}, "
                            "{{#each list}}, {{/each}} and {{#refuse why}} are understood");
    }

    void addText(std::string_view text)
    {
        if (text.empty())
            return;
        auto node = std::make_unique<Node>();
        node->text = text;
        node->line = m_line;
        m_line += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
        m_targets.back()->push_back(std::move(node));
    }

    void passTag()
    {
        const std::size_t end = m_text.find(closeTag, m_at);
        const std::size_t lineEnd = m_text.find('\n', m_at);
        if (end == std::string_view::npos || end > lineEnd)
            return fail(m_line, "\"{{\" is not closed on its line");
        const std::string_view tag
            = withoutBlanks(m_text.substr(m_at + openTag.size(), end - m_at - openTag.size()));
        const std::size_t begin = std::exchange(m_at, end + closeTag.size());
        const bool isBlock
            = !tag.empty() && (tag.front() == '#' || tag.front() == '/' || tag == "else");
        if (isBlock)
            dropLineOf(begin);
        const int line = m_line;
        if (isBlock && m_isLineDropped)
            ++m_line;
        if (tag.substr(0, 4) == "#if ")
            openIf(tag.substr(4), line);
        else if (tag.substr(0, 6) == "#each ")
            open(Node::Kind::Each, withoutBlanks(tag.substr(6)), line);
        else if (tag.substr(0, 8) == "#refuse ")
            refuse(withoutBlanks(tag.substr(8)), line);
        else if (tag == "else")
            turn(line);
        else if (tag == "/if" || tag == "/each")
            close(tag == "/if" ? Node::Kind::If : Node::Kind::Each, line);
        else
            addValue(tag, line);
    }

    /// Drops the line of the last tag, including its line break, if it has nothing but blanks
    /// around the tag.
    void dropLineOf(std::size_t begin)
    {
        m_isLineDropped = false;
        const std::size_t lineBegin = begin == 0 ? 0 : m_text.rfind('\n', begin - 1) + 1;
        const std::size_t lineEnd = std::min(m_text.find('\n', m_at), m_text.size());
        if (!withoutBlanks(m_text.substr(lineBegin, begin - lineBegin)).empty()
            || !withoutBlanks(m_text.substr(m_at, lineEnd - m_at)).empty())
            return;
        const std::size_t blanks = begin - lineBegin;
        auto &nodes = *m_targets.back();
        if (blanks > 0 && !nodes.empty() && nodes.back()->kind == Node::Kind::Text)
            nodes.back()->text.resize(nodes.back()->text.size()
                                      - std::min(blanks, nodes.back()->text.size()));
        m_isLineDropped = lineEnd < m_text.size();
        m_at = m_isLineDropped ? lineEnd + 1 : lineEnd;
    }

    Node *add(Node::Kind kind, std::string_view name, int line)
    {
        if (!isTemplateName(name)) {
            fail(line, "\"" + std::string(name) + "\" is no name");
            return nullptr;
        }
        auto node = std::make_unique<Node>();
        node->kind = kind;
        node->text = name;
        node->line = line;
        m_targets.back()->push_back(std::move(node));
        return m_targets.back()->back().get();
    }

    void addValue(std::string_view name, int line) { add(Node::Kind::Value, name, line); }

    void refuse(std::string_view why, int line)
    {
        auto node = std::make_unique<Node>();
        node->kind = Node::Kind::Refuse;
        node->text = why;
        node->line = line;
        m_targets.back()->push_back(std::move(node));
    }

    void openIf(std::string_view condition, int line)
    {
        const std::size_t equals = condition.find('=');
        open(Node::Kind::If, withoutBlanks(condition.substr(0, equals)), line);
        if (equals != std::string_view::npos && !m_failure)
            m_blocks.back()->wanted = withoutBlanks(condition.substr(equals + 1));
    }

    void open(Node::Kind kind, std::string_view name, int line)
    {
        Node *node = add(kind, name, line);
        if (node == nullptr)
            return;
        m_blocks.push_back(node);
        m_targets.push_back(&node->body);
    }

    void turn(int line)
    {
        if (m_blocks.empty() || m_blocks.back()->kind != Node::Kind::If
            || m_targets.back() != &m_blocks.back()->body)
            return fail(line, "{{else}} is within no {{#if}}");
        m_targets.back() = &m_blocks.back()->otherwise;
    }

    void close(Node::Kind kind, int line)
    {
        if (m_blocks.empty() || m_blocks.back()->kind != kind)
            return fail(line,
                        kind == Node::Kind::If ? "{{/if}} closes nothing"
                                               : "{{/each}} closes nothing");
        m_blocks.pop_back();
        m_targets.pop_back();
    }

    std::string_view m_text;
    std::string m_name;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_isLineDropped = false;
    std::vector<Node *> m_blocks;
    std::vector<Node::Nodes *> m_targets;
    std::optional<Error> m_failure;
    TemplateText m_out;
};

class TemplateText::Renderer
{
public:
    Renderer(const std::string &name, const TemplateValues &values) : m_name(name), m_values(values)
    {
    }

    Result<std::string> render(const Node::Nodes &nodes)
    {
        addAll(nodes);
        if (m_failure)
            return std::move(*m_failure);
        return std::move(m_out);
    }

private:
    using Row = std::map<std::string, std::string>;

    void fail(const Node &node, std::string message)
    {
        std::string known;
        for (const auto &[name, value] : m_values)
            known += (known.empty() ? "known names: " : ", ") + name;
        if (!m_failure)
            m_failure = templateError(m_name, node.line, std::move(message), std::move(known));
    }

    const std::string *rowValue(const std::string &name) const
    {
        const auto row = std::find_if(m_rows.rbegin(), m_rows.rend(),
                                      [&](const auto *each) { return each->contains(name); });
        return row == m_rows.rend() ? nullptr : &(*row)->at(name);
    }

    void addAll(const Node::Nodes &nodes)
    {
        for (const auto &node : nodes) {
            if (!m_failure)
                add(*node);
        }
    }

    void add(const Node &node)
    {
        if (node.kind == Node::Kind::Text) {
            m_out += node.text;
            return;
        }
        if (node.kind == Node::Kind::Refuse)
            return fail(node, node.text);
        if (const std::string *own = rowValue(node.text); own != nullptr) {
            addText(node, *own);
            return;
        }
        const auto found = m_values.find(node.text);
        if (found == m_values.end())
            return fail(node, "\"" + node.text + "\" is not given");
        if (const auto *text = std::get_if<std::string>(&found->second))
            return addText(node, *text);
        addRows(node, std::get<TemplateRows>(found->second));
    }

    void addText(const Node &node, const std::string &text)
    {
        if (node.kind == Node::Kind::Each)
            return fail(node, "\"" + node.text + "\" is a text, not a list");
        if (node.kind == Node::Kind::If) {
            const bool isSo = node.wanted ? text == *node.wanted : !text.empty();
            return addAll(isSo ? node.body : node.otherwise);
        }
        m_out += text;
    }

    void addRows(const Node &node, const TemplateRows &rows)
    {
        if (node.kind == Node::Kind::Value || node.wanted)
            return fail(node, "\"" + node.text + "\" is a list, not a text");
        if (node.kind == Node::Kind::If)
            return addAll(rows.empty() ? node.otherwise : node.body);
        for (const Row &row : rows) {
            m_rows.push_back(&row);
            addAll(node.body);
            m_rows.pop_back();
        }
    }

    const std::string &m_name;
    const TemplateValues &m_values;
    std::vector<const Row *> m_rows;
    std::string m_out;
    std::optional<Error> m_failure;
};

TemplateText::TemplateText() = default;
TemplateText::TemplateText(TemplateText &&other) noexcept = default;
TemplateText &TemplateText::operator=(TemplateText &&other) noexcept = default;
TemplateText::~TemplateText() = default;

Result<TemplateText> TemplateText::parse(std::string_view body, const std::string &name)
{
    return Parser(body, name).parse();
}

std::vector<std::string> TemplateText::variables() const
{
    std::set<std::string> names;
    const auto collect
        = [&names](const auto &self, const Node::Nodes &nodes, const std::string &list) -> void {
        for (const auto &node : nodes) {
            if (node->kind == Node::Kind::Text || node->kind == Node::Kind::Refuse)
                continue;
            names.insert(list + node->text);
            self(self, node->body, node->kind == Node::Kind::Each ? list + node->text + "." : list);
            self(self, node->otherwise, list);
        }
    };
    collect(collect, m_nodes, {});
    return {names.begin(), names.end()};
}

Result<std::string> TemplateText::render(const TemplateValues &values) const
{
    return Renderer(m_name, values).render(m_nodes);
}

} // namespace loupe

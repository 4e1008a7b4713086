// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace loupe {

/// The rows of a list, each with its own names.
using TemplateRows = std::vector<std::map<std::string, std::string>>;
/// What the names of a template stand for.
using TemplateValues = std::map<std::string, std::variant<std::string, TemplateRows>>;

/// A text with places for values:
///   {{name}}                               the value, exactly as it is: it is never expanded again
///   {{#if name}} … {{else}} … {{/if}}      by whether the text or list is empty
///   {{#if name = value}} … {{/if}}         by whether it is this text; {{else}} as before
///   {{#refuse why}}                        an error: there is nothing to be said of such a task
///   {{#each list}} … {{/each}}             once for each row, whose names come before the others
/// A line that holds nothing but a tag with #, / or else is left out with its line break. Strict: a
/// name that is not given, a tag that is none, and one that is not closed are errors with their
/// line.
class TemplateText
{
public:
    /// `name` is what errors call it.
    static Result<TemplateText> parse(std::string_view body, const std::string &name);
    TemplateText(TemplateText &&other) noexcept;
    TemplateText &operator=(TemplateText &&other) noexcept;
    ~TemplateText();

    /// The names that it uses, each once, in the order of the alphabet; those of rows with the
    /// list's before them: "rounds.verdict".
    std::vector<std::string> variables() const;

    /// InvalidInput: a name that is not given, or a list where a text is wanted.
    Result<std::string> render(const TemplateValues &values) const;

private:
    struct Node;
    class Parser;
    class Renderer;

    TemplateText();

    std::string m_name;
    std::vector<std::unique_ptr<Node>> m_nodes;
};

} // namespace loupe

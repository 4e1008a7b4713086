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

/// Rows of a list, each with its own names.
using TemplateRows = std::vector<std::map<std::string, std::string>>;
/// Values by the names of a template.
using TemplateValues = std::map<std::string, std::variant<std::string, TemplateRows>>;

/// Text template with these tags:
///   {{name}}                               the value, verbatim: it is never expanded again
///   {{#if name}} … {{else}} … {{/if}}      tests that the text or list is not empty
///   {{#if name = value}} … {{/if}}         tests that the text equals `value`
///   {{#refuse why}}                        an error: the template has no text for such a task
///   {{#each list}} … {{/each}}             once for each row, whose names hide the others
/// A line with only a block tag or {{else}} is removed with its line break. Unknown names, invalid
/// tags and unclosed blocks are errors with their line.
class TemplateText
{
public:
    /// `name` identifies the template in errors.
    static Result<TemplateText> parse(std::string_view body, const std::string &name);
    TemplateText(TemplateText &&other) noexcept;
    TemplateText &operator=(TemplateText &&other) noexcept;
    ~TemplateText();

    /// Returns the used names in alphabetical order without duplicates. Names of rows have the
    /// list's name in front: "rounds.verdict".
    std::vector<std::string> variables() const;

    /// Renders the template. InvalidInput: an unknown name, or a list where a text is expected.
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

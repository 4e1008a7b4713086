// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/reportdocument.h"

#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Returns a document with this text in every place that may hold foreign text.
ReportDocument documentOf(const std::string &text)
{
    ReportDocument out;
    out.title = text;
    out.sections.push_back({text, {text}, {text}, {{text, {{text, false}}, {{text}}}}, {text}});
    return out;
}

std::size_t count(const std::string &in, const std::string &what)
{
    std::size_t out = 0;
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1))
        ++out;
    return out;
}

/// Returns the page without its head, so that only the document's texts are left.
std::string bodyOf(const std::string &html)
{
    return html.substr(html.find("<body>"));
}

} // namespace

TEST(ReportDocuments, KeepsTheOrderOfParts)
{
    ReportDocument document;
    document.title = "Title";
    document.sections.push_back({"One", {"first", "second"}, {"a", "b"}, {}, {"code"}});
    document.sections.push_back({"Two", {}, {}, {{"of all", {{"n", true}}, {{"1"}}}}, {}});
    EXPECT_EQ(toMarkdown(document),
              "# Title\n"
              "\n## One\n\nfirst\n\nsecond\n\n- a\n- b\n\n```\ncode\n```\n\n"
              "\n## Two\n\n| n |\n| --: |\n| 1 |\n\nof all\n\n");
    EXPECT_EQ(bodyOf(toHtml(document)),
              "<body>\n<h1>Title</h1>\n<h2>One</h2>\n<p>first</p>\n<p>second</p>\n"
              "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<pre>code</pre>\n<h2>Two</h2>\n"
              "<table>\n<thead><tr><th class=\"number\">n</th></tr>\n</thead>\n"
              "<tbody>\n<tr><td class=\"number\">1</td></tr>\n</tbody>\n</table>\n"
              "<p class=\"caption\">of all</p>\n</body>\n</html>\n");
}

TEST(ReportDocuments, EmptyDocumentIsAPage)
{
    EXPECT_EQ(toMarkdown(ReportDocument()), "# \n");
    const std::string html = toHtml(ReportDocument());
    EXPECT_TRUE(html.starts_with("<!DOCTYPE html>\n"));
    EXPECT_EQ(bodyOf(html), "<body>\n<h1></h1>\n</body>\n</html>\n");
}

// HTML Living Standard, "Writing text": in an element "<" and "&" start markup, in an attribute
// quotes end it. Output of foreign text must contain none of them.
TEST(ReportDocuments, NoTextBecomesMarkupOfThePage)
{
    const std::string harmless = bodyOf(toHtml(documentOf("x")));
    for (const std::string text :
         {"<script>alert(1)</script>", "</pre><img src=x onerror=alert(1)>", "\" onclick=\"x",
          "&lt;b&gt;", "<!--", "]]>", "</title><svg/onload=x>"}) {
        const std::string html = bodyOf(toHtml(documentOf(text)));
        for (const char *mark : {"<", ">", "\""})
            EXPECT_EQ(count(html, mark), count(harmless, mark)) << text << "\n" << html;
    }
}

TEST(ReportDocuments, PageIsSelfContained)
{
    const std::string html = toHtml(documentOf("http://evil.example/x.js @import url(y)"));
    EXPECT_NE(html.find("default-src 'none'"), std::string::npos) << "and may fetch nothing";
    for (const char *outside :
         {"<script", "<link", "<img", "src=", "href=", "url(\"", "@font-face"})
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
}

TEST(ReportDocuments, ShowsControlAndInvisibleCharacters)
{
    const std::string hostile = "a\x1b[2J\u202eb";
    for (const std::string &text : {toMarkdown(documentOf(hostile)), toHtml(documentOf(hostile))}) {
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
        EXPECT_EQ(text.find("\u202e"), std::string::npos);
        EXPECT_GE(count(text, "⟨U+202E⟩"), 7U) << "in every place";
    }
}

// CommonMark 0.31 §4.5: a fence ends with a line of at least as many backticks as it began with.
TEST(ReportDocuments, AFenceIsLongerThanAnyWithinIt)
{
    ReportDocument document;
    document.sections.push_back({"s", {}, {}, {}, {"`````\n</pre>\n```"}});
    const std::string markdown = toMarkdown(document);
    EXPECT_EQ(count(markdown, "\n``````\n"), 2U) << markdown;
    document.sections[0].verbatim = {""};
    EXPECT_NE(toMarkdown(document).find("```\n```\n"), std::string::npos) << "an empty one closes";
}

TEST(ReportDocuments, TextStartsNoMarkdownBlock)
{
    const std::string markdown = toMarkdown(documentOf("# a > b | c\n- d"));
    EXPECT_EQ(count(markdown, "\\# a \\> b \\| c␊- d"), 5U)
        << "title, heading, paragraph, point and caption\n"
        << markdown;
    EXPECT_EQ(count(markdown, "\n- "), 2U) << "its own point, and what was written verbatim";
}

} // namespace loupe::test

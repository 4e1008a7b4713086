// SPDX-License-Identifier: Apache-2.0
#include "core/base/manualpage.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(ManualPage, EscapesRoff)
{
    ManualPage page("tool", "1.0", "does a thing");
    page.section("Options");
    page.item("--file NAME", "reads\nthe file");
    EXPECT_EQ(page.text(),
              ".TH TOOL 1 \"\" \"tool 1.0\" \"User Commands\"\n"
              ".SH NAME\ntool \\- does a thing\n"
              ".SH OPTIONS\n.TP\n\\fB\\-\\-file NAME\\fR\nreads the file\n");
}

TEST(ManualPage, NeverTurnsTextIntoMacros)
{
    ManualPage page("tool", "1.0", "does a thing");
    const std::size_t begin = page.text().size();
    page.paragraph(".so /etc/passwd");
    page.paragraph("'quoted' \\n ~x");
    page.verbatim("a  b\n\n.c\n");
    EXPECT_EQ(page.text().substr(begin),
              ".PP\n\\&.so /etc/passwd\n"
              ".PP\n\\&\\(aqquoted\\(aq \\en \\(tix\n"
              ".PP\n.nf\na  b\n\n\\&.c\n.fi\n");
}

} // namespace loupe

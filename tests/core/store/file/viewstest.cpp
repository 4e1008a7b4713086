// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"
#include "core/store/sqlite/rowlisting.h"

#include <sstream>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

using Views = std::map<std::string, std::vector<std::string>>;

/// Returns the rows "| `v_name` | … | `column, column` |" of the help page.
Views documentedViews()
{
    const std::string page
        = must(readFile(std::filesystem::path(LOUPE_SOURCE_DIR) / "resources/help/store.md"));
    Views views;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| `v_"))
            continue;
        const std::size_t nameEnd = line.find('`', 3);
        const std::size_t columnsBegin = line.find('`', nameEnd + 1) + 1;
        std::istringstream columns(line.substr(columnsBegin, line.rfind('`') - columnsBegin));
        std::vector<std::string> &view = views[line.substr(3, nameEnd - 3)];
        for (std::string column; std::getline(columns >> std::ws, column, ',');)
            view.push_back(column);
    }
    return views;
}

Views actualViews(Database &database)
{
    Views views;
    for (const auto &[view, column] : must(readList<std::pair<std::string, std::string>>(
             database,
             "SELECT s.name, c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) "
             "c WHERE s.type = 'view' ORDER BY s.name, c.cid")))
        views[view].push_back(column);
    return views;
}

class ViewsTest : public StoreTest
{
};

} // namespace

TEST_F(ViewsTest, TheHelpPageListsEveryViewWithItsColumns)
{
    openWriter();
    auto database = must(openForReading(storeFile(), currentSchema()));
    EXPECT_EQ(documentedViews(), actualViews(*database));
}

TEST_F(ViewsTest, EveryFlagTheStoreIsFilteredByIsExplained)
{
    const std::string page
        = must(readFile(std::filesystem::path(LOUPE_SOURCE_DIR) / "resources/help/store.md"));
    for (const std::string flag : {"not_sandboxed", "identical_code", "collapsed_whitespace",
                                   "not_in_current_set", "renamed_task"})
        EXPECT_NE(page.find("| `" + flag + "` |"), std::string::npos) << flag;
}

} // namespace loupe::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/uitest.h"

#include <QApplication>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace loupe::test {

namespace {

std::map<std::string, UiTest::Run> &registeredTests()
{
    static std::map<std::string, UiTest::Run> tests;
    return tests;
}

} // namespace

UiTest::UiTest(const char *name, Run run)
{
    registeredTests()[name] = run;
}

} // namespace loupe::test

int main(int count, char **words)
{
    const auto &tests = loupe::test::registeredTests();
    const auto found = tests.find(count > 1 ? words[1] : "");
    if (found == tests.end()) {
        std::fprintf(stderr, "usage: %s NAME [arguments of Qt Test]\nNames:", words[0]);
        for (const auto &[name, run] : tests)
            std::fprintf(stderr, " %s", name.c_str());
        std::fputs("\n", stderr);
        return 2;
    }
    std::vector<char *> others(words, words + count);
    others.erase(others.begin() + 1);
    int left = count - 1;
    others.push_back(nullptr);
    QApplication application(left, others.data());
    // Settings lie under the application's name; several classes of tests run at the same time.
    QApplication::setApplicationName(QStringLiteral("tst_") + QLatin1String(words[1]));
    QApplication::setAttribute(Qt::AA_Use96Dpi, true);
    return found->second(left, others.data());
}

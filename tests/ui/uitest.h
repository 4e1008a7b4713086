// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>

/// Tests of the window are one program, because linking one for each file takes minutes. Its first
/// argument is the name of a class of tests; the others are those of Qt Test.
namespace loupe::test {

/// Registers a class of tests while the program starts.
class UiTest
{
public:
    using Run = int (*)(int count, char **words);

    UiTest(const char *name, Run run);
};

} // namespace loupe::test

/// Registers the tests of `Class` under `name`, at the end of a source.
#define LOUPE_UI_TEST(name, Class)                                                                 \
    static const loupe::test::UiTest registered_##name(#name, [](int count, char **words) {        \
        Class tests;                                                                               \
        QTEST_SET_MAIN_SOURCE_PATH                                                                 \
        return QTest::qExec(&tests, count, words);                                                 \
    });

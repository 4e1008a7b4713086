// SPDX-License-Identifier: GPL-3.0-or-later
//
// Part of the tests' precompiled header: what a test waits for comes later on a machine that does
// much else. Qt's own five seconds would make a test of the machine's load.
#pragma once

#include <QTest>

namespace loupe::test {

/// Milliseconds after which what a test waits for is taken never to come.
inline constexpr int patience = 60'000;

} // namespace loupe::test

#undef QTRY_VERIFY
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, ::loupe::test::patience)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expr, message)                                                                \
    QTRY_VERIFY2_WITH_TIMEOUT(expr, message, ::loupe::test::patience)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expr, expected)                                                               \
    QTRY_COMPARE_WITH_TIMEOUT(expr, expected, ::loupe::test::patience)

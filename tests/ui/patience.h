// SPDX-License-Identifier: GPL-3.0-or-later
//
// Part of the tests' precompiled header: a long timeout, because a loaded machine is slow. With
// Qt's five seconds, tests would measure the machine's load.
//
// A guard by name: #pragma once compares modification times, and a precompiled header that ccache
// kept from an earlier checkout holds others.
#ifndef LOUPE_TESTS_UI_PATIENCE_H
#define LOUPE_TESTS_UI_PATIENCE_H

#include <QTest>

namespace loupe::test {

/// Milliseconds after which an expected event counts as missing.
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

#endif

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// Migrates a store to version 9, which adds the columns made_of, own_share and arithmetic to
/// evaluations. Rules that used to accuse candidates of these now fill the columns. Their findings
/// become notes that explain the values.
/// - Under the policy `pure`, suspicions stay, because the user chose it; `mixed` was the default.
/// - A fallback stays a suspicion if the device's record shows only the library's kernels.
extern const char *const traitsMigration;

} // namespace loupe

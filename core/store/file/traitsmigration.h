// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// Leads a store to version 9, in which an evaluation has the columns made_of, own_share and
/// arithmetic. Rules accused candidates of these before: what the rules found becomes the fact, and
/// the finding a note that explains it.
/// - Under the policy `pure` suspicions stay, because somebody chose it; `mixed` was the default.
/// - A fallback stays a suspicion where the device's record shows only the library's kernels.
extern const char *const traitsMigration;

} // namespace loupe

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// The text of schema.sql: the tables of a new store.
extern const char *const schemaSql;
/// The text of views.sql: the stable views, recreated by every migration.
extern const char *const viewsSql;

} // namespace loupe

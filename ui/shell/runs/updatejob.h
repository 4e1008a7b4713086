// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/shell/runs/outcomejob.h"

#include <filesystem>

namespace loupe::ui {

/// Updates a store of an older version on a separate thread.
class UpdateJob final : public OutcomeJob<Status>
{
    Q_OBJECT
public:
    explicit UpdateJob(std::filesystem::path store, QObject *parent = nullptr);

    const std::filesystem::path &store() const { return m_store; }

    QString title() const override;
    QString progressText() const override;

private:
    std::filesystem::path m_store;
};

} // namespace loupe::ui

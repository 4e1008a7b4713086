// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <stop_token>

namespace loupe {

/// Share built and correct by round, with what it would be were every unknown round built and
/// correct as the upper bound; beside it the mean speedup by round.
Result<Chart> roundRatesChart(const RoundStudy &study, const ChartRequest &request,
                              const std::stop_token &stop = {});

} // namespace loupe

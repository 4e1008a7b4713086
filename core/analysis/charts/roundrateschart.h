// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <stop_token>

namespace loupe {

/// Draws the shares built and correct by round, and the mean speedup by round. The upper bound
/// assumes that every unknown round built and was correct.
Result<Chart> roundRatesChart(const RoundStudy &study, const ChartRequest &request,
                              const std::stop_token &stop = {});

} // namespace loupe

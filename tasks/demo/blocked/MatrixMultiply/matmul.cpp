// SPDX-License-Identifier: Apache-2.0
// Demo data of KernelLoupe, method demo-blocked: tiles of 4 rows by 32 columns in
// registers, depth in blocks that keep the panel of b in cache.
#include <algorithm>

#include "loupe_kernel.h"

namespace {

constexpr int64_t tileRows = 4;
constexpr int64_t tileColumns = 32;
constexpr int64_t depthBlock = 256;

struct Problem {
    const float *a;
    const float *b;
    float *c;
    int64_t depth;
    int64_t columns;
};

// Adds the products of one depth block to a full tile of c.
void fullTile(const Problem &problem, int64_t row, int64_t column, int64_t begin, int64_t end)
{
    float sum[tileRows][tileColumns] = {};
    for (int64_t k = begin; k < end; ++k) {
        const float *b = problem.b + k * problem.columns + column;
        for (int64_t i = 0; i < tileRows; ++i) {
            const float factor = problem.a[(row + i) * problem.depth + k];
#pragma omp simd
            for (int64_t j = 0; j < tileColumns; ++j)
                sum[i][j] += factor * b[j];
        }
    }
    for (int64_t i = 0; i < tileRows; ++i)
        for (int64_t j = 0; j < tileColumns; ++j)
            problem.c[(row + i) * problem.columns + column + j] += sum[i][j];
}

// The same for a tile cut off by the border of c.
void borderTile(const Problem &problem, int64_t row, int64_t lastRow, int64_t column,
                int64_t lastColumn, int64_t begin, int64_t end)
{
    for (int64_t i = row; i < lastRow; ++i) {
        float *c = problem.c + i * problem.columns;
        for (int64_t k = begin; k < end; ++k) {
            const float factor = problem.a[i * problem.depth + k];
            const float *b = problem.b + k * problem.columns;
#pragma omp simd
            for (int64_t j = column; j < lastColumn; ++j)
                c[j] += factor * b[j];
        }
    }
}

} // namespace

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const int64_t rows = loupe_abi::dim(call->inputs[0], 0);
    const Problem problem = {loupe_abi::input<float>(call, 0), loupe_abi::input<float>(call, 1),
                             loupe_abi::output<float>(call, 0), loupe_abi::dim(call->inputs[0], 1),
                             loupe_abi::dim(call->inputs[1], 1)};
    std::fill_n(problem.c, rows * problem.columns, 0.0f);
#pragma omp parallel for schedule(static)
    for (int64_t row = 0; row < rows; row += tileRows) {
        const int64_t lastRow = std::min(row + tileRows, rows);
        for (int64_t begin = 0; begin < problem.depth; begin += depthBlock) {
            const int64_t end = std::min(begin + depthBlock, problem.depth);
            for (int64_t column = 0; column < problem.columns; column += tileColumns) {
                const int64_t lastColumn = std::min(column + tileColumns, problem.columns);
                if (lastRow - row == tileRows && lastColumn - column == tileColumns)
                    fullTile(problem, row, column, begin, end);
                else
                    borderTile(problem, row, lastRow, column, lastColumn, begin, end);
            }
        }
    }
    return 0;
}

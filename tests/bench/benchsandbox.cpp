// SPDX-License-Identifier: Apache-2.0
//
// Measures the cost of the sandbox per process: /bin/true as an ordinary child and in the sandbox.
#include "core/sandbox/child/childprocess.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace loupe;

struct Spread {
    double median;
    double low;
    double high;
};

Spread spreadOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return {values[values.size() / 2], values[values.size() / 10], values[values.size() * 9 / 10]};
}

int measure(const char *title, SandboxMode mode)
{
    constexpr int runs = 200;
    std::vector<double> milliseconds;
    for (int i = 0; i < runs; ++i) {
        ChildSpec spec;
        spec.argv = {"/bin/true"};
        spec.mode = mode;
        const auto begin = std::chrono::steady_clock::now();
        auto child = ChildProcess::start(spec);
        if (!child) {
            fmt::print(stderr, "{}\n", child.error().text());
            return 1;
        }
        const ChildEnd end = (*child)->wait(begin + std::chrono::seconds(10), {});
        if (end.kind != ChildEnd::Kind::Exited || end.code != 0) {
            fmt::print(stderr, "{}: the child failed: {}\n", title, end.output);
            return 1;
        }
        milliseconds.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
                .count());
    }
    const Spread spread = spreadOf(milliseconds);
    fmt::print("{:<14} median {:.2f} ms, 10th to 90th percentile {:.2f} to {:.2f} ms, {} runs\n",
               title, spread.median, spread.low, spread.high, runs);
    return 0;
}

} // namespace

int main()
{
    return measure("plain child", SandboxMode::None)
        | measure("sandboxed", SandboxMode::Bubblewrap);
}

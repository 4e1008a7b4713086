// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/json.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

/// Folder per test, with helpers that write task files.
class FolderTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto folder = TemporaryFolder::create("loupe-test");
        ASSERT_TRUE(folder) << folder.error().text();
        m_folder = std::make_unique<TemporaryFolder>(std::move(*folder));
    }
    const std::filesystem::path &root() const { return m_folder->path(); }

    void write(const std::string &relative, const std::string &content) const
    {
        const std::filesystem::path file = root() / relative;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << content;
    }

    /// Returns a valid task that doubles its input.
    static Json doubleTask()
    {
        return parseJson(R"({
            "schema": 1, "name": "double", "category": "Math", "title": "Twice the input",
            "description": "y = 2 x", "difficulty": 1,
            "inputs": [{"name": "x", "dtype": "float32", "shape": ["B", "N"], "generator": "case"}],
            "outputs": [{"name": "y", "dtype": "float32", "shape": ["B", "N"],
                         "tolerance": {"reduction": "N"}}],
            "attributes": [{"name": "factor", "value": 2}],
            "distributions": [{"name": "normal", "kind": "normal", "mean": 0, "stddev": 1},
                              {"name": "integers", "kind": "integers", "low": "-N", "high": 9,
                               "exact": true}],
            "shapes": {"cpu": [{"name": "even", "dims": {"B": 8, "N": 64}},
                               {"name": "odd", "dims": {"B": 3, "N": 17}}],
                       "gpu": [{"name": "even", "dims": {"B": 64, "N": 4096}},
                               {"name": "odd", "dims": {"B": 3, "N": 17}}]},
            "flops": "B*N", "bytes": "8*B*N"})",
                         "fixture")
            .value();
    }
    static std::string doubleSource()
    {
        return R"(#include "loupe_kernel.h"
extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    const float *x = loupe_abi::input<float>(call, 0);
    float *y = loupe_abi::output<float>(call, 0);
    for (int64_t i = 0; i < loupe_abi::numel(call->inputs[0]); ++i)
        y[i] = static_cast<float>(call->attributes[0]) * x[i];
    return 0;
}
)";
    }
    void writeTask(const Json &task, const std::string &folder = "Math/double") const
    {
        write(folder + "/task.json", task.dump(1));
        write(folder + "/reference.cpp", doubleSource());
    }

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

} // namespace loupe::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace loupe::test {

/// Program that stands in for compute-sanitizer, in a folder of its own. It reports a race in the
/// words of NVIDIA's manual (docs.nvidia.com/compute-sanitizer/ComputeSanitizer, "Understanding
/// Racecheck Analysis Reports"), runs the program, and writes the summary after its end.
class FakeSanitizer
{
public:
    FakeSanitizer() : m_folder(TemporaryFolder::create("loupe-sanitizer"))
    {
        EXPECT_TRUE(m_folder);
        EXPECT_TRUE(writeFileAtomic(program(),
                                    "#!/bin/sh\n"
                                    "while [ \"${1#--}\" != \"$1\" ]; do\n"
                                    "    [ \"$1\" = --log-file ] && log=$2\n"
                                    "    shift 2\n"
                                    "done\n"
                                    "echo '"
                                        + beginning
                                        + "' >> \"$log\"\n"
                                          "\"$@\"\n"
                                          "echo '"
                                        + summary + "' >> \"$log\"\n"));
        for (const auto &path : {m_folder->path(), program()})
            std::filesystem::permissions(path, std::filesystem::perms{0755});
    }

    std::filesystem::path program() const { return m_folder->path() / "compute-sanitizer"; }
    static std::string wholeReport() { return beginning + "\n" + summary + "\n"; }

private:
    static inline const std::string beginning
        = "========= COMPUTE-SANITIZER\n"
          "========= Error: Race reported between Write access at RAW()+0xf0 in candidate.cu:40\n"
          "=========     and Read access at RAW()+0x280 in candidate.cu:46 [4 hazards]\n"
          "=========";
    static inline const std::string summary
        = "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)";

    Result<TemporaryFolder> m_folder;
};

} // namespace loupe::test

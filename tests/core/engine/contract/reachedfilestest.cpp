// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/sourceinspection.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

struct File {
    std::string path;
    std::string text = {};
    std::vector<std::string> imports = {};
    std::vector<std::string> calls = {};
};

/// Returns the paths of the files that are reached.
std::vector<std::string> reachedOf(const std::vector<File> &files)
{
    std::vector<SourceFile> sources;
    std::vector<std::optional<PythonFacts>> facts;
    for (const File &file : files) {
        sources.push_back({file.path, file.text});
        auto &ofFile = facts.emplace_back();
        if (!file.path.ends_with(".py"))
            continue;
        ofFile.emplace();
        for (const std::string &name : file.imports)
            ofFile->imports.push_back({name, 1, {}});
        for (const std::string &name : file.calls)
            ofFile->calls.push_back({name, 1, {}});
    }
    std::vector<std::string> out;
    const std::vector<bool> reached = reachedFiles(sources, facts);
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (reached[i])
            out.push_back(files[i].path);
    }
    return out;
}

using Paths = std::vector<std::string>;

} // namespace

TEST(ReachedFiles, FollowsImportsFromTheEntry)
{
    const File helper{"helpers.py", {}, {".deep.thing"}};
    const File deep{"parts/deep.py"};
    const File test{"test.py", {}, {"torch"}};
    EXPECT_EQ(reachedOf({{"model_new.py", {}, {"torch", "helpers.fast"}}, helper, deep, test}),
              (Paths{"model_new.py", "helpers.py", "parts/deep.py"}));
    EXPECT_EQ(reachedOf({{"model_new.py", {}, {"torch.utils.cpp_extension.load"}},
                         {"utils/verification.py"}}),
              Paths{"model_new.py"})
        << "utils of torch are not those of the folder";
    EXPECT_EQ(reachedOf({{"model_new.py", {}, {"utils.check"}}, {"utils/verification.py"}}).size(),
              2U)
        << "the package may import its modules";
}

TEST(ReachedFiles, ModulesLoadedByComputedNamesReachAll)
{
    const File test{"test.py"};
    for (const char *text : {"e = exec", "__import__('te' + 'st')", "partial(__import__, name)",
                             "builtins.exec", "pkgutil.resolve_name(name)", "pickle.loads(data)",
                             "from importlib import import_module"})
        EXPECT_EQ(reachedOf({{"model_new.py", text}, test}).size(), 2U) << text;
    EXPECT_EQ(reachedOf({{"model_new.py", "torch.compile(f); model.eval(); re.compile(x)"},
                         test,
                         {"compile.py"}})
                  .size(),
              1U);
    EXPECT_EQ(reachedOf({{"model_new.py"}, test, {"a.cpp", "py::module_::import(name);"}}).size(),
              3U);
}

TEST(ReachedFiles, ANameInAStringReachesItsFile)
{
    const File helper{"helper.py"};
    for (const char *text : {"locate('helper')", "resolve(\"helper:go\")", "run('helper.py')"})
        EXPECT_EQ(reachedOf({{"model_new.py", text}, helper}).size(), 2U) << text;
    EXPECT_EQ(reachedOf({{"model_new.py", "x.helper()"}, helper}).size(), 1U);
}

TEST(ReachedFiles, OnlyDocumentsThatNothingNamesAreNoCode)
{
    const File document{"SKILL.md", "#include <torch/extension.h>\nsystem();"};
    EXPECT_EQ(reachedOf({{"model_new.py"}, document, {"kernels/a.cu"}, {"k.txt"}}),
              (Paths{"model_new.py", "kernels/a.cu", "k.txt"}));
    EXPECT_EQ(
        reachedOf({{"model_new.py"}, document, {"a.cu", "#include STR(CAT(SKILL, md))"}}).size(),
        3U);
}

} // namespace loupe

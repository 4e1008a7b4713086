// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/vendors/platform.h"

#include <cstdlib>
#include <fstream>
#include <functional>

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

/// Folder of fake programs that stand in for a vendor's toolkit.
class FakeToolkit
{
public:
    FakeToolkit()
    {
        // Not below /tmp, because a server empties that after each child.
        std::string name = "/var/tmp/kloupe-toolkit-XXXXXX";
        if (mkdtemp(name.data()) == nullptr)
            ADD_FAILURE() << "cannot make a folder in /var/tmp";
        m_path = name;
        makeReadable(m_path);
    }
    FakeToolkit(const FakeToolkit &) = delete;
    FakeToolkit &operator=(const FakeToolkit &) = delete;
    ~FakeToolkit()
    {
        std::error_code failed;
        fs::remove_all(m_path, failed);
    }

    const fs::path &path() const { return m_path; }

    void write(const std::string &name, const std::string &text, bool isProgram = false) const
    {
        const fs::path file = path() / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
        makeReadable(file);
        if (isProgram)
            fs::permissions(file, fs::perms(0755));
        for (fs::path folder = file.parent_path(); folder != path(); folder = folder.parent_path())
            makeReadable(folder);
    }

private:
    static void makeReadable(const fs::path &path)
    {
        fs::permissions(path, fs::is_directory(path) ? fs::perms(0755) : fs::perms(0644));
    }

    fs::path m_path;
};

/// Candidate loaded by a platform's loader.
struct Loading {
    std::unique_ptr<PythonServer> server;
    std::unique_ptr<PythonChild> child;
    PythonChild::Answer answer;

    Loading(const std::string &loader, const std::string &source, const FakeToolkit *toolkit)
    {
        std::string whyNot;
        PythonSettings settings = testSettings();
        settings.loader = loader;
        if (toolkit != nullptr) {
            settings.readable = {toolkit->path()};
            settings.toolFolders = {toolkit->path() / "bin"};
            settings.variables = {{"PYTHONPATH", (toolkit->path() / "python").string()},
                                  {"ASCEND_HOME_PATH", (toolkit->path() / "cann").string()},
                                  {"CATLASS_ROOT", (toolkit->path() / "templates").string()},
                                  {"KLOUPE_SOC_VERSION", "Ascend910B3"}};
        }
        auto started = PythonServer::start(*testPython(whyNot), PythonRole::Subject, settings, {});
        if (!started) {
            ADD_FAILURE() << started.error().text() << started.error().detail;
            return;
        }
        server = std::move(started).value();
        child = load(source);
    }

    /// Loads the source in a new child.
    std::unique_ptr<PythonChild> load(const std::string &source)
    {
        child.reset();
        auto forked = server->fork({});
        if (!forked) {
            ADD_FAILURE() << forked.error().text();
            return nullptr;
        }
        answer = ask(**forked, loadRequest(source), nullptr, 300);
        return std::move(forked).value();
    }

    /// Returns the result of the loaded ModelNew for ones and twos.
    std::vector<float> result()
    {
        const Bundle none = arguments({});
        const PythonChild::Answer made
            = ask(*child, {{"do", "construct"}, {"class", "ModelNew"}, {"seed", 1}}, &none);
        EXPECT_EQ(made.outcome.verdict, Verdict::Correct) << made.outcome.message;
        const Bundle given = arguments({{1, 1}, {2, 2}});
        const PythonChild::Answer called = ask(*child, {{"do", "forward"}}, &given);
        EXPECT_TRUE(called.value) << called.outcome.message << called.body.dump();
        return called.value ? floatsOf(*called.value) : std::vector<float>();
    }
};

class PlatformLoaders : public PythonTest
{
};

TEST_F(PlatformLoaders, PallasInterpretsWhereThereIsNoAccelerator)
{
    std::string whyNot;
    const PythonEnvironment &python = *testPython(whyNot);
    if (!python.packages.contains("jax"))
        GTEST_SKIP() << "this Python has no jax";
    const Platform pallas = *knownPlatforms().find("pallas");
    const PlatformSurroundings surroundings = PlatformSurroundings::here(&python);
    const Availability available = availability(pallas, surroundings, "cpu");
    ASSERT_TRUE(available.isAvailable) << available.reason;
    PythonSettings settings = testSettings();
    configure(settings, pallas, available, surroundings);
    auto server = PythonServer::start(python, PythonRole::Subject, settings, {});
    ASSERT_TRUE(server) << server.error().text();
    auto child = (*server)->fork({});
    ASSERT_TRUE(child);
    // The source does not set `interpret`, and compiled Pallas refuses the CPU.
    const PythonChild::Answer loaded = ask(**child, loadRequest(R"(
import jax
from jax.experimental import pallas as pl
def kernel(a, b, out):
    out[...] = a[...] + b[...]
def add(a, b):
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(a.shape, a.dtype))(a, b)
)"));
    ASSERT_EQ(loaded.outcome.verdict, Verdict::Correct) << loaded.outcome.message;
    const Bundle given = arguments({{1, 2}, {10, 20}});
    const PythonChild::Answer sum
        = ask(**child, {{"do", "forward"}, {"function", "add"}, {"arrays", "jax"}}, &given);
    ASSERT_TRUE(sum.value) << sum.outcome.message;
    EXPECT_EQ(floatsOf(*sum.value), (std::vector<float>{11, 22}));
}

TEST_F(PlatformLoaders, ReportsMissingPartsOfThisMachine)
{
    std::string whyNot;
    const PythonEnvironment &python = *testPython(whyNot);
    const PlatformSurroundings here = PlatformSurroundings::here(&python);
    int lacking = 0;
    for (const Platform &platform : knownPlatforms().all()) {
        SCOPED_TRACE(platform.name);
        const Availability found = availability(platform, here);
        EXPECT_NE(found.isAvailable, !found.reason.empty()) << found.reason;
        EXPECT_NE(found.isAvailable, !found.fix.empty()) << found.fix;
        // If torch sees no chip, only the CPU is left.
        if (found.isAvailable && python.accelerators.empty()) {
            EXPECT_EQ(found.device->prefix, "cpu");
        }
        lacking += found.isAvailable ? 0 : 1;
    }
    EXPECT_GT(lacking, 0) << "no machine has the toolkits of all vendors";
    const Availability cpu = availability(*knownPlatforms().find("cpu"), here);
    EXPECT_TRUE(cpu.isAvailable) << cpu.reason; // its compiler has built this test
}

// --- AscendC operator projects ---------------------------------------------------------------

/// Adds a fake msopgen with the documented output. The operator package installs itself.
void addMsopgen(const FakeToolkit &toolkit)
{
    toolkit.write("bin/msopgen", R"sh(#!/bin/sh
set -e
[ "$1 $2 $4 $6 $8" = "gen -i -c -lan -out" ] || { echo "msopgen: bad arguments $*"; exit 2; }
[ "$5" = "ai_core-Ascend910B3" ] && [ "$7" = cpp ] || { echo "msopgen: bad unit $5"; exit 3; }
grep -q '"op": *"AddCustom"' "$3"
mkdir -p "$9/op_host" "$9/op_kernel"
echo '// to be written' > "$9/op_host/add_custom.cpp"
echo '// to be written' > "$9/op_kernel/add_custom.cpp"
printf '# kernels\nadd_kernels_compile()\n' > "$9/op_kernel/CMakeLists.txt"
cat > "$9/build.sh" <<'END'
set -e
grep -q submitted-kernel op_kernel/add_custom.cpp || { echo "error: no kernel"; exit 4; }
grep -q submitted-host op_host/add_custom.cpp
grep -q submitted-tiling op_host/add_custom_tiling.h
if grep -q catlass.hpp op_kernel/add_custom.cpp; then
    cat op_kernel/CMakeLists.txt
    folder=$(sed -n 's/^add_ops_compile_options(ALL OPTIONS -I\(.*\))$/\1/p' op_kernel/CMakeLists.txt)
    [ -f "$folder/catlass/catlass.hpp" ] || { echo "error: no catlass.hpp"; exit 5; }
    [ "$(tail -n 1 op_kernel/CMakeLists.txt)" = "add_kernels_compile()" ] || exit 6
fi
mkdir -p build_out
cat > build_out/custom_opp_test.run <<'INNER'
#!/bin/sh
set -e
target=${2#--install-path=}
mkdir -p "$target/vendors/customize/op_api/lib"
echo installed > "$target/vendors/customize/note"
INNER
END
)sh",
                  true);
    toolkit.write("python/torch_npu/__init__.py", "");
    toolkit.write("python/torch_npu/utils/__init__.py", "");
    toolkit.write("python/torch_npu/utils/cpp_extension.py",
                  "from setuptools import Extension as NpuExtension\n");
}

std::string ascendcSubmission(const std::string &kernel)
{
    return "project_json_src = '[{\"op\": \"AddCustom\", \"language\": \"cpp\"}]'\n"
           "host_tiling_src = '// submitted-tiling'\n"
           "host_operator_src = '// submitted-host'\n"
           "kernel_src = '// "
        + kernel + R"('
python_bind_src = '''
#include <Python.h>
static PyObject *add(PyObject *, PyObject *both) {
    return PyNumber_Add(PyTuple_GetItem(both, 0), PyTuple_GetItem(both, 1));
}
static PyMethodDef methods[] = {{"add", add, METH_VARARGS, 0}, {0, 0, 0, 0}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "custom_ops_lib", 0, -1, methods, 0, 0, 0, 0};
PyMODINIT_FUNC PyInit_custom_ops_lib() { return PyModule_Create(&module); }
'''
model_src = '''
import os, torch, custom_ops_lib
class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        with open(os.environ["ASCEND_CUSTOM_OPP_PATH"] + "/note") as note:
            assert note.read() == "installed\\n"
        return custom_ops_lib.add(a, b)
'''
)";
}

TEST_F(PlatformLoaders, AscendCProjectsGoThroughMsopgenBuildAndWheel)
{
    const FakeToolkit toolkit;
    addMsopgen(toolkit);
    Loading loading("ascendc", ascendcSubmission("submitted-kernel"), &toolkit);
    ASSERT_EQ(loading.answer.outcome.verdict, Verdict::Correct)
        << loading.answer.outcome.message << '\n'
        << loading.child->output();
    EXPECT_EQ(loading.result(), (std::vector<float>{3, 3}));
}

TEST_F(PlatformLoaders, AscendCFailuresKeepTheMessageOfTheTool)
{
    const FakeToolkit toolkit;
    addMsopgen(toolkit);
    Loading loading("ascendc", ascendcSubmission("another-kernel"), &toolkit);
    EXPECT_EQ(loading.answer.outcome.verdict, Verdict::CompileError);
    EXPECT_EQ(loading.answer.outcome.message, "bash ended with exit code 4:\nerror: no kernel\n");

    loading.child = loading.load("model_src = ''\n");
    EXPECT_EQ(loading.answer.outcome.verdict, Verdict::MissingSymbol);
    EXPECT_EQ(loading.answer.outcome.message,
              "it defines no text project_json_src, host_tiling_src, host_operator_src, "
              "kernel_src, python_bind_src");
    std::string source = ascendcSubmission("submitted-kernel");
    source.replace(source.find("AddCustom"), 9, "../escape");
    loading.child = loading.load(source);
    EXPECT_EQ(loading.answer.outcome.verdict, Verdict::CompileError);
    EXPECT_EQ(loading.answer.outcome.message, "'../escape' is no name for an operator");
}

TEST_F(PlatformLoaders, CatlassProjectsFindTheTemplates)
{
    const FakeToolkit toolkit;
    addMsopgen(toolkit);
    toolkit.write("templates/include/catlass/catlass.hpp", "");
    const std::string source = ascendcSubmission("submitted-kernel, catlass.hpp");
    Loading loading("catlass", source, &toolkit);
    ASSERT_EQ(loading.answer.outcome.verdict, Verdict::Correct)
        << loading.answer.outcome.message << '\n'
        << loading.child->output();
    EXPECT_EQ(loading.result(), (std::vector<float>{3, 3}));

    const Loading plain("ascendc", source, &toolkit);
    EXPECT_EQ(plain.answer.outcome.verdict, Verdict::CompileError);
    EXPECT_NE(plain.answer.outcome.message.find("error: no catlass.hpp"), std::string::npos)
        << plain.answer.outcome.message;
    const Loading without("catlass", source, nullptr);
    EXPECT_EQ(without.answer.outcome.message, "CATLASS_ROOT names no folder with include/ in it");
}

TEST_F(PlatformLoaders, ReportsMissingMsopgen)
{
    const Loading loading("ascendc", ascendcSubmission("submitted-kernel"), nullptr);
    EXPECT_EQ(loading.answer.outcome.verdict, Verdict::CompileError);
    EXPECT_EQ(loading.answer.outcome.message.rfind("cannot start msopgen: ", 0), 0U)
        << loading.answer.outcome.message;
}

// --- AscendC launched directly ---------------------------------------------------------------

Json file(const std::string &path, const std::string &content)
{
    return {{"path", path}, {"content", content}};
}

Json directLaunch()
{
    return {{"name", "add"},
            {"format_version", "0.1"},
            {"entry", {{"model", "ModelNew.py::ModelNew"}}},
            {"build", {{"type", "ascendc_direct_launch"}}},
            {"sources",
             {file("ModelNew.py", R"(
import os, torch, added
assert os.path.basename(__file__) == "ModelNew.py" and os.path.exists(__file__)
class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        return torch.tensor([added.add(x, y) for x, y in zip(a.tolist(), b.tolist())])
)"),
              file("csrc/pybind11.cpp", R"(
#include <pybind11/pybind11.h>
#include "kernel.h"
PYBIND11_MODULE(added, m) { m.def("add", add); }
)"),
              file("csrc/kernel.h", "float add(float a, float b);\n"), file("csrc/kernel.cpp", R"(
#include "kernel.h"
float add(float a, float b) { return a + b; }
)")}}};
}

/// Adds a fake bisheng, which is a C++ compiler that requires the chip, and empty libraries.
void addBisheng(const FakeToolkit &toolkit)
{
    toolkit.write("bin/bisheng", R"(#!/bin/sh
[ "$1 $5" = "-xcce --npu-arch=dav-2201" ] || { echo "bisheng: bad arguments $*"; exit 2; }
shift 5
exec g++ -x c++ -fPIC -std=c++17 "$@"
)",
                  true);
    toolkit.write("cann/lib64/libascendcl.so", "/* GNU ld script */ INPUT(-lc)\n");
    toolkit.write("cann/lib64/libruntime.so", "/* GNU ld script */ INPUT(-lc)\n");
}

TEST_F(PlatformLoaders, DirectLaunchProjectsAreBuiltAndLoaded)
{
    const FakeToolkit toolkit;
    addBisheng(toolkit);
    Loading loading("ascendcdirectlaunch", directLaunch().dump(), &toolkit);
    ASSERT_EQ(loading.answer.outcome.verdict, Verdict::Correct)
        << loading.answer.outcome.message << '\n'
        << loading.child->output();
    EXPECT_EQ(loading.result(), (std::vector<float>{3, 3}));

    Json broken = directLaunch();
    broken["sources"][3] = file("csrc/kernel.cpp", "float add(float a, float b) { return c; }\n");
    loading.child = loading.load(broken.dump());
    EXPECT_EQ(loading.answer.outcome.verdict, Verdict::CompileError);
    EXPECT_NE(loading.answer.outcome.message.find("was not declared"), std::string::npos)
        << loading.answer.outcome.message;
}

TEST_F(PlatformLoaders, DirectLaunchProjectsAreChecked)
{
    struct Case {
        std::string source;
        std::string complaint; ///< after "the project cannot be used: "
    };
    const auto changed = [](const std::function<void(Json &)> &change) {
        Json project = directLaunch();
        change(project);
        return project.dump();
    };
    const auto withPath = [&](const Json &path) {
        return changed([&](Json &project) { project["sources"][3]["path"] = path; });
    };
    const auto withSource = [&](const Json &source) {
        return changed([&](Json &project) { project["sources"].push_back(source); });
    };
    const std::vector<Case> cases{
        {"", "it is not JSON: Expecting value"},
        {std::string(5000, '['), "it is not JSON"},
        {"[]", "it is not a JSON object"},
        {R"({"name": 1, "name": 2})", "the key 'name' stands twice"},
        {changed([](Json &project) { project["format_version"] = "0.2"; }),
         "\"format_version\" is '0.2'"},
        {changed([](Json &project) { project["build"]["type"] = "cuda"; }), "\"build\" must be"},
        {changed([](Json &project) { project.erase("build"); }), "\"build\" must be"},
        {changed([](Json &project) { project["sources"] = Json::array(); }),
         "\"sources\" must be a list"},
        {withSource({{"path", "a.h"}}), "each of \"sources\" needs"},
        {withSource(file("csrc/./kernel.cpp", "")), "the path \"csrc/kernel.cpp\" stands twice"},
        {withPath("/etc/passwd"), "\"sources\" holds '/etc/passwd'; paths must be relative"},
        {withPath("C:\\x.cpp"), "\"sources\" holds 'C:\\\\x.cpp'; paths must be relative"},
        {withPath("csrc/../../x.cpp"),
         "\"sources\" holds 'csrc/../../x.cpp'; paths must not contain '..'"},
        {withPath("csrc\\..\\x.cpp"), "\"sources\" holds 'csrc\\\\..\\\\x.cpp'; paths must not"},
        {withPath(7), "\"sources\" holds 7, which is no path"},
        {withPath(""), "\"sources\" holds '', which is no path"},
        {changed([](Json &project) { project["build"]["build_dir"] = "../out"; }),
         "\"build_dir\" holds '../out'; paths must not contain '..'"},
        {changed([](Json &project) { project["build"]["include_dirs"] = {"/usr/include"}; }),
         "\"include_dirs\" holds '/usr/include'; paths must be relative"},
        {changed([](Json &project) { project["build"]["kernel_sources"] = {"none.cpp"}; }),
         "\"kernel_sources\" names \"none.cpp\", which is not among the sources"},
        {changed([](Json &project) { project["build"]["module_name"] = "a b"; }),
         "\"module_name\" is 'a b'"},
        {changed([](Json &project) { project["entry"]["model"] = "Other.py::ModelNew"; }),
         "\"entry\" names \"Other.py::ModelNew\""},
        {changed([](Json &project) { project["entry"]["model"] = "ModelNew.py"; }),
         "\"entry\" must name the model"},
        {withSource(file("more.cpp", "PYBIND11_MODULE( other, m) {}")),
         "PYBIND11_MODULE names more than one module: added, other"},
        {changed([](Json &project) { project["sources"].erase(1); }), "there is no binding"},
        {changed([](Json &project) { project["sources"].erase(3); }), "there is no kernel"},
    };
    Loading loading("ascendcdirectlaunch", cases.front().source, nullptr);
    for (const Case &each : cases) {
        SCOPED_TRACE(each.source.substr(0, 2000));
        loading.child = loading.load(each.source);
        EXPECT_EQ(loading.answer.outcome.verdict, Verdict::CompileError);
        EXPECT_EQ(loading.answer.outcome.message.rfind(
                      "the project cannot be used: " + each.complaint, 0),
                  0U)
            << loading.answer.outcome.message;
    }
}

} // namespace

} // namespace loupe::test
